import { RunTexts, TextLibrary } from '../querypoints/text/texts.js';
import { investigateRecording } from '../querypoints/runs/recordedRun.js';
import { Recording } from '../trace/store/recordingFile.js';
import { TraceStore } from '../trace/store/traceStore.js';
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
  const file = Recording.open(recording);
  try {
    // A change that was only counted would make an earlier one the last.
    if (file.counts.size > 0) throw new Error('The recording has places that were only counted: record again with --complete.');
    if (file.isDamaged) throw new Error('A part of the recording is damaged: what it held may have changed the answer.');
    const library = new TextLibrary(false);
    for (const { path, source } of file.texts) library.put(path, source);
    const texts = new RunTexts(library);
    for (const { path, first, sites } of file.sites) texts.add(path, first, sites);
    const result = await investigateRecording({
      store: new TraceStore(file),
      texts,
      library,
      place: { isFile: (path) => path === stop.file, line: stop.line, column: stop.column },
      hit: stop.hit,
      queries,
      shows,
    });
    return { ...result, queries };
  } finally {
    file.close();
  }
}
