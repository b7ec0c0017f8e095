import { textOf } from '../question/reported.js';
import pc from 'picocolors';
import { reportPath } from '../../../server/findings/reportPath.js';
import type { FrameReport, ValueReport } from '../../events/rows.js';
import { isOfPackage } from '../text/ofPackage.js';
import type { PointAnswer } from '../question/point.js';
import type { InvestigationResult } from '../runs/result.js';
import { jsonException, type ForecastOfPoint } from './reportJson.js';

export type Colors = ReturnType<typeof pc.createColors>;

export const noColors: Colors = pc.createColors(false);

export interface DetailOptions {
  readonly cwd: string;
  readonly isExplained: boolean;
  readonly colors: Colors;
}

/** What a run has shown of a point beside its place, a line each. */
export function pointDetails(point: PointAnswer, { isExplained, cwd, colors }: DetailOptions): readonly string[] {
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
  const callers = callersOf(stack ?? [], point.position?.path ?? '').map((frame) => frameText(frame, point.position?.path ?? '', cwd));
  if (callers.length > 0) lines.push(colors.dim(`called from ${callers.join(' < ')}`));
  if (isExplained && candidates !== null) {
    const { total, rejected } = candidates;
    lines.push(
      colors.dim(
        `${total} candidates; rejected: ${rejected.sameness} another object, ${rejected.mayAffect} another activation, ${rejected.before} later, ${rejected.index} by the index`,
      ),
    );
  }
  return lines;
}

/** The nearest callers of a place; of the program's own code those that are of no package. */
function callersOf([, ...callers]: readonly FrameReport[], path: string): readonly FrameReport[] {
  return callers.filter((frame) => isOfPackage(path) || !isOfPackage(frame.path)).slice(0, mostCallers);
}

/** So many callers are told of a point. */
const mostCallers = 3;

/** The function of a frame and where it is, as people read it; `path`: the file that need not be named. */
export function frameText(
  { functionName, isAnonymous = false, isAsync, path: file, line }: FrameReport,
  path: string,
  cwd: string,
): string {
  const name = `${isAsync ? 'async ' : ''}${functionName || (isAnonymous ? '(anonymous)' : 'top level')}`;
  return file === path ? `${name}:${line}` : `${name} at ${reportPath(cwd, file)}:${line}`;
}

/** What the analysis says of a point beyond what the run shows. */
export function forecastLines(forecast: ForecastOfPoint | undefined, colors: Colors): readonly string[] {
  const lines = Object.entries(forecast?.abstract ?? {}).flatMap(([name, { good, reachable, standing }]) => {
    if (standing === 'outside-good')
      return [good === null ? 'every run that comes here fails' : `${name} is ${good.show} in every run that does not fail`];
    return standing === 'outside'
      ? [`${name} was thought to be ${reachable?.show ?? 'nothing'}: an assumption of the analysis is broken`]
      : [];
  });
  const { finding, message = null } = forecast ?? {};
  if (message !== null) lines.push(`predicted: ${message}${finding === null || finding === undefined ? '' : ` [${finding.code}]`}`);
  return lines.map((line) => colors.dim(line));
}

/** What runs before the last have answered, where it was something else: one line. */
export function earlierAnswers(point: PointAnswer, runs: InvestigationResult['runs'], cwd: string): readonly string[] {
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

/** `1st`, `2nd`. */
export function ordinal(count: number): string {
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
