import { Worker } from 'node:worker_threads';
import { InternalError } from '../base/errors.js';
import { prepareEngine } from '../threads/engine.js';
import { FileClock, maxFileMs } from '../threads/fileClock.js';
import type { ReadProblem } from '../check/project.js';
import type { Answer, Buffer, Order, OrderOf, Reply, Request, TaskKind, ThreadData } from './tasks.js';

/** The thread died of a task, or the task failed in it; `message` is one sentence for the user. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
}

/** As in the command's thread: programs nest deeply, and recursive descent follows them. */
const resourceLimits = { stackSizeMb: 256, maxOldGenerationSizeMb: 3000 };

/** The texts of open documents, for a thread that does not know them. */
export interface Buffers {
  all(): readonly Buffer[];
  of(file: string): Buffer;
}

/** Hears what a thread finds out beside its answers. */
export interface ThreadListener {
  /** Open documents (as files) whose last check in this thread is out of date, because of what they import. */
  stale(files: readonly string[]): void;
  /** Files that a check looked for, are there and could not be read. */
  unreadable(files: readonly ReadProblem[]): void;
}

interface Running {
  readonly id: number;
  readonly finish: (answer: unknown) => void;
  readonly fail: (failure: ThreadFailure) => void;
}

/** A thread that does one task after the other. It is started when it is first needed, and again after it died. */
export class SessionThread {
  private worker: Worker | null = null;
  private running: Running | null = null;
  private lastId = 0;
  private readonly cancelled = new Int32Array(new SharedArrayBuffer(4));
  /** Changed since the thread was last told. */
  private readonly changedFiles = new Set<string>();
  private isClosed = false;
  private readonly clock = new FileClock(maxFileMs, (late) => {
    const { worker } = this;
    if (worker === null) return;
    this.died(worker, late);
    void worker.terminate();
  });

  constructor(
    private readonly buffers: Buffers,
    private readonly listener: ThreadListener,
  ) {}

  /** It was started, and has not ended. */
  get isAlive(): boolean {
    return this.worker !== null;
  }

  /** The next task will know the newest text of the file. */
  changed(file: string): void {
    if (this.worker !== null) this.changedFiles.add(file);
  }

  /** Rejects with a `ThreadFailure`. */
  run<Kind extends TaskKind>(kind: Kind, request: Request<Kind>): Promise<Answer<Kind>> {
    if (this.running !== null) throw new InternalError('a thread has been given two tasks at once');
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.running = { id, finish: (answer) => resolve(answer as Answer<Kind>), fail: reject };
      if (this.isClosed) {
        this.fail('The language server is shutting down.');
        return;
      }
      this.clock.begin();
      const order: OrderOf<Kind> = { id, kind, request, buffers: this.news() };
      this.started().postMessage(order satisfies OrderOf<Kind> as unknown as Order);
    });
  }

  /** Asks the running task to answer null soon; it may still finish. */
  cancel(): void {
    if (this.running !== null) Atomics.store(this.cancelled, 0, this.running.id);
  }

  /** Ends the thread if it has nothing to do; the next task starts another one, which knows nothing yet. */
  rest(): void {
    if (this.running !== null || this.worker === null) return;
    const { worker } = this;
    this.worker = null;
    void worker.terminate();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.worker?.terminate();
  }

  /** What the thread does not know yet: everything, if it is yet to be started. */
  private news(): readonly Buffer[] {
    if (this.worker === null) return this.buffers.all();
    const files = [...this.changedFiles];
    this.changedFiles.clear();
    return files.map((file) => this.buffers.of(file));
  }

  private started(): Worker {
    if (this.worker !== null) return this.worker;
    const workerData: ThreadData = { cancelled: this.cancelled.buffer as SharedArrayBuffer };
    prepareEngine();
    const worker = new Worker(new URL('./sessionWorker.js', import.meta.url), { workerData, resourceLimits });
    this.worker = worker;
    this.changedFiles.clear();
    worker.on('message', (reply: Reply) => this.receive(reply));
    worker.on('error', (error) => this.died(worker, deathText(error)));
    worker.on('exit', (code) => this.died(worker, `The analysis ended unexpectedly (code ${code}).`));
    return worker;
  }

  private receive(reply: Reply): void {
    const { running } = this;
    if (reply.kind === 'answer') {
      if (reply.stale.length > 0) this.listener.stale(reply.stale);
      if (reply.unreadable.length > 0) this.listener.unreadable(reply.unreadable);
    }
    if (running === null || running.id !== reply.id) return;
    if (reply.kind === 'failure') {
      this.fail(reply.message);
      return;
    }
    this.running = null;
    this.clock.end();
    running.finish(reply.answer);
  }

  private died(worker: Worker, message: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.fail(message);
  }

  private fail(message: string): void {
    const { running } = this;
    this.running = null;
    this.clock.end();
    running?.fail(new ThreadFailure(message));
  }
}

function deathText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'The analysis needs more memory than it may use.';
  if (error instanceof RangeError && error.message.includes('call stack')) return 'The program is nested too deeply to be analysed.';
  return `The analysis failed: ${error instanceof Error ? error.message : String(error)}`;
}
