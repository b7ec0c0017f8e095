import type { Place, Point } from '../../../adapter/dap/querypoints/protocol.js';
import { noteOf, placeText, questionText } from '../../querypoints/model.js';
import { answerOf, differs } from './lanes.js';
import { countText } from '../../countText.js';
import type { Lane, Spot, Timeline } from './lanes.js';
import type { Selection } from './selection.js';
import { rejectionText } from '../../querypoints/rejections.js';
import { answerText } from './words.js';

/** One row of the table: the same points and candidates as the picture, in the order of the chain. */
export interface Row {
  readonly key: string;
  readonly selection: Selection;
  readonly name: string;
  readonly question: string;
  readonly from: string;
  readonly status: string;
  readonly event: string;
  readonly place: Place | null;
  readonly where: string;
  readonly result: string;
  readonly isCandidate: boolean;
  readonly differs: boolean;
}

/** Candidates of one point that are listed: a page of them. */
export interface Page {
  readonly lane: string;
  readonly first: number;
  readonly end: number;
  readonly count: number;
}

/** A table of a million rows helps nobody. */
export const pageSize = 100;

/** The page of candidates that an index is on. */
export function pageOf({ id, candidates }: Lane, index: number): Page {
  const count = candidates?.count ?? 0;
  const first = Math.max(0, Math.min(Math.floor(index / pageSize) * pageSize, count - 1));
  return { lane: id, first, end: Math.min(first + pageSize, count), count };
}

export function rowsOf(timeline: Timeline, run: number, page: Page | null): readonly Row[] {
  return timeline.lanes.flatMap((lane) => {
    if (lane.kind === 'asking') return lane.spots.map((spot) => askingRow(lane, spot));
    const point = timeline.chain.points.find(({ id }) => id === lane.id);
    if (lane.kind !== 'point' || point === undefined) return [];
    return [pointRow(timeline, point, run), ...(page?.lane === lane.id ? candidateRows(lane, page) : [])];
  });
}

function pointRow({ chain }: Timeline, point: Point, run: number): Row {
  const answer = answerOf(chain, run, point);
  return {
    key: point.id,
    selection: { lane: point.id, what: { spot: 'point' } },
    name: point.id,
    question: questionText(point),
    from: point.of ?? '',
    status: answer.status,
    event: answer.event === null ? '' : countText(answer.event),
    place: answer.place,
    where: answer.place === null ? '' : placeText(answer.place),
    result: answer === point ? noteOf(point) || (point.reason ?? '') : answerText(answer),
    isCandidate: false,
    differs: differs(chain, run, point),
  };
}

function candidateRows({ id, candidates }: Lane, { first, end }: Page): readonly Row[] {
  if (candidates === null) return [];
  return Array.from({ length: end - first }, (_, offset) => first + offset).flatMap((index) => {
    const failed = candidates.failed(index);
    if (failed === null) return [];
    const place = candidates.place(index);
    return {
      key: `${id}/${index}`,
      selection: { lane: id, what: { first: index, end: index + 1 } },
      name: '',
      question: 'candidate',
      from: id,
      status: 'not the answer',
      event: countText(candidates.event(index)),
      place,
      where: place === null ? '' : placeText(place),
      result: rejectionText(failed),
      isCandidate: true,
      differs: false,
    };
  });
}

function askingRow({ id, title, subtitle }: Lane, spot: Spot): Row {
  return {
    key: id,
    selection: { lane: id, what: { spot: spot.id } },
    name: spot.label,
    question: title.slice(spot.label.length + 1),
    from: '',
    status: 'pending',
    event: '',
    place: null,
    where: '',
    result: subtitle,
    isCandidate: false,
    differs: false,
  };
}
