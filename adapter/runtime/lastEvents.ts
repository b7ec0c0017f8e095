import { isAlwaysKept, siteCapacity } from './sites.js';

/** 300 megabytes: then the older half is forgotten. */
const maxKept = 1 << 23;

export const slotCount = 1 << 10;

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
 * What is kept of a run that is longer than memory is large: of each place, and of each fork of an activation, the last event. The
 * places that are in use have a slot; whoever needs it for another place moves the event before to the list of those that are kept. `words` and `payloads`
 * hold rows as in `events.ts`, that of a slot from `firstRow` on: who asks for the slot fills it.
 */
export function createLastEvents(words: Int32Array, payloads: Float64Array, firstRow: number, forget: (event: KeptEvent) => void) {
  /** Of each slot: subject, place, occurrence, count. */
  const slots = new Int32Array(slotCount * 4);
  const slotTimes = new Float64Array(slotCount);
  const totals = new Int32Array(siteCapacity);
  let size = 0;
  /** Of each kept event: subject, place, occurrence, count, site and tag. */
  let columns = new Int32Array(5 << 10);
  let times = new Float64Array(1 << 10);
  let values = new Float64Array(1 << 10);

  /** The row of an event that happens now. The key is 0 where no property changes. */
  function note(ordinal: number, site: number, subject: number, key: number): number {
    const place = key === 0 ? keyless + site : key;
    const slot = (imul(subject, 0x9e3779b1) ^ imul(place, 0x85ebca6b)) >>> 22;
    const at = slot * 4;
    if (slots[at] === subject && slots[at + 1] === place && !isAlwaysKept(site)) slots[at + 3] = (slots[at + 3] ?? 0) + 1;
    else {
      keep(slot);
      slots[at] = subject;
      slots[at + 1] = place;
      slots[at + 3] = 1;
    }
    const occurrence = (totals[site] ?? 0) + 1;
    totals[site] = occurrence;
    slots[at + 2] = occurrence;
    slotTimes[slot] = ordinal;
    return firstRow + slot;
  }

  /** Moves what a slot holds to the list. */
  function keep(slot: number): void {
    const at = slot * 4;
    if (slots[at + 3] === 0) return;
    if (size === times.length) grow();
    for (let column = 0; column < 4; column++) columns[size * 5 + column] = slots[at + column] ?? 0;
    columns[size * 5 + 4] = words[(firstRow + slot) * 4] ?? 0;
    times[size] = slotTimes[slot] ?? 0;
    values[size] = payloads[(firstRow + slot) * 2 + 1] ?? 0;
    slots[at + 3] = 0;
    // Nothing is equal to it until it is used again.
    slots[at + 1] = 0;
    size++;
  }

  function grow(): void {
    if (size === maxKept) return forgetHalf();
    columns = copied(columns, new Int32Array(columns.length * 2));
    times = copied(times, new Float64Array(times.length * 2));
    values = copied(values, new Float64Array(values.length * 2));
  }

  function forgetHalf(): void {
    const half = size >> 1;
    for (let at = 0; at < half; at++) forget(keptAt(at));
    for (let at = half * 5; at < size * 5; at++) columns[at - half * 5] = columns[at] ?? 0;
    for (let at = half; at < size; at++) {
      times[at - half] = times[at] ?? 0;
      values[at - half] = values[at] ?? 0;
    }
    size -= half;
  }

  function keptAt(at: number): KeptEvent {
    const place = columns[at * 5 + 1] ?? 0;
    const word = columns[at * 5 + 4] ?? 0;
    return {
      ordinal: times[at] ?? 0,
      site: word >> 4,
      tag: word & 15,
      payload: values[at] ?? 0,
      subject: columns[at * 5] ?? 0,
      key: place >= keyless ? 0 : place,
      occurrence: columns[at * 5 + 2] ?? 0,
      count: columns[at * 5 + 3] ?? 0,
    };
  }

  return {
    note,
    /** What is last now stays known, whatever comes: somebody asks about this time. */
    keepAll(): void {
      for (let slot = 0; slot < slotCount; slot++) keep(slot);
    },
    /** Events of a site before the first that is noted here. */
    addBefore(site: number): void {
      totals[site] = (totals[site] ?? 0) + 1;
    },
    totalOf: (site: number): number => totals[site] ?? 0,
    /** Every event that is kept, oldest first. */
    kept(): readonly KeptEvent[] {
      this.keepAll();
      return Array.from({ length: size }, (_, at) => keptAt(at)).sort((a, b) => a.ordinal - b.ordinal);
    },
  };
}

/** No text has such a number. */
const keyless = 0x40000000;

/** Methods of typed arrays are the program's: it may have replaced them, and they may be watched. */
function copied<T extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(from: T, to: T): T {
  for (let at = 0; at < from.length; at++) to[at] = from[at] ?? 0;
  return to;
}

const { imul } = Math;
