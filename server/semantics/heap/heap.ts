import * as maps from '../../base/intMap.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { inherited, loadFromBuiltin } from './builtinMembers.js';
import { objectAt } from './objectAt.js';
import { keptOf } from './kept.js';
import { keyOf, nameOf } from './propertyNames.js';
import { numberedProperties } from './numberNames.js';
import * as objects from './object.js';

import { accessRunsUnknown, accessThrows, bothAccesses, callOf, noAccessEffects } from './accessEffects.js';
import type { AccessEffects } from './accessEffects.js';
import type { AbstractObject, Property } from './object.js';
import { isGiven, isGivenArray, isGivenObject, isTypedArray, type Locations } from './locations.js';
import { elementWritten, getterRan, objectChanged, propertyWritten, unknownRan } from '../relational/effects.js';
import type { LengthEffect, Rewired } from '../relational/effects.js';
import { Change, withChanges } from '../relational/relations.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState } from '../state.js';

export { keyOf, nameOf };

/** The one string or number that a key value is; null when there are several. */
export function constantKey(key: Value): string | null {
  if (key.bits !== 0 || key.objects.length > 0 || values.hasBigint(key)) return null;
  if (values.hasNumber(key)) {
    if (values.hasText(key)) return null;
    const constant = numbers.constantOf(key.number);
    return constant === null ? null : String(constant);
  }
  return key.text.values?.length === 1 ? (key.text.values[0] ?? null) : null;
}

const isIndexName = (name: string): boolean => /^(0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;

/** The key as an array index, when it is certainly a number or an index name. */
export function indexOf(key: Value): NumberValue | null {
  if (values.isNumberOnly(key)) return key.number;
  const constant = constantKey(key);
  return constant !== null && isIndexName(constant) ? numbers.numberConstant(Number(constant)) : null;
}

export const validIndices = numbers.numberRange(0, 2 ** 32 - 2, true, false);

/** Whether the index certainly is one of an existing element. */
export function inBounds(index: NumberValue, length: NumberValue): boolean {
  return numbers.leq(index, validIndices) && !numbers.isEmpty(length) && index.max < length.min;
}

/** The value that was read, and the effects of reading it. */
export interface Loaded {
  readonly value: Value;
  readonly effects: AccessEffects;
}

const quiet = (value: Value): Loaded => ({ value, effects: noAccessEffects });

/** Unknown code gives the value. */
const unknown = (value: Value): Loaded => ({ value, effects: accessRunsUnknown });

const either = (a: Loaded, b: Loaded): Loaded => ({ value: values.join(a.value, b.value), effects: bothAccesses(a.effects, b.effects) });

/** Getters and setters of the program are called, or count as unknown code. */
export type Accessors = 'called' | 'unknown';

/** object[key], where the key is none that is converted by calling its methods (transfer.ts). */
export function load(
  object: Value,
  key: Value,
  state: LiveState,
  activation: Activation,
  accessors: Accessors,
  isWrittenKey = false,
): Loaded {
  let primitives = object.bits & Bit.UnknownObject ? values.top : values.bottom;
  if (values.hasText(object)) primitives = values.join(primitives, loadFromText(object, key, activation));
  const brands: [boolean, string][] = [
    [values.hasNumber(object), 'Number'],
    [(object.bits & (Bit.True | Bit.False)) !== 0, 'Boolean'],
    [(object.bits & Bit.Symbol) !== 0, 'Symbol'],
    [values.hasBigint(object), 'BigInt'],
  ];
  for (const [present, brand] of brands) {
    if (present) primitives = values.join(primitives, inherited(brand, constantKey(key), activation));
  }
  const thrown = values.mayBeNullish(object) ? accessThrows : noAccessEffects;
  const asked = object.bits & Bit.UnknownObject ? accessRunsUnknown : noAccessEffects;
  let result: Loaded = { value: primitives, effects: bothAccesses(thrown, asked) };
  for (const location of object.objects) {
    result = either(result, loadFromObject(location, key, state, activation, { receiver: location, depth: 0, accessors, isWrittenKey }));
  }
  return result;
}

function loadFromText(object: Value, key: Value, activation: Activation): Value {
  const name = constantKey(key);
  if (name === 'length') return values.ofNumber(texts.lengthOf(object.text));
  const index = indexOf(key);
  if (index === null) return inherited('String', name, activation);
  const character = values.ofText(texts.textOfLength(1, 1));
  return inBounds(index, texts.lengthOf(object.text)) ? character : values.join(character, values.undefinedValue);
}

/** Prototype chains are short; a longer or cyclic one gives up. */
export const maxChain = 16;

/** Where a property is looked for: so many prototypes away from the object that it is read from. */
export interface Search {
  readonly receiver: LocationId;
  readonly depth: number;
  readonly accessors: Accessors;
  /** The key stands in the text: it is the same whenever control comes by. */
  readonly isWrittenKey: boolean;
}

function loadFromObject(location: LocationId, key: Value, state: LiveState, activation: Activation, search: Search): Loaded {
  const object = objectAt(state, location, activation);
  const name = constantKey(key);
  if (object === undefined || search.depth > maxChain) return unknown(values.top);
  if (object.builtin !== null) return quiet(loadFromBuiltin(object.builtin, name, object, activation));
  if (isTypedArray(location)) return quiet(loadFromTyped(object, key, name));
  if (isGivenObject(location) && name !== null) {
    // There may be a getter of unknown code, which gives a value of the declared type.
    const property = maps.get(object.properties, keyOf(name));
    return unknown(property?.value ?? values.top);
  }
  if (object.brand === 'array') {
    if (name === 'length') return quiet(values.ofNumber(object.escaped ? objects.anyLength : object.length));
    const index = indexOf(key);
    if (index !== null && !object.escaped) {
      const slot = search.isWrittenKey ? objects.slotAt(object, index) : null;
      const element = slot ?? loadElement(object, index);
      return activation.program.inheritsElements && values.mayBeNullish(element) ? unknown(values.top) : quiet(element);
    }
    if (isGivenArray(location) && name !== null && mayHaveStored(name, state, activation)) return unknown(values.top);
    // What was stored at -1 or 0.5 is found under that name.
    if (isGivenArray(location) && name !== null && /^[-\d]/.test(name)) return quiet(values.top);
  }
  if (keepsMethod(object, name, activation)) return quiet(inherited('Function', name, activation));
  if (object.escaped && !isKept(object, name)) return unknown(withClass(values.top, location, name, state, activation));
  if (name === null) return withClasses(loadAny(object, key), object, key, state, activation);
  const loaded = loadNamed(object, name, state, activation, search);
  const value = withClass(loaded.value, location, name, state, activation);
  return value === loaded.value ? loaded : { ...loaded, value };
}

/** Whether the name is that of a method which functions of the program have, whoever knows them: nobody gives them another. */
function keepsMethod({ escaped, callable }: AbstractObject, name: string | null, { program }: Activation): name is string {
  if (!escaped || callable === null || callable.isClass || program.describesProperties) return false;
  return (name === 'bind' || name === 'call' || name === 'apply') && !program.storedNames.has(name);
}

/** The value, where it is read as the `constructor` of a prototype: it may be the class that the prototype was made with. */
function withClass(value: Value, location: LocationId, name: string | null, state: LiveState, { program }: Activation): Value {
  const { locations } = program;
  if (name !== 'constructor' || !locations.isPrototype(location)) return value;
  const classes = madeWith(location, locations).filter((each) => maps.get(state.heap, each) !== undefined);
  return classes.length === 0 ? value : values.join(value, values.ofObjects(classes));
}

/** A key that is not known may be `constructor`. */
function withClasses(loaded: Loaded, object: AbstractObject, key: Value, state: LiveState, activation: Activation): Loaded {
  if (object.prototype === null || !(values.mayBeObject(key) || texts.contains(key.text, 'constructor'))) return loaded;
  let { value } = loaded;
  const seen = new Set<LocationId>();
  const pending = [...object.prototype.objects];
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    if (seen.has(location)) continue;
    seen.add(location);
    value = withClass(value, location, 'constructor', state, activation);
    pending.push(...(maps.get(state.heap, location)?.prototype?.objects ?? []));
  }
  return { ...loaded, value };
}

/** The functions that were made with the prototype. */
function madeWith(prototype: LocationId, locations: Locations): readonly LocationId[] {
  const site = locations.siteOf(prototype);
  return [locations.recent(site), locations.old(site)];
}

/** Whether the program may have given its declared arrays a member of that name in this run. */
function mayHaveStored(name: string, { relations: { changes } }: LiveState, { program }: Activation): boolean {
  if ((changes & Change.Named) !== 0) return true;
  return (changes & Change.Polluted) !== 0 && (program.inheritsElements || program.storedNames.has(name));
}

/** Whether a property may hide the `constructor` that all arrays have: it says what their methods make (ArraySpeciesCreate). */
export function mayHaveConstructor(location: LocationId, object: AbstractObject, state: LiveState, activation: Activation): boolean {
  if (isGivenArray(location) && mayHaveStored('constructor', state, activation)) return true;
  return !values.isBottom(object.others) || maps.get(object.properties, keyOf('constructor')) !== undefined;
}

/** Whether it is known what the object has under the name, although it escaped. */
export function isKept(object: AbstractObject, name: string | null): boolean {
  if (name === null) return false;
  return object.fixed || maps.get(object.properties, keyOf(name))?.optional === false;
}

/** Its other properties are those of the language. */
function loadFromTyped(object: AbstractObject, key: Value, name: string | null): Value {
  if (name === 'length') return values.ofNumber(object.length);
  const index = indexOf(key);
  return index === null ? values.top : values.join(loadElement({ ...object, holes: true }, index), values.undefinedValue);
}

function loadElement(object: AbstractObject, index: NumberValue): Value {
  if (inBounds(index, object.length) && !object.holes) return object.elements;
  let result = values.undefinedValue;
  // An array has no elements from its length on.
  if (index.min < object.length.max && index.max > -1) result = values.join(result, object.elements);
  // What is no index may be a property such as a[-1].
  if (numbers.leq(index, validIndices)) return result;
  const others = values.join(object.others, numberedProperties(object));
  return values.join(result, object.summary ? values.join(others, object.elements) : others);
}

function loadNamed(object: AbstractObject, name: string, state: LiveState, activation: Activation, search: Search): Loaded {
  const property = maps.get(object.properties, keyOf(name));
  if (property === undefined) {
    const isElement = object.brand !== 'array' && isIndexName(name);
    const others = isElement ? values.join(object.others, object.elements) : object.others;
    return either(quiet(others), loadFromPrototype(object, name, state, activation, search));
  }
  const own = property.accessor ? loadFromAccessor(property, search) : quiet(property.value);
  if (own === null) return unknown(values.top);
  return property.optional ? either(own, loadFromPrototype(object, name, state, activation, search)) : own;
}

/** The value of a property with a getter, which may be a data property, too; null where getters count as unknown code. */
function loadFromAccessor({ value, pair }: Property, { receiver, accessors }: Search): Loaded | null {
  const getter = pair?.getter;
  if (getter === undefined || accessors === 'unknown') return null;
  const given = getter.bits & Bit.Undefined ? values.join(value, values.undefinedValue) : value;
  return { value: given, effects: callOf(getter, receiver) };
}

function loadFromPrototype(object: AbstractObject, name: string, state: LiveState, activation: Activation, search: Search): Loaded {
  if (name === '__proto__') return quiet(values.top);
  const prototype = object.prototype;
  if (prototype === null) return quiet(inherited(brandName(object), name, activation));
  if (prototype.bits & ~Bit.Null) return unknown(values.top);
  let result = quiet(prototype.bits & Bit.Null ? values.undefinedValue : values.bottom);
  for (const location of prototype.objects) {
    const next = { ...search, depth: search.depth + 1 };
    result = either(result, loadFromObject(location, values.ofText(texts.textConstant(name)), state, activation, next));
  }
  return result;
}

/** The built-in class whose prototype objects of the brand have where none is told. */
export function brandName(object: AbstractObject): string {
  switch (object.brand) {
    case 'array':
      return 'Array';
    case 'function':
      return 'Function';
    case 'error':
      return 'Error';
    case 'regexp':
      return 'RegExp';
    case 'map':
      return 'Map';
    case 'set':
      return 'Set';
    case 'object':
      return 'Object';
    case 'mixed':
      return 'Mixed';
  }
}

/** A key that is not known: any property, or one that the prototype gives. */
function loadAny(object: AbstractObject, key: Value): Loaded {
  let hasAccessors = false;
  let result = values.join(values.join(object.others, object.elements), values.undefinedValue);
  maps.forEach(object.properties, (_, property) => {
    hasAccessors ||= property.accessor;
    result = values.join(result, property.accessor ? values.top : property.value);
  });
  if (object.brand === 'array') result = values.join(result, values.ofNumber(object.length));
  if (!values.isNumberOnly(key) || object.prototype !== null) result = values.join(result, values.top);
  return hasAccessors || object.prototype !== null ? unknown(result) : quiet(result);
}

/** Whether the address stands for one object, which can be updated strongly. */
export function isSingle(location: LocationId, object: AbstractObject, activation: Activation): boolean {
  const locations = activation.program.locations;
  return !object.summary && (locations.isRecent(location) || locations.isPrototype(location));
}

/**
 * Unknown code can reach the value from now on: facts about its objects are dropped, its functions may be called.
 * The variables that functions close over are theirs alone: they are analysed as roots.
 */
export function escapeValue(value: Value, state: LiveState, activation: Activation): LiveState {
  if (value.objects.length === 0) return state;
  let heap = state.heap;
  const pending: LocationId[] = [...value.objects];
  for (let location = pending.pop(); location !== undefined; location = pending.pop()) {
    if (activation.program.locations.isBuiltin(location)) continue;
    const object = maps.get(heap, location);
    if (object === undefined) continue;
    const kept = object.escaped ? object : keptOf(location, object, state, activation);
    // Also of one that escaped before: in a loop's stable state it has always done so.
    if (kept?.fixed !== true) activation.outside.changed(location);
    if (object.escaped) continue;
    if (object.callable !== null) activation.outside.escaped(object.callable.function);
    objects.forEachValue(object, (inner) => pending.push(...inner.objects));
    const { locations, asksConstructors } = activation.program;
    if (asksConstructors && locations.isPrototype(location)) pending.push(...madeWith(location, locations));
    heap = maps.set(heap, location, objects.escape(object, kept));
  }
  return states.withHeap(state, heap);
}

/** Unknown code is handed the value itself: of a class, or of its prototype, it may rewrite the methods. */
export function handOver(value: Value, state: LiveState, activation: Activation): LiveState {
  const escaped = escapeValue(value, state, activation);
  let { heap } = escaped;
  for (const given of value.objects) {
    if (activation.program.locations.isBuiltin(given)) continue;
    const isClass = maps.get(heap, given)?.callable?.isClass === true;
    const prototype = activation.program.locations.prototypeOf(activation.program.locations.siteOf(given));
    for (const location of isClass ? [given, prototype] : [given]) {
      const object = maps.get(heap, location);
      if (object === undefined || object.frozen) continue;
      activation.outside.changed(location);
      heap = maps.set(heap, location, objects.escape(object));
    }
  }
  return states.withHeap(escaped, heap);
}

/** The state after the object at the address was frozen; null where that can't be described. */
export function freeze(state: LiveState, location: LocationId, activation: Activation): LiveState | null {
  const object = isGiven(location) ? undefined : maps.get(state.heap, location);
  const frozen = object === undefined || !isSingle(location, object, activation) ? null : objects.freeze(object);
  if (object === undefined || frozen === null) return null;
  let current = update(state, location, frozen, activation, 'same', 'nothing');
  objects.forEachValue(object, (value) => {
    current = escapeValue(value, current, activation);
  });
  return current;
}

/** A new description of an existing object. */
export function update(
  state: LiveState,
  location: LocationId,
  object: AbstractObject,
  activation: Activation,
  length: LengthEffect = 'any',
  rewired: Rewired = 'everything',
): LiveState {
  const mayBeArray = object.brand === 'array' || object.brand === 'mixed';
  const changed = objectChanged(state, location, mayBeArray ? length : 'same', rewired, activation);
  if (isGiven(location)) {
    const isNamed = rewired === 'everything' && (object.properties !== null || !values.isBottom(object.others));
    return updateGiven(isNamed ? storedUnderSomeName(changed) : changed, location, object, length, activation);
  }
  activation.outside.changed(location);
  return states.setObject(changed, location, objects.withoutSlots(object));
}

/** Something is stored into a given array under a name that is not known: it may have members of its own. */
export const storedUnderSomeName = (state: LiveState): LiveState =>
  states.withRelations(state, withChanges(state.relations, state.relations.changes | Change.Named));

/** A value that is stored into a given array is known outside. */
function updateGiven(
  state: LiveState,
  location: LocationId,
  object: AbstractObject,
  length: LengthEffect,
  activation: Activation,
): LiveState {
  const described = activation.program.locations.givenAt(location);
  // A number that is no index makes a property: reading with such a number expects what the elements are.
  const onlyElements = values.isBottom(object.others) || (length === 'grown' && values.leq(object.others, described.elements));
  const conforms =
    values.leq(object.elements, described.elements) && onlyElements && object.properties === null && object.prototype === null;
  const { relations } = state;
  // Adding some elements at the end is no way to make it sparse.
  const stretched = length !== 'same' && object.length.max > objects.denseLength.max + 2 ** 16 ? Change.Stretched : 0;
  const changes = relations.changes | (conforms ? 0 : Change.Polluted) | stretched;
  const after = states.withRelations(state, withChanges(relations, changes));
  let handed = after;
  const isEarlier = (value: Value): boolean => values.leq(value, described.elements);
  objects.forEachValue(object, (value) => {
    if (!isEarlier(value)) handed = escapeValue(value, handed, activation);
  });
  return handed;
}

/** A getter of unknown code may run: it changes what unknown code changes, but no array's length. */
export function runGetter(state: LiveState, known: readonly Value[], activation: Activation): LiveState {
  let current = state;
  for (const value of known) current = escapeValue(value, current, activation);
  return getterRan(activation.outside.run(current), activation);
}

/** An element of an unknown object is written: what is an array may be longer then. */
export function runElementStore(state: LiveState, known: readonly Value[], activation: Activation): LiveState {
  let current = state;
  for (const value of known) current = escapeValue(value, current, activation);
  return elementWritten(activation.outside.run(current), activation);
}

/** A property (null: any) of an unknown object is written or deleted: a setter of unknown code may run. It changes no array's length. */
export function runPropertyStore(state: LiveState, known: readonly Value[], name: string | null, activation: Activation): LiveState {
  let current = state;
  for (const value of known) current = escapeValue(value, current, activation);
  return propertyWritten(activation.outside.run(current), name, activation);
}

/** Unknown code runs, knowing these values. */
export function runUnknown(state: LiveState, known: readonly Value[], activation: Activation): LiveState {
  let current = state;
  for (const value of known) current = escapeValue(value, current, activation);
  return unknownRan(activation.outside.run(current), activation);
}
