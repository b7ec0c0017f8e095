import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { keepCode } from '../../server/files/keptCode.js';
import { compare, compareAnswers } from '../operations/compare.js';
import { query } from '../operations/query.js';
import { joinedAnswer, queryEach, recordingsOf, type AnswerOfRun } from '../operations/queryEach.js';
import { editedNotes } from '../operations/recordedFile.js';
import type { Answer } from '../query/answerQuestion.js';
import type { Comparison, Difference } from '../query/compare/comparison.js';

/** A question about a recording, for the thread that answers it. */
export interface NamedQuestion {
  /** The file, absolute. */
  readonly recording: string;
  /** `name(key: VALUE, …)`; null: only where the two recordings differ. */
  readonly ask: string | null;
  /** The other recording, absolute; null without one. */
  readonly against: string | null;
  readonly limit: number;
  readonly cwd: string;
}

export type NamedOutcome =
  | {
      readonly kind: 'answer';
      readonly found: {
        readonly head: string;
        readonly lines: readonly string[];
        readonly data: Readonly<Record<string, unknown>> & { readonly complete: boolean };
        readonly list: string;
      };
    }
  | { readonly kind: 'failed'; readonly message: string };

type Found = Extract<NamedOutcome, { kind: 'answer' }>['found'];

async function found({ recording, ask, against, limit, cwd }: NamedQuestion): Promise<Found> {
  if (against !== null) {
    const recordings = [recording, against] as const;
    return ask === null ? differences(compare({ recordings, limit, cwd })) : rowsOf(compareAnswers({ recordings, limit, cwd }, ask));
  }
  const recordings = recordingsOf(recording);
  if (recordings !== null) return ofEach(await queryEach(recordings, ask ?? 'callTree()', { limit, cwd, saved: null }));
  const [answer] = query({ recording, questions: [ask ?? 'callTree()'], limit, cwd });
  if (answer === undefined) throw new Error('The question has no answer.');
  return rowsOf(answer, [...(answer.notes ?? []), ...(await editedNotes(answer.sources, { cwd, within: cwd }))]);
}

function rowsOf({ columns, rows, total, complete, missing }: Answer, notes: readonly string[] = []): Found {
  const told = { ...(missing.length === 0 ? {} : { missing }), ...(notes.length === 0 ? {} : { notes }) };
  const data = { complete, columns, rows, total, ...told };
  const count = total === 0 ? 'No rows.' : `${total} ${total === 1 ? 'row' : 'rows'}${complete ? '' : '; some may be missing'}.`;
  return {
    head: [count, ...notes].join(' '),
    lines: rows.map(lineOf),
    data,
    list: 'rows',
  };
}

/** What the recordings of a folder answer: a line for each. */
function ofEach(answers: readonly AnswerOfRun[]): Found {
  const runs = answers.map(({ run, answer, reason }) => ({ run, ...(answer === null ? { error: reason } : { total: answer.total }) }));
  const answered = answers.filter(({ answer }) => answer !== null).length;
  return {
    head: `${answered} of ${answers.length} recordings have an answer.`,
    lines: answers.map(({ run, answer, reason }) => {
      const [first] = answer?.rows ?? [];
      return `${run}: ${answer === null ? reason : `${answer.total} rows${first === undefined ? '' : `, first ${lineOf(first)}`}`}`;
    }),
    data: { ...joinedAnswer(answers), runs },
    list: 'rows',
  };
}

/** A row: its place, and what its other columns say. */
function lineOf(row: Answer['rows'][number]): string {
  const { event, file, line } = row;
  const shown = Object.entries(row).filter(([name, value]) => !placeColumns.has(name) && value !== null && value !== undefined);
  return `#${String(event ?? '-')} ${String(file ?? '')}:${String(line ?? '')} ${shown.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')}`;
}

const placeColumns: ReadonlySet<string> = new Set(['event', 'file', 'line', 'column', 'thread']);

function differences({ missing, ...result }: Comparison): Found {
  const { differences: rows, total, ...compared } = result;
  const data = { complete: missing.length === 0, compared, total, rows };
  const first = [result.firstBranch, result.firstWrite].filter((one) => one !== null);
  return {
    head: result.total === 0 ? 'The runs do not differ.' : `The runs differ ${result.total} times.`,
    lines: first.map(differenceLine),
    data,
    list: 'rows',
  };
}

function differenceLine({ kind, place, sides }: Difference): string {
  const told = sides.map((side) =>
    side === null ? 'not there' : `${side.file}:${side.line} ${side.text ?? ''} ${JSON.stringify(side.taken ?? side.value ?? null)}`,
  );
  return `first ${kind} of ${place ?? ''}: ${told.join(' against ')}`;
}

if (parentPort !== null) void answer(parentPort);

async function answer(port: MessagePort): Promise<void> {
  let outcome: NamedOutcome;
  try {
    outcome = { kind: 'answer', found: await found(workerData as NamedQuestion) };
  } catch (error) {
    outcome = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
  keepCode(); // before the answer: with it the thread is ended
  port.postMessage(outcome);
}
