import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { reportPath } from '../../server/findings/reportPath.js';
import { openRecording } from '../query/openReader.js';
import { AnalysisThread } from './analysisThread.js';
import { builtFile } from './built.js';
import { entryReports, type EntryPlace, type EntryReport } from './entryReports.js';
import type { OperationContext } from './operation.js';
import type { CommandToRun, ProgramToRun } from './programs.js';
import { record, type RecordContext } from './record.js';

export interface FromEntryRequest {
  readonly place: EntryPlace;
  /** What is run and recorded; null: the place is in a recording. */
  readonly program: ProgramToRun | CommandToRun | null;
  /** Absolute. */
  readonly cwd: string;
}

/** One call may take so long to be followed. */
const mostMs = 30_000;

/** Says of calls of a run whether they certainly fail from the state in which they began. Rejects with one sentence for the user. */
export async function fromObservedEntry(
  request: FromEntryRequest,
  context: OperationContext<unknown> & Pick<RecordContext, 'output' | 'input'>,
): Promise<readonly EntryReport[]> {
  const { place, program, cwd } = request;
  if (program === null) {
    if (place.kind === 'line' || place.recording === null) throw new Error('Name the program to run after --.');
    return reportsOf(resolve(cwd, place.recording), place, cwd);
  }
  const folder = mkdtempSync(join(tmpdir(), 'whence-entry-'));
  try {
    const recordings = await record(
      { program, settings, labels: {}, out: `${folder}/`, isForced: true },
      { ...context, runtime: builtFile('runtime.cjs'), onProgress: () => {} },
    );
    const failures: Error[] = [];
    for (const { file } of recordings) {
      try {
        return await reportsOf(file, place, cwd);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        failures.push(error);
      }
    }
    throw failures[0] ?? new Error('Nothing of the program was recorded.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `whence record` has them, but for secrets, which stay in this process. */
const settings = { include: [], exclude: [], values: 'all', budget: 100_000, strings: 4096, redaction: false } as const;

async function reportsOf(file: string, place: EntryPlace, cwd: string): Promise<readonly EntryReport[]> {
  const open = openRecording(file, (path) => reportPath(cwd, path));
  const thread = new AnalysisThread(builtFile('conditionsWorker.js'), mostMs);
  try {
    return await entryReports(open, place, thread, cwd);
  } finally {
    thread.end();
    open.close();
  }
}
