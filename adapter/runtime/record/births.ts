import { isOfOutcomes, isSettled, noteSettled } from '../realm/combinators.js';
import { isMarked, isObject } from '../realm/identity.js';
import { emptyList, isArray } from '../realm/intrinsics.js';
import { isIteratorOfLanguage } from '../realm/iterators.js';
import { hasBeenSeen, isFresh, isLoaded, noteFresh, readAlong, see } from './sights.js';
import { closeBudget, countBeyond, isCall, isLastOf, isUsedUp } from '../rows/sites.js';
import { eachPart, makePart, makeWhole } from './wholes.js';

type Put = (site: number, owner: object, value: unknown) => void;

let put: Put = () => {};
let tellBirth: (site: number, object: object, isOurs: boolean) => void = () => {};
let meet: (site: number, objects: readonly object[]) => void = () => {};

/**
 * Has what objects came into being with be told; `isOurs`: no code that is not seen has made them. `tellMet`: the same of those that have come
 * from such code.
 */
export function onBirth(record: Put, tell: typeof tellBirth, tellMet: typeof meet): void {
  put = record;
  tellBirth = tell;
  meet = tellMet;
}

let areReturnsSeen = false;

/** A recording is made: the probes of what functions return see it. */
export function seeReturns(): void {
  areReturnsSeen = true;
}

/** Whether passages go by at which objects were seen before: then nobody knows whether a call has made what it returns. */
let areSomeUnseen = false;

const noNames: readonly string[] = [];

function noteUsedUp(site: number): void {
  areSomeUnseen ||= isUsedUp(site);
}

/** Where objects come into being, and where they are first seen. */
export const birthProbes = {
  /** An expression has made an object, or a call has returned one; `root` and `names`: what it was a method of. */
  __w_made(site: number, value: unknown, root?: unknown, ...names: readonly string[]): unknown {
    return made(site, value, root, names);
  },
  /** A method called `next` has returned. What the iterators of the language give is made there, with what it holds: told at the site after. */
  __w_nextMade(site: number, value: unknown, root?: unknown, ...names: readonly string[]): unknown {
    if (isObject(value) && !isMarked(value) && !hasBeenSeen(value) && isIteratorOfLanguage(readAlong(root, names))) {
      noteFresh(value);
      tellBirth(site + 1, value, true);
    }
    return made(site, value, root, names);
  },
  /** The value of `await Promise.all(…)`, in the moment it is there. */
  __w_settling(value: unknown, holder: unknown, name: string): unknown {
    noteSettled(value, holder, name);
    return value;
  },
  /** The same when its function goes on: the array was made with its elements, which may have come from code that is not seen. */
  __w_settled(site: number, value: unknown): void {
    if (!isSettled(value) || !isArray(value)) return;
    const parts = emptyList<object>();
    const outcomes = emptyList<object>();
    for (let at = 0; at < value.length; at++) {
      const part: unknown = value[at];
      if (!isObject(part)) continue;
      if (isOfOutcomes(value) && !hasBeenSeen(part)) {
        outcomes[outcomes.length] = part;
        eachPart(part, (held) => addUnmarked(parts, held));
      } else addUnmarked(parts, part);
    }
    tellBirth(site + 1, value, true);
    put(site, value, value);
    see(value);
    for (let at = 0; at < outcomes.length; at++) {
      const outcome = outcomes[at] as object;
      makePart(value, outcome);
      tellBirth(site + 1, outcome, true);
      see(outcome);
    }
    if (parts.length > 0) meet(site, parts);
  },
  /** `new` has made an object, by code that may not be seen: what it holds and nobody has told is told at the site after. */
  __w_new(site: number, value: unknown): unknown {
    if (isObject(value) && !isMarked(value)) tellBirth(site + 1, value, false);
    return made(site, value, undefined, noNames);
  },
  /** The same of `this`, when `super` has returned. */
  __w_super(site: number, value: unknown, made: object): unknown {
    if (!isMarked(made)) tellBirth(site, made, false);
    return value;
  },
  /** A call is given a value, or (no site) a function returns it. */
  __w_seen(site: number, value: unknown): unknown {
    if (site === 0) see(value);
    else birthProbes.__w_sight(site, value);
    return value;
  },
  /** Something has come in that is seen by its name from now on. */
  __w_sight(site: number, value: unknown): void {
    if (!isObject(value)) return;
    if (hasBeenSeen(value)) countBeyond(site);
    else {
      see(value);
      const isNew = !isMarked(value);
      put(site, value, value);
      if (isNew) meet(site, [value]);
    }
    noteUsedUp(site);
  },
  /** A function of a recorded program returns a value, which whoever returns it next has not made. */
  __w_returned(site: number, value: unknown): void {
    if (!areReturnsSeen || !isObject(value)) return;
    see(value);
    areSomeUnseen ||= isLastOf(site);
  },
  /** The rest of a pattern has made an object. */
  __w_rest(site: number, value: unknown): void {
    if (!isObject(value)) return;
    see(value);
    tellBirth(site, value, true);
  },
};

function addUnmarked(objects: object[], value: unknown): void {
  if (isObject(value) && !isMarked(value)) objects[objects.length] = value;
}

function made(site: number, value: unknown, root: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  if (isCall(site)) {
    see(readAlong(root, names));
    if (!isLoaded(value)) return value;
    // Whoever has been given an object that was there may return it.
    if (!isFresh(value) && (areSomeUnseen || hasBeenSeen(value))) {
      if (hasBeenSeen(value)) countBeyond(site);
      else closeBudget(site);
      return value;
    }
    const isNew = !isMarked(value);
    put(site, value, value);
    if (isNew) meet(site, makeWhole(value));
  } else put(site, value, value);
  see(value);
  noteUsedUp(site);
  return value;
}
