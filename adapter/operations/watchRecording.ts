import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RuleTotals } from '../events/rulesOfRun.js';
import { openRecording } from '../query/openReader.js';
import type { FromRecordedRules, RecordedRulesRequest } from '../rules/recorded/recordedRulesThread.js';
import type { WatchFinding } from '../rules/watchFinding.js';
import type { OperationContext } from './operation.js';
import { editedNotes, recordedSource } from './recordedFile.js';
import { readRulesFiles } from './ruleConversation.js';
import { watchedRules, type WatchResult } from './watchRules.js';

/** Rules that are held against a recording. */
export interface WatchRecordingRequest {
  /** The recording's file, absolute. */
  readonly recording: string;
  /** Absolute. */
  readonly rulesFiles: readonly string[];
  readonly cwd: string;
  /** The folder outside of which no file is held against what was recorded; left out: any file is. */
  readonly within?: string;
  /** Whether the first finding ends it. */
  readonly isFirst: boolean;
  /** Whether each update is held against what is computed from scratch. */
  readonly isRecomputed: boolean;
  /** null: it may take as long as it likes. */
  readonly timeoutMs: number | null;
}

export interface WatchRecordingContext extends OperationContext<{ readonly findings: number }> {
  /** The built `recordedRules.cjs`. */
  readonly program: string;
}

/**
 * Holds rules against the events of a recording: no program runs. The result is that of `watch`; what the recording can't say is in its notes.
 * Rejects with one sentence for the user.
 */
export async function watchRecording(request: WatchRecordingRequest, context: WatchRecordingContext): Promise<WatchResult> {
  const { recording, rulesFiles, cwd, within, isFirst, isRecomputed, timeoutMs } = request;
  if (!existsSync(recording)) throw new Error(`${recording}: There is no such recording.`);
  const settings = { cwd, isFirst, isSwept: false, sweepPauseMs: 0, isRecomputed };
  const rules = await readRulesFiles(rulesFiles, settings);
  const findings: WatchFinding[] = [];
  let totals: RuleTotals | null = null;
  const workerData: RecordedRulesRequest = { recording, files: rules.files, settings };
  const worker = new Worker(context.program, { workerData, execArgv: [], resourceLimits: { stackSizeMb: 16 } });
  const end = (): void => void worker.terminate();
  context.signal.addEventListener('abort', end);
  const timer = timeoutMs === null ? null : setTimeout(end, timeoutMs);
  // It may have been aborted while the compiler was loaded for the rules.
  if (context.signal.aborted) end();
  try {
    const ended = await new Promise<Extract<FromRecordedRules, { kind: 'ended' }> | null>((resolve, reject) => {
      worker.on('message', (message: FromRecordedRules) => {
        if (message.kind === 'found') {
          findings.push(message.finding);
          context.onProgress({ findings: findings.length });
        } else if (message.kind === 'totals') totals = message.totals;
        else if (message.kind === 'fault') reject(new Error(message.message));
        else resolve(message);
      });
      worker.once('error', reject);
      worker.once('exit', () => resolve(null));
    });
    const watched = watchedRules(rules, findings, totals);
    const notes = [...watched.notes, ...(await notesOfEdits(recording, findings, { cwd, within: within ?? null }))];
    const exit = ended?.exit ?? null;
    // What was stopped, or cut, has not held to its end.
    const held = watched.rules.map((rule) => ({ ...rule, complete: exit !== null && rule.complete }));
    return { exit, complete: ended?.complete ?? false, ...watched, rules: held, findings, notes, unpruned: [] };
  } finally {
    if (timer !== null) clearTimeout(timer);
    context.signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}

/** Which files of the findings are no longer what was recorded. */
async function notesOfEdits(
  recording: string,
  findings: readonly WatchFinding[],
  where: { readonly cwd: string; readonly within: string | null },
): Promise<readonly string[]> {
  const paths = new Set(findings.flatMap(({ position, noticed }) => [position, noticed]).flatMap((at) => at?.path ?? []));
  if (paths.size === 0) return [];
  const open = openRecording(recording, (path) => path);
  try {
    return await editedNotes(
      [...paths].flatMap((path) => recordedSource(open, path) ?? []),
      where,
    );
  } finally {
    open.close();
  }
}
