import { types } from 'node:util';
import { makingFunctions, type Depth } from '../../instrument/builtinNames.js';
import type { Plan } from '../../instrument/plan.js';
import { callBeingMade, siteOfNative } from './nativeCallers.js';
import type { Callable } from '../realm/disguise.js';
import { isCodeGenerated, mayWrite } from './generatedCode.js';
import { isObject, restrict } from '../realm/identity.js';
import { apply, emptyList, getOwnPropertyDescriptor, isArray, isView, ownKeys } from '../realm/intrinsics.js';
import { askedFields } from '../rows/keyNames.js';
import { recordNative, recordUntold } from '../record/keyed.js';
import { bufferOf, noteView } from '../record/memory.js';
import { noteOwnReadOnly, recordElement, wrap } from './natives.js';
import { ownWork } from '../realm/ownWork.js';
import { inEachRealm } from '../realm/realms.js';
import { areMetTold, meet, meetAll, newErrorsOf } from './metObjects.js';
import { isAskedKey } from './probes.js';
import { beginCall } from '../record/nativePassages.js';
import { hasBeenSeen, noteFresh } from '../record/sights.js';
import { eachPart, makeWhole } from '../record/wholes.js';
import { countBeyond, isBeyond } from '../rows/sites.js';
import { entryNumber, keyNumber } from '../rows/values.js';

/**
 * Natives that make an object with what it holds: the call is the write. Those that Node's own code may make, or hand on, are not among
 * them.
 */
export function watchResults(plan: Plan): void {
  const { allocations, fields, elements, entries } = plan;
  const asksPlaces = fields.length > 0 || elements;
  const asksWholes = allocations.length > 0;
  inEachRealm((realm) => {
    for (const [ownerName, names, depth] of makingFunctions) {
      // What a context was given is of another realm.
      if (realm.isContext && ownerName === 'globalThis') continue;
      for (const name of names.split(' ')) watchMaker(realm.own(ownerName), name, depth);
    }
    watchParse(realm.own('JSON'));
  });

  function watchMaker(owner: object, name: string, depth: Depth): void {
    wrap(owner, name, (self, values, call) => {
      const result = call();
      noteFresh(result);
      if (name === 'create' && values[1] !== undefined && isObject(result)) noteDescribed(result);
      if (isObject(result) && (asksPlaces || entries)) ownWork(() => tellResult(self, result, depth, entries, asksWholes));
      return result;
    });
  }

  /** A reviver's result is recorded where it is written (`natives.ts`). */
  function watchParse(json: object): void {
    wrap(json, 'parse', (self, values, call) => {
      const result = call();
      noteFresh(result);
      if (isObject(result) && asksPlaces && typeof values[1] !== 'function')
        ownWork(() => tellResult(self, result, 'all', false, asksWholes));
      return result;
    });
  }
}

/** An object is made by descriptors: it may refuse stores. */
function noteDescribed(object: object): void {
  restrict(object);
  noteOwnReadOnly(object, ownKeys(object));
}

function tellResult(self: Callable, result: object, depth: Depth, entries: boolean, asksWholes: boolean): void {
  const site = siteOfNative(self, 'result');
  if (site === 0) return;
  // Before the parts are reported: what was reported before has come into being before.
  const together = asksWholes ? makeWhole(result) : emptyList<object>();
  const pending = emptyList<object>();
  const known = new WeakSet<object>();
  pending[0] = result;
  for (let at = 0; at < pending.length; at++) {
    // Beyond the budget nothing is looked at.
    if (isBeyond(site)) return countBeyond(site);
    const object = pending[at] as object;
    if (known.has(object) || types.isProxy(object)) continue;
    known.add(object);
    tellBirth(site, object);
    const isInside = depth === 'all' || (depth === 'parts' && at === 0);
    if (isInside && isArray(object) && !isBeyond(site)) tellNames(site, object);
    if (entries && (types.isMap(object) || types.isSet(object))) tellEntries(site, object, isInside ? pending : null);
    if (!isInside || isView(object) || isBeyond(site)) continue;
    eachPart(object, (part) => {
      // What is no data was there before.
      if (isObject(part) && typeof part !== 'function') pending[pending.length] = part;
    });
  }
  if (areMetTold() && depth !== 'all' && !isBeyond(site)) meetRest(together, known);
}

/** Tells of parts of a result of which nothing was told: nobody knows whether this native has made them, as the entries of a Map. */
function meetRest(together: readonly object[], told: WeakSet<object>): void {
  const rest = emptyList<object>();
  for (let at = 1; at < together.length; at++) {
    const object = together[at] as object;
    if (!told.has(object)) rest[rest.length] = object;
  }
  if (rest.length > 0) meetAll(callBeingMade(), rest);
}

/** All that is asked about and that an object holds now came into being with it. */
function tellBirth(site: number, object: object): void {
  if (isView(object)) {
    const buffer = bufferOf(object);
    // Of memory that was there before, the elements were.
    const isNew = buffer !== undefined && !hasBeenSeen(buffer);
    noteView(object);
    if (!isNew) return;
  }
  const hasElements = isArray(object) || types.isTypedArray(object);
  const length = hasElements && isAskedKey(0) ? object.length : 0;
  for (let index = 0; index < length; index++) {
    if (site !== 0 && isBeyond(site)) return countBeyond(site);
    recordElement(site, object, index, true, null);
  }
  const keys = isAskedKey(0) && !hasElements ? ownKeys(object) : askedFields();
  const isGiven = types.isArgumentsObject(object);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? '';
    // To read a trace has it written, by the program's own code where it wants to.
    if (isGiven && typeof key === 'symbol') continue;
    if (key === 'stack' && types.isNativeError(object)) recordUntold(site, object, keyNumber(key));
    else tellOwn(site, object, key);
  }
}

/** Names that an array has beside its elements: the index and the groups of a match. */
function tellNames(site: number, array: readonly unknown[]): void {
  if (!isAskedKey(0)) return;
  const keys = ownKeys(array);
  // Elements come before the length.
  for (let at = keys.length - 1; at >= 0 && keys[at] !== 'length'; at--) tellOwn(site, array, keys[at] ?? '');
}

function tellOwn(site: number, object: object, key: PropertyKey): void {
  const descriptor = isAskedKey(key) ? getOwnPropertyDescriptor(object, key) : undefined;
  if (descriptor !== undefined && 'value' in descriptor) recordNative(site, object, keyNumber(key), descriptor.value, false, null);
}

/** Records an object that `new` or the rest of a pattern has made. Code made from texts may have written to what `new` has made. */
export function tellMade(site: number, object: object, isOurs: boolean): void {
  if (types.isProxy(object)) return;
  const errors = newErrorsOf(object);
  if (!isOurs && isCodeGenerated()) tellError(site, object);
  else
    ownWork(() => {
      beginCall();
      tellBirth(site, object);
    });
  if (errors !== null) meet(callBeingMade(), errors);
}

/** The same of what an error holds that no such code may have written. */
function tellError(site: number, object: object): void {
  if (!types.isNativeError(object)) return;
  ownWork(() => {
    beginCall();
    const keys = ownKeys(object);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at];
      if (key === 'stack') recordUntold(site, object, keyNumber(key));
      else if (typeof key === 'string' && !mayWrite(key)) tellOwn(site, object, key);
    }
  });
}

/** Records an exception that no probe has seen before. */
export function tellThrown(site: number, object: object): void {
  if (!types.isProxy(object)) ownWork(() => tellBirth(site, object));
}

const forEachOfMap = Map.prototype.forEach as Callable;
const forEachOfSet = Set.prototype.forEach as Callable;

function tellEntries(site: number, object: object, pending: object[] | null): void {
  apply(types.isMap(object) ? forEachOfMap : forEachOfSet, object, [
    (value: unknown, key: unknown) => {
      recordNative(site, object, entryNumber(key), types.isMap(object) ? value : true, false, null);
      if (pending !== null && isObject(value) && typeof value !== 'function') pending[pending.length] = value;
    },
  ]);
}
