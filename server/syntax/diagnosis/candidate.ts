import type { Span } from '../../base/span.js';
import type { Site } from './switchedText.js';

/** A change that might repair the program. */
export interface Candidate {
  /** What each place becomes: the whole expression or statement; in a gap, what is inserted. */
  readonly places: readonly { readonly site: Site; readonly text: string }[];
  /** The change of the text on disk. */
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
  /** The size of the change (paper 4, section 4.3), 1 the smallest. */
  readonly size: number;
}

/** What a change makes of a text, the same for all changes that make the same: where the texts differ first and last, and what is between. */
export function changeKey(text: string, edits: Candidate['edits']): string {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start);
  let [start, end] = [sorted[0]?.span.start ?? 0, Math.max(0, ...sorted.map(({ span }) => span.end))];
  let after = '';
  let from = start;
  for (const { span, text: by } of sorted) {
    after += text.slice(from, span.start) + by;
    from = span.end;
  }
  let [first, last] = [0, after.length];
  while (start < end && first < last && text[start] === after[first]) [start, first] = [start + 1, first + 1];
  while (start < end && first < last && text[end - 1] === after[last - 1]) [end, last] = [end - 1, last - 1];
  let put = after.slice(first, last);
  // `a[ - b] - b` is `a - b[ - b]`: what is only put in or taken out stands as far behind as it may.
  while (start === end && put !== '' && put[0] === text[start]) [put, start, end] = [put.slice(1) + text[start], start + 1, end + 1];
  while (put === '' && start < end && end < text.length && text[start] === text[end]) [start, end] = [start + 1, end + 1];
  return `${start} ${end} ${put}`;
}

/** A change of an expression inside a part. */
export interface ExpressionEdit {
  readonly span: Span;
  readonly text: string;
  readonly size: number;
}
