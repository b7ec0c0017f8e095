import { Refused } from './tool.js';

/** When nothing is said, a call may take so many seconds: clients give up after sixty. */
const usualSeconds = 20;

/** More is never waited for: a day. */
const mostSeconds = 86_400;

/** How long a call that is over may take to end its processes before it is answered all the same, in milliseconds. */
const endingMs = 1000;

/** The outcome of work that has a deadline. */
export type Timely<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'overdue'; readonly seconds: number };

/**
 * Does the work until the client cancels or time is up; the signal that the work gets is aborted then. Rejects with what the work rejects
 * with, and when the client cancels.
 */
export async function inTime<T>(
  seconds: number | undefined,
  cancelled: AbortSignal,
  work: (signal: AbortSignal, milliseconds: number) => Promise<T>,
): Promise<Timely<T>> {
  const given = Math.min(seconds ?? usualSeconds, mostSeconds);
  if (!(given > 0)) throw new Refused('timeoutSeconds must be more than 0.');
  const ending = new AbortController();
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    ending.abort();
  }, given * 1000);
  const cancel = (): void => ending.abort();
  cancelled.addEventListener('abort', cancel, { once: true });
  if (cancelled.aborted) cancel();
  try {
    const working = work(ending.signal, given * 1000);
    const over = new Promise<never>((_resolve, reject) => {
      ending.signal.addEventListener('abort', () => void setTimeout(() => reject(new Error('It did not end.')), endingMs).unref(), {
        once: true,
      });
    });
    return { kind: 'done', value: await Promise.race([working, over]) };
  } catch (error) {
    if (isOverdue && !cancelled.aborted) return { kind: 'overdue', seconds: given };
    throw error;
  } finally {
    clearTimeout(timer);
    cancelled.removeEventListener('abort', cancel);
  }
}
