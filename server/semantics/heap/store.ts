import * as maps from '../../base/intMap.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { assumedValue } from '../expression/assumption.js';
import { objectAt } from './objectAt.js';
import { accessRunsUnknown, accessThrows, bothAccesses, callOf, noAccessEffects } from './accessEffects.js';
import type { AccessEffects } from './accessEffects.js';
import * as heap from './heap.js';
import { isGivenArray, isTypedArray } from './locations.js';
import { withNumbered } from './numberNames.js';
import * as objects from './object.js';
import type { AbstractObject, Property } from './object.js';
import { intercepts, mayReplacePrototype, withUnknownPrototype } from './replacedPrototype.js';
import { rewiredBy } from '../relational/effects.js';
import type { LengthEffect } from '../relational/effects.js';
import type { Position } from '../relational/element.js';
import type { Activation } from '../scope.js';
import type { LiveState, State } from '../state.js';

/** object[key] := value, where the key is none that is converted by calling its methods (transfer.ts). */
export interface PropertyWrite {
  readonly object: Value;
  readonly key: Value;
  readonly value: Value;
  readonly mode: 'set' | 'define';
  /** Where in arrays it writes, as far as that is known. */
  readonly position: Position;
  readonly accessors: heap.Accessors;
  /** Unknown code may have run before, for the same access. */
  readonly isAfterUnknown?: boolean;
}

/** The state after a write, and its effects. */
export interface Stored {
  readonly state: State;
  readonly effects: AccessEffects;
}

/**
 * The state after a write, if it completes, and its effects. The state is null when every object has a setter for the key: what those do
 * is not in it.
 */
export function store(
  { object, key, value, mode, position, accessors, isAfterUnknown = false }: PropertyWrite,
  state: LiveState,
  activation: Activation,
): Stored {
  let effects = values.mayBeNullish(object) ? accessThrows : noAccessEffects;
  const note = (also: AccessEffects): void => {
    effects = bothAccesses(effects, also);
  };
  const primitive = values.primitivesOf(values.withBits(object, object.bits & ~(Bit.Undefined | Bit.Null)));
  if (!values.isBottom(primitive)) note(accessThrows);
  let current = state;
  let completes = object.objects.length === 0 && !(mode === 'set' && isLengthOfText(object, key) && isStrict(activation));
  if (object.bits & Bit.UnknownObject) {
    note(accessRunsUnknown);
    current = heap.escapeValue(value, current, activation);
  }
  const alone = object.objects.length === 1 && object.bits === 0 && values.isBottom(primitive);
  const replaces = mode === 'set' && mayReplacePrototype(key, value);
  const rewired = mayHaveLength(value) ? rewiredBy(key) : 'nothing';
  for (const location of object.objects) {
    const target = objectAt(current, location, activation);
    if (isTypedArray(location) && heap.indexOf(key) !== null) {
      // A number is stored if the index is one of an element, and nothing else happens.
      completes = true;
      if (values.mayBeObject(value)) {
        note(accessRunsUnknown);
        current = heap.escapeValue(value, current, activation);
      } else if ((value.bits & Bit.Symbol) !== 0 || values.hasBigint(value)) note(accessThrows);
      continue;
    }
    if (target === undefined || target.builtin !== null || (target.escaped && !target.frozen && !keepsAccessor(target, key))) {
      note(accessRunsUnknown);
      completes = true;
      current = heap.escapeValue(value, current, activation);
      if (target?.escaped === true && mayRewriteMethod(target, key))
        current = heap.handOver(values.ofObjects([location]), current, activation);
      continue;
    }
    const isIntercepted = replaces && intercepts(value, current, activation);
    const found =
      mode === 'define'
        ? data
        : writeOf(target, key, current, activation, { receiver: location, depth: 0, accessors, isWrittenKey: false });
    const written = isIntercepted ? unknown : found;
    note(written.effects);
    if (written.unknown) {
      // With the setters that it may have, before the write hides them.
      note(accessRunsUnknown);
      completes = true;
      current = heap.escapeValue(values.ofObjects([location]), heap.escapeValue(value, current, activation), activation);
      continue;
    }
    completes ||= written.completes;
    if (!written.data) continue;
    if (values.mayBeObject(value) && (target.brand === 'array' || target.brand === 'mixed') && mayBeLength(key)) {
      // It is converted, twice.
      note(accessRunsUnknown);
      current = heap.escapeValue(value, current, activation);
    }
    const stored = storeInto(target, key, value, position);
    const updated = replaces ? withUnknownPrototype(stored) : stored;
    if (numbers.isEmpty(updated.length)) note(accessThrows);
    const strong = alone && !written.called && heap.isSingle(location, target, activation);
    const described = strong ? updated : objects.join(target, updated);
    current = heap.update(current, location, described, activation, lengthEffect(target, key, position), rewired);
    if (isGivenArray(location) && (replaces || isSomeName(key, activation))) current = heap.storedUnderSomeName(current);
  }
  if (heap.constantKey(key) === 'length' || heap.constantKey(key) === null) note(accessThrows);
  if ((isAfterUnknown || effects.runsUnknown) && mode === 'set') callSettersOpaquely(key, value, activation);
  return { state: completes ? current : null, effects };
}

/** Whether the key is a name that the text does not store under. */
function isSomeName(key: Value, { program }: Activation): boolean {
  const name = heap.constantKey(key);
  return heap.indexOf(key) === null && name !== 'length' && (name === null || !program.storedNames.has(name));
}

/** The length of a string is a read-only property of its own. */
const isLengthOfText = (object: Value, key: Value): boolean => values.isTextOnly(object) && heap.constantKey(key) === 'length';

/** Whether a key may be the name of the length. */
function mayBeLength(key: Value): boolean {
  const name = heap.constantKey(key);
  return name === null ? values.hasText(key) || values.mayBeObject(key) : name === 'length';
}

/** Whoever finds it instead of what was there finds another length, or none. */
const mayHaveLength = (value: Value): boolean =>
  values.mayBeObject(value) || values.hasText(value) || (value.bits & (Bit.Undefined | Bit.Null)) !== 0;

/** Whether a write may replace a method of an escaped class: its methods are known, and its prototype has nothing else. */
function mayRewriteMethod(target: AbstractObject, key: Value): boolean {
  const name = heap.constantKey(key);
  return target.fixed || (name === null ? target.properties !== null : maps.get(target.properties, heap.keyOf(name)) !== undefined);
}

/** A setter of a class is known although the class escaped. */
function keepsAccessor(object: AbstractObject, key: Value): boolean {
  const name = heap.constantKey(key);
  const property = name === null ? undefined : maps.get(object.properties, heap.keyOf(name));
  return property?.accessor === true && !property.optional && values.isBottom(property.value);
}

/** The object may be one of the program's own that has such a setter, which then gets what its declared type may exclude. */
function callSettersOpaquely(key: Value, value: Value, activation: Activation): void {
  const { module, policy, setters } = activation.program;
  if (setters.length === 0) return;
  const written = heap.constantKey(key);
  const kinds = value.objects.length === 0 ? value : values.withObjects(values.withBits(value, value.bits | Bit.UnknownObject), []);
  for (const { name, setter } of setters) {
    if (name !== null && written !== null && name !== written) continue;
    const parameter = module.functions[setter]?.parameters[0];
    const assumption = parameter === undefined ? null : (module.variables[parameter]?.assumption ?? null);
    if (!values.leq(kinds, assumedValue(assumption, policy))) activation.outside.calledOpaquely(setter);
  }
}

/** The effect of a write to a property of one object. */
interface Write {
  /** It may give the object a data property. */
  readonly data: boolean;
  /** It may call a setter of the program. */
  readonly called: boolean;
  /** It may find a setter that is not known, or a read-only property. */
  readonly unknown: boolean;
  /** It may complete without a setter being called. */
  readonly completes: boolean;
  readonly effects: AccessEffects;
}

const data: Write = { data: true, called: false, unknown: false, completes: true, effects: noAccessEffects };
const unknown: Write = { ...data, unknown: true };

function either(a: Write, b: Write): Write {
  return {
    data: a.data || b.data,
    called: a.called || b.called,
    unknown: a.unknown || b.unknown,
    completes: a.completes || b.completes,
    effects: bothAccesses(a.effects, b.effects),
  };
}

function writeOf(object: AbstractObject, key: Value, state: LiveState, activation: Activation, search: heap.Search): Write {
  const name = heap.constantKey(key);
  if (object.builtin !== null) return name === '__proto__' ? unknown : data;
  if (object.frozen) return writeToFrozen(object, name, activation, search);
  if (search.depth > heap.maxChain || (object.escaped && !heap.isKept(object, name))) return unknown;
  let own: Write | null = null;
  if (name === null) {
    let found = false;
    maps.forEach(object.properties, (_, property) => {
      if (property.accessor) found = true;
    });
    if (found) return unknown;
  } else {
    if (name === 'prototype' && object.callable?.isClass === true) return refused(activation);
    const property = maps.get(object.properties, heap.keyOf(name));
    if (property !== undefined) {
      own = property.accessor ? writeToAccessor(property, search, activation) : data;
      if (own.unknown || !property.optional) return own;
    }
    if (isReadOnlyMember(object, name)) {
      if (object.brand === 'mixed') return unknown;
      // Under a name that is not known the program may have defined its own instead.
      const mayBeOwn = own !== null || !values.isBottom(object.others);
      return mayBeOwn ? either(refused(activation), own ?? data) : refused(activation);
    }
  }
  let inherited: Write | null = own;
  const add = (write: Write): void => {
    inherited = inherited === null ? write : either(inherited, write);
  };
  if (object.prototype === null) {
    add(name === '__proto__' ? unknown : data);
  } else {
    if (object.prototype.bits & ~Bit.Null) return own === null ? unknown : either(own, unknown);
    if (object.prototype.bits & Bit.Null) add(data);
    for (const location of object.prototype.objects) {
      const prototype = objectAt(state, location, activation);
      add(prototype === undefined ? unknown : writeOf(prototype, key, state, activation, { ...search, depth: search.depth + 1 }));
    }
  }
  return inherited ?? data;
}

/** A property that it has, or inherits to others, is read-only; it gets no other. */
function writeToFrozen(object: AbstractObject, name: string | null, activation: Activation, { depth }: heap.Search): Write {
  if (name === null || name === '__proto__') return unknown;
  const property = maps.get(object.properties, heap.keyOf(name));
  if (property?.optional === true || (property === undefined && object.prototype !== null)) return unknown;
  return property === undefined && depth > 0 ? data : refused(activation);
}

const readOnlyMembers: Readonly<Partial<Record<AbstractObject['brand'], ReadonlySet<string>>>> = {
  function: new Set(['name', 'length']),
  map: new Set(['size']),
  set: new Set(['size']),
  regexp: new Set(
    Object.entries(Object.getOwnPropertyDescriptors(RegExp.prototype))
      .filter(([, { get }]) => get !== undefined)
      .map(([name]) => name),
  ),
};

/** Members of the language are read-only where the program has not defined its own. */
function isReadOnlyMember({ brand }: AbstractObject, name: string): boolean {
  const isNamed = brand === 'mixed' ? Object.values(readOnlyMembers).some((names) => names.has(name)) : readOnlyMembers[brand]?.has(name);
  return isNamed === true;
}

/** Strict code throws, other code ignores the write. */
function refused(activation: Activation): Write {
  const throws = isStrict(activation);
  return { data: false, called: false, unknown: false, completes: !throws, effects: throws ? accessThrows : noAccessEffects };
}

const isStrict = ({ program, function: id }: Activation): boolean => program.module.functions[id]?.strict !== false;

/** A getter without a setter: strict code throws, other code ignores the write. */
function writeToAccessor(property: Property, { receiver, accessors }: heap.Search, activation: Activation): Write {
  const setter = property.pair?.setter;
  if (setter === undefined || accessors === 'unknown') return unknown;
  const isData = !values.isBottom(property.value);
  const missing = (setter.bits & Bit.Undefined) !== 0;
  const ignored = missing && !isStrict(activation);
  const called = callOf(setter, receiver);
  const effects = missing ? bothAccesses(called, accessThrows) : called;
  return { data: isData, called: true, unknown: false, completes: isData || ignored, effects };
}

/** Elements only ever make an array longer. */
function lengthEffect(object: AbstractObject, key: Value, position: Position): LengthEffect {
  if (object.brand !== 'array') return 'same';
  const index = heap.indexOf(key);
  if (index === null) return heap.constantKey(key) === null || heap.constantKey(key) === 'length' ? 'any' : 'same';
  return position === 'inside' || heap.inBounds(index, object.length) ? 'same' : 'grown';
}

function storeInto(object: AbstractObject, key: Value, value: Value, position: Position): AbstractObject {
  const index = heap.indexOf(key);
  if (index !== null && object.brand === 'array') {
    if (position === 'inside') return { ...object, elements: values.join(object.elements, value) };
    return storeElement(object, index, value);
  }
  const name = heap.constantKey(key);
  if (name === 'length' && object.brand === 'array') return storeLength(object, value);
  if (name === null) {
    const properties = maps.mapValues(object.properties, (property) => ({ ...property, value: values.join(property.value, value) }));
    const elements = object.brand === 'array' ? values.join(object.elements, value) : object.elements;
    const length = object.brand === 'array' ? objects.anyLength : object.length;
    return { ...object, properties, elements, length, holes: true, others: values.join(object.others, value) };
  }
  const property: Property = { value, optional: false, accessor: false };
  return { ...object, properties: maps.set(object.properties, heap.keyOf(name), property) };
}

function storeElement(object: AbstractObject, index: NumberValue, value: Value): AbstractObject {
  const valid = numbers.meet(index, heap.validIndices);
  const isIndex = numbers.leq(index, heap.validIndices);
  const stored = isIndex ? object : withNumbered(object, value);
  if (numbers.isEmpty(valid)) return stored;
  const elements = values.join(object.elements, value);
  if (index.max < object.length.min && isIndex) return { ...stored, elements };
  const grown = arithmetic.max(object.length, arithmetic.add(valid, numbers.numberConstant(1)));
  const length = isIndex ? grown : numbers.join(object.length, grown);
  return { ...stored, elements, length, holes: object.holes || valid.max > object.length.min };
}

function storeLength(object: AbstractObject, value: Value): AbstractObject {
  const length = values.isNumberOnly(value) ? numbers.meet(value.number, objects.anyLength) : objects.anyLength;
  // A longer array has holes at its end.
  return { ...object, length, holes: object.holes || length.max > object.length.min };
}
