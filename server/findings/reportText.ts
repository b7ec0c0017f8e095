import pc from 'picocolors';
import { LineMap } from '../base/span.js';
import { isNever } from './conditionTree.js';
import { codeFrame } from './codeFrame.js';
import { failingSideOf } from './failingSide.js';
import { comesToNothing } from './nothing.js';
import { isAtLeast, severities } from './order.js';
import { printable, printableData } from './printable.js';
import { printShown } from './shown.js';
import {
  shownSpan,
  type Assumptions,
  type CheckResult,
  type Finding,
  type FunctionReport,
  type Located,
  type Reason,
  type Severity,
  type StateReport,
} from './result.js';

export interface TextReportOptions {
  /** The number of files that were checked. */
  readonly fileCount: number;
  /** The least severity that is shown. What functions ask is shown with hints. */
  readonly least: Severity;
  /** The text of a file as the report names it; undefined when it cannot be read any more. */
  sourceOf(file: string): string | undefined;
  /** Colour says nothing that words and symbols do not say. */
  readonly color: boolean;
}

type Colors = ReturnType<typeof pc.createColors>;

const symbols: Readonly<Record<Severity, string>> = { error: '✖', warning: '▲', hint: '●' };

/** More occurrences than these are counted, not shown. */
const maxBecause = 5;

/** The report for people: findings with code frames, what each function needs, the states asked for, one line of summary. */
export function reportText(checked: CheckResult, options: TextReportOptions): string {
  const colors = pc.createColors(options.color);
  const frames = frameSource(options, colors, filesByShown(checked));
  const result = printableData(checked);
  const blocks = [
    ...result.findings.map((finding) => findingBlock(finding, frames, colors)),
    ...(options.least === 'hint' ? functionBlocks(result.functions, colors) : []),
    ...result.states.map((state) => stateBlock(state, colors)),
    summary(result, options),
  ];
  return blocks.map((lines) => lines.join('\n') + '\n').join('\n');
}

function findingBlock(finding: Finding, frames: Frames, colors: Colors): readonly string[] {
  const paint = { error: colors.red, warning: colors.yellow, hint: colors.cyan }[finding.severity];
  const severity = paint(`${symbols[finding.severity]} ${finding.severity}`);
  const shown = { ...finding, span: shownSpan(finding) };
  const lines = [`${place(shown)} ${severity} ${colors.bold(finding.message)} ${colors.dim(`[${finding.code}]`)}`, ...frames(shown)];
  lines.push(...reasonLines(finding.because, frames));
  for (const { condition, because } of finding.alternatives) {
    const failing = failingSideOf(condition);
    if (!comesToNothing(failing)) lines.push(`  or if ${colors.bold(printShown(failing))}`, ...reasonLines(because, frames));
  }
  return lines;
}

function reasonLines(because: readonly Reason[], frames: Frames): readonly string[] {
  const lines: string[] = [];
  for (const reason of because.slice(0, maxBecause)) {
    for (const call of reason.calls ?? []) lines.push(`  through ${place(call)} ${call.message}`);
    lines.push(`  because ${place(reason)} ${reason.message}`, ...frames(reason));
  }
  if (because.length > maxBecause) lines.push(`  and ${counted(because.length - maxBecause, 'more place')}`);
  return lines;
}

/** Files whose names cannot be printed as they are, by what is printed. */
function filesByShown({ findings }: CheckResult): ReadonlyMap<string, string> {
  const files = findings.flatMap(({ file, because, alternatives }) => [
    file,
    ...[because, ...alternatives.map((other) => other.because)].flat().map((reason) => reason.file),
  ]);
  return new Map(files.map((file) => [printable(file), file]));
}

type Frames = (located: Located) => readonly string[];

/** Code frames of located messages; each source is read once. */
function frameSource(options: TextReportOptions, colors: Colors, files: ReadonlyMap<string, string>): Frames {
  const sources = new Map<string, LineMap | null>();
  return ({ file, span }) => {
    let lines = sources.get(file);
    if (lines === undefined) {
      const text = options.sourceOf(files.get(file) ?? file);
      lines = text === undefined ? null : new LineMap(text);
      sources.set(file, lines);
    }
    if (lines === null) return [];
    return codeFrame(lines, span).map((line) => colors.dim(line));
  };
}

/** One block for each file: the functions of which there is something to say. */
function functionBlocks(functions: readonly FunctionReport[], colors: Colors): readonly (readonly string[])[] {
  const blocks = new Map<string, string[]>();
  const unknown = new Map<string, number>();
  for (const report of functions) {
    const facts = functionFacts(report, colors);
    if (facts.length === 0) continue;
    const block = blocks.get(report.file) ?? [colors.underline(report.file)];
    blocks.set(report.file, block);
    const isUnknown = facts.length === 1 && !report.complete;
    if (isUnknown) unknown.set(report.file, (unknown.get(report.file) ?? 0) + 1);
    if (isUnknown && (unknown.get(report.file) ?? 0) > mostUnknown) continue;
    block.push(`  ${report.name}${colors.dim(`:${report.span.line}`)}  ${facts.join('; ')}`);
  }
  for (const [file, count] of unknown)
    if (count > mostUnknown) blocks.get(file)?.push(`  and ${(count - mostUnknown).toLocaleString('en-US')} more not analysed completely`);
  return [...blocks.values()];
}

/** The functions of a file of which nothing is said but that they were not analysed: more are counted. */
const mostUnknown = 5;

function functionFacts(report: FunctionReport, colors: Colors): readonly string[] {
  const { total, proven } = report.accesses;
  const facts: string[] = [];
  if (report.requires !== null && isNever(report.requires)) facts.push(`requires ${colors.bold('false')} (no input succeeds)`);
  else if (report.requires !== null) facts.push(`requires ${colors.bold(printShown(report.requires))}`);
  if (total > 0) facts.push(`${proven}/${total} accesses proven`);
  if (report.inBounds !== null) facts.push(`in bounds only if ${printShown(report.inBounds)}`);
  if (!report.complete) facts.push('not analysed completely');
  return facts;
}

/** A line for each variable: its reachable value, and its good value where that is another one. */
function stateBlock({ file, line, column, reachable, good }: StateReport, colors: Colors): readonly string[] {
  const head = colors.underline(`${file}:${line}:${column}`);
  if (reachable === null) return [head, '  no state is reachable here'];
  const width = Math.max(0, ...Object.keys(reachable).map((name) => name.length));
  const values = Object.entries(reachable).map(([name, { show }]) => {
    const goodShow = good?.[name]?.show ?? show;
    return `  ${name.padEnd(width)}  ${show}${goodShow === show ? '' : `  ${colors.dim('good:')} ${goodShow}`}`;
  });
  if (good === null) values.push('  no state is good here');
  return [head, ...values];
}

function summary(result: CheckResult, { fileCount, least }: TextReportOptions): readonly string[] {
  const of = (severity: Severity) => result.findings.filter((finding) => finding.severity === severity).length;
  const shown = severities.filter((severity) => isAtLeast(severity, least));
  const found = shown.map((severity) => counted(of(severity), severity)).join(', ');
  const total = result.functions.reduce((sum, report) => sum + report.accesses.total, 0);
  const proven = result.functions.reduce((sum, report) => sum + report.accesses.proven, 0);
  const accesses = total === 0 ? '' : `; ${proven} of ${counted(total, 'element access', 'element accesses')} proven in bounds`;
  const seconds = (result.statistics.milliseconds / 1000).toFixed(1);
  const more = [...skippedText(result), ...suppressedText(result)];
  return [`${counted(fileCount, 'file')} checked in ${seconds} s (${assumptionText(result.assumptions)}): ${found}${accesses}.`, ...more];
}

/** One line, however many files. */
function skippedText({ skipped = [] }: CheckResult): readonly string[] {
  if (skipped.length === 0) return [];
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  const parts = reasons.map((reason) => `${skipped.filter((each) => each.reason === reason).length} ${reason}`);
  return [`${counted(skipped.length, 'file')} skipped: ${parts.join(', ')}. A file that is named itself is checked.`];
}

function suppressedText({ suppressed = [] }: CheckResult): readonly string[] {
  const count = suppressed.filter(({ by }) => by === 'comment').length;
  return count === 0 ? [] : [`${counted(count, 'finding')} ignored by comments.`];
}

/** The assumptions that every word of the report rests on. */
function assumptionText({ integers, termination, arrayIndex, unknownCalls }: Assumptions): string {
  const texts = [integers ? 'numbers are integers' : 'numbers are doubles'];
  if (!termination) texts.push('runs need not end');
  if (arrayIndex === 'error') texts.push('an index outside an array is a failure');
  texts.push(unknownCalls === 'return-or-throw' ? 'unknown code returns or throws' : 'unknown code may end the process');
  return texts.join(', ');
}

function place({ file, span }: Located): string {
  return `${file}:${span.line}:${span.column}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
