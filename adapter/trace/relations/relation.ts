import type { RelationShape } from './schema.js';

/** What a column holds in a row: a whole number, a number, a text, or nothing. */
export type Cell = number | string | null;

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/** A condition on a column of a relation. */
export interface Constraint {
  /** The number of the column in the relation's shape. */
  readonly column: number;
  readonly comparison: Comparison;
  /** undefined: not known yet; only `estimate` is asked so. */
  readonly value: Cell | undefined;
}

/** How much a relation has to read where some constraints are given. */
export interface Estimate {
  /** How many rows `open` will give, about. */
  readonly rows: number;
  /** Whether it is certainly at most one. */
  readonly isUnique: boolean;
}

/** Goes through rows of a relation. */
export interface Cursor {
  /** Goes to the next row, at first to the first one; false: there is none. */
  next(): boolean;
  /** What the row has in the column of this number. */
  cell(column: number): Cell;
}

/** A relation of a recording, as engines ask it. Its rows come out of the recording when they are asked for: nothing is imported. */
export interface Relation {
  readonly shape: RelationShape;
  /** Whether rows come in the order of the first column. */
  readonly isOrdered: boolean;
  estimate(constraints: readonly Constraint[]): Estimate;
  /** Goes through all rows that meet the constraints. There may be others among them: it reads by one index, and who asks tests the rest. */
  open(constraints: readonly Constraint[]): Cursor;
}
