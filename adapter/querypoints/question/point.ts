import type { SourcePosition } from '../../instrument/mapping.js';
import type { PointIdentity } from '../../events/controlPoint.js';
import type { FrameReport, ValueReport } from '../../events/rows.js';
import type { Evaluated } from '../../events/rows.js';
import type { SelectionResult } from '../../events/rows.js';

export type PointStatus = 'located' | 'initial' | 'not-reached' | 'not-found' | 'not-recorded';

/** One copy on the way of a value, from the newest. */
export interface OriginStep {
  readonly position: SourcePosition;
  /** The place that was asked for. */
  readonly expression: string;
}

/** What is known of one point of a chain. */
export interface PointAnswer {
  readonly id: string;
  readonly kind: string;
  readonly of: string | null;
  readonly status: PointStatus;
  readonly reason: string | null;
  /** Where it is in the user's sources. */
  readonly position: SourcePosition | null;
  readonly functionName: string | null;
  readonly identity: PointIdentity | null;
  /** The how-many-th time that control passed there; of a function of the language, that it wrote there. null: not known. */
  readonly hit: number | null;
  /** How many events were recorded before it, in the run that decided it. */
  readonly time: number | null;
  readonly before: ValueReport | null;
  readonly after: ValueReport | null;
  readonly values: Readonly<Record<string, ValueReport>>;
  readonly taken: string | null;
  readonly exception: { readonly value: ValueReport; readonly isCaught: boolean | null } | null;
  /** null until a run has waited there. */
  readonly stack: readonly FrameReport[] | null;
  readonly candidates: Pick<SelectionResult, 'total' | 'rejected'> | null;
  /** Of a write that stored what was there already: the write since which it was there; null where there is none, or it is not known. */
  readonly since: { readonly position: SourcePosition; readonly hit: number | null } | null;
  /** Of an origin: the copies that led there. */
  readonly steps: readonly OriginStep[] | null;
  /** What was asked for beside: by its text, a value or why there is none. */
  readonly shown: Readonly<Record<string, Evaluated>>;
}

/** A point of which nothing is known but why. */
export function unknownPoint(id: string, kind: string, of: string | null, status: PointStatus, reason: string): PointAnswer {
  return {
    id,
    kind,
    of,
    status,
    reason,
    position: null,
    functionName: null,
    identity: null,
    hit: null,
    time: null,
    before: null,
    after: null,
    values: {},
    taken: null,
    exception: null,
    stack: null,
    candidates: null,
    since: null,
    steps: null,
    shown: {},
  };
}
