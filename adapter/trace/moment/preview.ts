import type { ValueReport } from '../../events/rows.js';
import type { LiteralName } from '../store/siteControl.js';
import type { TraceStore } from '../store/traceStore.js';
import { heldBy, isIndex, placesOf } from './placesOfObject.js';

type ObjectReport = Extract<ValueReport, { kind: 'object' }>;

/** How many properties, and how much of a text, a preview shows: as where a program waits (`adapter/runtime/hold/describe.ts`). */
const shownProperties = 5;
const shownText = 60;

/** A value with what of its object is shown, as it was after an event; of an object made out of sight, what of it was recorded. */
export function shown(store: TraceStore, value: ValueReport, until: number): ValueReport {
  return value.kind === 'object' ? { ...value, preview: previewOf(store, value, until) } : value;
}

/** The preview of an array with these elements; elements behind those that are shown may be left out. */
export function previewOfElements(store: TraceStore, elements: readonly ValueReport[], until: number): string {
  return `[${cut(elements.slice(0, shownProperties + 1).map((one) => inner(store, one, until)))}]`;
}

function previewOf(store: TraceStore, object: ObjectReport, until: number): string {
  const { type, className } = object;
  switch (type) {
    case 'proxy':
      return 'Proxy';
    case 'function':
      return `function ${nameAt(store, object.id, until)}`;
    case 'error':
      return `${className}: ${textAt(store, object.id, 'message', until)}`.slice(0, 200);
    case 'map':
    case 'set': {
      const entries = placesOf(store, object.id, until).filter(({ key }) => key.startsWith('entry '));
      return `${type === 'map' ? 'Map' : 'Set'}(${entries.length})`;
    }
    default:
      if (type === 'object' && className === 'RegExp') return 'RegExp';
      return type === 'array' ? arrayPreview(store, object, until) : objectPreview(store, object, until);
  }
}

/** The program may have given a function another name, or a getter in its place. */
function nameAt(store: TraceStore, target: number, until: number): string {
  const key = store.source.keyNumber('name');
  const row = key === null ? null : store.lastChange(target, key, until + 1);
  return row === null ? store.source.functionName(target) : textAt(store, target, 'name', until);
}

function arrayPreview(store: TraceStore, object: ObjectReport, until: number): string {
  const elements = placesOf(store, object.id, until).filter(({ key }) => isIndex(key));
  const last = Math.min(Number(elements.at(-1)?.key ?? -1), shownProperties);
  const parts: string[] = [];
  for (let index = 0; index <= last; index++) {
    const held = elements.find(({ key }) => Number(key) === index);
    parts.push(held === undefined ? '' : inner(store, held.value, until));
  }
  return `[${cut(parts)}]`;
}

function objectPreview(store: TraceStore, object: ObjectReport, until: number): string {
  const { places, accessors } = heldBy(store, object.id, until);
  const isShown = (key: string) =>
    !/^(private|symbol|entry|variable) /.test(key) && (object.type !== 'arguments' || (key !== 'length' && key !== 'callee'));
  const named = places.filter(({ key }) => isShown(key));
  const parts = new Map(named.map(({ key, value }) => [key, inner(store, value, until)]));
  const shownParts = accessors.size === 0 ? parts : withAccessors(parts, accessors, store.namesOfLiteral(object.id));
  return `{${cut([...shownParts].slice(0, shownProperties + 1).map(([key, text]) => `${key}: ${text}`))}}`;
}

/** Getters and setters among the other properties, where the literal has them. */
function withAccessors(
  parts: ReadonlyMap<string, string>,
  accessors: ReadonlySet<string>,
  names: readonly LiteralName[],
): ReadonlyMap<string, string> {
  const keys = [...parts.keys()];
  let last = -1;
  for (const { name } of names) {
    if (accessors.has(name) && !keys.includes(name)) keys.splice(last + 1, 0, name);
    last = Math.max(last, keys.indexOf(name));
  }
  return new Map(keys.map((key) => [key, parts.get(key) ?? '(…)']));
}

function cut(parts: readonly string[]): string {
  return [...parts.slice(0, shownProperties), ...(parts.length > shownProperties ? ['…'] : [])].join(', ');
}

function inner(store: TraceStore, value: ValueReport | null, until: number): string {
  if (value === null) return '…';
  if (value.kind === 'absent') return '';
  if (value.kind === 'primitive') {
    const { type, text, length } = value;
    if (type === 'string') {
      const isCut = length !== undefined || text.length > shownText;
      return JSON.stringify(isCut ? `${text.slice(0, shownText)}…` : text);
    }
    if (type === 'bigint') return `${text}n`;
    return type === 'symbol' ? `Symbol(${text})` : text;
  }
  if (value.type === 'proxy') return 'Proxy';
  if (value.type === 'function') return 'ƒ';
  return value.type === 'array' ? `Array(${lengthOf(store, value.id, until)})` : value.className;
}

function lengthOf(store: TraceStore, array: number, until: number): number {
  let length = 0;
  for (const { key, value } of placesOf(store, array, until)) {
    if (key === 'length' && value?.kind === 'primitive') length = Math.max(length, Number(value.text));
    else if (isIndex(key)) length = Math.max(length, Number(key) + 1);
  }
  return length;
}

function textAt(store: TraceStore, object: number, name: string, until: number): string {
  const key = store.source.keyNumber(name);
  const row = key === null ? null : store.lastChange(object, key, store.untilBorn(object, until) + 1);
  const value = row === null ? null : store.valueOf(row);
  return value?.kind === 'primitive' && value.type === 'string' ? value.text : '';
}
