import { Worker } from 'node:worker_threads';
import type { RunTask, RunTaskAnswers } from '../../server/threads/conditionsWorker.js';

/** One question may take so long. */
const usualBudgetMs = 10_000;

/** Programs nest deeply and recursive descent follows them. */
const resourceLimits = { stackSizeMb: 256, maxOldGenerationSizeMb: 2000 };

/** The static analysis, in a thread of its own, one question after the other. */
export class AnalysisThread {
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  /** The files that took too long: what is asked of them again would, too. */
  private readonly late = new Set<string>();

  /** `program`: the file of the thread. */
  constructor(
    private readonly program: string,
    private readonly budgetMs = usualBudgetMs,
  ) {}

  /** Null when it cannot be answered, or not within its budget. */
  ask<Kind extends RunTask['kind']>(
    kind: Kind,
    request: Extract<RunTask, { readonly kind: Kind }>['request'],
  ): Promise<RunTaskAnswers[Kind] | null> {
    const answered = this.last.then(() => this.send({ kind, request } as RunTask));
    this.last = answered;
    return answered as Promise<RunTaskAnswers[Kind] | null>;
  }

  /** Ends the thread, whatever it does. */
  end(): void {
    const { worker } = this;
    this.worker = null;
    worker?.on('error', () => {});
    void worker?.terminate();
  }

  private send(task: RunTask): Promise<unknown> {
    const { file } = task.request;
    if (this.late.has(file)) return Promise.resolve(null);
    const worker = (this.worker ??= new Worker(this.program, { resourceLimits }));
    return new Promise((resolve) => {
      const end = (answer: unknown): void => {
        clearTimeout(timer);
        // Removing all listeners would remove Node's own.
        worker.off('message', end).off('error', giveUp).off('exit', giveUp).unref();
        resolve(answer);
      };
      const giveUp = (): void => {
        end(null);
        if (this.worker === worker) this.end();
      };
      const timer = setTimeout(() => {
        this.late.add(file);
        giveUp();
      }, this.budgetMs);
      worker.ref();
      worker.on('message', end);
      worker.on('error', giveUp);
      worker.on('exit', giveUp);
      worker.postMessage(task);
    });
  }
}
