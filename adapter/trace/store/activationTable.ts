/** How an activation ended. `thrown`: an exception left it. */
export type Ending = 'open' | 'exit' | 'thrown';

/** Numbers of activations from this one on are lies. */
const mostActivations = 1 << 27;

/** So many activations with neighbouring numbers are one page. Where places are only counted, numbers that have rows lie far apart. */
const pageBits = 10;
const pageSize = 1 << pageBits;

/** So many pages there are at most beside those that the rows themselves would fill: 500 MB. What a damaged file names beyond is not noted. */
const mostPages = 12_500;

/** Where activations began and ended, by number, in pages of typed arrays; as far as rows were decoded. */
export class ActivationTable {
  private readonly pages = new Map<number, Page>();
  /** The page that was looked at last: most rows are about neighbours. */
  private lastNumber = -1;
  private lastPage: Page | undefined;
  private last = 0;

  /** `rows`: how many there are in all. */
  constructor(private readonly rows: () => number) {}

  begin(activation: number, event: number, caller: number): void {
    const page = this.made(activation);
    if (page === undefined) return;
    const at = activation & (pageSize - 1);
    if (page.begun[at] !== 0) return;
    page.begun[at] = event + 1;
    page.callers[at] = caller;
    this.last = Math.max(this.last, activation);
    this.name(activation, event);
  }

  /** Control is in an activation, so it has not ended. */
  name(activation: number, event: number): void {
    const page = this.made(activation);
    const at = activation & (pageSize - 1);
    if (page !== undefined && event + 1 > (page.named[at] ?? 0)) page.named[at] = event + 1;
  }

  exit(activation: number, event: number): void {
    this.name(activation, event);
    const page = this.made(activation);
    const at = activation & (pageSize - 1);
    if (page !== undefined && event + 1 > (page.exits[at] ?? 0)) page.exits[at] = event + 1;
  }

  /** An exception has left it, as it seems: what is named later goes on. */
  throwOut(activation: number, event: number): void {
    const page = this.made(activation);
    if (page === undefined) return;
    const at = activation & (pageSize - 1);
    const [known, named] = [page.thrown[at] ?? 0, page.named[at] ?? 0];
    if (known === 0 || known <= named || event + 1 < known) page.thrown[at] = event + 1;
  }

  /** The event of its call; -1 when it is not known. */
  callOf(activation: number): number {
    return (this.known(activation)?.begun[activation & (pageSize - 1)] ?? 0) - 1;
  }

  /** The event with which it ended, or at which it was seen to have ended; -1 when it did not. */
  endOf(activation: number): number {
    const how = this.howOf(activation);
    const page = this.known(activation);
    if (how === 'open' || page === undefined) return -1;
    return ((how === 'exit' ? page.exits : page.thrown)[activation & (pageSize - 1)] ?? 0) - 1;
  }

  /** The activation that ran when it began; 0: none of the program's. */
  callerOf(activation: number): number {
    return this.known(activation)?.callers[activation & (pageSize - 1)] ?? 0;
  }

  /** The highest number of an activation whose call was seen. */
  get highest(): number {
    return this.last;
  }

  howOf(activation: number): Ending {
    const page = this.known(activation);
    if (page === undefined) return 'open';
    const at = activation & (pageSize - 1);
    const [exit, thrown, named] = [page.exits[at] ?? 0, page.thrown[at] ?? 0, page.named[at] ?? 0];
    // A `finally` block goes on behind an exit.
    if (exit !== 0 && exit >= named) return 'exit';
    return thrown !== 0 && thrown >= named ? 'thrown' : 'open';
  }

  private known(activation: number): Page | undefined {
    const number = activation >>> pageBits;
    if (number === this.lastNumber) return this.lastPage;
    const page = this.pages.get(number);
    if (page !== undefined) [this.lastNumber, this.lastPage] = [number, page];
    return page;
  }

  /** The page of an activation, which is made when there is none yet; undefined where the number is a lie. */
  private made(activation: number): Page | undefined {
    if (activation <= 0 || activation >= mostActivations) return undefined;
    const known = this.known(activation);
    if (known !== undefined) return known;
    if (this.pages.size >= mostPages + this.rows() / pageSize) return undefined;
    const page = new Page();
    const number = activation >>> pageBits;
    this.pages.set(number, page);
    [this.lastNumber, this.lastPage] = [number, page];
    return page;
  }
}

/** Activations with neighbouring numbers, in one piece of memory. One more than the event; 0: not known. */
class Page {
  private readonly memory = new ArrayBuffer(pageSize * 36);
  readonly begun = new Float64Array(this.memory, 0, pageSize);
  /** Of its last exit, of where an exception was seen to have left it, and of the last event that names it. */
  readonly exits = new Float64Array(this.memory, pageSize * 8, pageSize);
  readonly thrown = new Float64Array(this.memory, pageSize * 16, pageSize);
  readonly named = new Float64Array(this.memory, pageSize * 24, pageSize);
  /** Which activation ran when it began. */
  readonly callers = new Int32Array(this.memory, pageSize * 32, pageSize);
}
