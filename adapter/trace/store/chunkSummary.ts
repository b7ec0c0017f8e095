import type { Order } from './chunkIndex.js';
import type { EventChunk } from './chunks.js';
import { isChange, Kind } from './rowMeaning.js';

/** What is kept of a chunk that was let go: which numbers its rows have, so that a lookup passes over it without reading it again. */
export class ChunkSummary {
  private readonly changed = new Occurring();
  private readonly keys = new Set<number>();
  private readonly sites = new Occurring();
  private readonly activations = new Occurring();
  private readonly begun = new Occurring();
  private readonly made = new Occurring();
  private readonly entered = new Occurring();
  /** A bit for each kind. */
  private kinds = 0;

  constructor({ count, kinds, sites, subjects, keys, activations }: EventChunk) {
    for (let row = 0; row < count; row++) {
      const kind = kinds[row] ?? 0;
      const subject = subjects[row] ?? 0;
      this.kinds |= 1 << kind;
      this.sites.add(sites[row] ?? 0);
      this.activations.add(activations[row] ?? 0);
      if (isChange(kind)) {
        this.changed.add(subject);
        this.keys.add(keys[row] ?? 0);
      } else if (kind === Kind.call || kind === Kind.resume) this.begun.add(subject);
      else if (kind === Kind.allocation) this.made.add(subject);
      else if (kind === Kind.scope) this.entered.add(subject);
    }
  }

  /** Whether it has rows of one of these kinds. */
  hasKindOf(kinds: readonly number[]): boolean {
    return kinds.some((kind) => (this.kinds & (1 << kind)) !== 0);
  }

  /** Whether the chunk may have a row with these values in the first columns of an order. */
  mayHold(order: Order, [first = 0, second]: readonly number[]): boolean {
    switch (order) {
      case 'byPlace':
        return this.changed.mayHave(first) && (second === undefined || this.keys.has(second));
      case 'bySubject':
        return this.changed.mayHave(first);
      case 'byKey':
        return this.keys.has(first);
      case 'bySite':
        return this.sites.mayHave(first);
      case 'byActivation':
        return this.activations.mayHave(first);
      default:
        return this[order].mayHave(first);
    }
  }
}

/** A power of two. A chunk has at most twice as many rows, and numbers follow each other in most of them. */
const mostBits = 1 << 15;

/** Whole numbers, as far as a few words tell them apart: what it does not have was not added. */
class Occurring {
  private readonly bits = new Uint32Array(mostBits >>> 5);
  private least = Infinity;
  private most = -Infinity;

  add(number: number): void {
    if (number < this.least) this.least = number;
    if (number > this.most) this.most = number;
    const bit = number & (mostBits - 1);
    this.bits[bit >>> 5] = (this.bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  mayHave(number: number): boolean {
    const bit = number & (mostBits - 1);
    return number >= this.least && number <= this.most && ((this.bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }
}
