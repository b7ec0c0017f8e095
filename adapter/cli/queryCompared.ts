import { resolve } from 'node:path';
import { builtFile } from '../operations/built.js';
import { compare, compareAnswers, compareOwnQuery, compareQuestions } from '../operations/compare.js';
import type { ComparedAnswer } from '../query/compare/comparedAnswers.js';
import type { Comparison, Difference, DifferenceSide } from '../query/compare/comparison.js';
import { QueryError } from '../trace/relations/queryError.js';
import { missingText, textOfAnswer, textOfValue } from './answerText.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

/** What is compared: two recordings, or two answers of one. */
export interface ComparedWords {
  readonly trace: string;
  /** null: two questions about one recording. */
  readonly against: string | null;
  readonly own: string | null;
  readonly questions: readonly string[];
  readonly limit?: number;
  /** In seconds, of a query of the user's own on each recording. */
  readonly timeout?: number;
  readonly json?: true;
}

/** So many differences are printed when nothing else is said; and so much memory and time an own query uses. */
const defaults = { differences: 1000, rows: 100_000, megabytes: 1024, seconds: 600 };

/** `whence query TRACE --against TRACE2`, with a question or a query or without; and two questions on one recording. Gives the exit code. */
export async function runCompared(words: ComparedWords, terminal: Terminal): Promise<number> {
  const began = Date.now();
  try {
    const { text, isEqual } = await compared(words, terminal.cwd, () => Date.now() - began);
    terminal.out(text);
    return isEqual ? exitCode.clean : exitCode.found;
  } catch (error) {
    const place = error instanceof QueryError ? error.place : null;
    const message = error instanceof Error ? error.message : String(error);
    terminal.err(`whence: ${place === null ? '' : `line ${place.line}, column ${place.column}: `}${message}\n`);
    return exitCode.failed;
  }
}

interface Printed {
  readonly text: string;
  readonly isEqual: boolean;
}

async function compared(
  { trace, against, own, questions, limit, timeout = defaults.seconds, json }: ComparedWords,
  cwd: string,
  milliseconds: () => number,
): Promise<Printed> {
  const [question, another] = questions;
  const recording = resolve(cwd, trace);
  const rows = limit ?? Infinity;
  if (against === null) {
    const answer = compareQuestions({ recording, limit: rows, cwd }, [question ?? '', another ?? '']);
    return printedAnswer(answer, json === true, milliseconds());
  }
  const recordings = [recording, resolve(cwd, against)] as const;
  if (own !== null) {
    const run = { program: builtFile('queryWorker.js'), milliseconds: timeout * 1000 };
    const limits = { rows: defaults.rows, megabytes: defaults.megabytes };
    const answer = await compareOwnQuery({ recordings, limit: rows, cwd }, { file: resolve(cwd, own), text: own, limits }, run);
    return printedAnswer({ ...answer, complete: true, missing: [] }, json === true, milliseconds(), true);
  }
  if (question !== undefined)
    return printedAnswer(compareAnswers({ recordings, limit: rows, cwd }, question), json === true, milliseconds());
  const result = compare({ recordings, limit: limit ?? defaults.differences, cwd });
  return { text: json === true ? jsonOf(result, milliseconds()) : textOf(result), isEqual: result.equal !== false };
}

function printedAnswer(answer: ComparedAnswer, isJson: boolean, milliseconds: number, isOwn = false): Printed {
  const { columns, rows, total, complete, missing, notes, isEqual } = answer;
  const known = isOwn ? { columns, rows, total } : { columns, rows, total, complete, missing, ...(notes === undefined ? {} : { notes }) };
  const text = isJson ? `${JSON.stringify({ schema: 'whence.query/1', ...known, milliseconds })}\n` : textOfAnswer(answer);
  return { text, isEqual };
}

function jsonOf({ missing, ...result }: Comparison, milliseconds: number): string {
  return `${JSON.stringify({ schema: 'whence.compare/1', ...result, ...(missing.length > 0 ? { missing } : {}), milliseconds })}\n`;
}

/** The first branch and write, and then all differences, below the function in which they are. */
function textOf({ equal, firstBranch, firstWrite, differences, total, missing }: Comparison): string {
  const lines: string[] = [];
  if (total === 0) lines.push(equal === true ? 'The runs do not differ.' : 'The runs do not differ in what both recordings hold.');
  if (firstBranch !== null) lines.push('First branch that differs:', ...linesOf(firstBranch), '');
  if (firstWrite !== null) lines.push('First write that differs:', ...linesOf(firstWrite), '');
  if (total > 0) lines.push(total === 1 ? 'One difference:' : `${total} differences:`);
  let around = '';
  for (const difference of differences) {
    const side = difference.sides[0] ?? difference.sides[1];
    const own = `${String(side?.['function']) || 'top level'} (${String(side?.['file'])})`;
    if (own !== around) lines.push(`  in ${own}`);
    around = own;
    lines.push(...linesOf(difference).map((line) => `  ${line}`));
  }
  if (total > differences.length) lines.push(`… and ${total - differences.length} more.`);
  return [...lines, ...missingText(missing), ''].join('\n');
}

function linesOf({ kind, place, sides }: Difference): readonly string[] {
  return [`  ${kind} ${place}`, `    1: ${sideText(sides[0])}`, `    2: ${sideText(sides[1])}`];
}

function sideText(side: DifferenceSide | null): string {
  if (side === null) return 'not there';
  const said = 'taken' in side ? String(side['taken']) : 'value' in side ? textOfValue(side['value']) : '';
  return `#${String(side['event'])} ${String(side['file'])}:${String(side['line'])}:${String(side['column'])}  ${said}  ${String(side['text'] ?? '')}`;
}
