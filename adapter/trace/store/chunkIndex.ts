import { bytesOf, type EventChunk, type NarrowIntegers } from './chunks.js';
import { isChange, Kind } from './rowMeaning.js';

/** What rows are found by. */
export type Order = 'byPlace' | 'bySubject' | 'byKey' | 'bySite' | 'byActivation' | 'begun' | 'made' | 'entered';

/** A chunk with what finds rows in it. Each order is made when it is asked for. */
export class IndexedChunk {
  private orders = new Map<string, SortedRows>();

  /** `grows` is told how many bytes an order takes that is made. */
  constructor(
    readonly columns: EventChunk,
    private readonly grows: (bytes: number) => void = () => {},
  ) {
    this.size = bytesOf(columns);
  }

  private size: number;

  /** How many bytes it takes, with the orders that were made. */
  get bytes(): number {
    return this.size;
  }

  get byPlace(): SortedRows {
    return this.order('place', [this.columns.subjects, this.columns.keys], isChange);
  }

  get bySubject(): SortedRows {
    return this.order('subject', [this.columns.subjects], isChange);
  }

  get byKey(): SortedRows {
    return this.order('key', [this.columns.keys], isChange);
  }

  get bySite(): SortedRows {
    return this.order('site', [this.columns.sites], () => true);
  }

  get byActivation(): SortedRows {
    return this.order('activation', [this.columns.activations], () => true);
  }

  /** Where activations begin and go on. */
  get begun(): SortedRows {
    return this.order('begun', [this.columns.subjects], (kind) => kind === Kind.call || kind === Kind.resume);
  }

  /** Where objects are made. */
  get made(): SortedRows {
    return this.order('made', [this.columns.subjects], (kind) => kind === Kind.allocation);
  }

  /** Where scopes are entered. */
  get entered(): SortedRows {
    return this.order('entered', [this.columns.subjects], (kind) => kind === Kind.scope);
  }

  private order(name: string, by: readonly NarrowIntegers[], isWanted: (kind: number) => boolean): SortedRows {
    let order = this.orders.get(name);
    if (order === undefined) {
      const { kinds } = this.columns;
      order = SortedRows.of(this.columns, by, (row) => isWanted(kinds[row] ?? 0));
      this.orders.set(name, order);
      this.size += order.rows.byteLength;
      this.grows(order.rows.byteLength);
    }
    return order;
  }
}

/** Rows of a chunk in the order of some columns, and of their events where those are equal: what has a value is found by halving. */
class SortedRows {
  private constructor(
    readonly rows: Int32Array,
    private readonly columns: readonly NarrowIntegers[],
  ) {}

  /** Sorts the rows that `isWanted` accepts. Cost: a few passes over the chunk, no comparisons. */
  static of({ count }: EventChunk, columns: readonly NarrowIntegers[], isWanted: (row: number) => boolean): SortedRows {
    let rows = new Int32Array(count);
    let length = 0;
    for (let row = 0; row < count; row++) if (isWanted(row)) rows[length++] = row;
    rows = rows.slice(0, length);
    for (const column of columns.toReversed()) rows = sortedBy(column, rows);
    return new SortedRows(rows, columns);
  }

  /** Where the rows begin, and where they end, that have these values in the first columns. */
  range(values: readonly number[]): readonly [from: number, to: number] {
    return [this.boundary(values, false), this.boundary(values, true)];
  }

  private boundary(values: readonly number[], isAfter: boolean): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.compare(this.rows[middle] ?? 0, values);
      if (order < 0 || (isAfter && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private compare(row: number, values: readonly number[]): number {
    for (let at = 0; at < values.length; at++) {
      const difference = (this.columns[at]?.[row] ?? 0) - (values[at] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** The rows in the order of a column of whole numbers; stable. Two passes of 16 bits each. */
function sortedBy(column: NarrowIntegers, rows: Int32Array): Int32Array<ArrayBuffer> {
  const low = distributed(rows, (row) => (column[row] ?? 0) & 0xffff);
  return distributed(low, (row) => ((column[row] ?? 0) >> 16) + 0x8000);
}

function distributed(rows: Int32Array, digitOf: (row: number) => number): Int32Array<ArrayBuffer> {
  const starts = new Int32Array(0x10001);
  for (let at = 0; at < rows.length; at++) {
    const digit = digitOf(rows[at] ?? 0) + 1;
    starts[digit] = (starts[digit] ?? 0) + 1;
  }
  for (let digit = 0; digit < 0x10000; digit++) starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
  const sorted = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const digit = digitOf(row);
    const to = starts[digit] ?? 0;
    sorted[to] = row;
    starts[digit] = to + 1;
  }
  return sorted;
}
