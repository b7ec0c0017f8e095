import type { ValueReport } from '../events/rows.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../trace/store/traceStore.js';

/**
 * Every exception, oldest first: throws, and handlers that have what no code was seen to throw. `throw()` brings it to where a generator waits, and
 * an `await` that of a promise which was rejected without a throw.
 */
export function* exceptionsOf(store: TraceStore): Generator<TraceRow> {
  const told = new Set<string>();
  /** By thread: the newest throw or handler. */
  const newest = new Map<number, TraceRow>();
  for (const row of store.ofKinds([Kind.throw, Kind.catch])) {
    const before = newest.get(row.thread);
    newest.set(row.thread, row);
    const value = store.valueOf(row);
    const isThrow = row.kind === Kind.throw;
    if (!isThrow) {
      if (value === null || value.kind === 'absent') continue;
      if (before?.kind === Kind.throw && store.caughtAt(before) === row.event) continue;
      if (told.has(nameOf(value)) && !isSentIn(store, row)) continue;
    }
    if (value !== null) told.add(nameOf(value));
    yield row;
  }
}

/** What tells an exception apart. */
function nameOf(value: ValueReport): string {
  if (value.kind === 'object') return `object ${value.id}`;
  return value.kind === 'absent' ? 'absent' : `${value.type} ${value.text}`;
}

/** Whether a handler's generator waited at a `yield` just before: then `throw()` has brought what it has. */
function isSentIn(store: TraceStore, { activation, event }: TraceRow): boolean {
  for (const row of store.rowsBefore(activation, event)) {
    if (row.kind === Kind.suspend) return store.source.site(row.site)?.site.key === 'yield';
    if (row.kind !== Kind.last && row.kind !== Kind.none) return false;
  }
  return false;
}
