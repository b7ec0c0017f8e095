import type { DebugProtocol } from '@vscode/debugprotocol';
import { capabilities, recordingCapabilities } from './capabilities.js';
import { readAttach, readLaunch, unknownAttributes, type AttachConfiguration, type LaunchConfiguration } from './configuration.js';
import type { Attributes } from './attributes.js';
import { Debugging } from './debugging.js';
import { alreadyStarted, evaluationFailed } from './errors.js';
import { ClientCounting } from './position.js';
import { DapServer, type Handler } from './protocol.js';
import { Progresses } from './querypoints/progress.js';
import { events } from './querypoints/protocol.js';
import type { QueryRuntime } from './querypoints/questions.js';
import { RecordedDebugging } from './recording/recordedDebugging.js';
import { RecordedLaunch } from './recording/recordedLaunch.js';
import { isToBeRecorded, readMoment, readRecording, type RecordingConfiguration } from './recording/recordingConfiguration.js';
import { recordedRequestOf, requestOf } from './requests/dispatch.js';
import { exceptionFiltersOf } from './sessionRules.js';

/** One debug session: its beginning, its restarts and its end. What is asked in between is answered in `requests.ts`. */
export class DebugSession {
  readonly server: DapServer;
  private readonly progresses: Progresses;
  private counting = new ClientCounting(1, 1);
  private debugging: Debugging | null = null;
  /** The program that is being recorded, before its recording is opened. */
  private recording: RecordedLaunch | null = null;
  /** Instead of a program: a recording of one. */
  private recorded: RecordedDebugging | null = null;
  private isStarted = false;

  /**
   * `hook`: what is loaded into the processes of the program; `runtime`: into those that are run again; `ended`: the client is done with us.
   * `expected`: attributes of the launch that will come. VS Code takes exception filters from the answer to `initialize` alone.
   */
  constructor(
    private readonly hook: string,
    private readonly runtime: QueryRuntime,
    private readonly ended: () => void,
    private readonly expected: Attributes = {},
  ) {
    this.server = new DapServer(
      (command) => this.handler(command),
      (sentence) => {
        this.fail(sentence);
        this.ended();
      },
    );
    this.progresses = new Progresses(this.server);
  }

  /** Ends what is still debugged: the client is gone. */
  dispose(): void {
    const { debugging } = this;
    this.debugging = null;
    this.closeRecording();
    this.progresses.cancelAll();
    debugging?.rules.close();
    void debugging?.end(debugging.configuration.kind === 'launch' ? 'SIGKILL' : null);
  }

  /** Ends what is debugged, and tells the client why. */
  fail(sentence: string): void {
    this.server.event('output', { category: 'important', output: `${sentence}\n` });
    this.dispose();
    this.server.event('terminated');
  }

  private handler(command: string): Handler | undefined {
    if (Object.hasOwn(this.life, command)) return this.life[command];
    if (this.recorded !== null) return this.recordedHandler(command, this.recorded);
    const request = requestOf(command);
    if (request === undefined) return undefined;
    return (args, signal) => {
      if (this.debugging === null) throw evaluationFailed('Nothing is debugged yet.');
      return request(this.debugging, args, signal);
    };
  }

  private recordedHandler(command: string, recorded: RecordedDebugging): Handler | undefined {
    const request = recordedRequestOf(command);
    return request === undefined ? undefined : async (args) => (await request(recorded, args)) ?? undefined;
  }

  private readonly life: Readonly<Record<string, Handler | undefined>> = {
    initialize: async ({ linesStartAt1, columnsStartAt1, supportsProgressReporting }: DebugProtocol.InitializeRequestArguments) => {
      this.progresses.isShown = supportsProgressReporting === true;
      this.counting = new ClientCounting(linesStartAt1 === false ? 0 : 1, columnsStartAt1 === false ? 0 : 1);
      return { ...capabilities, exceptionBreakpointFilters: await exceptionFiltersOf(this.expected) };
    },
    launch: (attributes: Attributes) => {
      const configuration = readLaunch(attributes);
      return isToBeRecorded(attributes) ? this.record(configuration, attributes) : this.begin(this.debug(configuration), attributes);
    },
    attach: (attributes: Attributes) => {
      const recording = readRecording(attributes);
      const given = { ...attributes, request: 'attach' };
      return recording === null ? this.begin(this.debug(readAttach(attributes)), given) : this.beginRecording(recording, given);
    },
    configurationDone: () => {
      this.debugging?.configurationDone();
      this.recorded?.begin();
      return undefined;
    },
    restart: async ({ arguments: attributes }: DebugProtocol.RestartArguments) => {
      const { debugging } = this;
      if (this.recorded !== null) {
        this.recorded.begin();
        return undefined;
      }
      if (debugging === null) throw evaluationFailed('Nothing is debugged yet.');
      const { configuration } = debugging;
      const next = configuration.kind === 'launch' && attributes !== undefined ? readLaunch(attributes as Attributes) : configuration;
      // Rules are read anew, before the program that is there ends.
      await debugging.prepare(next);
      await debugging.leave();
      await debugging.end(configuration.kind === 'launch' ? 'SIGKILL' : null);
      await debugging.start(next);
      return undefined;
    },
    terminate: async () => {
      const { debugging, recording } = this;
      if (recording !== null) {
        recording.end();
        return undefined;
      }
      if (debugging?.configuration.kind === 'launch') return this.terminate(debugging, debugging.configuration);
      await debugging?.end(null);
      this.server.event('terminated');
      return undefined;
    },
    disconnect: async ({ terminateDebuggee }: DebugProtocol.DisconnectArguments) => {
      const { debugging } = this;
      this.debugging = null;
      this.closeRecording();
      this.progresses.cancelAll();
      const isEnded = terminateDebuggee ?? debugging?.configuration.kind === 'launch';
      await debugging?.end(isEnded ? 'SIGKILL' : null);
      debugging?.rules.close();
      setImmediate(this.ended);
      return undefined;
    },
    cancel: ({ requestId, progressId }: DebugProtocol.CancelArguments) => {
      if (requestId !== undefined) this.server.cancel(requestId);
      if (progressId !== undefined) this.progresses.cancel(progressId);
      return undefined;
    },
  };

  private debug(configuration: LaunchConfiguration | AttachConfiguration): Debugging {
    return new Debugging(configuration, this.server, this.counting, {
      hook: this.hook,
      runtime: this.runtime,
      progresses: this.progresses,
    });
  }

  private async begin(debugging: Debugging, attributes: Attributes): Promise<undefined> {
    if (this.isStarted) throw alreadyStarted();
    this.isStarted = true;
    this.debugging = debugging;
    for (const sentence of unknownAttributes(attributes)) debugging.output('important', `${sentence}\n`);
    await debugging.prepare();
    const starting = debugging.start();
    this.server.event('initialized');
    await starting;
    return undefined;
  }

  private async beginRecording(configuration: RecordingConfiguration, attributes: Attributes): Promise<undefined> {
    if (this.isStarted) throw alreadyStarted();
    this.isStarted = true;
    for (const sentence of unknownAttributes(attributes)) this.server.event('output', { category: 'important', output: `${sentence}\n` });
    await this.openRecording(configuration);
    return undefined;
  }

  private async openRecording(configuration: RecordingConfiguration): Promise<void> {
    this.recorded = await RecordedDebugging.of(configuration, this.server, this.counting, this.runtime);
    this.server.event('capabilities', { capabilities: recordingCapabilities });
    this.server.event('initialized');
  }

  /** Records a program in the background; its recording is opened when it has ended. */
  private record(configuration: LaunchConfiguration, attributes: Attributes): undefined {
    if (this.isStarted) throw alreadyStarted();
    this.isStarted = true;
    const { workspace } = configuration;
    const moment = readMoment(attributes);
    const launch = new RecordedLaunch(configuration, this.runtime.path, this.server, this.progresses);
    this.recording = launch;
    for (const sentence of unknownAttributes(attributes)) this.server.event('output', { category: 'important', output: `${sentence}\n` });
    launch
      .run()
      .then(async (recording) => {
        if (this.recording !== launch) return;
        this.recording = null;
        await this.openRecording({ recording, event: null, workspace, moment });
        this.server.event(events.recorded, { file: recording, isAtMoment: this.recorded?.isAtMoment === true });
      })
      .catch((error: unknown) => {
        if (this.recording === launch) this.fail(error instanceof Error ? error.message : String(error));
      });
    return undefined;
  }

  private closeRecording(): void {
    const { recording } = this;
    this.recording = null;
    recording?.end();
    this.recorded?.close();
    this.recorded = null;
  }

  private async terminate(debugging: Debugging, { killBehavior }: LaunchConfiguration): Promise<undefined> {
    if (killBehavior === 'polite') {
      debugging.interrupt();
      return undefined;
    }
    await debugging.end(killBehavior === 'forceful' ? 'SIGKILL' : null);
    this.server.event('terminated');
    return undefined;
  }
}
