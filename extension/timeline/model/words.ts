import type { Place, RunPoint } from '../../../adapter/dap/querypoints/protocol.js';
import { noteOf, placeText, questionText } from '../../querypoints/model.js';
import { rejectedText, rejectionText } from '../../querypoints/rejections.js';
import { countText } from '../../countText.js';
import type { Lane, Spot } from './lanes.js';
import type { Mark } from './marks.js';

/** A mark in one sentence: for tooltips, and for those who do not see it. */
export function markText({ title, candidates }: Lane, mark: Mark): string {
  switch (mark.kind) {
    case 'spot':
      return spotText(mark.spot);
    case 'candidate':
      return [`Candidate of ${title}`, whereText(candidates?.place(mark.index) ?? null), eventText(mark.event), rejectionText(mark.failed)]
        .filter((part) => part !== '')
        .join(', ');
    case 'group':
      return `${countText(mark.total)} candidates of ${title}, events ${countText(mark.from)} to ${countText(mark.to - 1)}: ${rejectedText(mark.counts)}`;
  }
}

function spotText({ kind, label, event, point, answer, depth, finding }: Spot): string {
  switch (kind) {
    case 'pending':
      return `${label}, pending: the program is run again`;
    case 'call': {
      const names = (point?.stack ?? []).map(({ functionName }) => functionName || 'top level');
      return `Calls at ${label}, ${depth} deep: ${names.join(', called from ')}`;
    }
    case 'exception':
      return `${point?.id ?? label} threw ${point === null ? label : noteOf(point)}, ${eventText(event)}`;
    case 'finding':
      return [`Rule ${label}`, finding?.message ?? '', whereText(finding?.place ?? null), eventText(event)]
        .filter((part) => part !== '')
        .join(', ');
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
