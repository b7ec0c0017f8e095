import { ownJson } from '../realm/ownJson.js';
import { nameOfSymbol, sliceOfText } from '../../maintain/ownTexts.js';
import { each, filtered, joined, mapped, newList, partOf, together } from '../../maintain/ownLists.js';
import { types } from 'node:util';
import type { FieldReport, RuleFinding } from '../../events/rulesOfRun.js';
import { isObject } from '../realm/identity.js';
import { apply, getOwnPropertyDescriptor, isArray, ownKeys } from '../realm/intrinsics.js';

/** So many fields of an object are told, and so many elements of what a field holds. */
const mostFields = 20;
const mostElements = 5;

/** Texts are cut behind so many signs. */
const mostSigns = 60;

type NameOf = (object: object) => string;

/** The fields that the objects of a tuple hold, by its names; no code of the program runs. */
export function fieldsOfTuple(tuple: Readonly<Record<string, unknown>>, nameOf: NameOf): RuleFinding['fields'] {
  const told: Record<string, readonly FieldReport[]> = {};
  for (const name of each(keys(tuple))) {
    const value = tuple[name];
    told[name] = isObject(value) && !types.isProxy(value) ? fieldsOf(value, nameOf) : [];
  }
  return told;
}

function fieldsOf(object: object, nameOf: NameOf): readonly FieldReport[] {
  const contents = contentsOf(object, nameOf);
  const names = isArray(object) ? [] : filtered(ownKeys(object), (key) => typeof key === 'string');
  const fields = mapped(partOf(names, 0, mostFields), (name) => ({ name, text: fieldText(object, name, nameOf) }));
  return contents === null ? fields : [{ name: '[…]', text: contents }, ...each(fields)];
}

function fieldText(object: object, name: string, nameOf: NameOf): string {
  const descriptor = getOwnPropertyDescriptor(object, name);
  return descriptor === undefined || !('value' in descriptor) ? '(…)' : valueText(descriptor.value, nameOf);
}

function valueText(value: unknown, nameOf: NameOf): string {
  if (isObject(value)) {
    if (types.isProxy(value)) return 'Proxy';
    const contents = contentsOf(value, nameOf);
    return contents === null ? nameOf(value) : `${nameOf(value)} ${contents}`;
  }
  return plainText(value);
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return ownJson.stringify(value.length > mostSigns ? `${sliceOfText(value, 0, mostSigns)}…` : value);
  if (typeof value === 'bigint') return `${String(value)}n`;
  if (typeof value === 'symbol') return `Symbol(${nameOfSymbol(value)})`;
  return is(value, -0) ? '-0' : String(value);
}

/** The contents of a container; null where an object is none. */
function contentsOf(object: object, nameOf: NameOf): string | null {
  const named = (value: unknown): string => (isObject(value) ? (types.isProxy(value) ? 'Proxy' : nameOf(value)) : plainText(value));
  const parts: string[] = newList();
  if (isArray(object)) {
    for (let at = 0; at < object.length && at < mostElements; at++) parts[at] = elementText(object, at, named);
    return `[${listed(parts, object.length)}]`;
  }
  if (types.isSet(object)) {
    const values = apply(valuesOfSet, object, []);
    for (let at = 0; at < mostElements; at++) {
      const { done, value } = apply(nextOfSet, values, []) as IteratorResult<unknown>;
      if (done === true) break;
      parts[at] = named(value);
    }
    return `{${listed(parts, apply(sizeOfSet, object, []) as number)}}`;
  }
  if (!types.isMap(object)) return null;
  const entries = apply(entriesOfMap, object, []);
  for (let at = 0; at < mostElements; at++) {
    const { done, value } = apply(nextOfMap, entries, []) as IteratorResult<readonly unknown[]>;
    if (done === true) break;
    const pair = value as readonly unknown[];
    parts[at] = `${named(pair[0])}: ${named(pair[1])}`;
  }
  return `{${listed(parts, apply(sizeOfMap, object, []) as number)}}`;
}

function listed(parts: readonly string[], size: number): string {
  return joined(together([parts, size > parts.length ? [`${size - parts.length} more`] : []]), ', ');
}

function elementText(list: readonly unknown[], at: number, named: (value: unknown) => string): string {
  const descriptor = getOwnPropertyDescriptor(list, at);
  if (descriptor === undefined) return 'empty';
  return 'value' in descriptor ? named(descriptor.value) : '(…)';
}

// The program's containers are read as the language reads them, whatever the program has made of its methods.
const { is, keys } = Object;
type Method = (this: unknown, ...values: unknown[]) => unknown;
const valuesOfSet = Reflect.get(Set.prototype, 'values') as Method;
const entriesOfMap = Reflect.get(Map.prototype, 'entries') as Method;
const nextOfSet = Reflect.get(Reflect.getPrototypeOf(new Set().values()) ?? {}, 'next') as Method;
const nextOfMap = Reflect.get(Reflect.getPrototypeOf(new Map().entries()) ?? {}, 'next') as Method;
const sizeOfSet = getOwnPropertyDescriptor(Set.prototype, 'size')?.get as Method;
const sizeOfMap = getOwnPropertyDescriptor(Map.prototype, 'size')?.get as Method;
