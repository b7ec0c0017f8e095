import { parentPort, workerData } from 'node:worker_threads';
import type { RuleTotals } from '../../events/rulesOfRun.js';
import { openRecording, requireUndamaged } from '../../query/openReader.js';
import { reportPath } from '../../../server/findings/reportPath.js';
import { planRules, type RuleSettings } from '../planRules.js';
import type { RulesFile } from '../../../server/rules/rulesFile.js';
import { watchFinding, type WatchFinding } from '../watchFinding.js';
import { RulesOverRecording } from './rulesOverRecording.js';

/** What the thread is asked: rules files as plain data, and the recording, absolute. */
export interface RecordedRulesRequest {
  readonly recording: string;
  readonly files: readonly RulesFile[];
  readonly settings: RuleSettings;
}

/** What it says. */
export type FromRecordedRules =
  | { readonly kind: 'found'; readonly finding: WatchFinding }
  | { readonly kind: 'totals'; readonly totals: RuleTotals }
  | {
      readonly kind: 'ended';
      readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
      readonly complete: boolean;
    }
  | { readonly kind: 'fault'; readonly message: string };

/** The thread in which rules are held against a recording: their code runs in a realm of its own, and the thread is ended when its time is over. */
function work({ recording, files, settings }: RecordedRulesRequest, say: (message: FromRecordedRules) => void): void {
  try {
    const open = openRecording(recording, (path) => reportPath(settings.cwd, path));
    try {
      requireUndamaged(open);
      const planned = planRules(files, settings);
      const { texts, store } = open.reader;
      const rules = new RulesOverRecording(open.reader, planned, {
        finding: (finding) => say({ kind: 'found', finding: watchFinding(finding, planned.run.rules[finding.rule]?.name ?? '', texts) }),
        totals: (totals) => say({ kind: 'totals', totals }),
      });
      const complete = rules.go();
      requireUndamaged(open);
      const { ending } = store.source;
      say({ kind: 'ended', exit: rules.isStopped || ending === null ? null : { code: ending.code, signal: ending.signal }, complete });
    } finally {
      open.close();
    }
  } catch (error) {
    say({ kind: 'fault', message: error instanceof Error ? error.message : String(error) });
  }
}

work(workerData as RecordedRulesRequest, (message) => parentPort?.postMessage(message));
