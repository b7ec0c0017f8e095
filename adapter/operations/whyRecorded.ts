import { openRecording, type OpenRecording } from '../query/openReader.js';
import { investigateRecording, type RecordedStop } from '../querypoints/runs/recordedRun.js';
import { checkedChain, type AskedChain } from './askedChain.js';
import type { WhyRequest, WhyResult } from './why.js';

/** Questions about a run that was recorded. */
export interface WhyRecordedRequest extends Pick<WhyRequest, 'stop' | 'questions' | 'shows'> {
  /** The recording's file, absolute. */
  readonly recording: string;
}

/** A place in the text had more events than are recorded of one. */
export class OnlyCounted extends Error {
  constructor() {
    super('The recording has places that were only counted: record again with --complete.');
  }
}

/** Answers a chain of questions from a recording; nothing is executed. Rejects with one sentence for the user. */
export async function whyRecorded({ recording, stop, ...asked }: WhyRecordedRequest): Promise<WhyResult> {
  checkedChain(asked); // before a large file is read
  if (stop.kind !== 'line') throw new Error('Of a recording ask at FILE:LINE.');
  if (stop.when !== null) throw new Error('--when is not asked of a recording: give --hit.');
  const open = openRecording(recording, (path) => path);
  const place = { isFile: (path: string) => path === stop.file, line: stop.line, column: stop.column };
  try {
    return await askRecording(open, { ...asked, stop: { kind: 'line', place, hit: stop.hit } });
  } finally {
    open.close();
  }
}

/** What is asked of a recording that is open. */
export interface RecordedQuestions extends AskedChain {
  readonly stop: RecordedStop;
  readonly mostListed?: number;
}

/** Answers a chain of questions from an open recording. Rejects with one sentence for the user. */
export async function askRecording({ reader: { store, texts }, library }: OpenRecording, asked: RecordedQuestions): Promise<WhyResult> {
  const chain = checkedChain(asked);
  // A change that was only counted would make an earlier one the last.
  if (store.source.counts.size > 0) throw new OnlyCounted();
  if (store.source.isDamaged) throw new Error('A part of the recording is damaged: what it held may have changed the answer.');
  const result = await investigateRecording({ store, texts, library, ...asked, ...chain });
  return { ...result, queries: chain.queries };
}
