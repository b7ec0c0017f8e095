import type { Span } from '../base/span.js';
import type { Places } from './place.js';
import type { Finding, FindingCode, Located, Severity } from './result.js';

/** A place of a text; `file` when it is not the one that is checked. */
export interface DraftPlace {
  readonly span: Span;
  readonly file: string | null;
}

/**
 * A message whose lines are not counted yet: a place among the words stands for `line 12`, or `other.ts:12`, where it starts.
 */
export type DraftMessage = readonly (string | DraftPlace)[];

export interface DraftLocated extends DraftPlace {
  readonly message: DraftMessage;
}

/** A finding in offsets of the text: an edit elsewhere only moves it. */
export interface FindingDraft extends DraftLocated {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly condition: string | null;
  readonly because: readonly DraftLocated[];
}

/** The finding with its lines and columns. */
export function finishFinding(draft: FindingDraft, places: Places): Finding {
  const { code, severity, condition } = draft;
  return {
    ...finishLocated(draft, places),
    code,
    severity,
    condition,
    because: draft.because.map((reason) => finishLocated(reason, places)),
  };
}

function finishLocated({ span, file, message }: DraftLocated, places: Places): Located {
  const words = message.map((part) => (typeof part === 'string' ? part : lineOf(part, places)));
  return places.in(file ?? places.file).at(span, words.join(''));
}

function lineOf({ span, file }: DraftPlace, places: Places): string {
  const { line } = places.in(file ?? places.file).lines.positionOf(span.start);
  return file === null ? `line ${line}` : `${file}:${line}`;
}
