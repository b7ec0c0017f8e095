/** So long may one file take on a slow machine: its budget is spent long before. */
export const maxFileMs = 600_000;

/** Ends what takes too long: the last resort, which decides nothing that a report says. */
export class FileClock {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly maxMs: number,
    /** Called with one sentence for the user. */
    private readonly onLate: (message: string) => void,
  ) {}

  /** Another file, or another task, begins. */
  begin(): void {
    this.end();
    const sentence = `The analysis took longer than ${this.maxMs / 1000} seconds and was ended.`;
    this.timer = setTimeout(() => this.onLate(sentence), this.maxMs);
    this.timer.unref();
  }

  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
