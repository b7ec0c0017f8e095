import { listOf } from '../../maintain/ownLists.js';
import { Thing, type RuleValue } from '../../maintain/thing.js';
import { ThingKind, type ThingFacts } from '../../maintain/thingKind.js';
import { Needs } from '../../events/rulesOfRun.js';
import { apply, isArray, getOwnPropertyDescriptor, getPrototypeOf, OwnMap, OwnWeakMap } from '../realm/intrinsics.js';
import { isObject, Returned } from '../realm/identity.js';
import { isPlainPrototype } from '../realm/realms.js';
import { ContainerView } from './containerViews.js';
import { types } from 'node:util';

/** The facts about all objects with one prototype. */
export class Family {
  /** By what is followed: for each form of an object, met by one sweep or the next. */
  private readonly sorts = new OwnMap<number, (Sort | undefined)[]>();

  /**
   * @param homes The classes whose methods must not run when a rule over such an object is looked at.
   * @param hasHeirs Whether the object itself is a prototype of followed objects, which have what it has.
   */
  constructor(
    readonly name: string,
    readonly homes: readonly number[],
    readonly prototype: object | null,
    readonly hasHeirs: boolean,
  ) {}

  withHeirs(): Family {
    return new Family(this.name, this.homes, this.prototype, true);
  }

  /** The facts about its objects of a form of which so much is followed. */
  sort(form: Form, needs: number, seen: number): Sort {
    let sorts = this.sorts.get(needs);
    if (sorts === undefined) this.sorts.set(needs, (sorts = listOf<Sort | undefined>(2 * forms.length, undefined)));
    return (sorts[2 * form + seen] ??= new Sort(forms[form] ?? forms[Form.object], form, this, needs, seen));
  }
}

/** The forms of objects that differ to rules. */
const enum Form {
  object,
  container,
  array,
  /** A Proxy, which shows elements that are not followed. */
  proxyOfArray,
  function,
}

const forms: readonly [ThingFacts, ...ThingFacts[]] = [
  { type: 'object', isArray: false, isContainer: false },
  { type: 'object', isArray: false, isContainer: true },
  { type: 'object', isArray: true, isContainer: true },
  { type: 'object', isArray: true, isContainer: false },
  { type: 'function', isArray: false, isContainer: false },
];

/** The facts that many watched objects share. */
class Sort implements ThingFacts {
  readonly type: 'object' | 'function';
  readonly isArray: boolean;
  readonly isContainer: boolean;
  readonly kind: ThingKind;

  constructor(
    facts: ThingFacts,
    readonly form: Form,
    readonly family: Family,
    readonly needs: number,
    readonly seen: number,
  ) {
    ({ type: this.type, isArray: this.isArray, isContainer: this.isContainer } = facts);
    this.kind = new ThingKind(this);
  }
}

/** The mark of an object, as the engine keeps it: which parts are followed, and of which family it is. There may be millions. */
export class Watched extends Thing {
  // One that is not written spreads what it is given, by an iterator that the program may have replaced.
  constructor(number: number, kind: ThingKind) {
    super(number, kind);
  }

  private get sort(): Sort {
    return this.kind.facts as Sort;
  }

  private set sort(sort: Sort) {
    this.kind = sort.kind.with(this.kind.sets, this.kind.index);
  }

  get needs(): number {
    return this.sort.needs;
  }

  set needs(needs: number) {
    const { form, family, seen } = this.sort;
    if (needs !== this.sort.needs) this.sort = family.sort(form, needs, seen);
  }

  get family(): Family {
    return this.sort.family;
  }

  set family(family: Family) {
    const { form, needs, seen } = this.sort;
    if (family !== this.sort.family) this.sort = family.sort(form, needs, seen);
  }

  /** Whether rules look into its contents: an array, a Set, a Map, or a view of one. An object is for ever what it is. */
  get isContainer(): boolean {
    return this.sort.isContainer;
  }

  /** Whether the sweep that is under way has met it alive. */
  get isMet(): boolean {
    return this.sort.seen === sweepNow;
  }

  /** The sweep that is under way has met it alive. */
  meet(): void {
    const { form, family, needs } = this.sort;
    if (!this.isMet) this.sort = family.sort(form, needs, sweepNow);
  }
}

/** One that has a place for a second field: of what is no container, where rules read more than one. */
class WideWatched extends Watched {
  private second: RuleValue = undefined;

  constructor(number: number, kind: ThingKind) {
    super(number, kind);
  }

  override field(slot: number): RuleValue {
    return slot === 1 ? this.second : super.field(slot);
  }

  override set(slot: number, value: RuleValue, slots: number): void {
    if (slot === 1) this.second = value;
    else super.set(slot, value, slots);
  }
}

/** Sweeps are told apart by turns: what the last one has not met is gone. */
let sweepNow = 0;

/** Another sweep begins, which has met nothing yet. */
export function beginSweep(): void {
  sweepNow = 1 - sweepNow;
}

let areWide = false;

/** From now on marks have a place for a second field. */
export function keepSecondFields(): void {
  areWide = true;
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

const derefOf = Reflect.get(WeakRef.prototype, 'deref') as (this: unknown) => unknown;

/** Where nobody asks what exists: the objects, as long as something else holds them. */
const handles = new OwnWeakMap<Watched, WeakRef<object>>();

/** The object of a mark, where it is known and still there. */
export function objectOf(thing: Watched): object | undefined {
  const handle = handles.get(thing);
  return handle === undefined ? undefined : (apply(derefOf, handle, []) as object | undefined);
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
  return thingOfValue(object) ?? mark(object, familyOf(object), Needs.nothing);
}

/** Marks an object that has no mark, of which so much is followed. */
export function mark(object: object, family: Family, needs: number): Watched {
  return marked(object, family.sort(formOf(object), needs, sweepNow), false);
}

/** `mark` for what is no Proxy and no function, and has no contents. */
export function markPlain(object: object, family: Family, needs: number): Watched {
  return marked(object, family.sort(Form.object, needs, sweepNow), false);
}

/** `followPrototypes` of the objects of a family, which often were followed for another. */
export function followPrototypesOf({ prototype }: Family, object: object): void {
  if (prototype !== null && thingOfPrototype(prototype)?.family.hasHeirs !== true) followPrototypes(object);
}

/** Marks the prototypes of an object: what is written to them is seen. */
export function followPrototypes(object: object): void {
  for (let at = prototypeOf(object); at !== null && !isPlainPrototype(at); at = prototypeOf(at)) {
    const thing = thingOfPrototype(at);
    if (thing?.family.hasHeirs === true) return;
    const family = thing?.family.withHeirs() ?? new Family(className(at), [], prototypeOf(at), true);
    if (thing === undefined) marked(at, family.sort(formOf(at), Needs.nothing, sweepNow), true);
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

function marked(object: object, { kind, isContainer }: Sort, isPrototype: boolean): Watched {
  const number = ownNumber(object) ?? (isContainer || isPrototype ? ++newestContainer : ++newest);
  const thing = areWide && !isContainer ? new WideWatched(number, kind) : new Watched(number, kind);
  if (areHandlesKept) handles.set(thing, new WeakRef(object));
  try {
    new Mark(object, thing);
  } catch {
    // V8 has a flag by which frozen objects take no private fields: it is not followed.
  }
  return thing;
}

function formOf(object: object): Form {
  if (typeof object === 'function') return Form.function;
  if (!isContainer(object)) return isProxyOfArray(object) ? Form.proxyOfArray : Form.object;
  return isArray(object) ? Form.array : Form.container;
}

/** The same of what is no Proxy. */
export function holdsElements(object: object): boolean {
  return types.isSet(object) || types.isMap(object) || isArray(object) || ContainerView.is(object);
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
  return !types.isProxy(object) && holdsElements(object);
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
