import process from 'node:process';
import { types } from 'node:util';
import { addSiteAt } from '../traces/callSites.js';
import { methodCalledAt, placeOfControl } from './seenCallers.js';
import { hasMethod, noteAgain, noteCall, noteChanged, type Rewritten } from './storedAgain.js';
import { eventCount, firstHeld, newestOf } from '../record/events.js';
import { isForeign, isMadeByNode } from '../realm/foreignClasses.js';
import { idOf, isMarked, isObject } from '../realm/identity.js';
import {
  emptyList,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  isView,
  newIntegers,
  OwnMap,
  OwnSet,
  OwnWeakSet,
  ownKeys,
} from '../realm/intrinsics.js';
import { unseenKey } from '../../instrument/site.js';
import { recordNative } from '../record/keyed.js';
import { beginCall, resumeCall } from '../record/nativePassages.js';
import { holdsValue } from '../record/select.js';
import type { ClassAccessors } from '../../events/rows.js';
import { noteUnwatched } from '../record/uncertain.js';
import { now } from '../realm/clock.js';
import { ownWork } from '../realm/ownWork.js';
import { keyNumber } from '../rows/values.js';

/**
 * Objects of a recorded program that code without probes may write: those of Node's own classes, what these hold, and what functions of Node are
 * given. Their properties are compared after each call, and where control comes from elsewhere.
 */
interface Watched {
  readonly object: object;
  /** Its own properties that hold values, as they were when they were compared last. */
  held: OwnMap<string, unknown>;
  /** All keys that it had then, in their order. */
  keys: readonly PropertyKey[];
  /** How many events there were then. */
  since: number;
  /** Whether Node's code keeps it: when it is not watched any more, it may be written. */
  readonly isKept: boolean;
  /** The calls by which Node's code may have stored what it holds already. */
  readonly rewritten: Rewritten;
}

let watched = emptyList<Watched>();

/** How many there are, for texts, which ask for nothing where there are none. */
export const watchedCount = newIntegers(1);

/** The number of objects from which on the oldest are let go. */
let mostWatched = 256;
/** Larger objects are collections, which change by methods. */
const mostProperties = 64;

/** Comparisons of one object that are made whatever time they take, and then for each millisecond that the program runs; null: all are. */
let allowance: { readonly atFirst: number; readonly perMs: number; readonly since: number } | null = null;
let compared = 0;
let isWatching = false;
/** Whether nothing is compared any more. */
let isGivenUp = false;

/** From now on a recording is made; `isBounded`: what takes too long is left out, and told. */
export function watchUnseen(isBounded: boolean): void {
  isWatching = true;
  if (!isBounded) return;
  mostWatched = 24;
  allowance = { atFirst: 150_000, perMs: 100, since: now() };
}

/** An object has got its number; `classNameOf` tells the name of its class. */
export function noteMet(object: object, classNameOf: (object: object) => string): void {
  if ((!isWatching && !isGivenUp) || !isOfNode(object)) return;
  noteAccessors(object, classNameOf);
  if (isWatching) watch(object, true);
  else noteUnwatched(lastPlace, object);
}

/** A function of Node is given an object, which it may write, by the call at an offset. */
export function lend(offset: number, value: unknown): void {
  if (!isObject(value) || !mayBeCompared(value)) return;
  if (isWatching) {
    lent[lent.length] = { offset, object: value };
    if (lent.length > mostLent) lent = emptyList();
    ownWork(() => watch(value, false));
  } else if (isGivenUp) noteUnwatched(lastPlace, value);
}

/** Whether a class of an object is Node's own; those of the language, whose objects hold nothing that is written unseen, are not. */
function isOfNode(object: object): boolean {
  if (!mayBeCompared(object) || typeof object === 'function') return false;
  const first = getPrototypeOf(object);
  return first !== null && first !== Object.prototype && first !== Array.prototype && isForeign(first);
}

/** Proxies, memory, exceptions and modules are not compared, nor what is there once. */
function mayBeCompared(object: object): boolean {
  return !types.isProxy(object) && !isView(object) && !types.isNativeError(object) && object !== globalThis && object !== process;
}

function watch(object: object, isKept: boolean): void {
  for (let at = 0; at < watched.length; at++) if (watched[at]?.object === object) return;
  const held = heldBy(object);
  if (held === null) return;
  if (watched.length === mostWatched) letGo();
  watched[watched.length] = { object, held, keys: ownKeys(object), since: eventCount(), isKept, rewritten: rewrittenOf(object, held) };
  watchedCount[0] = watched.length;
  if (isKept) held.forEach((value) => watchPart(value));
}

/** The properties that may be stored again: those that Node's code has given to an object of its classes; of others those that it changes. */
function rewrittenOf(object: object, held: Watched['held']): Rewritten {
  const own = new OwnSet<string>();
  const prototype = getPrototypeOf(object);
  if (isOfNode(object)) held.forEach((_value, name) => own.add(name));
  return { owner: idOf(object), prototype, own, calls: new OwnMap() };
}

/** The objects that calls are given that have not begun yet. */
let lent = emptyList<{ readonly offset: number; readonly object: object }>();
/** Calls that never begin, as what throws stands before, are forgotten with the others. */
const mostLent = 64;
/** Those that calls were given, by the site of the call. */
const lentAt = new OwnMap<number, readonly object[]>();

/** A call begins, which may have been given objects. */
export function noteLent(site: number): void {
  if (lent.length === 0) return void (lentAt.size > 0 && lentAt.delete(site));
  const offset = placeOfControl(site)?.offset;
  const given = emptyList<object>();
  const rest: typeof lent = emptyList();
  for (let at = 0; at < lent.length; at++) {
    const one = lent[at];
    if (one === undefined) continue;
    if (one.offset === offset) given[given.length] = one.object;
    else rest[rest.length] = one;
  }
  lent = rest;
  lentAt.set(site, given);
}

/** Node's code may have run by a call: what it may have stored again. */
function noteRewriting({ object, rewritten }: Watched, caller: number, method: string | null): void {
  if (noteAgain(rewritten, caller, eventCount())) return;
  const isOwn = method !== null && hasMethod(rewritten.prototype, method);
  if (isOwn) return noteCall(rewritten, caller, method, eventCount());
  const given = lentAt.get(caller);
  if (given === undefined) return;
  for (let at = 0; at < given.length; at++) if (given[at] === object) return noteCall(rewritten, caller, null, eventCount());
}

/** Watches what Node's code has made beside an object, and keeps in it. */
function watchPart(value: unknown): void {
  if (!isObject(value) || isMarked(value) || typeof value === 'function' || !mayBeCompared(value)) return;
  const prototype = getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype || prototype === Array.prototype;
  // One that has a class of Node is met where it gets its number.
  if (isPlain) watch(value, true);
  else idOf(value);
}

/** The oldest is not watched any more. */
function letGo(): void {
  const oldest = watched[0];
  const rest = emptyList<Watched>();
  for (let at = 1; at < watched.length; at++) rest[at - 1] = watched[at] as Watched;
  watched = rest;
  watchedCount[0] = rest.length;
  if (oldest?.isKept === true) noteUnwatched(lastPlace, oldest.object);
}

/** The names of getters and setters that classes of Node give to objects of a class, by its name. */
const accessors = new OwnMap<string, OwnSet<string>>();
const looked = new OwnWeakSet<object>();

function noteAccessors(object: object, classNameOf: (object: object) => string): void {
  const first = getPrototypeOf(object);
  if (first === null || looked.has(first)) return;
  looked.add(first);
  const className = classNameOf(object);
  for (let at: object | null = first; at !== null && at !== Object.prototype && !types.isProxy(at); at = getPrototypeOf(at)) {
    if (!isMadeByNode(at)) continue;
    let names = accessors.get(className);
    if (names === undefined) accessors.set(className, (names = new OwnSet()));
    const keys = ownKeys(at);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index];
      if (typeof key === 'string' && !('value' in (getOwnPropertyDescriptor(at, key) ?? { value: 0 }))) names.add(key);
    }
  }
}

/** The names of getters and setters of Node, for each class whose objects have some. */
export function accessorsOfNode(): readonly ClassAccessors[] {
  const all: ClassAccessors[] = [];
  accessors.forEach((names, className) => {
    const list: string[] = [];
    names.forEach((name) => void (list[list.length] = name));
    all[all.length] = { className, names: list };
  });
  return all;
}

/** The own properties that hold values; null: there are too many to be compared. */
function heldBy(object: object): OwnMap<string, unknown> | null {
  const keys = ownKeys(object);
  if (keys.length > mostProperties) return null;
  const held = new OwnMap<string, unknown>();
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    const descriptor = typeof key === 'string' ? getOwnPropertyDescriptor(object, key) : undefined;
    if (typeof key === 'string' && descriptor !== undefined && 'value' in descriptor) held.set(key, descriptor.value);
  }
  return held;
}

/**
 * Compares all. `caller`: the site of the call by which what has changed was changed, 0: it is not known; `entry`: where control is then,
 * the site of an entry or of what goes on.
 */
export function compareAll(caller: number, entry: number): void {
  if (isWorking) return;
  isWorking = true;
  callOfLook = 0;
  lastPlace = caller > 0 ? caller : entry;
  ownWork(() => {
    const all = watched;
    const method = caller > 0 ? methodCalledAt(caller) : null;
    for (let at = 0; at < all.length; at++) {
      const one = all[at];
      if (one === undefined) continue;
      if (caller > 0) noteRewriting(one, caller, method);
      compare(one, caller, entry);
    }
    compared += all.length;
    if (allowance !== null && compared > allowance.atFirst + (now() - allowance.since) * allowance.perMs) giveUp();
  });
  isWorking = false;
}

let isWorking = false;
/** The call that is told of in the comparison that is on; 0: of none yet. */
let callOfLook = 0;
/** Where control was when all were compared last. */
let lastPlace = 0;

function compare(one: Watched, caller: number, entry: number): void {
  const { object, held, since } = one;
  if (isSame(one)) {
    one.since = eventCount();
    return;
  }
  const found = heldBy(object);
  if (found === null) return forget(one);
  one.held = found;
  one.keys = ownKeys(object);
  found.forEach((value, key) => {
    if (held.has(key) && Object.is(held.get(key), value)) return;
    tell(one, key, { value }, caller, entry, since);
    if (one.isKept) watchPart(value);
  });
  held.forEach((_value, key) => {
    if (!found.has(key)) tell(one, key, undefined, caller, entry, since);
  });
  one.since = eventCount();
}

/** Whether an object holds what it held, without anything being made for it. */
function isSame({ object, keys, held }: Watched): boolean {
  const now = ownKeys(object);
  if (now.length !== keys.length) return false;
  for (let at = 0; at < now.length; at++) {
    const key = now[at] ?? '';
    if (key !== keys[at]) return false;
    const descriptor = getOwnPropertyDescriptor(object, key);
    if (descriptor !== undefined && 'value' in descriptor && typeof key === 'string' && !Object.is(descriptor.value, held.get(key)))
      return false;
  }
  return true;
}

/** A property has another value than before, or is gone. What the program's own code has written was told. */
function tell(
  { object, held, rewritten }: Watched,
  key: string,
  now: { readonly value: unknown } | undefined,
  caller: number,
  entry: number,
  since: number,
): void {
  const number = keyNumber(key);
  const told = newestOf(idOf(object), number, since);
  if (told !== undefined && holdsValue(told, now)) return;
  // What has left the program may have told of it.
  const by = since < firstHeld() ? 0 : caller;
  const before = held.has(key) ? { value: held.get(key) } : null;
  // However many properties a call has changed, it is one passage.
  if (callOfLook === 0) callOfLook = beginCall();
  else resumeCall(callOfLook);
  noteChanged(rewritten, by, key);
  recordNative(by > 0 ? siteOfWriter(by) : siteOfNobody(entry), object, number, now?.value, now === undefined, before);
}

const sites = new OwnMap<number, number>();

/** The site of what a call of the program has changed. */
function siteOfWriter(caller: number): number {
  return siteBeside(caller, null);
}

/** Where something is found changed, and nobody knows by whom. */
function siteOfNobody(entry: number): number {
  return siteBeside(entry, unseenKey);
}

function siteBeside(beside: number, key: string | null): number {
  const id = key === null ? beside : -beside;
  let site = sites.get(id);
  if (site === undefined) {
    const place = placeOfControl(beside);
    const { path, offset } = place ?? { path: '', offset: 0 };
    site = place === null ? 0 : addSiteAt(path, { kind: 'native', offset, end: offset, key, declaration: null, isAfter: true });
    sites.set(id, site);
  }
  return site;
}

/** An object has grown too large. */
function forget(one: Watched): void {
  const rest = emptyList<Watched>();
  for (let at = 0; at < watched.length; at++) if (watched[at] !== one) rest[rest.length] = watched[at] as Watched;
  watched = rest;
  watchedCount[0] = rest.length;
  noteUnwatched(lastPlace, one.object);
}

/** Comparing takes too long: from now on nothing is compared. */
function giveUp(): void {
  isWatching = false;
  isGivenUp = true;
  while (watched.length > 0) letGo();
}
