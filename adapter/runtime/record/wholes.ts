import type { KeptEvents } from '../../events/rows.js';
import { types } from 'node:util';
import { idOf, isMarked, isObject } from '../realm/identity.js';
import { emptyList, getOwnPropertyDescriptor, getPrototypeOf, isArray, OwnMap, ownKeys } from '../realm/intrinsics.js';
import { isListPrototype, isPlainPrototype } from '../realm/realms.js';
import { hasBeenSeen } from './sights.js';

const { isProxy } = types;

/** The number of the object that an object came as a part of, by its own. */
const wholes = new OwnMap<number, number>();

/**
 * An object that native code has made and returned (`JSON.parse`, `structuredClone`, `Object.entries`) was made together with its parts. Returns all of
 * them, itself first.
 */
export function makeWhole(whole: object): readonly object[] {
  const id = idOf(whole);
  const pending = emptyList<object>();
  pending[0] = whole;
  for (let at = 0; at < pending.length; at++) {
    const object = pending[at] as object;
    if (isProxy(object) || !isData(object)) continue;
    eachPart(object, (part) => {
      if (!isObject(part) || isMarked(part) || hasBeenSeen(part)) return;
      wholes.set(idOf(part), id);
      pending[pending.length] = part;
    });
  }
  return pending;
}

/** An object was made together with another one, which nobody has seen before. */
export function makePart(whole: object, part: object): void {
  wholes.set(idOf(part), idOf(whole));
}

/** An array with more elements has no names beside them, when native code has made it; with yet more it has holes, and few elements. */
const mostNamed = 1 << 16;
const mostDense = 1 << 25;

/** Calls an action with what each own property of an object holds; no getter runs. V8 makes a text for each key, which for long arrays takes seconds. */
export function eachPart(object: object, visit: (part: unknown) => void): void {
  const isLong = isArray(object) && object.length > mostNamed && object.length <= mostDense;
  if (isLong) {
    for (let index = 0; index < object.length; index++) visit(getOwnPropertyDescriptor(object, index)?.value);
    return;
  }
  const keys = ownKeys(object);
  for (let at = 0; at < keys.length; at++) visit(getOwnPropertyDescriptor(object, keys[at] ?? '')?.value);
}

/** The number of the object that one was a part of when it was made; null when it was none. */
export function wholeOf(id: number): number | null {
  return wholes.get(id) ?? null;
}

/** All parts, with their wholes. */
export function allWholes(): KeptEvents['wholes'] {
  const all: (readonly [number, number])[] = [];
  wholes.forEach((whole, part) => void (all[all.length] = [part, whole]));
  return all;
}

/** Plain objects and arrays: anything else may lead everywhere. */
function isData(object: object): boolean {
  const prototype = getPrototypeOf(object);
  return prototype === null || isPlainPrototype(prototype) || (isArray(object) && isListPrototype(prototype));
}
