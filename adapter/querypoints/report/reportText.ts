import { textOf } from '../question/reported.js';
import pc from 'picocolors';
import { codeFrame } from '../../../server/findings/codeFrame.js';
import { reportPath } from '../../../server/findings/reportPath.js';
import type { FrameReport, ValueReport } from '../../events/rows.js';
import { isOfPackage } from '../text/ofPackage.js';
import { countAll, type SiteCounts } from '../text/siteCounts.js';
import { explainProbes } from './explain.js';
import type { PointAnswer } from '../question/point.js';
import type { InvestigationResult } from '../runs/result.js';
import { jsonException, type ForecastOfPoint } from './reportJson.js';
import type { Query } from '../question/question.js';

export interface TextReportOptions {
  readonly cwd: string;
  readonly queries: readonly Query[];
  readonly color: boolean;
  readonly isExplained: boolean;
  /** Whether random numbers and clocks are the same in each run. */
  readonly isPinned?: boolean;
  /** By the names of points. */
  readonly forecasts?: ReadonlyMap<string, ForecastOfPoint>;
}

type Colors = ReturnType<typeof pc.createColors>;

/** The chain for people: from the effect, where the user stopped, along arrows to its causes. */
export function reportText(result: InvestigationResult, options: TextReportOptions): string {
  const colors = pc.createColors(options.color);
  const blocks = result.points.map((point) => pointBlock(point, result, options, colors));
  return [...blocks, summary(result, options)].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function pointBlock(
  point: PointAnswer,
  { points: [first], texts, runs, isDeterministic }: InvestigationResult,
  { cwd, queries, isExplained, forecasts }: TextReportOptions,
  colors: Colors,
): readonly string[] {
  const query = queries.find(({ id }) => id === point.id);
  const arrow =
    query === undefined ? [] : [`${colors.cyan(`  ↑ ${query.text}`)}${point.of === null ? '' : colors.dim(` from ${point.of}`)}`];
  const { position } = point;
  const where = position === null ? '' : ` ${reportPath(cwd, position.path)}:${position.line}:${position.column}`;
  const inside = point.functionName ? ` in ${point.functionName}` : '';
  const hit = (point.hit ?? 1) > 1 ? colors.dim(` (${ordinal(point.hit ?? 1)} time)`) : '';
  const head = `${statusSign(point, colors)} ${colors.bold(point.id)}${where}${inside}${hit}${point.reason === null ? '' : ` ${point.reason}`}`;
  const source = position === null ? undefined : texts.source(position.path);
  const width = point.identity === null ? 1 : Math.max(1, point.identity.end - point.identity.offset);
  const frame =
    position === null || source === undefined
      ? []
      : codeFrame(source.lines, {
          line: position.line,
          column: position.column,
          endLine: position.line,
          endColumn: position.column + width,
        });
  return [
    ...arrow,
    head,
    ...frame.map((line) => colors.dim(line)),
    ...details(point, isExplained, cwd, colors),
    ...forecastLines(forecasts?.get(point.id), colors),
    ...(query === undefined || point.status === 'located' || point.status === 'initial' || first?.status !== 'located'
      ? []
      : askedAtStop(query).map((text) => colors.dim(`        from the stop: --ask "${text}"`))),
    ...(isDeterministic === false ? earlierAnswers(point, runs, cwd).map((line) => colors.dim(line)) : []),
  ];
}

/** A question that left its point out, as it is put at the stop; none where it named one, or is asked there. */
function askedAtStop({ text, of }: Query): readonly string[] {
  const [, name = '', rest = ''] = /^([^(]*)\(\s*(.*)$/s.exec(text) ?? [];
  if (of === 'P1' || rest === '' || rest.startsWith(`${of}:`) || rest.startsWith(`${of}(`) || rest.startsWith(`${of})`)) return [];
  return [`${name}(P1${rest.startsWith(')') ? '' : ': '}${rest}`];
}

/** What runs before the last have answered, where it was something else: one line. */
function earlierAnswers(point: PointAnswer, runs: InvestigationResult['runs'], cwd: string): readonly string[] {
  const told = (one: PointAnswer | undefined, hit: number | null) => {
    if (one === undefined || one.position === null) return one?.status ?? 'not-found';
    const time = hit === null ? '' : `, ${ordinal(hit)} time`;
    const where = `${reportPath(cwd, one.position.path)}:${one.position.line}${time}`;
    return one.after === null ? where : `${where}: ${valueText(one.after)}`;
  };
  const differing = runs.flatMap((run, index) => {
    const one = run.find(({ id }) => id === point.id);
    const hit = one?.hit ?? null;
    const answer = told(one, hit);
    return answer === told(point, hit === null ? null : point.hit) ? [] : [`in run ${index + 1}: ${answer}`];
  });
  const more = differing.length > mostOthers ? ` and in ${differing.length - mostOthers} more` : '';
  return differing.length === 0 ? [] : [`        ${differing.slice(0, mostOthers).join('; ')}${more}`];
}

/** So many other runs are told of a point. */
const mostOthers = 3;

function statusSign({ status }: PointAnswer, colors: Colors): string {
  switch (status) {
    case 'located':
      return colors.green('●');
    case 'initial':
      return colors.green('○');
    case 'not-reached':
    case 'not-found':
      return colors.red('✖');
    case 'not-recorded':
      return colors.yellow('?');
  }
}

function details(point: PointAnswer, isExplained: boolean, cwd: string, colors: Colors): readonly string[] {
  const lines: string[] = [];
  const { before, after, taken, values, exception, candidates, stack, steps, since } = point;
  if (after !== null && before !== null) lines.push(`${valueText(before)} → ${colors.bold(valueText(after))}`);
  else if (after !== null) lines.push(colors.bold(valueText(after)));
  if (since !== null) {
    const time = since.hit === null || since.hit === 1 ? '' : ` (${ordinal(since.hit)} time)`;
    lines.push(
      `it was there already, since ${reportPath(cwd, since.position.path)}:${since.position.line}:${since.position.column}${time}`,
    );
  }
  const operands = Object.entries(values).map(([name, value]) => `${name} is ${valueText(value)}`);
  if (taken !== null) lines.push([colors.bold(`took: ${taken}`), ...operands].join(', '));
  if (exception !== null) {
    const { class: name, message, caught } = jsonException(exception);
    lines.push(`${name === null ? '' : `${name}: `}${message}${caught === null ? '' : caught ? ' (caught)' : ' (not caught)'}`);
  }
  for (const [text, outcome] of Object.entries(point.shown))
    lines.push('value' in outcome ? `${text} is ${valueText(outcome.value)}` : `${text}: ${outcome.error}`);
  for (const { position, expression } of steps ?? []) {
    const isHere = position.path === point.position?.path;
    const at = isHere ? `line ${position.line}` : `${reportPath(cwd, position.path)}:${position.line}`;
    lines.push(colors.dim(`copied: ${expression} at ${at}`));
  }
  const callers = callersOf(stack ?? [], point.position?.path ?? '').map(({ path, line, ...frame }) => {
    const name = `${frame.isAsync ? 'async ' : ''}${frameText(frame)}`;
    return path === point.position?.path ? `${name}:${line}` : `${name} at ${reportPath(cwd, path)}:${line}`;
  });
  if (callers.length > 0) lines.push(colors.dim(`called from ${callers.join(' < ')}`));
  if (isExplained && candidates !== null) {
    const { total, rejected } = candidates;
    lines.push(
      colors.dim(
        `${total} candidates; rejected: ${rejected.sameness} another object, ${rejected.mayAffect} another activation, ${rejected.before} later, ${rejected.index} by the index`,
      ),
    );
  }
  return lines.map((line) => `        ${line}`);
}

/** The nearest callers of a place; of the program's own code those that are of no package. */
function callersOf([, ...callers]: readonly FrameReport[], path: string): readonly FrameReport[] {
  return callers.filter((frame) => isOfPackage(path) || !isOfPackage(frame.path)).slice(0, mostCallers);
}

/** So many callers are told of a point. */
const mostCallers = 3;

/** The function of a frame, as people read it. */
function frameText({ functionName, isAnonymous = false }: Pick<FrameReport, 'functionName' | 'isAnonymous'>): string {
  return functionName || (isAnonymous ? '(anonymous)' : 'top level');
}

/** What the analysis says of a point beyond what the run shows. */
function forecastLines(forecast: ForecastOfPoint | undefined, colors: Colors): readonly string[] {
  const lines = Object.entries(forecast?.abstract ?? {}).flatMap(([name, { good, reachable, standing }]) => {
    if (standing === 'outside-good')
      return [good === null ? 'every run that comes here fails' : `${name} is ${good.show} in every run that does not fail`];
    return standing === 'outside'
      ? [`${name} was thought to be ${reachable?.show ?? 'nothing'}: an assumption of the analysis is broken`]
      : [];
  });
  const { finding, message = null } = forecast ?? {};
  if (message !== null) lines.push(`predicted: ${message}${finding === null || finding === undefined ? '' : ` [${finding.code}]`}`);
  return lines.map((line) => colors.dim(`        ${line}`));
}

function summary(
  { executions, isDeterministic, probes, notes, texts: library }: InvestigationResult,
  { isExplained, isPinned }: TextReportOptions,
): readonly string[] {
  const lines = [
    executions === 0
      ? 'Decided from the recording.'
      : `Decided in ${executions} ${executions === 1 ? 'run' : 'runs'}${isDeterministic === false ? `, which differ from each other: all that is said is of the last${isPinned === true ? '' : '; --pin has random numbers and clocks be the same'}` : ''}.`,
  ];
  lines.push(...notes);
  if (isExplained && probes !== null) {
    const { sites, texts, loadedTexts, proven } = probes;
    const all = texts.flatMap((path) => library.text(path) ?? []).map(({ program }) => countAll(program));
    const sum = (kind: keyof SiteCounts) => all.reduce((total, counts) => total + counts[kind], 0);
    const inTexts = { properties: sum('properties'), variables: sum('variables'), forks: sum('forks') };
    lines.push(...explainProbes(sites, inTexts, { texts: texts.length, loadedTexts, proven }));
  }
  return lines;
}

function ordinal(count: number): string {
  const suffix = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${suffix}`;
}

/** A value in one line. */
export function valueText(value: ValueReport): string {
  if (value.kind === 'absent') return 'absent';
  if (value.kind === 'object') return `${value.className}#${value.id} ${value.preview}`.trim();
  return value.type === 'string' && value.length === undefined
    ? JSON.stringify(value.text)
    : value.type === 'bigint'
      ? `${value.text}n`
      : textOf(value);
}
