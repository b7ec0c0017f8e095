import { types } from 'node:util';
import { isObject } from '../realm/identity.js';
import { apply, getOwnPropertyDescriptor, getPrototypeOf, isArray, OwnMap, ownKeys } from '../realm/intrinsics.js';

/** The property that a value means where it is a key; null where code of the program would tell. */
export function propertyOfKey(key: unknown): PropertyKey | null {
  switch (typeof key) {
    case 'string':
    case 'number':
    case 'symbol':
      return key;
    default:
      return isObject(key) ? textOfKey(key) : String(key);
  }
}

/** The text that the language's own methods make of an object; null where they would run, or may run, code of the program. */
export function textOfKey(key: object): string | null {
  if (isProxy(key) || getPrototypeOf(key) === null) return null;
  if (held(key, Symbol.toPrimitive) !== undefined) return null;
  const method = held(key, 'toString');
  if (method === listToText) return textOfList(key);
  if (method === regExpToText) return textOfRegExp(key);
  if (method === objectToText) return held(key, Symbol.toStringTag) === mayRun ? null : (apply(objectToText, key, []) as string);
  return plain.get(method)?.(key) === true ? (apply(method as Method, key, []) as string) : null;
}

type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Stands for a property that only the program's own code tells. */
const mayRun = {};

/** A property of an object, its own or an inherited one. */
function held(object: object, key: PropertyKey): unknown {
  for (let at: object | null = object; at !== null; at = getPrototypeOf(at)) {
    if (isProxy(at)) return mayRun;
    const descriptor = getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return 'value' in descriptor ? (descriptor.value as unknown) : mayRun;
  }
  return undefined;
}

/** The texts of the elements of a list. */
function textOfList(key: object): string | null {
  if (!isArray(key) || key.length > mostParts || held(key, 'join') !== join) return null;
  let text = '';
  for (let at = 0; at < key.length; at++) {
    const descriptor = getOwnPropertyDescriptor(key, at);
    if (descriptor === undefined || !('value' in descriptor)) return null;
    const part = descriptor.value as unknown;
    if (isObject(part) || typeof part === 'symbol') return null;
    text += `${at === 0 ? '' : ','}${part === undefined || part === null ? '' : String(part)}`;
  }
  return text;
}

const mostParts = 100;

/** An expression says what it is by accessors of its prototype, which the program may replace. */
function textOfRegExp(key: object): string | null {
  if (!isRegExp(key) || getPrototypeOf(key) !== regExps || ownKeys(key).length > 1) return null;
  for (let at = 0; at < regExpNames.length; at++) {
    const name = regExpNames[at] ?? '';
    if (getOwnPropertyDescriptor(regExps, name)?.get !== regExpGetters.get(name)) return null;
  }
  return apply(regExpToText, key, []) as string;
}

const { isProxy, isRegExp } = types;

function methodOf(prototype: object, name: string): Method {
  return Reflect.get(prototype, name) as Method;
}

const listToText = methodOf(Array.prototype, 'toString');
const join = methodOf(Array.prototype, 'join');
const objectToText = methodOf(Object.prototype, 'toString');
const regExps: object = RegExp.prototype;
const regExpToText = methodOf(regExps, 'toString');
const regExpNames = [
  'source',
  'flags',
  'hasIndices',
  'global',
  'ignoreCase',
  'multiline',
  'dotAll',
  'unicode',
  'unicodeSets',
  'sticky',
] as const;
const regExpGetters = new OwnMap<string, unknown>();
for (const name of regExpNames) regExpGetters.set(name, getOwnPropertyDescriptor(regExps, name)?.get);

/** Methods that read nothing but the value in their object, each with what has one. */
const plain = new OwnMap<unknown, (object: object) => boolean>();
plain.set(methodOf(String.prototype, 'toString'), types.isStringObject);
plain.set(methodOf(Number.prototype, 'toString'), types.isNumberObject);
plain.set(methodOf(Boolean.prototype, 'toString'), types.isBooleanObject);
plain.set(methodOf(Function.prototype, 'toString'), (object) => typeof object === 'function');
