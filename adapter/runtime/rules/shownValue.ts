import { ownJson } from '../realm/ownJson.js';
import { nameOfSymbol, sliceOfText } from '../../maintain/ownTexts.js';
import { append, filtered, joined, mapped, newList, partOf, together } from '../../maintain/ownLists.js';
import type { ObjectType, ValueReport } from '../../events/rows.js';
import { untold } from '../../maintain/thing.js';
import { types } from 'node:util';
import { isObject } from '../realm/identity.js';
import { apply, getOwnPropertyDescriptor, isArray, ownKeys } from '../realm/intrinsics.js';
import { className, type Watched } from './watchedThing.js';

const { is } = Object;
type Method = (this: unknown, ...values: unknown[]) => unknown;
const forEachOfSet = Reflect.get(Set.prototype, 'forEach') as Method;
const forEachOfMap = Reflect.get(Map.prototype, 'forEach') as Method;

/** How many properties, and how much of a text, a preview shows. */
const shownProperties = 5;
const shownText = 60;

/** A value of a finding. Objects go by the number that rules know them by; no code of the program runs. */
export function reportOfValue(value: unknown, thing: (object: object) => Watched): ValueReport {
  if (isObject(value)) {
    const { number, family } = thing(value);
    return { kind: 'object', id: number, className: family.name, preview: preview(value), type: kindOf(value) };
  }
  if (value === null) return { kind: 'primitive', type: 'null', text: 'null' };
  const type = typeof value as 'undefined' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol';
  return {
    kind: 'primitive',
    type,
    text: is(value, -0) ? '-0' : typeof value === 'symbol' ? nameOfSymbol(value) : String(value),
  };
}

/** The same of an object that is gone: what is kept of it. */
export function reportOfGone({ number, family }: Watched): ValueReport {
  return { kind: 'object', id: number, className: family.name, preview: '', type: 'object' };
}

/** A value in the text of a message. */
export function messagePart(value: unknown, nameOf: (object: object) => string): string {
  if (value === untold) return '(not recorded)';
  if (!isObject(value)) return typeof value === 'symbol' ? `Symbol(${nameOfSymbol(value)})` : is(value, -0) ? '-0' : String(value);
  return nameOf(value);
}

/** The values that an object holds; no code of the program runs. */
export function heldBy(value: unknown): readonly unknown[] {
  if (!isObject(value) || types.isProxy(value)) return [];
  const own = mapped(ownKeys(value), (key) => getOwnPropertyDescriptor(value, key)?.value as unknown);
  return types.isMap(value) || types.isSet(value) ? together([own, valuesIn(value)]) : own;
}

/** The values of a Map or a Set of the program, as the language has them. */
function valuesIn(container: object): readonly unknown[] {
  const found = newList<unknown>();
  apply(types.isMap(container) ? forEachOfMap : forEachOfSet, container, [(value: unknown) => append(found, value)]);
  return found;
}

function kindOf(object: object): ObjectType {
  if (types.isProxy(object)) return 'proxy';
  if (typeof object === 'function') return 'function';
  return isArray(object) ? 'array' : types.isMap(object) ? 'map' : types.isSet(object) ? 'set' : 'object';
}

function preview(object: object): string {
  if (types.isProxy(object)) return 'Proxy';
  if (typeof object === 'function') return 'function';
  if (types.isMap(object) || types.isSet(object)) return `${className(object)}`;
  const isList = isArray(object);
  const keys = filtered(ownKeys(object), (key): key is string => typeof key === 'string' && !(isList && key === 'length'));
  const parts = mapped(partOf(keys, 0, shownProperties), (key) => (isList ? inner(object, key) : `${key}: ${inner(object, key)}`));
  const text = joined(together([parts, keys.length > shownProperties ? ['…'] : []]), ', ');
  return isList ? `[${text}]` : `{${text}}`;
}

function inner(object: object, key: string): string {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined || !('value' in descriptor)) return '(…)';
  const value: unknown = descriptor.value;
  if (typeof value === 'string') return ownJson.stringify(value.length > shownText ? `${sliceOfText(value, 0, shownText)}…` : value);
  if (typeof value === 'bigint') return `${String(value)}n`;
  if (isObject(value)) return types.isProxy(value) ? 'Proxy' : isArray(value) ? `Array(${value.length})` : className(value);
  return messagePart(value, className);
}
