import { types } from 'node:util';
import {
  lengthWritingMethods,
  restrictingFunctions,
  writingArrayMethods,
  writingTypedArrayMethods,
} from '../../instrument/builtinNames.js';
import type { Plan } from '../../instrument/plan.js';
import { callBeingMade, siteOfNative, spentSiteOfNative } from './nativeCallers.js';
import { disguise, type Callable } from '../realm/disguise.js';
import { noteGenuine, onEntryCall, siteOfCall } from './entryCalls.js';
import { standBackAll, standInAgain } from './guards.js';
import { idOf, isObject, restrict } from '../realm/identity.js';
import {
  apply,
  emptyList,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  isArray,
  isEnumerable,
  isFrozen,
  isView,
  OwnMap,
  OwnWeakMap,
  ownKeys,
} from '../realm/intrinsics.js';
import { isOwnWork, ownWork } from '../realm/ownWork.js';
import { holdsObjectFunctions, inEachRealm, type Realm } from '../realm/realms.js';
import { isEntryLeftOut } from '../rows/passing.js';
import { behind, defining, deleting, everyAccess, writing } from '../realm/proxies.js';
import { beginCall, noteNativeWrite, resumeCall } from '../record/nativePassages.js';
import { passBy, recordNative, recordUntold } from '../record/keyed.js';
import { noteReadOnly } from './inheritedRefusals.js';
import { isAskedKey } from './probes.js';
import { untold, type Earlier } from '../rows/watch.js';
import { budgetLeft, closeBudget, isAnyLookedAt } from '../rows/sites.js';
import { noteView } from '../record/memory.js';
import { throughUs } from '../traces/thrownThrough.js';
import { watchLastIndex } from './regExpNatives.js';
import { isToldLater, standInForKey } from './objectKeys.js';
import { noteUncertain } from '../record/uncertain.js';
import { propertyOfKey } from '../rows/keyTexts.js';
import { entryNumber, keyNumber } from '../rows/values.js';
import { between, indicesOf, keysWritten, sizeOf, type IndexRange } from './arrayNatives.js';

/**
 * Puts probes into those of the language's own functions that change what the plan asks about. Wherever they are called from (by
 * another name, through `apply`, as a callback) they are seen; the call's place is taken from the stack.
 */
export function watchNatives(plan: Plan): void {
  inEachRealm((realm) => watchNativesOf(realm, plan));
}

function watchNativesOf(realm: Realm, plan: Plan): void {
  const { fields, elements, entries } = plan;
  if (fields.length > 0 || elements) watchObjects(realm, plan);
  const arrays = realm.own('Array.prototype');
  if (elements || fields.includes('length')) for (const name of writingArrayMethods.split(' ')) watchArrayMethod(arrays, name);
  const typedArrays = realm.own('%TypedArray%.prototype');
  if (elements) for (const name of writingTypedArrayMethods.split(' ')) watchTypedArrayMethod(typedArrays, name);
  if (fields.includes('stack')) watchTraces(realm.own('Error'));
  if (fields.includes('lastIndex')) watchLastIndex(realm.own('RegExp.prototype'));
  if (entries) watchEntries(realm);
}

/** A change is told after the native has returned: what it throws for changes nothing. Arguments are read as the program may have left arrays. */
function watchObjects(realm: Realm, plan: Plan): void {
  const [objects, reflection] = [realm.own('Object'), realm.own('Reflect')];
  wrap(objects, 'assign', (self, values, call) => {
    const target = held(values[0], writing);
    if (target === null) return call();
    const written = assignedBy(values, values.length, plan);
    if (written.keys.length === 0) return call();
    const { keys, overwritten } = written;
    rememberLength(target, keys);
    const before = allEarlier(target, keys);
    noteOverwritten(written, before);
    const result = tried(self, target, call);
    ownWork(() => {
      for (let at = 0; at < keys.length; at++) recordOwn(self, target, keys[at] ?? '', before[at], overwritten[at]);
    });
    return result;
  });
  const define = (self: Callable, values: readonly unknown[], call: () => unknown): unknown => {
    const target = held(values[0], defining);
    if (target === null) return call();
    const given = givesValue(values[2]);
    const key = keyOf(values, (name) => {
      rememberLength(target, [name]);
      return { before: earlier(target, name), known: getOwnPropertyDescriptor(target, name) };
    });
    const result = call();
    const { name, found } = key();
    if (result === false || name === null || found === null) return result;
    const { before, known } = found;
    const isKept = known !== undefined && 'value' in known && !given;
    const made = getOwnPropertyDescriptor(target, name);
    if (made?.writable !== true) restrict(target);
    noteOwnReadOnly(target, [name]);
    const isReplaced = known !== undefined && 'value' in known && made !== undefined && !('value' in made);
    // A getter in the place of a value: what it computes is not the value that was there.
    if (isReplaced) ownWork(() => recordUntold(siteOfNative(self), target, keyNumber(name)));
    else if (!isKept) ownWork(() => recordOwn(self, target, name, before));
    return result;
  };
  wrap(objects, 'defineProperty', define);
  wrap(reflection, 'defineProperty', define);
  wrap(objects, 'defineProperties', (self, values, call) => {
    const target = held(values[0], defining);
    if (target === null) return call();
    const written = assignedBy(values, 2, plan).keys;
    rememberLength(target, written);
    const before = allEarlier(target, written);
    const result = tried(self, target, call);
    restrict(target);
    noteOwnReadOnly(target, written);
    ownWork(() => {
      for (let at = 0; at < written.length; at++) recordOwn(self, target, written[at] ?? '', before[at]);
    });
    return result;
  });
  const restricting = (_: Callable, values: readonly unknown[], call: () => unknown): unknown => {
    const result = call();
    const target = held(values[0], []);
    if (target === null) return result;
    restrict(target);
    if (isFrozen(target)) noteOwnReadOnly(target, ownKeys(target));
    return result;
  };
  for (const name of restrictingFunctions.split(' ')) wrap(objects, name, restricting);
  wrap(reflection, 'preventExtensions', restricting);
  wrap(reflection, 'set', (self, values, call) => {
    // A Proxy whose trap writes is told there.
    const isTrapped = held(values[0], writing) === null;
    const receiver = isTrapped ? null : held(values.length > 3 ? values[3] : values[0], defining);
    if (receiver === null) return call();
    const key = keyOf(values, (name) => {
      rememberLength(receiver, [name]);
      return { before: earlier(receiver, name) };
    });
    const result = call();
    const { name, found } = key();
    if (result === true && name !== null && found !== null) ownWork(() => recordOwn(self, receiver, name, found.before));
    return result;
  });
  wrap(realm.own('JSON'), 'parse', (self, values, call) => {
    const reviver = values[1];
    if (typeof reviver === 'function') (values as unknown[])[1] = reviving(self, reviver as Callable);
    return call();
  });
  wrap(reflection, 'deleteProperty', (self, values, call) => {
    const target = held(values[0], deleting);
    if (target === null) return call();
    const key = keyOf(values, (name) => (hasOwn(target, name) ? { before: earlier(target, name) } : null));
    const result = call();
    const { name, found } = key();
    if (result === true && name !== null && found !== null)
      ownWork(() => recordNative(siteOfNative(self), target, keyNumber(name), undefined, true, found.before));
    return result;
  });
}

/** A reviver is called for each place of what is parsed, and what it returns is written there. */
function reviving(self: Callable, reviver: Callable): Callable {
  const holder = {
    reviver(this: unknown, ...values: unknown[]): unknown {
      const value = apply(reviver, this, values);
      const key = values[0] as string;
      const owner = isAskedKey(key) ? held(this, defining) : null;
      if (owner === null) return value;
      const before = earlier(owner, key);
      ownWork(() => recordNative(siteOfNative(self), owner, keyNumber(key), value, value === undefined, before));
      return value;
    },
  };
  return holder.reviver;
}

/** The property that a native was given, where it is asked for, and what was found of it before. */
interface KeyOfNative<T> {
  readonly name: PropertyKey | null;
  readonly found: T | null;
}

/**
 * Looks at the property that a native is given, before it does anything. Where code of the program tells which one an object means, that is when the
 * native asks: its call comes before what is returned is called.
 */
function keyOf<T>(values: readonly unknown[], look: (name: PropertyKey) => T | null): () => KeyOfNative<T> {
  let seen: KeyOfNative<T> = { name: null, found: null };
  const tell = (name: PropertyKey) => {
    if (isAskedKey(name)) seen = { name, found: look(name) };
  };
  const key = values[1];
  const name = isObject(key) ? ownWork(() => propertyOfKey(key)) : propertyOfKey(key);
  if (name !== null) tell(name);
  else {
    const standIn = ((values as unknown[])[1] = standInForKey(key));
    isToldLater(standIn, tell);
  }
  return () => seen;
}

/** Whether a descriptor says what a property is to hold: others leave it. */
function givesValue(descriptor: unknown): boolean {
  if (!isObject(descriptor) || isProxy(descriptor)) return true;
  for (let at: object | null = descriptor; at !== null; at = getPrototypeOf(at))
    if (isProxy(at) || hasOwn(at, 'value') || hasOwn(at, 'get') || hasOwn(at, 'set')) return true;
  return false;
}

/** The trace is not read: that has it written, by the program's own code where it wants to. It begins below us. */
function watchTraces(errors: object): void {
  disguise(errors, 'captureStackTrace', (original) => {
    const holder = {
      method(this: unknown, ...values: unknown[]): unknown {
        if (isOwnWork()) return apply(original, this, values);
        beginCall();
        const result = apply(original, this, [values[0], typeof values[1] === 'function' ? values[1] : holder.method]);
        const target = values[0];
        if (isObject(target)) ownWork(() => recordUntold(siteOfNative(holder.method), target, keyNumber('stack')));
        return result;
      },
    };
    return holder.method;
  });
}

/** The writes of a native that throws are not known. */
function tried(self: Callable, target: object, call: () => unknown): unknown {
  let hasReturned = false;
  try {
    const result = call();
    hasReturned = true;
    return result;
  } finally {
    // No `catch`, which V8 would take for one of the program's.
    if (!hasReturned && !isFrozen(target)) ownWork(() => noteUncertain(siteOfNative(self), target, 'thrown'));
  }
}

/** Notes those of an object's names that are asked about and read-only: objects that inherit from it refuse stores to them. */
export function noteOwnReadOnly(object: object, names: readonly PropertyKey[]): void {
  // Nothing inherits elements of a list in earnest, and there may be millions.
  if (isArray(object) || isView(object) || types.isProxy(object)) return;
  ownWork(() => {
    for (let at = 0; at < names.length; at++) {
      const name = names[at] ?? '';
      if (isAskedKey(name) && getOwnPropertyDescriptor(object, name)?.writable === false) noteReadOnly(name);
    }
  });
}

/** The places that sources write, in order. */
interface Assigned {
  readonly keys: readonly PropertyKey[];
  /** For each that a later source writes over: its value, which the target has not. */
  readonly overwritten: readonly Overwritten[];
}

type Overwritten = { readonly value: unknown; readonly next: number } | undefined;

/** The keys of the sources among arguments, behind the first and before `end`, that are asked for and copied. */
function assignedBy(values: readonly unknown[], end: number, { fields, elements }: Plan): Assigned {
  const written = emptyList<PropertyKey>();
  const overwritten = emptyList<Overwritten>();
  // Where a key was written last, and by which source.
  const last = end > 2 ? new OwnMap<PropertyKey, { readonly at: number; readonly source: unknown }>() : null;
  const add = (key: PropertyKey, source: unknown) => {
    const at = written.length;
    const earlier = last?.get(key);
    if (earlier !== undefined) overwritten[earlier.at] = copiedOf(earlier.source, key, at);
    last?.set(key, { at, source });
    written[at] = key;
  };
  for (let index = 1; index < end; index++) {
    const source = values[index];
    if (typeof source === 'string' && elements) for (let at = 0; at < source.length; at++) add(`${at}`, source);
    if (!isObject(source) || isProxy(source)) continue;
    const keys = elements ? ownKeys(source) : fields;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? '';
      if (isAskedKey(key) && hasOwn(source, key) && isEnumerable(source, key)) add(key, source);
    }
  }
  return { keys: written, overwritten };
}

/** The value that a source gives under a key, where no code of the program tells; `next`: which of the places is the same again. */
function copiedOf(source: unknown, key: PropertyKey, next: number): Overwritten {
  if (!isObject(source)) return { value: (source as string)[Number(key)], next };
  const descriptor = getOwnPropertyDescriptor(source, key);
  return { value: descriptor !== undefined && 'value' in descriptor ? descriptor.value : untold, next };
}

/** A later source finds the value that the one before has written. */
function noteOverwritten({ keys, overwritten }: Assigned, before: Earlier[]): void {
  if (!isAnyLookedAt()) return;
  for (let at = 0; at < keys.length; at++) {
    const one = overwritten[at];
    if (one !== undefined) before[one.next] = one.value === untold ? undefined : { value: one.value };
  }
}

function watchArrayMethod(arrays: object, name: string): void {
  wrap(arrays, name, (self, values, call, receiver) => {
    const owner = held(receiver, everyAccess);
    const spent = owner === null ? 0 : spentSiteOfNative(self);
    if (owner !== null && spent !== 0) return countedOnly(spent, self, owner, call);
    const length = owner === null ? null : lengthOf(owner);
    if (owner === null || length === null) return call();
    const range = keysWritten[name]?.(length, values) ?? between(0, 0);
    const most = mostTold(self, range);
    const written = indicesOf(range, most);
    // What was absent and still is has not changed.
    const wasAbsent = emptyList<boolean>();
    for (let at = 0; at < written.length; at++) wasAbsent[at] = !hasOwn(owner, written[at] ?? 0);
    const before = allEarlier(owner, written);
    const lengthBefore = earlier(owner, 'length');
    // Nothing is written before all has been compared.
    const result = name === 'sort' ? call() : tried(self, owner, call);
    ownWork(() => {
      const site = siteOfNative(self);
      for (let at = 0; at < written.length; at++) recordElement(site, owner, written[at] ?? 0, wasAbsent[at] ?? false, before[at]);
      if (most < sizeOf(range)) closeBudget(site);
      const now = lengthOf(owner);
      // Of what is no array the length is a property like others, which is written whether it changes or not.
      const isWritten = isArray(owner) ? now !== length : lengthWritingMethods[name] === true;
      if (isWritten) recordNative(site, owner, keyNumber('length'), now, false, lengthBefore);
    });
    return result;
  });
}

/** A call whose site has used its budget: nothing of what it writes is looked at. */
function countedOnly(site: number, self: Callable, owner: object, call: () => unknown): unknown {
  // It is seen here.
  idOf(owner);
  closeBudget(site);
  return tried(self, owner, call);
}

/** How many of the elements that a native writes are told: beyond a budget none is looked at. */
export function mostTold(self: Callable, range: IndexRange): number {
  // Only where the call is known its site is found at no cost.
  if (sizeOf(range) === 0 || callBeingMade() === 0) return Infinity;
  return budgetLeft(ownWork(() => siteOfNative(self)));
}

/** By what an array method takes an object for an array; null where that would run code of the program. */
function lengthOf(owner: object): number | null {
  if (isArray(owner)) return owner.length;
  const length: unknown = getOwnPropertyDescriptor(owner, 'length')?.value;
  return typeof length === 'number' && length >= 0 && length <= Number.MAX_SAFE_INTEGER ? Math.trunc(length) : null;
}

/** The elements of a typed array after the call are what was written; reading them runs nothing of the program. */
function watchTypedArrayMethod(typedArrays: object, name: string): void {
  wrap(typedArrays, name, (self, values, call, owner) => {
    if (!isView(owner)) return call();
    const array = owner as Uint8Array;
    const source = values[0] as { readonly length?: unknown } | undefined;
    const count = name === 'set' && isObject(source) && (isArray(source) || isView(source)) ? Number(source.length) : 0;
    const start = typeof values[1] === 'number' ? values[1] : 0;
    const range = name === 'set' ? between(start, start + count) : (keysWritten[name]?.(array.length, values) ?? between(0, 0));
    const most = mostTold(self, range);
    const written = indicesOf(range, most);
    const before = allEarlier(array, written);
    const result = name === 'set' ? tried(self, array, call) : call();
    ownWork(() => {
      noteView(array);
      const site = siteOfNative(self);
      for (let at = 0; at < written.length; at++) recordElement(site, array, written[at] ?? 0, true, before[at]);
      if (most < sizeOf(range)) closeBudget(site);
    });
    return result;
  });
}

function leaveOutEntry(site: number): void {
  noteNativeWrite(site);
  passBy(site);
}

function watchEntries(realm: Realm): void {
  const [maps, sets] = [realm.own('Map.prototype'), realm.own('Set.prototype')];
  const put = (self: Callable, site: number, owner: object, key: unknown, value: unknown): void => {
    beginCall();
    if (isEntryLeftOut(key)) leaveOutEntry(site === 0 ? ownWork(() => siteOfNative(self)) : site);
    else ownWork(() => recordNative(site === 0 ? siteOfNative(self) : site, owner, entryNumber(key), value));
  };
  for (const prototype of [maps, realm.own('WeakMap.prototype')]) {
    disguise(prototype, 'set', (original) => {
      const holder = {
        set(this: unknown, key: unknown, value: unknown): unknown {
          if (isOwnWork()) return apply(original, this, [key, value]);
          const site = siteOfCall(this);
          const result = called(original, this, key, value);
          put(holder.set, site, this as object, key, value);
          if (site === 0 && !realm.isContext) noteGenuine(this as object, 'set', maps);
          return result;
        },
      };
      if (prototype === maps && !realm.isContext) onEntryCall('set', holder.set);
      return holder.set;
    });
    wrap(prototype, 'delete', (self, values, call, owner) => {
      const result = call();
      if (result === true && isObject(owner))
        ownWork(() => recordNative(siteOfNative(self), owner, entryNumber(values[0]), undefined, true));
      return result;
    });
  }
  for (const prototype of [sets, realm.own('WeakSet.prototype')]) {
    disguise(prototype, 'add', (original) => {
      const holder = {
        add(this: unknown, key: unknown): unknown {
          if (isOwnWork()) return apply(original, this, [key]);
          const site = siteOfCall(this);
          const result = called(original, this, key, undefined);
          put(holder.add, site, this as object, key, true);
          if (site === 0 && !realm.isContext) noteGenuine(this as object, 'add', sets);
          return result;
        },
      };
      if (prototype === sets && !realm.isContext) onEntryCall('add', holder.add);
      return holder.add;
    });
    wrap(prototype, 'delete', (self, values, call, owner) => {
      const result = call();
      if (result === true && isObject(owner)) ownWork(() => recordNative(siteOfNative(self), owner, entryNumber(values[0]), false));
      return result;
    });
  }
  for (const prototype of [maps, sets])
    wrap(prototype, 'clear', (self, _values, call, owner) => {
      const keys = emptyList<unknown>();
      if (types.isMap(owner) || types.isSet(owner))
        ownWork(() =>
          apply(types.isMap(owner) ? forEachOfMap : forEachOfSet, owner, [
            (_value: unknown, key: unknown) => void (keys[keys.length] = key),
          ]),
        );
      const result = call();
      ownWork(() => {
        const site = siteOfNative(self);
        for (let at = 0; at < keys.length; at++) recordNative(site, owner as object, entryNumber(keys[at]), false, types.isMap(owner));
      });
      return result;
    });
}

const forEachOfMap = Map.prototype.forEach as Callable;
const forEachOfSet = Set.prototype.forEach as Callable;

type Around = (self: Callable, values: readonly unknown[], call: () => unknown, owner: unknown) => unknown;

/** Calls the original in the middle of `around`. `runsCode`: it runs code of the program, which may have no probes, whatever it is given. */
export function wrap(owner: object, name: PropertyKey, around: Around, runsCode = false): void {
  // To those a function is an object, whose properties they ask about.
  const mayCall = !holdsObjectFunctions(owner) || name === 'groupBy';
  disguise(owner, name, (original) => {
    const holder = {
      // A method is no constructor, as the original is none.
      method(this: unknown, ...values: unknown[]): unknown {
        if (isOwnWork()) return apply(original, this, values);
        const moment = runsCode || (mayCall && isGivenCode(values)) ? -1 : standBackAll();
        const number = beginCall();
        const call = () => {
          try {
            return throughUs(original, this, values);
          } finally {
            resumeCall(number);
          }
        };
        if (moment < 0) return around(holder.method, values, call, this);
        try {
          return around(holder.method, values, call, this);
        } finally {
          standInAgain(moment);
        }
      },
    };
    return holder.method;
  });
}

/** Whether a function is among the arguments of a native, which it may call. */
function isGivenCode(values: readonly unknown[]): boolean {
  for (let at = 0; at < values.length; at++) if (typeof values[at] === 'function') return true;
  return false;
}

/** Calls a native; it throws as if nobody stood between. */
function called(original: Callable, owner: unknown, key: unknown, value: unknown): unknown {
  return throughUs(original, owner, [key, value]);
}

/** An index that was just written may have changed the length; a shorter length has deleted elements. */
function recordLength(self: Callable, owner: unknown[]): void {
  const known = lengths.get(owner);
  if (known === undefined || known.length === owner.length) return;
  const site = siteOfNative(self);
  recordNative(site, owner, keyNumber('length'), owner.length, false, isAnyLookedAt() ? { value: known.length } : undefined);
  for (let at = 0; at < known.elements.length; at++) {
    const index = known.elements[at] ?? 0;
    if (index >= owner.length) recordNative(site, owner, keyNumber(index), undefined, true);
  }
  lengths.set(owner, { length: owner.length, elements: emptyList<number>() });
}

/** The lengths of arrays that a native is about to write to and, where it writes the length, their elements. */
const lengths = new OwnWeakMap<object, { readonly length: number; readonly elements: readonly number[] }>();
const rememberLength = (target: unknown, written: readonly PropertyKey[]) => {
  if (!isArray(target) || isProxy(target) || !isAskedKey('length')) return;
  ownWork(() => {
    const elements = emptyList<number>();
    let isResized = false;
    for (let at = 0; at < written.length; at++) isResized ||= written[at] === 'length';
    for (let index = 0; isResized && isAskedKey(0) && index < target.length; index++)
      if (hasOwn(target, index)) elements[elements.length] = index;
    lengths.set(target, { length: target.length, elements });
  });
};

/** The value of a place before a native writes to it, if that is asked for; null where it does not exist. */
export function earlier(owner: object, key: PropertyKey): Earlier {
  if (!isAnyLookedAt()) return undefined;
  return ownWork(() => {
    const descriptor = getOwnPropertyDescriptor(owner, key);
    return descriptor === undefined ? null : 'value' in descriptor ? { value: descriptor.value as unknown } : undefined;
  });
}

export function allEarlier(owner: object, keys: readonly PropertyKey[]): Earlier[] {
  const all = emptyList<Earlier>();
  if (isAnyLookedAt()) for (let at = 0; at < keys.length; at++) all[at] = earlier(owner, keys[at] ?? '');
  return all;
}

function recordOwn(self: Callable, owner: object, key: PropertyKey, before: Earlier, overwritten?: Overwritten): void {
  if (isArray(owner) && isAskedKey('length')) recordLength(self, owner);
  if (isArray(owner) && key === 'length') return;
  const descriptor = getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined || !('value' in descriptor)) return;
  const value: unknown = overwritten === undefined ? descriptor.value : overwritten.value;
  if (value === untold) recordUntold(siteOfNative(self), owner, keyNumber(key));
  else recordNative(siteOfNative(self), owner, keyNumber(key), value, false, before);
}

export function recordElement(site: number, owner: object, index: number, wasAbsent: boolean, before: Earlier): void {
  const descriptor = getOwnPropertyDescriptor(owner, index);
  if (descriptor === undefined && wasAbsent) return;
  recordNative(site, owner, keyNumber(index), descriptor?.value, descriptor === undefined, before);
}

/** The object that a native writes to when it is given a value; null where nothing is known of it. */
function held(value: unknown, traps: readonly string[]): object | null {
  return isObject(value) ? behind(value, traps) : null;
}

function isProxy(value: object): boolean {
  return types.isProxy(value);
}
