import type { Demand } from '../question/demand.js';
import { kindOf } from '../question/kinds.js';
import type { Query, Show } from '../question/question.js';

/** How one run records what is demanded. */
export interface Recording {
  /** How many events are kept in full, where only the last of each place is asked for; by what is asked when left out. */
  readonly lastOnlyFrom: number | undefined;
  /** Whether of variables and forks nothing is asked but what was last at the stop. */
  readonly isLastEnough: boolean;
  /** Whether other frames than the innermost at the stop are asked about. */
  readonly looksFurther: boolean;
  /** Runs that differ are held against each other: no value may be left out. */
  readonly areValuesTold: boolean;
  /** Whether an earlier run has recorded all events, so that this one only counts. */
  readonly countsOnly: boolean;
  /** Whether the run waits at a condition, to see what it was made of. */
  readonly looksAtForks: boolean;
}

/** How the first run records for some questions. */
export function recordingOf(queries: readonly Query[], shows: readonly Show[], lastOnlyFrom?: number): Recording {
  return {
    lastOnlyFrom,
    isLastEnough: queries.every(asksOfLast),
    looksFurther: [...queries, ...shows].some(({ of, frame }) => of !== 'P1' || frame !== 0),
    areValuesTold: false,
    countsOnly: false,
    looksAtForks: false,
  };
}

/** Whether only the last event of each place is kept, once there are many. */
export function isLastOnly({ reachesBack, allocations, guards }: Demand, { lastOnlyFrom }: Recording): boolean {
  return !reachesBack && allocations.size === 0 && guards.size === 0 && lastOnlyFrom !== Infinity;
}

/** Whether what is last of the stop's own variables and forks is kept by activations. */
export function keepsInLocals(demand: Demand, recording: Recording): boolean {
  const { recordsAll, steps } = demand;
  return recording.isLastEnough && isLastOnly(demand, recording) && !recordsAll && !recording.areValuesTold && steps.size === 0;
}

function asksOfLast({ kind, of, frame, place, index }: Query): boolean {
  if (kindOf(kind).reach !== 'last') return false;
  return (place !== null && place.kind !== 'variable') || (of === 'P1' && frame === 0 && index === -1);
}
