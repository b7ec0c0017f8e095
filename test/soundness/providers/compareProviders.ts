import { join } from 'node:path';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded } from '../../../adapter/operations/whyRecorded.js';
import { jsonPoint } from '../../../adapter/querypoints/report/reportJson.js';
import type { RecordSettings } from '../../../adapter/trace/format/contents.js';
import { recorded } from '../../support/recorded.js';

/** A question as tests ask it of a program that runs (`test/support/querying.ts`). */
export interface AskedOfRun {
  readonly files: Readonly<Record<string, string>>;
  readonly stop?: string;
  readonly hit: number;
  readonly when?: string;
  readonly ask: readonly string[];
  readonly show: readonly string[];
}

/** One point of either provider, without what belongs to one run alone. */
export type ComparedPoint = Readonly<Record<string, unknown>>;

/** What a recording answers to the same question. */
export async function answersOfRecording(asked: AskedOfRun, settings: Partial<RecordSettings> = {}): Promise<readonly ComparedPoint[]> {
  const run = await recorded(asked.files, settings);
  try {
    const [file, line] = stopOf(asked);
    const stop =
      asked.stop === 'uncaught'
        ? ({ kind: 'uncaught' } as const)
        : ({ kind: 'line', file, line, column: null, hit: asked.hit, when: asked.when ?? null } as const);
    const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(asked.ask, asked.show) });
    return result.points.map((point) => comparable(jsonPoint(point, result, run.folder), run.folder));
  } finally {
    run.dispose();
  }
}

/** Where a point is and what it says. Numbers of objects differ from run to run, and so do folders. */
export function comparable(point: object, folder = '<folder>'): ComparedPoint {
  const told = { ...(point as Record<string, unknown>) };
  for (const name of ['candidates', 'event', 'deterministic', 'finding', 'abstract']) delete told[name];
  const text = JSON.stringify(told).replaceAll(folder, '<folder>').replace(/#\d+/g, '#');
  return JSON.parse(text) as ComparedPoint;
}

/** The fields in which two points differ. A run that has ended, and a recording, say in their own words that control was not there. */
export function differingFields(live: ComparedPoint, ofRecording: ComparedPoint): readonly string[] {
  if (live['status'] === 'not-reached' && ofRecording['status'] === 'not-reached') return [];
  const names = new Set([...Object.keys(live), ...Object.keys(ofRecording)]);
  return [...names].filter((name) => JSON.stringify(live[name] ?? null) !== JSON.stringify(ofRecording[name] ?? null));
}

function stopOf({ files, stop }: AskedOfRun): readonly [string, number] {
  if (stop !== undefined) return [stop.split(':')[0] ?? '', Number(stop.split(':')[1])];
  for (const [path, text] of Object.entries(files)) {
    const line = text.split('\n').findIndex((one) => one.includes('//stop'));
    if (line >= 0) return [join(path), line + 1];
  }
  return ['', 0];
}
