import { dirname, relative, resolve } from 'node:path';
import picomatch from 'picomatch';
import { gitRevision } from '../../server/files/gitRevision.js';
import { emptyPlan, type Plan } from '../instrument/plan.js';
import { startCommand } from '../launch/command.js';
import { followed, laneEnvironment } from '../launch/followChildren.js';
import { LaneServer, type Lane } from '../launch/laneServer.js';
import { DebuggeeProcess, type ProgramStart } from '../launch/process.js';
import { watch } from '../launch/watchdog.js';
import type { FromDebuggee, Lanes, ThreadAbout } from '../runtime/channel/messages.js';
import type { RecordSettings } from '../trace/format/contents.js';
import type { OperationContext } from './operation.js';
import type { CommandToRun, ProgramToRun } from './programs.js';
import { RecordedProcess, type Exit, type RecordedThread, type Recording } from './recording/recordedProcess.js';
import { fileInFolder, WrittenFile, recordingPlace, type RecordingPlace } from './recording/writtenFile.js';

export type { Recording } from './recording/recordedProcess.js';

/** A run of a program, or of a command that starts programs, that is to be recorded. */
export interface RecordRequest {
  readonly program: ProgramToRun | CommandToRun;
  readonly settings: RecordSettings;
  readonly labels: Readonly<Record<string, string>>;
  /**
   * Absolute: a file, or a folder, which ends in a separator or is there; null: a file of this user's data folder, or for a command a
   * folder there. In a folder each process has a file, whoever has started it; a file is the first process's.
   */
  readonly out: string | null;
  /** Whether a file that is there may be replaced. */
  readonly isForced: boolean;
}

export interface RecordContext extends OperationContext<{ readonly events: number }> {
  readonly runtime: string;
  readonly output: ProgramStart['output'];
  readonly input: ProgramStart['input'];
  /** Sends the program what Ctrl+C sends; it may come to its own end. */
  readonly interrupt?: AbortSignal;
}

/** Runs a program or a command and records it: a recording for each process. Rejects with one sentence for the user. */
export async function record(request: RecordRequest, context: RecordContext): Promise<readonly Recording[]> {
  await watch();
  const run = new RecordedRun(request, context.runtime);
  try {
    await run.open();
    if ('command' in request.program) await run.runCommand(request.program.command, context);
    else await run.runProgram(request.program, context);
    return run.recordings();
  } finally {
    run.close();
  }
}

/** After the program's end, what it has written arrives within this time. */
const drainedMs = 2000;

/** With all probes a frame is up to 2.5 times as large: as deep as a program calls itself without them, it must with them. */
const recordedStack = 2.5;

/** For so long processes are waited for that live longer than the one that was started first. */
const outlivingMs = 10_000;

/** The processes of one run that is recorded. */
class RecordedRun {
  private readonly processes = new Map<number, RecordedProcess>();
  /** How processes ended, as those say that have started them. */
  private readonly exits = new Map<number, Exit>();
  private readonly done: Recording[] = [];
  private readonly failures: string[] = [];
  private readonly place: RecordingPlace;
  private readonly plan: Plan;
  private server: LaneServer | null = null;
  private changed: () => void = () => {};

  constructor(
    private readonly request: RecordRequest,
    private readonly runtime: string,
  ) {
    const { program, out, settings } = request;
    const name = 'command' in program ? (program.command[0] ?? '') : (program.args[0] ?? '');
    this.place = recordingPlace(out, name, 'command' in program);
    this.plan = planOf(settings);
  }

  async open(): Promise<void> {
    this.server = await LaneServer.open((lane) => this.met(lane));
  }

  async runProgram(program: ProgramToRun, context: RecordContext): Promise<void> {
    const [name = '', ...args] = program.args;
    // Where the file cannot be made, nothing is run.
    const folder = this.place.kind === 'folder' ? this.place.path : null;
    const file = this.file(folder === null ? this.place.path : fileInFolder(folder, name));
    let isDrained: () => void = () => {};
    const drained = new Promise<void>((resolve) => (isDrained = resolve));
    let main: RecordedThread | null = null;
    const debuggee = new DebuggeeProcess({
      ...program,
      runtime: this.runtime,
      output: context.output,
      input: context.input,
      stack: recordedStack,
      rows: { take: (chunk) => main?.rows(chunk), end: isDrained },
    });
    const cancel = (): void => debuggee.end();
    const interrupt = (): void => debuggee.interrupt();
    context.signal.addEventListener('abort', cancel);
    context.interrupt?.addEventListener('abort', interrupt);
    try {
      const recorded = this.process(file, debuggee.pid ?? 0, name, args);
      main = recorded.thread(0, null, (message) => debuggee.send(message));
      let message = await debuggee.next();
      for (; message.kind !== 'gone'; message = await debuggee.next()) main.message(message);
      // What the program has started may hold the descriptor open.
      await Promise.race([drained, pause(drainedMs)]);
      main.ended();
      await this.othersOver();
      if (message.disturbance !== null) throw new Error(message.disturbance);
      this.finish(recorded, { code: message.code, signal: message.signal });
    } finally {
      context.signal.removeEventListener('abort', cancel);
      context.interrupt?.removeEventListener('abort', interrupt);
      debuggee.end();
    }
  }

  async runCommand(words: readonly string[], context: RecordContext): Promise<void> {
    const { server, request } = this;
    if (server === null) throw new Error('The processes of a command cannot be recorded on this system.');
    const lane = { socket: server.path, option: laneOption(this.runtime) };
    const command = await startCommand({
      words: followed(words, lane),
      cwd: request.program.cwd,
      environment: laneEnvironment(lane),
      output: context.output,
      input: context.input,
    });
    const cancel = (): void => command.end();
    const interrupt = (): void => command.interrupt();
    context.signal.addEventListener('abort', cancel);
    context.interrupt?.addEventListener('abort', interrupt);
    try {
      const exit = await command.ended;
      if (!this.exits.has(command.pid)) this.exits.set(command.pid, exit);
      await this.othersOver();
    } finally {
      context.signal.removeEventListener('abort', cancel);
      context.interrupt?.removeEventListener('abort', interrupt);
      command.end();
    }
    if (this.processes.size === 0) throw new Error(`${words.join(' ')} has started no Node process that could be recorded.`);
  }

  /** What was recorded, the processes in the order of their start. */
  recordings(): readonly Recording[] {
    for (const recorded of this.processes.values()) this.finish(recorded, recorded.exit ?? this.exits.get(recorded.pid) ?? unknownExit);
    const [failure] = this.failures;
    if (failure !== undefined) throw new Error(failure);
    return this.done.toSorted((a, b) => this.order(a.pid) - this.order(b.pid));
  }

  close(): void {
    for (const recorded of this.processes.values()) recorded.finish(unknownExit);
    this.server?.close();
  }

  /** Where other threads and processes are recorded. */
  private lanes(): Lanes | null {
    if (this.server === null) return null;
    return { socket: this.server.path, option: this.place.kind === 'folder' ? laneOption(this.runtime) : null };
  }

  /** A thread, or the main thread of another process, has come. */
  private met(lane: Lane): void {
    let thread: RecordedThread | null = null;
    let isLeft = false;
    const early: Buffer[] = [];
    const begin = (message: FromDebuggee): RecordedThread | null => {
      const about = message.kind === 'hello' ? message.about : undefined;
      const recorded = about === undefined ? undefined : this.processOf(about);
      return recorded?.thread(lane.thread, lane.thread === 0 ? null : (about?.parent ?? 0), (answer) => lane.send(answer)) ?? null;
    };
    lane.hear({
      message: (message) => {
        if (thread === null && !isLeft) {
          thread = begin(message);
          isLeft = thread === null;
          if (isLeft) lane.leave();
          for (const bytes of early.splice(0)) thread?.rows(bytes);
        }
        thread?.message(message);
      },
      rows: (bytes) => (thread === null ? void early.push(bytes) : thread.rows(bytes)),
      ended: () => {
        thread?.ended();
        this.over(lane.pid);
      },
    });
  }

  /** The process of a thread that has come; undefined where it is not recorded. */
  private processOf({ pid, thread, program, args }: ThreadAbout): RecordedProcess | undefined {
    const known = this.processes.get(pid);
    if (thread > 0 || known !== undefined) return known;
    const { place } = this;
    // One file is one process's.
    if (place.kind === 'file' && this.processes.size > 0) return undefined;
    const path = place.kind === 'file' ? place.path : fileInFolder(place.path, program, pid);
    try {
      return this.process(this.file(path), pid, this.shown(program), args);
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  private process(file: WrittenFile, pid: number, program: string, args: readonly string[]): RecordedProcess {
    const { settings, labels } = this.request;
    const revision = gitRevision(dirname(resolve(this.request.program.cwd, program)));
    const recorded = new RecordedProcess(
      file,
      { program, args, pid, began: Date.now(), labels, settings, ...(revision === undefined ? {} : { revision }) },
      {
        plan: this.plan,
        lanes: this.lanes(),
        childEnded: (child, exit) => {
          this.exits.set(child, exit);
          this.over(child);
        },
      },
    );
    this.processes.set(pid, recorded);
    return recorded;
  }

  private file(path: string): WrittenFile {
    return new WrittenFile(path, this.request.isForced);
  }

  /** A connection of a process is closed, or it is known how it ended. */
  private over(pid: number): void {
    const recorded = this.processes.get(pid);
    const exit = recorded?.exit ?? this.exits.get(pid);
    if (recorded?.isOver === true && exit !== undefined) this.finish(recorded, exit);
    this.changed();
  }

  private finish(recorded: RecordedProcess, exit: Exit): void {
    const recording = recorded.finish(exit);
    if (this.done.includes(recording)) return;
    this.done.push(recording);
    if (recorded.failure !== null) this.failures.push(recorded.failure);
  }

  /** Settles when no process says anything any more, or those that live on are no longer waited for. */
  private async othersOver(): Promise<void> {
    const deadline = Date.now() + outlivingMs;
    while ([...this.processes.values()].some(({ isOver }) => !isOver) && Date.now() < deadline)
      await Promise.race([new Promise<void>((resolve) => (this.changed = resolve)), pause(deadline - Date.now())]);
  }

  private order(pid: number): number {
    return [...this.processes.keys()].indexOf(pid);
  }

  /** Relative below the working directory. */
  private shown(program: string): string {
    const path = relative(this.request.program.cwd, program);
    return program === '' || path.startsWith('..') ? program : path;
  }
}

const unknownExit: Exit = { code: null, signal: null };

function laneOption(runtime: string): string {
  return `--require ${JSON.stringify(runtime)}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

function planOf({ include, exclude, values, budget, strings, redaction }: RecordSettings): Plan {
  const patterns = (globs: readonly string[]): readonly string[] =>
    globs.map((glob) => picomatch.makeRe(/^(\/|\*\*)/.test(glob) ? glob : `**/${glob}`, { dot: true }).source);
  const recording = { include: patterns(include), exclude: patterns(exclude), values, budget, strings, keepsSecrets: !redaction };
  // Of calls alone nothing else is told: no native needs to be watched.
  if (values === 'none') return { ...emptyPlan, recording };
  return {
    ...emptyPlan,
    elements: true,
    symbols: true,
    returns: true,
    entries: true,
    everywhere: true,
    fields: ['length', 'lastIndex', 'stack'],
    allocations: ['object', 'array', 'new', 'call'],
    recording,
  };
}
