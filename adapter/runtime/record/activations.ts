import type { KeptEvents } from '../../events/rows.js';
import { mostBegun } from '../../events/begun.js';
import { idOf } from '../realm/identity.js';
import { OwnMap } from '../realm/intrinsics.js';
import { beginBlock, Counter, following } from '../realm/numbers.js';

let newest = beginBlock(Counter.activations);

/** The functions that instrumented code calls. */
export const activationProbes = {
  /** Numbers an activation that begins. */
  __w_activation(): number {
    return (newest = following(Counter.activations, newest));
  },
  /** The activation of a function that has this list of arguments. */
  __w_activationOf(list: object): number {
    const id = idOf(list);
    return activationOf(id) ?? beginActivation(id);
  },
  /** How many activations have begun. */
  __w_begun(): number {
    return newest;
  },
};

/** An activation has ended of which nobody knows: the next one has its number, if it was the last and no list of arguments leads to it. */
export function forgetActivation(activation: number): void {
  if (activation === newest && activation > newestOfLists) newest--;
}

/** The activations that have begun since there were `begun`, as one number. */
export function begunSince(begun: number): number {
  return begun * mostBegun + (newest - begun < mostBegun ? newest - begun : 0);
}

/** Activations that are known by their `arguments`, by the number of that object. */
const byArguments = new OwnMap<number, number>();
let newestOfLists = 0;

/** The activation whose `arguments` has this number. */
export function activationOf(list: number): number | undefined {
  return byArguments.get(list);
}

/** All lists of arguments, with their activations. */
export function allLists(): KeptEvents['lists'] {
  const all: (readonly [number, number])[] = [];
  byArguments.forEach((activation, list) => void (all[all.length] = [list, activation]));
  return all;
}

function beginActivation(list: number): number {
  newest = following(Counter.activations, newest);
  byArguments.set(list, newest);
  newestOfLists = newest;
  return newest;
}

/** The number of parameters that were recorded as bound, by activation. */
const told = new OwnMap<number, number>();

/** Whether a parameter, the how-many-th that is asked for, has not been told as bound before. */
export function isFirstToTell(scope: number, index: number): boolean {
  if (index < (told.get(scope) ?? 0)) return false;
  told.set(scope, index + 1);
  return true;
}

/** All parameters are bound. */
export function endOfParameters(scope: number): void {
  told.delete(scope);
}
