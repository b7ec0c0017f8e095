import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readQuestions } from '../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../adapter/operations/whyRecorded.js';
import { jsonPoint } from '../../adapter/querypoints/report/reportJson.js';
import { comparable } from '../soundness/providers/compareProviders.js';
import { why, type Point } from './querying.js';
import { recorded } from './recorded.js';

/** A program, the line with `//stop` of which is the stop, what is asked there, and files that it loads. */
export type AskedProgram = readonly [text: string, ask: readonly string[], loaded?: Readonly<Record<string, string>>];

/** Asks a program that runs, and its recording: both answer the same, field by field. Gives the points. */
export async function assertSameAnswers([text, ask, loaded = {}]: AskedProgram): Promise<readonly Point[]> {
  const line = text.split('\n').findIndex((one) => one.includes('//stop')) + 1;
  const files = { 'program.js': text, ...loaded };
  const live = await why({ files, ask });
  const run = await recorded(files);
  try {
    const stop = { kind: 'line', file: join(run.folder, 'program.js'), line, column: null, hit: 1, when: null } as const;
    const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(ask, []) });
    assert.deepEqual([result.executions, result.isDeterministic], [0, null]);
    const points = result.points.map((point) => jsonPoint(point, result, run.folder));
    assert.equal(result.points[0]?.status, 'located');
    assert.deepEqual(
      points.map((point) => comparable(point)),
      live.points.map((point) => comparable(point)),
    );
    return live.points;
  } finally {
    run.dispose();
  }
}
