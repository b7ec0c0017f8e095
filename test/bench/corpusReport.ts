import { readFileSync } from 'node:fs';
import type { Severity } from '../../server/findings/result.js';
import type { FileResult } from './corpusMessages.js';
import type { CorpusPackage } from './corpusPackages.js';
import type { SourceFile } from './corpusSources.js';

/** A package with what its files gave, in the order in which they were done. */
export interface PackageResult {
  readonly wanted: CorpusPackage;
  readonly sources: readonly SourceFile[];
  readonly results: readonly FileResult[];
}

/** The bars of real code. A file that takes longer than this is over. */
export const fileLimitSeconds = 20;
const completeShare = 0.97;
const linesPerWarning = 5000;

interface Totals {
  readonly files: number;
  readonly lines: number;
  readonly functions: number;
  readonly complete: number;
  readonly accesses: number;
  readonly proven: number;
  readonly error: number;
  readonly warning: number;
  readonly hint: number;
  readonly seconds: number;
  readonly slowest: { readonly seconds: number; readonly name: string } | null;
  readonly slow: number;
  readonly crashes: number;
  readonly unreadable: number;
}

function totalsOf({ sources, results }: PackageResult): Totals {
  const checked = results.flatMap((result) => (result.kind === 'checked' ? [result] : []));
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const bySeverity = (severity: Severity): number =>
    sum(checked.map((file) => file.findings.filter((finding) => finding.severity === severity).length));
  const slowest = results.reduce<FileResult | null>(
    (worst, file) => (worst === null || file.milliseconds > worst.milliseconds ? file : worst),
    null,
  );
  return {
    files: sources.length,
    lines: sum(sources.map(({ lines }) => lines)),
    functions: sum(checked.map(({ functions }) => functions)),
    complete: sum(checked.map(({ complete }) => complete)),
    accesses: sum(checked.map(({ accesses }) => accesses)),
    proven: sum(checked.map(({ proven }) => proven)),
    error: bySeverity('error'),
    warning: bySeverity('warning'),
    hint: bySeverity('hint'),
    seconds: sum(results.map(({ milliseconds }) => milliseconds)) / 1000,
    slowest: slowest === null ? null : { seconds: slowest.milliseconds / 1000, name: nameOf(slowest.path, sources) },
    slow: results.filter(({ milliseconds }) => milliseconds > fileLimitSeconds * 1000).length,
    crashes: results.filter(({ kind }) => kind === 'crashed').length,
    unreadable: checked.filter(({ errors }) => errors.length > 0).length,
  };
}

function add(x: Totals, y: Totals): Totals {
  return {
    files: x.files + y.files,
    lines: x.lines + y.lines,
    functions: x.functions + y.functions,
    complete: x.complete + y.complete,
    accesses: x.accesses + y.accesses,
    proven: x.proven + y.proven,
    error: x.error + y.error,
    warning: x.warning + y.warning,
    hint: x.hint + y.hint,
    seconds: x.seconds + y.seconds,
    slowest: (y.slowest?.seconds ?? -1) > (x.slowest?.seconds ?? -1) ? y.slowest : x.slowest,
    slow: x.slow + y.slow,
    crashes: x.crashes + y.crashes,
    unreadable: x.unreadable + y.unreadable,
  };
}

function nameOf(path: string, sources: readonly SourceFile[]): string {
  return sources.find((source) => source.path === path)?.name ?? path;
}

const columns = [
  'package',
  'kind',
  'files',
  'lines',
  'functions',
  'complete',
  'accesses',
  'proven',
  'error',
  'warning',
  'hint',
  'seconds',
  'slowest file',
  'crashes',
];

function row(name: string, kind: string, totals: Totals): readonly string[] {
  const slowest = totals.slowest === null ? '' : `${totals.slowest.seconds.toFixed(1)} s ${totals.slowest.name}`;
  const { files, lines, functions, accesses, error, warning, hint, crashes } = totals;
  const counts = [files, lines, functions].map(String);
  return [
    name,
    kind,
    ...counts,
    percentage(totals.complete, functions),
    String(accesses),
    percentage(totals.proven, accesses),
    ...[error, warning, hint].map(String),
    totals.seconds.toFixed(1),
    slowest,
    String(crashes),
  ];
}

function percentage(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** The table, below it everything that needs a look and the findings of the severities asked for, and the bars. */
export function report(
  packages: readonly PackageResult[],
  severities: ReadonlySet<string>,
): { readonly text: string; readonly met: boolean } {
  const rows = packages.map((entry) => ({ entry, totals: totalsOf(entry) }));
  const [first, ...others] = rows;
  if (first === undefined) return { text: 'no packages\n', met: false };
  const total = others.reduce((sum, { totals }) => add(sum, totals), first.totals);
  const table = [columns, ...rows.map(({ entry, totals }) => row(entry.wanted.name, entry.wanted.kind, totals)), row('total', '', total)];
  const unexplained = packages.flatMap(unexplainedWarnings);
  const bars = [
    ...barsOf(total),
    { text: `every warning is explained in corpusWarnings.md: ${unexplained.length} are not`, met: unexplained.length === 0 },
  ];
  const sections = [
    align(table),
    ...packages.flatMap((entry) => attention(entry, severities)),
    ...unexplained.map((place) => `${place}: a warning that is not explained`),
    bars.map(({ text, met }) => `${met ? 'met    ' : 'NOT met'}  ${text}`).join('\n'),
  ];
  return { text: `${sections.join('\n\n')}\n`, met: bars.every(({ met }) => met) };
}

function barsOf(total: Totals): readonly { readonly text: string; readonly met: boolean }[] {
  const share = total.functions === 0 ? 0 : total.complete / total.functions;
  return [
    { text: `0 crashes: ${total.crashes}`, met: total.crashes === 0 },
    { text: `every file is checked: ${total.unreadable} are not`, met: total.unreadable === 0 },
    { text: `0 certain findings: ${total.error}`, met: total.error === 0 },
    {
      text: `at least ${100 * completeShare} % of functions complete: ${percentage(total.complete, total.functions)}`,
      met: share >= completeShare,
    },
    {
      text: `at most one warning in ${linesPerWarning} lines: ${total.warning} in ${total.lines}`,
      met: total.warning * linesPerWarning <= total.lines,
    },
    { text: `no file over ${fileLimitSeconds} s: ${total.slow}`, met: total.slow === 0 },
  ];
}

const explanations = readFileSync(new URL('corpusWarnings.md', import.meta.url), 'utf8');

/** The places of warnings that the page about them does not name. */
function unexplainedWarnings({ wanted, sources, results }: PackageResult): readonly string[] {
  return results.flatMap((file) => {
    if (file.kind !== 'checked') return [];
    const places = file.findings
      .filter(({ severity }) => severity === 'warning')
      .map(({ span }) => `${wanted.name}/${nameOf(file.path, sources)}:${span.line}`);
    return places.filter((place) => !explanations.includes(`| ${place} |`));
  });
}

/** The findings asked for, crashes, slow files and files that could not be checked, each with its place. */
function attention({ wanted, sources, results }: PackageResult, severities: ReadonlySet<string>): readonly string[] {
  const lines = results.flatMap((file): string[] => {
    const name = `${wanted.name}/${nameOf(file.path, sources)}`;
    if (file.kind === 'measured') return [];
    if (file.kind !== 'checked') return [`${name}: ${file.kind}: ${file.message}`];
    const findings = file.findings
      .filter(({ severity }) => severities.has(severity))
      .flatMap(({ span, code, severity, message, because }) => [
        `${name}:${span.line}:${span.column}: ${severity}: ${code}: ${message}`,
        ...because.map((reason) => `    ${reason.span.line}:${reason.span.column}: ${reason.message}`),
      ]);
    const slow = file.milliseconds > fileLimitSeconds * 1000 ? [`${name}: ${(file.milliseconds / 1000).toFixed(1)} s`] : [];
    return [...file.errors.map((message) => `${name}: not checked: ${message}`), ...findings, ...slow];
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function align(table: readonly (readonly string[])[]): string {
  const widths = columns.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const isText = (column: number): boolean => column < 2 || columns[column] === 'slowest file';
  return table
    .map((cells) =>
      cells
        .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The packages as a table of Markdown, for the page beside this file: nothing in it is measured but lines. */
export function listing(packages: readonly Omit<PackageResult, 'results'>[]): string {
  const rows = packages.map(({ wanted, sources }) => {
    const lines = sources.reduce((sum, source) => sum + source.lines, 0);
    return {
      kind: wanted.kind,
      lines,
      text: `| ${wanted.name} | ${wanted.version} | ${wanted.kind} | ${wanted.sources.join(', ')} | ${sources.length} | ${lines} |`,
    };
  });
  const lines = (kind: CorpusPackage['kind']): number =>
    rows.filter((entry) => entry.kind === kind).reduce((sum, entry) => sum + entry.lines, 0);
  const head = ['| package | version | kind | sources | files | lines |', '|---|---|---|---|---:|---:|'];
  const sum = `In all ${lines('types') + lines('none')} lines: ${lines('types')} with types, ${lines('none')} without.`;
  return `${[...head, ...rows.map(({ text }) => text), '', sum].join('\n')}\n`;
}
