import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AskedOfRun, ComparedPoint } from './compareProviders.js';

/** What is asked of a recording, and how much of the run is in it. */
export interface BoundedQuestion {
  readonly asked: AskedOfRun;
  /** Passages of a place in full; null: all. */
  readonly budget: number | null;
}

/** What came of it: the points, why there are none, or that the bound came first. */
export type BoundedAnswer =
  | { readonly kind: 'points'; readonly points: readonly ComparedPoint[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stalled' };

const answering = fileURLToPath(new URL('answeringProcess.ts', import.meta.url));

/**
 * Recordings made and asked in a process of their own, because an answer that takes for ever never yields to a timer. One that takes
 * longer than the bound is told as such, and its process is ended.
 */
export class BoundedAnswers {
  private process: ChildProcess | null = null;

  /** The bound, for recording and asking together, in milliseconds. */
  constructor(private readonly mostMs: number) {}

  async answer(question: BoundedQuestion): Promise<BoundedAnswer> {
    this.process ??= fork(answering, { execArgv: ['--import=tsx'] });
    const { process: child } = this;
    const bound = new AbortController();
    const timer = setTimeout(() => bound.abort(), this.mostMs);
    try {
      child.send(question);
      const { signal } = bound;
      const ended = once(child, 'exit', { signal }).then(() => [{ kind: 'failed', reason: 'The process of the answer ended.' }]);
      const [answer] = (await Promise.race([once(child, 'message', { signal }), ended])) as [BoundedAnswer];
      if (child.exitCode !== null) this.end();
      return answer;
    } catch (error) {
      if (!bound.signal.aborted) throw error;
      this.end();
      return { kind: 'stalled' };
    } finally {
      clearTimeout(timer);
      bound.abort();
    }
  }

  end(): void {
    this.process?.kill('SIGKILL');
    this.process = null;
  }
}
