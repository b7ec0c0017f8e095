/** The bytes that a view shows: whose memory they are in, and where. */
export interface MemorySpan {
  /** The number of its ArrayBuffer. */
  readonly buffer: number;
  readonly offset: number;
  /** How many bytes an element has. */
  readonly size: number;
  /** How many elements there are; left out where its memory may grow, and in recordings of earlier versions. */
  readonly count?: number;
}

/** Whether an element of one view lies in the same bytes as an element of another one of the same memory. */
export function areSameBytes(written: MemorySpan, index: number, asked: MemorySpan, askedIndex: number): boolean {
  const from = written.offset + index * written.size;
  const start = asked.offset + askedIndex * asked.size;
  return from < start + asked.size && start < from + written.size;
}
