import { isObject, Returned } from '../realm/identity.js';
import { getOwnPropertyDescriptor, getPrototypeOf } from '../realm/intrinsics.js';
import { behind } from '../realm/proxies.js';

/** Objects that have been seen: whatever returns one later has not made it. */
class Seen extends Returned {
  #isSeen = true;

  static has(object: object): boolean {
    return #isSeen in object && (object as Seen).#isSeen;
  }
}

export const hasBeenSeen = (object: object): boolean => Seen.has(object);

export function see(value: unknown): void {
  if (!isObject(value) || Seen.has(value)) return;
  try {
    new Seen(value);
  } catch {
    // V8 has a flag by which frozen objects get no fields
  }
}

/** The exports of modules that are loaded: whoever requires one meanwhile, in a circle, has not made it. */
class Exported extends Returned {
  readonly #module: object;

  constructor(exported: object, module: object) {
    super(exported);
    this.#module = module;
  }

  static isLoaded(object: object): boolean {
    return !(#module in object) || readOwn((object as Exported).#module, 'loaded') !== false;
  }
}

export const isLoaded = (object: object): boolean => Exported.isLoaded(object);

/** A module of CommonJS is about to be compiled. */
export function noteModule(module: object): void {
  const exported = readOwn(module, 'exports');
  if (!isObject(exported) || !isLoaded(exported)) return;
  try {
    new Exported(exported, module);
  } catch {
    // it was noted for another module, or is frozen
  }
}

let newest: unknown = null;

/** The object that has just been made, whoever has seen it meanwhile. */
export function noteFresh(value: unknown): void {
  newest = value;
}

export const isFresh = (value: unknown): boolean => newest === value;

/** The value that a variable and names of fields lead to; no getter and no trap runs. */
export function readAlong(root: unknown, names: readonly string[]): unknown {
  let at = root;
  for (let index = 0; index < names.length; index++) {
    if (!isObject(at)) return undefined;
    at = readOwn(at, names[index] ?? '');
  }
  return at;
}

function readOwn(object: object, name: string): unknown {
  for (let at: object | null = behind(object, ['get']); at !== null; at = parentOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return descriptor.value;
  }
  return undefined;
}

function parentOf(object: object): object | null {
  const parent = getPrototypeOf(object);
  return parent === null ? null : behind(parent, ['get']);
}
