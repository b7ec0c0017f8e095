import type { KeptEvents } from '../../events/rows.js';
import { types } from 'node:util';
import { idOf, isMarked, isObject } from '../realm/identity.js';
import { emptyList, getOwnPropertyDescriptor, getPrototypeOf, isArray, OwnMap, ownKeys } from '../realm/intrinsics.js';
import { hasBeenSeen } from './sights.js';

const { isProxy } = types;
const plain = Object.prototype;
const list = Array.prototype;

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
    const keys = ownKeys(object);
    for (let index = 0; index < keys.length; index++) {
      const part: unknown = getOwnPropertyDescriptor(object, keys[index] ?? '')?.value;
      if (!isObject(part) || isMarked(part) || hasBeenSeen(part)) continue;
      wholes.set(idOf(part), id);
      pending[pending.length] = part;
    }
  }
  return pending;
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
  return prototype === plain || prototype === null || (isArray(object) && prototype === list);
}
