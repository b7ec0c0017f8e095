const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A signal that wants the command to end, until it is over: for a command that has processes or threads to end. No signal is heard while this
 * thread computes: a command that only does so leaves them to Node, which ends it at once.
 */
export class Cancelling {
  private readonly controller = new AbortController();
  private readonly cancel = (): void => this.controller.abort();

  constructor(isHeard = true) {
    if (isHeard) for (const signal of signals) process.on(signal, this.cancel);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  over(): void {
    for (const signal of signals) process.removeListener(signal, this.cancel);
  }
}
