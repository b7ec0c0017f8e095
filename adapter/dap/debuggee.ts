import { connectInspector } from '../inspector/socket.js';
import { InspectorClient } from '../inspector/client.js';
import { onWorkers } from '../inspector/workers.js';
import { signalGroup, startProgram, type StartedProgram } from '../launch/program.js';
import type { HeardRequests } from '../launch/heardRequests.js';
import { RecordedInput, type Feeding } from '../launch/input.js';
import { ProgramConnections } from '../launch/repetition.js';
import type { WhenWaiting } from '../launch/reproduction.js';
import type { Announcement } from '../launch/announcement.js';
import { Rendezvous } from '../launch/rendezvous.js';
import { listensKey } from '../launch/rendezvousSettings.js';
import { letGoOn, type Waiting } from '../launch/waitingProgram.js';
import { standDown } from '../launch/watchdog.js';
import type { ProgramTells } from '../runtime/channel/messages.js';
import { runsTypeScript } from './typeScriptLoader.js';
import { isTypeScript, type AttachConfiguration, type LaunchConfiguration } from './configuration.js';
import { inspectorRefused, nodeTooOld, noSessionFolder, notBuilt, spawnFailed } from './errors.js';
import { addressOf, closeInspector } from './attaching.js';
import { hookMessage } from './hookMessage.js';
import { KeptProcesses } from './keptProcesses.js';
import type { RunAgain } from './querypoints/reruns.js';
import { UnprobedTransport } from './probes/unprobedTransport.js';
import type { ScriptSettings } from './script.js';
import { Target, type TargetListener } from './target.js';

export interface DebuggeeListener extends TargetListener {
  /** A target was found. What is asked of V8 in here happens before the target's program runs. */
  attached(target: Target): Promise<void>;
  output(category: 'stdout' | 'stderr' | 'important', text: string): void;
  /** The last of it has ended. */
  over(exitCode: number | null): void;
  /** Has the client start a command in a terminal; answers with the process's number, if it is known. */
  runInTerminal(
    command: readonly string[],
    configuration: LaunchConfiguration,
    environment: Readonly<Record<string, string | null>>,
  ): Promise<number | null>;
}

type Environment = Readonly<Record<string, string | null>>;

/** Everything that one session debugs: processes, and the threads in them. */
export class Debuggee {
  readonly targets = new Map<number, Target>();
  private readonly processes = new KeptProcesses();
  private rendezvous: Rendezvous | null = null;
  private started: StartedProgram | null = null;
  private isOver = false;
  /** Whether what is over was let go, and not ended. */
  private isReleased = false;
  /** Whether what carries the session's name is ours alone: the window of a terminal may carry it, too. */
  private isAlone = false;
  /** Whether the inspector of the program was not open before us. */
  private isOpenedForUs = false;
  /** Whether V8 tells no more of what the program prints, which runs on; and what was printed until that was known. */
  private isDeaf = false;
  private readonly unheard: (readonly [category: 'stdout' | 'stderr', text: string])[] = [];
  /** Processes that were met and are not targets yet. */
  private arriving = 0;
  private hasBegun = false;
  /** Of the program; undefined while it runs. */
  private exitCode: number | null | undefined = undefined;
  private isFinished = false;
  /** What the program has read from its standard input; of one that is run again, what it is given. */
  recorded = new RecordedInput(true);
  private feeding: Feeding | null = null;
  /** What has come to its servers. */
  private connections = new ProgramConnections(null);
  private areRequestsKept = false;
  /** The first process that runs the program itself. */
  private main: Target | null = null;
  private isMain: (target: Target) => boolean = () => false;
  private whenWaiting: WhenWaiting | null = null;
  private endReproduction: (() => void) | null = null;
  /** Whether something is loaded before the program that may make JavaScript of it. */
  private hasLoader = false;

  constructor(
    private readonly hook: string,
    private readonly settings: ScriptSettings,
    private readonly asyncDepth: number,
    /** Settles when the client has said all that it wants before the program runs. */
    private readonly configured: Promise<void>,
    private readonly nextId: () => number,
    private readonly listener: DebuggeeListener,
  ) {}

  /** `again`: what it is given as a run that repeats another; it is never in a terminal then. `join`: what else it is loaded with. */
  async launch(
    configuration: LaunchConfiguration,
    again: RunAgain | null = null,
    join: (environment: Environment) => Environment = (environment) => environment,
  ): Promise<void> {
    if (again !== null) [this.recorded, this.whenWaiting] = [again.input, again.whenWaiting];
    else this.recorded = new RecordedInput(configuration.console === 'internalConsole');
    this.connections = new ProgramConnections(again?.repetition ?? null);
    this.areRequestsKept = configuration.reproduce === null;
    this.isMain = (target) => {
      const { isProcess, program } = target;
      if (isProcess && this.main === null && configuration.links.real(program) === configuration.program) this.main = target;
      return target === this.main;
    };
    this.hasLoader = configuration.command[1] !== configuration.program || (process.env['NODE_OPTIONS'] ?? '') !== '';
    const { command, cwd, environment, isDebugged, areChildrenDebugged } = configuration;
    const own = isDebugged ? this.meetingEnvironment(environment, areChildrenDebugged, configuration.console === 'internalConsole') : {};
    const all = join({ ...environment, ...own });
    if (configuration.console !== 'internalConsole') return this.launchInTerminal(configuration, all);
    const isCaptured = configuration.outputCapture === 'std' || !isDebugged;
    const out = (category: 'stdout' | 'stderr') => (text: string) => {
      // What the program prints by `console` comes from V8, with its objects; all else only where nobody attaches.
      if (isCaptured || !this.hasBegun || this.isDeaf) this.listener.output(category, withoutInspectorNotes(text));
      else if (this.targets.size === 0) this.unheard.push([category, text]);
    };
    try {
      this.started = await startProgram(command, cwd, all, { out: out('stdout'), err: out('stderr') }, again?.input);
    } catch (error) {
      this.rendezvous?.close();
      throw spawnFailed(command[0] ?? '', error instanceof Error ? error.message : String(error));
    }
    const { pid } = this.started;
    this.isAlone = true;
    this.processes.started(pid);
    if (this.isOver) this.leave(pid);
    this.feeding = this.started.feeding;
    void this.started.ended.then((code) => {
      this.processes.letGo(pid);
      this.exitCode = code;
      this.look();
    });
  }

  async attach(configuration: AttachConfiguration): Promise<void> {
    const { url, isOpenedForUs } = await addressOf(configuration);
    this.isOpenedForUs = isOpenedForUs;
    await this.connect({ pid: configuration.processId ?? 0, parentPid: 0, node: '', url, program: '' });
  }

  /** What has come to its servers until now. */
  get requests(): HeardRequests {
    return this.connections.soFar;
  }

  /** Ends every process of a session that has launched them; `signal` null: lets them live on. */
  end(signal: NodeJS.Signals | null): Promise<void> {
    this.isFinished = true; // whoever asks for it needs not be told
    return this.close(signal);
  }

  /** Settles when every process has ended; after two seconds it is no longer waited for. */
  gone(): Promise<void> {
    return this.processes.gone();
  }

  /** Whether one of the threads holds a port, as far as they answer soon. */
  async isListening(): Promise<boolean> {
    const expression = `globalThis[Symbol.for(${JSON.stringify(listensKey)})]?.()`;
    const answers = [...this.targets.values()].map(({ client }) =>
      client.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true }),
    );
    const found = answers.map((answer) => answer.then(({ result }) => result.value === true).catch(() => false));
    return (await Promise.all(found.map((one) => Promise.race([one, laterFalse()])))).includes(true);
  }

  /** Settles when those that live on know that they may. */
  private async close(signal: NodeJS.Signals | null): Promise<void> {
    this.isOver = true;
    this.isReleased = signal === null;
    this.leaveAlone();
    if (signal === null) this.rendezvous?.release();
    else this.processes.signal(signal);
    this.rendezvous?.close(signal === 'SIGKILL' && this.isAlone);
    if (signal === null) this.processes.letAllGo();
    const clients = [...this.targets.values()].map(({ client }) => client);
    if (signal === null) {
      standDown();
      await Promise.all(clients.map((client) => letRun(client, this.isOpenedForUs)));
    }
    for (const client of clients) client.close();
  }

  /** A process that has begun while the session ended. */
  private leave(pid: number): void {
    if (this.isReleased) this.processes.letGo(pid);
    else signalGroup(pid, 'SIGKILL');
  }

  /** Asks the processes to end, as Ctrl+C does. They may go on. */
  interrupt(): void {
    this.processes.signal('SIGINT');
    for (const target of this.targets.values()) if (target.pause !== null) void target.go('Debugger.resume').catch(() => {});
  }

  private meetingEnvironment(environment: Readonly<Record<string, string | null>>, areChildrenMet: boolean, isInputOurs: boolean) {
    const isReadinessTold = this.whenWaiting !== null;
    const { isTerminal } = this.recorded;
    const connections = this.areRequestsKept ? { areBytesTold: true, isPaceTold: this.connections.isRepeated } : null;
    const isInputTold = isReadinessTold || !isInputOurs;
    const hearing = { isInputTold, isTerminal: isReadinessTold && isTerminal, isReadinessTold, connections, option: null };
    this.rendezvous = rendezvous(this.hook, hearing, (announcement) => {
      this.arriving++;
      void this.connect(announcement)
        .catch((error: unknown) => {
          if (!this.isOver) this.listener.output('important', `${error instanceof Error ? error.message : String(error)}\n`);
        })
        .finally(() => {
          this.arriving--;
          this.look();
        });
    });
    const options = 'NODE_OPTIONS' in environment ? environment['NODE_OPTIONS'] : process.env['NODE_OPTIONS'];
    return this.rendezvous.environment(options ?? undefined, areChildrenMet);
  }

  private async launchInTerminal(configuration: LaunchConfiguration, environment: Readonly<Record<string, string | null>>): Promise<void> {
    const { command, waiting } = configuration;
    try {
      if (waiting !== null) return this.beginWaiting(waiting, environment);
      this.rendezvous?.expectTerminal();
      const pid = await this.listener.runInTerminal(command, configuration, environment);
      if (pid !== null) this.processes.started(pid);
      if (pid !== null && this.isOver) this.leave(pid);
    } catch (error) {
      this.rendezvous?.close();
      throw error;
    }
  }

  /** The program has begun in a terminal, and waits until it knows where to meet us. */
  private beginWaiting(waiting: Waiting, environment: Environment): void {
    this.rendezvous?.expectProcess(waiting.pid);
    this.processes.started(waiting.pid);
    letGoOn(waiting, { environment });
  }

  private async connect({ pid, node, url, program }: Announcement): Promise<void> {
    if (pid > 0 && this.rendezvous === null) this.processes.attached(pid);
    else if (pid > 0) this.processes.started(pid);
    if (node !== '' && !isSupported(node)) {
      this.listener.output('important', `${nodeTooOld(node)}\n`);
      this.hasBegun = true;
      return this.close('SIGKILL');
    }
    if (this.isOver) this.leave(pid);
    if (this.isOver && !this.isReleased) return;
    if (isTypeScript(program) && node !== '' && !this.hasBegun && !runsTypeScript(node) && !this.hasLoader)
      this.listener.output('important', `${notBuilt(program)}\n`);
    const transport = await connectInspector(url).catch(() => Promise.reject(inspectorRefused(url)));
    const client = new InspectorClient(this.settings.areProbed ? new UnprobedTransport(transport) : transport);
    if (this.isOver) {
      if (this.isReleased) await letRun(client, this.isOpenedForUs);
      return client.close();
    }
    this.hasBegun = true;
    await this.add(client, pid, program === '' ? 'main' : `${baseName(program)} [${pid}]`, program, true);
  }

  private async add(client: InspectorClient, pid: number, name: string, program: string, isProcess: boolean): Promise<void> {
    const target = new Target(this.nextId(), { name, pid, program, isProcess }, client, this.settings, this.listener);
    client.on('Runtime.consoleAPICalled', (call) => {
      const message = hookMessage(call);
      if (message !== null) this.heard(message, target);
    });
    client.onClose(() => {
      if (isProcess) this.processes.letGoWhenGone(pid, () => this.listenOnly());
      this.targets.delete(target.id);
      this.look();
    });
    this.targets.set(target.id, target);
    try {
      await target.enable(this.asyncDepth, isProcess);
      await this.listener.attached(target);
      if (isProcess)
        await onWorkers(client, (worker) => void this.add(worker.client, pid, worker.title || 'worker', program, false)).catch(() => {});
      await this.configured;
      await client.send('Runtime.runIfWaitingForDebugger', {});
      if (isProcess) letRunLater(client, target);
    } catch (error) {
      if (!target.isEnded) throw error;
    }
  }

  private heard(message: ProgramTells, target: Target): void {
    if (message.kind === 'connection') this.connections.heard(message, this.isMain(target));
    else if (message.kind === 'waits') this.endReproduction ??= this.whenWaiting?.(message.port) ?? null;
    else if (this.feeding !== null && message.kind === 'idle') this.feeding.idle(message.ms);
    else if (this.feeding !== null) this.feeding.taken();
    else if (this.whenWaiting !== null) return;
    else if (message.kind === 'idle') this.recorded.idle(message.ms);
    else this.recorded.record(message);
  }

  /** What is printed comes from V8 no more. */
  private listenOnly(): void {
    if (this.targets.size > 0 || this.isOver) return;
    this.isDeaf = true;
    for (const [category, text] of this.unheard.splice(0)) this.listener.output(category, withoutInspectorNotes(text));
  }

  private leaveAlone(): void {
    this.feeding?.stop();
    this.endReproduction?.();
    this.connections.stop();
  }

  /** Called whenever something has ended. Children that outlive the program are debugged on. */
  private look(): void {
    const isProgramOver = this.started === null ? this.hasBegun : this.exitCode !== undefined;
    if (this.isFinished || !isProgramOver || this.targets.size > 0 || this.arriving > 0) return;
    this.isFinished = true;
    this.isOver = true;
    this.leaveAlone();
    this.rendezvous?.close();
    standDown();
    this.listener.over(this.exitCode ?? null);
  }
}

/** Throws a sentence where there is no place for it. */
function rendezvous(...settings: ConstructorParameters<typeof Rendezvous>): Rendezvous {
  try {
    return new Rendezvous(...settings);
  } catch (error) {
    throw noSessionFolder(error instanceof Error ? error.message : String(error));
  }
}

/** Who is let go and has not begun yet waits for the word that it may. */
async function letRun(client: InspectorClient, isClosed: boolean): Promise<void> {
  const told = [
    ...(isClosed ? [client.send('Runtime.evaluate', { expression: closeInspector, silent: true, disableBreaks: true })] : []),
    client.send('Runtime.runIfWaitingForDebugger', {}),
  ];
  await Promise.race([Promise.allSettled(told), laterFalse()]);
}

function laterFalse(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, 500, false).unref());
}

/** When, in milliseconds, a process is told again that it may run. */
const reminders = [100, 400, 1500, 5000];

/**
 * A process that is slow to begin its wait, after it has announced itself, has not heard that it may run. So it is told again; whoever runs
 * already is not bothered.
 */
function letRunLater(client: InspectorClient, target: Target): void {
  for (const ms of reminders) {
    const remind = () => (target.isEnded ? undefined : void client.send('Runtime.runIfWaitingForDebugger', {}).catch(() => {}));
    setTimeout(remind, ms).unref();
  }
}

/** Lines that Node writes for whoever attaches a debugger by hand. */
function withoutInspectorNotes(text: string): string {
  return text.replace(
    /^(Debugger (listening|ending) on ws:.*|For help, see: https:\/\/nodejs\.org\/.*|Debugger attached\.|Waiting for the debugger to disconnect\.\.\.)\r?\n/gm,
    '',
  );
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
