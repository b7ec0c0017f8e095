import { expectLooks, limitSites } from './rows/sites.js';
import { watchProxies } from './realm/proxies.js';
import { types } from 'node:util';
import type { Plan, RecordingPlan } from '../instrument/plan.js';
import type { FrameReport, Look, Paused } from '../events/rows.js';
import type { ExceptionLook, FoundThrow, Lanes, ThreadAbout, ThrowPlace } from './channel/messages.js';
import { leftOutTexts, loadedTexts } from './traces/callSites.js';
import { listen, tell } from './channel/channel.js';
import { converse } from './hold/conversation.js';
import { BrokenConditions } from './hold/brokenConditions.js';
import { describe, describeOwn } from './hold/describe.js';
import { isObject } from './realm/identity.js';
import { getOwnPropertyDescriptor, OwnSet } from './realm/intrinsics.js';
import { asksPlaces } from '../instrument/generatedCode.js';
import { asksForSights } from '../instrument/sights.js';
import { watchResults } from './probes/results.js';
import { isCodeGenerated, watchGeneratedCode } from './probes/generatedCode.js';
import { guardAgain } from './probes/begunCalls.js';
import { watchDescriptors } from './probes/guards.js';
import { hideInsertions } from './realm/disguise.js';
import { nativePassage } from './record/nativePassages.js';
import { seeReturns } from './record/births.js';
import { countOnly, eventCount, keepLastOnly, keepUntilNow, occurrencesOf, type LastOnlyPlan } from './record/events.js';
import { isProgram } from './realm/paths.js';
import {
  awaitedFrames,
  frames,
  holdEvent,
  isOutside,
  holdRemote,
  keepAwaited,
  pauseFor,
  reportRemote,
  scriptPlace,
  textOf,
  watchExceptions,
  whenParsed,
} from './hold/pause.js';
import { useLocalsFrom, stopAtPassage } from './lastOnly/localProbes.js';
import { ownWork } from './realm/ownWork.js';
import { pin } from './realm/pinned.js';
import { atEnd, onProcessEvent } from './realm/processEvents.js';
import { nameAnything, nameFields } from './rows/keyNames.js';
import { shipUncaught, startShipping } from './shipping.js';
import { tellEnd, tellUncaught } from './probes/activities.js';
import { watchGeneratorEnds } from './probes/generatorEnds.js';
import { askForEntries, askForIndices } from './rows/passing.js';
import { stopInTrap } from './rules/trap.js';
import { keepNatives } from './rules/keptNatives.js';
import { startRules } from './rules/startRules.js';
import type { RuleOutlet } from './rules/runningRules.js';
import { isOverflow, keepTracesRaw, placeOfOverflow } from './traces/overflow.js';
import { passagesCounted } from './probes/passages.js';
import { installProbes, probes } from './probes/probes.js';
import { untold, type CurrentEvent } from './rows/watch.js';
import { watchMemory } from './probes/memoryNatives.js';
import { tellMet } from './probes/metObjects.js';
import { watchUnseen } from './probes/unseenWrites.js';
import { watchNatives } from './probes/natives.js';
import { asyncFrames, stackFrames } from './traces/stackFrames.js';
import { showTestPlaces } from './traces/testPlaces.js';
import { askForHandlers } from './traces/thrownThrough.js';
import { countFailure, countThrow, forgetNumbers, isSameThrow } from './traces/throwPlaces.js';
import { showTracesWithoutUs } from './traces/traces.js';
import { isFatal, showUncaughtLines } from './traces/uncaughtLine.js';
import { limitLongTexts } from './rows/longTexts.js';
import { keepWholeTexts, keyNumber } from './rows/values.js';
import { holds, ReplayedSteps } from './hold/replayedSteps.js';
import type { Debugger, Runtime } from 'node:inspector';

export interface Begun {
  readonly plan: Plan;
  readonly looks: readonly Look[];
  /** Where threads and processes that the program starts are recorded; null: nowhere. */
  readonly lanes: Lanes | null;
}

/** Asks the adapter what to do, and makes the program ready for it. */
export function startRuntime(about?: ThreadAbout): Begun {
  tell({ kind: 'hello', node: process.version, ...(about === undefined ? {} : { about }) });
  const begin = listen();
  if (begin.kind !== 'begin') throw new Error(`unexpected ${begin.kind}`);
  const { plan, looks, exceptions, pinned, lanes = null, rules } = begin;
  if (pinned !== null) pin(pinned);
  if (plan.keepsVariables) keepVariables();
  nameFields(plan.fields);
  if (plan.recording !== null) beginRecording(plan.recording);
  askForIndices(plan.indices);
  askForEntries(plan.entryKeys);
  if (plan.wholeTexts) keepWholeTexts();
  if (plan.countsOnly) countOnly();
  if (plan.localsFrom !== null) useLocalsFrom(plan.localsFrom);
  if (plan.lastOnlyFrom !== null) keepLastOnly(briefPlan(plan, plan.lastOnlyFrom, looks.length > 0));
  installProbes(
    {
      fields: plan.recording === null ? new OwnSet(plan.fields) : everyName,
      elements: plan.elements,
      symbols: plan.symbols,
      countsOnly: plan.countsOnly,
      pause: pauseAtEvent,
      stop: stopAt(plan),
      condition: holding(plan),
      isProxy: types.isProxy,
    },
    rules === undefined ? {} : startRules(rules, ruleOutlet, { hasMadeCode: isCodeGenerated, isFollowed: lanes !== null }),
  );
  if (asksPlaces(plan)) watchGeneratedCode();
  if (plan.fields.length > 0 || plan.elements) watchProxies();
  if (rules === undefined) {
    watchNatives(plan);
    if (plan.elements) watchMemory();
  }
  if (plan.recording !== null) watchGeneratorEnds(tellEnd);
  if (plan.guards) watchDescriptors();
  if (asksForSights(plan)) watchResults(plan);
  if (looks.length > 0) expectLooks();
  hideInsertions();
  showTracesWithoutUs();
  showTestPlaces();
  if (plan.recording !== null || rules !== undefined) showUncaughtLines();
  lookAtExceptions(exceptions);
  onProcessEvent('worker', (worker) => countThread(worker as object));
  if (plan.stop !== null || exceptions.isNumbered)
    process.getBuiltinModule('node:diagnostics_channel').subscribe('child_process', () => (children = true));
  if (rules?.expected?.natives === true) keepNatives();
  atEnd((code) => ownWork(() => tell({ kind: 'ended', code, hasStarted: children || threads > 0 || mayHaveWaited() })));
  return { plan, looks, lanes };
}

const ruleOutlet: RuleOutlet = {
  finding: (finding) => ownWork(() => tell(finding)),
  totals: (totals) => ownWork(() => tell(totals)),
  stop: (isAsked, tuple) =>
    ownWork(() => {
      tell({ kind: 'ruleStop', isAsked });
      const answer = listen();
      if (answer.kind === 'continue' && answer.isTrapped === true) stopInTrap(tuple);
    }),
};

/** All names are asked for, and whatever happens leaves the program. */
function beginRecording({ budget, keepsSecrets, strings }: RecordingPlan): void {
  limitSites(budget ?? 0, keepsSecrets);
  nameAnything();
  seeReturns();
  keepWholeTexts();
  if (budget !== null) limitLongTexts(strings);
  watchUnseen(budget !== null);
  tellMet();
  startShipping(() => threads, strings);
  onProcessEvent('uncaughtExceptionMonitor', (error) => {
    // An ES module that throws is a promise that is rejected: nothing else has run since.
    tellUncaught(error);
    shipUncaught(error);
  });
}

const everyName = { has: () => true };

/** Has V8 keep in optimised code what it does not use any more: compilers that cannot are not used. Flags that it does not know it ignores. */
function keepVariables(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of ['--no-analyze-environment-liveness', '--no-turbo-escape', '--no-maglev']) setFlagsFromString(flag);
}

function briefPlan({ fields, valuesInBrief, elements, entries }: Plan, from: number, isLookedAt: boolean): LastOnlyPlan {
  const [field, ...others] = fields;
  // Whatever is reported of an array's length may be reported of its elements.
  const isOnly = field !== undefined && others.length === 0 && field !== 'length' && !field.startsWith('#');
  const hasOthers = elements || entries || isLookedAt;
  return { from, areValuesTold: valuesInBrief, onlyKey: isOnly && !hasOthers ? keyNumber(field) : null };
}

/** Before the statement where the user stopped: the how-many-th time that the condition holds. */
function stopAt({ stop, replay }: Plan): (site: number, step: number, when: (() => unknown) | null) => void {
  if (replay !== null) {
    replayed = new ReplayedSteps(replay.steps);
    if (replayed.awaitsUncaught()) askForHandlers();
    return (site, step, when) => {
      const passages = replayed?.passed(step, when) ?? null;
      if (passages !== null) pauseFor(() => report({ why: 'stop', site, occurrence: passages }));
    };
  }
  // Without a condition the program's own text counts the passages.
  if (stop !== null && stop.when === null) stopAtPassage(stop.hit);
  let hits = 0;
  return (site, _step, when) => {
    if (stop === null || (when !== null && (!holds(when) || ++hits !== stop.hit))) return;
    pauseFor(() => report({ why: 'stop', site, occurrence: stop.hit }));
  };
}

/** Held against the plan's conditions, the program waits at the one that it was asked for. */
function holding({ conditions }: Plan): (condition: number, isFromOutside: boolean) => void {
  const broken = new BrokenConditions(conditions?.hit ?? 0);
  return (condition, isFromOutside) => {
    const passage = broken.met(condition, isFromOutside);
    if (passage === null) return;
    ownWork(() => {
      tell({ kind: 'broken', condition, passage });
      listen();
    });
  };
}

/** Where the stop is replayed: how many of its steps the run has taken. */
let replayed: ReplayedSteps | null = null;

function pauseAtEvent({ site, owner, value, name, before: found }: CurrentEvent): void {
  const occurrence = occurrencesOf(site);
  const before = isObject(owner) && name !== undefined && !types.isProxy(owner) ? describeOwn(owner, name) : null;
  const earlier = found === undefined ? null : found === null ? ({ kind: 'absent' } as const) : describe(found.value);
  const event = {
    why: 'event',
    site,
    occurrence,
    passage: nativePassage(site),
    owner: describe(owner),
    value: value === untold ? null : describe(value),
    before,
    earlier,
  } as const;
  holdEvent(owner, value);
  // To open the inspector takes 15 to 100 milliseconds: most that is asked of an event can be told without it.
  const stack = ownWork(stackFrames);
  if (stack === null) pauseFor(() => report(event), true);
  else ownWork(() => report(event, stack));
  holdEvent(undefined, undefined);
}

let threads = 0;
/** Whether the program, which stops at a line or a throw, has started a process. */
let children = false;

/** Whether the program may have waited for a process: Node tells nobody of one, only that what starts them is loaded. */
function mayHaveWaited(): boolean {
  if (!exceptionLook.isNumbered) return false;
  const { moduleLoadList: loaded = [] } = process as { readonly moduleLoadList?: readonly string[] };
  for (let index = 0; index < loaded.length; index++) if (loaded[index] === 'NativeModule child_process') return true;
  return false;
}

/** Counts the program's own threads: the one in which Node runs module hooks is ours too, and has no class that a program can name. */
function countThread({ constructor }: object): void {
  if (constructor.name !== 'InternalWorker') threads++;
}

type Report = Pick<Paused, 'why' | 'site' | 'occurrence'> &
  Partial<Pick<Paused, 'passage' | 'owner' | 'value' | 'before' | 'earlier' | 'exception'>>;

function report(what: Report, stack: readonly FrameReport[] = stackHere()): void {
  probes.__w_texts();
  tell({
    kind: 'paused',
    time: eventCount(),
    loadedTexts: loadedTexts(),
    leftOutTexts: leftOutTexts(),
    threads,
    frames: stack,
    passage: null,
    owner: null,
    value: null,
    before: null,
    earlier: null,
    exception: null,
    ...what,
  });
  guardAgain(true);
  converse(askForExceptions);
  guardAgain(false);
}

/** The frames of the program where V8 has stopped, and the functions that await these. */
function stackHere(): readonly FrameReport[] {
  const stack = [...frames()];
  const awaiting = asyncFrames();
  for (let at = 0; at < awaiting.length; at++) {
    const frame = awaiting[at];
    if (frame !== undefined) stack[stack.length] = frame;
  }
  return stack;
}

let areExceptionsWatched = false;
/** The throw that was last seen, for each exception object. */
const throwPlaces = new WeakMap<object, ThrowPlace>();
let lastPrimitiveThrow: ThrowPlace | null = null;

/** V8's report of an exception. */
type ThrownObject = Runtime.RemoteObject & { readonly uncaught?: boolean };

function lookAtExceptions(look: ExceptionLook): void {
  exceptionLook = look;
  areExceptionsWatched = look.isWatched;
  if (!look.isNumbered && look.stop === null && !look.isWatched && replayed?.awaitsThrow() !== true) return;
  if (look.isTraceRaw === true) keepTracesRaw();
  const first = firstThrowing(look);
  areNumbered = first === null;
  if (first === null && look.wanted?.kind === 'failure') keepAwaited();
  if (first === null || look.isWatched || replayed?.awaitsThrow() === true) watchExceptions(onThrow);
  if (first !== null) whenParsed(first, numberThrows);
  if (!look.isNumbered) return;
  onProcessEvent('uncaughtExceptionMonitor', (error) => {
    const thrown = (isObject(error) ? throwPlaces.get(error) : lastPrimitiveThrow) ?? null;
    // Before it is described, which has its trace written.
    const overflow = isOverflow(error) ? ownWork(() => placeOfOverflow(error)) : null;
    const [value, passages] = [describe(error), passagesCounted()];
    const told = { kind: 'uncaught', thrown, value, isOverflow: isOverflow(error), overflow, passages } as const;
    if (isFatal()) tell(told);
    // What a listener of the program handles ends it only where that does so.
    else atEnd((code) => ownWork(() => code !== 0 && tell(told)));
  });
}

/**
 * The text before which no throw has a number; null: each has. Node's resolver throws dozens of exceptions while a program loads its
 * packages: V8 need not stop at them.
 */
function firstThrowing({ stop, isNumbered, isFromOwnText }: ExceptionLook): ((path: string) => boolean) | null {
  if (isFromOwnText === true) return isOwnText;
  return stop === null || isNumbered ? null : (path) => path === stop.path;
}

/** Whether throws have their numbers now. */
let areNumbered = true;

function numberThrows(): void {
  forgetNumbers();
  areNumbered = true;
  if (exceptionLook.isNumbered) ownWork(() => tell({ kind: 'numbered' }));
  if (exceptionLook.wanted?.kind === 'failure') keepAwaited();
  watchExceptions(onThrow);
}

let exceptionLook: ExceptionLook = { isNumbered: false, stop: null, isWatched: false };

function onThrow(data: unknown, params: Debugger.PausedEventDataType): void {
  const { reason } = params;
  const place = countThrow(frames()[0]);
  const thrown = data as ThrownObject;
  const failure = exceptionLook.isFailure === true || exceptionLook.wanted?.kind === 'failure' ? newFailure(thrown, place) : null;
  const isStop =
    (areNumbered && isSameThrow(exceptionLook.stop, place)) || replayed?.threw(frames()[0], thrown.uncaught === true, isOutside()) === true;
  keepUntilNow();
  // Where the frames are gone, a rejection that nobody handles is only reported again.
  if (exceptionLook.isNumbered && frames().length > 0) {
    const isThrow = reason === 'exception';
    const isNew = remember(thrown, place, isThrow);
    if (exceptionLook.wanted?.kind === 'failure') {
      if (failure !== null) lookForWanted(thrown, place, awaitingTest(params));
    } else if (thrown.uncaught !== true && isOwnText(place.path)) {
      // What is thrown towards a promise is reported as its rejection.
      if (isThrow || isNew) lookForWanted(thrown, place, null);
    }
  }
  if (!isStop && !areExceptionsWatched) {
    if (replayed !== null && !replayed.awaitsThrow()) askForExceptions(false); // it was a step of the replay
    return;
  }
  // Whether somebody will handle what rejects a promise V8 only guesses.
  const exception = { value: reportRemote(thrown), isCaught: reason === 'exception' ? thrown.uncaught !== true : null };
  const script = scriptPlace();
  report({
    why: isStop ? 'stop' : 'exception',
    site: -1,
    occurrence: isStop ? (failure ?? place.hit) : place.passage,
    exception: script === null ? exception : { ...exception, script },
  });
}

let wantedSeen = 0;

/** Tells of the throw that is looked for. What packages catch among themselves is not what the user's program catches. */
function lookForWanted(remote: ThrownObject, { path, line, number }: ThrowPlace, awaiting: FoundThrow['awaiting']): void {
  const { wanted } = exceptionLook;
  if (wanted === undefined || ++wantedSeen !== wanted.hit) return;
  const value = awaiting === null ? null : reportRemote(remote);
  ownWork(() => tell({ kind: 'found', thrown: { path, line, number }, awaiting, passages: passagesCounted(), value }));
}

const failuresSeen = new WeakSet<object>();

/** The how-many-th failed assertion it is at its place in the test, where it is thrown for the first time; null of all else. */
function newFailure(remote: ThrownObject, { path }: ThrowPlace): number | null {
  let isNew = false;
  holdRemote(remote, (value) => {
    if (failuresSeen.has(value) || !isFailure(remote, value, path)) return;
    failuresSeen.add(value);
    isNew = true;
  });
  return isNew ? countFailure(ownFrame(frames()) ?? frames()[0]) : null;
}

/**
 * Whether an assertion has thrown it. Their classes have this name, Node's and chai's too; bundlers and jest add to it. What else holds two
 * values against each other, as a snapshot, throws an error that has both.
 */
function isFailure({ className }: ThrownObject, value: object, path: string): boolean {
  if (className?.includes('AssertionError') === true) return true;
  if (isOwnText(path) || !types.isNativeError(value)) return false;
  return getOwnPropertyDescriptor(value, 'actual') !== undefined && getOwnPropertyDescriptor(value, 'expected') !== undefined;
}

/** The function of the test that awaits what is thrown; null where the test runs itself, or V8 knows of none. */
function awaitingTest({ asyncStackTrace }: Debugger.PausedEventDataType): FoundThrow['awaiting'] {
  if (ownFrame(frames()) !== undefined) return null;
  const frame = ownFrame(asyncFrames()) ?? ownFrame(awaitedFrames(asyncStackTrace));
  if (frame === undefined) return null;
  const { path, line, column } = frame;
  return { path, line, column, text: textOf(path) ?? '' };
}

/** The innermost frame that is of no package. */
function ownFrame(stack: readonly FrameReport[]): FrameReport | undefined {
  for (let at = 0; at < stack.length; at++) if (isOwnText(stack[at]?.path ?? '')) return stack[at];
  return undefined;
}

/** Whether it is a text of the user's, and of no package. */
const isOwnText = (path: string): boolean => isProgram(path) && !/[\\/]node_modules[\\/]/.test(path);

/** Gives whether it is an object that was not thrown before: a promise that is rejected with one which was is no new throw. */
function remember(remote: Runtime.RemoteObject, place: ThrowPlace, isThrow: boolean): boolean {
  let isNew = false;
  if (remote.objectId === undefined) lastPrimitiveThrow = place;
  else {
    holdRemote(remote, (value) => {
      isNew = !throwPlaces.has(value);
      if (isThrow || isNew) throwPlaces.set(value, place);
    });
  }
  return isNew;
}

/** From here to the stop, exceptions are looked at. */
function askForExceptions(isWatched: boolean): void {
  areExceptionsWatched = isWatched;
  const { isNumbered, stop } = exceptionLook;
  watchExceptions(isWatched || isNumbered || stop !== null || replayed?.awaitsThrow() === true ? onThrow : null);
}
