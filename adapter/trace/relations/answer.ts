/** What a query is answered: `whence.query/1` without its name and its time. */
export interface Answer {
  readonly columns: readonly string[];
  /** The first rows, each a value for each column: JSON. */
  readonly rows: readonly (readonly unknown[])[];
  /** How many rows there are, those that are not given included. */
  readonly total: number;
  /** What a query has written by itself. */
  readonly output?: string;
}

/** What a query may use. Whoever runs the thread measures the time. */
export interface QueryLimits {
  /** How many rows are given. */
  readonly rows: number;
  readonly megabytes: number;
}
