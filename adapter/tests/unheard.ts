import { AsyncLocalStorage } from 'node:async_hooks';

/** An exception that nobody has caught, or a rejection that nobody handles. */
interface Unheard {
  /** What had begun it; undefined where that is not known. */
  readonly of: object | undefined;
  readonly error: unknown;
}

/** Programs replace these by clocks of their own. */
const { setTimeout, setImmediate } = globalThis;
const now = performance.now.bind(performance);

const turnMs = 2;

/** What nobody has caught since somebody asked last: runners of tests fail by it, also behind the end of the test that began it. */
export class UnheardErrors {
  private readonly beginner = new AsyncLocalStorage<object>();
  private noted: Unheard[] = [];

  /** Hears everything from now on. */
  listen(): void {
    const note = (error: unknown): void => void this.noted.push({ of: this.beginner.getStore(), error });
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
  }

  /** Begins something; what it leaves behind is known as its own. */
  begunBy<T>(who: object, act: () => T): T {
    return this.beginner.run(who, act);
  }

  /** Nobody asks any more who has begun what: to know it takes time. */
  forgetBeginners(): void {
    this.beginner.disable();
  }

  /** What was noted until now; it is noted no longer. */
  taken(): readonly Unheard[] {
    const { noted } = this;
    this.noted = [];
    return noted;
  }
}

/** Lets what only promises have begun come to its end. */
export const turnOfLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Waits until nothing is open, but not longer than so many milliseconds. */
export async function untilQuiet(isIdle: () => boolean, mostMs: number): Promise<void> {
  await turnOfLoop();
  const began = now();
  while (!isIdle() && now() - began < mostMs) await new Promise((resolve) => void setTimeout(resolve, turnMs));
  await turnOfLoop();
}
