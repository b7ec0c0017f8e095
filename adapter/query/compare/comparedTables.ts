import { diffArrays } from 'diff';
import type { AnswerRow } from '../reader.js';
import { AlignedValues } from './alignedValues.js';
import type { Alignment } from './alignment.js';
import { merged, type MergedRow } from './mergedRows.js';

/** Rows as an engine gives them. */
export interface PlainTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** More insertions and deletions than these are not looked for: the rows are then taken in their order. */
const mostEdits = 10_000;

/**
 * The rows of an own query on two recordings. Rows with an event are the same where their events are aligned; of others as many as possible in
 * the same order, and what stands between them pair by pair where a column is the same.
 */
export function comparedTables(alignment: Alignment, own: PlainTable, other: PlainTable): readonly MergedRow[] {
  const values = new AlignedValues(alignment);
  const columns = [...new Set([...own.columns, ...other.columns])];
  const [ours, theirs] = [rowsOf(own), rowsOf(other)];
  const changes = (a: AnswerRow, b: AnswerRow) => values.changes(columns, a, b);
  const keys = columns.includes('event') ? eventKeys(ours, theirs, values) : orderKeys(ours, theirs, values, columns);
  return merged(ours, theirs, keys.own, keys.other, changes);
}

interface Keys {
  readonly own: readonly string[];
  readonly other: readonly string[];
}

function rowsOf({ columns, rows }: PlainTable): readonly AnswerRow[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}

function eventKeys(own: readonly AnswerRow[], other: readonly AnswerRow[], values: AlignedValues): Keys {
  return {
    own: own.map((row) => String(row['event'])),
    other: other.map((row) => String(values.eventHere(row['event']) ?? `second ${String(row['event'])}`)),
  };
}

function orderKeys(own: readonly AnswerRow[], other: readonly AnswerRow[], values: AlignedValues, columns: readonly string[]): Keys {
  const [ours, theirs] = [own.map((row) => JSON.stringify(values.rowThere(row))), other.map((row) => JSON.stringify(values.rowHere(row)))];
  const keys = { own: own.map((_, index) => `first ${index}`), other: other.map((_, index) => `second ${index}`) };
  const changes = diffArrays(ours, theirs, { maxEditLength: mostEdits }) ?? [
    { count: own.length, removed: true, added: false },
    { count: other.length, removed: false, added: true },
  ];
  let [at, there] = [0, 0];
  let [removed, added] = [0, 0];
  const pairReplaced = (): void => {
    for (let index = 0; index < Math.min(removed, added); index++) {
      const [a, b] = [own[at + index] ?? {}, other[there + index] ?? {}];
      if (Object.keys(values.changes(columns, a, b)).length < columns.length) keys.other[there + index] = `first ${at + index}`;
    }
    [at, there, removed, added] = [at + removed, there + added, 0, 0];
  };
  for (const change of changes) {
    if (change.removed) removed += change.count;
    else if (change.added) added += change.count;
    else {
      pairReplaced();
      for (let index = 0; index < change.count; index++) keys.other[there + index] = `first ${at + index}`;
      [at, there] = [at + change.count, there + change.count];
    }
  }
  pairReplaced();
  return keys;
}
