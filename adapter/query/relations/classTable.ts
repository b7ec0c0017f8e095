import { subclassRows } from '../classes.js';
import type { Facts } from './facts.js';
import type { Table } from './table.js';

/** Which classes extend which, by their names. */
export function subclassTable({ reader }: Facts): Table {
  const rows = subclassRows(reader);
  return {
    count: rows.length,
    columns: {
      class: (row) => rows[row]?.name ?? null,
      ancestor: (row) => rows[row]?.ancestor ?? null,
      declared: (row) => (rows[row]?.isDeclared === true ? 1 : 0),
    },
    indexed: ['class', 'ancestor'],
    isKeyed: false,
  };
}

/** The names of classes, by the numbers of the functions that they are. */
export function classNamesByObject({ reader }: Facts): ReadonlyMap<number, string> {
  const names = new Set(subclassRows(reader).flatMap(({ name, isDeclared }) => (isDeclared ? [name] : [])));
  return new Map([...names].flatMap((name) => reader.classObjects(new Set([name])).map((object) => [object, name] as const)));
}
