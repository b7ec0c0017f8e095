/**
 * What the language does with lists, as functions of our own: the program beside which they run may replace the methods of arrays, the iterators by
 * which `for … of`, `...` and `[first] = list` go through them, and may give all arrays elements that can't be written.
 */
const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } = Reflect;
const { isArray } = Array;

/** A list that takes over nothing, and keeps the methods that arrays had. */
class OwnList<T> extends Array<T> {
  // One that is not written spreads what it is given, by an iterator that the program may have replaced.
  constructor(length: number) {
    super(length);
  }
}
for (const key of ownKeys(Array.prototype)) {
  const descriptor = getOwnPropertyDescriptor(Array.prototype, key);
  if (key !== 'constructor' && key !== 'length' && descriptor !== undefined) defineProperty(OwnList.prototype, key, descriptor);
}
setPrototypeOf(OwnList.prototype, null);

/** An empty list. */
export function newList<T>(): T[] {
  return new OwnList<T>(0);
}

/** A list of so many equal values. Its length is exact: one that grows in place keeps room for sixteen more. */
export function listOf<T>(length: number, value: T): T[] {
  const list = new OwnList<T>(length);
  for (let at = 0; at < length; at++) list[at] = value;
  return list;
}

/** What goes through values by a method of ours. */
export interface Going<T> extends Iterable<T> {
  next(): IteratorResult<T, undefined>;
}

/** Goes through the elements of a list that are there by then. */
class Steps<T> implements Going<T> {
  private at = 0;

  constructor(private readonly list: readonly T[]) {}

  next(): IteratorResult<T, undefined> {
    const { at, list } = this;
    if (at >= list.length) return { done: true, value: undefined };
    this.at = at + 1;
    return { done: false, value: list[at] as T };
  }

  [Symbol.iterator](): this {
    return this;
  }
}
setPrototypeOf(Steps.prototype, null);

type Next = (this: unknown) => unknown;
const nextOfSet = Reflect.get(getPrototypeOf(new Set().values()) ?? {}, 'next') as Next;
const nextOfMap = Reflect.get(getPrototypeOf(new Map().keys()) ?? {}, 'next') as Next;

/** Goes on with an iterator of the language by the method that it had. */
class KeptSteps<T> implements Going<T> {
  constructor(
    private readonly iterator: Iterator<T>,
    private readonly nextOf: Next,
  ) {}

  next(): IteratorResult<T, undefined> {
    return apply(this.nextOf, this.iterator, []) as IteratorResult<T, undefined>;
  }

  [Symbol.iterator](): this {
    return this;
  }
}
setPrototypeOf(KeptSteps.prototype, null);

/** A set that keeps its methods. */
interface Values<T> {
  values(): Iterator<T>;
}

/** A map that keeps its methods. */
interface Keyed<K, V> extends Values<V> {
  keys(): Iterator<K>;
}

/** The elements of a list, or of a set that keeps its methods, for `for … of` and `...`. Where that is done often, an index is faster. */
export function each<T>(of: readonly T[] | Values<T>): Going<T> {
  return isArray(of) ? new Steps(of as readonly T[]) : new KeptSteps((of as Values<T>).values(), nextOfSet);
}

/** The keys of a map that keeps its methods. */
export function eachKey<K>(map: Keyed<K, unknown>): Going<K> {
  return new KeptSteps(map.keys(), nextOfMap);
}

/** The values of a map that keeps its methods. */
export function eachValue<V>(map: Keyed<unknown, V>): Going<V> {
  return new KeptSteps(map.values(), nextOfMap);
}

/** A list of what `each` and its like go through. */
export function listFrom<T>(going: Going<T>): T[] {
  const list = newList<T>();
  for (let step = going.next(); step.done !== true; step = going.next()) append(list, step.value);
  return list;
}

/** What an index of a list has; the list is no longer than that. */
export function withAt<T>(list: readonly T[], index: number, value: T): T[] {
  const made = mapped(list, (each) => each);
  made[index] = value;
  return made;
}

/** `push` of one element. */
export function append<T>(list: T[], value: T): void {
  list[list.length] = value;
}

/** `forEach` of a list. Like all of these, it takes holes for elements. */
export function forEachOf<T>(list: readonly T[], visit: (value: T, at: number) => void): void {
  for (let at = 0; at < list.length; at++) visit(list[at] as T, at);
}

/** `map` of a list. */
export function mapped<T, R>(list: readonly T[], map: (value: T, at: number) => R): R[] {
  const made = newList<R>();
  for (let at = 0; at < list.length; at++) made[at] = map(list[at] as T, at);
  return made;
}

/** `flatMap`, of functions that give lists. */
export function flatMapped<T, R>(list: readonly T[], map: (value: T, at: number) => readonly R[]): R[] {
  const made = newList<R>();
  for (let at = 0; at < list.length; at++) {
    const parts = map(list[at] as T, at);
    for (let part = 0; part < parts.length; part++) append(made, parts[part] as R);
  }
  return made;
}

/** `filter` of a list. */
export function filtered<T, R extends T>(list: readonly T[], passes: (value: T, at: number) => value is R): R[];
export function filtered<T>(list: readonly T[], passes: (value: T, at: number) => boolean): T[];
export function filtered<T>(list: readonly T[], passes: (value: T, at: number) => boolean): T[] {
  const made = newList<T>();
  for (let at = 0; at < list.length; at++) if (passes(list[at] as T, at)) append(made, list[at] as T);
  return made;
}

/** The index of the first element that passes; -1 where none does. */
export function indexWhere<T>(list: readonly T[], passes: (value: T, at: number) => boolean): number {
  for (let at = 0; at < list.length; at++) if (passes(list[at] as T, at)) return at;
  return -1;
}

/** `find` of a list. */
export function firstWhere<T>(list: readonly T[], passes: (value: T, at: number) => boolean): T | undefined {
  return list[indexWhere(list, passes)];
}

/** `some` of a list. */
export function someOf<T>(list: readonly T[], passes: (value: T, at: number) => boolean): boolean {
  return indexWhere(list, passes) >= 0;
}

/** `every` of a list. */
export function everyOf<T>(list: readonly T[], passes: (value: T, at: number) => boolean): boolean {
  return indexWhere(list, (value, at) => !passes(value, at)) < 0;
}

/** Whether a list has a value, by `===`. */
export function isIn<T>(list: readonly T[], value: T): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] === value) return true;
  return false;
}

/** The elements from an index on, before another one. */
export function partOf<T>(list: readonly T[], from: number, end = list.length): T[] {
  const made = newList<T>();
  for (let at = from; at < end && at < list.length; at++) append(made, list[at] as T);
  return made;
}

/** The same list with another element behind the others. Its length is exact. */
export function withLast<T>(list: readonly T[], value: T): T[] {
  const { length } = list;
  const made = new OwnList<T>(length + 1);
  for (let at = 0; at < length; at++) made[at] = list[at] as T;
  made[length] = value;
  return made;
}

/** The same list without the element at an index. */
export function withoutAt<T>(list: readonly T[], index: number): T[] {
  const made = new OwnList<T>(list.length - 1);
  for (let at = 0; at < made.length; at++) made[at] = list[at < index ? at : at + 1] as T;
  return made;
}

/** The elements of several lists. */
export function together<T>(lists: readonly (readonly T[])[]): T[] {
  return flatMapped(lists, (list) => list);
}

/** The texts as one, with another in between. */
export function joined(list: readonly string[], between: string): string {
  let text = '';
  for (let at = 0; at < list.length; at++) text += at === 0 ? list[at] : between + list[at];
  return text;
}
