/** The limits on starting a server again by itself that keeps ending. */
export interface RestartLimits {
  /** Restarts within `windowMs`, after which people are asked. */
  readonly maxRestarts: number;
  readonly windowMs: number;
  /** The pause before the first restart; every further one within the window doubles it. */
  readonly firstDelayMs: number;
}

export const restartLimits: RestartLimits = { maxRestarts: 5, windowMs: 180_000, firstDelayMs: 500 };

/**
 * When to start a server again that has ended by itself. A fault that comes once a day is repaired without a word; one that comes
 * at every start must not keep the machine busy, and ends in one question.
 */
export class RestartPolicy {
  private restarts: readonly number[] = [];

  constructor(private readonly limits: RestartLimits = restartLimits) {}

  /** The server has ended at the time `nowMs`: how long to wait before it is started again, or null when it should stay as it is. */
  delayAfterEnd(nowMs: number): number | null {
    const { maxRestarts, windowMs, firstDelayMs } = this.limits;
    this.restarts = this.restarts.filter((time) => nowMs - time < windowMs);
    if (this.restarts.length >= maxRestarts) return null;
    const delayMs = firstDelayMs * 2 ** this.restarts.length;
    this.restarts = [...this.restarts, nowMs];
    return delayMs;
  }

  /** Someone asked for the server: whatever happened before is forgotten. */
  reset(): void {
    this.restarts = [];
  }
}
