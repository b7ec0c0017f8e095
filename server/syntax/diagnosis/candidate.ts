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

/** A change of an expression inside a part. */
export interface ExpressionEdit {
  readonly span: Span;
  readonly text: string;
  readonly size: number;
}
