/**
 * The language's own functions as they were before the program began: a program may replace or delete any of them, and what is loaded
 * into it must go on working and be seen by nobody.
 */
const { apply, construct, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys, defineProperty } = Reflect;
const { setPrototypeOf, isFrozen } = Object;
export { isFrozen, apply, construct, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys, defineProperty };

export const { isArray } = Array;
export const { isView } = ArrayBuffer;

const hasOwnMethod = Reflect.get(Object.prototype, 'hasOwnProperty') as Method;
const isEnumerableMethod = Reflect.get(Object.prototype, 'propertyIsEnumerable') as Method;
type Method = (this: unknown, ...values: unknown[]) => unknown;

/** The descriptor of an own property: runs a Proxy's traps. An uninitialised export of a module cannot even be asked about. */
export function hasOwn(object: object, key: PropertyKey): boolean {
  try {
    return apply(hasOwnMethod, object, [key]) as boolean;
  } catch {
    return false;
  }
}

/** `propertyIsEnumerable`, as the language had it. */
export function isEnumerable(object: object, key: PropertyKey): boolean {
  return apply(isEnumerableMethod, object, [key]) as boolean;
}

// A constructor that is not written spreads what it is given, by an iterator that the program may have replaced.

/** Maps and sets that keep their methods, whatever becomes of those that the program has. */
export class OwnMap<K, V> extends Map<K, V> {
  constructor(entries?: Iterable<readonly [K, V]>) {
    super(entries);
  }
}
/** A set that keeps its methods. */
export class OwnSet<T> extends Set<T> {
  constructor(values?: Iterable<T>) {
    super(values);
  }
}
/** A weak map that keeps its methods. */
export class OwnWeakMap<K extends object, V> extends WeakMap<K, V> {
  constructor() {
    super();
  }
}
/** A weak set that keeps its methods. */
export class OwnWeakSet<K extends object> extends WeakSet<K> {
  constructor() {
    super();
  }
}

for (const [own, original] of [
  [OwnWeakMap.prototype, WeakMap.prototype],
  [OwnMap.prototype, Map.prototype],
  [OwnSet.prototype, Set.prototype],
  [OwnWeakSet.prototype, WeakSet.prototype],
] as const) {
  for (const key of ownKeys(original)) {
    const descriptor = getOwnPropertyDescriptor(original, key);
    if (key !== 'constructor' && descriptor !== undefined) defineProperty(own, key, descriptor);
  }
  setPrototypeOf(own, null);
}

/** An array that takes over nothing: a program may have given all arrays read-only elements. */
export function emptyList<T>(): T[] {
  return setPrototypeOf([], null) as T[];
}

const { from: arrayFrom } = Array;

/** An ordinary array, made without anything that the program may have replaced. */
export function newArray<T>(length: number, elementAt: (index: number) => T): T[] {
  return apply(arrayFrom, Array, [{ length }, (_: unknown, index: number) => elementAt(index)]) as T[];
}

/** Whether a text is a number that counts from 0, without leading zeros. */
export function isIndexText(text: string): boolean {
  const { length } = text;
  if (length === 0 || length > 10 || (length > 1 && text[0] === '0')) return false;
  for (let at = 0; at < length; at++) {
    const sign = text[at] ?? '';
    if (sign < '0' || sign > '9') return false;
  }
  return true;
}

/**
 * Numbers in a row, all 0. Nobody shares their memory: V8 counts what is not shared among what it may free, and collects garbage four
 * times before the program begins when a hundred megabytes are made that nobody has written to.
 */
const { Int32Array: Integers, Float64Array: Floats, Uint8Array: Bytes, SharedArrayBuffer: Memory } = globalThis;
export type OwnIntegers = Int32Array<SharedArrayBuffer>;
export type OwnFloats = Float64Array<SharedArrayBuffer>;
export type OwnBytes = Uint8Array<SharedArrayBuffer>;

/** An `Int32Array` of `size` zeros, whose methods the program cannot replace. */
export function newIntegers(size: number): OwnIntegers {
  return new Integers(new Memory(size * 4));
}

/** A `Float64Array` of `size` zeros, whose methods the program cannot replace. */
export function newFloats(size: number): OwnFloats {
  return new Floats(new Memory(size * 8));
}

/** A `Uint8Array` of `size` zeros, whose methods the program cannot replace. */
export function newBytes(size: number): OwnBytes {
  return new Bytes(new Memory(size));
}

/** The same memory as integers. */
export function integersOn(floats: OwnFloats): OwnIntegers {
  return new Integers(floats.buffer);
}

const setMethod = Reflect.get(Integers.prototype, 'set') as Method;

/** Fills the beginning of `to` with all of `from`. */
export function copyInto<T extends OwnIntegers | OwnFloats>(to: T, from: T): T {
  apply(setMethod, to, [from]);
  return to;
}
