import type { Span } from '../base/span.js';
import type { Places } from './place.js';
import type { Finding, FindingCode, Located, Severity } from './result.js';

/** A message whose lines are not counted yet: a span among the words stands for the number of the line where it starts. */
export type DraftMessage = readonly (string | Span)[];

export interface DraftLocated {
  readonly span: Span;
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

function finishLocated({ span, message }: DraftLocated, places: Places): Located {
  const words = message.map((part) => (typeof part === 'string' ? part : String(places.lines.positionOf(part.start).line)));
  return places.at(span, words.join(''));
}
