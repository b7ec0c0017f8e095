import { selectFrom, type EventStore } from '../../events/selection.js';
import type {
  Digest,
  EntryRow,
  HistoryRow,
  KeptEvents,
  KeptRow,
  KeyReport,
  OtherWrite,
  SelectedEvent,
  Selection,
  SelectionResult,
  ValueReport,
} from '../../events/rows.js';
import { idOf, isObject } from '../realm/identity.js';
import { OwnSet } from '../realm/intrinsics.js';
import { eventCount, forgottenCount, occurrenceAt, previousOf, rowAt, scan, scanValues, totalOf, type EventRow } from './events.js';
import { areEventsOnlyCounted } from '../lastOnly/localProbes.js';
import { anywhere, isSameMemory } from './memory.js';
import { allLists } from './activations.js';
import { allCopies, sharersOf } from './scopes.js';
import { allUncertain } from './uncertain.js';
import { allWholes } from './wholes.js';
import { endOfSites, isResult, privateNumber, variableNumber } from '../rows/sites.js';
import { Tag } from '../rows/tags.js';
import { keyNumber, symbolOf, textNumber, textOf } from '../rows/values.js';

/** Decides a trace query on the events of this run. */
export function select(request: Selection): SelectionResult {
  return selectFrom(ownEvents, request);
}

const ownEvents: EventStore = {
  scan({ sites, key }, visit) {
    const wantedSites = sites === null ? null : new OwnSet(sites);
    const wantedKey = key === null ? null : numberOf(key);
    scan((ordinal, site, subject, rowKey, payload, count) => {
      if ((wantedSites === null || wantedSites.has(site)) && (wantedKey === null || rowKey === wantedKey))
        visit(ordinal, site, subject, payload, count);
    });
  },
  isResult,
  sharersOf,
  areAlike: (ordinal, other) => {
    const one = rowAt(ordinal);
    const two = rowAt(other);
    return one !== undefined && one.tag === two?.tag && Object.is(one.payload, two.payload) && isWhole(one.tag);
  },
  forgottenCount: ({ sites, key }) => forgottenCount(sites, key === null ? null : numberOf(key)),
  eventAt,
};

/** Whether a row says all of its value: of long texts it has the length. */
const isWhole = (tag: number): boolean => tag !== Tag.untold && tag !== Tag.longString;

/** More rows than these are not worth sending. */
const maxHistory = 200_000;

/** Every event of the keys, and of all indices when elements are asked for. */
export function history(keys: readonly KeyReport[], hasElements: boolean, before: number): readonly HistoryRow[] | null {
  const wanted = new Set(keys.map(numberOf));
  const rows: HistoryRow[] = [];
  scan((ordinal, site, owner, key) => {
    if (isResult(site) || ordinal >= before || rows.length > maxHistory || !(wanted.has(key) || (hasElements && key < 0))) return;
    const row = rowAt(ordinal);
    const value = row === undefined ? null : reportOf(row);
    if (value !== null) rows.push({ ordinal, owner, key: key < 0 ? String(-key - 1) : shortKey(textOf(key)), value });
  });
  return rows.length > maxHistory || forgottenCount(null, null) > 0 ? null : rows;
}

/** Every change of the entries of a Map or Set. */
export function entriesOf(owner: number, before: number): readonly EntryRow[] | null {
  const rows: EntryRow[] = [];
  scan((ordinal, site, subject, key) => {
    if (subject !== owner || key <= 0 || ordinal >= before || rows.length > maxHistory || symbolOf(key) !== undefined) return;
    const text = textOf(key);
    const row = text.startsWith('entry ') ? rowAt(ordinal) : undefined;
    if (row !== undefined) rows.push({ ordinal, site, key: text, value: reportOf(row) });
  });
  return rows.length > maxHistory || forgottenCount(null, null) > 0 ? null : rows;
}

/** Which event of its site one was takes as long as there are events. */
const mostKept = 50_000;

/** All events, oldest first; null when there are too many, or not all are kept. */
export function allEvents(): KeptEvents | null {
  if (eventCount() > mostKept || forgottenCount(null, null) > 0) return null;
  const rows: KeptRow[] = [];
  scan((ordinal, site, _subject, key) => {
    const row = rowAt(ordinal);
    if (row === undefined) return;
    const occurrence = occurrenceAt(ordinal, site);
    rows.push({ ordinal, site, occurrence, subject: row.subject, value: reportOf(row), key: textOfKey(key), isResult: isResult(site) });
  });
  return { rows, copies: allCopies(), wholes: allWholes(), lists: allLists(), uncertain: allUncertain() };
}

function textOfKey(key: number): string | null {
  if (key < 0) return String(-key - 1);
  if (symbolOf(key) !== undefined) return `symbol ${key}`;
  return key === 0 ? null : textOf(key);
}

/** The events at each site, so that two runs can be compared; for long runs, only their number. */
export function digest(): Digest {
  if (areEventsOnlyCounted() || totalOf(0) !== null) return countsOfSites();
  if (eventCount() > maxDigested) return {};
  let counts = new Int32Array(1024);
  let hashes = new Int32Array(1024);
  const texts: number[] = [];
  scanValues((site, tag, payload) => {
    if (site >= counts.length) {
      counts = grown(counts, site * 2);
      hashes = grown(hashes, site * 2);
    }
    counts[site] = (counts[site] ?? 0) + 1;
    hashes[site] = (Math.imul(hashes[site] ?? 0, 31) + tag + hashOf(tag, payload, texts)) | 0;
  });
  const digests: Record<number, readonly [number, number]> = {};
  counts.forEach((count, site) => {
    if (count > 0) digests[site] = [count, hashes[site] ?? 0];
  });
  return digests;
}

function countsOfSites(): Digest {
  const counts: Record<number, readonly [number, null]> = {};
  const told = new Float64Array(endOfSites());
  // Where only what activations keep is counted, other events have rows.
  if (totalOf(0) === null && eventCount() <= maxDigested) scan((_ordinal, site) => void (told[site] = (told[site] ?? 0) + 1));
  for (let site = 0; site < endOfSites(); site++) {
    const count = totalOf(site) ?? told[site] ?? 0;
    if (count > 0) counts[site] = [count, null];
  }
  return counts;
}

/** To hash the values of more events would take longer than the answer may. */
const maxDigested = 2_000_000;

function grown(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(column);
  return larger;
}

function hashOf(tag: number, payload: number, texts: number[]): number {
  if (tag === Tag.number || tag === Tag.longString) return Number.isInteger(payload) ? payload | 0 : (payload * 1e6) | 0;
  if (tag === Tag.string || tag === Tag.bigint) return (texts[payload] ??= hashOfText(textOf(payload)));
  return 0;
}

function hashOfText(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}

/** A private name without its class: only one was asked for. */
function shortKey(text: string): string {
  return /^private .*(#\S+)$/.exec(text)?.[1] ?? text;
}

/** The newest event between two times that writes an element's memory through something else than its owner. */
export function otherWrite(owner: number, index: number, after: number, before: number): OtherWrite | null {
  let [newest, isExact] = [after, true];
  scan((ordinal, _site, subject, key) => {
    if (ordinal > newest && ordinal < before && isSameMemory(subject, key, owner, index)) [newest, isExact] = [ordinal, key !== anywhere];
  });
  const event = newest === after ? null : eventAt(newest);
  return event === null ? null : { event, isExact };
}

/** The event of that time, as the adapter gets it; null where none is known. */
export function eventAt(ordinal: number): SelectedEvent | null {
  const row = rowAt(ordinal);
  return row === undefined ? null : selected(row);
}

/** The newest events before one that have its value. Of primitives only those that tell something: a number, a text. */
export function alike(ordinal: number, most: number): readonly SelectedEvent[] {
  const own = rowAt(ordinal);
  if (own === undefined || !tellingTags.has(own.tag)) return [];
  let found: EventRow[] = [];
  scan((at, site, _subject, _key, payload) => {
    if (isResult(site) || at >= ordinal || payload !== own.payload) return;
    const row = rowAt(at);
    if (row?.tag === own.tag) found.push(row);
    if (found.length > 1024) found = newest(found, most);
  });
  return newest(found, most).map(selected);
}

function newest(rows: readonly EventRow[], most: number): EventRow[] {
  return rows.toSorted((a, b) => b.ordinal - a.ordinal).slice(0, most);
}

const tellingTags: ReadonlySet<number> = new OwnSet([Tag.number, Tag.string, Tag.longString, Tag.bigint, Tag.symbol, Tag.object]);

function selected(row: EventRow): SelectedEvent {
  const { ordinal, site, subject } = row;
  const before = rowAt(previousOf(row));
  return {
    ordinal,
    site,
    occurrence: occurrenceAt(ordinal, site),
    subject,
    value: reportOf(row),
    before: before === undefined ? { kind: 'absent' } : reportOf(before),
  };
}

function numberOf(key: KeyReport): number {
  switch (key.kind) {
    case 'property':
      return keyNumber(key.name);
    case 'variable':
      return variableNumber(key.path, key.declaration);
    case 'private':
      return privateNumber(key.path, key.declaration, key.name);
    case 'symbol':
      return key.number;
    case 'entry':
      return textNumber(`entry ${key.type} ${key.text}`);
  }
}

/** Whether an event says what a place holds; `held`: undefined where it is absent. */
export function holdsValue({ tag, payload }: EventRow, held: { readonly value: unknown } | undefined): boolean {
  if (held === undefined || tag === Tag.absent) return held === undefined && tag === Tag.absent;
  const { value } = held;
  switch (tag) {
    case Tag.untold:
      return true;
    case Tag.number:
      return Object.is(payload, value);
    case Tag.true:
    case Tag.false:
      return value === (tag === Tag.true);
    case Tag.null:
      return value === null;
    case Tag.undefined:
      return value === undefined;
    case Tag.longString:
      return typeof value === 'string' && value.length === payload;
    case Tag.symbol:
      return symbolOf(payload) === value;
    case Tag.object:
    case Tag.function:
      return isObject(value) && idOf(value) === payload;
    default:
      return textOf(payload) === String(value) && !isObject(value);
  }
}

function reportOf({ tag, payload }: EventRow): ValueReport | null {
  switch (tag) {
    case Tag.untold:
      return null;
    case Tag.undefined:
      return { kind: 'primitive', type: 'undefined', text: 'undefined' };
    case Tag.null:
      return { kind: 'primitive', type: 'null', text: 'null' };
    case Tag.false:
    case Tag.true:
      return { kind: 'primitive', type: 'boolean', text: String(tag === Tag.true) };
    case Tag.number:
      return { kind: 'primitive', type: 'number', text: Object.is(payload, -0) ? '-0' : String(payload) };
    case Tag.string:
      return { kind: 'primitive', type: 'string', text: textOf(payload) };
    case Tag.longString:
      return { kind: 'primitive', type: 'string', text: '', length: payload };
    case Tag.bigint:
      return { kind: 'primitive', type: 'bigint', text: textOf(payload) };
    case Tag.symbol:
      return { kind: 'primitive', type: 'symbol', text: symbolOf(payload)?.description ?? '', symbol: payload };
    case Tag.object:
    case Tag.function:
      return { kind: 'object', id: payload, className: '', preview: '', type: tag === Tag.function ? 'function' : 'object' };
    default:
      return { kind: 'absent' };
  }
}
