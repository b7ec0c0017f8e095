import { constraints } from '../../../adapter/dap/querypoints/protocol.js';
import type { ChainFinding, Constraint, Place } from '../../../adapter/dap/querypoints/protocol.js';
import { forecastTexts, noteOf, ordinal, placeText, questionText, type ForecastText } from '../../querypoints/model.js';
import { rejectedText, rejectionText } from '../../querypoints/rejections.js';
import { answerOf, differs, lastRun } from './lanes.js';
import { countText } from '../../countText.js';
import type { Asked } from '../timelineMessages.js';
import type { Lane, Spot, Timeline } from './lanes.js';
import type { Selection } from './selection.js';
import { answerText, eventText } from './words.js';

/** The details of the selection. */
export interface Details {
  readonly heading: string;
  readonly facts: readonly Fact[];
  readonly places: readonly PlaceLine[];
  readonly placesTitle: string;
  /** Where *Go To* leads. */
  readonly place: Place | null;
  readonly actions: Actions;
}

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Whether the value is source text, or a value of the program. */
  readonly isCode: boolean;
  /** Where the value leads; left out where it leads nowhere. */
  readonly leadsTo?: Place;
}

export interface PlaceLine {
  readonly text: string;
  readonly place: Place;
}

/** The actions that the selection offers. */
export interface Actions {
  readonly ask: Asked | null;
  /** The point that can be stopped at, and of which more can be read. */
  readonly located: string | null;
}

/** No more places than this are listed. */
const mostPlaces = 50;
export const noActions: Actions = { ask: null, located: null };

export function detailsOf(timeline: Timeline, selection: Selection, run: number): Details | null {
  const lane = timeline.lanes.find(({ id }) => id === selection.lane);
  if (lane === undefined) return null;
  const { what } = selection;
  if (!('spot' in what)) return ofCandidates(lane, timeline, what.first, what.end);
  const spot = lane.spots.find(({ id }) => id === what.spot);
  return spot === undefined ? null : ofSpot(timeline, lane, spot, run);
}

function ofSpot(timeline: Timeline, lane: Lane, spot: Spot, run: number): Details {
  const { point, finding } = spot;
  if (finding !== null) return ofFinding(finding);
  if (point === null)
    return { heading: lane.title, facts: [fact('Status', lane.subtitle)], places: [], placesTitle: '', place: null, actions: noActions };
  const answer = spot.answer ?? answerOf(timeline.chain, run, point);
  const isLocated = point.status === 'located' && answer === point;
  const facts = [
    point.text === null || point.text === '' ? null : code('Statement', point.text),
    fact('Function', point.functionName ?? ''),
    answer === point ? code(noteTitle(point.taken, point.exception), noteOf(point)) : fact(`Run ${run + 1}`, answerText(answer)),
    ...(point.taken === null ? point.values.map(({ name, value }) => code(name, value)) : []),
    ...(answer === point ? forecastTexts(point).map(forecastFact) : []),
    fact(point.status === 'located' ? 'Note' : 'Status', point.reason ?? (point.status === 'located' ? '' : point.status)),
    answer.hit === null ? null : fact('Passage', `the ${ordinal(answer.hit)} of this place`),
    answer.event === null ? null : fact('Time', eventText(answer.event)),
    ...candidateFacts(lane, point.counts),
    ...timeline.chain.runs.flatMap((_, other) =>
      other !== lastRun(timeline.chain) && differs(timeline.chain, other, point)
        ? [fact(`Run ${other + 1} differs`, answerText(answerOf(timeline.chain, other, point)))]
        : [],
    ),
  ].filter((one) => one !== null && one.value !== '') as Fact[];
  return {
    heading: `${point.id} ${questionText(point)}`,
    facts,
    places: point.stack.slice(0, mostPlaces).map(({ functionName, place, isAsync }) => ({
      text: `${isAsync ? 'async ' : ''}${functionName || 'top level'}`,
      place,
    })),
    placesTitle: point.stack.length === 0 ? '' : `Call stack, ${point.stack.length} deep`,
    place: answer.place,
    actions: isLocated ? { ask: { point: point.id, candidate: null, index: null }, located: point.id } : noActions,
  };
}

function ofFinding({ rule, message, place, hit, event }: ChainFinding): Details {
  return {
    heading: `Rule ${rule}`,
    facts: [fact('Found', message), fact('Passage', `the ${ordinal(hit)} of this place`), fact('Time', eventText(event))],
    places: [{ text: 'made true', place }],
    placesTitle: 'Change',
    place,
    actions: noActions,
  };
}

function forecastFact({ title, text, place }: ForecastText): Fact {
  return place === null ? fact(title, text) : { ...fact('Predicted by', text), leadsTo: place };
}

function noteTitle(taken: string | null, exception: unknown): string {
  if (taken !== null) return 'Condition';
  return exception === null ? 'Change' : 'Exception';
}

function candidateFacts(lane: Lane, counts: { readonly total: number; readonly rejected: Readonly<Record<Constraint, number>> } | null) {
  if (counts === null || counts.total === 0) return [];
  const omitted = lane.candidates?.omitted ?? 0;
  const rejected = rejectedText(constraints.map((constraint) => counts.rejected[constraint]));
  return [
    fact('Candidates', countText(counts.total)),
    fact('Not the answer', rejected),
    fact('Not listed', omitted === 0 ? '' : countText(omitted)),
  ];
}

function ofCandidates(lane: Lane, timeline: Timeline, first: number, end: number): Details | null {
  const list = lane.candidates;
  if (list === null || end > list.count) return null;
  const point = timeline.chain.points.find(({ id }) => id === lane.id);
  const total = end - first - (list.located >= first && list.located < end ? 1 : 0);
  if (total === 1 && end - first === 1) {
    const place = list.place(first);
    const failed = list.failed(first);
    return {
      heading: `Candidate of ${lane.title}`,
      facts: [fact('Not the answer', failed === null ? '' : rejectionText(failed)), fact('Time', eventText(list.event(first)))],
      places: place === null ? [] : [{ text: placeText(place), place }],
      placesTitle: '',
      place,
      actions: {
        ask: { point: lane.id, candidate: first, index: failed === 'index' && point?.kind === 'lastChange' ? indexOf(lane, first) : null },
        located: null,
      },
    };
  }
  const places = list.placesIn(first, end);
  return {
    heading: `${countText(total)} candidates of ${lane.title}`,
    facts: [
      fact('Not the answer', rejectedText(list.failedIn(first, end))),
      fact('Time', `events ${countText(list.event(first))} to ${countText(list.event(end - 1))}`),
    ],
    places: places.slice(0, mostPlaces).map(({ place, count }) => ({ text: `${countText(count)} at ${placeText(place)}`, place })),
    placesTitle: places.length === 1 ? '1 place' : `${countText(places.length)} places`,
    place: places.length === 1 ? (places[0]?.place ?? null) : null,
    actions: noActions,
  };
}

/** The how-many-th of those that satisfy all constraints a candidate is, from the end: -1 is the last. */
function indexOf({ candidates }: Lane, candidate: number): number {
  if (candidates === null) return -1;
  const [, , , later = 0] = candidates.failedIn(candidate, candidates.count);
  return -later - (candidates.located >= candidate ? 1 : 0);
}

function fact(name: string, value: string): Fact {
  return { name, value, isCode: false };
}

function code(name: string, value: string): Fact {
  return { name, value, isCode: true };
}
