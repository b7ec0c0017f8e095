import { areSameBytes, type MemorySpan } from '../../events/memorySpan.js';
import type { ValueReport } from '../../events/rows.js';
import { bytesOf, elementOf } from './elementBytes.js';
import type { TraceRow, TraceStore } from './traceStore.js';

/** The key of a write that may be anywhere in an ArrayBuffer, as the runtime names it. */
const anywhere = 'anywhere in this memory';

/** A write to the memory of an element; `isExact`: it is the element that was written. */
export interface MemoryWrite {
  readonly event: number;
  readonly isExact: boolean;
}

/** Which views of a recording show the same memory. */
export class SharedMemory {
  private bySpan: ReadonlyMap<number, MemorySpan> | null = null;

  constructor(private readonly store: TraceStore) {}

  /** The newest write between two events to the memory of an element, through something else than its owner; null: there is none. */
  otherWrite(owner: number, index: number, after: number, before: number): MemoryWrite | null {
    const asked = this.spans.get(owner);
    if (asked === undefined) return null;
    let newest: MemoryWrite | null = null;
    for (const [view, span] of this.spans) {
      if (view === owner || span.buffer !== asked.buffer) continue;
      for (const row of this.store.changesOf(view, null, after + 1, before - 1))
        if (row.event > (newest?.event ?? -1)) newest = this.writeOf(row, span, asked, index) ?? newest;
    }
    return newest;
  }

  /** How many elements a view has; null: it is no view whose memory stays as it is. */
  countOf(view: number): number | null {
    return this.spans.get(view)?.count ?? null;
  }

  /** What an element of a view held before an event, as the newest writes left its bytes; null: not known. */
  elementBefore(view: number, index: number, event: number): ValueReport | null {
    const span = this.spans.get(view);
    const className = this.classOf(view);
    if (span === undefined || span.count === undefined || index >= span.count || className === null) return null;
    const start = span.offset + index * span.size;
    const bytes: number[] = [];
    for (let at = start; at < start + span.size; at++) {
      const byte = this.byteBefore(span.buffer, at, event);
      if (byte === null) return null;
      bytes.push(byte);
    }
    return elementOf(className, bytes);
  }

  private byteBefore(buffer: number, at: number, event: number): number | null {
    const { source, counted } = this.store;
    let newest: { readonly row: TraceRow; readonly view: number; readonly span: MemorySpan } | null = null;
    let isKnown = true;
    for (const [view, span] of this.spans) {
      if (span.buffer !== buffer) continue;
      const index = Math.floor((at - span.offset) / span.size);
      const isWithin = index >= 0 && (span.count === undefined || index < span.count);
      for (const key of [isWithin ? source.keyNumber(String(index)) : null, source.keyNumber(anywhere)]) {
        if (key === null) continue;
        const row = this.store.lastChange(view, key, event);
        if (counted.mayHaveChanged(key, row?.event ?? -1, event)) isKnown = false;
        if (row !== null && row.event > (newest?.row.event ?? -1)) newest = { row, view, span };
      }
    }
    if (!isKnown || source.threads.length > 1) return null; // what other threads write has no order
    // Memory that the program has made holds noughts until something is written to it.
    if (newest === null) return this.store.creationOf(buffer) === 'new' ? 0 : null;
    const { row, view, span } = newest;
    const value = source.keyOf(row.key) === anywhere ? null : this.store.valueOf(row);
    const className = view === buffer ? 'Uint8Array' : this.classOf(view);
    return value === null || className === null ? null : (bytesOf(className, value)?.[(at - span.offset) % span.size] ?? null);
  }

  private classOf(view: number): string | null {
    const object = this.store.source.object(view);
    return object?.kind === 'object' ? object.className : null;
  }

  private writeOf(row: TraceRow, span: MemorySpan, asked: MemorySpan, index: number): MemoryWrite | null {
    const key = this.store.source.keyOf(row.key);
    if (key === anywhere) return { event: row.event, isExact: false };
    return /^\d+$/.test(key) && areSameBytes(span, Number(key), asked, index) ? { event: row.event, isExact: true } : null;
  }

  private get spans(): ReadonlyMap<number, MemorySpan> {
    return (this.bySpan ??= new Map(this.store.source.relations.spans.map(({ view, ...span }) => [view, span])));
  }
}
