import { idOf } from './identity.js';
import { createLastEvents, slotCount } from './lastEvents.js';
import { keyOfSite } from './sites.js';
import { Tag } from './tags.js';
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

export interface EventRow {
  readonly ordinal: number;
  readonly site: number;
  /** Of a fork: its activation. */
  readonly subject: number;
  readonly key: number;
  readonly tag: number;
  readonly payload: number;
}

/** Called for a row, without an object being made of it. `count`: with events of the same place that were dropped, just before it. */
type Visit = (ordinal: number, site: number, subject: number, key: number, count: number) => void;

/** All in one function, whose constants V8 knows when it puts `record` into the program's own loops. */
function createRecorder() {
  const buffer = zeroedPages();
  const rowCount = buffer.byteLength / 16 - slotCount;
  const words = new Int32Array(buffer);
  const payloads = new Float64Array(buffer);
  /** The next row, and the one before which room must be made. */
  let next = 0;
  let limit = rowCount;
  let canBeBrief = false;
  /** Whether only what is last counts from now on; rows before stay as they are. */
  let isBrief = false;
  let briefFrom = Infinity;
  /** How many events were recorded when row 0 was written last. */
  let base = 0;
  let forgotten = 0;
  const forgottenOf: { readonly sites: Record<number, number>; readonly keys: Record<number, number> } = { sites: {}, keys: {} };
  /** Of the first row that is known, when its key is told in one that was forgotten. */
  let orphanedKey: number | null = null;
  const last = createLastEvents(words, payloads, rowCount, ({ site, key, count }) => {
    forgottenOf.sites[site] = (forgottenOf.sites[site] ?? 0) + count;
    forgottenOf.keys[key] = (forgottenOf.keys[key] ?? 0) + count;
  });
  const { note } = last;

  /** A change of a place whose key its site has, or the outcome of a fork. */
  function record(site: number, subject: number, value: unknown): void {
    if (next === limit) makeRoom();
    write(isBrief ? note(next++, site, subject, keyOfSite(site)) : next++, site, subject, value);
  }

  function write(row: number, site: number, subject: number, value: unknown): void {
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
    writeTag(next++, site, subject, tag);
  }

  function writeTag(row: number, site: number, subject: number, tag: number): void {
    words[row * 4] = site * 16 + tag;
    words[row * 4 + 1] = subject;
  }

  /** The event of a key is the next row: both are in full, or none. */
  function canRecordKey(): boolean {
    if (canBeBrief && next >= limit - 1) beginInBrief();
    return !isBrief;
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
    if (canBeBrief) return beginInBrief();
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

  /** From now on the time goes on, but no row is written. */
  function beginInBrief(): void {
    scan((_ordinal, site) => last.addBefore(site));
    briefFrom = next;
    limit = Infinity;
    isBrief = true;
  }

  /** How many rows were written: the time. */
  function eventCount(): number {
    return base + next;
  }

  function rowAt(ordinal: number): EventRow | undefined {
    if (ordinal < forgotten || ordinal >= eventCount()) return undefined;
    if (ordinal >= briefFrom) {
      return last.kept().find((one) => one.ordinal === ordinal);
    }
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
    const end = isBrief ? briefFrom : eventCount();
    let told = orphanedKey;
    for (let ordinal = forgotten; ordinal < end; ordinal++) {
      const row = ordinal % rowCount;
      const word = words[row * 4] ?? 0;
      const subject = words[row * 4 + 1] ?? 0;
      if ((word & 15) === Tag.key) told = subject;
      else {
        visit(ordinal, word >> 4, subject, told ?? keyOfSite(word >> 4), 1);
        told = null;
      }
    }
    if (isBrief) for (const { ordinal, site, subject, key, count } of last.kept()) visit(ordinal, site, subject, key, count);
  }

  /** The how-many-th of its site an event is. */
  function occurrenceAt(ordinal: number, wanted: number): number {
    if (ordinal >= briefFrom) return last.kept().find((one) => one.ordinal === ordinal)?.occurrence ?? 0;
    let count = forgottenCount([wanted], null);
    scan((at, site) => {
      if (at <= ordinal && site === wanted) count++;
    });
    return count;
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
      if (!canRecordKey()) return write(note(next++, site, subject, key), site, subject, value);
      recordTag(site, key, Tag.key);
      record(site, subject, value);
    },
    recordGone(site: number, subject: number, key: number): void {
      if (!canRecordKey()) return writeTag(note(next++, site, subject, key), site, subject, Tag.absent);
      recordTag(site, key, Tag.key);
      recordTag(site, subject, Tag.absent);
    },
    eventCount,
    rowAt,
    occurrenceAt,
    /** What was last until now stays known, whatever comes: somebody asks about this time. */
    keepUntilNow(): void {
      if (isBrief) last.keepAll();
    },
    /** After so many rows, of each place only the last change before a wait is asked for (`lastEvents.ts`). */
    keepLastOnly(rows: number): void {
      canBeBrief = rows < rowCount;
      if (canBeBrief) limit = rows;
    },
    /** How many events a site had. */
    occurrencesOf: (site: number): number => (isBrief ? last.totalOf(site) : occurrenceAt(eventCount() - 1, site)),
    scan,
    scanValues,
    forgottenCount,
  };
}

/** The system gives pages when they are first written to; where it does not promise as much, there is less room. */
function zeroedPages(): ArrayBuffer {
  for (let rows = wantedRows; ; rows = Math.ceil(rows / 2 / chunkSize) * chunkSize) {
    try {
      return new ArrayBuffer((rows + slotCount) * 16);
    } catch (error) {
      if (rows === chunkSize) throw error;
    }
  }
}

export const {
  record,
  recordKeyed,
  recordGone,
  eventCount,
  rowAt,
  occurrenceAt,
  keepUntilNow,
  occurrencesOf,
  keepLastOnly,
  scan,
  scanValues,
  forgottenCount,
} = createRecorder();
