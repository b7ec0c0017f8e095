import { activationOf, activationProbes, forgetActivation } from '../record/activations.js';
import { eventCount, onPending, pendingRows, record, recordKeyedShipped, recordTag, shipInTime, writePending } from '../record/events.js';
import { emptyList, newArray, newIntegers, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { entryAround } from '../rows/functionExtents.js';
import { idOf, isObject } from '../realm/identity.js';
import {
  endOfAsync,
  forgetEnd,
  noteBodyLeft,
  noteGoingOn,
  noteHandingOver,
  noteHandled,
  noteLastBegins,
  noteLastEnds,
  type GeneratorEnd,
} from './generatorEnds.js';
import { isNewlyMet, meet } from './metObjects.js';
import { isSettled } from '../realm/combinators.js';
import { nothing } from '../realm/nothing.js';
import { onCallAsked } from './nativeCallers.js';
import { toldIterable } from './awaitedIterables.js';
import { tellThrown } from './results.js';
import { runningBelow, seenCaller, type Calling } from './seenCallers.js';
import { budgets, countBeyond, countForgotten, isAsked, isCallsOnly, isYield, secretArgumentsOf } from '../rows/sites.js';
import { Tag } from '../rows/tags.js';
import type { ThrowSite } from '../traces/callSites.js';
import { compareAll, lend, noteLent, watchedCount } from './unseenWrites.js';
import { unseenThrow } from '../traces/unseenThrows.js';
import { textNumber } from '../rows/values.js';

/** The mark of a value that does not exist. */
const none = Symbol('none');

/** No stack of V8 is as deep. Pages that are not written to cost nothing. */
const deepest = 1 << 21;
/** The activations that run: each with the site of the call that it was about to make when the one above began. */
const activations = newIntegers(deepest);
const callers = newIntegers(deepest); // as `caller`
/** The site of the entry of each; 0 where it went on. */
const entries = newIntegers(deepest);
let depth = 0;
/** How many of them are recorded: those above are calls beyond the budgets of their functions, in which nothing has happened yet. */
let told = 0;
/** The innermost of the activations that run; -1: there is none. */
let top = -1;
/** The call that the running activation is about to make; below 0: that it has made last, by which something was called. */
let caller = 0;
/** The activation out of which an exception may have gone, if nothing in it handles that; 0: none. */
let thrownIn = 0;
/** The same where no activation handles it. */
const everywhere = -1;
/** Those that wait at `await` or `yield`, with the site of their entry. */
const waiting = new OwnMap<number, number>();
/** Those of them that go on within whoever asks for more. */
const yielding = new OwnSet<number>();

onCallAsked(lastCall);
onPending(tellBareCalls);

/** Whether the call that was told of last is not known to have ended: what is found changed was changed by it. */
let isCalling = false;

/** Compares what code without probes may have written, behind the last call; `entry`: where control is. */
function compareNow(entry: number): void {
  const call = isCalling ? lastCall() : 0;
  compareAll(call !== 0 && !isCallsOnly(call) ? call : 0, entry);
}

/** The same before a call. */
function compareBefore(site: number): void {
  compareNow(site);
  noteLent(site);
  isCalling = true;
}

/** The functions that code of a recorded program calls: which activation runs, its arguments and its result. */
export const activityProbes = {
  __w_none: none,
  /** A function is entered. */
  __w_enter(site: number, receiver: unknown, given?: ArrayLike<unknown>): number {
    // Most calls of a program that runs long: V8 puts this much into its functions.
    if (!((budgets[site] ?? 0) > 0) && thrownIn === 0 && watchedCount[0] === 0) return enterBare(site, activationProbes.__w_activation());
    return enter(site, activationProbes.__w_activation(), receiver, given, activityProbes.__w_enter);
  },
  /** The same where parameters have code, which may be evaluated first; it is asked as often as code asks which activation it is. */
  __w_begin(site: number, list: ArrayLike<unknown>, receiver: unknown, areGiven = false): number {
    const known = activationOf(idOf(list));
    if (known !== undefined) return known;
    return enter(site, activationProbes.__w_activationOf(list), receiver, areGiven ? list : undefined, activityProbes.__w_begin);
  },
  /** The body behind such parameters begins: it has called nothing. */
  __w_beginBody(activation: number): number {
    caller = 0;
    return activation;
  },
  /** The call that is about to begin an activation, before code that runs before that and makes calls of its own. */
  __w_before: (): number => caller,
  /** Behind such code: what was called before it is what begins the activation. */
  __w_beginning(called: number, value: unknown): unknown {
    caller = called;
    return value;
  },
  /** A call is about to begin; what it returns is spread into its arguments. */
  __w_from(site: number, activation: number): Iterable<never> {
    if (watchedCount[0] !== 0) compareBefore(site);
    from(site, activation);
    return nothing();
  },
  /** The same before a call whose arguments and callee call nothing. */
  __w_fromHere(site: number, activation: number): void {
    if (watchedCount[0] !== 0) compareBefore(site);
    if (activation === top) caller = site;
    else from(site, activation);
  },
  /** A function of Node is about to be given something by the call at an offset. */
  __w_lend(offset: number, value: unknown): unknown {
    lend(offset, value);
    return value;
  },
  /** A call has returned, and there are objects that code without probes may write. */
  __w_look(): void {
    isCalling = true;
    compareNow(lastCall());
    isCalling = false;
  },
  __w_looked(value: unknown): unknown {
    if (watchedCount[0] !== 0) activityProbes.__w_look();
    return value;
  },
  /** Hands a call's value on, where something is done with it at once. */
  __w_keep: (value: unknown): unknown => value,
  /** The same around its last argument. V8 puts it into the program's functions, as long as it is this small. */
  __w_fromWith(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareBefore(site);
    if (activation === top) caller = site;
    else from(site, activation);
    return value;
  },
  /** The value that a function returns has been evaluated. */
  __w_exit(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    if (pendingRows[0] !== 0 && activation === top) {
      forget();
      return value;
    }
    record(site, activation, value);
    leave(activation);
    return value;
  },
  /** The same where results are not recorded. */
  __w_exitUntold(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    if (pendingRows[0] !== 0 && activation === top) {
      forget();
      return value;
    }
    recordTag(site, activation, Tag.untold);
    leave(activation);
    return value;
  },
  /** A function ends without a value. */
  __w_end(site: number, activation: number): undefined {
    if (watchedCount[0] !== 0) compareNow(site);
    if (pendingRows[0] !== 0 && activation === top) return forget() as undefined;
    recordTag(site, activation, Tag.undefined);
    leave(activation);
  },
  /** The `finally` block of one that had been left ends: the value is what it was. */
  __w_leftAgain(site: number, activation: number): void {
    recordTag(site, activation, Tag.untold);
    leave(activation);
  },
  /** An asynchronous generator returns, and may wait for what it returns; its number is kept until its body is left. */
  __w_exitWaiting(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    record(site, activation, value);
    leave(activation);
    return value;
  },
  __w_exitWaitingUntold(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    activityProbes.__w_leftAgain(site, activation);
    return value;
  },
  /** The body of a generator is left. */
  __w_over(site: number, activation: number): void {
    noteBodyLeft(site, isOver(activation) ? 0 : activation);
  },
  __w_overUntold(site: number, activation: number): void {
    noteBodyLeft(site, isOver(activation) ? 0 : activation, true);
  },
  /** The same of an asynchronous one. */
  __w_overAsync(site: number, activation: number): void {
    overAsync(site, activation, false);
  },
  __w_overAsyncUntold(site: number, activation: number): void {
    overAsync(site, activation, true);
  },
  /** An asynchronous generator is about to hand over by `yield*`. */
  __w_hand(activation: number, value: unknown): unknown {
    noteHandingOver(activation);
    return value;
  },
  __w_throw(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    record(site, activation, value);
    thrownIn = activation;
    if (caller > 0) caller = -caller;
    return value;
  },
  /** The exception of an async function that nothing in it handles: its promise is rejected, and nobody above ends. */
  __w_reject(site: number, activation: number, value: unknown): unknown {
    record(site, activation, value);
    leave(activation);
    return value;
  },
  /** It waits at `await` or `yield`. */
  __w_suspend(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    record(site, activation, value);
    wait(site, activation);
    return value;
  },
  __w_suspendUntold(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    recordTag(site, activation, Tag.untold);
    wait(site, activation);
    return value;
  },
  /** The object that a `for await` goes through: the loop waits when it has asked for a value. `refusal`: see `toldIterable`. */
  __w_eachAwaited(site: number, activation: number, refusal: string | null, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    return toldIterable(value, refusal, (isLeft) => {
      // A `return` in its body has left the activation.
      if (isLeft && !isRunning(activation)) return;
      recordTag(site, activation, Tag.untold);
      waiting.set(activation, leave(activation));
    });
  },
  /** A `for await` goes on in its body, or behind itself. */
  __w_goesOn(site: number, activation: number): void {
    if (watchedCount[0] !== 0) compareNow(site);
    if (!waiting.has(activation)) return;
    dropAll();
    caller = 0;
    push(activation, stopWaiting(activation));
    recordTag(site, activation, Tag.untold);
  },
  /** It goes on behind an `await`: nothing else runs. */
  __w_resume(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    dropAll();
    caller = 0;
    push(activation, stopWaiting(activation));
    const isNew = isNewlyMet(value) && !isSettled(value);
    record(site, activation, value);
    if (isNew) meet(site, value);
    return value;
  },
  __w_resumeUntold(site: number, activation: number, value: unknown): unknown {
    if (watchedCount[0] !== 0) compareNow(site);
    dropAll();
    caller = 0;
    push(activation, stopWaiting(activation));
    recordTag(site, activation, Tag.untold);
    return value;
  },
  /** It goes on behind a `yield`: somebody has asked for more. */
  __w_goOn(site: number, activation: number, value: unknown): unknown {
    goOnAsked(site, activation, activityProbes.__w_goOn);
    record(site, activation, value);
    return value;
  },
  __w_goOnUntold(site: number, activation: number, value: unknown): unknown {
    goOnAsked(site, activation, activityProbes.__w_goOnUntold);
    recordTag(site, activation, Tag.untold);
    return value;
  },
  /** A scope is entered: its number, and that of the scope around. */
  __w_scopeEntered(site: number, scope: number, around: number): number {
    record(site, scope, around);
    return scope;
  },
  /** The scope around a function that has none of its own. */
  __w_around(site: number, activation: number, around: number): void {
    record(site, activation, around);
  },
  /** The arguments of a constructor, to be spread: nothing of the program runs. */
  __w_given(values: ArrayLike<unknown>): Iterable<unknown> {
    let at = 0;
    const next = (): IteratorResult<unknown> =>
      at < values.length ? { done: false, value: values[at++] } : { done: true, value: undefined };
    return { [Symbol.iterator]: () => ({ next }) };
  },
  __w_catch(site: number, activation: number, value: unknown): void {
    if (watchedCount[0] !== 0) compareNow(site);
    if (isObject(value)) {
      if (!waiting.has(activation)) tellUnseenThrow(value, activation);
      // What is awaited was rejected elsewhere.
      else if (!yielding.has(activation)) {
        dropAll();
        tellRejection(value);
      }
    }
    noteHandled(activation, yielding.has(activation));
    dropTo(activation);
    thrownIn = 0;
    forgetPassed();
    const isNew = isNewlyMet(value);
    if (value === none) recordTag(site, activation, Tag.absent);
    else record(site, activation, value);
    if (isNew) meet(site, value);
  },
  /** A `finally` block begins: whether its activation had been left. One that waited goes on here when it is ended, or what it awaits is rejected. */
  __w_last(site: number, activation: number): boolean {
    if (watchedCount[0] !== 0) compareNow(site);
    const isLeft = !waiting.has(activation) && !isRunning(activation);
    if (!isLeft && activation !== 0) keepPassed(activation);
    if (thrownIn !== 0 || (top !== activation && isRunning(activation))) thrownIn = activation;
    dropTo(activation);
    record(site, activation, isLeft);
    return isLeft;
  },
  /** The same of an asynchronous generator. */
  __w_lastAsync(site: number, activation: number): boolean {
    noteLastBegins(activation, yielding.has(activation));
    return activityProbes.__w_last(site, activation);
  },
  /** Control has come to the end of such a block. */
  __w_lastEnds: noteLastEnds,
};

/**
 * Activations that have ended by an exception of which a `finally` block has taken notice on its way, the sites of their entries, and the
 * activations that have the blocks; innermost last. They are forgotten with the latter.
 */
const passed: number[] = [];
const passedEntries: number[] = [];
const passedIn: number[] = [];
let passedCount = 0;
const mostPassed = 4096;

/** At the beginning of a `finally` block: those above its activation have ended. */
function keepPassed(activation: number): void {
  const from = placeOf(activation);
  if (from === depth - 1) return;
  if (passedCount > mostPassed) passedCount = 0;
  for (let at = from + 1; at < depth; at++) {
    passed[passedCount] = activations[at] ?? 0;
    passedEntries[passedCount] = entries[at] ?? 0;
    passedIn[passedCount] = activation;
    passedCount++;
  }
}

/** Forgets the exceptions that `finally` blocks have noticed in activations that do not run any more. */
function forgetPassed(): void {
  while (passedCount > 0 && !isRunning(passedIn[passedCount - 1] ?? 0)) passedCount--;
}

/**
 * Activations that have ended without telling, as by an exception that rejected the promise of an async function, and the sites of their entries;
 * oldest first.
 */
const lost: number[] = [];
const lostEntries: number[] = [];
let lostCount = 0;
const mostLost = 256;
/** The entries of functions of which one was forgotten: nobody knows any more whose exception one is. */
const forgottenEntries = new OwnSet<number>();

/** The activations from one on are about to be dropped. */
function noteLost(from: number): void {
  for (let at = from; at < depth; at++) {
    if (lostCount === mostLost) {
      forgottenEntries.add(lostEntries[0] ?? 0);
      takeLost(0);
    }
    lost[lostCount] = activations[at] ?? 0;
    lostEntries[lostCount] = entries[at] ?? 0;
    lostCount++;
  }
}

/** Tells of an exception that no probe has seen and that has rejected a promise, where only one activation can have thrown it. */
function tellRejection(value: object): void {
  if (lostCount === 0) return;
  const place = unseenThrow(value);
  const entry = place === null ? 0 : entryAround(place.path, place.offset);
  if (place === null || entry === 0 || forgottenEntries.has(entry)) return;
  let found = -1;
  for (let at = 0; at < lostCount; at++) {
    if (lostEntries[at] !== entry) continue;
    if (found >= 0) return;
    found = at;
  }
  if (found < 0) return;
  recordUnseen(place, takeLost(found), value);
}

/** Takes one of them out of the list. */
function takeLost(index: number): number {
  const activation = lost[index] ?? 0;
  lostCount--;
  for (let at = index; at < lostCount; at++) {
    lost[at] = lost[at + 1] ?? 0;
    lostEntries[at] = lostEntries[at + 1] ?? 0;
  }
  return activation;
}

/** Nobody has caught an exception, which ends the program or is handed to it by Node. */
export function tellUncaught(value: unknown): void {
  if (isObject(value)) tellUnseenThrow(value, 0);
  thrownIn = everywhere;
}

/** No function of the program runs any more: exceptions have ended those that did. */
function endAll(): void {
  if (depth === 0) return;
  recordTag(0, 0, Tag.caller);
  dropAll();
  caller = 0;
}

/**
 * Looks at the stack where an exception may have ended what ran, and a native, the language or Node calls a function. Natives may have caught it.
 * To make an exception costs as much.
 */
function lookBelow(probe: Probe): void {
  // The program itself has announced the call.
  if (thrownIn !== everywhere && (thrownIn !== top || caller > 0)) return;
  thrownIn = 0;
  const below = runningBelow(probe);
  if (below === 'nobody') return endAll();
  if (below === null || below.entry === 0) return;
  for (let at = depth - 1; at >= 0; at--) {
    if (entries[at] !== below.entry) continue;
    const running = activations[at] ?? 0;
    if (at === depth - 1) return;
    noteLost(at + 1);
    dropFrom(at + 1);
    caller = 0;
    return recordTag(below.site, running, Tag.absent);
  }
}

/** Tells of an exception that no probe has seen, in the activation that runs the function where it was thrown; `from`: one that is below it, or itself. */
function tellUnseenThrow(value: object, from: number): void {
  const place = unseenThrow(value);
  if (place === null) return;
  const entry = entryAround(place.path, place.offset);
  for (let at = depth - 1; entry !== 0 && at >= 0; at--) {
    const activation = activations[at] ?? 0;
    if (entries[at] === entry) return recordUnseen(place, activation, value);
    if (activation === from) break;
  }
  for (let at = passedCount - 1; entry !== 0 && at >= 0; at--)
    if (passedEntries[at] === entry) return recordUnseen(place, passed[at] ?? 0, value);
}

function recordUnseen({ result, site }: ThrowSite, activation: number, value: object): void {
  tellThrown(result, value);
  record(site, activation, value);
}

type Probe = (...values: never[]) => unknown;

function enter(site: number, activation: number, receiver: unknown, given: ArrayLike<unknown> | undefined, probe: Probe): number {
  if (thrownIn !== 0) lookBelow(probe);
  if (watchedCount[0] !== 0) compareNow(site);
  const left = budgets[site] ?? 0;
  if (left <= 0) return enterBare(site, activation);
  const calling = callingSite(site, isAsked(site) ? 'asked' : caller > 0 ? 'direct' : 'again', probe);
  // A promise hands over by what it was rejected.
  if (lostCount !== 0 && depth === 0 && given !== undefined && isObject(given[0])) tellRejection(given[0]);
  if (calling !== 0) recordTag(calling, activation, Tag.caller);
  if (receiver !== none) record(site, activation, receiver);
  else {
    budgets[site] = left - 1;
    recordTag(site, activation, Tag.absent);
  }
  const met = given === undefined ? null : recordArguments(site + 1, activation, given);
  push(activation, site);
  caller = 0;
  for (let at = 0; met !== null && at < met.length; at++) meet(site, met[at] as object);
  return activation;
}

/** An activation waits, and is left. */
function wait(site: number, activation: number): void {
  waiting.set(activation, leave(activation));
  if (!isYield(site)) return;
  yielding.add(activation);
  forgetEnd(activation);
}

/** Whether an activation has ended by an exit that was told. */
function isOver(activation: number): boolean {
  return !waiting.has(activation) && !isRunning(activation);
}

/** The body of an asynchronous generator is left. */
function overAsync(site: number, activation: number, isUntold: boolean): void {
  if (isOver(activation)) return forgetEnd(activation);
  const end = endOfAsync(activation, waiting.has(activation));
  if (end !== null) tellEnd(site, activation, end, isUntold);
}

/** Tells of the end of a generator that was asked to end; `isUntold`: what it returns is not recorded. */
export function tellEnd(site: number, activation: number, { isThrown, isKnown, value }: GeneratorEnd, isUntold: boolean): void {
  if (isThrown) record(site + 1, activation, value);
  else if (isKnown && !isUntold) record(site, activation, value);
  else recordTag(site, activation, Tag.untold);
  leave(activation);
  stopWaiting(activation);
}

/** The site of the call that the running activation makes, or has made last; 0: of none. */
function lastCall(): number {
  return caller < 0 ? -caller : caller;
}

/** The site of what calls the function that has called `probe`; 0: it is not known, or Node. */
function callingSite(site: number, calling: Calling, probe: Probe): number {
  const last = lastCall();
  if (depth === 0) return last;
  const seen = seenCaller(probe, site, last, entries[depth - 1] ?? 0, calling, hasBegun);
  if (seen !== 'nobody') return seen ?? last;
  endAll();
  return 0;
}

/** Beyond the budget of its function a call is kept only where something happens in it: until then it is pending. */
function enterBare(site: number, activation: number): number {
  if (--untilLook === 0) lookAtClock();
  const at = depth;
  pendingRows[0] = (pendingRows[0] ?? 0) + (caller === 0 ? 1 : 2);
  activations[at] = activation;
  entries[at] = site;
  callers[at] = caller > 0 ? -caller : caller;
  depth = at + 1;
  top = activation;
  caller = 0;
  return activation;
}

/** Such calls between two looks at the clock. */
const callsBetween = 256;
let untilLook = callsBetween;

function lookAtClock(): void {
  untilLook = callsBetween;
  shipInTime();
}

/** Records the calls that are pending. */
function tellBareCalls(): void {
  for (; told < depth; told++) {
    const activation = activations[told] ?? 0;
    const calling = callers[told] ?? 0;
    if (calling !== 0) recordTag(calling < 0 ? -calling : calling, activation, Tag.caller);
    recordTag(entries[told] ?? 0, activation, Tag.untold);
  }
}

/** The running activation ends, and is forgotten: its function was called often, and nothing has happened in it. */
function forget(): void {
  const at = depth - 1;
  const before = callers[at] ?? 0;
  pendingRows[0] = (pendingRows[0] ?? 0) - (before === 0 ? 1 : 2);
  countForgotten(entries[at] ?? 0, eventCount());
  forgetActivation(top);
  depth = at;
  top = at > 0 ? (activations[at - 1] ?? -1) : -1;
  caller = before;
}

function from(site: number, activation: number): void {
  if (activation !== 0 && activation !== top) goOn(site, activation);
  caller = site;
}

/** Whether a function runs, or waits, that is entered at a site; where none is known, too. */
function hasBegun(entry: number): boolean {
  let isFound = entry === 0;
  for (let at = depth - 1; !isFound && at >= 0; at--) isFound = entries[at] === entry;
  if (!isFound) waiting.forEach((other) => void (isFound ||= other === entry));
  return isFound;
}

/** A generator goes on; `probe` has been told so. */
function goOnAsked(site: number, activation: number, probe: (...values: never[]) => unknown): void {
  if (thrownIn !== 0) lookBelow(probe);
  if (watchedCount[0] !== 0) compareNow(site);
  const calling = callingSite(site, 'resumed', probe);
  if (calling !== 0) recordTag(calling, activation, Tag.caller);
  push(activation, stopWaiting(activation));
  caller = 0;
}

/** Records what a call is given; the objects that the recording meets there for the first time, null: there are none. */
function recordArguments(site: number, activation: number, given: ArrayLike<unknown>): readonly object[] | null {
  if (given.length === 0) countBeyond(site);
  const secrets = secretArgumentsOf(site);
  let met: object[] | null = null;
  for (let index = 0; index < given.length; index++) {
    const value = given[index];
    if (value === none) continue;
    if (isNewlyMet(value)) (met ??= emptyList())[met.length] = value;
    recordKeyedShipped(site, activation, argumentKey(index), value, secrets?.has(index) === true);
  }
  return met;
}

const argumentKeys: number[] = [];

function argumentKey(index: number): number {
  return (argumentKeys[index] ??= textNumber(`argument ${index}`));
}

function push(activation: number, entry = 0): void {
  if (pendingRows[0] !== 0) writePending();
  activations[depth] = activation;
  entries[depth] = entry;
  callers[depth] = caller > 0 ? -caller : caller;
  depth++;
  told = depth;
  top = activation;
}

/** The activations from one on have ended: control is in the one below. */
function pop(at: number): void {
  dropFrom(at);
  caller = callers[at] ?? 0;
}

function dropFrom(at: number): void {
  if (pendingRows[0] !== 0) writePending();
  depth = at;
  if (told > at) told = at;
  top = at > 0 ? (activations[at - 1] ?? -1) : -1;
}

function dropAll(): void {
  noteLost(0);
  dropFrom(0);
}

/** An activation is left, and with it all above: the site of its entry. */
function leave(activation: number): number {
  // What a `finally` block returns takes the place of the exception.
  while (passedCount > 0 && passedIn[passedCount - 1] === activation) passedCount--;
  for (let at = depth - 1; at >= 0; at--) {
    if (activations[at] !== activation) continue;
    noteLost(at + 1);
    pop(at);
    return entries[at] ?? 0;
  }
  return 0;
}

function stopWaiting(activation: number): number {
  const entry = waiting.get(activation) ?? 0;
  waiting.delete(activation);
  yielding.delete(activation);
  noteGoingOn(activation);
  return entry;
}

/** Where an activation is among those that run; -1: it does not. */
function placeOf(activation: number): number {
  let at = depth - 1;
  while (at >= 0 && activations[at] !== activation) at--;
  return at;
}

function isRunning(activation: number): boolean {
  return placeOf(activation) >= 0;
}

/** Control is in an activation: those above it have ended by an exception that nobody has seen, or it goes on after a rejection. */
function dropTo(activation: number): void {
  if (activation === 0) return;
  // Behind a rejection nothing else runs: what is still noted has ended by an exception.
  if (waiting.has(activation) && !yielding.has(activation)) dropAll();
  const entry = stopWaiting(activation);
  if (top !== activation && isRunning(activation)) while (top !== activation) dropFrom(depth - 1);
  if (top !== activation) push(activation, entry);
  caller = 0;
}

function goOn(site: number, activation: number): void {
  if (activation === 0) return;
  if (isRunning(activation)) noteLost(placeOf(activation) + 1);
  dropTo(activation);
  recordTag(site, activation, Tag.absent);
}

/** The activations that run and are recorded, outermost first. */
export function runningActivations(): readonly number[] {
  return newArray(told, (index) => activations[index] ?? 0);
}
