import { Kind } from './rowMeaning.js';
import type { TraceStore } from './traceStore.js';

/** A function that was called so often is taken to run always. */
const mostActivations = 100_000;

/** The activations of one function in the order of their calls: when each began, and when the last ended of those up to it. */
interface Times {
  readonly begun: number[];
  readonly ended: number[];
}

/** When functions were running or waiting, by the sites of their entries. */
export class ActivationTimes {
  private read: ReadonlyMap<number, Times> | null = null;

  /** `entries`: of which functions; asked for once, when the first question comes. */
  constructor(
    private readonly store: TraceStore,
    private readonly entries: () => Iterable<number>,
  ) {}

  /** Whether an activation of a function was running or waiting between two events. */
  mayRun(entry: number, after: number, before: number): boolean {
    // Calls in which nothing was recorded are not in the file.
    const counted = this.store.source.counts.get(entry);
    if (counted !== undefined && after < (counted.until ?? Infinity)) return true;
    const { begun, ended } = this.timesOf(entry);
    if (begun.length > mostActivations) return true;
    let [low, high] = [0, begun.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((begun[middle] ?? 0) < before) low = middle + 1;
      else high = middle;
    }
    return low > 0 && (ended[low - 1] ?? 0) > after;
  }

  private timesOf(entry: number): Times {
    this.read ??= this.readAll();
    return this.read.get(entry) ?? { begun: [], ended: [] };
  }

  /** All in one pass: to look each function up would decode every frame as often as there are functions. */
  private readAll(): ReadonlyMap<number, Times> {
    const all = new Map([...this.entries()].map((entry) => [entry, { begun: [] as number[], ended: [] as number[] }] as const));
    const activations = new Map([...all.keys()].map((entry) => [entry, [] as number[]] as const));
    for (const row of all.size === 0 ? [] : this.store.ofKind(Kind.call, 0, Infinity)) {
      const begun = all.get(row.site)?.begun;
      if (begun === undefined || begun.length > mostActivations) continue;
      begun.push(row.event);
      activations.get(row.site)?.push(row.subject);
    }
    // The ends are known when all has been read.
    for (const [entry, { ended }] of all)
      for (const activation of activations.get(entry) ?? [])
        ended.push(Math.max(ended.at(-1) ?? -1, this.store.source.endOf(activation)?.event ?? Infinity));
    return all;
  }
}
