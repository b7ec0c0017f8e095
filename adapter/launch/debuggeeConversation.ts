import type { FromDebuggee, ToDebuggee } from '../runtime/channel/messages.js';

/** The message that the process is gone, or can no longer be spoken with. */
export interface Gone {
  readonly kind: 'gone';
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What the program has done to the conversation, as a sentence. */
  readonly disturbance: string | null;
}

export type Incoming = FromDebuggee | Gone;

/** The conversation with what was loaded into a program. */
export interface Conversation {
  /** The next message; after the program is gone, that it is. */
  next(): Promise<Incoming>;
  /** The answer of a program that waits. Rejects when it ends meanwhile. */
  ask<T>(request: ToDebuggee): Promise<T>;
  send(request: ToDebuggee): void;
}

/** Messages in the order in which they came, for one reader. */
export class Messages {
  private readonly waiting: ((message: Incoming) => void)[] = [];
  private readonly received: Incoming[] = [];

  deliver(message: Incoming): void {
    const waiting = this.waiting.shift();
    if (waiting === undefined) this.received.push(message);
    else waiting(message);
  }

  next(): Promise<Incoming> {
    const message = this.received.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** The value of the next answer. What is told before it, such as texts that are loaded to write a stack trace, is read after it. */
  async answer<T>(): Promise<T> {
    const told: Incoming[] = [];
    for (;;) {
      const message = await this.next();
      if (message.kind === 'answer') {
        this.received.unshift(...told);
        return message.value as T;
      }
      if (message.kind !== 'text') throw new Error('The program ended while it was looked at.');
      told.push(message);
    }
  }
}
