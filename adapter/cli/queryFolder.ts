import { joinedAnswer, queryEach, type AnswerOfRun } from '../operations/queryEach.js';
import type { NamedRecording } from '../operations/recordings.js';
import { textOfAnswer } from './answerText.js';
import { exitCode } from './exitCodes.js';
import { savedAnswers } from './savedAnswers.js';
import type { Terminal } from './commandTerminal.js';

/** Asks each recording of a folder and prints a line for it. The exit code is 2 when none has an answer. */
export async function runOverFolder(
  recordings: readonly NamedRecording[],
  question: string,
  { limit, json }: { readonly limit: number; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const began = Date.now();
  const answers = await queryEach(recordings, question, { limit, cwd: terminal.cwd, saved: savedAnswers() });
  const isAnswered = answers.some(({ answer }) => answer !== null);
  const [reason, another] = new Set(answers.flatMap((one) => one.reason ?? []));
  if (isAnswered || another !== undefined) terminal.out(json ? jsonOf(answers, Date.now() - began) : tableOf(answers));
  if (isAnswered) return exitCode.clean;
  terminal.err(`whence: ${another === undefined ? (reason ?? '') : 'No recording has an answer.'}\n`);
  return exitCode.failed;
}

function jsonOf(answers: readonly AnswerOfRun[], milliseconds: number): string {
  const runs = answers.map(({ run, answer, reason }) =>
    answer === null
      ? { run, total: 0, complete: false, missing: [], error: reason }
      : { run, total: answer.total, complete: answer.complete, missing: answer.missing },
  );
  return `${JSON.stringify({ schema: 'whence.query/1', ...joinedAnswer(answers), runs, milliseconds })}\n`;
}

/** A line for each recording: how many rows it answers, or yes or no, and the first of them. */
export function tableOf(answers: readonly AnswerOfRun[]): string {
  const cells = answers.map((one) => ({ run: one.run, count: countOf(one), first: firstOf(one) }));
  const heads = { run: 'run', count: answers.some(isYesOrNo) ? 'answer' : 'rows', first: 'first row' };
  const [runs, counts] = (['run', 'count'] as const).map((name) => Math.max(...[heads, ...cells].map((one) => one[name].length)));
  const lines = [heads, ...cells].map(({ run, count, first }) =>
    `${run.padEnd(runs ?? 0)}  ${count.padEnd(counts ?? 0)}  ${first}`.trimEnd(),
  );
  const lacking = answers.filter(({ answer }) => answer?.complete === false).length;
  const note = lacking === 0 ? '' : `Rows may be missing of ${lacking} of ${answers.length} recordings: --json says why.\n`;
  return `${lines.join('\n')}\n${note}`;
}

function isYesOrNo({ answer }: AnswerOfRun): boolean {
  return answer !== null && answer.columns.includes('answer') && answer.columns.includes('count');
}

function countOf(one: AnswerOfRun): string {
  if (one.answer === null) return '-';
  if (!isYesOrNo(one)) return String(one.answer.total);
  const told = one.answer.rows[0]?.['answer'];
  return told === true ? 'yes' : told === false ? 'no' : 'not known';
}

function firstOf({ answer, reason }: AnswerOfRun): string {
  if (answer === null) return reason;
  const [first] = answer.rows;
  if (first === undefined) return '';
  return textOfAnswer({ columns: answer.columns.filter((name) => name !== 'answer'), rows: [first], total: 1, missing: [] })
    .replace(/^#- */, '')
    .trimEnd();
}
