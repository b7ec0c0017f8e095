import { constraints } from '../../../adapter/dap/querypoints/protocol.js';
import type { Constraint, Place, RunPoint } from '../../../adapter/dap/querypoints/protocol.js';
import { noteOf, placeText, questionText } from '../../querypoints/model.js';
import type { FailedCounts } from './candidates.js';
import { countText } from './lanes.js';
import type { Lane, Spot } from './lanes.js';
import type { Mark } from './marks.js';

/** What it means that a candidate failed a constraint, in the order of `constraints`. */
const meanings: Readonly<Record<Constraint, string>> = {
  before: 'not before the point',
  sameness: 'another object',
  mayAffect: 'another activation',
  index: 'not the chosen one',
};

export function meaningOf(constraint: Constraint): string {
  return meanings[constraint];
}

/** `failed sameness: of another object`. */
export function failureText(constraint: Constraint): string {
  return `failed ${constraint}: ${meanings[constraint]}`;
}

/** `12 sameness, 3 before`: what candidates failed, the most frequent first. */
export function countsText(counts: FailedCounts): string {
  return constraints
    .map((constraint, index) => ({ constraint, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ constraint, count }) => `${countText(count)} ${constraint}`)
    .join(', ');
}

/** A mark in one sentence: for tooltips, and for those who do not see it. */
export function markText({ title, candidates }: Lane, mark: Mark): string {
  switch (mark.kind) {
    case 'spot':
      return spotText(mark.spot);
    case 'candidate':
      return [`Candidate of ${title}`, whereText(candidates?.place(mark.index) ?? null), eventText(mark.event), failureText(mark.failed)]
        .filter((part) => part !== '')
        .join(', ');
    case 'group':
      return `${countText(mark.total)} candidates of ${title}, events ${countText(mark.from)} to ${countText(mark.to - 1)}, failed ${countsText(mark.counts)}`;
  }
}

function spotText({ kind, label, event, point, answer, depth }: Spot): string {
  switch (kind) {
    case 'pending':
      return `${label}, pending: the program is run again`;
    case 'call': {
      const names = (point?.stack ?? []).map(({ functionName }) => functionName || 'top level');
      return `Calls at ${label}, ${depth} deep: ${names.join(', called from ')}`;
    }
    case 'exception':
      return `${point?.id ?? label} threw ${point === null ? label : noteOf(point)}, ${eventText(event)}`;
    case 'other':
      return `${label}, ${answer === null ? '' : answerText(answer)}, ${eventText(event)}, another run`;
    case 'located':
      return point === null
        ? label
        : [`${label}, ${questionText(point)}`, whereText(point.place), noteOf(point), 'located'].filter((part) => part !== '').join(', ');
    case 'initial':
    case 'missing':
      return `${label}, ${point === null ? '' : questionText(point)}, ${kind === 'initial' ? 'initial' : 'not located'}: ${point?.reason ?? point?.status ?? ''}`;
  }
}

/** The answer of one of several runs, in words. */
export function answerText({ status, place, before, after, taken }: RunPoint): string {
  if (status !== 'located') return status;
  const note = taken ?? [before, after].filter((value) => value !== null).join(' → ');
  return [whereText(place), note].filter((part) => part !== '').join(', ');
}

function whereText(place: Place | null): string {
  return place === null ? '' : placeText(place);
}

export function eventText(event: number): string {
  return `event ${countText(event)}`;
}
