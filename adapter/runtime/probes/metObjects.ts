import process from 'node:process';
import { types } from 'node:util';
import { unseenKey, type Site } from '../../instrument/site.js';
import { addSiteAt } from '../traces/callSites.js';
import { isForeign } from '../realm/foreignClasses.js';
import { idOf, isMarked, isObject } from '../realm/identity.js';
import { apply, emptyList, getOwnPropertyDescriptor, getPrototypeOf, isArray, isView, OwnMap, ownKeys } from '../realm/intrinsics.js';
import { ownWork } from '../realm/ownWork.js';
import { recordNative, recordUntold } from '../record/keyed.js';
import { beginCall } from '../record/nativePassages.js';
import { budgets, closeBudget, countBeyond, isBeyond } from '../rows/sites.js';
import { entryNumber, keyNumber } from '../rows/values.js';
import { placeOfControl } from './seenCallers.js';

/**
 * Objects that a recorded program is given by code that is not seen: what `await` gives of a promise of Node, what calls return, arguments of a
 * callback. What they hold then is told, once, and nobody knows by which call they came to hold it.
 */
let isRecording = false;

/** From now on a recording is made. */
export function tellMet(): void {
  isRecording = true;
}

/** Whether a value is an object that is not in the recording yet: asked before the row is written that names it. */
export function isNewlyMet(value: unknown): value is object {
  return isRecording && isObject(value) && !isMarked(value);
}

/** Whether they are told. */
export const areMetTold = (): boolean => isRecording;

/** Tells what an object holds that has just been met; `place`: a site of where control is. */
export function meet(place: number, object: object): void {
  const alone = emptyList<object>();
  alone[0] = object;
  meetAll(place, alone);
}

/** The same of objects that have got a number together. */
export function meetAll(place: number, objects: readonly object[]): void {
  if (!isRecording || isBeyond(siteOf(place))) return;
  ownWork(() => {
    const pending = emptyList<object>();
    // Beyond a budget nothing has named it.
    for (let at = 0; at < objects.length; at++) {
      const object = objects[at];
      if (object !== undefined && isMarked(object) && mayBeTold(object)) pending[pending.length] = object;
    }
    const site = siteOf(place);
    if (site === 0 || pending.length === 0) return;
    beginCall();
    tellWithParts(site, pending);
  });
}

export const metProbes = {
  /** A loop is given a value by an iterator. */
  __w_iterated(site: number, value: unknown): void {
    if (!isNewlyMet(value)) return;
    countBeyond(site);
    idOf(value);
    if (isBeyond(siteOf(site))) closeBudget(site);
    else meet(site, value);
  },
};

const sites = new OwnMap<number, number>();

function siteOf(place: number): number {
  let site = sites.get(place);
  if (site === undefined) {
    const found = placeOfControl(place);
    const { path, offset } = found ?? { path: '', offset: 0 };
    const result: Site = { kind: 'result', offset, end: offset, key: unseenKey, declaration: null, isAfter: true };
    site = found === null ? 0 : ownWork(() => addSiteAt(path, result));
    sites.set(place, site);
  }
  return site;
}

/** Tells of objects, and of their parts that have no number yet. */
function tellWithParts(site: number, pending: object[]): void {
  for (let at = 0; at < pending.length; at++) {
    const object = pending[at] as object;
    const keys = ownKeys(object);
    const count = keys.length + sizeOf(object);
    // It is told whole or not at all: what is left of the budget must do for it.
    if (count > (budgets[site] ?? 0)) continue;
    const parts = isData(object) ? pending : null;
    // What a text means as a key takes as long to find out as all the rest.
    const elements = isArray(object) ? elementsOf(object, keys) : 0;
    for (let index = 0; index < elements; index++) tellOwn(site, object, index, parts);
    if (types.isMap(object) || types.isSet(object)) tellEntries(site, object, parts);
    // Anything else that an error holds may lead everywhere.
    const isError = parts === null && types.isNativeError(object);
    for (let index = elements; index < keys.length; index++)
      tellOwn(site, object, keys[index] ?? '', isError && keys[index] === errorsOf ? pending : parts);
  }
}

/** How many elements an array has that has no holes, which come first among its keys; 0: it has holes. */
function elementsOf({ length }: readonly unknown[], keys: readonly PropertyKey[]): number {
  return length < keys.length && keys[length] === 'length' ? length : 0;
}

/** How many entries it has. */
function sizeOf(object: object): number {
  if (types.isMap(object)) return apply(sizeOfMap, object, []) as number;
  return types.isSet(object) ? (apply(sizeOfSet, object, []) as number) : 0;
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** The name under which an AggregateError has a list of others. */
const errorsOf = 'errors';

/** The list that an error has just come into being with and that is not in the recording yet; null: it has none. */
export function newErrorsOf(error: object): object | null {
  if (!isRecording || !types.isNativeError(error)) return null;
  const list: unknown = getOwnPropertyDescriptor(error, errorsOf)?.value;
  return isNewlyMet(list) && mayBeTold(list) ? list : null;
}

const sizeOfMap = getOwnPropertyDescriptor(Map.prototype, 'size')?.get as Method;
const sizeOfSet = getOwnPropertyDescriptor(Set.prototype, 'size')?.get as Method;
const forEachOfMap = Reflect.get(Map.prototype, 'forEach') as Method;
const forEachOfSet = Reflect.get(Set.prototype, 'forEach') as Method;

function tellEntries(site: number, object: object, parts: object[] | null): void {
  const isMap = types.isMap(object);
  apply(isMap ? forEachOfMap : forEachOfSet, object, [
    (value: unknown, key: unknown) => {
      addPart(key, parts);
      addPart(value, parts);
      recordNative(site, object, entryNumber(key), isMap ? value : true, false, null);
    },
  ]);
}

function tellOwn(site: number, object: object, key: PropertyKey, parts: object[] | null): void {
  const descriptor = getOwnPropertyDescriptor(object, key);
  // To read a trace has it written, by the program's own code where it wants to.
  const isTrace = key === 'stack' && types.isNativeError(object);
  if (descriptor === undefined || !('value' in descriptor) || isTrace) return recordUntold(site, object, keyNumber(key));
  if (key === 'length' && isArray(object) && reachesEnd(object)) return;
  addPart(descriptor.value, parts);
  recordNative(site, object, keyNumber(key), descriptor.value, false, null);
}

/** Whether an array is as long as its elements reach. */
function reachesEnd(array: readonly unknown[]): boolean {
  return array.length > 0 && getOwnPropertyDescriptor(array, array.length - 1) !== undefined;
}

/** Adds a part of an object that nothing has told of yet. */
function addPart(value: unknown, parts: object[] | null): void {
  if (parts !== null && isNewlyMet(value) && mayBeTold(value)) parts[parts.length] = value;
}

/** Whether an object may be told. The environment is not, nor are memory and what runs code when it is read. */
function mayBeTold(object: object): boolean {
  if (typeof object === 'function' || types.isProxy(object) || isView(object) || types.isModuleNamespaceObject(object)) return false;
  if (object === globalThis || object === process || object === environment || object === getOwnPropertyDescriptor(process, 'env')?.value)
    return false;
  return isData(object) || types.isNativeError(object) || isForeign(getPrototypeOf(object) ?? plain);
}

const environment: unknown = process.env;
const plain = Object.prototype;
const list = Array.prototype;

/** Whether it may have come with its parts; anything else may lead everywhere. */
function isData(object: object): boolean {
  const prototype = getPrototypeOf(object);
  return prototype === null || prototype === plain || (isArray(object) && prototype === list) || types.isMap(object) || types.isSet(object);
}
