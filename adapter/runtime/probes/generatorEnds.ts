import { types } from 'node:util';
import { getOwnPropertyDescriptor, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { isObject } from '../realm/identity.js';
import { inEachRealm, type Realm } from '../realm/realms.js';
import { wrap } from './natives.js';

/**
 * Generators that `return()` or `throw()` ends from outside, where they wait. Loops and patterns that want no more call `return` themselves. What
 * stands in for both methods knows what is asked, and the end of a generator's body which activation it is.
 */

/** A call of `return` or `throw` of a generator that has not returned. `activation`: the one whose body was left last in it, by no exit; 0: none. */
interface Asked {
  readonly isThrown: boolean;
  readonly value: unknown;
  readonly isAsync: boolean;
  isTaken: boolean;
  activation: number;
  site: number;
  isUntold: boolean;
}

/** How a generator ends. `value`: the exception, or what is returned, which `isKnown` or not. */
export interface GeneratorEnd {
  readonly isThrown: boolean;
  readonly isKnown: boolean;
  readonly value: unknown;
}

/** Tells the end of an activation; `site`: of the end by `return()`, before that of the end by `throw()`. */
type Tell = (site: number, activation: number, end: GeneratorEnd, isUntold: boolean) => void;

let asked: Asked | null = null;

/** Whether a waiting asynchronous generator may be thrown at later: then nobody knows how one ends that nobody asks at that time. */
let isThrowPending = false;

/** Begins to see who ends generators. */
export function watchGeneratorEnds(tell: Tell): void {
  inEachRealm((realm) => watchEnds(realm, tell));
}

function watchEnds(realm: Realm, tell: Tell): void {
  const [generators, asyncGenerators] = [realm.own('%GeneratorPrototype%'), realm.own('%AsyncGeneratorPrototype%')];
  const names = ['return', 'throw'];
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const isThrown = name === 'throw';
    wrap(generators, name, (_self, values, call) => {
      const own: Asked = { isThrown, value: values[0], isAsync: false, isTaken: false, activation: 0, site: 0, isUntold: false };
      const around = asked;
      asked = own;
      let result: unknown;
      try {
        result = call();
      } catch (error) {
        if (own.activation !== 0) tell(own.site, own.activation, { isThrown: true, isKnown: true, value: error }, own.isUntold);
        throw error;
      } finally {
        asked = around;
      }
      if (own.activation !== 0 && ownValue(result, 'done') === true)
        tell(own.site, own.activation, { isThrown: false, isKnown: true, value: ownValue(result, 'value') }, own.isUntold);
      return result;
    });
    wrap(asyncGenerators, name, (_self, values, call) => {
      const own: Asked = { isThrown, value: values[0], isAsync: true, isTaken: false, activation: 0, site: 0, isUntold: false };
      const around = asked;
      asked = own;
      try {
        return call();
      } finally {
        asked = around;
        // What `return` is given may be a promise that is rejected.
        if (!own.isTaken && (isThrown || isObject(own.value))) isThrowPending = true;
      }
    });
  }
}

/** The value of a property that an object has itself; nothing of the program runs. */
function ownValue(of: unknown, name: string): unknown {
  return !isObject(of) || types.isProxy(of) ? undefined : getOwnPropertyDescriptor(of, name)?.value;
}

/** The body of a generator is left; 0: by an exit, which was told. What asks for it tells the end when it has returned. */
export function noteBodyLeft(site: number, activation: number, isUntold = false): void {
  if (asked === null || asked.isAsync) return;
  asked.activation = activation;
  asked.site = site;
  asked.isUntold = isUntold;
}

/** How the asynchronous generators end of which a `finally` block runs, and whether control has come to the end of that block. */
const ending = new OwnMap<number, { readonly end: GeneratorEnd; isSure: boolean }>();

/** Those that wait at `yield*`: they may end by what they have handed over to. */
const handing = new OwnSet<number>();

/** An asynchronous generator has handed over. */
export function noteHandingOver(activation: number): void {
  handing.add(activation);
}

/** It goes on. */
export function noteGoingOn(activation: number): void {
  if (handing.size !== 0) handing.delete(activation);
}

/** How an asynchronous generator ends that leaves a `yield` at which it waits; null: that is not known. */
function takeEnd(activation: number): GeneratorEnd | null {
  if (handing.has(activation)) return null;
  if (asked !== null && asked.isAsync && !asked.isTaken) {
    asked.isTaken = true;
    return { isThrown: asked.isThrown, isKnown: true, value: asked.value };
  }
  return isThrowPending ? null : { isThrown: false, isKnown: false, value: undefined };
}

/** A `finally` block of an asynchronous generator begins. `isWaiting`: it has waited at `yield`. */
export function noteLastBegins(activation: number, isWaiting: boolean): void {
  const end = isWaiting ? takeEnd(activation) : null;
  if (end !== null) ending.set(activation, { end, isSure: false });
  else if (ending.size !== 0) ending.delete(activation);
}

/** Control has come to the end of the block: what has begun it goes on. */
export function noteLastEnds(activation: number): void {
  const known = ending.size === 0 ? undefined : ending.get(activation);
  if (known !== undefined) known.isSure = true;
}

/** It ends otherwise, or not yet. */
export function forgetEnd(activation: number): void {
  if (ending.size !== 0) ending.delete(activation);
}

/** A handler has what `throw()` has brought. */
export function noteHandled(activation: number, isWaiting: boolean): void {
  if (isWaiting && asked !== null && asked.isAsync) asked.isTaken = true;
  forgetEnd(activation);
}

/** The end of an asynchronous generator whose body is left by no exit that was told; null: it is not known. */
export function endOfAsync(activation: number, isWaiting: boolean): GeneratorEnd | null {
  const known = ending.size === 0 ? undefined : ending.get(activation);
  forgetEnd(activation);
  if (isWaiting) return takeEnd(activation);
  return known !== undefined && known.isSure ? known.end : null;
}
