import { resolve } from 'node:path';
import { maxProgramBytes, readRegularFile } from '../../server/files/regularFile.js';
import { isSame } from '../events/sameValue.js';
import type { PointAnswer } from '../querypoints/question/point.js';
import { openRecording } from '../query/openReader.js';
import type { ProgramToRun } from './programs.js';
import { why, type WhyContext, type WhyRequest, type WhyResult, type WhyStop } from './why.js';
import { whyRecorded, type RecordedWhere, type WhyRecordedRequest } from './whyRecorded.js';

/** Questions about a recording. Where it does not know an answer, its program runs again. */
export interface WhyFilledRequest extends WhyRecordedRequest, Pick<WhyRequest, 'isPinned' | 'timeoutMs' | 'isUnpruned' | 'waitsForProofs'> {
  readonly node: string;
}

/**
 * Answers a chain of questions from a recording. If a point was not recorded, the program runs again as it was recorded, and the points
 * that the recording knows must be the same there. Rejects with one sentence for the user.
 */
export async function whyFilled(request: WhyFilledRequest, context: WhyContext): Promise<WhyResult> {
  const { isPinned, timeoutMs, node, cwd, recording, stop, ...asked } = request;
  const recorded = await whyRecorded({ ...asked, recording, stop, cwd });
  if (recorded.points.every(({ status }) => status !== 'not-found' && status !== 'not-recorded')) return recorded;
  const program = programIn(recording, node, cwd);
  const live = await why({ ...asked, stop: liveStop(stop, cwd), isPinned, timeoutMs, program }, context);
  const differing = recorded.points.find((point) => point.status === 'located' && !live.points.some((one) => isSamePoint(point, one)));
  if (differing !== undefined) throw new Error(`The program has run differently this time: ${differing.id} is not what the recording has.`);
  return live;
}

function liveStop(stop: RecordedWhere, cwd: string): WhyStop {
  if (stop.kind === 'event') throw new Error('A run that fills a recording stops at FILE:LINE or uncaught, not at an event.');
  return stop.kind === 'line' ? { ...stop, file: resolve(cwd, stop.file) } : stop;
}

/** The program of a recording, as it is here: only if the files that ran are what they were. */
export function programIn(recording: string, node: string, cwd: string): ProgramToRun {
  const { reader, close } = openRecording(recording, (path) => path);
  try {
    const { head, texts } = reader.store.source;
    const program = resolve(cwd, head?.program ?? '');
    const own = texts.filter(({ path }) => !/[\\/]node_modules[\\/]/.test(path));
    if (head === null || !own.some(({ path }) => path === program))
      throw new Error(`The program of the recording is not in this folder: ${head?.program ?? 'it has no name'}.`);
    const changed = own.find(({ path, source, file, isFile }) => (isFile || file !== undefined) && textOfFile(path) !== (file ?? source));
    if (changed !== undefined) throw new Error(`${changed.path} is no longer what was recorded.`);
    return { node, nodeArgs: [], args: [head.program, ...head.args], cwd };
  } finally {
    close();
  }
}

function isSamePoint(recorded: PointAnswer, live: PointAnswer): boolean {
  const isSamePlace = (['path', 'line', 'column'] as const).every((key) => recorded.position?.[key] === live.position?.[key]);
  const isSameHit = recorded.hit === null || live.hit === null || recorded.hit === live.hit;
  const { after } = recorded;
  // Objects have other numbers in another run.
  const isSameValue = after === null || live.after === null || after.kind === 'object' || isSame(after, live.after);
  return recorded.id === live.id && live.status === 'located' && isSamePlace && isSameHit && isSameValue;
}

function textOfFile(path: string): string | null {
  try {
    return readRegularFile(path, maxProgramBytes);
  } catch {
    return null;
  }
}
