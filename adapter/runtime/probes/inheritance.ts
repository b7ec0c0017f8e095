import { types } from 'node:util';
import type { SeenPrototype, StoredPrototype } from '../../events/rows.js';
import { Inherits } from '../../events/inherits.js';
import { wrap } from './natives.js';
import { isForeign } from '../realm/foreignClasses.js';
import { hasNoText } from '../realm/disguise.js';
import { idOf, isMarked, isObject } from '../realm/identity.js';
import { emptyList, getOwnPropertyDescriptor, getPrototypeOf, newArray, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { beginBlock, Counter, following } from '../realm/numbers.js';
import { ownWork } from '../realm/ownWork.js';
import { eventCount } from '../record/events.js';

/** More prototypes without a number are not kept: they would live as long as the program. */
const mostSeen = 4096;
/** More changes of what objects inherit from are not told. */
const mostStored = 100_000;
/** A longer chain of prototypes is not followed at once. */
const mostDepth = 50;

const { prototype: ofObjects } = Object;
const { prototype: ofArrays } = Array;
const { prototype: ofFunctions } = Function;

/** Prototypes that no constructor of their own tells to be the language's. */
const ofLanguage = new OwnSet<object>();

/** Those of iterators, generators and asynchronous functions, and what these inherit from. */
function noteLanguage(): void {
  const samples: readonly object[] = [
    [].values(),
    new Map().keys(),
    new Set().keys(),
    ''[Symbol.iterator](),
    'a'.matchAll(/a/g),
    function* () {},
    async function* () {},
    async () => {},
    (function* () {})(),
    (async function* () {})(),
    new Uint8Array(0),
  ];
  for (let at = 0; at < samples.length; at++)
    for (let one: object | null = getPrototypeOf(samples[at] ?? {}); one !== null; one = getPrototypeOf(one)) ofLanguage.add(one);
  // Those of the two samples themselves.
  for (let at = 8; at <= 9; at++) ofLanguage.delete(getPrototypeOf(samples[at] ?? {}) ?? {});
}

interface Seen {
  readonly id: number;
  readonly prototype: object;
  readonly className: string;
  readonly inherits: number;
  readonly first: number;
}

let newestSeen = beginBlock(Counter.prototypes);
const numbers = new OwnMap<object, number>();
const seen = emptyList<Seen>();
const stored = emptyList<StoredPrototype>();
let classNameOf: (object: object) => string = () => '';

let lastPrototype: object | null = null;
let lastNumber: number = Inherits.nothing;

/** From now on it is told what objects inherit from. */
export function watchPrototypes(nameOfClass: (object: object) => string): void {
  classNameOf = nameOfClass;
  noteLanguage();
  const storing = (_: unknown, values: readonly unknown[], call: () => unknown): unknown => {
    const object = values[0];
    if (!isObject(object) || types.isProxy(object)) return call();
    const before = getPrototypeOf(object);
    const result = call();
    if (getPrototypeOf(object) !== before) ownWork(() => noteStored(object));
    return result;
  };
  wrap(Object, 'setPrototypeOf', storing);
  wrap(Reflect, 'setPrototypeOf', storing);
}

/** The prototype of an object at its first sight, as `Inherits` has it. */
export function inheritsOf(object: object): number {
  if (types.isProxy(object)) return Inherits.unknown;
  const prototype = getPrototypeOf(object);
  return prototype === null ? Inherits.nothing : numberOf(prototype, 0);
}

function numberOf(prototype: object, depth: number): number {
  if (prototype === ofObjects || prototype === ofArrays || prototype === ofFunctions) return Inherits.language;
  if (prototype === lastPrototype) return lastNumber;
  const number = isMarked(prototype) ? idOf(prototype) : numberOfUnmarked(prototype, depth);
  lastPrototype = prototype;
  lastNumber = number;
  return number;
}

/** One that the program has not shown yet gets no number of an object: it may never do so. */
function numberOfUnmarked(prototype: object, depth: number): number {
  const known = numbers.get(prototype);
  if (known !== undefined) return known;
  if (types.isProxy(prototype) || depth > mostDepth) return Inherits.unknown;
  if (isOfLanguage(prototype)) return Inherits.language;
  if (isForeign(prototype) || seen.length === mostSeen) return Inherits.unknown;
  const next = getPrototypeOf(prototype);
  const inherits = next === null ? Inherits.nothing : numberOf(next, depth + 1);
  newestSeen = following(Counter.prototypes, newestSeen);
  const id = Inherits.firstSeen + newestSeen;
  numbers.set(prototype, id);
  seen[seen.length] = { id, prototype, className: classNameOf(prototype), inherits, first: eventCount() };
  return id;
}

/** Whether a function of the language has a prototype; what `bind` makes has none. */
function isOfLanguage(prototype: object): boolean {
  if (ofLanguage.has(prototype)) return true;
  const maker: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof maker !== 'function' || types.isProxy(maker) || !hasNoText(maker)) return false;
  return getOwnPropertyDescriptor(maker, 'prototype')?.value === prototype && !isForeign(prototype);
}

/** A function that inherits from another one than functions do has got its number. */
export function noteHeir(heir: object, number: number): void {
  if (types.isProxy(heir)) return;
  const inherits = inheritsOf(heir);
  if (inherits !== Inherits.language) store({ object: number, inherits, first: 0 });
}

function noteStored(object: object): void {
  store({ object: idOf(object), inherits: inheritsOf(object), first: eventCount() });
}

/** Keeps one more; beyond the limit only that there were more. */
function store(one: StoredPrototype): void {
  if (stored.length < mostStored) stored[stored.length] = one;
  else if (stored.length === mostStored) stored[stored.length] = { object: 0, inherits: Inherits.unknown, first: one.first };
}

/** The prototypes that had no number of an object when they were met, as they are known at the end. */
export function seenPrototypes(): readonly SeenPrototype[] {
  return newArray(seen.length, (index) => {
    const one = seen[index] as Seen;
    const object = isMarked(one.prototype) ? idOf(one.prototype) : 0;
    return { id: one.id, object, className: one.className, inherits: one.inherits, first: one.first };
  });
}

/** Each change of what an object inherits from, in order, and what functions inherit from at first. */
export function storedPrototypes(): readonly StoredPrototype[] {
  return newArray(stored.length, (index) => stored[index] as StoredPrototype);
}
