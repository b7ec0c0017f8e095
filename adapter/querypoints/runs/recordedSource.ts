import type { EventSource, MemoryRequest } from '../../events/eventSource.js';
import { keyText } from '../../events/keyText.js';
import type { EntryRow, HistoryRow, KeyReport, OtherWrite, SelectedEvent, Selection, SelectionResult } from '../../events/rows.js';
import { isVerySame } from '../../events/sameValue.js';
import { unseenKey } from '../../instrument/site.js';
import { selectFrom, type EventStore } from '../../events/selection.js';
import { isIndex } from '../../trace/moment/placesOfObject.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../../trace/store/traceStore.js';

/** The events of a recording, looked up as a program that waits looks up its own. */
export function recordedEvents(store: TraceStore): EventSource {
  const events = new RecordedEvents(store);
  const { relations } = store.source;
  return {
    areCallsWhole: false,
    canLookAround: false,
    select: (request) => Promise.resolve(events.select(request)),
    event: (ordinal) => Promise.resolve(events.eventAt(ordinal)),
    history: ({ keys, hasElements, before }) => Promise.resolve(events.history(keys, hasElements, before)),
    entriesOf: (owner, before) => Promise.resolve(events.entriesOf(owner, before)),
    alike: () => Promise.resolve([]),
    memory: (request) => Promise.resolve(events.otherWrite(request)),
    uncertain: ({ owner, after, before }) => {
      const found = relations.uncertain.findLast(
        (one) =>
          one.why !== 'unwatched' && (owner === null || one.owner === owner || one.owner === 0) && one.first <= before && one.last > after,
      );
      return Promise.resolve(found === undefined ? null : { site: found.site, why: found.why });
    },
    wholeOf: (object) => Promise.resolve(relations.wholes.find(([part]) => part === object)?.[1] ?? null),
    activationOf: (object) => Promise.resolve(relations.lists.find(([list]) => list === object)?.[1] ?? null),
    code: () => Promise.resolve(relations.code),
    passages: () => Promise.resolve({ isLong: false, counts: null, scopes: 0 }),
    digest: () => Promise.resolve({}),
    all: () => Promise.resolve(null),
  };
}

class RecordedEvents implements EventStore {
  constructor(private readonly store: TraceStore) {}

  /** What was only counted, and may be what is looked for, is noted with the counted places. */
  select(request: Selection): SelectionResult {
    const result = selectFrom(this, request);
    const { key, sites, before, after = -1, index } = request;
    // Of the newest one only what comes behind it matters; of others, whatever is counted.
    const from = index === -1 ? Math.max(after, result.event?.ordinal ?? -1) : after;
    const number = key === null ? null : this.numberOf(key);
    const { counted } = this.store;
    const { since = null, event } = result;
    const isUnsure = (owner: number, of: number, first: number, last: number): boolean =>
      counted.mayHaveChanged(of, first, last) ||
      counted.mayBeUnwatched(owner, first, last) ||
      counted.mayBeStoredAgain(owner, of, first, last);
    const isSure = since !== null && event !== null && number !== null && !isUnsure(since.subject, number, since.ordinal, event.ordinal);
    counted.noting(() => {
      if (number !== null) {
        counted.mayHaveChanged(number, from, before);
        if (request.owner === null) return;
        counted.mayBeUnwatched(request.owner, from, before);
        counted.mayBeStoredAgain(request.owner, number, from, before);
      } else if (sites !== null) counted.mayHavePassed(sites, from, before);
    });
    return isSure || since === null ? result : { ...result, since: null };
  }

  areAlike(ordinal: number, other: number): boolean {
    const values = [ordinal, other].map((one) => {
      const row = this.store.row(one);
      return row === null || row.kind === Kind.none ? null : this.store.valueOf(row);
    });
    const [one = null, two = null] = values;
    return one !== null && two !== null && isVerySame(one, two);
  }

  otherWrite({ owner, index, after, before }: MemoryRequest): OtherWrite | null {
    const found = this.store.memory.otherWrite(owner, index, after, before);
    const event = found === null ? null : this.eventAt(found.event);
    return found === null || event === null ? null : { event, isExact: found.isExact };
  }

  scan({ sites, key }: Pick<Selection, 'sites' | 'key'>, visit: Parameters<EventStore['scan']>[1]): void {
    const tell = (row: TraceRow) => {
      if (row.kind !== Kind.none && !this.isNoChange(row)) visit(row.event, row.site, row.subject, row.payload, 1);
    };
    if (key !== null) {
      const number = this.numberOf(key);
      if (number !== null) for (const row of this.store.changesUnder(number)) if (sites?.includes(row.site) ?? true) tell(row);
      return;
    }
    for (const row of this.store.passagesOfAny(sites ?? [])) tell(row);
  }

  isResult(site: number): boolean {
    return this.store.source.site(site)?.site.kind === 'result';
  }

  sharersOf(scope: number): ReadonlyMap<number, number> {
    return this.store.sharersOf(scope);
  }

  forgottenCount(): number {
    return 0;
  }

  eventAt(ordinal: number): SelectedEvent | null {
    const row = this.store.row(ordinal);
    if (row === null || row.kind === Kind.none) return null;
    return {
      ordinal,
      site: row.site,
      occurrence: this.store.occurrenceAt(row.site, ordinal),
      subject: row.subject,
      value: this.store.valueOf(row),
      before: null, // it is seen at the event's moment
    };
  }

  history(keys: readonly KeyReport[], hasElements: boolean, before: number): readonly HistoryRow[] {
    const wanted = new Set(keys.map(keyText));
    const rows: HistoryRow[] = [];
    const { counted } = this.store;
    counted.noting(() => {
      for (const key of keys) {
        const number = this.numberOf(key);
        if (number !== null) counted.mayHaveChanged(number, -1, before);
      }
      if (hasElements) counted.mayAnyHaveChanged(-1, before);
    });
    for (const row of this.store.rows(0, before - 1)) {
      if (row.kind !== Kind.change || this.isNoChange(row)) continue;
      const key = this.store.source.keyOf(row.key);
      const value = this.store.valueOf(row);
      if (value === null || !(wanted.has(key) || (hasElements && isIndex(key)))) continue;
      rows.push({ ordinal: row.event, owner: row.subject, key: /^private .*(#\S+)$/.exec(key)?.[1] ?? key, value });
    }
    return rows;
  }

  entriesOf(owner: number, before: number): readonly EntryRow[] {
    const rows: EntryRow[] = [];
    const { counted, source } = this.store;
    counted.noting(() => counted.mayBeUnwatched(owner, -1, before));
    for (const row of this.store.rows(0, before - 1)) {
      if (row.kind !== Kind.change || row.subject !== owner || this.isNoChange(row)) continue;
      const key = source.keyOf(row.key);
      if (!key.startsWith('entry ')) continue;
      counted.noting(() => counted.mayHaveChanged(row.key, -1, before));
      rows.push({ ordinal: row.event, site: row.site, key, value: this.store.valueOf(row) });
    }
    return rows;
  }

  /** That a function is declared is no change of its name, nor what an object holds already that is met: nobody knows who has written it. */
  private isNoChange({ site }: TraceRow): boolean {
    const { kind = null, key = null } = this.store.source.site(site)?.site ?? {};
    return kind === 'hoist' || (kind === 'result' && key === unseenKey);
  }

  private numberOf(key: KeyReport): number | null {
    return this.store.source.keyNumber(keyText(key));
  }
}
