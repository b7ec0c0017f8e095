import { reportPath } from '../../server/findings/reportPath.js';
import { answerQuestion } from '../query/answerQuestion.js';
import { Alignment } from '../query/compare/alignment.js';
import { comparedAnswers, comparedInOrder, withColumns, type ComparedAnswer } from '../query/compare/comparedAnswers.js';
import { comparedTables } from '../query/compare/comparedTables.js';
import { Comparing, type Comparison } from '../query/compare/comparison.js';
import { openRecording, type OpenRecording } from '../query/openReader.js';
import { parseQuestion } from '../query/parseQuestion.js';
import { ownQuery, type OwnQueryRequest } from './ownQuery.js';
import { runQuery, type QueryRun } from './runQuery.js';

/** Two recordings, to be held against each other. */
export interface CompareRequest {
  /** Files, absolute: what is said stands in the order of the first. */
  readonly recordings: readonly [string, string];
  /** How many differences, or rows, are given at most. */
  readonly limit: number;
  /** What paths in answers are relative to. */
  readonly cwd: string;
}

/** Says where two recordings differ. Throws one sentence for the user. */
export function compare({ recordings, limit, cwd }: CompareRequest): Comparison {
  return withBoth(recordings, cwd, (alignment) => new Comparing(alignment).compare(limit));
}

/** Answers a question on two recordings, and says where the answers differ. Throws one sentence for the user. */
export function compareAnswers({ recordings, limit, cwd }: CompareRequest, question: string): ComparedAnswer {
  parseQuestion(question);
  return withBoth(recordings, cwd, (alignment) => comparedAnswers(alignment, question, limit));
}

/** Answers two questions on one recording, and holds the answers against each other row by row. Throws one sentence for the user. */
export function compareQuestions(
  { recording, limit, cwd }: Omit<CompareRequest, 'recordings'> & { readonly recording: string },
  questions: readonly [string, string],
): ComparedAnswer {
  for (const question of questions) parseQuestion(question);
  const open = openRecording(recording, (path) => reportPath(cwd, path));
  try {
    return comparedInOrder(answerQuestion(open.reader, questions[0]), answerQuestion(open.reader, questions[1]), limit);
  } finally {
    open.close();
  }
}

/**
 * Answers a query of the user's own on two recordings, and says where the answers differ. `run`: each answer is found in a thread of its own, in a
 * limited time. Rejects with one sentence for the user.
 */
export async function compareOwnQuery(
  { recordings, limit, cwd }: CompareRequest,
  request: Omit<OwnQueryRequest, 'recording' | 'cwd'>,
  run: QueryRun | null = null,
): Promise<Pick<ComparedAnswer, 'columns' | 'rows' | 'total' | 'isEqual'>> {
  const answer = (recording: string) => {
    const asked = { ...request, recording, cwd };
    return run === null ? ownQuery(asked) : runQuery(asked, run);
  };
  const [own, other] = [await answer(recordings[0]), await answer(recordings[1])];
  const columns = [...new Set([...own.columns, ...other.columns])];
  return withColumns(
    columns,
    withBoth(recordings, cwd, (alignment) => comparedTables(alignment, own, other)),
    limit,
  );
}

function withBoth<T>(recordings: readonly [string, string], cwd: string, use: (alignment: Alignment) => T): T {
  const open: OpenRecording[] = [];
  try {
    for (const recording of recordings) open.push(openRecording(recording, (path) => reportPath(cwd, path)));
    const [own, other] = open;
    if (own === undefined || other === undefined) throw new Error('There are two recordings to compare.');
    return use(new Alignment([own.reader, other.reader]));
  } finally {
    for (const one of open) one.close();
  }
}
