import type { ValueReport } from '../../events/rows.js';
import type { ColumnReader } from '../../trace/relations/tableRelation.js';
import { homeOfRow, Kind } from '../../trace/store/rowMeaning.js';
import type { TraceRow } from '../../trace/store/traceStore.js';
import type { TraceReader } from '../reader.js';
import { exceptionsOf } from '../toldExceptions.js';
import { CallTable } from './callTable.js';
import { DeclarerTable } from './declarerTable.js';
import { EventList } from './eventList.js';
import { FunctionTable, type FunctionFacts } from './functionTable.js';
import { ObjectFacts } from './objectFacts.js';
import { PlaceLinks } from './placeLinks.js';
import { SiteTable } from './siteTable.js';
import { StepList } from './stepList.js';
import type { EventRange } from './table.js';
import { valueColumns } from './reportColumns.js';

/** What relations look up in a recording, each part made when it is asked for first. */
export class Facts {
  readonly sites: SiteTable;
  readonly functions: FunctionTable;
  readonly calls: CallTable;
  /** What control came to, as the text says. */
  readonly steps: StepList;
  private linked: PlaceLinks | null = null;
  private made: ObjectFacts | null = null;
  private catches: ReadonlyMap<number, EventList> | null = null;
  private readonly keyTexts = new Map<number, string>();
  private lastRow: TraceRow | null = null;
  private declaring: DeclarerTable | null = null;
  private ends: ReadonlySet<number> | null = null;

  constructor(readonly reader: TraceReader) {
    this.sites = new SiteTable(reader);
    this.functions = new FunctionTable(reader, this.sites);
    this.calls = new CallTable(reader.store);
    this.steps = new StepList(this);
  }

  get links(): PlaceLinks {
    return (this.linked ??= new PlaceLinks(this.reader.store));
  }

  get objects(): ObjectFacts {
    return (this.made ??= new ObjectFacts(this.reader));
  }

  get declarers(): DeclarerTable {
    return (this.declaring ??= new DeclarerTable(this.reader, this.sites));
  }

  /** The throws of exceptions that have ended their threads. */
  get uncaught(): ReadonlySet<number> {
    return (this.ends ??= new Set([...this.reader.store.uncaught()].map(({ event }) => event)));
  }

  /** The handlers that have what no code threw. */
  get brought(): ReadonlySet<number> {
    if (this.bringers === null) {
      const rows = [...exceptionsOf(this.reader.store)];
      this.bringers = new Set(rows.flatMap(({ kind, event }) => (kind === Kind.catch ? [event] : [])));
    }
    return this.bringers;
  }

  private bringers: ReadonlySet<number> | null = null;

  close(): void {
    this.linked?.close();
    this.linked = null;
  }

  /** An event; a row is asked for its columns one after the other. */
  row(event: number): TraceRow | null {
    if (this.lastRow?.event !== event) this.lastRow = this.reader.store.row(event);
    return this.lastRow;
  }

  /** The events of a range that are wanted, by their kind and, where that does not tell, by the key of what changed. */
  events({ from, to }: EventRange, isWanted: (kind: number, key: number, site: number, event: number) => boolean): EventList {
    const list = new EventList();
    for (const { first, count, kinds, keys, sites } of this.reader.store.chunksBetween(from, to)) {
      const end = Math.min(count, to - first);
      for (let row = Math.max(0, from - first); row < end; row++)
        if (isWanted(kinds[row] ?? 0, keys[row] ?? 0, sites[row] ?? 0, first + row)) list.add(first + row);
    }
    return list;
  }

  /** Whether a key is that of a variable. */
  isVariable(key: number): boolean {
    let is = this.variableKeys.get(key);
    if (is === undefined) this.variableKeys.set(key, (is = this.reader.store.source.keyOf(key).startsWith('variable ')));
    return is;
  }

  private readonly variableKeys = new Map<number, boolean>();

  /** A key as it is shown. */
  keyText(key: number): string {
    let text = this.keyTexts.get(key);
    if (text === undefined) {
      text = this.reader.keyText(key);
      if (this.keyTexts.size < mostKeys) this.keyTexts.set(key, text);
    }
    return text;
  }

  /** The function that a call entered; null when nothing is known of it. */
  functionOf(call: number): FunctionFacts | null {
    const row = this.row(call);
    return row === null ? null : this.functions.of(row.site);
  }

  /** Where an exception was caught that a row throws; null when that was not recorded. */
  caughtAt(thrown: TraceRow): number | null {
    const { event, kind, tag, payload, thread } = thrown;
    if (kind === Kind.catch) return event;
    this.catches ??= this.allCatches();
    const list = this.catches.get(thread);
    const next = list?.at(list.placeOf(event)) ?? -1;
    const row = next < 0 ? null : this.reader.store.row(next);
    // The next handler has it, or has it passed on: another throw comes before.
    if (row !== null && this.reader.store.valueOf(row)?.kind === 'absent') return this.reader.store.caughtAt(thrown);
    return row !== null && row.tag === tag && row.payload === payload ? next : null;
  }

  private allCatches(): ReadonlyMap<number, EventList> {
    const found = new Map<number, EventList>();
    for (const { first, thread, kinds } of this.reader.store.chunksBetween(0, this.reader.store.end)) {
      const list = found.get(thread) ?? new EventList();
      kinds.forEach((kind, row) => void (kind === Kind.catch && list.add(first + row)));
      found.set(thread, list);
    }
    return found;
  }

  /** Columns that all rows of events have. */
  happened(events: EventList): Readonly<Record<string, ColumnReader>> {
    return {
      event: (row) => events.at(row),
      thread: (row) => this.row(events.at(row))?.thread ?? null,
      call: (row) => {
        const found = this.row(events.at(row));
        return this.calls.eventOf(found === null ? 0 : homeOfRow(found));
      },
      site: (row) => this.row(events.at(row))?.site ?? null,
    };
  }

  /** The columns of the value that a row tells. */
  told(events: EventList): Readonly<Record<string, ColumnReader>> {
    return valueColumns((row): ValueReport | null => {
      const found = this.row(events.at(row));
      return found === null ? null : this.reader.store.valueOf(found);
    });
  }
}

/** Names of places that are kept; those behind are made again. */
const mostKeys = 1 << 18;
