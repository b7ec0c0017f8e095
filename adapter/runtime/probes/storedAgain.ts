import { types } from 'node:util';
import type { StoredAgain } from '../../events/rows.js';
import { functionText } from '../realm/disguise.js';
import { isMadeByNode } from '../realm/foreignClasses.js';
import { emptyList, getOwnPropertyDescriptor, getPrototypeOf, OwnMap, OwnSet, ownKeys } from '../realm/intrinsics.js';
import { storesIn, type Stores } from './storesInText.js';

/**
 * Calls by which code of Node may have stored what its objects hold already. Comparing does not see that, so a recording tells which properties
 * a call may have stored: those that the text of the called method names, or, where it hands `this` on, those that its class names.
 */
interface Again {
  readonly owner: number;
  readonly site: number;
  /** Null: the object was given to a function. */
  readonly method: string | null;
  readonly prototype: object | null;
  /** The properties that Node's code has given to the object, or changed. */
  readonly own: OwnSet<string>;
  readonly first: number;
  last: number;
  /** How often it was looked, */
  looks: number;
  /** and how often a property was found changed then: what has changed each time was not stored again. */
  readonly changed: OwnMap<string, number>;
}

/** An object whose calls are looked at. */
export interface Rewritten {
  /** Its number. */
  readonly owner: number;
  readonly prototype: object | null;
  readonly own: OwnSet<string>;
  /** The calls that are known, by their sites. */
  readonly calls: OwnMap<number, Again>;
}

const all = emptyList<Again>();
/** Further calls are not kept. */
const mostKept = 50_000;
/** When one was not kept for the first time; -1: all are. */
let isFullSince = -1;

/** The same call as before has had Node's code run; false: nothing is known of it. */
export function noteAgain({ calls }: Rewritten, site: number, time: number): boolean {
  const known = calls.get(site);
  if (known === undefined) return false;
  known.last = time;
  known.looks++;
  return true;
}

/** A call has had Node's code run, for the first time, which may have written to an object. `method`: its name; null: it was given the object. */
export function noteCall(one: Rewritten, site: number, method: string | null, time: number): void {
  if (all.length === mostKept) {
    if (isFullSince < 0) isFullSince = time;
    return;
  }
  const { owner, prototype, own } = one;
  const call: Again = { owner, site, method, prototype, own, first: time, last: time, looks: 1, changed: new OwnMap() };
  one.calls.set(site, call);
  all[all.length] = call;
}

/** A call was just noted, and has changed a property. */
export function noteChanged(one: Rewritten, site: number, name: string): void {
  one.own.add(name);
  const changed = one.calls.get(site)?.changed;
  changed?.set(name, (changed.get(name) ?? 0) + 1);
}

/** All such calls, with the names of the properties; one of no object (0) where some were not kept. */
export function storedAgain(): readonly StoredAgain[] {
  const told = emptyList<StoredAgain>();
  for (let at = 0; at < all.length; at++) {
    const one = all[at];
    if (one === undefined) continue;
    const names = namesOf(one);
    if (names.length > 0) told[told.length] = { owner: one.owner, site: one.site, names, first: one.first, last: one.last };
  }
  const last = all[all.length - 1];
  if (isFullSince >= 0 && last !== undefined)
    told[told.length] = { owner: 0, site: last.site, names: [], first: isFullSince, last: Number.MAX_SAFE_INTEGER };
  return told;
}

/** Whether Node gives the objects of a class a method of this name. */
export function hasMethod(prototype: object | null, name: string): boolean {
  for (let at = prototype; at !== null && !types.isProxy(at); at = getPrototypeOf(at)) if (methodsOf(at).has(name)) return true;
  return false;
}

const methods = new OwnMap<object, OwnSet<string>>();

/** The names of the methods of a class of Node; none of another one. */
function methodsOf(prototype: object): OwnSet<string> {
  let names = methods.get(prototype);
  if (names !== undefined) return names;
  methods.set(prototype, (names = new OwnSet()));
  if (!isMadeByNode(prototype)) return names;
  const keys = ownKeys(prototype);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    if (typeof key === 'string' && key !== 'constructor' && methodAt(prototype, key) !== null) names.add(key);
  }
  return names;
}

function methodAt(prototype: object, name: string): object | null {
  const value: unknown = getOwnPropertyDescriptor(prototype, name)?.value;
  return typeof value === 'function' && !types.isProxy(value) ? value : null;
}

const stores = new OwnMap<object, Stores>();

/** The stores in the text of a method; a function without a text stores nothing under a name. */
function storesOf(method: object): Stores {
  let found = stores.get(method);
  if (found === undefined) stores.set(method, (found = storesIn(functionText(method))));
  return found;
}

function namesOf({ method, prototype, own, looks, changed }: Again): readonly string[] {
  const names = new OwnSet<string>();
  const isTold = method !== null && addStores(prototype, method, names, new OwnSet());
  // What listens to an object of one class of Node alone is the program's.
  if (method === null || (isTold && classesOf(prototype) > 1)) {
    own.forEach((name) => names.add(name));
    addAll(prototype, names);
  }
  const list: string[] = [];
  names.forEach((name) => {
    if (changed.get(name) !== looks) list[list.length] = name;
  });
  return list;
}

/** How many classes of Node an object is of. */
function classesOf(prototype: object | null): number {
  let count = 0;
  for (let at = prototype; at !== null && !types.isProxy(at); at = getPrototypeOf(at)) if (methodsOf(at).size > 0) count++;
  return count;
}

/** Adds the names of the properties that a method may store to `names`; whether it has those told that listen. */
function addStores(prototype: object | null, name: string, names: OwnSet<string>, asked: OwnSet<string>): boolean {
  if (asked.has(name)) return false;
  asked.add(name);
  let isTold = false;
  for (let at = prototype; at !== null && !types.isProxy(at); at = getPrototypeOf(at)) {
    const method = methodsOf(at).has(name) ? methodAt(at, name) : null;
    if (method === null) continue;
    const found = storesOf(method);
    found.names.forEach((one) => names.add(one));
    isTold ||= found.tells;
    // Functions beside a class write what the class knows.
    if (found.helps) addAll(at, names);
    found.called.forEach((one) => {
      if (addStores(prototype, one, names, asked)) isTold = true;
    });
  }
  return isTold;
}

/** Adds the names that classes of Node store in their constructors and methods. */
function addAll(prototype: object | null, names: OwnSet<string>): void {
  for (let at = prototype; at !== null && !types.isProxy(at); at = getPrototypeOf(at)) {
    if (!isMadeByNode(at)) continue;
    const owner = at;
    const add = (name: string): void => {
      const method = methodAt(owner, name);
      if (method !== null) storesOf(method).names.forEach((one) => names.add(one));
    };
    add('constructor');
    methodsOf(at).forEach(add);
  }
}
