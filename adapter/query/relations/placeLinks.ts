import { Kind } from '../../trace/store/rowMeaning.js';
import type { EventChunk } from '../../trace/store/chunks.js';
import type { TraceStore } from '../../trace/store/traceStore.js';
import { EventNumbers } from './eventNumbers.js';

/** So many places are remembered in one pass over the recording: 128 MB. More are taken in further passes. */
const mostPlaces = 1 << 22;

/**
 * Of each change the one of the same place before it and the one behind it. Each pass goes through the recording once forwards; memory is
 * bounded, whatever its length.
 */
export class PlaceLinks {
  /** How many events lie between; 0: there is none. */
  private readonly back = new EventNumbers();
  private readonly forth = new EventNumbers();

  constructor(
    private readonly store: TraceStore,
    private readonly placesInPass = mostPlaces,
  ) {
    this.link();
  }

  previous(event: number): number | null {
    const distance = this.back.get(event);
    return distance === 0 ? null : event - distance;
  }

  next(event: number): number | null {
    const distance = this.forth.get(event);
    return distance === 0 ? null : event + distance;
  }

  close(): void {
    this.back.close();
    this.forth.close();
  }

  private link(): void {
    for (let passes = 1; !this.linkIn(passes); passes *= 2);
  }

  /** false: there are more places than so many passes take. What was linked until then is right, and is done again. */
  private linkIn(passes: number): boolean {
    for (let number = 0; number < passes; number++)
      for (const isForward of [true, false]) if (!this.pass(passes, number, isForward)) return false;
    return true;
  }

  /** Forwards for the change before, backwards for the one behind, so that what is written stays beside what is read. */
  private pass(passes: number, number: number, isForward: boolean): boolean {
    const { end } = this.store;
    const last = new LastEvents();
    const chunks: Iterable<EventChunk> = isForward ? this.store.chunksBetween(0, end) : this.store.chunksBack(0, end);
    const links = isForward ? this.back : this.forth;
    for (const { first, count, kinds, subjects, keys } of chunks) {
      for (let step = 0; step < count; step++) {
        const row = isForward ? step : count - 1 - step;
        if (!isChange(kinds[row] ?? 0)) continue;
        const [subject, key] = [subjects[row] ?? 0, keys[row] ?? 0];
        if (this.store.isForSetter(first + row, key)) continue;
        const hash = hashOf(subject, key);
        if (passes > 1 && (Math.imul(hash, 0x9e3779b1) >>> 8) % passes !== number) continue;
        const event = first + row;
        const before = last.put(subject, key, hash, event);
        if (before >= 0) links.set(event, Math.abs(event - before));
        else if (last.size > this.placesInPass) return false;
      }
    }
    return true;
  }
}

function isChange(kind: number): boolean {
  return kind === Kind.change || kind === Kind.content;
}

function hashOf(subject: number, key: number): number {
  let hash = Math.imul(subject, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** By place the event of its last change: a table with open addresses, which grows. */
class LastEvents {
  private subjects = new Int32Array(1024);
  private keys = new Int32Array(1024);
  /** One more than the event; 0: the slot is free. */
  private events = new Float64Array(1024);
  private mask = 1023;
  private count = 0;

  /** How many places there are. */
  get size(): number {
    return this.count;
  }

  /** Remembers an event, and gives the one before; -1 when there was none. */
  put(subject: number, key: number, hash: number, event: number): number {
    const slot = this.slotOf(subject, key, hash);
    const before = (this.events[slot] ?? 0) - 1;
    this.events[slot] = event + 1;
    if (before >= 0) return before;
    this.subjects[slot] = subject;
    this.keys[slot] = key;
    if (++this.count * 2 > this.mask) this.grow();
    return -1;
  }

  private slotOf(subject: number, key: number, hash: number): number {
    let slot = hash & this.mask;
    while ((this.events[slot] ?? 0) !== 0 && (this.subjects[slot] !== subject || this.keys[slot] !== key)) slot = (slot + 1) & this.mask;
    return slot;
  }

  private grow(): void {
    const { subjects, keys, events } = this;
    const size = events.length * 2;
    this.subjects = new Int32Array(size);
    this.keys = new Int32Array(size);
    this.events = new Float64Array(size);
    this.mask = size - 1;
    for (let old = 0; old < events.length; old++) {
      const event = events[old] ?? 0;
      if (event === 0) continue;
      const [subject, key] = [subjects[old] ?? 0, keys[old] ?? 0];
      const slot = this.slotOf(subject, key, hashOf(subject, key));
      this.subjects[slot] = subject;
      this.keys[slot] = key;
      this.events[slot] = event;
    }
  }
}
