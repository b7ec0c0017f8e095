import { types } from 'node:util';
import type { ObjectType, ValueReport } from '../../events/rows.js';
import { idOf, isObject } from '../realm/identity.js';
import { getOwnPropertyDescriptor, getPrototypeOf, isArray, newArray } from '../realm/intrinsics.js';
import { noteView } from '../record/memory.js';
import { behind } from '../realm/proxies.js';
import { keyNumber } from '../rows/values.js';

const { isArgumentsObject, isDate, isMap, isModuleNamespaceObject, isNativeError, isProxy, isRegExp, isSet } = types;

/** How many properties, and how much of a text, a preview shows. */
const shownProperties = 5;
const shownText = 60;

/** A value as it is told to the adapter. Runs no code of the program: no getter, no trap. */
export function describe(value: unknown): ValueReport {
  if (isObject(value)) {
    noteView(value);
    return {
      kind: 'object',
      id: idOf(value),
      className: classNameOf(value),
      preview: previewOf(value),
      type: typeOf(value),
      ...holderOf(value),
    };
  }
  if (value === null) return { kind: 'primitive', type: 'null', text: 'null' };
  const type = typeof value as 'undefined' | 'boolean' | 'number' | 'string' | 'bigint' | 'symbol';
  if (typeof value === 'symbol') return { kind: 'primitive', type, text: value.description ?? '', symbol: keyNumber(value) };
  return { kind: 'primitive', type, text: Object.is(value, -0) ? '-0' : String(value) };
}

/** The value of an object's own data property; absent when it has none, or an accessor. */
export function describeOwn(object: object, name: PropertyKey): ValueReport {
  const descriptor = getOwnPropertyDescriptor(object, name);
  return descriptor === undefined || !('value' in descriptor) ? { kind: 'absent' } : describe(descriptor.value);
}

function holderOf(object: object): { readonly holder?: number } {
  const holder = behind(object, []);
  return holder === null || holder === object ? {} : { holder: idOf(holder) };
}

/** The kind of an object. */
export function typeOf(object: object): ObjectType {
  if (isProxy(object)) return 'proxy';
  if (typeof object === 'function') return 'function';
  if (isArray(object)) return 'array';
  if (isModuleNamespaceObject(object)) return 'module';
  if (isArgumentsObject(object)) return 'arguments';
  if (isMap(object)) return 'map';
  if (isSet(object)) return 'set';
  return isError(object) ? 'error' : 'object';
}

/** Whether it is an error, also one that was made without its constructor: Node makes such copies of the errors of threads. */
function isError(object: object): boolean {
  if (isNativeError(object)) return true;
  if (typeof getOwnPropertyDescriptor(object, 'message')?.value !== 'string') return false;
  for (let at = getPrototypeOf(object), steps = 0; at !== null && steps < 100; at = getPrototypeOf(at), steps++) {
    if (isProxy(at)) return false;
    if (at === errors) return true;
  }
  return false;
}

const errors = Error.prototype;

/** The name of its class, read without running anything of the program. */
export function classNameOf(object: object): string {
  if (isProxy(object)) return 'Proxy';
  if (typeof object === 'function') return 'Function';
  for (let at: object | null = object, steps = 0; at !== null && steps < 100; at = getPrototypeOf(at), steps++) {
    if (isProxy(at)) return 'Object';
    const maker: unknown = getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof maker !== 'function' || isProxy(maker)) continue;
    const name: unknown = getOwnPropertyDescriptor(maker, 'name')?.value;
    if (typeof name === 'string' && name !== '') return name;
  }
  return 'Object';
}

function previewOf(object: object): string {
  if (isProxy(object)) return 'Proxy';
  if (typeof object === 'function') return `function ${nameOf(object)}`;
  if (isError(object)) return `${classNameOf(object)}: ${ownText(object, 'message')}`.slice(0, 200);
  if (isDate(object)) return String(Date.prototype.getTime.call(object));
  if (isRegExp(object)) return 'RegExp';
  if (isArray(object)) return `[${shown(object, newArray(Math.min(object.length, shownProperties + 1), String), false)}]`;
  if (isMap(object)) return `Map(${String(sizeOfMap.call(object))})`;
  if (isSet(object)) return `Set(${String(sizeOfSet.call(object))})`;
  return `{${shown(object, Object.keys(object).slice(0, shownProperties + 1), true)}}`;
}

const sizeOfMap = Object.getOwnPropertyDescriptor(Map.prototype, 'size')?.get ?? (() => 0);
const sizeOfSet = Object.getOwnPropertyDescriptor(Set.prototype, 'size')?.get ?? (() => 0);

function shown(object: object, keys: readonly string[], isNamed: boolean): string {
  const parts = keys.slice(0, shownProperties).map((key) => (isNamed ? `${key}: ${inner(object, key)}` : inner(object, key)));
  return [...parts, ...(keys.length > shownProperties ? ['…'] : [])].join(', ');
}

function inner(object: object, key: string): string {
  const descriptor = getOwnPropertyDescriptor(object, key);
  if (descriptor === undefined) return '';
  if (descriptor.get !== undefined || descriptor.set !== undefined) return '(…)';
  const value: unknown = descriptor.value;
  if (typeof value === 'string') return JSON.stringify(value.length > shownText ? `${value.slice(0, shownText)}…` : value);
  if (typeof value === 'bigint') return `${String(value)}n`;
  if (typeof value === 'symbol') return `Symbol(${value.description ?? ''})`;
  if (!isObject(value)) return Object.is(value, -0) ? '-0' : String(value);
  // An array behind a Proxy is an array too; to ask for its length runs a trap.
  if (isProxy(value)) return 'Proxy';
  return isArray(value) ? `Array(${value.length})` : typeof value === 'function' ? 'ƒ' : classNameOf(value);
}

/** The name of a function; empty when it has none, or a getter would tell. */
export function nameOf(target: object): string {
  return ownText(target, 'name');
}

function ownText(object: object, key: string): string {
  const value: unknown = getOwnPropertyDescriptor(object, key)?.value;
  return typeof value === 'string' ? value : '';
}
