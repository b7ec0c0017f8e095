import pc from 'picocolors';
import { codeFrame } from '../../../server/findings/codeFrame.js';
import { reportPath } from '../../../server/findings/reportPath.js';
import { countAll, type SiteCounts } from '../text/siteCounts.js';
import { explainProbes } from './explain.js';
import type { PointAnswer } from '../question/point.js';
import type { InvestigationResult } from '../runs/result.js';
import { earlierAnswers, forecastLines, ordinal, pointDetails, type Colors } from './pointText.js';
import type { ForecastOfPoint } from './reportJson.js';
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
    ...[...pointDetails(point, { isExplained, cwd, colors }), ...forecastLines(forecasts?.get(point.id), colors)].map(
      (line) => `        ${line}`,
    ),
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
