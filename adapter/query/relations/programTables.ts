import type { Facts } from './facts.js';
import type { EventRange, Table } from './table.js';
import { classNamesByObject } from './classTable.js';
import { isPrototype } from '../prototypes.js';
import { versionOf } from './version.js';

/** The run itself. */
export function runTable({ reader }: Facts, id: string): Table {
  const { head, ending, texts } = reader.store.source;
  const outcome = ending === null ? 'unknown' : ending.code === 0 ? 'passed' : 'failed';
  return {
    count: 1,
    columns: {
      id: () => id,
      program: () => (head === null ? null : [head.program, ...head.args].join(' ')),
      labels: () => JSON.stringify(head?.labels ?? {}),
      version: () => versionOf(head, texts),
      outcome: () => outcome,
      code: () => ending?.code ?? null,
      signal: () => ending?.signal ?? null,
    },
  };
}

/** The threads, as they were when the recording ended. */
export function threadTable({ reader }: Facts): Table {
  const threads = [...reader.threadNames.keys()].sort((a, b) => a - b);
  const numbers = new Map([...reader.threadNames].map(([number, name]) => [name, number]));
  const status = threads.map((thread) => reader.threadStatus(thread, reader.store.end));
  return {
    count: threads.length,
    columns: {
      id: (row) => threads[row] ?? null,
      name: (row) => reader.threadName(threads[row] ?? 0),
      parent: (row) => numbers.get(status[row]?.parent ?? '') ?? null,
      first: (row) => status[row]?.started ?? null,
      last: (row) => status[row]?.ended ?? null,
      status: (row) => status[row]?.status ?? null,
    },
  };
}

/** The texts that were loaded. */
export function textTable({ reader }: Facts): Table {
  const { texts } = reader.store.source;
  return {
    count: texts.length,
    columns: {
      id: (row) => row,
      path: (row) => texts[row]?.path ?? null,
      format: (row) => {
        const type = reader.texts.text(texts[row]?.path ?? '')?.program.sourceType;
        return type === undefined ? null : type === 'module' ? 'module' : 'commonjs';
      },
      source: (row) => texts[row]?.source ?? null,
    },
  };
}

/** The places in the texts where something is recorded. */
export function siteTable({ reader, sites }: Facts): Table {
  const { texts } = reader.store.source;
  const textNumbers = new Map(texts.map(({ path }, number) => [path, number]));
  const { numbers } = sites;
  const of = (row: number) => sites.of(numbers[row] ?? -1);
  return {
    count: numbers.length,
    columns: {
      id: (row) => numbers[row] ?? null,
      text_id: (row) => textNumbers.get(of(row)?.path ?? '') ?? null,
      kind: (row) => of(row)?.site.kind ?? null,
      name: (row) => of(row)?.site.key ?? null,
      ...sites.columns((row) => numbers[row] ?? -1),
      code: (row) => {
        const found = of(row);
        const source = texts[textNumbers.get(found?.path ?? '') ?? -1]?.source;
        return found === undefined || source === undefined ? null : source.slice(found.site.offset, found.site.end);
      },
    },
    indexed: ['file', 'line', 'kind'],
  };
}

/** The objects of the run, in the order of their numbers: those that came into being in a range. */
export function objectTable(facts: Facts, { from, to }: EventRange): Table {
  const { source } = facts.reader.store;
  const { objects } = facts;
  const isAll = from === 0 && to >= facts.reader.store.end;
  const rows = isAll ? objects.numbers : objects.numbers.filter((object) => isIn(objects.createdAt(object) ?? 0, { from, to }));
  const names = classNamesByObject(facts);
  const created = (row: number) => objects.createdAt(rows[row] ?? 0);
  return {
    count: rows.length,
    columns: {
      id: (row) => rows[row] ?? null,
      class: (row) => source.object(rows[row] ?? 0)?.className ?? null,
      name: (row) => names.get(rows[row] ?? 0) ?? null,
      kind: (row) => (isPrototype(facts.reader, rows[row] ?? 0) ? 'prototype' : (source.object(rows[row] ?? 0)?.type ?? null)),
      created,
      site: (row) => {
        const made = objects.madeAt(rows[row] ?? 0);
        return made === null ? null : (facts.row(made)?.site ?? null);
      },
      call: (row) => {
        const at = objects.madeAt(rows[row] ?? 0) ?? created(row);
        return at === null ? null : facts.calls.eventOf(facts.row(at)?.activation ?? 0);
      },
    },
    indexed: ['class', 'kind'],
  };
}

function isIn(event: number, { from, to }: EventRange): boolean {
  return event >= from && event < to;
}
