import { openRecording, type OpenRecording } from '../query/openReader.js';
import type { Query, Show } from '../querypoints/question/question.js';
import { investigateRecording, type RecordedStop } from '../querypoints/runs/recordedRun.js';
import { checkedChain } from './askedChain.js';
import type { WhyRequest, WhyResult } from './why.js';

/** Questions about a run that was recorded. */
export interface WhyRecordedRequest extends Pick<WhyRequest, 'stop' | 'questions' | 'shows'> {
  /** The recording's file, absolute. */
  readonly recording: string;
}

/** Answers a chain of questions from a recording; nothing is executed. Rejects with one sentence for the user. */
export async function whyRecorded({ recording, stop, ...asked }: WhyRecordedRequest): Promise<WhyResult> {
  const { queries, shows } = checkedChain(asked);
  if (stop.kind !== 'line') throw new Error('Of a recording ask at FILE:LINE.');
  if (stop.when !== null) throw new Error('--when is not asked of a recording: give --hit.');
  const open = openRecording(recording, (path) => path);
  try {
    return await askRecording(open, {
      stop: { kind: 'line', place: { isFile: (path) => path === stop.file, line: stop.line, column: stop.column }, hit: stop.hit },
      queries,
      shows,
    });
  } finally {
    open.close();
  }
}

/** What is asked of a recording that is open. */
export interface RecordedQuestions {
  readonly stop: RecordedStop;
  readonly queries: readonly Query[];
  readonly shows: readonly Show[];
  readonly mostListed?: number;
}

/** Answers a chain of questions from an open recording. Rejects with one sentence for the user. */
export async function askRecording({ reader: { store, texts }, library }: OpenRecording, asked: RecordedQuestions): Promise<WhyResult> {
  // A change that was only counted would make an earlier one the last.
  if (store.source.counts.size > 0) throw new Error('The recording has places that were only counted: record again with --complete.');
  if (store.source.isDamaged) throw new Error('A part of the recording is damaged: what it held may have changed the answer.');
  const result = await investigateRecording({ store, texts, library, ...asked });
  return { ...result, queries: asked.queries };
}
