import { resolve } from 'node:path';
import { openRecording, requireUndamaged, type OpenRecording } from '../query/openReader.js';
import { investigateRecording } from '../querypoints/runs/recordedRun.js';
import type { RecordedStop } from '../querypoints/runs/recordedStop.js';
import { isExpression } from '../querypoints/question/question.js';
import { checkedChain, type AskedChain } from './askedChain.js';
import { editedNotes, recordedSource } from './recordedFile.js';
import type { WhyResult, WhyStop } from './why.js';

/** Where questions about a recording are put. */
export type RecordedWhere =
  /** `file`: as the user names it; of a recording from elsewhere the end of the path that it had there. */
  Exclude<WhyStop, { kind: 'replay' | 'broken' }> | Extract<RecordedStop, { kind: 'event' }>;

/** Questions about a run that was recorded. */
export interface WhyRecordedRequest extends AskedChain {
  /** The recording's file, absolute. */
  readonly recording: string;
  readonly stop: RecordedWhere;
  readonly cwd: string;
  /** The folder outside of which no file is held against what was recorded; left out: any file is. */
  readonly within?: string;
}

/** Answers a chain of questions from a recording; nothing is executed. Rejects with one sentence for the user. */
export async function whyRecorded({ recording, stop, cwd, within, ...asked }: WhyRecordedRequest): Promise<WhyResult> {
  checkedChain(asked); // before a large file is read
  const open = openRecording(recording, (path) => path);
  try {
    const result = await askRecording(open, { ...asked, stop: stopOf(open, stop, cwd) });
    const paths = new Set(result.points.flatMap(({ position }) => position?.path ?? []));
    const sources = [...paths].flatMap((path) => recordedSource(open, path) ?? []);
    return { ...result, notes: [...result.notes, ...(await editedNotes(sources, { cwd, within: within ?? null }))] };
  } finally {
    open.close();
  }
}

function stopOf({ reader }: OpenRecording, stop: RecordedWhere, cwd: string): RecordedStop {
  if (stop.kind !== 'line') return stop;
  const { file, line, column, hit, when } = stop;
  if (when !== null && !isExpression(when)) throw new Error(`--when ${when}: it is no expression.`);
  const path = resolve(cwd, file);
  const end = `/${file.replace(/^(\.\/)+/, '')}`;
  const isHere = reader.paths.some((one) => one === path || reader.texts.text(one)?.isMapped === true);
  return { kind: 'line', place: { isFile: (one) => one === path || (!isHere && one.endsWith(end)), line, column }, hit, when };
}

/** What is asked of a recording that is open. */
export interface RecordedQuestions extends AskedChain {
  readonly stop: RecordedStop;
  readonly mostListed?: number;
}

/** Answers a chain of questions from an open recording. Rejects with one sentence for the user. */
export async function askRecording(open: OpenRecording, asked: RecordedQuestions): Promise<WhyResult> {
  const { reader, library } = open;
  const chain = checkedChain(asked);
  requireUndamaged(open);
  const result = await investigateRecording({ store: reader.store, texts: reader.texts, library, ...asked, ...chain });
  // Rows that nobody has asked for are not read.
  requireUndamaged(open);
  return { ...result, queries: chain.queries };
}
