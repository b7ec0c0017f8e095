import { Kind } from '../../trace/store/rowMeaning.js';
import type { Facts } from './facts.js';
import type { EventRange, Table } from './table.js';
import { wayTaken } from './wayTaken.js';

/** All events of a range. */
export function eventTable(facts: Facts, range: EventRange): Table {
  const events = facts.events(range, (kind) => kind !== Kind.none && kind !== Kind.caller);
  const { event, ...columns } = facts.happened(events);
  return {
    count: events.length,
    columns: {
      id: event ?? (() => null),
      kind: (row) => kindName(facts, events.at(row)),
      ...columns,
      ...facts.sites.columns((row) => facts.row(events.at(row))?.site ?? -1),
    },
    indexed: ['call', 'site', 'kind', 'line'],
  };
}

function kindName(facts: Facts, event: number): string {
  const row = facts.row(event);
  if (row === null) return 'other';
  if (row.kind === Kind.change && facts.reader.store.isForSetter(event, row.key)) return 'other';
  if (row.kind === Kind.change) return facts.isVariable(row.key) ? 'local' : 'change';
  return kindNames.get(row.kind) ?? 'other';
}

const kindNames: ReadonlyMap<number, string> = new Map([
  [Kind.content, 'content'],
  [Kind.fork, 'branch'],
  [Kind.arrival, 'branch'],
  [Kind.call, 'call'],
  [Kind.exit, 'exit'],
  [Kind.closed, 'exit'],
  [Kind.aborted, 'exit'],
  [Kind.throw, 'exception'],
  [Kind.catch, 'catch'],
  [Kind.suspend, 'suspend'],
  [Kind.resume, 'resume'],
  [Kind.allocation, 'allocation'],
]);

/** Changes of places of objects in a range. */
export function changeTable(facts: Facts, range: EventRange): Table {
  return changesOf(
    facts,
    range,
    (kind, key, event) =>
      kind === Kind.content || (kind === Kind.change && !facts.isVariable(key) && !facts.reader.store.isForSetter(event, key)),
  );
}

/** What native code gave to objects in a range. */
export function contentTable(facts: Facts, range: EventRange): Table {
  return changesOf(facts, range, (kind) => kind === Kind.content);
}

function changesOf(facts: Facts, range: EventRange, isWanted: (kind: number, key: number, event: number) => boolean): Table {
  const { source } = facts.reader.store;
  const events = facts.events(range, (kind, key, _site, event) => isWanted(kind, key, event));
  const of = (row: number) => facts.row(events.at(row));
  return {
    count: events.length,
    columns: {
      ...facts.happened(events),
      owner: (row) => of(row)?.subject ?? null,
      class: (row) => source.object(of(row)?.subject ?? 0)?.className ?? null,
      kind: (row) => placeKind(facts, of(row)?.key ?? null),
      name: (row) => facts.keyText(of(row)?.key ?? 0),
      position: (row) => {
        const key = of(row)?.key ?? 0;
        return key < 0 ? -key - 1 : null;
      },
      previous: (row) => facts.links.previous(events.at(row)),
      next: (row) => facts.links.next(events.at(row)),
      operation: (row) => {
        const kind = facts.sites.of(of(row)?.site ?? -1)?.site.kind ?? null;
        return kind === 'result' ? 'content' : kind;
      },
      ...facts.told(events),
    },
    indexed: ['owner', 'name', 'call', 'site', 'class'],
  };
}

function placeKind({ reader }: Facts, key: number | null): string | null {
  if (key === null) return null;
  if (key < 0) return 'element';
  const [, kind] = /^(private|symbol|entry) /.exec(reader.store.source.keyOf(key)) ?? [];
  return kind ?? 'field';
}

/** Changes of variables in a range. */
export function localTable(facts: Facts, range: EventRange): Table {
  const events = facts.events(range, (kind, key) => kind === Kind.change && facts.isVariable(key));
  const of = (row: number) => facts.row(events.at(row));
  return {
    count: events.length,
    columns: {
      ...facts.happened(events),
      scope: (row) => of(row)?.subject ?? null,
      function: (row) => facts.declarers.of(of(row)?.site ?? -1)?.name ?? null,
      place: (row) => facts.declarers.of(of(row)?.site ?? -1)?.place ?? null,
      name: (row) => facts.sites.of(of(row)?.site ?? -1)?.site.key ?? null,
      previous: (row) => facts.links.previous(events.at(row)) ?? copiedFrom(facts, events.at(row)),
      next: (row) => facts.links.next(events.at(row)),
      ...facts.told(events),
    },
    indexed: ['scope', 'name', 'call', 'site'],
  };
}

/** The change of an earlier iteration of a loop that a change's scope is a copy behind; null: it is none. */
function copiedFrom(facts: Facts, event: number): number | null {
  const { store } = facts.reader;
  const row = facts.row(event);
  if (row === null || store.firstSharerOf(row.subject) === row.subject) return null;
  return store.lastOfVariable(row.subject, row.key, event)?.event ?? null;
}

/** Which way control went in a range. */
export function branchTable(facts: Facts, range: EventRange): Table {
  const events = facts.events(range, (kind) => kind === Kind.fork || kind === Kind.arrival);
  const taken = wayTaken(facts);
  return {
    count: events.length,
    columns: { ...facts.happened(events), taken: (row) => taken(events.at(row)), ...facts.told(events) },
    indexed: ['call', 'site'],
  };
}

/** Exceptions, where they are thrown in a range. */
export function exceptionTable(facts: Facts, range: EventRange): Table {
  const { reader } = facts;
  const isOne = (kind: number, event: number): boolean => kind === Kind.throw || (kind === Kind.catch && facts.brought.has(event));
  const events = facts.events(range, (kind, _key, _site, event) => isOne(kind, event));
  const of = (row: number) => facts.row(events.at(row));
  const caught = (row: number) => {
    const found = of(row);
    return found === null ? null : facts.caughtAt(found);
  };
  const thrown = (row: number) => {
    const found = of(row);
    return found === null ? null : reader.store.valueOf(found);
  };
  return {
    count: events.length,
    columns: {
      ...facts.happened(events),
      class: (row) => {
        const value = thrown(row);
        return value?.kind === 'object' ? value.className : null;
      },
      message: (row) => {
        const value = thrown(row);
        if (value?.kind === 'primitive') return value.text;
        return value?.kind === 'object' ? reader.messageOf(value, events.at(row)) : null;
      },
      caught,
      uncaught: (row) => (facts.uncaught.has(events.at(row)) ? 1 : 0),
      caught_site: (row) => {
        const at = caught(row);
        return at === null ? null : (facts.row(at)?.site ?? null);
      },
      ...facts.told(events),
    },
    indexed: ['call', 'class'],
  };
}

/** Where calls wait, go on, or are in a handler, in a range. */
export function switchTable(facts: Facts, range: EventRange): Table {
  const events = facts.events(range, (kind) => kind === Kind.suspend || kind === Kind.resume || kind === Kind.catch);
  const of = (row: number) => facts.row(events.at(row));
  return {
    count: events.length,
    columns: {
      ...facts.happened(events),
      kind: (row) => kindName(facts, events.at(row)),
      way: (row) => {
        const found = of(row);
        if (found === null || found.kind === Kind.catch) return null;
        return facts.reader.store.source.isDelegation(found.site) ? 'yield*' : (facts.sites.of(found.site)?.site.key ?? null);
      },
      ...facts.told(events),
    },
    indexed: ['call', 'kind', 'site'],
  };
}
