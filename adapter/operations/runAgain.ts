import type { TraceReader } from '../query/reader.js';
import { Kind } from '../trace/store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../trace/store/traceStore.js';

/**
 * Finds what a recording names in another recording of the same run, of which more was recorded: an event by its place in the text and how often
 * that had been passed, an object by the event that made it or saw it first.
 */
export class RunAgain {
  constructor(
    private readonly old: TraceReader,
    private readonly fresh: TraceReader,
  ) {}

  /** The number that an event has there. Throws one sentence where it is not found. */
  event(event: number): number {
    const row = this.old.store.row(event);
    // What a question says of an event that is none is said of the recording that was asked.
    if (row === null) throw new Error(`There is no event ${event}: the recording has ${this.old.store.end} events.`);
    return this.rowOf(row).event;
  }

  /** The number that an object has there. Throws one sentence where it is not found. */
  object(number: number): number {
    const object = this.old.store.source.object(number);
    if (object === null) throw new Error(`The recording has no object ${number}.`);
    const created = this.old.store.madeBy(number) ?? this.old.creationOf(number)?.row ?? null;
    const found = created === null ? null : this.objectIn(created, number, this.rowOf(created));
    if (found === null || this.fresh.store.source.object(found)?.className !== object.className)
      throw new Error(`In the run again ${object.className}#${number} is not found.`);
    return found;
  }

  private objectIn(row: TraceRow, number: number, other: TraceRow): number | null {
    const value = this.old.store.valueOf(row);
    if (value?.kind === 'object' && value.id === number) {
      const found = this.fresh.store.valueOf(other);
      return found?.kind === 'object' ? found.id : null;
    }
    return row.subject === number && row.kind !== Kind.call ? other.subject : null;
  }

  private rowOf(row: TraceRow): TraceRow {
    const site = this.siteOf(row.site);
    const ordinal = ordinalOf(this.old.store, row);
    const found = site === null ? null : rowWith(this.fresh.store, site, row.kind, ordinal);
    if (found === null) throw new Error(`In the run again event ${row.event} is not found.`);
    return found;
  }

  /** The number of the same site: each thread has sites of its own. */
  private siteOf(number: number): number | null {
    const placed = this.old.store.source.site(number);
    if (placed === undefined) return null;
    const { path, site } = placed;
    const blocks = this.old.store.source.sites.filter((one) => one.path === path);
    const block = blocks.findIndex(({ first, sites }) => number >= first && number < first + sites.length);
    const other = this.fresh.store.source.sites.filter((one) => one.path === path)[block];
    const index = other?.sites.findIndex(
      ({ kind, offset, end, key }) => kind === site.kind && offset === site.offset && end === site.end && key === site.key,
    );
    return other === undefined || index === undefined || index < 0 ? null : other.first + index;
  }
}

/** How many rows of its site and kind there are before a row. */
function ordinalOf(store: TraceStore, { site, kind, event }: TraceRow): number {
  let count = 0;
  for (const row of store.passagesOf(site, 0, event - 1)) if (row.kind === kind) count++;
  return count;
}

function rowWith(store: TraceStore, site: number, kind: number, ordinal: number): TraceRow | null {
  let left = ordinal;
  for (const row of store.passagesOf(site)) if (row.kind === kind && left-- === 0) return row;
  return null;
}
