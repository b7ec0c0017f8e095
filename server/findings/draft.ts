import type { Span } from '../base/span.js';
import type { Relocation } from '../ir/edit.js';
import type { ConditionTree } from './conditionTree.js';
import type { Places } from './place.js';
import type { DeclaredType, Finding, FindingCode, Located, Reason, Severity } from './result.js';

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

export interface DraftReason extends DraftLocated {
  readonly calls?: readonly DraftLocated[];
}

/** A finding in offsets of the text: an edit elsewhere only moves it. */
export interface FindingDraft extends DraftLocated {
  readonly code: FindingCode;
  /** The function whose runs it is about; "" for the top level. */
  readonly within: string;
  /** What is underlined; `span` is the place that decides it. */
  readonly underlined: Span;
  readonly severity: Severity;
  readonly condition: ConditionTree | null;
  readonly because: readonly DraftReason[];
  readonly alternatives: readonly DraftAlternative[];
  /** The declared types that the condition rests on. */
  readonly assumes: readonly DraftPlace[];
  /** The beginning of the message where the program calls the function and may catch what it throws: null where nothing is told then. */
  readonly claimWhereCaught?: string | null;
}

export interface DraftAlternative {
  readonly condition: ConditionTree;
  readonly message: DraftMessage;
  readonly because: readonly DraftReason[];
}

/** The finding with its lines and columns. */
export function finishFinding(draft: FindingDraft, places: Places): Finding {
  const { code, within, severity, condition } = draft;
  const underlined = places.in(draft.file ?? places.file).spanOf(draft.underlined);
  return {
    ...finishLocated(draft, places),
    code,
    within,
    underlined,
    severity,
    condition,
    because: draft.because.map((reason) => finishReason(reason, places)),
    alternatives: draft.alternatives.map((each) => ({
      condition: each.condition,
      message: finishMessage(each.message, places),
      because: each.because.map((reason) => finishReason(reason, places)),
    })),
    assumes: finishTypes(draft.assumes, places),
  };
}

export const finishTypes = (types: readonly DraftPlace[], places: Places): readonly DeclaredType[] =>
  types.map(({ span, file }) => {
    const at = places.in(file ?? places.file);
    return { kind: 'declared-type', file: at.file, span: at.spanOf(span) };
  });

function finishReason(reason: DraftReason, places: Places): Reason {
  const located = finishLocated(reason, places);
  return reason.calls === undefined ? located : { ...located, calls: reason.calls.map((call) => finishLocated(call, places)) };
}

function finishLocated({ span, file, message }: DraftLocated, places: Places): Located {
  return places.in(file ?? places.file).at(span, finishMessage(message, places));
}

/** The words, with the lines of their places. */
export function finishMessage(message: DraftMessage, places: Places): string {
  return message.map((part) => (typeof part === 'string' ? part : lineOf(part, places))).join('');
}

function lineOf({ span, file }: DraftPlace, places: Places): string {
  const { line } = places.in(file ?? places.file).lines.positionOf(span.start);
  return file === null ? `line ${line}` : `${file}:${line}`;
}

/** The finding after an edit elsewhere; null when the edit has changed what it speaks of. */
export function moveDraft(draft: FindingDraft, to: Relocation): FindingDraft | null {
  const because = allOf(draft.because.map((reason) => moveReason(reason, to)));
  const alternatives = allOf(draft.alternatives.map((each) => moveAlternative(each, to)));
  const moved = moveLocated(draft, to);
  const assumes = moveTypes(draft.assumes, to);
  const underlined = to.span(draft.underlined);
  if (moved === null || because === null || alternatives === null || assumes === null || underlined === null) return null;
  return { ...draft, ...moved, underlined, because, alternatives, assumes };
}

function moveAlternative(alternative: DraftAlternative, to: Relocation): DraftAlternative | null {
  const because = allOf(alternative.because.map((reason) => moveReason(reason, to)));
  const message = moveMessage(alternative.message, to);
  return because === null || message === null ? null : { ...alternative, message, because };
}

/** Null: one of them was edited. */
export function moveTypes(types: readonly DraftPlace[], to: Relocation): readonly DraftPlace[] | null {
  return allOf(types.map((type) => movePlace(type, to)));
}

function moveReason(reason: DraftReason, to: Relocation): DraftReason | null {
  const moved = moveLocated(reason, to);
  if (moved === null || reason.calls === undefined) return moved;
  const calls = allOf(reason.calls.map((call) => moveLocated(call, to)));
  return calls === null ? null : { ...moved, calls };
}

function moveLocated({ message, ...place }: DraftLocated, to: Relocation): DraftLocated | null {
  const moved = movePlace(place, to);
  const words = moveMessage(message, to);
  return moved === null || words === null ? null : { ...moved, message: words };
}

function moveMessage(message: DraftMessage, to: Relocation): DraftMessage | null {
  return allOf(message.map((part) => (typeof part === 'string' ? part : movePlace(part, to))));
}

function allOf<T>(parts: readonly (T | null)[]): readonly T[] | null {
  return parts.includes(null) ? null : parts.filter((part) => part !== null);
}

function movePlace(place: DraftPlace, to: Relocation): DraftPlace | null {
  // Other files are not what was edited.
  const span = place.file === null ? to.span(place.span) : place.span;
  return span === null ? null : { file: place.file, span };
}
