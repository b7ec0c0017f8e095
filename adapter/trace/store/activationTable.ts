/** How an activation ended. `thrown`: an exception left it. */
export type Ending = 'open' | 'exit' | 'thrown';

/** More activations than these no recording has that fits into memory. */
const mostActivations = 1 << 27;

/** Where activations began and ended, by number, in typed arrays; as far as rows were decoded. */
export class ActivationTable {
  /** One more than the event; 0: not known. */
  private begun = new Float64Array(1024);
  /** Of its last exit, of where an exception was seen to have left it, and of the last event that names it. */
  private exits = new Float64Array(1024);
  private thrown = new Float64Array(1024);
  private named = new Float64Array(1024);
  /** Which activation ran when it began. */
  private callers = new Int32Array(1024);
  private last = 0;

  begin(activation: number, event: number, caller: number): void {
    if (!this.reserve(activation) || this.begun[activation] !== 0) return;
    this.begun[activation] = event + 1;
    this.callers[activation] = caller;
    this.last = Math.max(this.last, activation);
    this.name(activation, event);
  }

  /** Control is in an activation, so it has not ended. */
  name(activation: number, event: number): void {
    if (this.reserve(activation) && event + 1 > (this.named[activation] ?? 0)) this.named[activation] = event + 1;
  }

  exit(activation: number, event: number): void {
    this.name(activation, event);
    if (this.reserve(activation) && event + 1 > (this.exits[activation] ?? 0)) this.exits[activation] = event + 1;
  }

  /** An exception has left it, as it seems: what is named later goes on. */
  throwOut(activation: number, event: number): void {
    if (!this.reserve(activation)) return;
    const [known, named] = [this.thrown[activation] ?? 0, this.named[activation] ?? 0];
    if (known === 0 || known <= named || event + 1 < known) this.thrown[activation] = event + 1;
  }

  /** The event of its call; -1 when it is not known. */
  callOf(activation: number): number {
    return (this.begun[activation] ?? 0) - 1;
  }

  /** The event with which it ended, or at which it was seen to have ended; -1 when it did not. */
  endOf(activation: number): number {
    const how = this.howOf(activation);
    return how === 'open' ? -1 : ((how === 'exit' ? this.exits : this.thrown)[activation] ?? 0) - 1;
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
    const [exit, thrown, named] = [this.exits[activation] ?? 0, this.thrown[activation] ?? 0, this.named[activation] ?? 0];
    // A `finally` block goes on behind an exit.
    if (exit !== 0 && exit >= named) return 'exit';
    return thrown !== 0 && thrown >= named ? 'thrown' : 'open';
  }

  private reserve(activation: number): boolean {
    if (activation <= 0 || activation >= mostActivations) return false;
    if (activation < this.begun.length) return true;
    const size = Math.max(activation + 1, this.begun.length * 2);
    const larger = (values: Float64Array): Float64Array<ArrayBuffer> => {
      const grown = new Float64Array(size);
      grown.set(values);
      return grown;
    };
    const callers = new Int32Array(size);
    callers.set(this.callers);
    this.callers = callers;
    [this.begun, this.exits] = [larger(this.begun), larger(this.exits)];
    [this.thrown, this.named] = [larger(this.thrown), larger(this.named)];
    return true;
  }
}
