import type { CandidateList } from './candidates.js';
import type { Lane, Timeline } from './lanes.js';
import { marksOf } from './marks.js';
import type { Mark } from './marks.js';
import { around, showing } from './viewport.js';
import type { Viewport } from './viewport.js';

/** The selection: a big mark by its id, or the candidates from `first` to before `end`. It stays the same while the view zooms. */
export interface Selection {
  readonly lane: string;
  readonly what: { readonly spot: string } | { readonly first: number; readonly end: number };
}

export function selectionOf(lane: string, mark: Mark): Selection {
  switch (mark.kind) {
    case 'spot':
      return { lane, what: { spot: mark.spot.id } };
    case 'candidate':
      return { lane, what: { first: mark.index, end: mark.index + 1 } };
    case 'group':
      return { lane, what: { first: mark.first, end: mark.end } };
  }
}

/** Whether a mark shows what is selected, or a part of it, or more than it. */
export function isSelected({ what }: Selection, mark: Mark): boolean {
  if ('spot' in what) return mark.kind === 'spot' && mark.spot.id === what.spot;
  if (mark.kind === 'spot') return false;
  const [first, end] = mark.kind === 'group' ? [mark.first, mark.end] : [mark.index, mark.index + 1];
  return first < what.end && what.first < end;
}

/** The first and the last event of what is selected; null when it is no longer there. */
export function extentOf({ lanes }: Timeline, { lane: id, what }: Selection): { readonly first: number; readonly last: number } | null {
  const lane = lanes.find((one) => one.id === id);
  if (lane === undefined) return null;
  if ('spot' in what) {
    const spot = lane.spots.find((one) => one.id === what.spot);
    return spot === undefined ? null : { first: spot.event, last: spot.event };
  }
  const { candidates } = lane;
  if (candidates === null || what.end > candidates.count) return null;
  return { first: candidates.event(what.first), last: candidates.event(what.end - 1) };
}

/** The directions in which keys lead. */
export type Direction = 'previous' | 'next' | 'first' | 'last' | 'laneAbove' | 'laneBelow';

export interface Move {
  readonly selection: Selection;
  readonly view: Viewport;
}

/** The next selection, and how far the view must move to show it. Null when there is nothing that way. */
export function moved(timeline: Timeline, view: Viewport, stretch: number, selection: Selection | null, direction: Direction): Move | null {
  const { lanes } = timeline;
  const at = lanes.findIndex(({ id }) => id === selection?.lane);
  const lane = lanes[at];
  const extent = selection === null ? null : extentOf(timeline, selection);
  if (lane === undefined || selection === null || extent === null) return startOf(timeline, view, stretch);
  switch (direction) {
    case 'previous':
    case 'next':
      return step(timeline, view, stretch, lane, selection, direction === 'next' ? 1 : -1);
    case 'first':
    case 'last': {
      const events = edgesOf(lane);
      return events === null ? null : toEvent(timeline, view, stretch, lane, direction === 'first' ? events.first : events.last);
    }
    case 'laneAbove':
    case 'laneBelow': {
      const others = direction === 'laneAbove' ? lanes.slice(0, at).reverse() : lanes.slice(at + 1);
      const other = others.find((one) => edgesOf(one) !== null);
      return other === undefined ? null : toNearest(timeline, view, stretch, other, (extent.first + extent.last) / 2);
    }
  }
}

/** The newest located point: where the view begins. */
function startOf(timeline: Timeline, view: Viewport, stretch: number): Move | null {
  const lane = timeline.lanes.findLast(({ kind }) => kind === 'point') ?? timeline.lanes[0];
  const spot = lane?.spots[0];
  return lane === undefined || spot === undefined ? null : toEvent(timeline, view, stretch, lane, spot.event);
}

function step(timeline: Timeline, view: Viewport, stretch: number, lane: Lane, selection: Selection, by: 1 | -1): Move | null {
  const marks = marksOf(lane, view, stretch);
  const at = by === 1 ? marks.findLastIndex((mark) => isSelected(selection, mark)) : marks.findIndex((mark) => isSelected(selection, mark));
  const next = at < 0 ? undefined : marks[at + by];
  if (next !== undefined) return { selection: selectionOf(lane.id, next), view };
  const extent = extentOf(timeline, selection);
  if (extent === null) return null;
  const edge = by === 1 ? Math.max(extent.last, at < 0 ? extent.last : view.to) : Math.min(extent.first, at < 0 ? extent.first : view.from);
  const event = beyond(lane, edge, by);
  return event === null ? null : toEvent(timeline, view, stretch, lane, event);
}

/** The event of the lane's next mark after (before) an event that is out of view. */
function beyond({ spots, candidates }: Lane, event: number, by: 1 | -1): number | null {
  const far = by === 1 ? Infinity : -Infinity;
  const isBeyond = (other: number) => (by === 1 ? other > event : other < event);
  const listed = candidates === null ? far : nextListed(candidates, event, by);
  const all = [...spots.map((spot) => spot.event), listed].filter((other) => isBeyond(other) && Number.isFinite(other));
  if (all.length === 0) return null;
  return by === 1 ? Math.min(...all) : Math.max(...all);
}

function nextListed(candidates: CandidateList, event: number, by: 1 | -1): number {
  let index = by === 1 ? candidates.firstFrom(event + 1e-9) : candidates.firstFrom(event) - 1;
  if (index === candidates.located) index += by;
  return index < 0 || index >= candidates.count ? by * Infinity : candidates.event(index);
}

function edgesOf({ spots, candidates }: Lane): { readonly first: number; readonly last: number } | null {
  const events = spots.map(({ event }) => event);
  if (candidates !== null && candidates.count > 0) events.push(candidates.event(0), candidates.event(candidates.count - 1));
  return events.length === 0 ? null : { first: Math.min(...events), last: Math.max(...events) };
}

/** Selects what is at an event of a lane, in view. */
function toEvent(timeline: Timeline, view: Viewport, stretch: number, lane: Lane, event: number): Move | null {
  return toNearest(timeline, showing(view, timeline.whole, event), stretch, lane, event);
}

/** Selects the mark of a lane that is nearest to an event: one in view, else the nearest of all. */
function toNearest(timeline: Timeline, view: Viewport, stretch: number, lane: Lane, event: number): Move | null {
  const near = nearest(marksOf(lane, view, stretch), event);
  if (near !== null) return { selection: selectionOf(lane.id, near), view };
  const out = [beyond(lane, event, 1), beyond(lane, event, -1)].filter((other) => other !== null);
  const target = out.sort((a, b) => Math.abs(a - event) - Math.abs(b - event))[0];
  if (target === undefined) return null;
  const there = showing(view, timeline.whole, target);
  const mark = nearest(marksOf(lane, there, stretch), target);
  return mark === null ? null : { selection: selectionOf(lane.id, mark), view: there };
}

/** The mark nearest to an event; of two equally near ones the big one. Marks are in the order of events. */
export function nearest(marks: readonly Mark[], event: number): Mark | null {
  let found: Mark | null = null;
  for (const mark of marks) {
    const distance = distanceTo(mark, event);
    const least = found === null ? Infinity : distanceTo(found, event);
    if (distance < least || (distance === least && mark.kind === 'spot')) found = mark;
  }
  return found;
}

function distanceTo(mark: Mark, event: number): number {
  if (mark.kind === 'group' && event >= mark.from && event < mark.to) return 0;
  return Math.abs(mark.event - event);
}

/** The view that shows what is selected as large as it can be: of a group what is in it, of a point what is beside it. */
export function focusOn(timeline: Timeline, selection: Selection): Viewport | null {
  const extent = extentOf(timeline, selection);
  return extent === null ? null : around(extent.first, extent.last, timeline.whole);
}
