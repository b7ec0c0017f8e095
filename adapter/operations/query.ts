import { reportPath } from '../../server/findings/reportPath.js';
import { answerQuestion, type Answer } from '../query/answerQuestion.js';
import { openRecording, type OpenRecording } from '../query/openReader.js';
import { parseQuestion, QuestionError } from '../query/parseQuestion.js';
import { recordedSource, type RecordedSource } from './recordedFile.js';

/** Named questions about a recording. */
export interface QueryRequest {
  /** The recording's file, absolute. */
  readonly recording: string;
  /** `name(key: VALUE, …)`, each. */
  readonly questions: readonly string[];
  /** How many rows of an answer are given at most. */
  readonly limit: number;
  /** What paths in answers are relative to. */
  readonly cwd: string;
}

/** An answer, and what the recording has of the files that its rows name. */
export interface QueryAnswer extends Answer {
  readonly sources: readonly RecordedSource[];
}

/** Answers questions about a recording, in their order. Throws one sentence for the user. */
export function query({ recording, questions, limit, cwd }: QueryRequest): readonly QueryAnswer[] {
  // What is wrong with a question is said before a large file is read.
  for (const question of questions) parseQuestion(question);
  const open = openRecording(recording, (path) => reportPath(cwd, path));
  try {
    return questions.map((question) => {
      const answer = answerQuestion(open.reader, question, limit);
      return { ...answer, sources: sourcesOf(answer, open, cwd) };
    });
  } catch (error) {
    // What a question names may be in that part.
    if (!(error instanceof QuestionError) || !open.reader.store.source.isDamaged) throw error;
    throw new QuestionError(`${error.message} But a part of the recording is damaged: what it held is not known.`);
  } finally {
    open.close();
  }
}

function sourcesOf({ rows }: Answer, open: OpenRecording, cwd: string): readonly RecordedSource[] {
  const named = new Set(rows.map(({ file }) => file));
  return open.reader.paths.flatMap((path) => (named.has(reportPath(cwd, path)) ? (recordedSource(open, path) ?? []) : []));
}
