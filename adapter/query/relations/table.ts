import type { ColumnReader } from '../../trace/relations/tableRelation.js';

/** Rows of a relation by number, and how their columns are read. A column that is left out has nothing. */
export interface Table {
  readonly count: number;
  readonly columns: Readonly<Record<string, ColumnReader>>;
  /** The columns that are worth an index. */
  readonly indexed?: readonly string[];
  /** Whether no value is twice in the first column; yes when left out. */
  readonly isKeyed?: boolean;
}

/** Events from one on and before another: the rows of a relation that belong to them. */
export interface EventRange {
  readonly from: number;
  readonly to: number;
}
