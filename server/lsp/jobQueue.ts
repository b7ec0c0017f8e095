import type { SessionThread } from './sessionThread.js';
import type { Answer, Request, TaskKind } from './tasks.js';

/** The order of tasks: an answer that somebody waits for, the document that is being edited, other open documents, the rest. */
export const urgency = { question: 0, edited: 1, open: 2, workspace: 3 } as const;
export type Urgency = (typeof urgency)[keyof typeof urgency];

export interface JobOptions {
  /** It may change while the job waits. */
  urgency(): Urgency;
  /** Asked before the task is started, and when it ends without an answer; a job that nobody wants any more answers null. */
  isWanted(): boolean;
}

interface Job extends JobOptions {
  run(): Promise<unknown>;
  resolve(answer: unknown): void;
  reject(failure: unknown): void;
}

/**
 * Gives a thread its tasks, the most urgent first, of equal ones the oldest. A task that is running when something more urgent than it
 * comes is cancelled, and done again later; only questions wait, since they are cheap after the check that they ask about.
 */
export class JobQueue {
  private readonly waiting: Job[] = [];
  private running: Job | null = null;
  private isWorking = false;

  constructor(
    private readonly thread: SessionThread,
    /** Called when the queue begins or ends to have work. */
    private readonly onBusy: (isBusy: boolean) => void,
  ) {}

  /** The task's answer; null when it is not wanted any more. Rejects with a `ThreadFailure`. */
  add<Kind extends TaskKind>(kind: Kind, request: () => Request<Kind>, options: JobOptions): Promise<Answer<Kind> | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({
        urgency: () => options.urgency(),
        isWanted: () => options.isWanted(),
        run: () => this.thread.run(kind, request()),
        resolve: (answer) => resolve(answer as Answer<Kind> | null),
        reject,
      });
      this.review();
      void this.work();
    });
  }

  /** To be called when something changed: stops a task that nobody wants any more, or that has to wait for another. */
  review(): void {
    if (this.running === null) return;
    const current = this.running.urgency();
    const isOvertaken = this.waiting.some((job) => job.urgency() < current && job.urgency() !== urgency.question && job.isWanted());
    if (isOvertaken || !this.running.isWanted()) this.thread.cancel();
  }

  private async work(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    this.onBusy(true);
    for (let job = this.next(); job !== null; job = this.next()) await this.do(job);
    this.isWorking = false;
    this.onBusy(false);
  }

  private async do(job: Job): Promise<void> {
    if (!job.isWanted()) {
      job.resolve(null);
      return;
    }
    this.running = job;
    try {
      const answer = await job.run();
      // Cancelled for something more urgent, and still wanted.
      if (answer === null && job.urgency() !== urgency.question && job.isWanted()) this.waiting.unshift(job);
      else job.resolve(answer);
    } catch (failure) {
      job.reject(failure);
    } finally {
      this.running = null;
    }
  }

  private next(): Job | null {
    let best = -1;
    for (const [index, job] of this.waiting.entries()) {
      const known = this.waiting[best];
      if (known === undefined || job.urgency() < known.urgency()) best = index;
    }
    return this.waiting.splice(best, 1)[0] ?? null;
  }
}
