import type { Position, Range } from './protocol.js';

export function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** Whether the position is in the range, its end included. */
export function holds({ start, end }: Range, position: Position): boolean {
  return !isBefore(position, start) && !isBefore(end, position);
}

/** Whether two ranges have a place in common, ends included. */
export function touches(a: Range, b: Range): boolean {
  return !isBefore(b.end, a.start) && !isBefore(a.end, b.start);
}
