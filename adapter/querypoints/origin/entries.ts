import { isFunction, type AnyNode } from '../../instrument/tree.js';
import type { KeyReport, ValueReport } from '../../events/rows.js';
import { callOf, lengthOf, memberStep, mostElements, unknown, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import { elementOf, type Located } from './elements.js';
import { isSame } from '../../events/sameValue.js';
import { callIn, placeIn, read } from './reading.js';
import { entryKey } from '../question/reported.js';

/** What holds entries, and which part of one is followed. */
export type EntryPart = 'value' | 'key';

/** How the elements that a Map or Set has under its keys, or its values, are written. */
function listOf(place: string, type: 'map' | 'set', part: EntryPart): string {
  return type === 'set' ? `[...${place}]` : `[...${place}.${part}s()]`;
}

/** The how-many-th entry of a Map or Set: it was put there under its key, which may itself be what is followed. */
export function entryAt(
  { place, start, end }: Located,
  type: 'map' | 'set',
  part: EntryPart,
  index: number,
  frame: number,
  steps: readonly Step[],
): Copied {
  const key = `${listOf(place, type, 'key')}[${index}]`;
  const isKey = type === 'set' || part === 'key';
  const expression = `${place}.${type === 'set' ? 'has' : 'get'}(${key})`;
  return { kind: 'place', expression, steps, frame, start, end, ...(isKey ? { isKey: true } : {}) };
}

/** The one entry of a Map or Set that has the value; null where there are several. */
export function entryOf(
  container: Located,
  type: 'map' | 'set',
  part: EntryPart,
  frame: number,
  steps: readonly Step[],
  around: Surroundings,
): Copied | null {
  const found = elementOf({ ...container, place: listOf(container.place, type, part) }, frame, steps, around);
  const index = found === 'none' || found.kind !== 'place' ? null : /\[(\d+)\]$/.exec(found.expression)?.[1];
  return index === null || index === undefined ? null : entryAt(container, type, part, Number(index), frame, steps);
}

/** Of the pairs that a Map is gone through in: the entry that a value comes from; null where that cannot be told. */
export function pairOf(container: Located, frame: number, steps: readonly Step[], around: Surroundings): Copied | null {
  const [pair, ...inside] = steps;
  if (pair?.name !== '0' && pair?.name !== '1') return null;
  return entryOf(container, 'map', pair.name === '0' ? 'key' : 'value', frame, inside, around);
}

/** What a Map or Set was given by its constructor. */
export function constructed(list: AnyNode | undefined, steps: readonly Step[], source: string, around: Surroundings): Copied {
  const none = unknown('it was taken out of what its constructor was given');
  const owner = around.valueOf(0, '__w_owner');
  const { entry } = around;
  if (list === undefined || entry === null || owner?.kind !== 'object') return none;
  if (owner.type === 'set') return elementGiven(list, steps, source, around) ?? none;
  return owner.type === 'map' ? (pairGiven(list, entry.key, entry.isKey, steps, source, around) ?? none) : none;
}

/** The element of what is gone through that has the value. */
function elementGiven(list: AnyNode, steps: readonly Step[], source: string, around: Surroundings): Copied | null {
  const { start, end } = list;
  if (list.type === 'ArrayExpression') {
    // What is there twice was put in again where it stands last.
    const possible = list.elements.filter((element) => element === null || mayBe(element, source, around));
    const last = possible.at(-1);
    const isSure = possible.length === 1 || (last && last.type !== 'SpreadElement' && isValue(last, source, around));
    return last && last.type !== 'SpreadElement' && isSure ? read(last, steps, source, around.choose) : null;
  }
  const place = placeIn(list, source);
  if (place === null) {
    const called = callIn(list, source);
    return called === null || called.steps.length > 0
      ? null
      : { kind: 'call', call: { ...called.call, isYielded: true }, steps, frame: 0, start, end };
  }
  const held = around.valueOf(0, place);
  if (held?.kind === 'object' && held.type === 'set') return entryOf({ place, start, end }, 'set', 'key', 0, steps, around);
  const element = elementOf({ place, start, end }, 0, steps, around);
  return element === 'none' ? null : element;
}

/** Whether an element of a literal may be what is followed. */
function mayBe(element: AnyNode, source: string, around: Surroundings): boolean {
  if (element.type === 'Literal') return around.wanted.kind === 'primitive' && String(element.value) === around.wanted.text;
  const place = element.type === 'SpreadElement' ? null : placeIn(element, source);
  const held = place === null ? null : around.valueOf(0, place);
  return held === null || isSame(around.wanted, held);
}

/** Whether an element of a literal certainly is. */
function isValue(element: AnyNode, source: string, around: Surroundings): boolean {
  const place = placeIn(element, source);
  const held = place === null ? null : around.valueOf(0, place);
  return held !== null && isSame(around.wanted, held);
}

/** The last pair of what is gone through that has the key. */
function pairGiven(
  list: AnyNode,
  key: KeyReport,
  isKey: boolean,
  steps: readonly Step[],
  source: string,
  around: Surroundings,
): Copied | null {
  const { start, end } = list;
  const part = isKey ? 0 : 1;
  if (list.type === 'ArrayExpression') {
    const keys = list.elements.map((pair) => (pair?.type === 'ArrayExpression' ? keyOf(pair.elements[0], source, around) : null));
    const at = keys.findLastIndex((one) => one !== null && isKeyOf(key, one) !== false);
    const found = keys[at];
    const pair = keys.includes(null) || !found || isKeyOf(key, found) === null ? undefined : list.elements[at];
    const value = pair?.type === 'ArrayExpression' ? pair.elements[part] : null;
    return value && value.type !== 'SpreadElement' ? read(value, steps, source, around.choose) : null;
  }
  const written = literalOf(key);
  const name = key.kind === 'property' ? key.name : key.kind === 'entry' && key.type === 'string' ? key.text : null;
  const own =
    list.type === 'CallExpression' && source.slice(list.callee.start, list.callee.end) === 'Object.entries' ? list.arguments[0] : null;
  if (own && name !== null && !isKey && own.type !== 'SpreadElement') return read(own, [memberStep(name), ...steps], source, around.choose);
  const mapped = pairsMapped(list, source);
  if (mapped !== null) {
    const call = callOf(mapped.callee, { written: mapped.written, pairOf: key });
    return { kind: 'call', call, steps: [memberStep(String(part)), ...steps], frame: 0, start, end };
  }
  const place = placeIn(list, source);
  const held = place === null ? null : around.valueOf(0, place);
  if (place === null || held?.kind !== 'object') return null;
  // Several keys of a Map become one name.
  if (key.kind === 'property' && held.type === 'map' && !/^(?!(true|false|null|undefined|NaN|Infinity)$)[A-Za-z_$]/.test(key.name))
    return null;
  if (held.type === 'map' && written !== null)
    return { kind: 'place', expression: `${place}.get(${written})`, steps, frame: 0, start, end, ...(isKey ? { isKey } : {}) };
  const count = held.type === 'array' ? lengthOf(around, 0, place) : null;
  if (count === null || count > mostElements) return null;
  for (let at = count - 1; at >= 0; at--) {
    const one = around.valueOf(0, `${place}[${at}][0]`);
    const isFound = one === null ? null : isKeyOf(key, one);
    if (isFound === null) return null;
    if (isFound) return { kind: 'place', expression: `${place}[${at}][${part}]`, steps, frame: 0, start, end };
  }
  return null;
}

/** The callback that gives the pairs of a list: of `map`, or of `Array.from`. */
function pairsMapped(list: AnyNode, source: string): { readonly callee: string; readonly written: number | null } | null {
  if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression' || list.callee.computed) return null;
  const { callee, arguments: given } = list;
  const isFrom = source.slice(callee.start, callee.end) === 'Array.from';
  const isMap = callee.property.type === 'Identifier' && callee.property.name === 'map';
  const callback = isFrom ? given[1] : isMap ? given[0] : undefined;
  if (callback === undefined || callback.type === 'SpreadElement') return null;
  if (isFunction(callback)) return { callee: 'function', written: callback.body.start };
  const place = placeIn(callback, source);
  return place === null ? null : { callee: place, written: null };
}

/** The last pair of what `Object.fromEntries` goes through that has a property's name. */
export function propertyGiven(
  list: AnyNode | undefined,
  name: string | null,
  steps: readonly Step[],
  source: string,
  around: Surroundings,
): Copied | null {
  if (list === undefined || list.type === 'SpreadElement' || name === null) return null;
  return pairGiven(list, { kind: 'property', name }, false, steps, source, around);
}

function keyOf(node: AnyNode | null | undefined, source: string, around: Surroundings): ValueReport | null {
  if (!node || node.type === 'SpreadElement') return null;
  if (node.type === 'Literal' && /^(string|number|boolean)$/.test(typeof node.value))
    return { kind: 'primitive', type: typeof node.value as 'string', text: String(node.value) };
  const place = placeIn(node, source);
  return place === null ? null : around.valueOf(0, place);
}

/** Whether a value is the key, or becomes the property's name; null where that is not known. */
export function isKeyOf(key: KeyReport, value: ValueReport): boolean | null {
  if (key.kind === 'property')
    return value.kind === 'primitive' && value.length === undefined ? value.symbol === undefined && value.text === key.name : null;
  const own = entryKey(value);
  return key.kind === 'entry' && own.kind === 'entry' && key.type === own.type && key.text === own.text;
}

/** A key as it would be written; null for objects and symbols. */
function literalOf(key: KeyReport): string | null {
  if (key.kind === 'property') return JSON.stringify(key.name);
  if (key.kind !== 'entry') return null;
  if (key.type === 'string') return JSON.stringify(key.text);
  return /^(number|boolean|bigint|undefined)$/.test(key.type) ? `${key.text}${key.type === 'bigint' ? 'n' : ''}` : null;
}
