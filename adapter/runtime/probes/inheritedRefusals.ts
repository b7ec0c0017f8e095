import { types } from 'node:util';
import { getOwnPropertyDescriptor, getPrototypeOf, newBytes } from '../realm/intrinsics.js';
import { nameOf } from '../rows/keyNames.js';
import { isDefining } from '../rows/sites.js';
import { keyNumber } from '../rows/values.js';

/**
 * Stores to a property that an object inherits as read-only: they change nothing. Only prototypes tell, which are looked at where some object of
 * the program has such a property.
 */
const mostKeys = 1 << 21;
const readOnly = newBytes(mostKeys);

/** Some object has a read-only property of this name from now on. */
export function noteReadOnly(name: PropertyKey): void {
  const key = keyNumber(name);
  if (key >= 0 && key < mostKeys) readOnly[key] = 1;
}

/** Whether an object may inherit a read-only property of this key, which is no element's. */
export const mayBeReadOnly = (key: number): boolean => readOnly[key] === 1;

/** Whether a store to an object changes nothing, as it inherits the property that the store names. What a class defines becomes its own. */
export function isRefusedByPrototypes(site: number, owner: object, key: number): boolean {
  const name = nameOf(key);
  if (name === undefined || isDefining(site)) return false;
  try {
    return inheritsReadOnly(owner, name);
  } catch {
    return false; // what a module exports has no value yet
  }
}

function inheritsReadOnly(owner: object, name: PropertyKey): boolean {
  // A Proxy does as it likes.
  for (let at: object | null = owner; at !== null && !types.isProxy(at); at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return at !== owner && descriptor.writable === false;
  }
  return false;
}
