import { reportPath } from '../../server/findings/reportPath.js';
import type { PointForecast, PointForecasts } from '../operations/pointForecasts.js';
import type { WhyResult } from '../operations/why.js';
import { forecastLines, frameText, noColors, ordinal, pointDetails } from '../querypoints/report/pointText.js';
import type { ToolAnswer } from './tool.js';

type PointAnswer = WhyResult['points'][number];

interface PrintedPlace {
  readonly file: string;
  readonly line: number;
}

/** A point as `whence.why/1` has it. */
export interface PrintedPoint {
  readonly kind: string;
  readonly of: string | null;
  readonly file: string | null;
  readonly text: string | null;
  readonly finding: PointForecast['finding'];
  readonly since?: PrintedPlace & { readonly hit: number | null };
  readonly steps?: readonly (PrintedPlace & { readonly expression: string })[];
  readonly exception: { readonly caught: boolean | null } | null;
  readonly stack: readonly object[] | null;
  readonly candidates: object | null;
}

export interface AnsweredChain {
  readonly id: number;
  readonly result: WhyResult;
  readonly forecasts: PointForecasts;
  /** In the order of the result's. */
  readonly printed: readonly PrintedPoint[];
  readonly cwd: string;
}

/** A chain in words, each line of a source once: its last point first, which is the answer, then the others. */
export function chainText({ id, result, forecasts, printed, cwd }: AnsweredChain): Pick<ToolAnswer, 'head' | 'lines'> {
  const last = result.points.at(-1);
  const blocks = result.points.map((point, index) => [
    // What keeps a point from being found may keep the others, too.
    placeText(point === last || point.reason !== last?.reason ? point : { ...point, reason: null }, printed[index]?.text ?? '', cwd),
    ...evidence(point, forecasts.get(point.id), cwd).map((line) => `  ${line}`),
  ]);
  const [head = `Chain ${id} has no points.`, ...lines] = blocks.pop() ?? [];
  return {
    head: head.replace(/^P\d+/, (name) => `${name} (chain ${id}):`),
    lines: [
      ...lines,
      ...blocks.flat(),
      ...(result.isDeterministic === false ? ['The runs differ from each other: all that is said is of the last.'] : []),
      ...result.notes,
    ],
  };
}

/** A point, its place, and the line that stands there. */
function placeText({ id, position, status, reason }: PointAnswer, source: string, cwd: string): string {
  const where = position === null ? status : `${reportPath(cwd, position.path)}:${position.line} ${source}`;
  return `${id} ${where}${reason === null ? '' : ` — ${reason}`}`;
}

function evidence(point: PointAnswer, forecast: PointForecast | undefined, cwd: string): readonly string[] {
  const { functionName, hit } = point;
  const inside = functionName ? [`in ${functionName}`] : [];
  const passage = (hit ?? 1) > 1 ? [`${ordinal(hit ?? 1)} time`] : [];
  const [first, ...more] = pointDetails({ ...point, steps: null }, { cwd, isExplained: false, colors: noColors });
  const lines = [[[...inside, ...passage].join(', '), first ?? ''].filter((part) => part !== '').join(': '), ...more];
  return [...lines, ...copies(point, cwd), ...forecastLines(forecast === undefined ? undefined : inShort(forecast), noColors)].filter(
    (line) => line !== '',
  );
}

/** The copies of a value, from the newest. */
function copies({ steps, position: point }: PointAnswer, cwd: string): readonly string[] {
  if (steps === null || steps.length === 0) return [];
  const told = steps.map(({ expression, position: { path, line } }) =>
    path === point?.path ? `${expression}:${line}` : `${expression} at ${reportPath(cwd, path)}:${line}`,
  );
  return [`copied: ${told.join(' < ')}`];
}

/** The finding is named: `check` has its sentence, which says the line again. */
function inShort(forecast: PointForecast): PointForecast {
  const { finding } = forecast;
  if (finding === null) return forecast;
  return { ...forecast, message: finding.condition === 'false' ? 'always fails' : `fails unless ${finding.condition}` };
}

/** The points as data, in the order of what was asked: what a point shares with its place is said once, and nothing that says nothing. */
export function chainData({ result, printed, cwd }: AnsweredChain): readonly object[] {
  return printed.map(({ stack: _stack, candidates: _candidates, kind: _kind, of, finding, since, steps, ...point }, index) => {
    const answer = result.points[index];
    const [, ...callers] = answer?.stack ?? [];
    const path = answer?.position?.path ?? '';
    const { exception } = point;
    const elsewhere = (place: { readonly file: string }): object => (place.file === point.file ? {} : { file: place.file });
    return {
      ...short({ ...point, of: of === result.points[index - 1]?.id ? null : of, function: answer?.functionName || null }),
      ...(exception === null ? {} : { exception: { ...exception, caught: exception.caught === false ? undefined : exception.caught } }),
      ...(since === undefined ? {} : { since: { ...elsewhere(since), line: since.line, hit: since.hit } }),
      ...(finding === null ? {} : { finding: { ...findingOf(finding), ...elsewhere(finding) } }),
      ...(steps === undefined
        ? {}
        : { steps: steps.map((step) => ({ expression: step.expression, ...elsewhere(step), line: step.line })) }),
      ...(callers.length === 0 ? {} : { callers: callers.slice(0, mostCallers).map((frame) => frameText(frame, path, cwd)) }),
    };
  });
}

const mostCallers = 4;

const findingOf = ({ code, span: { line }, condition }: NonNullable<PrintedPoint['finding']>): object => ({
  code,
  span: { line },
  condition,
});

/** Without what says nothing: nulls, and what is usually empty and is. */
function short(data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([key, value]) => value !== null && !(isUsual.has(key) && isEmpty(value))));
}

/** What is left out where there is none. */
const isUsual: ReadonlySet<string> = new Set(['abstract', 'values']);

const isEmpty = (value: unknown): boolean => typeof value === 'object' && Object.keys(value ?? {}).length === 0;
