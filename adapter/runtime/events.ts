import { idOf } from './identity.js';
import { keyOfSite } from './sites.js';
import { keptTextNumber, textNumber } from './values.js';

/**
 * What happened, in the order in which it happened: one row of 16 bytes for each event, in typed arrays, because ten million candidates
 * must fit beside the program. A row says its site; its subject, which is the object or scope instance whose place changed or, of a
 * fork, the activation; and the new value or the outcome. The place's key is the site's. Where only the event tells it, a row before
 * the event's holds it.
 */
const chunkSize = 1 << 16;

/** 24 million rows, 384 megabytes: then the oldest are forgotten, and whoever needs them is told. */
const wantedRows = 366 * chunkSize;

/** What kind of value a row holds; its payload is the number, or an index. */
export const Tag = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  number: 4,
  string: 5,
  object: 6,
  bigint: 7,
  symbol: 8,
  absent: 9,
  /** A text of which only the length is known: it is long, or there are too many. */
  longString: 10,
  /** The row says the key of the event in the next row. */
  key: 11,
} as const;

export interface EventRow {
  readonly ordinal: number;
  readonly site: number;
  /** Of a fork: its activation. */
  readonly subject: number;
  readonly key: number;
  readonly tag: number;
  readonly payload: number;
}

/** Called for a row, without an object being made of it. */
type Visit = (ordinal: number, site: number, subject: number, key: number) => void;

/** All in one function, whose constants V8 knows when it puts `record` into the program's own loops. */
function createRecorder() {
  const buffer = zeroedPages();
  const rowCount = buffer.byteLength / 16;
  const words = new Int32Array(buffer);
  const payloads = new Float64Array(buffer);
  /** The next row, and the one at which something must be forgotten before. */
  let next = 0;
  let limit = rowCount;
  /** How many events were recorded when row 0 was written last. */
  let base = 0;
  let forgotten = 0;
  const forgottenOf: { readonly sites: Record<number, number>; readonly keys: Record<number, number> } = { sites: {}, keys: {} };
  /** Of the first row that is known, when its key is told in one that was forgotten. */
  let orphanedKey: number | null = null;

  /** A change of a place whose key its site has, or the outcome of a fork. */
  function record(site: number, subject: number, value: unknown): void {
    if (next === limit) makeRoom();
    const row = next++;
    let tag: number = 4;
    if (typeof value === 'number') payloads[row * 2 + 1] = value;
    else if (typeof value === 'boolean') tag = value ? 3 : 2;
    else if (typeof value === 'string') tag = encodeText(row, site, value);
    else tag = encode(row, value);
    words[row * 4] = site * 16 + tag;
    words[row * 4 + 1] = subject;
  }

  function recordTag(site: number, subject: number, tag: number): void {
    if (next === limit) makeRoom();
    const row = next++;
    words[row * 4] = site * 16 + tag;
    words[row * 4 + 1] = subject;
  }

  /** The text that a site has written last is often the one that it writes next. */
  const lastTexts: string[] = Array.from({ length: 1024 }, () => '');
  const lastNumbers = new Int32Array(1024);

  function encodeText(row: number, site: number, value: string): number {
    const slot = site & 1023;
    if (lastTexts[slot] !== value) {
      const number = keptTextNumber(value);
      if (number < 0) {
        payloads[row * 2 + 1] = value.length;
        return Tag.longString;
      }
      lastTexts[slot] = value;
      lastNumbers[slot] = number;
    }
    payloads[row * 2 + 1] = lastNumbers[slot] ?? 0;
    return Tag.string;
  }

  function encode(row: number, value: unknown): number {
    switch (typeof value) {
      case 'undefined':
        // `document.all` does not exist in Node: nothing else has this type.
        return Tag.undefined;
      case 'bigint':
        payloads[row * 2 + 1] = textNumber(String(value));
        return Tag.bigint;
      case 'symbol':
        payloads[row * 2 + 1] = textNumber(value.description ?? '');
        return Tag.symbol;
      default:
        if (value === null) return Tag.null;
        payloads[row * 2 + 1] = idOf(value as object);
        return Tag.object;
    }
  }

  function makeRoom(): void {
    if (next === rowCount) {
      base += rowCount;
      next = 0;
    }
    forget(next);
    limit = next + chunkSize;
  }

  /** What is counted goes on being counted. */
  function forget(firstRow: number): void {
    let key = orphanedKey;
    for (let row = firstRow; row < firstRow + chunkSize; row++) {
      const word = words[row * 4] ?? 0;
      if ((word & 15) === Tag.key) key = words[row * 4 + 1] ?? 0;
      else {
        const site = word >> 4;
        const own = key ?? keyOfSite(site);
        forgottenOf.sites[site] = (forgottenOf.sites[site] ?? 0) + 1;
        forgottenOf.keys[own] = (forgottenOf.keys[own] ?? 0) + 1;
        key = null;
      }
    }
    orphanedKey = key;
    forgotten += chunkSize;
  }

  /** How many rows were written: the time. */
  function eventCount(): number {
    return base + next;
  }

  function rowAt(ordinal: number): EventRow | undefined {
    if (ordinal < forgotten || ordinal >= eventCount()) return undefined;
    const row = ordinal % rowCount;
    const word = words[row * 4] ?? 0;
    const before = (row + rowCount - 1) % rowCount;
    const isKeyed = ordinal > forgotten && ((words[before * 4] ?? 0) & 15) === Tag.key;
    const told = ordinal === forgotten ? orphanedKey : isKeyed ? (words[before * 4 + 1] ?? 0) : null;
    const site = word >> 4;
    return {
      ordinal,
      site,
      tag: word & 15,
      subject: words[row * 4 + 1] ?? 0,
      key: told ?? keyOfSite(site),
      payload: payloads[row * 2 + 1] ?? 0,
    };
  }

  /** Every event that is known, oldest first. */
  function scan(visit: Visit): void {
    const end = eventCount();
    let told = orphanedKey;
    for (let ordinal = forgotten; ordinal < end; ordinal++) {
      const row = ordinal % rowCount;
      const word = words[row * 4] ?? 0;
      const subject = words[row * 4 + 1] ?? 0;
      if ((word & 15) === Tag.key) told = subject;
      else {
        visit(ordinal, word >> 4, subject, told ?? keyOfSite(word >> 4));
        told = null;
      }
    }
  }

  /** The values of every event that is known, oldest first. */
  function scanValues(visit: (site: number, tag: number, payload: number) => void): void {
    const end = eventCount();
    for (let ordinal = forgotten; ordinal < end; ordinal++) {
      const row = ordinal % rowCount;
      const word = words[row * 4] ?? 0;
      if ((word & 15) !== Tag.key) visit(word >> 4, word & 15, payloads[row * 2 + 1] ?? 0);
    }
  }

  /** How many of the oldest events of these sites, or of this key, are not known any more. */
  function forgottenCount(sites: readonly number[] | null, key: number | null): number {
    if (sites !== null) return sites.reduce((sum, site) => sum + (forgottenOf.sites[site] ?? 0), 0);
    return key === null ? forgotten : (forgottenOf.keys[key] ?? 0);
  }

  return {
    record,
    recordKeyed(site: number, subject: number, key: number, value: unknown): void {
      recordTag(site, key, Tag.key);
      record(site, subject, value);
    },
    recordGone(site: number, subject: number, key: number): void {
      recordTag(site, key, Tag.key);
      recordTag(site, subject, Tag.absent);
    },
    eventCount,
    rowAt,
    scan,
    scanValues,
    forgottenCount,
  };
}

/** The system gives pages when they are first written to; where it does not promise as much, there is less room. */
function zeroedPages(): ArrayBuffer {
  for (let rows = wantedRows; ; rows = Math.ceil(rows / 2 / chunkSize) * chunkSize) {
    try {
      return new ArrayBuffer(rows * 16);
    } catch (error) {
      if (rows === chunkSize) throw error;
    }
  }
}

export const { record, recordKeyed, recordGone, eventCount, rowAt, scan, scanValues, forgottenCount } = createRecorder();
