const { nextTick } = process;
const enqueue = queueMicrotask;

/** Calls an action once at the end of the turn of the event loop that is under way. */
export class EndOfTurn {
  private isExpected = false;

  constructor(private readonly action: () => void) {}

  expect(): void {
    if (this.isExpected) return;
    this.isExpected = true;
    // Node runs what was put off by nextTick when no promise has anything to do any more: after the second time nothing of this turn is left.
    nextTick(() =>
      enqueue(() =>
        nextTick(() => {
          this.isExpected = false;
          this.action();
        }),
      ),
    );
  }
}
