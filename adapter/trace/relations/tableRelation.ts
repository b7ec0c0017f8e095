import type { Cell, Constraint, Cursor, Estimate, Relation } from './relation.js';
import type { RelationShape } from './schema.js';

/** What a table holds in a column, by the number of the row. */
export type ColumnReader = (row: number) => Cell;

/** The rows of one value, ascending. */
type Index = ReadonlyMap<Cell, readonly number[]>;

/**
 * A relation whose rows have numbers from 0 and are in memory, or computed from the number. A first column of numbers ascends, so that
 * ranges of it are found by halving; other columns that `indexed` names get an index of their values at first use.
 */
export class TableRelation implements Relation {
  readonly isOrdered = true;
  private readonly indexes = new Map<number, Index>();
  private readonly indexed: ReadonlySet<number>;

  constructor(
    readonly shape: RelationShape,
    private readonly count: number,
    private readonly columns: readonly ColumnReader[],
    indexed: readonly string[] = [],
    /** Whether no value is twice in the first column. */
    private readonly isKeyed = true,
  ) {
    this.indexed = new Set(indexed.map((name) => shape.columns.findIndex((column) => column.name === name)));
  }

  estimate(constraints: readonly Constraint[]): Estimate {
    const isUnique = this.isKeyed && constraints.some(({ column, comparison }) => column === 0 && comparison === '=');
    if (isUnique) return { rows: 1, isUnique };
    const equal = this.indexable(constraints)
      .map(({ column }) => this.index(column))
      .map((index) => this.count / Math.max(1, index.size));
    const ranges = this.bounds(constraints).length;
    // A bound leaves a third of the rows: so SQLite guesses for its own tables, too.
    return { rows: Math.max(1, Math.min(this.count, ...equal) / 3 ** Math.min(2, ranges)), isUnique };
  }

  open(constraints: readonly Constraint[]): Cursor {
    let [from, to] = [0, this.count];
    for (const constraint of this.bounds(constraints)) [from, to] = this.narrowed(constraint, from, to);
    let rows: readonly number[] | null = null;
    for (const { column, value } of this.indexable(constraints)) {
      const found = this.index(column).get(value ?? null) ?? [];
      if (rows === null || found.length < rows.length) rows = found;
    }
    return rows === null ? new RangeCursor(this.columns, from, to) : new ListCursor(this.columns, rows, from, to);
  }

  private bounds(constraints: readonly Constraint[]): readonly Constraint[] {
    return constraints.filter(({ column }) => column === 0 && this.shape.columns[0]?.type === 'integer');
  }

  private indexable(constraints: readonly Constraint[]): readonly Constraint[] {
    return constraints.filter(({ column, comparison }) => comparison === '=' && this.indexed.has(column));
  }

  private index(column: number): Index {
    let index = this.indexes.get(column);
    if (index === undefined) {
      const lists = new Map<Cell, number[]>();
      const read = this.columns[column] ?? (() => null);
      for (let row = 0; row < this.count; row++) {
        const cell = read(row);
        const list = lists.get(cell);
        if (list === undefined) lists.set(cell, [row]);
        else list.push(row);
      }
      index = lists;
      this.indexes.set(column, index);
    }
    return index;
  }

  private narrowed({ comparison, value }: Constraint, from: number, to: number): readonly [from: number, to: number] {
    switch (comparison) {
      case '=':
        return [this.boundary(value, from, to, false), this.boundary(value, from, to, true)];
      case '<':
        return [from, this.boundary(value, from, to, false)];
      case '<=':
        return [from, this.boundary(value, from, to, true)];
      case '>':
        return [this.boundary(value, from, to, true), to];
      case '>=':
        return [this.boundary(value, from, to, false), to];
    }
  }

  /** The first row whose first column is not below a value, or above it. */
  private boundary(value: Cell | undefined, from: number, to: number, isAfter: boolean): number {
    const read = this.columns[0] ?? (() => null);
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const cell = read(middle);
      const isBefore = cell !== null && value !== null && value !== undefined && (cell < value || (isAfter && cell === value));
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

class RangeCursor implements Cursor {
  private row: number;

  constructor(
    private readonly columns: readonly ColumnReader[],
    from: number,
    private readonly to: number,
  ) {
    this.row = from - 1;
  }

  next(): boolean {
    return ++this.row < this.to;
  }

  cell(column: number): Cell {
    return this.columns[column]?.(this.row) ?? null;
  }
}

class ListCursor implements Cursor {
  private at = -1;

  constructor(
    private readonly columns: readonly ColumnReader[],
    private readonly rows: readonly number[],
    private readonly from: number,
    private readonly to: number,
  ) {}

  next(): boolean {
    do this.at++;
    while (this.at < this.rows.length && this.row < this.from);
    return this.at < this.rows.length && this.row < this.to;
  }

  cell(column: number): Cell {
    return this.columns[column]?.(this.row) ?? null;
  }

  private get row(): number {
    return this.rows[this.at] ?? 0;
  }
}
