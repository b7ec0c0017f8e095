import { idOf, lastId } from '../realm/identity.js';
import { newFloats, newIntegers, OwnMap } from '../realm/intrinsics.js';
import { createLastEvents, type KeptEvent } from '../lastOnly/lastEvents.js';
import { createLargeTable, createLastTable, findInTable, noteLast, visitTable, type LastTable } from '../lastOnly/lastTable.js';
import { countIn, newPage, PageArchive, pageRows, visitPage, type Visit, type VisitPassed } from '../rows/pageArchive.js';
import { passedSince, takePassed } from '../rows/passing.js';
import { mayLookAt, noteLookedAt } from '../rows/longTexts.js';
import { countedPassages, isOverBudget, isSecretName, isSecretSite, isUsedUp, keyOfSite, passagesOf } from '../rows/sites.js';
import { Tag } from '../rows/tags.js';
import { keptTextNumber, keyNumber, textCount, textNumber, textOf } from '../rows/values.js';

/**
 * The events in the order in which they happened: one row of 16 bytes for each event, in typed arrays, because ten million candidates
 * must fit beside the program. A row says its site; its subject, which is the object or scope instance whose place changed or, of a
 * fork, the activation; and the new value or the outcome. The place's key is the site's. Where only the event tells it, a row before
 * the event's holds it. An event's ordinal is the number of rows before it.
 */
export interface EventRow {
  readonly ordinal: number;
  readonly site: number;
  /** For a fork, its activation. */
  readonly subject: number;
  readonly key: number;
  readonly tag: number;
  readonly payload: number;
}

/** Takes rows `from` to `to` of a page, whose first row is the one with the number `base`. */
type ShipRows = (words: Int32Array, base: number, from: number, to: number) => void;

/** How a long run is told. */
export interface LastOnlyPlan {
  /** From this event on, of each place only the last is kept. */
  readonly from: number;
  /** Whether then the new values of properties are told. */
  readonly areValuesTold: boolean;
  /** The key of all events, when nobody waits at one; null: there are several. */
  readonly onlyKey: number | null;
}

/** 24 megabytes, as far as they are written to. */
const nearObjects = 1 << 20;
/** 384 megabytes: the last changes of more objects are not known. */
const mostFarObjects = 1 << 24;

/** How many rows there will be of calls that run beyond the budgets of their functions, as soon as something else is recorded in them. */
export const pendingRows = newIntegers(1);

/** All in one function, whose constants V8 knows when it puts `record` into the program's own loops. */
function createRecorder() {
  const page = newPage();
  const { words, payloads } = page;
  /** The next row of the page, and how many rows were written before the page. */
  let next = 0;
  let limit = pageRows;
  let base = 0;
  const archive = new PageArchive();
  /** Rows of the page that are recorded last-only and have been read. */
  let settled = 0;
  let isLastOnly = false;
  let lastOnly: LastOnlyPlan = { from: Infinity, areValuesTold: true, onlyKey: null };
  let tellsValues = true;
  /** Where one property is asked about, tables take the place of rows: one for the objects that have the first numbers, one for others. */
  let hasTable = false;
  const near = createLastTable(0, nearObjects);
  const { columns, times } = near;
  let far: LastTable | null = null;
  /** How many events there were, once there are tables: at one place, a number of any size. */
  const clock = newFloats(1);
  let areOnlyCounted = false;
  const counted = new OwnMap<number, number>();
  const last = createLastEvents(page, (site, key, count) => archive.forget(site, key, count));
  const { totals } = last;
  /** For a recorded run: where rows go, and how many of the page are there already. */
  let ship: ShipRows | null = null;
  let shipped = 0;
  /** Whether rows have waited for long: a program may not come back to its event loop. */
  let isShipmentDue = (): boolean => false;

  /** A change of a place whose key its site has, or the outcome of a fork. */
  function record(site: number, subject: number, value: unknown): void {
    if (ship !== null) recordShipped(site, subject, value);
    else recordWhole(site, subject, value);
  }

  /** Records within the budget of the site, in a recorded run. */
  function recordShipped(site: number, subject: number, value: unknown): void {
    if (isOverBudget(site)) return;
    shipInTime();
    if (isSecretSite(site)) recordSecret(site, subject, value);
    else recordWhole(site, subject, value);
    // Passages that are only counted do not come here: what there is leaves the program now.
    if (isUsedUp(site) && shipmentsOfLast-- > 0) shipRows();
  }

  /** Records the calls that are pending: called before any other row. */
  let tellPending: () => void = () => {};

  function writePending(): void {
    pendingRows[0] = 0;
    tellPending();
  }

  /** So many shipments, which cost time, are made because a site has used its budget. */
  let shipmentsOfLast = 1000;

  /** Rows between two looks at the clock. */
  const rowsBetween = 64;
  let rowsUntilLook = rowsBetween;

  function shipInTime(): void {
    if (--rowsUntilLook > 0) return;
    rowsUntilLook = rowsBetween;
    if (isShipmentDue()) shipRows();
  }

  /** Records the value of a name such as `password`: the length of a text, nothing of a number. */
  function recordSecret(site: number, subject: number, value: unknown): void {
    if (typeof value === 'string') recordLength(site, subject, value.length);
    else if (typeof value === 'number' || typeof value === 'bigint') recordTag(site, subject, Tag.untold);
    else recordWhole(site, subject, value);
  }

  /** The same of a place whose key only the event names. */
  function recordKeyedShipped(site: number, subject: number, key: number, value: unknown, isSecret: boolean): void {
    if (isOverBudget(site)) return;
    recordKey(site, key);
    if (isSecret) recordSecret(site, subject, value);
    else recordWhole(site, subject, value);
  }

  function recordLength(site: number, subject: number, length: number): void {
    if (pendingRows[0] !== 0) writePending();
    if (next === limit) turnPage();
    const row = next++;
    payloads[row * 2 + 1] = length;
    words[row * 4] = site * 16 + Tag.longString;
    words[row * 4 + 1] = subject;
  }

  function recordWhole(site: number, subject: number, value: unknown): void {
    if (pendingRows[0] !== 0) writePending();
    if (next === limit) turnPage();
    const row = next++;
    let tag: number = Tag.number;
    if (typeof value === 'number') payloads[row * 2 + 1] = value;
    else if (typeof value === 'boolean') tag = value ? Tag.true : Tag.false;
    else if (typeof value === 'string') tag = encodeText(row, site, value);
    else tag = encode(row, value);
    words[row * 4] = site * 16 + tag;
    words[row * 4 + 1] = subject;
  }

  /** A change of a property: in the last-only part its value is read where the program waits at it. */
  function recordChange(site: number, subject: number, value: unknown): void {
    if (!hasTable || subject >= nearObjects) return recordOther(site, subject, value);
    const occurrence = (totals[site] ?? 0) + 1;
    totals[site] = occurrence;
    columns[subject * 4] = site * 16 + Tag.untold;
    columns[subject * 4 + 1] = occurrence;
    columns[subject * 4 + 2] = (columns[subject * 4 + 2] ?? 0) + 1;
    const time = clock[0] ?? 0;
    times[subject] = time;
    clock[0] = time + 1;
  }

  function recordOther(site: number, subject: number, value: unknown): void {
    if (hasTable) recordInTable(site, subject, Tag.untold);
    else recordInFull(site, subject, value);
  }

  /** A change of the one key that there is. */
  function recordInTable(site: number, subject: number, tag: number): void {
    const occurrence = (totals[site] ?? 0) + 1;
    totals[site] = occurrence;
    const time = clock[0] ?? 0;
    clock[0] = time + 1;
    if (subject >= nearObjects) far ??= createLargeTable(nearObjects, mostFarObjects);
    const table = subject < nearObjects || far === null ? near : far;
    if (!noteLast(table, site * 16 + tag, subject, occurrence, time)) archive.forget(site, keyOfOnly(), 1);
  }

  function recordInFull(site: number, subject: number, value: unknown): void {
    if (next === limit) {
      turnPage();
      // It may have made tables take the place of rows.
      recordOther(site, subject, value);
    } else if (tellsValues) record(site, subject, value);
    else recordTag(site, subject, Tag.untold);
  }

  function recordTag(site: number, subject: number, tag: number): void {
    if (pendingRows[0] !== 0) writePending();
    if (next === limit) turnPage();
    const row = next++;
    words[row * 4] = site * 16 + tag;
    words[row * 4 + 1] = subject;
  }

  /** The event of a key is the next row of the same page: whether there will be one. */
  function recordKey(site: number, key: number): boolean {
    if (pendingRows[0] !== 0) writePending();
    if (passedSince(site) !== 0) tellPassed(site);
    if (next === limit - 1) recordTag(site, key, Tag.key);
    if (next === limit) turnPage();
    if (!hasTable) recordTag(site, key, Tag.key);
    return !hasTable;
  }

  function tellPassed(site: number): void {
    const count = takePassed(site);
    if (hasTable) totals[site] = (totals[site] ?? 0) + count;
    else recordTag(site, count, Tag.passed);
  }

  /** The text that a site has written last is often the one that it writes next. */
  const lastTexts: string[] = Array.from({ length: 1024 }, () => '');
  const lastNumbers = new Int32Array(1024);

  function encodeText(row: number, site: number, value: string): number {
    if (!mayLookAt(site, value)) return encodeLength(row, value);
    const slot = site & 1023;
    if (lastTexts[slot] !== value) {
      const known = textCount();
      const number = keptTextNumber(value);
      if (number < 0) return encodeLength(row, value);
      noteLookedAt(site, value, textCount() > known);
      lastTexts[slot] = value;
      lastNumbers[slot] = number;
    }
    payloads[row * 2 + 1] = lastNumbers[slot] ?? 0;
    return Tag.string;
  }

  function encodeLength(row: number, value: string): number {
    payloads[row * 2 + 1] = value.length;
    return Tag.longString;
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
        payloads[row * 2 + 1] = keyNumber(value);
        return Tag.symbol;
      case 'function':
        payloads[row * 2 + 1] = idOf(value);
        return Tag.function;
      default:
        if (value === null) return Tag.null;
        payloads[row * 2 + 1] = idOf(value as object);
        return Tag.object;
    }
  }

  /** The rows that were not shipped yet. */
  function shipRows(): void {
    if (ship === null || shipped === next) return;
    const from = shipped;
    shipped = next;
    ship(words, base, from, next);
  }

  function turnPage(): void {
    if (ship !== null) {
      shipRows();
      base += next;
      next = 0;
      shipped = 0;
      return;
    }
    settle();
    if (base < lastOnly.from) archive.add(page);
    base += next;
    next = 0;
    settled = 0;
    prepareTable();
  }

  /** From the first event on that is recorded last-only, a table takes the place of the page, if it can. */
  function prepareTable(): void {
    const { from, onlyKey, areValuesTold } = lastOnly;
    limit = from > base && from - base < pageRows ? from - base : pageRows;
    if (from > base || onlyKey === null || areValuesTold) return;
    if (!isLastOnly) beginLastOnly();
    hasTable = true;
    clock[0] = base;
  }

  function tables(): readonly LastTable[] {
    if (!hasTable) return [];
    return far === null ? [near] : [near, far];
  }

  function keyOfOnly(): number {
    return lastOnly.onlyKey ?? 0;
  }

  /** Adds the last-only rows of the page to the last events of each place. */
  function settle(): void {
    const lastOnlyRow = lastOnly.from - base;
    if (!isLastOnly && next >= lastOnlyRow) beginLastOnly();
    const from = settled > lastOnlyRow ? settled : lastOnlyRow;
    if (next <= from) return;
    last.take(base, from, next);
    settled = next;
  }

  /** Counters go on from their counts. */
  function beginLastOnly(): void {
    scanRows(
      (_ordinal, site) => last.addBefore(site, 1),
      (_ordinal, site, count) => last.addBefore(site, count),
    );
    isLastOnly = true;
    tellsValues = lastOnly.areValuesTold;
  }

  /** How many rows were written, with those that are pending: the time. */
  function eventCount(): number {
    return hasTable ? (clock[0] ?? 0) : base + next + (pendingRows[0] ?? 0);
  }

  /** The page with the row of an event that is known, when it is not recorded last-only. */
  function pageOf(ordinal: number) {
    if (ordinal < archive.start || ordinal >= eventCount()) return undefined;
    return ordinal >= base ? page : archive.pageAt(ordinal - (ordinal % pageRows));
  }

  function rowAt(ordinal: number): EventRow | undefined {
    if (ordinal >= lastOnly.from) return lastOnlyAt(ordinal);
    const from = pageOf(ordinal);
    if (from === undefined) return undefined;
    const row = ordinal % pageRows;
    const word = from.words[row * 4] ?? 0;
    const site = word >> 4;
    const isKeyed = row > 0 && ((from.words[row * 4 - 4] ?? 0) & 15) === Tag.key;
    return {
      ordinal,
      site,
      tag: word & 15,
      subject: from.words[row * 4 + 1] ?? 0,
      key: isKeyed ? (from.words[row * 4 - 3] ?? 0) : keyOfSite(site),
      payload: from.payloads[row * 2 + 1] ?? 0,
    };
  }

  /** An event that is recorded last-only. */
  function lastOnlyAt(ordinal: number): KeptEvent | undefined {
    settle();
    return tables().reduce<KeptEvent | undefined>((found, one) => found ?? findInTable(one, ordinal, keyOfOnly()), last.find(ordinal));
  }

  /** Every event that has a row, oldest first. */
  function scanRows(visit: Visit, visitPassed?: VisitPassed): void {
    const end = eventCount() < lastOnly.from ? eventCount() : lastOnly.from;
    for (let at = archive.start; at < end; at += pageRows) {
      const from = pageOf(at);
      if (from !== undefined) visitPage(from, at, end - at < pageRows ? end - at : pageRows, visit, visitPassed);
    }
  }

  /** The how-many-th of its site an event is. */
  function occurrenceAt(ordinal: number, wanted: number): number {
    const known = counted.get(ordinal);
    if (known !== undefined) return known;
    if (ordinal >= lastOnly.from) return lastOnlyAt(ordinal)?.occurrence ?? 0;
    let count = archive.forgottenAt(wanted);
    for (let at = archive.start; at <= ordinal; at += pageRows) {
      const from = pageOf(at);
      if (from !== undefined) count += countIn(from, ordinal - at < pageRows ? ordinal - at + 1 : pageRows, wanted);
    }
    return count;
  }

  /** The newest event of the same place before this one; -1 where none is known. */
  function previousOf({ ordinal, subject, key }: EventRow): number {
    settle();
    let found = -1;
    const visit: Visit = (at, _site, of, rowKey) => {
      if (at < ordinal && at > found && of === subject && rowKey === key) found = at;
    };
    if (isLastOnly) last.visit(visit);
    for (const table of tables()) visitTable(table, lastId() + 1, keyOfOnly(), visit);
    // What has a row is older.
    const end = ordinal < lastOnly.from ? ordinal : lastOnly.from;
    for (let at = end - (end % pageRows); found < 0 && at >= archive.start; at -= pageRows) {
      const from = pageOf(at);
      if (from !== undefined) visitPage(from, at, end - at < pageRows ? end - at : pageRows, visit);
    }
    return found;
  }

  function totalOf(site: number): number | null {
    settle();
    if (areOnlyCounted) return passagesOf(site);
    const passages = countedPassages(site);
    if (passages > 0) return passages;
    return isLastOnly ? (totals[site] ?? 0) + passedSince(site) : null;
  }

  return {
    record,
    recordTag,
    recordChange,
    writePending,
    /** Has pending calls be recorded by this. */
    onPending(tell: () => void): void {
      tellPending = tell;
    },
    shipInTime,
    shipRows,
    /** Nothing is kept of a run that is recorded: what is written to the page is shipped. */
    shipTo(to: ShipRows, isDue: () => boolean): void {
      ship = to;
      isShipmentDue = isDue;
    },
    recordKeyed(site: number, subject: number, key: number, value: unknown): void {
      if (ship !== null) recordKeyedShipped(site, subject, key, value, key > 0 && isSecretName(textOf(key)));
      else if (recordKey(site, key)) recordInFull(site, subject, value);
      else recordInTable(site, subject, Tag.untold);
    },
    recordKeyedShipped,
    recordKeyedUntold(site: number, subject: number, key: number): void {
      if (ship !== null && isOverBudget(site)) return;
      if (recordKey(site, key)) recordTag(site, subject, Tag.untold);
      else recordInTable(site, subject, Tag.untold);
    },
    recordGone(site: number, subject: number, key: number): void {
      if (ship !== null && isOverBudget(site)) return;
      if (recordKey(site, key)) recordTag(site, subject, Tag.absent);
      else recordInTable(site, subject, Tag.absent);
    },
    eventCount,
    rowAt,
    occurrenceAt,
    previousOf,
    /** Keeps the events that are last now, whatever comes: somebody asks about this time. */
    keepUntilNow(): void {
      settle();
      if (isLastOnly) last.keepAll();
    },
    /** Keeps only the last change of each place before a wait (`lastEvents.ts`). */
    keepLastOnly(plan: LastOnlyPlan): void {
      lastOnly = plan;
      prepareTable();
    },
    /** Where events are only counted: the how-many-th of its site the newest is. */
    noteOccurrence(occurrence: number): void {
      counted.set(eventCount() - 1, occurrence);
    },
    /** From now on events are only counted (`sites.ts`), but for some. */
    countOnly(): void {
      areOnlyCounted = true;
    },
    /** How many events a site had, where that is known without looking at all of them; else null. */
    totalOf,
    /** How many events a site had. */
    occurrencesOf: (site: number): number => totalOf(site) ?? occurrenceAt(eventCount() - 1, site),
    /** The newest event of a place from a time on; all are known. */
    newestOf(subject: number, key: number, since: number): EventRow | undefined {
      for (let at = eventCount() - 1; at >= since && at >= 0; at--) {
        const row = rowAt(at);
        if (row !== undefined && row.subject === subject && row.key === key && row.tag !== Tag.key && row.tag !== Tag.passed) return row;
      }
      return undefined;
    },
    /** Events before this one are not known any more: they have left the program. */
    firstHeld: (): number => (ship === null ? 0 : base),
    /** Every event that is known: first those that have a row, oldest first, then those that are kept, in no order. */
    scan(visit: Visit): void {
      settle();
      scanRows(visit);
      if (isLastOnly) last.visit(visit);
      for (const table of tables()) visitTable(table, lastId() + 1, keyOfOnly(), visit);
    },
    /** The values of every event, oldest first; all are known. */
    scanValues(visit: (site: number, tag: number, payload: number) => void): void {
      for (let at = 0; at < eventCount(); at += pageRows) {
        const from = pageOf(at);
        for (let row = 0; from !== undefined && row < pageRows && at + row < eventCount(); row++) {
          const word = from.words[row * 4] ?? 0;
          if ((word & 15) !== Tag.key && (word & 15) !== Tag.passed) visit(word >> 4, word & 15, from.payloads[row * 2 + 1] ?? 0);
        }
      }
    },
    /** How many of the oldest events of these sites, or of this key, are not known any more. */
    forgottenCount(sites: readonly number[] | null, key: number | null): number {
      if (sites !== null) return sites.reduce((sum, site) => sum + archive.forgottenAt(site), 0);
      return key === null ? archive.start : archive.forgottenUnder(key);
    },
  };
}

export const {
  record,
  recordKeyedShipped,
  recordTag,
  writePending,
  onPending,
  shipInTime,
  shipRows,
  shipTo,
  recordChange,
  recordKeyed,
  recordGone,
  recordKeyedUntold,
  eventCount,
  rowAt,
  occurrenceAt,
  previousOf,
  newestOf,
  firstHeld,
  keepUntilNow,
  noteOccurrence,
  countOnly,
  totalOf,
  occurrencesOf,
  keepLastOnly,
  scan,
  scanValues,
  forgottenCount,
} = createRecorder();
