import { types } from 'node:util';
import { behind, writing } from './proxies.js';
import { isObject } from './identity.js';
import { apply, getOwnPropertyDescriptor, getPrototypeOf, isExtensible } from './intrinsics.js';
import { ownWork } from './ownWork.js';

/**
 * Whether a store to a property changes nothing: it is read-only, cannot be added, or is an accessor. Asked only of objects that are
 * marked as restricted: those that were frozen or sealed, or got a property that cannot be written; and Proxies.
 */
export function isRefused(owner: object, name: PropertyKey | undefined): boolean {
  if (name === undefined) return false;
  const holder = behind(owner, writing);
  if (holder !== owner) return holder === null || isRefused(holder, name); // a trap does as it likes
  const descriptor = getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined) return !isExtensible(owner);
  return descriptor.writable !== true;
}

/** `isRefused` of any object: a property that it does not have itself may be read-only or an accessor in its prototypes, too. */
export function isRefusedAnywhere(owner: object, name: PropertyKey): boolean {
  if (types.isProxy(owner)) return isRefused(owner, name);
  const own = getOwnPropertyDescriptor(owner, name);
  if (own !== undefined) return own.writable !== true;
  if (!isExtensible(owner)) return true;
  // A Proxy among the prototypes does as it likes.
  for (let at = getPrototypeOf(owner); at !== null && !types.isProxy(at); at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return descriptor.writable !== true;
  }
  return false;
}

/** Whether `delete` takes a property away. */
export function canBeDeleted(owner: object, name: PropertyKey): boolean {
  // None of the program's exceptions.
  return ownWork(() => {
    try {
      return getOwnPropertyDescriptor(owner, name)?.configurable === true;
    } catch {
      return false; // what a module exports has no value yet
    }
  });
}

/** The elements of typed arrays hold numbers of one kind: what a store makes of a value; undefined where it throws. */
export function storedElement(owner: object, value: unknown): unknown {
  const kind: unknown = apply(kindOf, owner, []);
  const scratch = typeof kind === 'string' ? scratches[kind] : undefined;
  if (scratch === undefined || typeof value === 'symbol' || isObject(value)) return value;
  const isBig = typeof scratch[0] === 'bigint';
  if (isBig ? value === undefined || value === null || typeof value === 'number' : typeof value === 'bigint') return undefined; // the store throws
  if (typeof value === 'string' && isBig) return ownWork(() => bigOf(scratch, value));
  scratch[0] = value as number;
  return scratch[0];
}

function bigOf(scratch: (number | bigint)[], text: string): unknown {
  try {
    scratch[0] = text as unknown as bigint;
    return scratch[0];
  } catch {
    return undefined; // the store throws too
  }
}

/** `Symbol.toStringTag` of typed arrays is a getter that no program can change for one of them. */
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
const kindOf = getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)?.get ?? (() => undefined);

const scratches = Object.assign(
  Object.create(null) as Record<string, (number | bigint)[] | undefined>,
  Object.fromEntries(
    [
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float32Array,
      Float64Array,
      BigInt64Array,
      BigUint64Array,
    ].map((Kind) => [Kind.name, new Kind(1)]),
  ),
);
