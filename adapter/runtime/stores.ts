import { Returned } from './identity.js';
import { apply, getOwnPropertyDescriptor, isExtensible } from './intrinsics.js';

/** Whether any object was restricted: until then no store is looked at twice. */
export let hasRestricted = false;

/** A mark on objects that were frozen or sealed, or got a property that cannot be written: a store to any other is not looked at twice. */
class Restricted extends Returned {
  #isRestricted = true;

  static isMarked(object: object): boolean {
    return #isRestricted in object;
  }
}

/** From now on, stores to the object may be refused. */
export function restrict(object: object): void {
  if (Restricted.isMarked(object)) return;
  try {
    new Restricted(object);
    hasRestricted = true;
  } catch {
    // V8 has a flag by which frozen objects get no private fields: what is stored to them is then checked against what they hold
  }
}

/** Whether a store to a property changes nothing: it is read-only, cannot be added, or is an accessor. */
export function isRefused(owner: object, name: PropertyKey | undefined): boolean {
  if (name === undefined || !Restricted.isMarked(owner)) return false;
  const descriptor = getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined) return !isExtensible(owner);
  return descriptor.writable !== true;
}

/** The elements of typed arrays hold numbers of one kind: what a store makes of a value. */
export function storedElement(owner: object, value: unknown): unknown {
  const kind: unknown = apply(kindOf, owner, []);
  const scratch = typeof kind === 'string' ? scratches[kind] : undefined;
  if (scratch === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) return value;
  scratch[0] = value;
  return scratch[0];
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
