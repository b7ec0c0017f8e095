import { Worker } from 'node:worker_threads';
import type { PauseCondition, PauseRequest } from '../../server/check/pauseConditions.js';

/** One file may take so long. */
const budgetMs = 10_000;

/** Programs nest deeply and recursive descent follows them. */
const resourceLimits = { stackSizeMb: 256, maxOldGenerationSizeMb: 2000 };

/** The static analysis, in a thread of its own, one file after the other; a file that it cannot do within its budget has no conditions. */
export class ConditionThread {
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** `program`: the file of the thread. */
  constructor(private readonly program: string) {}

  find(request: PauseRequest): Promise<readonly PauseCondition[]> {
    const found = this.last.then(() => this.ask(request));
    this.last = found;
    return found;
  }

  private ask(request: PauseRequest): Promise<readonly PauseCondition[]> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve) => {
      const end = (found: readonly PauseCondition[]) => {
        clearTimeout(timer);
        worker.removeAllListeners();
        worker.unref();
        resolve(found);
      };
      const giveUp = () => {
        this.worker = null;
        end([]);
        worker.on('error', () => {});
        void worker.terminate();
      };
      const timer = setTimeout(giveUp, budgetMs);
      worker.ref();
      worker.on('message', end);
      worker.on('error', giveUp);
      worker.on('exit', giveUp);
      worker.postMessage(request);
    });
  }

  private start(): Worker {
    return new Worker(this.program, { resourceLimits });
  }
}
