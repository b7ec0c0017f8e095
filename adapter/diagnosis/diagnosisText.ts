import pc from 'picocolors';
import { printable } from '../../server/findings/printable.js';
import { differenceText } from './difference.js';
import type { Diagnosis, DiagnosisResult, ShownComponent } from './diagnosisResult.js';

/** How the text of a diagnosis is wanted. */
export interface TextOptions {
  readonly color: boolean;
  /** Also what was refuted. */
  readonly explains: boolean;
}

/** Suspects that are printed. */
const most = 8;

/** A diagnosis for a person: the failing tests, then suspects, each with its reason and its repairs. */
export function diagnosisText(result: DiagnosisResult, { color, explains }: TextOptions): string {
  const colors = pc.createColors(color);
  const { failing, passing, flaky } = result.tests;
  const lines: string[] = [];
  for (const { name, file, line, message } of failing)
    lines.push(`${colors.red('fails')} ${file}:${line} ${printable(name)}: ${printable(message)}`);
  for (const name of flaky) lines.push(`${colors.yellow('flaky')} ${printable(name)}: it fails now and then, and says nothing here.`);
  if (failing.length === 0) {
    lines.push(flaky.length === 0 ? `No test fails (${counted(passing, 'test')}).` : 'No other test fails.');
    return `${lines.join('\n')}\n`;
  }
  lines.push('');
  if (result.diagnoses.length === 0) lines.push('No part of the suspected files explains the failure by itself.');
  result.diagnoses
    .slice(0, most)
    .forEach((diagnosis, i) => lines.push(...diagnosisLines(diagnosis, { rank: i + 1, tests: failing.length + passing }, colors)));
  if (result.diagnoses.length > most) lines.push(`… and ${result.diagnoses.length - most} more that failing tests ran.`);
  if (explains)
    for (const { name, why } of failing)
      if (why !== undefined) lines.push(`${colors.dim('not followed')} ${printable(name)}: ${printable(why)}.`);
  if (explains)
    for (const { component, models } of result.refuted)
      lines.push(
        `${colors.dim('refuted')} ${placeOf(component)}: ${models.includes('dependency') ? `${failing.length === 1 ? 'what is wrong does not depend' : 'not all that is wrong depends'} on it` : 'no value of it makes the tests pass'}.`,
      );
  for (const { name, reason } of result.tests.weak) lines.push(`${colors.yellow('weak')} ${printable(name)}: ${printable(reason)}.`);
  const { checks, candidates } = result.searched;
  lines.push('', ...result.notes.map((note) => colors.dim(printable(note))));
  lines.push(
    colors.dim(
      `${counted(checks, 'check')}, ${counted(candidates, 'candidate')} tried; ${(result.milliseconds.total / 1000).toFixed(1)} s.${result.complete ? '' : ' The search is not complete.'}`,
    ),
  );
  return `${lines.join('\n')}\n`;
}

function diagnosisLines(
  { components, reason, repairs }: Diagnosis,
  { rank, tests }: { readonly rank: number; readonly tests: number },
  colors: ReturnType<typeof pc.createColors>,
): readonly string[] {
  const lines = [
    `${rank}. ${components.map((component) => colors.bold(placeOf(component))).join(' and ')} could be wrong. ${printable(reason)}`,
  ];
  const [first] = repairs;
  if (first === undefined) return lines;
  for (const line of first.diff.split('\n')) {
    if (/^-(?!--)/.test(line)) lines.push(`     ${colors.red(printable(line))}`);
    if (/^\+(?!\+\+)/.test(line)) lines.push(`     ${colors.green(printable(line))}`);
  }
  const { differsFrom } = first;
  if (differsFrom !== null) lines.push(`     ${printable(differenceText(differsFrom))}`);
  const left = tests - first.tests.total;
  const where = first.cold ? '' : ` as Whence runs them${left > 0 ? `, ${left} did not run` : ''}`;
  lines.push(
    `     ${first.tests.passed}/${first.tests.total} tests pass${where}${repairs.length > 1 ? `; ${counted(repairs.length - 1, 'other repair')}` : ''}`,
  );
  return lines;
}

function placeOf({ file, span, function: name, kind }: ShownComponent): string {
  const where = `${file}:${span.line}`;
  const what = {
    statement: 'the statement',
    header: 'the condition',
    initialiser: 'the initial value',
    return: 'what is returned',
    missing: 'something missing',
  }[kind];
  return `${where} (${what}${name === '' ? '' : ` in ${printable(name)}`})`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
