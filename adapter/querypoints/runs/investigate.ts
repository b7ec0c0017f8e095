import { emptyPlan, type LineStop, type Moment, type Plan, type TextPlace } from '../../instrument/plan.js';
import type { ExceptionLook, Look, Paused, ThrowPlace, Uncaught } from '../../runtime/messages.js';
import { DebuggeeProcess, type Incoming, type ProgramStart } from '../../launch/process.js';
import { watch } from '../../launch/watchdog.js';
import { Facts } from '../question/demand.js';
import { momentOf, overflowIn, type Overflow } from './stackOverflow.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import type { Evaluated } from '../../runtime/pause.js';
import type { Listing } from '../seen/listing.js';
import { RunDecision, type ProbeCounts } from './runDecision.js';
import { RunTexts, TextLibrary } from '../text/texts.js';

export type Stop =
  { readonly kind: 'line'; readonly line: LineStop } | { readonly kind: 'uncaught' } | { readonly kind: 'moment'; readonly moment: Moment };

export interface Investigation {
  readonly stop: Stop;
  readonly queries: readonly Query[];
  /** What else is wanted of the located points. */
  readonly shows?: readonly Show[];
  /** Whether random numbers and clocks are the same in each run. */
  readonly isPinned?: boolean;
  readonly start: Omit<ProgramStart, 'output'>;
  /** Where the output of the first run goes; later runs repeat it to nobody. */
  readonly output: ProgramStart['output'];
  /** How many events a run keeps in full where only the last of each place is asked for; tests have less. */
  readonly briefFrom?: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** JavaScript of a TypeScript text, with its source map. */
  eraseTypes(text: string, path: string, format: 'module' | 'commonjs'): Promise<string>;
  onRun(number: number): void;
  /** Called when a run has decided the chain, and others follow only for what is seen where its points are waited at, as their stacks. */
  onAnswers?(result: InvestigationResult): void;
  /** How many candidates of a point are listed at most; none when left out. */
  readonly mostListed?: number;
  /** Something that control can stop before, whose passages are counted. */
  readonly counted?: TextPlace;
  /** Called where the debuggee waits at the stop, before anything is decided; what it returns is a reason not to go on. */
  checkStop?(paused: Paused, look: StopLook): Promise<string | null>;
}

export interface InvestigationResult {
  readonly points: readonly PointAnswer[];
  readonly executions: number;
  /** Whether the runs agreed; null after one. */
  readonly isDeterministic: boolean | null;
  readonly texts: TextLibrary;
  /** What each run answered by itself, oldest first. */
  readonly runs: readonly (readonly PointAnswer[])[];
  /** What the user should know of what cannot be seen. */
  readonly notes: readonly string[];
  /** Of the last run; null when none got to the stop. */
  readonly probes: ProbeCounts | null;
  /** Of the last run, as far as they were asked for: the candidates of each point, by its name. */
  readonly listings: ReadonlyMap<string, Listing>;
  /** Of each point in an activation that has passed what is counted: the how-many-th passage it is in. */
  readonly passages: ReadonlyMap<string, number>;
}

/** What can be asked of a debuggee that waits at the stop. */
export interface StopLook {
  evaluate(frame: number, expression: string): Promise<Evaluated>;
}

/** A fault of the environment, as one sentence. */
export class InvestigationError extends Error {}

/** Runs the program again until one run has decided the whole chain (paper 3, section 5, Figure 3). */
export async function investigate(investigation: Investigation): Promise<InvestigationResult> {
  const { queries, onRun, onAnswers } = investigation;
  let { stop } = investigation;
  const library = new TextLibrary();
  // Who wants to see the candidates wants more than the last of each place.
  const briefFrom = investigation.mostListed === undefined ? investigation.briefFrom : Infinity;
  const facts = new Facts(queries, investigation.shows, briefFrom);
  const pinned = investigation.isPinned === true ? Date.now() : null;
  const runs: (readonly PointAnswer[])[] = [];
  let notes: readonly string[] = [];
  let digest: RunDecision['digest'] | null = null;
  const limit = 6 + 4 * queries.length;
  let answers: readonly PointAnswer[] = [];
  let isDeterministic: boolean | null = null;
  let thrown: ThrowPlace | null = null;
  let executions = 0;
  let probes: ProbeCounts | null = null;
  let listings: ReadonlyMap<string, Listing> = new Map();
  let passages: ReadonlyMap<string, number> = new Map();
  const names = new Set(['P1', ...queries.map(({ id }) => id)]);
  const asked = (all: readonly PointAnswer[]) => all.filter(({ id }) => names.has(id));
  const resultOf = (points: readonly PointAnswer[]): InvestigationResult => ({
    points: asked(points),
    executions,
    isDeterministic,
    texts: library,
    runs: [...runs],
    notes,
    probes,
    listings,
    passages,
  });
  const run = async (looks: readonly Look[], exceptions: ExceptionLook, plan: Plan, stack: number) => {
    onRun(executions + 1);
    return runOnce({ ...investigation, stop }, { facts, library, looks, exceptions, pinned, plan, stack, isFirst: executions++ === 0 });
  };
  let overflow: Overflow | null = null;
  if (stop.kind === 'uncaught') {
    const numbered = { isNumbered: true, stop: null, isWatched: false };
    // Without probes a stack overflows where it does for the user.
    const { uncaught } = await run([], numbered, emptyPlan, 1);
    if (uncaught === null) return resultOf(notReached(queries, 'The program ended without an uncaught exception.'));
    ({ thrown } = uncaught);
    if (thrown === null) {
      const isMapped = uncaught.isOverflow && uncaught.overflow === null;
      const traced = isMapped ? (await run([], { ...numbered, isTraceRaw: true }, emptyPlan, 1)).uncaught : uncaught;
      overflow = traced === null ? null : overflowIn(library.text(traced.overflow?.path ?? ''), traced);
      if (overflow === null) return resultOf(notReached(queries, unseenThrow(uncaught)));
      const { text, place } = overflow;
      const counting = await run([], numbered, { ...emptyPlan, counted: { path: text.path, offset: place.node.start } }, 1);
      if (counting.uncaught === null || counting.uncaught.passages === 0) return resultOf(notReached(queries, unseenThrow(uncaught)));
      stop = { kind: 'moment', moment: momentOf(overflow, counting.uncaught.passages) };
    }
  }
  const stack = overflow === null ? probedStack : overflowedStack;
  // Runs that differ are looked at wherever a point of the chain has been: then one run decides all of it.
  let isCareful = false;
  let canBeCounted = true;
  let unreached = 0;
  let guardsBefore = 0;
  let ahead: readonly Look[] = [];
  const seen = new Map<string, Look>();
  while (executions < limit + 2 * (facts.steps.length + facts.tests.length)) {
    const sizeBefore = facts.size;
    for (const look of looksAt(answers)) seen.set(JSON.stringify([look.path, look.offset, look.end, look.siteKind]), look);
    const looks = isCareful
      ? [...seen.values()].map((look) => ({ ...look, occurrence: null }))
      : withAhead(looksAt(answers), [...facts.guards, ...ahead]);
    facts.areValuesTold = isCareful;
    const isCounted: boolean = canBeCounted && !isCareful && digest !== null && areAllRecorded(investigation, facts, answers, digest);
    facts.countsOnly = isCounted;
    facts.looksAtForks = looks.some(({ siteKind }) => siteKind === 'fork');
    const exceptions = { isNumbered: false, stop: thrown, isWatched: facts.areThrowsWatched };
    const moment = stop.kind === 'moment' ? stop.moment : null;
    const plan = facts.plan(stop.kind === 'line' ? stop.line : null, moment, investigation.counted ?? null);
    const { decision, ending } = await run(looks, exceptions, plan, stack);
    if (decision === null) {
      if (answers.length === 0) return resultOf(notReached(queries, ending));
      isDeterministic = false;
      isCareful = true;
      if (++unreached > 2) break;
      continue;
    }
    const seenNow = [...decision.answers.values()].map((answer) => asUncaught(answer, investigation.stop, overflow));
    const now = isCounted ? seenNow.map((answer) => ({ ...answer, candidates: candidatesOf(answers, answer) })) : seenNow;
    const isStuck = facts.size === sizeBefore && JSON.stringify(now) === JSON.stringify(answers);
    if (isCounted && hasOthers(digest, decision.digest)) {
      canBeCounted = false; // a text that is probed only now has events of its own
      continue;
    }
    // Where more objects are looked at around calls than before, other writes are seen.
    const isSharper = facts.plannedGuards > guardsBefore;
    guardsBefore = facts.plannedGuards;
    if (answers.length > 0 && !isSharper) {
      const isSame = agree(answers, now);
      isCareful ||= !isSame;
      isDeterministic = isDeterministic !== false && isSame && digestsAgree(digest, decision.digest);
    }
    digest = decision.digest;
    ({ ahead } = decision);
    notes = overflow === null ? decision.notes() : [overflowNote, ...decision.notes()];
    answers = now;
    runs.push(asked(now));
    probes = decision.probes();
    listings = decision.listings();
    passages = decision.passages();
    if (isStuck || (decision.isDecided && decision.isComplete)) break;
    if (decision.isAnswered) onAnswers?.(resultOf(answers));
  }
  return resultOf(answers);
}

/** Of the stack, with probes. */
const probedStack = 1.25;

/** The same where it must reach as far as without. */
const overflowedStack = 2;

const overflowNote = 'The stack overflowed: P1 is the last time that control came to this statement before it did.';

/** Nobody has caught it, whatever V8 takes functions of ours for that have passed it on. */
function asUncaught(answer: PointAnswer, { kind }: Stop, overflow: Overflow | null): PointAnswer {
  const value = overflow?.value ?? answer.exception?.value;
  return kind !== 'uncaught' || answer.id !== 'P1' || value === undefined ? answer : { ...answer, exception: { value, isCaught: false } };
}

/** Of an exception at whose throw V8 has not stopped. */
function unseenThrow({ value }: Uncaught): string {
  const what = value.kind === 'object' ? value.preview : value.kind === 'primitive' ? value.text : 'an exception';
  return `The program ended by ${what}, and V8 does not tell where it was thrown.`;
}

interface RunSettings {
  readonly facts: Facts;
  readonly library: TextLibrary;
  readonly looks: readonly Look[];
  readonly exceptions: ExceptionLook;
  readonly pinned: number | null;
  readonly plan: Plan;
  /** Of the program's stack, by what it is without us. */
  readonly stack: number;
  readonly isFirst: boolean;
}

interface RunOutcome {
  /** null when the run did not reach the stop. */
  readonly decision: RunDecision | null;
  /** How it ended without reaching it, as a sentence. */
  readonly ending: string;
  /** The exception that ended the process. */
  readonly uncaught: Uncaught | null;
}

async function runOnce(
  { start, output, eraseTypes, stop, queries, shows, timeoutMs, signal, mostListed, checkStop, counted }: Investigation,
  { facts, library, looks, exceptions, pinned, plan, stack, isFirst }: RunSettings,
): Promise<RunOutcome> {
  await watch();
  if (signal.aborted) throw new InvestigationError('Cancelled.');
  const debuggee = new DebuggeeProcess({ ...start, stack, output: isFirst ? output : 'ignore' });
  const texts = new RunTexts(library);
  const decision = new RunDecision(
    debuggee,
    texts,
    [...queries, ...facts.steps],
    facts,
    [...(shows ?? []), ...facts.tests],
    mostListed,
    counted,
  );
  let uncaught: Uncaught | null = null;
  const end = () => debuggee.end();
  signal.addEventListener('abort', end);
  const timer = setTimeout(end, timeoutMs);
  const started = Date.now();
  const cut = () => {
    if (signal.aborted) throw new InvestigationError('Cancelled.');
    if (Date.now() - started >= timeoutMs)
      throw new InvestigationError(`The program did not get there within ${timeoutMs / 1000} seconds: raise --timeout.`);
  };
  try {
    for (;;) {
      const message = await debuggee.next();
      switch (message.kind) {
        case 'hello':
          debuggee.send({ kind: 'begin', plan, looks, exceptions, pinned });
          break;
        case 'text':
          if (message.source !== null) library.put(message.path, message.source);
          texts.add(message.path, message.firstSite, message.sites);
          break;
        case 'erase': {
          const text = await eraseTypes(message.text, message.path, message.format);
          library.put(message.path, text);
          debuggee.send({ kind: 'erased', text });
          break;
        }
        case 'paused': {
          if (message.why === 'event') {
            await decision.observeEvent(message);
            debuggee.send({ kind: 'continue' });
            break;
          }
          if (message.why === 'exception') {
            await decision.observeException(message);
            debuggee.send({ kind: 'continue' });
            break;
          }
          const objection =
            (await checkStop?.(message, { evaluate: (frame, expression) => evaluateIn(debuggee, frame, expression) })) ?? null;
          if (objection !== null) return { decision: null, ending: objection, uncaught };
          await decision.decide(message);
          return { decision, ending: '', uncaught };
        }
        case 'uncaught':
          uncaught = message;
          break;
        case 'gone':
          cut();
          if (message.disturbance !== null) throw new InvestigationError(message.disturbance);
          return { decision: null, ending: endingOf(message, texts, stop), uncaught };
        default:
      }
    }
  } catch (error) {
    cut(); // it was ended while it was looked at
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    debuggee.end();
  }
}

function evaluateIn(debuggee: DebuggeeProcess, frame: number, expression: string): Promise<Evaluated> {
  return debuggee.ask<Evaluated>({ kind: 'evaluate', frame, expression });
}

/** Where the next run must wait: at the points that this one has located. */
function looksAt(answers: Iterable<PointAnswer>): readonly Look[] {
  return [...answers].flatMap(({ id, identity }) => {
    if (id === 'P1' || identity === null) return [];
    const { siteKind } = identity;
    return siteKind === 'throw' ? [] : [{ ...identity, siteKind }];
  });
}

/** With points that the questions may come to: each once, because a moment is waited at once. */
function withAhead(looks: readonly Look[], ahead: readonly Look[]): readonly Look[] {
  const known = new Set(looks.map(lookName));
  return [...looks, ...ahead.filter((look) => !known.has(lookName(look)))];
}

function lookName({ path, offset, end, siteKind, occurrence }: Look): string {
  return JSON.stringify([path, offset, end, siteKind, occurrence]);
}

/** Whether the sites that both runs had probed saw the same. */
function digestsAgree(before: RunDecision['digest'] | null, now: RunDecision['digest']): boolean {
  return [...now].every(([site, [count, hash]]) => {
    const [countBefore, hashBefore] = before?.get(site) ?? [count, hash];
    return count === countBefore && (hash === null || hashBefore === null || hash === hashBefore);
  });
}

/** Why a run that has ended did not get to the stop. */
function endingOf({ code, signal }: Extract<Incoming, { kind: 'gone' }>, texts: RunTexts, stop: Stop): string {
  const how = signal === null ? `ended with exit code ${code ?? 'unknown'}` : `was ended by ${signal}`;
  if (stop.kind === 'uncaught') return `The program ${how} before its exception was thrown again.`;
  if (stop.kind === 'moment') return `The program ${how} before it came to this moment again.`;
  const { line, hit } = stop.line;
  const isKnown = texts.allNumbers(({ kind }) => kind === 'stop').length > 0;
  if (!isKnown) return `The program ${how}; no statement of a text that it loaded starts on line ${line}.`;
  return `The program ${how} before it was ${hit === 1 ? 'there' : `there ${hit} times`}${stop.line.when === null ? '' : ' with the condition true'}.`;
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
function areAllRecorded(
  { queries, mostListed }: Investigation,
  facts: Facts,
  answers: readonly PointAnswer[],
  digest: RunDecision['digest'],
): boolean {
  const isLong = [...digest.values()].some(([, hash]) => hash === null);
  if (!isLong || mostListed !== undefined || !facts.asksOnlyOfFields) return false;
  if (!queries.every(({ kind, index }) => kind === 'lastChange' && index === -1)) return false;
  // What such a place held before is seen where the program waits.
  return answers.every(
    ({ id, status, identity }) => id === 'P1' || (status === 'located' && /^(write|delete)$/.test(identity?.siteKind ?? '')),
  );
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
    return JSON.stringify(answer.identity) === JSON.stringify(other.identity) && answerText(answer) === answerText(other);
  });
}

function answerText({ after }: PointAnswer): string {
  return after?.kind === 'primitive' ? after.text : '';
}
