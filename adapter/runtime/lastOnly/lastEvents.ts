import { copyInto, newFloats, newIntegers } from '../realm/intrinsics.js';
import type { Page, Visit } from '../rows/pageArchive.js';
import { isAlwaysKept, keyOfSite, siteCapacity } from '../rows/sites.js';
import { Tag } from '../rows/tags.js';

/** 300 megabytes: then the older half is forgotten. */
const maxKept = 1 << 23;

const slotBits = 10;
const slotCount = 1 << slotBits;
const slotWidth = 8;

/** An event that is known, and how many of the same place were dropped for it. */
export interface KeptEvent {
  readonly ordinal: number;
  readonly site: number;
  readonly tag: number;
  readonly payload: number;
  readonly subject: number;
  readonly key: number;
  /** The how-many-th of its site. */
  readonly occurrence: number;
  /** With those that were dropped. */
  readonly count: number;
}

/**
 * The events that are kept of a run which is longer than memory is large: the last one of each place, and of each fork of an activation. The
 * places that are in use have a slot; whoever needs it for another place moves the event before to the list of those that are kept.
 * Everything that is done for each event is in one loop over the rows of a page.
 */
export function createLastEvents({ words, payloads }: Page, forget: (site: number, key: number, count: number) => void) {
  /** For each slot: subject, place, occurrence, count, site and tag, and the row while the event is in the page, else -1. */
  const slots = newIntegers(slotCount * slotWidth);
  const slotTimes = newFloats(slotCount);
  const slotValues = newFloats(slotCount);
  const totals = newIntegers(siteCapacity);
  let size = 0;
  /** For each kept event: subject, place, occurrence, count, site and tag. */
  let columns = newIntegers(5 << 10);
  let times = newFloats(1 << 10);
  let values = newFloats(1 << 10);

  /** Takes rows of the page, of which the first is that of the event `base`. */
  function take(base: number, from: number, end: number): void {
    let told = from > 0 && ((words[from * 4 - 4] ?? 0) & 15) === Tag.key ? (words[from * 4 - 3] ?? 0) : 0;
    for (let row = from; row < end; row++) {
      const word = words[row * 4] ?? 0;
      const subject = words[row * 4 + 1] ?? 0;
      if ((word & 15) === Tag.key) {
        told = subject;
        continue;
      }
      const site = word >> 4;
      if ((word & 15) === Tag.passed) {
        totals[site] = (totals[site] ?? 0) + subject;
        continue;
      }
      const key = told || keyOfSite(site);
      const place = key || keyless + site;
      const slot = (imul(subject, 0x9e3779b1) ^ imul(place, 0x85ebca6b)) >>> (32 - slotBits);
      const at = slot * slotWidth;
      if (slots[at] === subject && slots[at + 1] === place && (key !== 0 || !isAlwaysKept(site))) slots[at + 3] = (slots[at + 3] ?? 0) + 1;
      else {
        keep(slot, base);
        slots[at] = subject;
        slots[at + 1] = place;
        slots[at + 3] = 1;
      }
      const occurrence = (totals[site] ?? 0) + 1;
      totals[site] = occurrence;
      slots[at + 2] = occurrence;
      slots[at + 5] = row;
      told = 0;
    }
    for (let slot = 0; slot < slotCount; slot++) leavePage(slot, base);
  }

  /** The page will be written again. */
  function leavePage(slot: number, base: number): void {
    const at = slot * slotWidth;
    const row = slots[at + 5] ?? 0;
    if (row < 0 || slots[at + 3] === 0) return;
    slots[at + 4] = words[row * 4] ?? 0;
    slotTimes[slot] = base + row;
    slotValues[slot] = payloads[row * 2 + 1] ?? 0;
    slots[at + 5] = -1;
  }

  /** Moves what a slot holds to the list. */
  function keep(slot: number, base: number): void {
    const at = slot * slotWidth;
    if (slots[at + 3] === 0) return;
    leavePage(slot, base);
    if (size === times.length) grow();
    for (let column = 0; column < 5; column++) columns[size * 5 + column] = slots[at + column] ?? 0;
    times[size] = slotTimes[slot] ?? 0;
    values[size] = slotValues[slot] ?? 0;
    slots[at + 3] = 0;
    // Nothing is equal to it until it is used again.
    slots[at + 1] = 0;
    size++;
  }

  function grow(): void {
    if (size === maxKept) return forgetHalf();
    columns = copyInto(newIntegers(columns.length * 2), columns);
    times = copyInto(newFloats(times.length * 2), times);
    values = copyInto(newFloats(values.length * 2), values);
  }

  function forgetHalf(): void {
    const half = size >> 1;
    for (let at = 0; at < half; at++) forget((columns[at * 5 + 4] ?? 0) >> 4, keyAt(at), columns[at * 5 + 3] ?? 0);
    for (let at = half * 5; at < size * 5; at++) columns[at - half * 5] = columns[at] ?? 0;
    for (let at = half; at < size; at++) {
      times[at - half] = times[at] ?? 0;
      values[at - half] = values[at] ?? 0;
    }
    size -= half;
  }

  function keyAt(at: number): number {
    const place = columns[at * 5 + 1] ?? 0;
    return place >= keyless ? 0 : place;
  }

  /** Keeps the events that are last now, whatever comes: somebody asks about this time. */
  function keepAll(): void {
    for (let slot = 0; slot < slotCount; slot++) keep(slot, 0);
  }

  return {
    /** By site. */
    totals,
    take,
    keepAll,
    /** Events of a site before the first that is noted here. */
    addBefore(site: number, count: number): void {
      totals[site] = (totals[site] ?? 0) + count;
    },
    /** Every event that is kept, in no order; `count`: with those of the same place that were dropped. */
    visit(visit: Visit): void {
      keepAll();
      for (let at = 0; at < size; at++) {
        const site = (columns[at * 5 + 4] ?? 0) >> 4;
        visit(times[at] ?? 0, site, columns[at * 5] ?? 0, keyAt(at), values[at] ?? 0, columns[at * 5 + 3] ?? 0);
      }
    },
    /** The event of that time; undefined when it was dropped. */
    find(ordinal: number): KeptEvent | undefined {
      keepAll();
      let at = 0;
      while (at < size && times[at] !== ordinal) at++;
      if (at === size) return undefined;
      const word = columns[at * 5 + 4] ?? 0;
      return {
        ordinal,
        site: word >> 4,
        tag: word & 15,
        payload: values[at] ?? 0,
        subject: columns[at * 5] ?? 0,
        key: keyAt(at),
        occurrence: columns[at * 5 + 2] ?? 0,
        count: columns[at * 5 + 3] ?? 0,
      };
    },
  };
}

/** No text has such a number. */
const keyless = 0x40000000;

const { imul } = Math;
