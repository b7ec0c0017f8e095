import { parseQuestion } from '../query/parseQuestion.js';
import type { AnswerCache } from './answerCache.js';
import { query, type QueryAnswer, type QueryRequest } from './query.js';
import { leadsToFolder, recordedAt, type NamedRecording } from './recordings.js';

/** What one recording of a folder answers to a question; `reason`: a sentence where it has no answer. */
export type AnswerOfRun =
  | { readonly run: string; readonly answer: QueryAnswer; readonly reason: null }
  | { readonly run: string; readonly answer: null; readonly reason: string };

/** The recordings of a folder, by the names of their runs; null: the path is no folder. Throws one sentence where the folder has none. */
export function recordingsOf(path: string): readonly NamedRecording[] | null {
  if (leadsToFolder(path) !== true) return null;
  const recorded = recordedAt(path);
  if (recorded.kind !== 'dataSet') return recorded.recordings;
  throw new Error(`${path} is a data set that was exported: named questions are asked of recordings.`);
}

/** Asks each recording the same question, one after the other. Rejects with one sentence where the question itself is wrong. */
export async function queryEach(
  recordings: readonly NamedRecording[],
  question: string,
  { limit, cwd, saved }: Pick<QueryRequest, 'limit' | 'cwd'> & { readonly saved: AnswerCache | null },
): Promise<readonly AnswerOfRun[]> {
  parseQuestion(question);
  const answers: AnswerOfRun[] = [];
  for (const { run, file } of recordings) {
    const request: QueryRequest = { recording: file, questions: [question], limit, cwd };
    try {
      const asked = () => query(request);
      const [answer] = saved === null ? asked() : await saved.answer(['named', request], [file], asked);
      if (answer !== undefined) answers.push({ run, answer, reason: null });
    } catch (error) {
      answers.push({ run, answer: null, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return answers;
}

/** The rows of all runs as one answer: each row begins with its run. */
export function joinedAnswer(answers: readonly AnswerOfRun[]): Pick<QueryAnswer, 'columns' | 'rows' | 'total' | 'complete'> {
  const found = answers.flatMap(({ run, answer }) => (answer === null ? [] : [{ run, answer }]));
  return {
    columns: ['run', ...new Set(found.flatMap(({ answer }) => answer.columns))],
    rows: found.flatMap(({ run, answer }) => answer.rows.map((row) => ({ run, ...row }))),
    total: found.reduce((sum, { answer }) => sum + answer.total, 0),
    complete: found.length === answers.length && found.every(({ answer }) => answer.complete),
  };
}
