import type { Constraint } from '../../../adapter/dap/querypoints/protocol.js';
import type { FailedCounts } from './candidates.js';
import type { Lane, Spot } from './lanes.js';
import { spanOf } from './viewport.js';
import type { Viewport } from './viewport.js';

/** A mark in a lane, which can be selected: a big one, one candidate, or candidates too near to each other to be distinguished. */
export type Mark = SpotMark | CandidateMark | GroupMark;

export interface SpotMark {
  readonly kind: 'spot';
  readonly event: number;
  readonly spot: Spot;
}

export interface CandidateMark {
  readonly kind: 'candidate';
  readonly event: number;
  readonly index: number;
  readonly failed: Constraint;
}

export interface GroupMark {
  readonly kind: 'group';
  /** The middle of the group. */
  readonly event: number;
  /** Its candidates: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  /** The stretch of events that it stands for, up to before `to`. */
  readonly from: number;
  readonly to: number;
  readonly counts: FailedCounts;
  readonly total: number;
}

/** The most marks on the page at once. */
export const mostMarks = 2000;

/** Marks of candidates stand at least this far from each other, in pixels. */
const leastDistance = 6;

/**
 * The stretch of events that becomes one mark. A power of two, and stretches begin at its multiples, so that what is drawn stays as it is
 * while it moves.
 */
export function stretchOf(view: Viewport, width: number, laneCount: number): number {
  const distance = Math.max(leastDistance, (width * laneCount) / mostMarks);
  const wanted = (distance * spanOf(view)) / Math.max(width, 1);
  return 2 ** Math.max(0, Math.ceil(Math.log2(wanted)));
}

/** The marks of a lane for a part of the run, in the order of events. O(marks × log candidates). */
export function marksOf(lane: Lane, view: Viewport, stretch: number): readonly Mark[] {
  const spots = lane.spots.filter(({ event }) => event >= view.from && event <= view.to).map(markOfSpot);
  const candidates = candidateMarks(lane, view, stretch);
  return spots.length === 0 ? candidates : [...candidates, ...spots].sort((a, b) => a.event - b.event);
}

function markOfSpot(spot: Spot): SpotMark {
  return { kind: 'spot', event: spot.event, spot };
}

function candidateMarks({ candidates }: Lane, view: Viewport, stretch: number): Mark[] {
  if (candidates === null) return [];
  const marks: Mark[] = [];
  let first = candidates.firstFrom(Math.floor(view.from / stretch) * stretch);
  while (first < candidates.count && candidates.event(first) <= view.to) {
    const from = Math.floor(candidates.event(first) / stretch) * stretch;
    const end = candidates.firstFrom(from + stretch, first);
    const mark = markOfRange(candidates, first, end, from, stretch);
    if (mark !== null) marks.push(mark);
    first = end;
  }
  return marks;
}

function markOfRange(
  candidates: NonNullable<Lane['candidates']>,
  first: number,
  end: number,
  from: number,
  stretch: number,
): CandidateMark | GroupMark | null {
  const hasLocated = candidates.located >= first && candidates.located < end;
  const total = end - first - (hasLocated ? 1 : 0);
  if (total > 1) {
    const counts = candidates.failedIn(first, end);
    return { kind: 'group', event: from + (stretch - 1) / 2, first, end, from, to: from + stretch, counts, total };
  }
  const index = candidates.located === first ? first + 1 : first;
  const failed = index < end ? candidates.failed(index) : null;
  return failed === null ? null : { kind: 'candidate', event: candidates.event(index), index, failed };
}

/** The height of a group, from 0 to 1: logarithmic, so that few beside very many are still seen. */
export function heightOf(total: number, most: number): number {
  return most <= 1 ? 1 : 0.2 + 0.8 * (Math.log(total) / Math.log(most));
}
