import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RuleTotals } from '../events/rulesOfRun.js';
import { CommandRun } from '../launch/commandRun.js';
import type { Conversation, Gone } from '../launch/debuggeeConversation.js';
import { DebuggeeProcess, type ProgramStart } from '../launch/process.js';
import { onlyStartsOthers, processWords } from '../launch/processWords.js';
import { watch as watchdog } from '../launch/watchdog.js';
import type { OperationContext } from './operation.js';
import type { PlannedRules } from '../rules/planRules.js';
import type { WatchFinding } from '../rules/watchFinding.js';
import type { Lanes, ThreadAbout } from '../runtime/channel/messages.js';
import { isProgramFile, type CommandToRun, type ProgramToRun } from './programs.js';
import { readRulesFiles, RuleConversation, type HowItBegins, type ReadRules } from './ruleConversation.js';
import { nothingProven, Proving, type ProvenPlaces, type PruningChoice } from './rulePruning.js';
import { reportPath } from '../../server/findings/reportPath.js';
import { nothingTold, totalsOfAll } from './ruleTotals.js';

export type { WatchFinding } from '../rules/watchFinding.js';

/** Rules that are held against a run of a program, or of a command that starts programs. */
export interface WatchRequest {
  readonly program: ProgramToRun | CommandToRun;
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
  /** Which analyses leave probes out; none when left out. */
  readonly pruning?: PruningChoice;
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
  /** The file of the thread in which the analyses run. */
  readonly analysis?: string;
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
  /** Of a run that was cut the numbers are those that were told last; null where none were. */
  readonly updates: number | null;
  readonly tuples: number | null;
  readonly most: number | null;
  readonly fault: string | null;
  /** Whether all that it reads was seen; else that it has not fired does not say that it has held. */
  readonly complete: boolean;
  /** Whether it holds in every run, which its text proves: nothing was watched for it. */
  readonly isProved: boolean;
}

/** What rules have found in a run. */
export interface WatchResult {
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  /** Whether the program ran to its own end. */
  readonly complete: boolean;
  readonly rules: readonly WatchedRule[];
  readonly findings: readonly WatchFinding[];
  /** `leftOut`: places without a probe, each counted for the first that leaves it out. */
  readonly probes: {
    readonly sites: number;
    readonly leftOut: { readonly [by in keyof RuleTotals['leftOut']]: number | null };
    readonly checks: number | null;
    readonly dispatches: number | null;
  };
  readonly sweeps: number | null;
  /** What else the user should know, one sentence each. */
  readonly notes: readonly string[];
  /** Why analyses have left no probe out, one sentence each. */
  readonly unpruned: readonly string[];
}

/** Runs a program, or a command, under rules. Rejects with one sentence for the user. */
export async function watch(request: WatchRequest, context: WatchContext): Promise<WatchResult> {
  const { isFirst, isSwept, isRecomputed, isUnpruned = false, isPruningChecked = false, sweepPauseMs = 1000 } = request;
  const { cwd } = request.program;
  const loaded = 'command' in request.program ? {} : { program: request.program.args[0] ?? '' };
  const settings = { cwd, isFirst, isSwept, isRecomputed, isUnpruned, isPruningChecked, sweepPauseMs, ...loaded };
  const rules = await readRulesFiles(request.rulesFiles, settings, request.areAssertionsHeld === true ? entryOf(request.program) : null);
  await watchdog();
  const { pruning, program } = request;
  const proving =
    pruning === undefined || context.analysis === undefined || 'command' in program // which programs it starts is not known before
      ? null
      : new Proving(program, rules.planned, pruning, context.analysis);
  try {
    return await new WatchedRun(request, context, rules, proving?.answer ?? Promise.resolve(nothingProven)).run();
  } finally {
    proving?.end();
  }
}

/** The program's file, whose assertions are rules. */
function entryOf(program: ProgramToRun | CommandToRun): string {
  const words = 'command' in program ? program.command.filter((word) => isProgramFile(word, program.cwd)) : program.args;
  const [file] = words;
  if (file === undefined) throw new Error('--assertions reads the file of the program, and the command names none.');
  return resolve(program.cwd, file);
}

/** What runs under rules, and how it is ended. */
interface Running {
  end(): void;
  interrupt(): void;
  readonly ended: Promise<Exit>;
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** For so long processes are waited for that live longer than the command that has started them. */
const outlivingMs = 10_000;

/** One run of a program, or of a command, under rules: in each of its processes and threads they are held by themselves. */
class WatchedRun {
  private readonly findings: WatchFinding[] = [];
  private readonly held: HeldRules[] = [];
  private readonly mains = new Map<number, ThreadAbout>();
  private running: Running | null = null;
  private isEnded = false;

  constructor(
    private readonly request: WatchRequest,
    private readonly context: WatchContext,
    private readonly rules: ReadRules,
    private readonly proving: Promise<ProvenPlaces>,
  ) {}

  async run(): Promise<WatchResult> {
    const { context, request } = this;
    const { program } = request;
    const end = (): void => this.end();
    const interrupt = (): void => this.running?.interrupt();
    context.signal.addEventListener('abort', end);
    context.interrupt?.addEventListener('abort', interrupt);
    const timer = request.timeoutMs === null ? null : setTimeout(end, request.timeoutMs);
    try {
      this.running = 'command' in program ? await this.startCommand(program) : this.startProgram(program);
      // It may have been aborted while the compiler was loaded for the rules.
      if (context.signal.aborted) end();
      else if (context.interrupt?.aborted === true) interrupt();
      return await this.result(await this.running.ended);
    } finally {
      if (timer !== null) clearTimeout(timer);
      context.signal.removeEventListener('abort', end);
      context.interrupt?.removeEventListener('abort', interrupt);
      this.running?.end();
    }
  }

  private startProgram(program: ProgramToRun): Running {
    const { runtime, output, input, whenWaiting } = this.context;
    const debuggee = new DebuggeeProcess({ ...program, runtime, output, input, ...(whenWaiting === undefined ? {} : { whenWaiting }) });
    const ended = this.hold(debuggee, null).then(({ code, signal, disturbance }) => {
      if (disturbance !== null && !this.isEnded) throw new Error(disturbance);
      return { code, signal };
    });
    return { ended, end: () => debuggee.end(), interrupt: () => debuggee.interrupt() };
  }

  private async startCommand({ command: words, cwd, environment = {} }: CommandToRun): Promise<Running> {
    const { runtime, output, input } = this.context;
    const all: Promise<Gone>[] = [];
    const command = await CommandRun.start({ words, cwd, environment, output, input, runtime }, (conversation, lanes) => {
      all.push(this.hold(conversation, lanes));
    });
    const over = async (): Promise<Exit> => {
      const exit = await command.ended;
      await Promise.race([Promise.all(all), pause(outlivingMs, undefined, { ref: false })]);
      if (all.length === 0) throw new Error(`${words.join(' ')} has started no Node process in which rules could be held.`);
      return exit;
    };
    return { ended: over(), end: () => command.end(), interrupt: () => command.interrupt() };
  }

  /** Holds the rules in a process or thread until it is gone. `lanes`: where what it starts is met, of a command. */
  private async hold(conversation: Conversation, lanes: Lanes | null): Promise<Gone> {
    const rules = new HeldRules(
      { conversation, lanes, mains: this.mains, proving: this.proving },
      this.rules.planned,
      this.request,
      (finding) => this.found(finding),
    );
    this.held.push(rules);
    return rules.untilGone(() => this.end());
  }

  private end(): void {
    this.isEnded = true;
    this.running?.end();
  }

  private found(finding: WatchFinding): void {
    this.findings.push(finding);
    this.context.onFinding?.(finding);
    this.context.onProgress({ findings: this.findings.length });
  }

  private async result(exit: Exit): Promise<WatchResult> {
    const held = this.held.filter(({ isAsked }) => isAsked);
    const totals = held.some(({ hasTold }) => hasTold) ? totalsOfAll(held.map((one) => one.totals)) : null;
    const sites = held.reduce((sum, one) => sum + one.sites, 0);
    const watched = watchedRules(this.rules, this.findings, totals, sites);
    const { notes: unpruned } = await this.proving;
    const unseen = held.flatMap((one) => one.unseen);
    const isAllSeen = unseen.length === 0;
    const isWhole = !this.isEnded && held.every(({ hasEnded }) => hasEnded);
    const notes = [...watched.notes, ...(isAllSeen ? [] : [unseenNote(unseen, this.request.program.cwd)])];
    return {
      exit: this.isEnded ? null : exit,
      complete: isWhole && isAllSeen,
      ...watched,
      unpruned,
      rules: isAllSeen && isWhole ? watched.rules : withoutEnd(watched.rules, !isAllSeen),
      notes: this.isEnded ? notes : [...notes, ...held.flatMap((one) => one.note ?? [])],
      // Of a command with one process it is no news.
      findings: held.length > 1 ? this.findings : this.findings.map((finding) => ({ ...finding, process: null })),
    };
  }
}

/** A process or thread of a run. */
interface HeldPlace {
  readonly conversation: Conversation;
  /** Where what it starts is met, of a command. */
  readonly lanes: Lanes | null;
  /** The main threads of processes, by the numbers of these. */
  readonly mains: Map<number, ThreadAbout>;
  /** What is proven of the program's texts, when it is known. */
  readonly proving: Promise<ProvenPlaces>;
}

/** The rules in one process or thread of a run. */
class HeldRules {
  /** Whether it came to its own end, of which it has told. */
  hasEnded = false;
  /** Whether it is asked: a process that only starts others is not. */
  isAsked = true;
  private readonly rules: RuleConversation;
  private process: string | null = null;
  private told: RuleTotals | null = null;
  /** The rules of its findings. */
  private readonly found: string[] = [];

  constructor(
    private readonly place: HeldPlace,
    private readonly planned: PlannedRules,
    { isPinned, program }: WatchRequest,
    found: (finding: WatchFinding) => void,
  ) {
    const pinned = isPinned ? pinnedClock : null;
    const { cwd } = program;
    const heard = {
      found: (finding: WatchFinding) => {
        this.found.push(finding.rule);
        found({ ...finding, process: this.process });
      },
      totals: (totals: RuleTotals) => (this.told = totals),
      begins: (about: ThreadAbout | null) => this.begins(about, cwd),
    };
    this.rules = new RuleConversation(planned, pinned, (message) => place.conversation.send(message), heard, place.proving);
  }

  /** Texts that were loaded and not analysed, while others were pruned. */
  get unseen(): readonly string[] {
    return this.rules.unseen;
  }

  /** How many probes there were. */
  get sites(): number {
    return this.rules.texts.allNumbers(() => true).length;
  }

  /** Whether it has told anything. */
  get hasTold(): boolean {
    return this.told !== null;
  }

  /** What it told last. Of one that was ended its findings may be younger. */
  get totals(): RuleTotals {
    const { told, planned, found } = this;
    const { rules } = planned.run;
    const last = told ?? nothingTold(rules);
    if (this.hasEnded) return last;
    const findings = (name: string | undefined): number => found.filter((one) => one === name).length;
    return { ...last, rules: last.rules.map((one, rule) => ({ ...one, fired: Math.max(one.fired, findings(rules[rule]?.name)) })) };
  }

  /** A sentence for the user where it did not come to its own end. */
  get note(): string | null {
    if (this.hasEnded || this.process === null) return null;
    return `The process ${this.process} was ended from outside: what happened in it last is not known.`;
  }

  async untilGone(stop: () => void): Promise<Gone> {
    for (;;) {
      const message = await this.place.conversation.next();
      if (message.kind === 'gone') return message;
      if (message.kind === 'ended') this.hasEnded = true;
      if (message.kind === 'ruleStop') stop();
      else await this.rules.hear(message);
    }
  }

  private begins(about: ThreadAbout | null, cwd: string): HowItBegins {
    const { lanes, mains } = this.place;
    if (lanes === null || about === null) return { isAsked: true };
    const { pid, thread } = about;
    if (thread === 0) mains.set(pid, about);
    this.process = processWords(about, mains.get(pid) ?? about, cwd);
    this.isAsked = !onlyStartsOthers(about.program);
    return { isAsked: this.isAsked, lanes };
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
    declared.map(({ name, line, isProved = false }): WatchedRule => {
      const total = totals?.rules[at];
      const fault = total?.fault ?? rules.planned.run.rules[at]?.fault ?? null;
      at++;
      const fired = total?.fired ?? findings.filter(({ rule }) => rule === name).length;
      const { updates = null, tuples = null, most = null, complete = false } = total ?? {};
      return { name, file: writtenIn, line, fired, updates, tuples, most, fault, complete: complete || isProved, isProved };
    }),
  );
  const {
    leftOut = { names: null, types: null, aliases: null },
    checks = null,
    dispatches = null,
    sweeps = null,
    unseen = [],
    notes = [],
  } = totals ?? {};
  return { rules: watched, probes: { sites, leftOut, checks, dispatches }, sweeps, notes: [...rules.notes, ...unseen, ...notes] };
}

/** Rules in a run of which not all was seen. `isAnyOpen`: also what a proof says is open. */
function withoutEnd(rules: readonly WatchedRule[], isAnyOpen: boolean): readonly WatchedRule[] {
  return rules.map((rule) => ({ ...rule, complete: rule.isProved && !isAnyOpen }));
}

/** Texts that were loaded and not analysed keep all their probes. What they do with objects of other texts was not known when those were pruned. */
function unseenNote(paths: readonly string[], cwd: string): string {
  const [first = ''] = paths;
  const others = paths.length === 1 ? '' : ` and ${paths.length - 1} more`;
  return `${reportPath(cwd, first)}${others} was loaded without having been analysed: what it does to other texts was not known when these were pruned (--no-prune all).`;
}

/** When pinned clocks begin. */
const pinnedClock = 1_700_000_000_000;
