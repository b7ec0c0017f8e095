import { types } from 'node:util';
import { isArray } from './intrinsics.js';
import { beginBlock, Counter, following } from './numbers.js';

/**
 * A number for every object that a question touches, the same as long as the object lives. It is kept in a private field, put on
 * the object by a constructor that returns it: the program cannot see it, no trap of a proxy runs, and it costs 10-20 ns
 * whatever the number of objects, where a WeakMap costs 120 (docs/costs.md).
 */
let newestId = beginBlock(Counter.objects);

/** The number that was given last. */
export function lastId(): number {
  return newestId;
}

/** A constructor that returns an object: a class that extends it puts its private fields on that object. */
export class Returned {
  constructor(object: object) {
    return object;
  }
}

class Stamp extends Returned {
  /** Negative when a store to the object may be refused: who asks for the number learns it at no cost. */
  #id: number;

  constructor(object: object) {
    super(object);
    this.#id = newestId = following(Counter.objects, newestId);
  }

  static markedIdOf(object: object): number {
    if (#id in object) return (object as Stamp).#id;
    return Stamp.stamp(object);
  }

  /**
   * `markedIdOf`, several times. V8 remembers at each place of the code that looks for a private field where four shapes of objects have
   * it; beyond that it takes 40 ns to find it.
   */
  static readonly lookUps = [
    (object: object): number => (#id in object ? (object as Stamp).#id : Stamp.stamp(object)),
    (object: object): number => (#id in object ? (object as Stamp).#id : Stamp.stamp(object)),
    (object: object): number => (#id in object ? (object as Stamp).#id : Stamp.stamp(object)),
    (object: object): number => (#id in object ? (object as Stamp).#id : Stamp.stamp(object)),
  ] as const;

  static isMarked(object: object): boolean {
    return #id in object || (areSomeStubborn && stubborn.has(object));
  }

  /** From now on, stores to the object may be refused. */
  static restrict(object: object): void {
    lastUnmarked = nobody;
    lastArray = nobody;
    const id = Stamp.markedIdOf(object);
    if (#id in object && id > 0) (object as Stamp).#id = -id;
  }

  /** An object that stands for another one gets its number. */
  static shareNumber(object: object, other: object): void {
    lastUnmarked = nobody;
    if (!(#id in object)) new Stamp(object);
    if (#id in object) (object as Stamp).#id = Stamp.markedIdOf(other);
  }

  private static stamp(object: object): number {
    lastUnmarked = nobody;
    try {
      new Stamp(object);
    } catch {
      return stubbornId(object);
    }
    noteNew?.(object, newestId);
    return (object as Stamp).#id;
  }
}

/** Objects that refuse: V8 has a flag by which frozen ones do. */
const stubborn = new WeakMap<object, number>();
let areSomeStubborn = false;

function stubbornId(object: object): number {
  areSomeStubborn = true;
  const known = stubborn.get(object);
  if (known !== undefined) return known;
  const id = (newestId = following(Counter.objects, newestId));
  stubborn.set(object, id);
  noteNew?.(object, id);
  return id;
}

let noteNew: ((object: object, id: number) => void) | null = null;

/** Calls `note` for each object that gets a number from now on. */
export function onNewNumber(note: (object: object, id: number) => void): void {
  noteNew = note;
}

export const { isMarked, markedIdOf, restrict, shareNumber, lookUps } = Stamp;

const nobody = {};
let lastUnmarked: object = nobody;

/** Whether an object has no number: quick where it is the one that was asked about last. */
export function isUnmarked(object: object): boolean {
  if (object === lastUnmarked) return true;
  if (isMarked(object)) return false;
  lastUnmarked = object;
  return true;
}

let lastArray: unknown = nobody;

/** Whether it is an array, no Proxy, and no store to it is refused: quick where it is the one that was asked about last. */
export function isPlainArray(owner: unknown): owner is unknown[] {
  if (owner === lastArray) return true;
  if (!isArray(owner) || types.isProxy(owner) || markedIdOf(owner) < 0) return false;
  lastArray = owner;
  return true;
}

/** The number of an object, above 0: it gets one if it has none. */
export function idOf(object: object): number {
  const id = markedIdOf(object);
  return id < 0 ? -id : id;
}

/** Whether a value is an object or a function. */
export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
