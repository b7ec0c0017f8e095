const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A signal that wants the command to end, until it is over: for a command that has processes or threads to end. No signal is heard while this
 * thread computes: a command that only does so leaves them to Node, which ends it at once.
 */
export class Cancelling {
  private readonly controller = new AbortController();
  private readonly hear = (name: NodeJS.Signals): void => this.heard(name);

  constructor(isHeard = true) {
    if (isHeard) for (const signal of signals) process.on(signal, this.hear);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  over(): void {
    for (const signal of signals) process.removeListener(signal, this.hear);
  }

  protected heard(_name: NodeJS.Signals): void {
    this.controller.abort();
  }
}

/** One Ctrl+C comes twice where npm runs us: from the terminal, and from npm. In milliseconds. */
const sameMs = 300;

/** The same for a command that runs a program: the first Ctrl+C is the program's, which may come to its own end. */
export class Interrupting extends Cancelling {
  private readonly interruption = new AbortController();
  private interruptedAt = 0;

  get interrupt(): AbortSignal {
    return this.interruption.signal;
  }

  protected override heard(name: NodeJS.Signals): void {
    const now = Date.now();
    if (name !== 'SIGINT') return super.heard(name);
    if (this.interruption.signal.aborted) return now - this.interruptedAt < sameMs ? undefined : super.heard(name);
    this.interruptedAt = now;
    this.interruption.abort();
  }
}
