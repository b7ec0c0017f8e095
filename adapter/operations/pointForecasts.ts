import type { Forecast, MomentOfRun, PlacedFinding } from '../../server/check/forecast.js';
import type { Evaluated, ValueReport } from '../events/rows.js';
import type { PointAnswer } from '../querypoints/question/point.js';
import type { Show } from '../querypoints/question/question.js';
import { evaluateRecorded } from '../trace/moment/evaluate.js';
import type { AnalysisThread } from './analysisThread.js';
import { liveValueOf } from './liveValueOf.js';
import type { WhyResult } from './why.js';

/** What the analysis says of a located point. */
export interface PointForecast {
  /** By the names of the point's values. */
  readonly abstract: Forecast['abstract'];
  /** The finding that predicted it: its condition is broken there. */
  readonly finding: PlacedFinding['finding'] | null;
  /** The finding as a sentence; what was broken at a stop for that. */
  readonly message: string | null;
  /** What the variables of its condition held there, as far as it is known. */
  readonly held: Readonly<Record<string, ValueReport>>;
}

/** By the point's name; a point that is missing could not be looked at. */
export type PointForecasts = ReadonlyMap<string, PointForecast>;

/** What was shown of the points of a chain. */
export type ShownPoints = { readonly points: readonly Pick<PointAnswer, 'id' | 'shown'>[] };

/** Shows more of the points of a chain. */
export type ShowMore = (shows: readonly Show[]) => Promise<ShownPoints>;

interface Looked {
  readonly point: PointAnswer;
  readonly forecast: Forecast;
  readonly known: ReadonlyMap<string, ValueReport>;
  readonly after: ReadonlyMap<string, ValueReport>;
}

/** Holds the located points of a chain against the analysis of their files. */
export async function forecastPoints(result: WhyResult, cwd: string, thread: AnalysisThread, more: ShowMore): Promise<PointForecasts> {
  const looked = (await Promise.all(byFile(result).map(([file, points]) => look(file, points, { result, cwd, thread })))).flat();
  const asked = looked.flatMap((one) => openQuestions(one));
  const shown = asked.length === 0 ? null : await more(asked).catch(() => null);
  return new Map(
    looked.map((one) => {
      const predicted = candidatesOf(one).find((placed) => isBroken(placed, one, shown));
      const broken = one.point.id === 'P1' ? result.broken : undefined;
      const finding = broken?.finding ?? predicted?.finding ?? null;
      const message = broken?.message ?? predicted?.message ?? null;
      const held = predicted === undefined ? {} : heldAt(predicted, one, shown);
      return [one.point.id, { abstract: one.forecast.abstract, finding, message, held }];
    }),
  );
}

/** Begins to analyse a file (absolute) while the program runs: points of it are expected, and their forecasts will wait for less. */
export function expectPoints(file: string, cwd: string, thread: AnalysisThread): void {
  void thread.ask('forecast', { file, cwd, moments: [] });
}

/** The points of each file of the program's own. */
function byFile({ points }: WhyResult): readonly (readonly [string, readonly PointAnswer[]])[] {
  const files = new Map<string, PointAnswer[]>();
  for (const point of points) {
    const path = point.status === 'located' ? point.position?.path : undefined;
    if (path === undefined || !/\.[cm]?[jt]sx?$/.test(path) || /[\\/]node_modules[\\/]/.test(path)) continue;
    files.set(path, [...(files.get(path) ?? []), point]);
  }
  return [...files];
}

async function look(
  file: string,
  points: readonly PointAnswer[],
  { result, cwd, thread }: { readonly result: WhyResult; readonly cwd: string; readonly thread: AnalysisThread },
): Promise<readonly Looked[]> {
  const known = points.map((point) => ({ point, known: valuesOf(point, result), after: afterOf(point, result) }));
  const moments = known.map(({ point, known: values }): MomentOfRun => {
    const { line = 1, column = 1 } = point.position ?? {};
    return { line, column, values: Object.fromEntries([...values].map(([name, value]) => [name, liveValueOf(value)])) };
  });
  const forecasts = await thread.ask('forecast', { file, cwd, moments });
  return known.flatMap((one, index) => {
    const forecast = forecasts?.[index] ?? null;
    return forecast === null ? [] : [{ ...one, forecast }];
  });
}

/** The values of variables just before a point, as far as they are known. */
function valuesOf(point: PointAnswer, result: WhyResult): ReadonlyMap<string, ValueReport> {
  const shown = Object.entries(point.shown).flatMap(([text, outcome]) => ('value' in outcome ? [[text, outcome.value] as const] : []));
  const name = writtenVariable(point, result);
  const before = name === null || point.before === null || point.before.kind === 'absent' ? [] : [[name, point.before] as const];
  return new Map([...Object.entries(point.values), ...shown, ...before].filter(([text]) => isName(text)));
}

function afterOf(point: PointAnswer, result: WhyResult): ReadonlyMap<string, ValueReport> {
  const name = writtenVariable(point, result);
  return new Map([...valuesOf(point, result), ...(name === null || point.after === null ? [] : [[name, point.after] as const])]);
}

/** The variable that a point writes. */
function writtenVariable({ id, kind }: PointAnswer, { queries }: WhyResult): string | null {
  const place = queries.find((query) => query.id === id)?.place;
  return kind === 'lastChange' && place?.kind === 'variable' ? place.name : null;
}

const isName = (text: string): boolean => /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);

/** The findings that may have predicted a point: those of failures only where the run fails. */
function candidatesOf({ point, forecast }: Looked): readonly PlacedFinding[] {
  return forecast.findings.filter(({ when }) => when !== 'failure' || point.exception !== null);
}

/** The conditions of a point that its values do not decide, as what is true where they are broken, and the variables that these speak of. */
function openQuestions(one: Looked): readonly Show[] {
  return candidatesOf(one)
    .filter((placed) => placed.when !== 'after' && decided(placed, one) === null)
    .flatMap((placed) => [brokenExpression(placed.finding.condition), ...namesOf(placed, one)])
    .map((expression) => ({ of: one.point.id, frame: 0, expression }));
}

const brokenExpression = (condition: string): string => `!(${condition})`;

function isBroken(placed: PlacedFinding, one: Looked, shown: ShownPoints | null): boolean {
  const known = decided(placed, one);
  if (known !== null) return known;
  const outcome = shownAt(one, shown)[brokenExpression(placed.finding.condition)];
  return outcome !== undefined && 'value' in outcome && isTrue(outcome.value);
}

const shownAt = ({ point }: Looked, shown: ShownPoints | null): PointAnswer['shown'] =>
  shown?.points.find(({ id }) => id === point.id)?.shown ?? {};

/** What the variables of a condition held at the point. */
function heldAt(placed: PlacedFinding, one: Looked, shown: ShownPoints | null): PointForecast['held'] {
  const values = valuesAt(placed, one);
  const held = namesOf(placed, one).flatMap((name): readonly (readonly [string, ValueReport])[] => {
    const outcome = shownAt(one, shown)[name];
    const value = values.get(name) ?? (outcome !== undefined && 'value' in outcome ? outcome.value : undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(held);
}

/** The variables that deciding a condition asks for. */
function namesOf(placed: PlacedFinding, one: Looked): readonly string[] {
  const names = new Set<string>();
  decided(placed, one, (name) => names.add(name));
  return [...names];
}

const valuesAt = ({ when }: PlacedFinding, { known, after }: Looked): ReadonlyMap<string, ValueReport> =>
  when === 'after' ? after : known;

/** Whether a condition is broken, as far as the known values of variables say; null when they do not. */
function decided(placed: PlacedFinding, one: Looked, asks: (name: string) => void = () => {}): boolean | null {
  const values = valuesAt(placed, one);
  const unknown: Evaluated = { error: 'it is not known' };
  const outcome = evaluateRecorded(brokenExpression(placed.finding.condition), {
    variable: (name) => {
      if (!standardValues.has(name)) asks(name);
      const value = values.get(name);
      if (value !== undefined) return { value };
      return standardValues.has(name) ? { value: { kind: 'primitive', type: standardValues.get(name) ?? 'number', text: name } } : unknown;
    },
    global: () => unknown,
    exported: () => null,
    self: () => unknown,
    property: () => unknown,
    size: () => unknown,
    entry: () => unknown,
    listed: () => null,
    isInstance: () => null,
    isGlobal: () => false,
    isWritten: () => true,
    isPlainArray: () => false,
  });
  return 'value' in outcome ? isTrue(outcome.value) : null;
}

const standardValues = new Map<string, 'undefined' | 'number'>([
  ['undefined', 'undefined'],
  ['NaN', 'number'],
  ['Infinity', 'number'],
]);

function isTrue(value: ValueReport): boolean {
  return value.kind === 'primitive' && value.type === 'boolean' && value.text === 'true';
}
