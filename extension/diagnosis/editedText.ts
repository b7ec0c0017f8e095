import type { Repair, ShownSpan } from '../../adapter/diagnosis/protocol.js';

/** The edits of a repair in one file. */
export type Edits = Repair['edits'];

/** Where a span, which counts from 1 and ends lines as ECMAScript does, begins and ends in its text. */
export function offsetsOf(text: string, { line, column, endLine, endColumn }: ShownSpan): { readonly start: number; readonly end: number } {
  const starts = [0, ...[...text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)].map(({ index, 0: end }) => index + end.length)];
  const offsetOf = (at: number, behind: number): number => (starts[at - 1] ?? text.length) + behind - 1;
  return { start: offsetOf(line, column), end: offsetOf(endLine, endColumn) };
}

/** A text with a repair in it. Edits do not overlap. */
export function editedText(text: string, edits: Edits): string {
  const placed = edits.map(({ span, text: by }) => ({ ...offsetsOf(text, span), by })).sort((a, b) => b.start - a.start || b.end - a.end);
  return placed.reduce((edited, { start, end, by }) => edited.slice(0, start) + by + edited.slice(end), text);
}
