import { readFileSync } from 'node:fs';
import { reportPath } from '../../server/findings/reportPath.js';
import { readRules, RulesFileError } from '../../server/syntax/rules/readRules.js';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import type { RulesFile } from '../../server/rules/rulesFile.js';
import type { FrameReport } from '../events/rows.js';
import type { RuleFinding, RuleTotals } from '../events/rulesOfRun.js';
import { emptyPlan, type Plan } from '../instrument/plan.js';
import type { SourcePosition } from '../instrument/mapping.js';
import { DebuggeeProcess, type ProgramStart } from '../launch/process.js';
import { watch as watchdog } from '../launch/watchdog.js';
import { RunTexts, TextLibrary } from '../querypoints/text/texts.js';
import { planRules, type PlannedRules } from '../rules/planRules.js';
import type { OperationContext } from './operation.js';
import type { ProgramToRun } from './programs.js';

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
  /** How long it may take to ask which objects exist, beside a share of the run, in milliseconds; half a second when left out. */
  readonly sweepAllowanceMs?: number;
  readonly isPinned: boolean;
  /** null: the program may run as long as it likes. */
  readonly timeoutMs: number | null;
}

export interface WatchContext extends OperationContext<{ readonly findings: number }> {
  readonly runtime: string;
  readonly output: ProgramStart['output'];
  readonly input: ProgramStart['input'];
  readonly whenWaiting?: ProgramStart['whenWaiting'];
  /** Called for each finding as it comes. */
  onFinding?(finding: WatchFinding): void;
}

export interface WatchFinding {
  readonly rule: string;
  readonly message: string;
  readonly tuple: RuleFinding['tuple'];
  /** Where it was written; null where that is not known. */
  readonly position: SourcePosition | null;
  readonly functionName: string | null;
  readonly hit: number | null;
  readonly noticed: SourcePosition | null;
  readonly stack: readonly FrameReport[] | null;
  readonly confirmed: boolean;
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
}

/** What rules have found in a run. */
export interface WatchResult {
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** Whether the program ran to its own end. */
  readonly complete: boolean;
  readonly rules: readonly WatchedRule[];
  readonly findings: readonly WatchFinding[];
  readonly probes: { readonly sites: number; readonly checks: number; readonly dispatches: number };
  readonly sweeps: number;
  /** What else the user should know, one sentence each. */
  readonly notes: readonly string[];
}

/** Runs a program under rules. Rejects with one sentence for the user. */
export async function watch(request: WatchRequest, context: WatchContext): Promise<WatchResult> {
  const files = request.rulesFiles.map((path) => rulesFile(path, request.program.cwd));
  const { cwd } = request.program;
  const { isFirst, isSwept, isRecomputed, sweepAllowanceMs = 500 } = request;
  const planned = planRules(files, { cwd, isFirst, isSwept, isRecomputed, sweepAllowanceMs });
  await watchdog();
  return new WatchedRun(request, context, files, planned).run();
}

function rulesFile(path: string, cwd: string): RulesFile {
  const shown = reportPath(cwd, path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new RulesFileError(`${shown}: There is no such rules file.`);
  }
  return readRules(text, path, shown);
}

/** What a run under rules asks of its texts. */
function planOf({ plan, fields, hasContainers }: PlannedRules): Plan {
  return { ...emptyPlan, fields, everywhere: true, elements: hasContainers, rules: plan };
}

/** One run of a program under rules. */
class WatchedRun {
  private readonly library = new TextLibrary();
  private readonly texts = new RunTexts(this.library);
  private readonly findings: WatchFinding[] = [];
  private readonly debuggee: DebuggeeProcess;
  private totals: RuleTotals | null = null;
  private isEnded = false;

  constructor(
    private readonly request: WatchRequest,
    private readonly context: WatchContext,
    private readonly files: readonly RulesFile[],
    private readonly planned: PlannedRules,
  ) {
    const { runtime, output, input, whenWaiting } = context;
    this.debuggee = new DebuggeeProcess({
      ...request.program,
      runtime,
      output,
      input,
      ...(whenWaiting === undefined ? {} : { whenWaiting }),
    });
  }

  async run(): Promise<WatchResult> {
    const { debuggee, context, request } = this;
    const end = (): void => this.end();
    context.signal.addEventListener('abort', end);
    const timer = request.timeoutMs === null ? null : setTimeout(end, request.timeoutMs);
    try {
      for (;;) {
        const message = await debuggee.next();
        switch (message.kind) {
          case 'hello':
            debuggee.send({
              kind: 'begin',
              plan: planOf(this.planned),
              looks: [],
              exceptions: { isNumbered: false, stop: null, isWatched: false },
              pinned: request.isPinned ? pinnedClock : null,
              rules: this.planned.run,
            });
            break;
          case 'text':
            if (message.source !== null) this.library.put(message.path, message.source);
            this.texts.add(message.path, message.firstSite, message.sites);
            break;
          case 'erase': {
            const text = await eraseTypes(message.text, message.path, message.format);
            this.library.put(message.path, text);
            debuggee.send({ kind: 'erased', text });
            break;
          }
          case 'finding':
            this.found(message);
            break;
          case 'ruleTotals':
            this.totals = message;
            break;
          case 'ruleStop':
            this.end();
            break;
          case 'gone':
            if (message.disturbance !== null && !this.isEnded) throw new Error(message.disturbance);
            return this.result({ code: message.code, signal: message.signal });
        }
      }
    } finally {
      if (timer !== null) clearTimeout(timer);
      context.signal.removeEventListener('abort', end);
      debuggee.end();
    }
  }

  private end(): void {
    this.isEnded = true;
    this.debuggee.end();
  }

  private found({ rule, message, tuple, site, hit, stack, noticed, confirmed }: RuleFinding): void {
    const known = this.texts.site(site);
    const text = known === undefined ? undefined : this.library.text(known.path);
    const finding: WatchFinding = {
      rule: this.planned.run.rules[rule]?.name ?? '',
      message,
      tuple,
      position:
        known === undefined || text === undefined
          ? stack?.[0] === undefined
            ? null
            : this.user(stack[0])
          : text.sourcePosition(known.site.offset, known.site.end),
      functionName: stack?.[0]?.functionName ?? null,
      hit: hit === 0 ? null : hit,
      noticed: noticed === null ? null : this.user(noticed),
      stack: stack?.map((frame) => ({ ...frame, ...this.user(frame) })) ?? null,
      confirmed,
    };
    this.findings.push(finding);
    this.context.onFinding?.(finding);
    this.context.onProgress({ findings: this.findings.length });
  }

  /** A frame's place in the user's source. */
  private user({ path, line, column }: FrameReport): SourcePosition {
    const text = this.library.text(path);
    return text === undefined ? { path, line, column } : text.sourcePosition(text.offsetAt(line, column));
  }

  private result(exit: { readonly code: number | null; readonly signal: string | null }): WatchResult {
    const { totals } = this;
    let at = 0;
    const rules = this.files.flatMap(({ path, rules: declared }) =>
      declared.map(({ name, line }): WatchedRule => {
        const total = totals?.rules[at];
        const fault = total?.fault ?? this.planned.run.rules[at]?.fault ?? null;
        at++;
        const fired = total?.fired ?? this.findings.filter(({ rule }) => rule === name).length;
        return { name, file: path, line, fired, updates: total?.updates ?? 0, tuples: total?.tuples ?? 0, most: total?.most ?? 0, fault };
      }),
    );
    return {
      exit: this.isEnded ? null : exit,
      complete: !this.isEnded && totals !== null,
      rules,
      findings: this.findings,
      probes: { sites: this.texts.allNumbers(() => true).length, checks: totals?.checks ?? 0, dispatches: totals?.dispatches ?? 0 },
      sweeps: totals?.sweeps ?? 0,
      notes: totals?.notes ?? [],
    };
  }
}

/** When pinned clocks begin. */
const pinnedClock = 1_700_000_000_000;
