import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RuleTotals } from '../events/rulesOfRun.js';
import type { FromRecordedRules, RecordedRulesRequest } from '../rules/recorded/recordedRulesThread.js';
import type { WatchFinding } from '../rules/watchFinding.js';
import type { OperationContext } from './operation.js';
import { readRulesFiles } from './ruleConversation.js';
import { watchedRules, type WatchResult } from './watchRules.js';

/** Rules that are held against a recording. */
export interface WatchRecordingRequest {
  /** The recording's file, absolute. */
  readonly recording: string;
  /** Absolute. */
  readonly rulesFiles: readonly string[];
  readonly cwd: string;
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
  const { recording, rulesFiles, cwd, isFirst, isRecomputed, timeoutMs } = request;
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
    return {
      exit: ended?.exit ?? null,
      complete: ended?.complete ?? false,
      ...watchedRules(rules, findings, totals),
      findings,
    };
  } finally {
    if (timer !== null) clearTimeout(timer);
    context.signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
