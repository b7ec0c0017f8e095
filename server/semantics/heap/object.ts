import type { IntMap } from '../../base/intMap.js';
import * as maps from '../../base/intMap.js';
import type { FunctionId } from '../../ir/program.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { accessorLeq, commonPair, joinedPair, mergePair, mergeProperty } from './property.js';
import type { Property, ValueOperation } from './property.js';

export { accessorProperty } from './property.js';
export type { Property } from './property.js';

/** The kind that an object was made as; it never changes. */
export type Brand = 'object' | 'array' | 'function' | 'error' | 'regexp' | 'map' | 'set' | 'mixed';

/** The code of a function object. `exact`: its scopes' newest cells are those it closes over (see state.ts). */
export interface Callable {
  readonly function: FunctionId;
  readonly exact: boolean;
  readonly isClass: boolean;
}

/**
 * The knowledge of the objects at one location. `properties` are own ones by interned key; `others` is the join of the own
 * properties with other keys (bottom: there are none). Elements (index keys of arrays) are summarised by their join and `length`.
 */
export interface AbstractObject {
  readonly brand: Brand;
  /** Unknown code may reach it: only its brand and code are known, and of classes their methods. */
  readonly escaped: boolean;
  /** It escaped, but nobody gives it other properties: the prototype of a class, or what is frozen. */
  readonly fixed: boolean;
  /** It escaped and is fixed, and whoever writes a property of it is refused. */
  readonly frozen: boolean;
  /** Shared variables, or objects that others know, led to it when others ran: they may have found it. (Of what escaped that is clear.) */
  readonly shared: boolean;
  readonly properties: IntMap<Property>;
  readonly others: Value;
  readonly elements: Value;
  /** The elements one by one, of an array that is as it was made; null where it may have been written to, or is long. */
  readonly slots: readonly Value[] | null;
  /** Indices below the length may be missing. */
  readonly holes: boolean;
  /** The length of an array; for a regular expression, that of a match. */
  readonly length: NumberValue;
  /** Null: the default prototype of its brand. */
  readonly prototype: Value | null;
  readonly callable: Callable | null;
  /** `Math.floor` and the like. */
  readonly builtin: string | null;
  /** The address stands for several objects, whatever its age says: updates are weak. */
  readonly summary: boolean;
}

export const anyLength = numbers.numberRange(0, 2 ** 32 - 1, true, false);
/** The length of a match, which holds itself and its groups. */
export const anyMatchLength = numbers.numberRange(1, 2 ** 16, true, false);
/** No engine holds more elements than that side by side: V8 has 2^27. */
export const denseLength = numbers.numberRange(0, 2 ** 30, true, false);

const blank: AbstractObject = {
  brand: 'object',
  escaped: false,
  fixed: false,
  frozen: false,
  shared: false,
  properties: null,
  others: values.bottom,
  elements: values.bottom,
  slots: null,
  holes: false,
  length: numbers.numberConstant(0),
  prototype: null,
  callable: null,
  builtin: null,
  summary: false,
};

export const emptyObject = blank;
export const emptyArray: AbstractObject = { ...blank, brand: 'array' };

/** Longer arrays are summarised. */
const mostSlots = 8;

/** An array with these elements, and no others. */
export function arrayWith(elements: readonly Value[]): AbstractObject {
  const slots = elements.length > 1 && elements.length <= mostSlots ? elements : null;
  return { ...emptyArray, elements: elements.reduce(values.join, values.bottom), slots, length: numbers.numberConstant(elements.length) };
}

/** The object, after its elements may have changed. */
export const withoutSlots = (object: AbstractObject): AbstractObject => (object.slots === null ? object : { ...object, slots: null });

/** The element at a position, where that is one index. */
export function slotAt({ slots }: AbstractObject, { min, max, nan }: NumberValue): Value | null {
  return slots === null || nan || min !== max ? null : (slots[min] ?? null);
}

/** The object that a function of the program is. */
export function functionObject(callable: Callable): AbstractObject {
  return { ...blank, brand: 'function', callable };
}

/** The object that a built-in is. */
export function builtinObject(name: string, isFunction: boolean): AbstractObject {
  return { ...blank, brand: isFunction ? 'function' : 'object', escaped: true, builtin: name };
}

/** The parts of an object that unknown code does not change. */
export interface Kept {
  readonly properties: IntMap<Property>;
  readonly prototype: Value | null;
  readonly fixed: boolean;
}

const nothing: Kept = { properties: null, prototype: null, fixed: false };

/** All facts that unknown code could change are dropped. */
export function escape(object: AbstractObject, kept: Kept = nothing): AbstractObject {
  if (object.escaped && (kept !== nothing || (object.properties === null && !object.fixed))) return object;
  return {
    ...blank,
    ...kept,
    brand: object.brand,
    escaped: true,
    callable: object.callable,
    builtin: object.builtin,
    summary: object.summary,
    length: anyLength,
    holes: true,
  };
}

/** After `Object.freeze`: unknown code may reach it, and changes nothing of it. Null: of what the object has, something stays writable. */
export function freeze(object: AbstractObject): AbstractObject | null {
  const isPlain = object.brand === 'object' && !object.escaped && values.isBottom(object.others) && values.isBottom(object.elements);
  if (!isPlain || object.prototype !== null || !maps.every(object.properties, null, (property) => property?.accessor !== true)) return null;
  return { ...escape(object, { properties: object.properties, prototype: null, fixed: true }), frozen: true };
}

/** Functions are not looked after: they stay as they are. */
export const mayBePrivate = ({ shared, escaped, brand }: AbstractObject): boolean => !shared && !escaped && brand !== 'function';

const sharedObjects = new WeakMap<AbstractObject, AbstractObject>();

/** Others may know the object from now on. */
export function share(object: AbstractObject): AbstractObject {
  if (!mayBePrivate(object)) return object;
  let shared = sharedObjects.get(object);
  if (shared === undefined) sharedObjects.set(object, (shared = { ...object, shared: true }));
  return shared;
}

function sameCallable(a: Callable | null, b: Callable | null): boolean {
  return a === b || (a !== null && b !== null && a.function === b.function && a.exact === b.exact && a.isClass === b.isClass);
}

/** The object `made`, or one of the two that it was made of where that is the same: descriptions that have not changed stay themselves. */
function oneOf(a: AbstractObject, b: AbstractObject, made: AbstractObject): AbstractObject {
  if (isSame(a, made)) return a;
  return isSame(b, made) ? b : made;
}

/** Whether all parts are the same ones; callables are compared by what they say. */
function isSame(object: AbstractObject, made: AbstractObject): boolean {
  return (
    object.brand === made.brand &&
    object.escaped === made.escaped &&
    object.fixed === made.fixed &&
    object.frozen === made.frozen &&
    object.shared === made.shared &&
    object.properties === made.properties &&
    object.others === made.others &&
    object.elements === made.elements &&
    object.slots === made.slots &&
    object.holes === made.holes &&
    object.length === made.length &&
    object.prototype === made.prototype &&
    object.builtin === made.builtin &&
    object.summary === made.summary &&
    sameCallable(object.callable, made.callable)
  );
}

function mergeCallable(a: Callable | null, b: Callable | null): Callable | null {
  if (a === null || b === null || a.function !== b.function) return null;
  return a.exact === b.exact ? a : { ...a, exact: false };
}

function mergePrototypes(a: Value | null, b: Value | null, merge: ValueOperation): Value | null {
  if (a !== null && b !== null) return merge(a, b);
  return a === b ? null : values.top;
}

function mergeSlots(a: AbstractObject, b: AbstractObject, merge: ValueOperation): readonly Value[] | null {
  const [mine, theirs] = [a.slots, b.slots];
  if (mine === theirs || mine === null || theirs?.length !== mine.length) return mine === theirs ? mine : null;
  const merged = mine.map((value, i) => merge(value, theirs[i] ?? value));
  if (merged.every((value, i) => value === mine[i])) return mine;
  return merged.every((value, i) => value === theirs[i]) ? theirs : merged;
}

/** The parts that are kept of an object that escaped on one path at least: those that both descriptions have. */
function mergeKept(a: AbstractObject, b: AbstractObject, merge: ValueOperation): Kept {
  if (a.frozen !== b.frozen) return nothing;
  const properties = maps.combine(a.properties, b.properties, {
    both: (x, y) => mergeProperty(x, y, merge, x.optional || y.optional, (p, q) => joinedPair(p, q, merge)),
    keepLeft: false,
    keepRight: false,
  });
  const isFixed = (object: AbstractObject): boolean => (object.escaped ? object.fixed : values.isBottom(object.others));
  const fixed = isFixed(a) && isFixed(b) && hasNoMore(a.properties, properties) && hasNoMore(b.properties, properties);
  return { properties, prototype: fixed ? mergePrototypes(a.prototype, b.prototype, merge) : null, fixed };
}

function hasNoMore(properties: IntMap<Property>, than: IntMap<Property>): boolean {
  return maps.every(properties, than, (mine, theirs) => mine === undefined || theirs !== undefined);
}

/** Join or widening of two descriptions of one location. */
function merge(
  a: AbstractObject,
  b: AbstractObject,
  mergeValues: ValueOperation,
  mergeLength: (a: NumberValue, b: NumberValue) => NumberValue,
): AbstractObject {
  if (a === b) return a;
  if (a.escaped || b.escaped) {
    const kept = mergeKept(a, b, mergeValues);
    return oneOf(a, b, {
      brand: a.brand === b.brand ? a.brand : 'mixed',
      escaped: true,
      fixed: kept.fixed,
      frozen: a.frozen && b.frozen && kept.fixed,
      shared: false,
      properties: kept.properties,
      others: values.bottom,
      elements: values.bottom,
      slots: null,
      holes: true,
      length: anyLength,
      prototype: kept.prototype,
      callable: mergeCallable(a.callable, b.callable),
      builtin: a.builtin === b.builtin ? a.builtin : null,
      summary: a.summary || b.summary,
    });
  }
  const oneSided = (present: IntMap<Property>, other: AbstractObject): IntMap<Property> =>
    maps.mapValues(present, (property) => {
      const merged = values.isBottom(other.others) ? property.value : mergeValues(property.value, other.others);
      return property.optional && merged === property.value ? property : { ...property, value: merged, optional: true };
    });
  let properties = a.properties;
  if (a.properties !== b.properties) {
    const onlyA = maps.combine(a.properties, b.properties, { both: () => undefined, keepLeft: true, keepRight: false });
    const onlyB = maps.combine(a.properties, b.properties, { both: () => undefined, keepLeft: false, keepRight: true });
    const common = maps.combine(a.properties, b.properties, {
      both: (x, y) => mergeProperty(x, y, mergeValues, x.optional || y.optional, (p, q) => joinedPair(p, q, mergeValues)),
      keepLeft: true,
      keepRight: true,
    });
    properties = common;
    const overwrite = (side: IntMap<Property>): void =>
      maps.forEach(side, (key, property) => {
        if (maps.get(a.properties, key) === undefined || maps.get(b.properties, key) === undefined)
          properties = maps.set(properties, key, property);
      });
    overwrite(oneSided(onlyA, b));
    overwrite(oneSided(onlyB, a));
  }
  const prototype = mergePrototypes(a.prototype, b.prototype, mergeValues);
  return oneOf(a, b, {
    brand: a.brand === b.brand ? a.brand : 'mixed',
    escaped: false,
    fixed: false,
    frozen: false,
    shared: a.shared || b.shared,
    properties,
    others: mergeValues(a.others, b.others),
    elements: mergeValues(a.elements, b.elements),
    slots: mergeSlots(a, b, mergeValues),
    holes: a.holes || b.holes,
    length: mergeLength(a.length, b.length),
    prototype,
    callable: mergeCallable(a.callable, b.callable),
    builtin: a.builtin === b.builtin ? a.builtin : null,
    summary: a.summary || b.summary,
  });
}

/** The least object that covers both: x ⊔ y. */
export function join(a: AbstractObject, b: AbstractObject): AbstractObject {
  return merge(a, b, values.join, numbers.join);
}

/** previous ∇ next, property by property. */
export function widen(previous: AbstractObject, next: AbstractObject, thresholds: readonly number[]): AbstractObject {
  return merge(
    previous,
    next,
    (a, b) => values.widen(a, b, thresholds),
    (a, b) => numbers.widen(a, b, thresholds),
  );
}

/**
 * `next` where it is more precise in its lengths and elements, for two descriptions of the same location at the same point;
 * everything else is `previous`'s, which is sound because both describe the object.
 */
export function refineWith(
  previous: AbstractObject,
  next: AbstractObject,
  refine: ValueOperation,
  refineLength: (a: NumberValue, b: NumberValue) => NumberValue,
): AbstractObject {
  if (previous === next) return previous;
  if (previous.escaped) return next;
  if (next.escaped) return previous;
  const properties = maps.combine(previous.properties, next.properties, {
    both: (x, y) => mergeProperty(x, y, refine, x.optional && y.optional, (p, q) => commonPair(p, q, refine)),
    keepLeft: true,
    keepRight: false,
  });
  return oneOf(previous, next, {
    brand: previous.brand,
    escaped: false,
    fixed: false,
    frozen: false,
    shared: previous.shared,
    properties,
    others: refine(previous.others, next.others),
    elements: refine(previous.elements, next.elements),
    slots: next.slots === null ? previous.slots : mergeSlots(previous, next, refine),
    holes: previous.holes && next.holes,
    length: refineLength(previous.length, next.length),
    prototype: previous.prototype,
    callable: previous.callable,
    builtin: previous.builtin,
    summary: previous.summary,
  });
}

/** x ⊑ y, property by property. */
export function leq(a: AbstractObject, b: AbstractObject): boolean {
  if (a === b) return true;
  if (
    b.callable !== null &&
    (a.callable === null || a.callable.function !== b.callable.function || (b.callable.exact && !a.callable.exact))
  )
    return false;
  if (b.brand !== 'mixed' && a.brand !== b.brand) return false;
  if (b.builtin !== null && a.builtin !== b.builtin) return false;
  if (b.escaped) return keptLeq(a, b);
  if (a.escaped) return false;
  return (
    (b.shared || !a.shared) &&
    (b.summary || !a.summary) &&
    values.leq(a.others, b.others) &&
    values.leq(a.elements, b.elements) &&
    slotsLeq(a, b) &&
    (b.holes || !a.holes) &&
    numbers.leq(a.length, b.length) &&
    prototypeLeq(a.prototype, b.prototype) &&
    maps.every(a.properties, b.properties, (x, y) => {
      if (x === undefined) return y !== undefined && y.optional;
      if (y === undefined) return values.leq(x.value, b.others) && !x.accessor;
      return values.leq(x.value, y.value) && (y.optional || !x.optional) && accessorLeq(x, y);
    })
  );
}

function slotsLeq({ slots: mine }: AbstractObject, { slots: theirs }: AbstractObject): boolean {
  if (theirs === null || mine === theirs) return true;
  return mine?.length === theirs.length && mine.every((value, i) => values.leq(value, theirs[i] ?? values.bottom));
}

/** Whether both say the same of every property. */
export function equal(a: AbstractObject, b: AbstractObject): boolean {
  return a === b || (leq(a, b) && leq(b, a));
}

function keptLeq(a: AbstractObject, b: AbstractObject): boolean {
  if (a.frozen !== b.frozen && (b.frozen || b.fixed || b.properties !== null)) return false;
  if (b.fixed && (!(a.escaped ? a.fixed : values.isBottom(a.others)) || !prototypeLeq(a.prototype, b.prototype))) return false;
  if (b.properties === null && !b.fixed) return true;
  return (
    (b.summary || !a.summary) &&
    maps.every(a.properties, b.properties, (x, y) => {
      if (x === undefined || y === undefined) return y === undefined && !b.fixed;
      return values.leq(x.value, y.value) && (y.optional || !x.optional) && accessorLeq(x, y);
    })
  );
}

function prototypeLeq(a: Value | null, b: Value | null): boolean {
  if (a === b) return true;
  if (b === null) return false;
  return a === null ? b === values.top : values.leq(a, b);
}

/** Rewrites every value that the object holds. */
export function mapObject(object: AbstractObject, rewrite: (value: Value) => Value): AbstractObject {
  if (object.escaped && object.properties === null && object.prototype === null) return object;
  const properties = maps.mapValues(object.properties, (property) => {
    const value = rewrite(property.value);
    if (property.pair === undefined) return value === property.value ? property : { ...property, value };
    const pair = mergePair(property.pair, property.pair, rewrite);
    return value === property.value && pair === property.pair ? property : { ...property, value, pair };
  });
  const others = rewrite(object.others);
  const elements = rewrite(object.elements);
  const slots = elements === object.elements ? object.slots : (object.slots?.map(rewrite) ?? null);
  const prototype = object.prototype === null ? null : rewrite(object.prototype);
  if (properties === object.properties && others === object.others && elements === object.elements && prototype === object.prototype)
    return object;
  return { ...object, properties, others, elements, slots, prototype };
}

/** Every value that can be reached from the object in one step. */
export function forEachValue(object: AbstractObject, visit: (value: Value) => void): void {
  maps.forEach(object.properties, (_, property) => {
    visit(property.value);
    if (property.pair === undefined) return;
    visit(property.pair.getter);
    visit(property.pair.setter);
  });
  visit(object.others);
  visit(object.elements);
  if (object.prototype !== null) visit(object.prototype);
}

/** Whether an object is described as a collection. */
export const isCollection = ({ brand }: AbstractObject): boolean => brand === 'map' || brand === 'set';
