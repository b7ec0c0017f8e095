import type { Cell, Relation } from '../../adapter/trace/relations/relation.js';
import { schema, shapeOf, type RelationName } from '../../adapter/trace/relations/schema.js';
import { TableRelation } from '../../adapter/trace/relations/tableRelation.js';

type Row = Readonly<Record<string, Cell>>;

/** A relation with rows that are written by hand; a column that is left out has nothing. */
export function relationOf(name: RelationName, rows: readonly Row[], indexed: readonly string[] = []): Relation {
  const shape = shapeOf(name);
  const columns = shape.columns.map((column) => {
    const cells = rows.map((row) => row[column.name] ?? (column.name === 'run' ? 'run 1' : null));
    return (row: number) => cells[row] ?? null;
  });
  const first = rows.map((row) => row[shape.columns[0]?.name ?? '']);
  return new TableRelation(shape, rows.length, columns, indexed, new Set(first).size === first.length);
}

/** All relations of the schema, those that are not given without rows. */
export function completed(given: readonly Relation[]): readonly Relation[] {
  return schema.map(({ name }) => given.find(({ shape }) => shape.name === name) ?? relationOf(name, []));
}

/** A run that calls `next` at each event, without what it says: `count` events, a fourth of them changes of 5,000 objects. */
export function manyEvents(count: number): readonly Relation[] {
  const kinds = ['call', 'exit', 'change', 'branch'] as const;
  const event = new TableRelation(
    shapeOf('event'),
    count,
    [
      (row) => row,
      () => 0,
      (row) => kinds[row % 4] ?? null,
      (row) => row - (row % 32),
      (row) => row % 1000,
      (row) => `src/file${row % 10}.js`,
      (row) => (row % 1000) + 1,
      () => 1,
      () => 'run 1',
    ],
    ['kind', 'call', 'site', 'file', 'line'],
  );
  const owners = 5000;
  const change = new TableRelation(
    shapeOf('change'),
    count / 4,
    [
      (row) => row * 4 + 2,
      () => 0,
      (row) => row * 4 - ((row * 4) % 32),
      (row) => (row * 4 + 2) % 1000,
      (row) => row % owners,
      () => 'Row',
      () => 'field',
      () => 'open',
      () => null,
      (row) => (row < owners ? null : (row - owners) * 4 + 2),
      (row) => (row + owners < count / 4 ? (row + owners) * 4 + 2 : null),
      () => 'write',
      () => 'number',
      (row) => row / 2,
      () => null,
      () => null,
      () => 'run 1',
    ],
    ['owner', 'name', 'call', 'site'],
  );
  return completed([event, change]);
}
