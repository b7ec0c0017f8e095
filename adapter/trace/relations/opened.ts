import type { Cell, Cursor, Relation } from './relation.js';
import type { RelationName } from './schema.js';

/** The relations of a recording by name, read by names of columns. */
export class Relations {
  private readonly byName: ReadonlyMap<string, Relation>;
  private readonly columns = new Map<string, ReadonlyMap<string, number>>();

  constructor(readonly all: readonly Relation[]) {
    this.byName = new Map(all.map((relation) => [relation.shape.name, relation]));
  }

  get(name: string): Relation | undefined {
    return this.byName.get(name);
  }

  /** The number of a column; undefined: the relation has none of this name. */
  column(relation: string, name: string): number | undefined {
    let columns = this.columns.get(relation);
    if (columns === undefined) {
      columns = new Map((this.byName.get(relation)?.shape.columns ?? []).map((column, index) => [column.name, index]));
      this.columns.set(relation, columns);
    }
    return columns.get(name);
  }

  /** Rows with these values, from a value of the first column on: those among what an index gives. A value that is null is any. */
  *rows(name: RelationName, values: Readonly<Record<string, Cell>>, from?: number): Generator<Row> {
    const relation = this.byName.get(name);
    if (relation === undefined) return;
    const wanted = Object.entries(values).flatMap(([column, value]) =>
      value === null ? [] : [{ column: this.column(name, column) ?? -1, comparison: '=' as const, value }],
    );
    const start = from === undefined ? [] : [{ column: 0, comparison: '>=' as const, value: from }];
    const cursor = relation.open([...wanted, ...start]);
    const row = new Row(cursor, (column) => this.column(name, column) ?? -1);
    while (cursor.next()) {
      if (from !== undefined && Number(cursor.cell(0)) < from) continue;
      if (wanted.every(({ column, value }) => cursor.cell(column) === value)) yield row;
    }
  }

  /** The only row with these values. It holds until the next one is asked for. */
  row(name: RelationName, values: Readonly<Record<string, Cell>>): Row | null {
    for (const row of this.rows(name, values)) return row;
    return null;
  }
}

/** The row at which a cursor is. */
export class Row {
  constructor(
    private readonly cursor: Cursor,
    private readonly columnOf: (name: string) => number,
  ) {}

  cell(column: string): Cell {
    return this.cursor.cell(this.columnOf(column));
  }

  number(column: string): number | null {
    const cell = this.cell(column);
    return typeof cell === 'number' ? cell : null;
  }

  text(column: string): string {
    const cell = this.cell(column);
    return cell === null ? '' : String(cell);
  }
}
