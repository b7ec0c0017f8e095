import type { Moment } from '../../events/moment.js';
import { emptyPlan, type LineStop, type StopReplay, type Plan, type TextPlace, type WatchedCondition } from '../../instrument/plan.js';
import type { Look, Paused, ValueReport } from '../../events/rows.js';
import type { ExceptionLook, FoundThrow, ThrowPlace, Uncaught, WantedThrow } from '../../runtime/channel/messages.js';
import type { CommandToFollow } from '../../launch/commandRun.js';
import type { ProgramStart } from '../../launch/process.js';
import { replayOf, overflowIn, type Overflow } from './stackOverflow.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import { InvestigationError, type InvestigationResult } from './result.js';
import { runOnce, type RunContext, type RunOutcome, type RunSettings } from './oneRun.js';
import { pathOfSite, type RunDecision, type RunTask } from './runDecision.js';
import { demandOf, emptyDemand, size, type Demand } from '../question/demand.js';
import { recordingOf, type Recording } from '../seen/recording.js';
import { planOf } from './planOf.js';
import { isSameThrow } from './toldThrow.js';
import { Pruning, type Prove } from './pruning.js';
import type { SeenRun } from '../seen/seenRun.js';
import { unfoundThrow } from './unfoundThrow.js';
import { isOfPackage } from '../text/ofPackage.js';
import { TextLibrary } from '../text/texts.js';

export type Stop =
  | { readonly kind: 'line'; readonly line: LineStop }
  | { readonly kind: 'uncaught' }
  | WantedThrow
  /** The so-many-th time, from 1, that one of these is broken. */
  | { readonly kind: 'broken'; readonly conditions: readonly WatchedCondition[]; readonly hit: number }
  | { readonly kind: 'replay'; readonly replay: StopReplay };

export interface Investigation {
  readonly stop: Stop;
  readonly queries: readonly Query[];
  /** What else is wanted of the located points. */
  readonly shows?: readonly Show[];
  /** Whether random numbers and clocks are the same in each run. */
  readonly isPinned?: boolean;
  readonly start: Omit<ProgramStart, 'output'> | Omit<CommandToFollow, 'output'>;
  /** Where the output of the first run goes; later runs repeat it to nobody. */
  readonly output: ProgramStart['output'];
  /** How many events a run keeps in full where only the last of each place is asked for; tests have less. */
  readonly lastOnlyFrom?: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** JavaScript of a TypeScript text, with its source map. */
  eraseTypes(text: string, path: string, format: 'module' | 'commonjs'): Promise<string>;
  /** Says what is proven of a text that the program runs, so that later runs have less probes; without it nothing is. */
  prove?: Prove;
  /** Whether runs wait for all that can be proven, and not only use what is known in time. */
  readonly waitsForProofs?: boolean;
  onRun(number: number): void;
  /** Called when a run has decided the chain, and others follow only for what is seen where its points are waited at, as their stacks. */
  onAnswers?(result: InvestigationResult): void;
  /** How many candidates of a point are listed at most; none when left out. */
  readonly mostListed?: number;
  /** Something that control can stop before, whose passages are counted. */
  readonly counted?: TextPlace;
  /** Called where a run waits at the stop with all that it has seen, before anything is decided: for whoever keeps the run. */
  keep?(run: SeenRun): Promise<void>;
  /** Called when it is known which of the conditions of a stop was broken. */
  onBroken?(condition: number): void;
  /** Called where the debuggee waits at the stop, before anything is decided; what it returns is a reason not to go on. */
  checkStop?(paused: Paused, look: Pick<Moment, 'evaluate'>): Promise<string | null>;
}

/** What the runs until now have led to. */
interface Progress {
  readonly executions: number;
  /** What the next run is to record. */
  readonly demand: Demand;
  readonly answers: readonly PointAnswer[];
  /** What each run answered by itself, oldest first. */
  readonly runs: readonly (readonly PointAnswer[])[];
  /** Whether the runs agreed; null after one. */
  readonly isDeterministic: boolean | null;
  /** Runs that differ are looked at wherever a point of the chain has been: then one run decides all of it. */
  readonly isCareful: boolean;
  /** Whether a run may only count: none has seen events of texts that the one before had not probed. */
  readonly canBeCounted: boolean;
  /** How many runs did not get to the stop. */
  readonly unreached: number;
  /** Where the chain has been. */
  readonly been: ReadonlyMap<string, Look>;
  /** Of the last run that got to the stop: how many properties it looked at around calls, what happened at sites, and what it shows. */
  readonly guards: number;
  readonly digest: RunDecision['digest'] | null;
  readonly last: RunDecision | null;
  /** How long the slowest run took, in milliseconds. */
  readonly slowestMs: number;
}

/** Where the runs that were to see more did not come back to the stop, what one run has not seen is not known to be absent. */
function reliable({ answers, last, unreached }: Progress): readonly PointAnswer[] {
  if (unreached <= mostUnreached || last === null || last.isDecided) return answers;
  return answers.map((answer) =>
    answer.status === 'initial' || answer.status === 'not-found'
      ? unknownPoint(answer.id, answer.kind, answer.of ?? 'P1', 'not-found', 'No other run came back to the stop to see it.')
      : answer,
  );
}

/** So many runs may miss the stop. */
const mostUnreached = 2;

/** Where the runs stop. */
interface Goal {
  readonly stop: Stop;
  readonly thrown: ThrowPlace | null;
  /** Whether the throw is numbered from the first text on that is of no package. */
  readonly isFromOwnText?: boolean;
  readonly overflow: Overflow | null;
  /** Whether the exception ends its thread. */
  readonly isLast?: boolean;
  /** The exception of an assertion that failed while the test waited in the statement of the stop. */
  readonly awaited?: ValueReport;
}

interface FoundGoal {
  /** null: there is no such stop, and `objection` says why. */
  readonly goal: Goal | null;
  readonly executions: number;
  readonly objection: string;
  /** Whether another thread or process, which is not followed, may have come to one. */
  readonly isElsewhere?: boolean;
}

/** One run that is to be made. */
interface NextRun {
  readonly task: RunTask;
  readonly looks: readonly Look[];
  readonly isCounted: boolean;
}

/** Runs the program again until one run has decided the whole chain (paper 3, section 5, Figure 3). */
export async function investigate(investigation: Investigation): Promise<InvestigationResult> {
  return new Runs(investigation).follow();
}

class Runs {
  private readonly library = new TextLibrary();
  private readonly recording: Recording;
  private readonly pinned: number | null;
  private readonly pruning: Pruning;
  /** Whether a run came to a text that is of no package. */
  private areNumbered = false;

  constructor(private readonly investigation: Investigation) {
    const { queries, shows = [], mostListed, lastOnlyFrom, isPinned } = investigation;
    // Who wants to see the candidates wants more than the last of each place.
    this.recording = recordingOf(queries, shows, mostListed === undefined ? lastOnlyFrom : Infinity);
    this.pinned = isPinned === true ? Date.now() : null;
    this.pruning = new Pruning(this.library, investigation.prove ?? null, investigation.waitsForProofs === true);
  }

  async follow(): Promise<InvestigationResult> {
    try {
      return await this.decideChain();
    } finally {
      this.pruning.end();
    }
  }

  private async decideChain(): Promise<InvestigationResult> {
    const { queries, shows = [], onAnswers } = this.investigation;
    const { goal, executions, objection, isElsewhere = false } = await this.goal();
    let progress: Progress = { ...nothingDone, executions, demand: demandOf(queries, shows) };
    if (goal === null) return { ...this.result(notReached(queries, objection), progress, null), isElsewhere };
    const most = 6 + 4 * queries.length;
    while (progress.executions < most + 2 * (progress.demand.steps.size + progress.demand.tests.size)) {
      const next = this.next(progress);
      const plan = await this.pruning.prune(this.planFor(next, goal));
      const began = Date.now();
      const limit = progress.isCareful ? carefulLimit(progress.slowestMs) : Infinity;
      const outcome = await this.make(next, plan, goal, { executions: progress.executions, limit });
      // Where a run waits at thousands of passages, on a stack of thousands of frames, it would take minutes: what the others have seen is the answer.
      if (outcome === 'tooLong') break;
      const { decision, demand, ending } = outcome;
      const slowestMs = Math.max(progress.slowestMs, Date.now() - began);
      const before = progress;
      progress = { ...progress, executions: progress.executions + 1, demand, slowestMs };
      if (decision === null) {
        if (progress.answers.length === 0)
          return { ...this.result(notReached(queries, ending), progress, goal), isElsewhere: outcome.isElsewhere };
        progress = { ...progress, isDeterministic: false, isCareful: true, unreached: progress.unreached + 1 };
        if (progress.unreached > mostUnreached) break;
        continue;
      }
      if (next.isCounted && hasOthers(progress.digest, decision.digest)) {
        progress = { ...progress, canBeCounted: false }; // a text that is probed only now has events of its own
        continue;
      }
      progress = this.after(progress, next, decision, goal);
      this.pruning.decided({ plan, digest: decision.digest, answers: progress.answers });
      const isStuck = size(demand) === size(before.demand) && JSON.stringify(progress.answers) === JSON.stringify(before.answers);
      if ((isStuck || (decision.isDecided && decision.isComplete)) && !this.pruning.mustRepeat()) break;
      if (decision.isAnswered) onAnswers?.(this.result(progress.answers, progress, goal));
    }
    return this.result(reliable(progress), progress, goal);
  }

  /** Where the next run waits, and what it records. */
  private next(progress: Progress): NextRun {
    const { queries, shows = [], mostListed = 0, counted = null, keep } = this.investigation;
    const { demand, answers, isCareful, been, last, canBeCounted } = progress;
    const looks = isCareful
      ? [...withPoints(been, answers).values()].map((look) => ({ ...look, occurrence: null }))
      : withAhead(looksAt(answers), [...demand.guards.values(), ...(last?.ahead ?? [])]);
    const isCounted = canBeCounted && !isCareful && areAllRecorded(this.investigation, progress);
    const looksAtForks = looks.some(({ siteKind }) => siteKind === 'fork');
    const recording = { ...this.recording, areValuesTold: isCareful, countsOnly: isCounted, looksAtForks };
    return {
      looks,
      isCounted,
      task: {
        queries: [...queries, ...demand.steps.values()],
        shows: [...shows, ...demand.tests.values()],
        planned: demand,
        recording,
        mostListed,
        counted,
        keep,
      },
    };
  }

  private planFor({ task }: NextRun, { stop }: Goal): Plan {
    const { planned, recording, counted } = task;
    const line = stop.kind === 'line' ? stop.line : null;
    const replay = stop.kind === 'replay' ? stop.replay : null;
    return planOf(planned, recording, { line, replay, counted });
  }

  /** `limit`: the milliseconds after which the run is given up. */
  private async make(
    { task, looks }: NextRun,
    plan: Plan,
    { stop, thrown, isFromOwnText = false, overflow }: Goal,
    { executions, limit }: { readonly executions: number; readonly limit: number },
  ): Promise<RunOutcome | 'tooLong'> {
    const settings = {
      ...{ task, looks, plan, stack: overflow === null ? probedStack : overflowedStack },
      exceptions: { isNumbered: false, stop: thrown, isFromOwnText, isWatched: task.planned.throws, isFailure: stop.kind === 'failure' },
    };
    const { signal, timeoutMs } = this.investigation;
    if (limit >= timeoutMs) return this.run(executions, stop, settings);
    try {
      return await this.run(executions, stop, settings, limit);
    } catch (error) {
      if (error instanceof InvestigationError && !signal.aborted) return 'tooLong';
      throw error;
    }
  }

  /** What a run that got to the stop adds. */
  private after(progress: Progress, { task, isCounted }: NextRun, decision: RunDecision, goal: Goal): Progress {
    const { queries, stop } = this.investigation;
    const { answers } = progress;
    const seen = [...decision.answers.values()].map((answer) => withException(answer, stop, goal));
    const now = isCounted ? seen.map((answer) => ({ ...answer, candidates: candidatesOf(answers, answer) })) : seen;
    const guards = task.planned.guards.size;
    const names = new Set(['P1', ...queries.map(({ id }) => id)]);
    const known = {
      ...progress,
      answers: now,
      runs: [...progress.runs, now.filter(({ id }) => names.has(id))],
      been: withPoints(progress.been, answers),
      guards,
      digest: decision.digest,
      last: decision,
    };
    // Where more objects are looked at around calls than before, other writes are seen.
    if (answers.length === 0 || guards > progress.guards) return known;
    const isSame = agree(answers, now);
    const counts = countedIn([...answers, ...now]);
    const isDeterministic = progress.isDeterministic !== false && isSame && digestsAgree(progress.digest, decision.digest, counts);
    return { ...known, isCareful: progress.isCareful || !isSame, isDeterministic };
  }

  private result(
    points: readonly PointAnswer[],
    { executions, isDeterministic, runs, last }: Progress,
    goal: Goal | null,
  ): InvestigationResult {
    const names = new Set(['P1', ...this.investigation.queries.map(({ id }) => id)]);
    const warnings = last?.warnings() ?? [];
    return {
      points: points.filter(({ id }) => names.has(id)),
      executions,
      isDeterministic,
      texts: this.library,
      runs,
      notes: [...(last === null || goal === null ? [] : notesOf(goal)), ...warnings, ...this.pruning.notes()],
      probes: last === null ? null : { ...last.probes(), proven: this.pruning.left },
      listings: last?.listings() ?? new Map(),
      passages: last?.passages() ?? new Map(),
    };
  }

  /** Where the runs stop: for an exception that nobody has caught, runs without probes tell. */
  private async goal(): Promise<FoundGoal> {
    const { stop } = this.investigation;
    if (stop.kind === 'broken') return this.brokenGoal(stop);
    const isThrow = stop.kind === 'uncaught' || stop.kind === 'caught' || stop.kind === 'failure';
    if (!isThrow) return { goal: { stop, thrown: null, overflow: null }, executions: 0, objection: '' };
    const none = (executions: number, objection: string, isElsewhere: boolean) => ({ goal: null, executions, objection, isElsewhere });
    const numbered = { isNumbered: true, stop: null, isWatched: false };
    // Without probes a stack overflows where it does for the user.
    const bare = (executions: number, exceptions: ExceptionLook, plan: Plan = emptyPlan) =>
      this.run(executions, stop, { task: this.next(nothingDone).task, looks: [], exceptions, plan, stack: 1 });
    if (stop.kind !== 'uncaught') {
      for (const [before, isFromOwnText] of [true, false].entries()) {
        const exceptions = { ...numbered, wanted: stop, isFromOwnText };
        const { found, uncaught, isElsewhere } = await bare(before, exceptions);
        if (found !== null && !(stop.kind === 'caught' && isSameThrow(found.thrown, uncaught))) {
          const awaited = this.awaitedIn(found);
          const counted = awaited === null ? null : { path: awaited.text.path, offset: awaited.place.node.start };
          const passages = counted === null ? 0 : ((await bare(before + 1, exceptions, { ...emptyPlan, counted })).found?.passages ?? 0);
          const executions = before + (counted === null ? 1 : 2);
          const goal: Goal =
            awaited === null || passages === 0
              ? { stop, thrown: found.thrown, isFromOwnText, overflow: null, isLast: isSameThrow(found.thrown, uncaught) }
              : { stop: { kind: 'replay', replay: replayOf(awaited, passages) }, thrown: null, overflow: null, awaited: awaited.value };
          return { goal, executions, objection: '' };
        }
        // Where all texts are of packages, the failed test is one's own: it is looked for among all that is thrown.
        if (this.areNumbered || stop.kind !== 'failure' || !isFromOwnText) return none(before + 1, unfoundThrow(stop), isElsewhere);
      }
    }
    const { uncaught, isElsewhere } = await bare(0, numbered);
    if (uncaught === null) return none(1, 'The program ended without an uncaught exception.', isElsewhere);
    const { thrown } = uncaught;
    if (thrown !== null) return { goal: { stop, thrown, overflow: null }, executions: 1, objection: '' };
    const isMapped = uncaught.isOverflow && uncaught.overflow === null;
    const traced = isMapped ? (await bare(1, { ...numbered, isTraceRaw: true })).uncaught : uncaught;
    const executions = isMapped ? 2 : 1;
    const overflow = traced === null ? null : overflowIn(this.library.text(traced.overflow?.path ?? ''), traced);
    if (overflow === null) return none(executions, unseenThrow(uncaught), isElsewhere);
    const { text, place } = overflow;
    const counting = await bare(executions, numbered, { ...emptyPlan, counted: { path: text.path, offset: place.node.start } });
    const passages = counting.uncaught?.passages ?? 0;
    if (passages === 0) return none(executions + 1, unseenThrow(uncaught), isElsewhere);
    const replay = replayOf(overflow, passages);
    return { goal: { stop: { kind: 'replay', replay }, thrown, overflow }, executions: executions + 1, objection: '' };
  }

  /** Of a failed assertion that was thrown while its test waited for it: the statement of the test that waits. */
  private awaitedIn({ awaiting, value }: FoundThrow): Overflow | null {
    if (awaiting === null || value === null) return null;
    const { path, text } = awaiting;
    this.library.put(path, text);
    return overflowIn(this.library.text(path), { overflow: awaiting, value });
  }

  /** Where the first of the conditions is broken: runs without other probes tell. */
  private async brokenGoal(stop: Extract<Stop, { kind: 'broken' }>): Promise<FoundGoal> {
    const { conditions: watched, hit } = stop;
    const exceptions = { isNumbered: false, stop: null, isWatched: false };
    const plan = { ...emptyPlan, conditions: { watched, hit } };
    const outcome = await this.run(0, stop, { task: this.next(nothingDone).task, looks: [], exceptions, plan, stack: 1 });
    const found = outcome.broken === null ? undefined : watched[outcome.broken.condition];
    if (found === undefined || outcome.broken === null) return { goal: null, executions: 1, objection: outcome.ending };
    const { paths, line, column, broken: when } = found;
    const moment = { kind: 'line' as const, line: { paths, line, column, hit: outcome.broken.passage, when, names: [] } };
    this.investigation.onBroken?.(outcome.broken.condition);
    return { goal: { stop: moment, thrown: null, overflow: null }, executions: 1, objection: '' };
  }

  private async run(executions: number, stop: Stop, settings: RunSettings, timeoutMs = this.investigation.timeoutMs): Promise<RunOutcome> {
    this.investigation.onRun(executions + 1);
    const { library, pinned } = this;
    const onText: RunContext['onText'] = (path, sites) => this.pruning.loaded(path, sites);
    const onNumbered: RunContext['onNumbered'] = () => (this.areNumbered = true);
    const context = { library, pinned, isFirst: executions === 0, onText, onNumbered };
    return runOnce({ ...this.investigation, stop, timeoutMs }, { ...settings, ...context });
  }
}

const nothingDone: Progress = {
  executions: 0,
  demand: emptyDemand,
  answers: [],
  runs: [],
  isDeterministic: null,
  isCareful: false,
  canBeCounted: true,
  unreached: 0,
  been: new Map(),
  guards: 0,
  digest: null,
  last: null,
  slowestMs: 0,
};

/** A run that waits wherever the chain has been may take so many milliseconds. */
function carefulLimit(slowestMs: number): number {
  return Math.max(10_000, 10 * slowestMs);
}

/** Of the stack, with probes. */
const probedStack = 1.25;

/** The same where it must reach as far as without. */
const overflowedStack = 2;

function notesOf({ overflow, awaited }: Goal): readonly string[] {
  if (overflow !== null) return ['The stack overflowed: P1 is the last time that control came to this statement before it did.'];
  return awaited === undefined ? [] : ['The assertion failed while the test waited for it: P1 is before the statement that waits.'];
}

/** At the stop what is thrown there. Nobody has caught what ends the program, whatever V8 takes functions of ours for that have passed it on. */
function withException(answer: PointAnswer, { kind }: Stop, { overflow, awaited, isLast = kind === 'uncaught' }: Goal): PointAnswer {
  if (awaited !== undefined) return answer.id === 'P1' ? { ...answer, exception: { value: awaited, isCaught: null } } : answer;
  const value = overflow?.value ?? answer.exception?.value;
  return !isLast || answer.id !== 'P1' || value === undefined ? answer : { ...answer, exception: { value, isCaught: false } };
}

/** Of an exception at whose throw V8 has not stopped. */
function unseenThrow({ value }: Uncaught): string {
  const what = value.kind === 'object' ? value.preview : value.kind === 'primitive' ? value.text : 'an exception';
  return `The program ended by ${what}, and V8 does not tell where it was thrown.`;
}

/** Where the next run must wait: at the points that this one has located. */
function looksAt(answers: Iterable<PointAnswer>): readonly Look[] {
  return [...answers].flatMap(({ id, identity }) => {
    if (id === 'P1' || identity === null) return [];
    const { siteKind } = identity;
    return siteKind === 'throw' ? [] : [{ ...identity, siteKind }];
  });
}

/** With the points that a run has located. */
function withPoints(been: Progress['been'], answers: readonly PointAnswer[]): Progress['been'] {
  const points = looksAt(answers).map((look) => [JSON.stringify([look.path, look.offset, look.end, look.siteKind]), look] as const);
  return new Map([...been, ...points]);
}

/** With points that the questions may come to: each once, because a moment is waited at once. */
function withAhead(looks: readonly Look[], ahead: readonly Look[]): readonly Look[] {
  const known = new Set(looks.map(lookName));
  return [...looks, ...ahead.filter((look) => !known.has(lookName(look)))];
}

function lookName({ path, offset, end, siteKind, occurrence }: Look): string {
  return JSON.stringify([path, offset, end, siteKind, occurrence]);
}

/**
 * Which texts must see the same in each run: the program's own, and those of packages that answers are in. What else a package does, such as
 * the messages that a test runner sends and what it asks of clocks, is never the same twice.
 */
function countedIn(answers: readonly PointAnswer[]): (site: string) => boolean {
  const places = answers.flatMap(({ identity, position, steps }) => [identity, position, ...(steps ?? []).map((step) => step.position)]);
  const paths = new Set(places.flatMap((place) => (place === null ? [] : [place.path])));
  return (site) => !isOfPackage(pathOfSite(site)) || paths.has(pathOfSite(site));
}

/** Whether the sites that count and both runs had probed saw the same. */
function digestsAgree(before: RunDecision['digest'] | null, now: RunDecision['digest'], counts: (site: string) => boolean): boolean {
  return [...now].every(([site, [count, hash]]) => {
    if (!counts(site)) return true;
    const [countBefore, hashBefore] = before?.get(site) ?? [count, hash];
    return count === countBefore && (hash === null || hashBefore === null || hash === hashBefore);
  });
}

function notReached(queries: readonly Query[], reason: string): readonly PointAnswer[] {
  return [
    unknownPoint('P1', 'stop', null, 'not-reached', reason),
    ...queries.map(({ id, kind, of }) => unknownPoint(id, kind, of, 'not-reached', reason)),
  ];
}

/**
 * Whether nothing is missing but what is seen where the program waits at the points that the last run has located. Of short runs all
 * values are held against each other: nothing is gained by counting their events.
 */
function areAllRecorded({ queries, mostListed }: Investigation, { demand, answers, digest }: Progress): boolean {
  const isLong = digest !== null && [...digest.values()].some(([, hash]) => hash === null);
  if (!isLong || mostListed !== undefined || !asksOnlyOfFields(demand)) return false;
  if (!queries.every(({ kind, index }) => kind === 'lastChange' && index === -1)) return false;
  // What such a place held before is seen where the program waits.
  return answers.every(
    ({ id, status, identity }) => id === 'P1' || (status === 'located' && /^(write|delete)$/.test(identity?.siteKind ?? '')),
  );
}

/** Whether nothing is asked about but properties that are known by their names. */
function asksOnlyOfFields(demand: Demand): boolean {
  const { guards, variables, variablesAtStop, forks, allocations, steps, fields } = demand;
  const others = [guards, variables, variablesAtStop, forks, allocations, steps].some((one) => one.size > 0);
  const hasOthers =
    others || demand.elements || demand.symbols || demand.objectKeys || demand.entries || demand.forksAtStop || demand.throws;
  return !hasOthers && ![...fields].some((name) => name.startsWith('#'));
}

/** Whether there are sites with events that the run before has not probed. */
function hasOthers(before: RunDecision['digest'] | null, now: RunDecision['digest']): boolean {
  return [...now.keys()].some((site) => before?.has(site) !== true);
}

function candidatesOf(answers: readonly PointAnswer[], { id }: PointAnswer): PointAnswer['candidates'] {
  return answers.find((answer) => answer.id === id)?.candidates ?? null;
}

/** Whether two runs have located the same points with the same primitive values. */
function agree(earlier: readonly PointAnswer[], later: readonly PointAnswer[]): boolean {
  return earlier.every((answer) => {
    const other = later.find(({ id }) => id === answer.id);
    if (answer.identity === null || other === undefined || other.identity === null) return true;
    // An origin goes back further in each run, and a `catch` to what was thrown.
    if (answer.kind === 'origin' || (answer.identity.siteKind !== 'throw' && other.identity.siteKind === 'throw')) return true;
    return JSON.stringify(answer.identity) === JSON.stringify(other.identity) && isSameAnswer(answer.after, other.after);
  });
}

/** Numbers of objects and symbols mean something in one run alone. Of a long text its length may be all that a run knows. */
function isSameAnswer(one: PointAnswer['after'], other: PointAnswer['after']): boolean {
  if (one?.kind !== 'primitive' || other?.kind !== 'primitive') return answerText(one) === answerText(other);
  return one.length === undefined && other.length === undefined ? one.text === other.text : lengthOf(one) === lengthOf(other);
}

const answerText = (value: PointAnswer['after']): string => (value?.kind === 'primitive' ? value.text : '');

const lengthOf = ({ text, length }: { readonly text: string; readonly length?: number }): number => length ?? text.length;
