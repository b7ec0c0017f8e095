/** The name under which a text in a worker knows what watches it. */
export const switchName = '__whence';

/** What is put into a text. */
export interface Insertion {
  readonly at: number;
  /** What is replaced ends there; where it is left out nothing is. */
  readonly end?: number;
  readonly text: string;
  /** Insertions at one offset: openings by rank, closings of inner ones first. */
  readonly rank: number;
}

/** A text with what is put into it. */
export function applied(text: string, insertions: readonly Insertion[]): string {
  const sorted = insertions.map((insertion, order) => ({ ...insertion, order }));
  sorted.sort((a, b) => a.at - b.at || a.rank - b.rank || a.order - b.order);
  let result = '';
  let from = 0;
  for (const { at, end = at, text: inserted } of sorted) {
    result += text.slice(from, at) + inserted;
    from = end;
  }
  return result + text.slice(from);
}
