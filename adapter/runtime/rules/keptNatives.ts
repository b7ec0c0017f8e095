import { isObject } from '../realm/identity.js';
import { emptyList, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, ownKeys, OwnMap } from '../realm/intrinsics.js';

/** An object of the language, and what it led to before the program began. */
interface KeptNative {
  readonly object: object;
  readonly keys: readonly PropertyKey[];
  /** By key: values, or getters, and setters. */
  readonly first: readonly unknown[];
  readonly second: readonly unknown[];
  readonly prototype: object | null;
}

const natives = emptyList<KeptNative>();
let isKnownChanged = false;

/** Keeps what objects, texts and numbers inherit from the language, by whatever names: the program is about to begin. */
export function keepNatives(): void {
  const found = new OwnMap<object, true>();
  const add = (value: unknown): void => {
    if (!isObject(value) || value === globalThis || found.has(value)) return;
    found.set(value, true);
    const native = kept(value);
    natives[natives.length] = native;
    for (let at = 0; at < native.keys.length; at++) {
      add(native.first[at]);
      add(native.second[at]);
    }
    add(native.prototype);
  };
  for (let at = 0; at < roots.length; at++) add(roots[at]);
}

/** Whether the program has given any of it another function or object. */
export function areNativesChanged(): boolean {
  for (let at = 0; at < natives.length && !isKnownChanged; at++) {
    const before = natives[at];
    isKnownChanged = before !== undefined && isAnother(before, kept(before.object));
  }
  return isKnownChanged;
}

const { getPrototypeOf: prototypeOf } = Object;

/** Prototypes of literals and of what natives give: their constructors come with them. */
const roots: readonly unknown[] = [
  {},
  [],
  () => undefined,
  '',
  0,
  true,
  Symbol(),
  0n,
  /./,
  new Map(),
  new Set(),
  new WeakMap(),
  new WeakSet(),
  new Date(),
  new Error(),
  new TypeError(),
  Promise.resolve(),
  new Map().keys(),
  new Set().keys(),
  [].keys(),
  ''.matchAll(/./g),
  new Int8Array(),
  new ArrayBuffer(0),
  (function* () {})(),
  async () => undefined,
].map((example) => prototypeOf(example) as unknown);

function kept(object: object): KeptNative {
  const keys = ownKeys(object);
  const first = emptyList<unknown>();
  const second = emptyList<unknown>();
  for (let at = 0; at < keys.length; at++) {
    const descriptor = getOwnPropertyDescriptor(object, keys[at] ?? '') ?? {};
    first[at] = leading(hasOwn(descriptor, 'get') ? descriptor.get : descriptor.value);
    second[at] = hasOwn(descriptor, 'set') ? leading(descriptor.set) : null;
  }
  return { object, keys, first, second, prototype: getPrototypeOf(object) };
}

/** Primitives lead nowhere. */
const leading = (value: unknown): unknown => (isObject(value) ? value : null);

function isAnother(before: KeptNative, now: KeptNative): boolean {
  if (before.prototype !== now.prototype) return true;
  for (let at = 0; at < now.keys.length; at++) {
    const key = now.keys[at] ?? '';
    const first = now.first[at];
    const second = now.second[at];
    if (first === null && second === null) continue;
    const place = before.keys[at] === key ? at : indexOf(before.keys, key);
    if (place < 0 || before.first[place] !== first || before.second[place] !== second) return true;
  }
  return false;
}

function indexOf(keys: readonly PropertyKey[], key: PropertyKey): number {
  for (let at = 0; at < keys.length; at++) if (keys[at] === key) return at;
  return -1;
}
