/** How an activation ended. `thrown`: an exception left it. */
export type Ending = 'open' | 'exit' | 'thrown';

const endings: readonly Ending[] = ['open', 'exit', 'thrown'];

/** More activations than these no recording has that fits into memory. */
const mostActivations = 1 << 27;

/** Where activations began and ended, by number, in typed arrays; as far as rows were decoded. */
export class ActivationTable {
  /** One more than the event; 0: not known. */
  private begun = new Float64Array(1024);
  private ended = new Float64Array(1024);
  private how = new Uint8Array(1024);
  /** Which activation ran when it began. */
  private callers = new Int32Array(1024);
  private last = 0;

  begin(activation: number, event: number, caller: number): void {
    if (!this.reserve(activation) || this.begun[activation] !== 0) return;
    this.begun[activation] = event + 1;
    this.callers[activation] = caller;
    this.last = Math.max(this.last, activation);
  }

  end(activation: number, event: number, how: Ending): void {
    if (!this.reserve(activation) || this.ended[activation] !== 0) return;
    this.ended[activation] = event + 1;
    this.how[activation] = endings.indexOf(how);
  }

  /** The event of its call; -1 when it is not known. */
  callOf(activation: number): number {
    return (this.begun[activation] ?? 0) - 1;
  }

  /** The event with which it ended, or at which it was seen to have ended; -1 when it did not. */
  endOf(activation: number): number {
    return (this.ended[activation] ?? 0) - 1;
  }

  /** The activation that ran when it began; 0: none of the program's. */
  callerOf(activation: number): number {
    return this.callers[activation] ?? 0;
  }

  /** The highest number of an activation whose call was seen. */
  get highest(): number {
    return this.last;
  }

  howOf(activation: number): Ending {
    return endings[this.how[activation] ?? 0] ?? 'open';
  }

  private reserve(activation: number): boolean {
    if (activation <= 0 || activation >= mostActivations) return false;
    if (activation < this.how.length) return true;
    const size = Math.max(activation + 1, this.how.length * 2);
    const [begun, ended, how, callers] = [new Float64Array(size), new Float64Array(size), new Uint8Array(size), new Int32Array(size)];
    begun.set(this.begun);
    ended.set(this.ended);
    how.set(this.how);
    callers.set(this.callers);
    [this.begun, this.ended, this.how, this.callers] = [begun, ended, how, callers];
    return true;
  }
}
