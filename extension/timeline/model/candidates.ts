import { constraints } from '../../../adapter/dap/querypoints/protocol.js';
import type { Constraint, Place } from '../../../adapter/dap/querypoints/protocol.js';
import type { PackedCandidates } from '../timelineMessages.js';

/** The numbers of candidates that failed each constraint, in the order of `constraints`. */
export type FailedCounts = readonly number[];

const blockSize = 256;

/** The candidates of one point. Of any range of them it is known, without looking at each, how many failed what. */
export class CandidateList {
  /** Of each block the counts of all blocks before it, one after the other. */
  private readonly sums: Uint32Array;
  /** The index of the located one; -1 when it is not listed. */
  readonly located: number;

  constructor(private readonly data: PackedCandidates) {
    const { failed } = data;
    this.located = failed.indexOf(-1);
    const width = constraints.length;
    this.sums = new Uint32Array((Math.floor(failed.length / blockSize) + 1) * width);
    const running = new Uint32Array(width);
    for (let index = 0; index < failed.length; index++) {
      if (index % blockSize === 0) this.sums.set(running, (index / blockSize) * width);
      add(running, failed[index] ?? -1);
    }
    if (failed.length % blockSize === 0) this.sums.set(running, (failed.length / blockSize) * width);
  }

  get count(): number {
    return this.data.failed.length;
  }

  get omitted(): number {
    return this.data.omitted;
  }

  event(index: number): number {
    return this.data.events[index] ?? 0;
  }

  place(index: number): Place | null {
    return this.data.sites[this.data.places[index] ?? -1] ?? null;
  }

  /** null: it is the located one. */
  failed(index: number): Constraint | null {
    return constraints[this.data.failed[index] ?? -1] ?? null;
  }

  /** The index of the first candidate at or after an event, looked for from an index onwards. O(log of the distance). */
  firstFrom(event: number, start = 0): number {
    const { events } = this.data;
    let low = start;
    let step = 1;
    while (low + step < events.length && (events[low + step] ?? 0) < event) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, events.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((events[middle] ?? 0) < event) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Of the candidates from `first` to before `end`. */
  failedIn(first: number, end: number): FailedCounts {
    const after = this.failedBefore(end);
    const before = this.failedBefore(first);
    return Array.from(after, (count, constraint) => count - (before[constraint] ?? 0));
  }

  private failedBefore(index: number): Uint32Array {
    const width = constraints.length;
    const block = Math.floor(index / blockSize);
    const counts = this.sums.slice(block * width, (block + 1) * width);
    for (let at = block * blockSize; at < index; at++) add(counts, this.data.failed[at] ?? -1);
    return counts;
  }

  /** Where the candidates of a range are, the most frequent place first. O(length of the range). */
  placesIn(first: number, end: number): readonly { readonly place: Place; readonly count: number }[] {
    const { sites, places } = this.data;
    const counts = new Uint32Array(sites.length);
    for (let index = first; index < end; index++) counts[places[index] ?? 0] = (counts[places[index] ?? 0] ?? 0) + 1;
    return sites
      .map((place, site) => ({ place, count: counts[site] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }
}

function add(counts: Uint32Array, constraint: number): void {
  if (constraint >= 0) counts[constraint] = (counts[constraint] ?? 0) + 1;
}
