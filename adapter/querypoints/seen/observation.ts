import type { FrameReport, Paused, ValueReport } from '../../events/rows.js';
import type { Evaluated } from '../../events/rows.js';
import type { PointIdentity } from '../../events/controlPoint.js';
import type { CodePlace, LoadedText, RunTexts } from '../text/texts.js';
import type { ObservedFailure } from './observedFailure.js';
import type { ResolvedPlace } from './resolve.js';

/** What was seen while the debuggee waited at a point. */
export interface Observation {
  readonly paused: Paused;
  /** What was asked here, as `seenAs` says. */
  readonly asked: ReadonlySet<string>;
  /** The places that questions ask about from here, as `seenAs` says. */
  readonly places: ReadonlyMap<string, ResolvedPlace>;
  /** What questions about values ask for, by the question's name. */
  readonly values: ReadonlyMap<string, ValueReport>;
  /** Of those that are functions or classes: where they are written. */
  readonly functionPlaces: ReadonlyMap<string, FunctionPlace>;
  /** Of those, the ones that are functions of the language or of Node. */
  readonly natives: ReadonlySet<string>;
  readonly failures: ReadonlyMap<string, ObservedFailure | string>;
  /** Of a fork: by source text. */
  readonly operands: Readonly<Record<string, ValueReport>>;
  /** The number that each frame's activation gave itself, where it was asked to. */
  readonly activations: readonly Evaluated[];
  /** What is to be shown of the point, by its name and then by the expression. */
  readonly shown: ReadonlyMap<string, Readonly<Record<string, Evaluated>>>;
  /** Of an event: what the place held; null where the store is done already. */
  readonly before: ValueReport | null;
}

/** Where a function is written: of one that `bind` has made the one that it calls, with how many arguments it was given. */
export interface FunctionPlace extends CodePlace {
  readonly bound: number | null;
}

/** The code that a frame is at; the point's own site is more exact than where V8 says that its probe is. */
export function codePlace(texts: RunTexts, identity: PointIdentity | null, frame: FrameReport | undefined): CodePlace | null {
  const own = identity === null ? undefined : texts.text(identity.path);
  // A text without a file is not kept: the frames begin with who called its code.
  const text = own ?? texts.text(frame?.path ?? '');
  if (text === undefined || frame === undefined) return null;
  return { text, offset: own === undefined || identity === null ? text.offsetAt(frame.line, frame.column) : identity.offset };
}

/** A part of a test, as the user's source writes it. */
export function operandName(texts: RunTexts, text: LoadedText, { start, end }: { readonly start: number; readonly end: number }): string {
  const name = (own: string) => (own === 'this' ? own : (text.sourceNameAt(start, texts) ?? own));
  return text.text
    .slice(start, end)
    .trim()
    .replace(/^[\p{ID_Start}$_][\p{ID_Continue}$]*/u, name);
}
