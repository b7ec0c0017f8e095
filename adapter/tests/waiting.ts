import { workClock } from './work.js';

/** How long tests wait. */
export interface WaitLimits {
  /** Milliseconds in all, where a test does not say less. */
  readonly timeoutMs: number;
  /** Milliseconds in which the process has nothing left to do but to wait. */
  readonly idleMs: number;
  /** Whether an exception that nobody catches fails the test that runs. */
  readonly hearsUncaught: boolean;
}

/** Programs replace these by clocks of their own. */
const { setTimeout, clearTimeout } = globalThis;

const turnMs = 2;

/** A test that takes longer than it may by its own word. */
class TestTimedOut extends Error {
  override readonly name = 'TestTimedOut';
}

/** A test that takes longer than we wait. */
class TestGivenUp extends Error {
  override readonly name = 'TestGivenUp';
}

/**
 * The value of a promise that a test waits for. Throws where it does not come in time, or where nothing is left that could bring it.
 * `ownMs`: the milliseconds that the test allows itself; it may change that while it runs.
 */
export function waited(
  promise: PromiseLike<unknown>,
  { timeoutMs, idleMs, hearsUncaught }: WaitLimits,
  ownMs: () => number | null,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let idleSince: number | null = null;
    // On a busy machine nobody is late for want of a processor.
    const now = workClock();
    const late = (own: number): Error =>
      own <= timeoutMs
        ? new TestTimedOut(`The test did not end within its ${own} milliseconds.`)
        : new TestGivenUp(`The test was given up after ${timeoutMs} milliseconds.`);
    const look = (): void => {
      const at = now();
      idleSince = isIdle() ? (idleSince ?? at) : null;
      const own = ownMs() ?? Infinity;
      if (at >= Math.min(own, timeoutMs)) return fail(late(own));
      if (idleSince !== null && at - idleSince >= idleMs) return fail(new Error('The test waits for something that never comes.'));
      timer = setTimeout(look, Math.min(turnMs, timeoutMs));
      // What only looks keeps nothing busy.
      timer.unref();
    };
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      process.off('uncaughtException', fail);
      process.off('unhandledRejection', fail);
      act();
    };
    const fail = (error: unknown): void => settle(() => reject(error as Error));
    let timer = setTimeout(look, Math.min(turnMs, timeoutMs));
    timer.unref();
    if (hearsUncaught) {
      process.on('uncaughtException', fail);
      process.on('unhandledRejection', fail);
    }
    promise.then((value) => settle(() => resolve(value)), fail);
  });
}

/** Whether nothing is open but the channel to whoever started the process. Node does not tell of the work of its other threads. */
export const isIdle = (): boolean => process.getActiveResourcesInfo().every((name) => name.startsWith('Pipe'));
