import type { FrameReport, ValueReport } from '../../events/rows.js';
import type { Listing } from '../../querypoints/seen/listing.js';
import type { PointAnswer } from '../../querypoints/question/point.js';
import type { Query } from '../../querypoints/question/question.js';
import type { InvestigationResult } from '../../querypoints/runs/result.js';
import { jsonException } from '../../querypoints/report/reportJson.js';
import { valueText } from '../../querypoints/report/pointText.js';
import type { Links } from '../links.js';
import type { ChainState } from './chains.js';
import { forecastOf } from './forecasts.js';
import type { Candidates, Chain, NamedValue, Place, Point, RunPoint, StackFrame } from './protocol.js';

/** Names files as the user does, and, where no file is shown, the text that is. */
export type UserPaths = Pick<Links, 'userPath'> & { referenceOf?(path: string): number | null };

/** A result as the client gets it. */
export function chainOf(result: InvestigationResult, state: ChainState, links: UserPaths): Chain {
  const { executions, isDeterministic, runs } = result;
  const { id, queries, notes, current, stacks, folder, forecasts } = state;
  const points = result.points.map((point) => {
    const forecast = forecasts.get(point.id);
    const told = pointOf(point, result, queries, links);
    return forecast === undefined ? told : { ...told, forecast: forecastOf(forecast, folder, links) };
  });
  return {
    id,
    points,
    executions,
    isSettled: stacks !== 'following',
    isDeterministic,
    notes: [...notes, ...result.notes],
    runs: isDeterministic === false ? runs.map((run) => run.map((point) => runPoint(point, links))) : [],
    current,
  };
}

function pointOf(answer: PointAnswer, { texts }: InvestigationResult, queries: readonly Query[], links: UserPaths): Point {
  const { id, of, status, reason, position, functionName, taken, exception, stack, candidates, since, steps, time } = answer;
  const query = queries.find((one) => one.id === id);
  const line = position === null ? undefined : texts.source(position.path)?.lines.lineText(position.line).trim();
  return {
    id,
    kind: query === undefined || query.kind === 'returned' || query.kind === 'thrown' ? 'stop' : query.kind,
    of,
    expression: query?.expression ?? '',
    frame: query?.frame ?? 0,
    index: query?.index ?? -1,
    status,
    reason,
    place: position === null ? null : placeOf(position, links),
    text: line ?? null,
    functionName,
    hit: answer.hit,
    event: time,
    before: shown(answer.before),
    after: shown(answer.after),
    values: namedValues(answer),
    taken,
    exception: exception === null ? null : exceptionOf(exception),
    stack: (stack ?? []).map((frame) => frameOf(frame, links)),
    counts: candidates,
    since: since === null ? null : { place: placeOf(since.position, links), hit: since.hit },
    steps: (steps ?? []).map(({ expression, position: at }) => ({ expression, place: placeOf(at, links) })),
  };
}

function runPoint({ id, status, position, hit, time, before, after, taken }: PointAnswer, links: UserPaths): RunPoint {
  const place = position === null ? null : placeOf(position, links);
  return { id, status, place, hit, event: time, before: shown(before), after: shown(after), taken };
}

export function candidatesOf(point: string, { sites, events, places, failed, omitted }: Listing, links: UserPaths): Candidates {
  return { point, sites: sites.map((site) => placeOf(site, links)), events, places, failed, omitted };
}

function namedValues({ values, shown: more }: PointAnswer): readonly NamedValue[] {
  return [
    ...Object.entries(values).map(([name, value]) => ({ name, value: valueText(value) })),
    ...Object.entries(more).map(([name, outcome]) => ({ name, value: 'value' in outcome ? valueText(outcome.value) : outcome.error })),
  ];
}

function exceptionOf(exception: NonNullable<PointAnswer['exception']>): NonNullable<Point['exception']> {
  const told = jsonException(exception);
  return { className: told.class, message: told.message, isCaught: told.caught };
}

function shown(value: ValueReport | null): string | null {
  return value === null ? null : valueText(value);
}

function placeOf(
  { path, line, column }: { readonly path: string; readonly line: number; readonly column: number },
  links: UserPaths,
): Place {
  const reference = links.referenceOf?.(path) ?? null;
  return { file: links.userPath(path), line, column, ...(reference === null ? {} : { reference }) };
}

function frameOf(frame: FrameReport, links: UserPaths): StackFrame {
  return {
    functionName: frame.isAnonymous === true ? '(anonymous)' : frame.functionName,
    place: placeOf(frame, links),
    isAsync: frame.isAsync,
  };
}
