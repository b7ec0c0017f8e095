import { fork, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { guard, watch } from '../launch/watchdog.js';
import type { ModulePlace } from './scriptPlaces.js';
import type { CaptureRequest, ObservedRun, Reply, Request, Switch, TestOutcome, TrialRequest, WorkerProgram } from './testMessages.js';
import { OtherProcess } from './work.js';

/** How a candidate fared: how many tests passed before one failed; `failedBy` null when all passed. */
export interface Tried {
  readonly number: number;
  readonly passed: number;
  readonly failedBy: string | null;
}

export interface WorkerOptions {
  /** The built worker. */
  readonly script: string;
  /** What the worker may write below. */
  readonly folder: string;
  /** Without Node's permission model: for programs whose tests need more. */
  readonly isFree: boolean;
  readonly signal: AbortSignal;
  /** What is set beside our own environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** How a place in the script of a module is told to the user; null where it is none of his texts. */
  readonly placeText?: (place: ModulePlace) => string | null;
  /** Where it runs; ours where it is not said. */
  readonly cwd?: string;
}

const mostHeap = 1_024;

/** How many times as long a process may take that a busy machine keeps from its work. */
const mostTurns = 10;

/** The longest time between two looks at how long candidates may still be tried. */
const batchMs = 1_000;

/** How long an answer may take. */
interface Limit {
  readonly ms: number;
  /** What a busy machine keeps the process from does not count. */
  readonly isWork?: boolean;
}

/** The worker ended, or did not answer in time. */
export class WorkerGone extends Error {}

/** A process in which the tests of a program run, as often as is asked. */
export class TestWorker {
  private child: ChildProcess | null = null;
  private unguard: () => void = () => {};
  private program: WorkerProgram | null = null;
  /** Megabytes that its tests were seen to use, and that they may use. */
  private heapInUse = 0;
  private mostHeap = mostHeap;
  /** Milliseconds of work that trying candidates has taken. */
  workMs = 0;

  constructor(private readonly options: WorkerOptions) {
    // Also while it is asked nothing.
    options.signal.addEventListener('abort', () => this.end(), { once: true });
  }

  /** Loads a program, in place of the one before. Throws what stands in the way, a `WorkerGone` where the process ends. */
  async load(program: WorkerProgram): Promise<void> {
    this.program = program;
    this.begin();
    await this.ask({ kind: 'load', program }, { ms: 20_000, isWork: true }, (reply) => this.notesHeap(reply, 'loaded'));
  }

  /** Asks for what a runner's settings say or do: its last answer is of this kind. */
  async settingsAsked<K extends 'settings' | 'resolved' | 'transformed'>(request: Request, kind: K): Promise<Extract<Reply, { kind: K }>> {
    const reply = await this.ask(request, { ms: 60_000, isWork: true }, (one) => one.kind === kind);
    return reply as Extract<Reply, { kind: K }>;
  }

  private notesHeap(reply: Reply, kind: 'loaded' | 'captured'): boolean {
    if ('heap' in reply) this.heapInUse = Math.max(this.heapInUse, reply.heap);
    return reply.kind === kind;
  }

  /** Begins anew behind a candidate that was lost: with no more memory than the tests need, the next one of its kind is lost sooner. */
  private async restart(program: WorkerProgram): Promise<void> {
    this.end();
    this.mostHeap = Math.min(mostHeap, 64 + 4 * this.heapInUse);
    await this.load(program);
  }

  /** Starts the process, unless it runs. */
  begin(): void {
    this.options.signal.throwIfAborted();
    if (this.child !== null) return;
    void watch();
    // What tests write where everybody may is theirs to write, too.
    const temporary = join(this.options.folder, 'tmp');
    mkdirSync(temporary, { recursive: true });
    const own = { NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined };
    this.child = fork(this.options.script, [], {
      execArgv: [
        `--max-old-space-size=${this.mostHeap}`,
        '--no-enable-lazy-source-positions',
        '--no-warnings',
        ...(this.options.isFree ? [] : permissions(this.options.folder)),
      ],
      cwd: this.options.cwd ?? process.cwd(),
      env: { ...process.env, ...this.options.environment, ...own, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Ctrl+C is for us: we end it.
      detached: true,
    });
    this.child.on('error', () => undefined);
    if (this.child.pid !== undefined) this.unguard = guard(this.child.pid);
  }

  /** Runs tests as they are. Throws a `WorkerGone` where one ends the process, or never ends. */
  async capture(
    request: CaptureRequest,
    timeoutMs: number,
  ): Promise<{ readonly outcomes: readonly TestOutcome[]; readonly milliseconds: number }> {
    const reply = await this.ask({ kind: 'capture', ...request }, { ms: timeoutMs }, (one) => this.notesHeap(one, 'captured'));
    if (reply.kind !== 'captured') throw new WorkerGone('The worker answered something else.');
    return reply;
  }

  /** Runs a program without tests. Throws a `WorkerGone` where it ends its process, or never ends. */
  async observe(on: Switch, fuel: number, timeoutMs: number): Promise<ObservedRun> {
    const reply = await this.ask({ kind: 'observe', on, fuel }, { ms: timeoutMs }, ({ kind }) => kind === 'observed');
    if (reply.kind !== 'observed') throw new WorkerGone('The worker answered something else.');
    return reply.run;
  }

  /**
   * Tries candidates as long as `leftMs` gives milliseconds, which is asked anew every second; what kills or hangs the process is skipped, and
   * the process begins anew behind it. Those that fail with the first test are not told of one by one. Gives the number of candidates that
   * were tried.
   */
  async try(switches: readonly Switch[], trial: TrialRequest, leftMs: () => number, told: (tried: Tried) => void): Promise<number> {
    let next = 0;
    for (let left = leftMs(); next < switches.length && left > 0; left = leftMs()) {
      const batch = switches.slice(next, next + 256);
      const place = new Map(batch.map(({ number }, i) => [number, i]));
      let reached = 0;
      try {
        const milliseconds = Math.min(left, batchMs);
        const limit = { ms: trial.hangsMs, isWork: true };
        const reply = await this.ask({ kind: 'try', switches: batch, milliseconds, ...trial }, limit, (one) => {
          if (one.kind === 'begun') reached = place.get(one.number) ?? reached;
          if (one.kind === 'tried') told(one);
          return one.kind === 'done';
        });
        if (reply.kind !== 'done') continue;
        next += reply.tried;
        this.workMs += reply.workMs;
      } catch (error) {
        if (!(error instanceof WorkerGone) || this.program === null) throw error;
        next += reached + 1;
        this.workMs += trial.hangsMs;
        await this.restart(this.program);
      }
    }
    return next;
  }

  /** Sends a request and hears replies until one is the last; the time-out begins anew with each. */
  private ask(request: Request, limit: Limit, isLast: (reply: Reply) => boolean): Promise<Reply> {
    const { child } = this;
    if (child?.pid === undefined) return Promise.reject(new WorkerGone('No worker was started.'));
    const process = new OtherProcess(child.pid);
    return new Promise((resolve, reject) => {
      let turns = 0;
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        child.off('message', hear);
        child.off('exit', lost);
        this.options.signal.removeEventListener('abort', cancelled);
        act();
      };
      const fail = (error: Error): void =>
        settle(() => {
          this.end();
          reject(error);
        });
      const lost = (): void => fail(new WorkerGone('The process of the tests ended.'));
      const late = (): void => {
        // Behind what it has said meanwhile comes another answer.
        if (limit.isWork === true && ++turns < mostTurns && process.isKept(limit.ms)) timer.refresh();
        else fail(new WorkerGone('The process of the tests did not answer.'));
      };
      const cancelled = (): void => fail(new Error('Cancelled.'));
      const hear = (reply: Reply): void => {
        if (reply.kind === 'failed') return settle(() => reject(new Error(this.told(reply))));
        if (reply.kind === 'begun') process.hasUsed(reply.usedMs);
        turns = 0;
        timer.refresh();
        if (isLast(reply)) settle(() => resolve(reply));
      };
      const timer = setTimeout(late, limit.ms);
      child.on('message', hear);
      child.on('exit', lost);
      this.options.signal.addEventListener('abort', cancelled);
      child.send(request, (error) => error !== null && lost());
    });
  }

  /** What could not be loaded, with the place behind the first line. */
  private told({ place, message }: Extract<Reply, { kind: 'failed' }>): string {
    const text = place === null ? null : (this.options.placeText?.(place) ?? null);
    return text === null ? message : message.replace(/^\s*.*/, (first) => `${first} (${text})`);
  }

  end(): void {
    this.child?.kill('SIGKILL');
    this.unguard();
    this.unguard = () => {};
    this.child = null;
  }
}

/** Node's permission model: everything may be read; nothing is written but below the folder, and no process is started. */
function permissions(folder: string): readonly string[] {
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  return [flag, '--allow-fs-read=*', `--allow-fs-write=${folder}`];
}
