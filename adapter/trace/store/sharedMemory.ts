import { areSameBytes, type MemorySpan } from '../../events/memorySpan.js';
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

  private writeOf(row: TraceRow, span: MemorySpan, asked: MemorySpan, index: number): MemoryWrite | null {
    const key = this.store.source.keyOf(row.key);
    if (key === anywhere) return { event: row.event, isExact: false };
    return /^\d+$/.test(key) && areSameBytes(span, Number(key), asked, index) ? { event: row.event, isExact: true } : null;
  }

  private get spans(): ReadonlyMap<number, MemorySpan> {
    return (this.bySpan ??= new Map(this.store.source.relations.spans.map(({ view, ...span }) => [view, span])));
  }
}
