import { resolve } from 'node:path';
import type { RuleTotals } from '../events/rulesOfRun.js';
import { DebuggeeProcess, type ProgramStart } from '../launch/process.js';
import { watch as watchdog } from '../launch/watchdog.js';
import type { OperationContext } from './operation.js';
import type { ProgramToRun } from './programs.js';
import type { WatchFinding } from '../rules/watchFinding.js';
import { readRulesFiles, RuleConversation, type ReadRules } from './ruleConversation.js';

export type { WatchFinding } from '../rules/watchFinding.js';

/** Rules that are held against a run of a program. */
export interface WatchRequest {
  readonly program: ProgramToRun;
  /** Absolute. */
  readonly rulesFiles: readonly string[];
  /** Whether the first finding ends the program. */
  readonly isFirst: boolean;
  /** Whether it is asked which objects exist. */
  readonly isSwept: boolean;
  /** Whether each update is held against what is computed from scratch. */
  readonly isRecomputed: boolean;
  /** Whether writes of names are probed that no rule reads. */
  readonly isUnpruned?: boolean;
  /** Whether what is left out is probed, too, and must change nothing that rules read. */
  readonly isPruningChecked?: boolean;
  /** Between two times that it is asked which objects exist at least so many milliseconds pass; a second when left out. */
  readonly sweepPauseMs?: number;
  /** Whether assertion comments of the program are rules, too. */
  readonly areAssertionsHeld?: boolean;
  readonly isPinned: boolean;
  /** null: the program may run as long as it likes. */
  readonly timeoutMs: number | null;
}

export interface WatchContext extends OperationContext<{ readonly findings: number }> {
  readonly runtime: string;
  readonly output: ProgramStart['output'];
  readonly input: ProgramStart['input'];
  readonly whenWaiting?: ProgramStart['whenWaiting'];
  /** Sends the program what Ctrl+C sends; it may come to its own end. */
  readonly interrupt?: AbortSignal;
  /** Called for each finding as it comes. */
  onFinding?(finding: WatchFinding): void;
}

export interface WatchedRule {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly fired: number;
  readonly updates: number;
  readonly tuples: number;
  readonly most: number;
  readonly fault: string | null;
  /** Whether all that it reads was seen; else that it has not fired does not say that it has held. */
  readonly complete: boolean;
}

/** What rules have found in a run. */
export interface WatchResult {
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** Whether the program ran to its own end. */
  readonly complete: boolean;
  readonly rules: readonly WatchedRule[];
  readonly findings: readonly WatchFinding[];
  /** `leftOut`: writes without a probe, as no rule reads what they write. */
  readonly probes: { readonly sites: number; readonly leftOut: number; readonly checks: number; readonly dispatches: number };
  readonly sweeps: number;
  /** What else the user should know, one sentence each. */
  readonly notes: readonly string[];
}

/** Runs a program under rules. Rejects with one sentence for the user. */
export async function watch(request: WatchRequest, context: WatchContext): Promise<WatchResult> {
  const { isFirst, isSwept, isRecomputed, isUnpruned = false, isPruningChecked = false, sweepPauseMs = 1000 } = request;
  const { args, cwd } = request.program;
  const settings = { cwd, isFirst, isSwept, isRecomputed, isUnpruned, isPruningChecked, sweepPauseMs };
  const entry = request.areAssertionsHeld === true ? resolve(cwd, args[0] ?? '') : null;
  const rules = await readRulesFiles(request.rulesFiles, settings, entry);
  await watchdog();
  return new WatchedRun(request, context, rules).run();
}

/** One run of a program under rules. */
class WatchedRun {
  private readonly findings: WatchFinding[] = [];
  private readonly debuggee: DebuggeeProcess;
  private readonly conversation: RuleConversation;
  private totals: RuleTotals | null = null;
  private isEnded = false;

  constructor(
    private readonly request: WatchRequest,
    private readonly context: WatchContext,
    private readonly rules: ReadRules,
  ) {
    const { runtime, output, input, whenWaiting } = context;
    this.debuggee = new DebuggeeProcess({
      ...request.program,
      runtime,
      output,
      input,
      ...(whenWaiting === undefined ? {} : { whenWaiting }),
    });
    const pinned = request.isPinned ? pinnedClock : null;
    this.conversation = new RuleConversation(rules.planned, pinned, (message) => this.debuggee.send(message), {
      found: (finding) => this.found(finding),
      totals: (totals) => (this.totals = totals),
    });
  }

  async run(): Promise<WatchResult> {
    const { debuggee, context, request } = this;
    const end = (): void => this.end();
    const interrupt = (): void => debuggee.interrupt();
    context.signal.addEventListener('abort', end);
    context.interrupt?.addEventListener('abort', interrupt);
    const timer = request.timeoutMs === null ? null : setTimeout(end, request.timeoutMs);
    // It may have been aborted while the compiler was loaded for the rules.
    if (context.signal.aborted) end();
    else if (context.interrupt?.aborted === true) interrupt();
    try {
      for (;;) {
        const message = await debuggee.next();
        if (message.kind === 'ruleStop') this.end();
        else if (message.kind === 'gone') {
          if (message.disturbance !== null && !this.isEnded) throw new Error(message.disturbance);
          return this.result({ code: message.code, signal: message.signal });
        } else await this.conversation.hear(message);
      }
    } finally {
      if (timer !== null) clearTimeout(timer);
      context.signal.removeEventListener('abort', end);
      context.interrupt?.removeEventListener('abort', interrupt);
      debuggee.end();
    }
  }

  private end(): void {
    this.isEnded = true;
    this.debuggee.end();
  }

  private found(finding: WatchFinding): void {
    this.findings.push(finding);
    this.context.onFinding?.(finding);
    this.context.onProgress({ findings: this.findings.length });
  }

  private result(exit: { readonly code: number | null; readonly signal: string | null }): WatchResult {
    const sites = this.conversation.texts.allNumbers(() => true).length;
    return {
      exit: this.isEnded ? null : exit,
      complete: !this.isEnded && this.totals !== null,
      ...watchedRules(this.rules, this.findings, this.totals, sites),
      findings: this.findings,
    };
  }
}

/** What is to be said of rules when they have been held. `sites`: how many probes there were. */
export function watchedRules(
  rules: ReadRules,
  findings: readonly WatchFinding[],
  totals: RuleTotals | null,
  sites = 0,
): Pick<WatchResult, 'rules' | 'probes' | 'sweeps' | 'notes'> {
  let at = 0;
  const watched = rules.files.flatMap(({ path, writtenIn = path, rules: declared }) =>
    declared.map(({ name, line }): WatchedRule => {
      const total = totals?.rules[at];
      const fault = total?.fault ?? rules.planned.run.rules[at]?.fault ?? null;
      at++;
      const fired = total?.fired ?? findings.filter(({ rule }) => rule === name).length;
      const { updates = 0, tuples = 0, most = 0, complete = true } = total ?? {};
      return { name, file: writtenIn, line, fired, updates, tuples, most, fault, complete };
    }),
  );
  const { leftOut = 0, checks = 0, dispatches = 0, sweeps = 0, notes = [] } = totals ?? {};
  return { rules: watched, probes: { sites, leftOut, checks, dispatches }, sweeps, notes: [...rules.notes, ...notes] };
}

/** When pinned clocks begin. */
const pinnedClock = 1_700_000_000_000;
