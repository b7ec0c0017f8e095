import type { Chain, FromHereTold } from '../../adapter/dap/querypoints/protocol.js';
import { placeText } from '../querypoints/model.js';
import type { Row } from '../querypoints/rows.js';

/** A row that is of no chain has one without points. */
const noChain: Chain = {
  id: 0,
  points: [],
  executions: 0,
  isSettled: true,
  isDeterministic: null,
  notes: [],
  runs: [],
  current: null,
};

/** A call that was followed from the state in which it began, as a row: below it, where it fails and the calls that lead there. */
export function rowOfCall(told: FromHereTold): Row {
  const { place, failure, event } = told;
  const verdict = verdictOf(told);
  const row: Row = {
    kind: 'followed',
    label: `From ${callText(told)}`,
    description: `${placeText(place)}  ${verdict}`,
    tooltip: failure?.message ?? verdict,
    icon: failure === null ? 'question' : 'error',
    context: ' followed ',
    place,
    chain: noChain,
    point: null,
    followed: event,
    children: [],
  };
  const steps = failure?.steps ?? [];
  const children = steps.map((step, index): Row => ({
    ...row,
    kind: 'detail',
    label: step.message,
    description: placeText(step.place),
    tooltip: step.message,
    icon: index === 0 ? 'error' : 'symbol-method',
    context: ' followedStep ',
    place: step.place,
  }));
  return { ...row, children };
}

/** The call, for people: `sum, call 2`. */
export function callText({ functionName, hit }: FromHereTold): string {
  return `${functionName}, call ${hit}`;
}

/** What is claimed of a call, in words. */
export function verdictOf({ failure, reason }: FromHereTold): string {
  if (failure !== null) return 'certainly fails';
  return reason === null ? 'returns' : `nothing certain (${reason})`;
}

/** What is written behind lines, by file: where a call fails, and where it begins. */
export function marksOf(told: FromHereTold): readonly Mark[] {
  const { failure, place } = told;
  if (failure === null) return [];
  const [fails] = failure.steps;
  if (fails === undefined) return [];
  const where = fails.place.file === place.file ? `line ${fails.place.line}` : placeText(fails.place);
  return [
    { file: place.file, line: place.line, text: `call ${told.hit}: from here it certainly fails at ${where}` },
    { file: fails.place.file, line: fails.place.line, text: `${callText(told)}: ${fails.message}` },
  ];
}

export interface Mark {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}
