import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { debug, ProgressLocation, Uri, window } from 'vscode';
import type { DebugConfiguration, DebugSession, Disposable } from 'vscode';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { AskArguments } from '../../adapter/dap/querypoints/protocol.js';
import { debugType, otherType } from '../debugConfiguration.js';
import { differences, JourneyRecorder, Retracing, type Journey, type Place } from './journey.js';

/** The attribute by which a session that we have started is known. */
const mark = '__whenceBridge';

/** The frame that a question is about, and what is known of it. */
interface AskedFrame {
  /** Of each of its frames, from the innermost to the one that is asked about. */
  readonly places: readonly (Place | null)[];
  readonly variables: readonly DebugProtocol.Variable[];
}

interface Arrived {
  readonly session: DebugSession;
  readonly frames: readonly DebugProtocol.StackFrame[];
}

/**
 * Questions at a stop of VS Code's own debugger: a session of ours starts the same program, goes the same way to the same stop, and is
 * asked there.
 */
export class Bridge implements Disposable {
  private readonly recorders = new Map<string, JourneyRecorder>();
  private readonly retracings = new Map<unknown, Retraced>();
  private readonly disposables = [
    debug.registerDebugAdapterTrackerFactory(otherType, {
      createDebugAdapterTracker: ({ id }) => {
        const recorder = new JourneyRecorder(realPath);
        this.recorders.set(id, recorder);
        return {
          onWillReceiveMessage: (message) => recorder.requested(message as DebugProtocol.Request),
          onDidSendMessage: (message) => recorder.told(message as DebugProtocol.ProtocolMessage),
          onWillStopSession: () => this.recorders.delete(id),
        };
      },
    }),
    debug.registerDebugAdapterTrackerFactory(debugType, {
      createDebugAdapterTracker: (session) => this.retracings.get(session.configuration[mark])?.tracker(session),
    }),
  ];

  /** `put`: asks a session of ours. */
  constructor(private readonly put: (session: DebugSession, args: AskArguments) => Promise<void>) {}

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Whether a session is one that is asked through us. */
  isFor({ type }: DebugSession): boolean {
    return type === otherType;
  }

  /** Throws a sentence for the user when the same stop is not reached again. */
  async ask(session: DebugSession, args: AskArguments): Promise<void> {
    if (args.expression === undefined && args.variablesReference !== undefined)
      throw new Error(`“${args.name ?? ''}” has no name in the program that Whence could ask about: ask about what holds it.`);
    const journey =
      this.recorders.get(session.id)?.journey ?? 'The program was started before Whence was: start it again, and ask at its stop.';
    if (typeof journey === 'string') throw new Error(journey);
    const root = rootOf(session);
    const configuration = sameProgram(root);
    const asked = await askedFrame(session, args.frameId);
    const arrived = await this.retrace(session, configuration, journey);
    if (arrived === null) return;
    const frame = sameFrame(asked.places, arrived.frames);
    if (frame === undefined) throw new Error('Run again, the program stopped at the same line on another way: its calls differ.');
    const different = differences(asked.variables, await variablesOf(arrived.session, frame.id));
    if (different.length > 0)
      throw new Error(
        `This program runs differently each time: ${different.slice(0, 3).join(', ')}. It waits in the new session; ask there.`,
      );
    await debug.stopDebugging(root); // its place is taken
    const { kind, expression } = args;
    await this.put(arrived.session, { kind, frameId: frame.id, ...(expression === undefined ? {} : { expression }) });
  }

  /** Starts the program again and brings it to the same stop; null when the user cancels that. */
  private async retrace({ workspaceFolder }: DebugSession, configuration: DebugConfiguration, { stops }: Journey): Promise<Arrived | null> {
    const id = randomUUID();
    const retraced = new Retraced(new Retracing(stops));
    this.retracings.set(id, retraced);
    try {
      return await window.withProgress(
        { location: ProgressLocation.Notification, title: 'Whence: running the program again, to this stop', cancellable: true },
        async (_progress, cancelled) => {
          cancelled.onCancellationRequested(() => retraced.cancel());
          const isStarted = await debug.startDebugging(
            workspaceFolder,
            { ...configuration, [mark]: id },
            { suppressSaveBeforeStart: true },
          );
          if (!isStarted) throw new Error('Whence could not start the program again.');
          return retraced.arrived;
        },
      );
    } finally {
      this.retracings.delete(id);
    }
  }
}

/** One session of ours on its way. */
class Retraced {
  readonly arrived: Promise<Arrived | null>;
  private resolve: (arrived: Arrived | null) => void = () => {};
  private reject: (error: Error) => void = () => {};
  private session: DebugSession | null = null;
  private isOver = false;

  constructor(private readonly way: Retracing) {
    this.arrived = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.arrived.catch(() => {}); // whoever waits for it is told, also when nobody does yet
  }

  tracker(session: DebugSession) {
    this.session = session;
    return {
      onDidSendMessage: ({ type, event, body }: DebugProtocol.Event) => {
        if (type !== 'event' || this.isOver) return;
        if (event === 'stopped')
          void this.stopped(session, body as DebugProtocol.StoppedEvent['body']).catch((error: Error) => this.fail(error));
        if (event === 'terminated') this.advise(this.way.ended());
      },
      onError: (error: Error) => this.fail(error),
    };
  }

  cancel(): void {
    this.isOver = true;
    if (this.session !== null) void debug.stopDebugging(this.session);
    this.resolve(null);
  }

  private async stopped(session: DebugSession, { threadId }: DebugProtocol.StoppedEvent['body']): Promise<void> {
    const frames = await framesOf(session, threadId ?? 0);
    const place = placeOf(frames[0]);
    const advice = this.advise(this.way.arrived(place ?? { path: '', line: 0 }));
    if (advice === 'there') this.resolve({ session, frames });
    else if (advice !== null) await session.customRequest(advice, { threadId });
  }

  private advise(advice: ReturnType<Retracing['arrived']>): 'there' | 'continue' | 'next' | 'stepIn' | 'stepOut' | null {
    if (advice.kind === 'go') return advice.how;
    this.isOver = true;
    if (advice.kind === 'there') return 'there';
    this.reject(new Error(advice.sentence));
    return null;
  }

  private fail(error: Error): void {
    this.isOver = true;
    this.reject(error);
  }
}

/** The session that was launched: each process of the program has one of its own below it. */
function rootOf(session: DebugSession): DebugSession {
  const { parentSession } = session;
  return parentSession?.type === otherType ? rootOf(parentSession) : session;
}

/** The configuration that started a session's program, for our debugger. */
function sameProgram({ configuration }: DebugSession): DebugConfiguration {
  if (configuration.request !== 'launch')
    throw new Error('Whence can run a program again that was launched; this one was attached to. Launch it, and ask at its stop.');
  const { restart, ...same } = configuration;
  const built = { preLaunchTask: undefined, postDebugTask: undefined }; // what they made is there
  // That debugger says of every program that it is not started again when it has failed; so does ours.
  return {
    ...same,
    ...(restart === false ? {} : { restart }),
    ...built,
    type: debugType,
    name: `${configuration.name} (Whence)`,
    internalConsoleOptions: 'neverOpen',
  };
}

async function askedFrame(session: DebugSession, frameId: number | undefined): Promise<AskedFrame> {
  const item = debug.activeStackItem;
  const threadId = item?.session.id === session.id ? item.threadId : null;
  const frames = threadId === null ? [] : await framesOf(session, threadId);
  const index = frames.findIndex(({ id }) => id === frameId);
  if (frameId === undefined || index < 0) throw new Error('Choose a frame of a program that waits, and ask again.');
  return { places: frames.slice(0, index + 1).map(placeOf), variables: await variablesOf(session, frameId) };
}

/** The frame that has as many frames of the same place below it as the one that was asked about. */
function sameFrame(places: readonly (Place | null)[], frames: readonly DebugProtocol.StackFrame[]): DebugProtocol.StackFrame | undefined {
  const wanted = places.at(-1);
  if (wanted === null || wanted === undefined) return undefined;
  const isSame = (place: Place | null) => place !== null && place.path === wanted.path && place.line === wanted.line;
  const number = places.filter(isSame).length;
  return frames.filter((frame) => isSame(placeOf(frame)))[number - 1];
}

async function framesOf(session: DebugSession, threadId: number): Promise<readonly DebugProtocol.StackFrame[]> {
  const args = { threadId, startFrame: 0, levels: 100 };
  return ((await session.customRequest('stackTrace', args)) as DebugProtocol.StackTraceResponse['body']).stackFrames;
}

async function variablesOf(session: DebugSession, frameId: number): Promise<readonly DebugProtocol.Variable[]> {
  const { scopes } = (await session.customRequest('scopes', { frameId })) as DebugProtocol.ScopesResponse['body'];
  const [first] = scopes.filter(({ expensive }) => !expensive);
  if (first === undefined) return [];
  const args = { variablesReference: first.variablesReference };
  return ((await session.customRequest('variables', args)) as DebugProtocol.VariablesResponse['body']).variables;
}

function placeOf(frame: DebugProtocol.StackFrame | undefined): Place | null {
  return frame?.source?.path === undefined ? null : { path: realPath(frame.source.path), line: frame.line };
}

/** Debuggers name a file by different paths where folders are symbolic links; answers to custom requests hold URIs instead. */
function realPath(name: string): string {
  const path = /^[a-z][a-z0-9+.-]+:\//i.test(name) ? Uri.parse(name).fsPath : name;
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
