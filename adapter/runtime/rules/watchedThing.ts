import { FunctionThing, Thing } from '../../maintain/thing.js';
import { Needs } from '../../events/rulesOfRun.js';
import { isArray, getOwnPropertyDescriptor, getPrototypeOf, OwnWeakMap } from '../realm/intrinsics.js';
import { isObject, Returned } from '../realm/identity.js';
import { ContainerView } from './containerViews.js';
import { types } from 'node:util';

/** The facts about all objects with one prototype. */
export interface Family {
  readonly name: string;
  /** The classes whose methods must not run when a rule over such an object is looked at. */
  readonly homes: readonly number[];
  readonly prototype: object | null;
  /** Whether the object itself is a prototype of followed objects, which have what it has. */
  readonly hasHeirs: boolean;
  /** Whether the prototype makes an object iterable; undefined: nobody has asked. */
  isIterable?: boolean;
}

/** The mark of an object, as the engine keeps it: which parts are followed, and of which family it is. There may be millions. */
export interface Watched extends Thing {
  needs: number;
  family: Family;
  /** The sweep in which it was last seen alive. */
  seen: number;
  /** Whether rules look into its contents: an array, a Set, a Map, or a view of one. An object is for ever what it is. */
  readonly isContainer: boolean;
}

class WatchedObject extends Thing implements Watched {
  needs = 0;
  seen = 0;

  constructor(
    number: number,
    public family: Family,
  ) {
    super(number);
  }

  get isContainer(): boolean {
    return false;
  }
}

class WatchedContainer extends WatchedObject {
  override get isContainer(): boolean {
    return true;
  }
}

class WatchedArray extends WatchedContainer {
  override get isArray(): boolean {
    return true;
  }
}

/** A Proxy of an array: what it shows is not followed. */
class WatchedArrayProxy extends WatchedObject {
  override get isArray(): boolean {
    return true;
  }
}

class WatchedFunction extends FunctionThing implements Watched {
  needs = 0;
  seen = 0;
  readonly isContainer = false;

  constructor(
    number: number,
    public family: Family,
  ) {
    super(number);
  }
}

/** The entries of `changes` that follow what few objects hold. */
const changes = new OwnWeakMap<Watched, readonly number[]>();

/** Has entries of `changes` follow what an object holds. */
export function followChanges(thing: Watched, ids: readonly number[]): void {
  thing.needs |= Needs.changes;
  changes.set(thing, ids);
}

/** The entries of `changes` that follow what an object holds; none where no one does. */
export function changesOf(thing: Watched): readonly number[] {
  return (thing.needs & Needs.changes) === 0 ? [] : (changes.get(thing) ?? []);
}

/** Where nobody asks what exists: the objects, as long as something else holds them. */
const handles = new OwnWeakMap<Watched, WeakRef<object>>();

/** The object of a mark, where it is known and still there. */
export function objectOf(thing: Watched): object | undefined {
  return handles.get(thing)?.deref();
}

/**
 * The mark of objects that rules have met: a private field, which the program can't see. What holds it is the object: the engine's side is never
 * kept alive by it, nor keeps the object.
 */
class Mark extends Returned {
  #thing: Watched;

  constructor(object: object, thing: Watched) {
    super(object);
    this.#thing = thing;
  }

  static thingOf(object: object): Watched | undefined {
    return #thing in object ? (object as Mark).#thing : undefined;
  }

  /**
   * `thingOf` at several places: V8 remembers at each four shapes of objects (`realm/identity.ts`). The first four are for stores, the others for
   * values, for prototypes and for containers.
   */
  static readonly lookUps = [
    (object: object): Watched | undefined => (#thing in object ? (object as Mark).#thing : undefined),
    (object: object): Watched | undefined => (#thing in object ? (object as Mark).#thing : undefined),
    (object: object): Watched | undefined => (#thing in object ? (object as Mark).#thing : undefined),
    (object: object): Watched | undefined => (#thing in object ? (object as Mark).#thing : undefined),
    (object: object): Watched | undefined => (#thing in object ? (object as Mark).#thing : undefined),
    (object: object): Watched | undefined => (#thing in object ? (object as Mark).#thing : undefined),
    (object: object): Watched | undefined => (#thing in object ? (object as Mark).#thing : undefined),
  ] as const;
}

export const { thingOf, lookUps } = Mark;
const [, , , , thingOfValue, thingOfPrototype] = lookUps;

/** Numbers count what rules speak of and, apart from it, containers and prototypes. */
let newest = 0;
let newestContainer = 0;

let ownNumber: (object: object) => number | undefined = () => undefined;

/** From now on objects have these numbers where they have one: those of a recording. */
export function numberObjects(by: (object: object) => number | undefined): void {
  ownNumber = by;
}

let areHandlesKept = false;

/** From now on marks have a weak handle: without sweeps nothing else leads back to an object. */
export function keepHandles(): void {
  areHandlesKept = true;
}

/** The mark of an object; it gets one if it has none. */
export function markOf(object: object, familyOf: (object: object) => Family): Watched {
  return thingOfValue(object) ?? marked(object, familyOf(object), false);
}

/** Marks the prototypes of an object: what is written to them is seen. */
export function followPrototypes(object: object): void {
  for (let at = prototypeOf(object); at !== null && at !== Object.prototype; at = prototypeOf(at)) {
    const thing = thingOfPrototype(at);
    if (thing?.family.hasHeirs === true) return;
    const family = { ...(thing?.family ?? { name: className(at), homes: [], prototype: prototypeOf(at) }), hasHeirs: true };
    if (thing === undefined) marked(at, family, true);
    else thing.family = family;
  }
}

/** Whether an object has another among its prototypes. */
export function hasPrototype(object: object, prototype: object): boolean {
  for (let at = prototypeOf(object), steps = 0; at !== null && steps < 100; at = prototypeOf(at), steps++)
    if (at === prototype) return true;
  return false;
}

const prototypeOf = (object: object): object | null => (types.isProxy(object) ? null : getPrototypeOf(object));

function marked(object: object, family: Family, isPrototype: boolean): Watched {
  const holds = isContainer(object);
  const number = ownNumber(object) ?? (holds || isPrototype ? ++newestContainer : ++newest);
  const thing = madeFor(object, holds, number, family);
  if (areHandlesKept) handles.set(thing, new WeakRef(object));
  try {
    new Mark(object, thing);
  } catch {
    // V8 has a flag by which frozen objects take no private fields: it is not followed.
  }
  return thing;
}

function madeFor(object: object, holds: boolean, number: number, family: Family): Watched {
  if (typeof object === 'function') return new WatchedFunction(number, family);
  if (!holds) return isProxyOfArray(object) ? new WatchedArrayProxy(number, family) : new WatchedObject(number, family);
  return isArray(object) ? new WatchedArray(number, family) : new WatchedContainer(number, family);
}

function isProxyOfArray(object: object): boolean {
  try {
    return types.isProxy(object) && isArray(object);
  } catch {
    return false; // it is revoked
  }
}

/** The objects whose contents rules look into. */
function isContainer(object: object): boolean {
  return types.isSet(object) || types.isMap(object) || (!types.isProxy(object) && isArray(object)) || ContainerView.is(object);
}

/** Objects that were stored as the prototype of a class. */
const prototypes = new OwnWeakMap<object, true>();

/** From now on an object is the prototype of a class. */
export function notePrototype(object: object): void {
  prototypes.set(object, true);
}

/** Whether an object is what the instances of a class have as their prototype. */
export function isPrototype(object: object): boolean {
  if (prototypes.has(object)) return true;
  const maker: unknown = getOwnPropertyDescriptor(object, 'constructor')?.value;
  return isObject(maker) && getOwnPropertyDescriptor(maker, 'prototype')?.value === object;
}

/** The name of the class of an object; read without running code of the program. */
export function className(object: object): string {
  if (types.isProxy(object)) return 'Proxy';
  if (typeof object === 'function') return 'Function';
  for (let at: object | null = object, steps = 0; at !== null && steps < 100; at = getPrototypeOf(at), steps++) {
    if (types.isProxy(at)) return 'Object';
    const maker: unknown = getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof maker !== 'function') continue;
    const name: unknown = getOwnPropertyDescriptor(maker, 'name')?.value;
    if (typeof name === 'string' && name !== '') return name;
  }
  return 'Object';
}
