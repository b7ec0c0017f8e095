import { newFloats, newIntegers } from '../realm/intrinsics.js';
import type { KeptEvent } from './lastEvents.js';
import type { Visit } from '../rows/pageArchive.js';

/** Where the last events of objects are, by the object's number less `first`. */
export interface LastTable {
  readonly first: number;
  readonly capacity: number;
  /** For each object: site and tag, the hit of its site, count. */
  readonly columns: Int32Array;
  readonly times: Float64Array;
}

/**
 * The last event of each object, where one property is asked about and no value told: a few stores to memory that the object's number
 * leads to, which is less than to write a row and to read it again.
 */
export function createLastTable(first: number, capacity: number): LastTable {
  return { first, capacity, columns: newIntegers(capacity * 4), times: newFloats(capacity) };
}

/** A table that is as large as the system allows. It gives pages when they are first written to. */
export function createLargeTable(first: number, wanted: number): LastTable {
  try {
    return createLastTable(first, wanted);
  } catch (error) {
    if (wanted === 1) throw error;
    return createLargeTable(first, wanted >> 1);
  }
}

/** Whether there was room. */
export function noteLast(table: LastTable, word: number, subject: number, occurrence: number, time: number): boolean {
  const { first, capacity, columns, times } = table;
  const row = subject - first;
  if (row >= capacity) return false;
  columns[row * 4] = word;
  columns[row * 4 + 1] = occurrence;
  columns[row * 4 + 2] = (columns[row * 4 + 2] ?? 0) + 1;
  times[row] = time;
  return true;
}

/** Events in no order, with how many of the same object there were. `end`: the number after the last object's. */
export function visitTable({ first, capacity, columns, times }: LastTable, end: number, key: number, visit: Visit): void {
  for (let row = 0; row < capacity && first + row < end; row++) {
    const count = columns[row * 4 + 2] ?? 0;
    if (count > 0) visit(times[row] ?? 0, (columns[row * 4] ?? 0) >> 4, first + row, key, 0, count);
  }
}

/** The last event of an object that happened at `ordinal`; undefined where the table has none. Looks at every row. */
export function findInTable({ first, capacity, columns, times }: LastTable, ordinal: number, key: number): KeptEvent | undefined {
  let row = 0;
  while (row < capacity && !(times[row] === ordinal && columns[row * 4 + 2] !== 0)) row++;
  if (row === capacity) return undefined;
  const word = columns[row * 4] ?? 0;
  const [occurrence = 0, count = 0] = [columns[row * 4 + 1], columns[row * 4 + 2]];
  return { ordinal, site: word >> 4, tag: word & 15, payload: 0, subject: first + row, key, occurrence, count };
}
