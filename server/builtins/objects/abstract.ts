import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { isTypedArray } from '../../semantics/heap/locations.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import { arrayOf, elementsOf, joinAll } from '../arrays/abstract.js';
import { constantOf } from '../../semantics/call/fold.js';
import { argumentsFrom } from '../../semantics/call/model.js';
import type { AbstractModels, Apply, BuiltinCall, IntrinsicModel, OwnName } from '../../semantics/call/model.js';
import { strictlyEqual } from '../../semantics/expression/evaluate.js';

const nullish = Bit.Undefined | Bit.Null;
const onlyObjects = (value: Value): Value => values.withObjects(values.ofBits(value.bits & Bit.UnknownObject), value.objects);

/** The own enumerable properties of an argument. */
interface Listed {
  readonly names: StringValue;
  /** What a value may be; null when a getter may compute one. */
  readonly values: Value | null;
  readonly count: NumberValue;
}

const anyCount = objects.anyLength;

/**
 * Of an object and of a string; other primitives have none; undefined and null are a TypeError. `reads`: the values are asked for, too.
 * Null: the module's own code may be asked.
 */
function list(call: BuiltinCall, value: Value, reads: boolean): Listed | null {
  const known = call.objectsOf(onlyObjects(value));
  if (value.bits & nullish) call.mayThrow();
  if (known === null) {
    if (!call.ask(reads)) return null;
    if (reads) call.escape(value);
    return { names: texts.anyString, values: values.top, count: anyCount };
  }
  const all = known.map((object) => listObject(call, object));
  if (values.hasText(value)) {
    const count = numbers.meet(texts.lengthOf(value.text), anyCount);
    all.push({ names: texts.textOfLength(1, 10), values: values.ofText(texts.textOfLength(1, 1)), count });
  }
  const others = values.withText(
    values.withObjects(values.withBits(value, value.bits & ~(nullish | Bit.UnknownObject)), []),
    texts.noString,
  );
  if (!values.isBottom(others)) all.push({ names: texts.noString, values: values.bottom, count: numbers.zero });
  const [first, ...rest] = all;
  return first === undefined ? { names: texts.noString, values: values.bottom, count: numbers.noNumber } : rest.reduce(joinListed, first);
}

function joinListed(a: Listed, b: Listed): Listed {
  return {
    names: texts.join(a.names, b.names),
    values: a.values === null || b.values === null ? null : values.join(a.values, b.values),
    count: numbers.join(a.count, b.count),
  };
}

function listObject(call: BuiltinCall, object: AbstractObject): Listed {
  const own = call.ownNames(object);
  const hasElements = (!values.isBottom(object.elements) || object.holes) && !objects.isCollection(object);
  const elements = hasElements ? object.elements : values.bottom;
  const elementCount = !hasElements
    ? numbers.zero
    : object.brand !== 'array'
      ? anyCount
      : object.holes
        ? numbers.numberRange(0, object.length.max, true, false)
        : object.length;
  if (own === null) return { names: texts.anyString, values: null, count: anyCount };
  const count = numbers.numberRange(elementCount.min + certainlyListed(own), elementCount.max + own.length, true, false);
  const names = texts.textOneOf(own.map(({ name }) => name));
  return {
    names: hasElements ? texts.join(names, texts.textOfLength(1, 10)) : names,
    values: own.some(({ accessor }) => accessor) ? null : joinAll([elements, ...own.map(({ value }) => value)]),
    count: numbers.meet(count, anyCount),
  };
}

const certainlyListed = (own: readonly OwnName[]): number => own.filter(({ optional }) => !optional).length;

/** Nothing is listed when the argument certainly is undefined or null. */
const listing =
  (reads: boolean, create: (call: BuiltinCall, listed: Listed) => Value | null): Apply =>
  (call) => {
    const listed = list(call, call.argument(0), reads);
    if (listed === null) return null;
    return numbers.isEmpty(listed.count) ? values.bottom : create(call, listed);
  };

const keys = listing(false, (call, { names, count }) => call.allocate(arrayOf(values.ofText(names), count)));
const valuesOf = listing(true, (call, listed) => (listed.values === null ? null : call.allocate(arrayOf(listed.values, listed.count))));

const entries = listing(true, (call, listed) => {
  if (listed.values === null) return null;
  // The pairs and the array of them have one site: the pairs are the older ones.
  call.allocate(arrayOf(values.join(values.ofText(listed.names), listed.values), numbers.numberConstant(2)));
  return call.allocate(arrayOf(listed.count.max === 0 ? values.bottom : call.older(), listed.count));
});

/** Elements and properties without a known name as well: all that is own. */
const allNames = listing(false, (call) => call.allocate(arrayOf(values.anyStringValue, anyCount)));

/** Copies own enumerable properties by assignment; getters of the sources or setters of the target are unknown code. */
const assign: Apply = (call) => {
  const target = call.argument(0);
  if (target.bits & nullish) call.mayThrow();
  const receiver = onlyObjects(target);
  if (!values.isBottom(values.withObjects(values.withBits(target, target.bits & ~nullish), []))) return null;
  if (values.isBottom(receiver)) return values.bottom;
  const targets = call.objectsOf(receiver);
  if (targets === null) return null;
  // The order in which properties are copied is not described; it matters to an array and its length.
  if (targets.some(({ brand }) => brand !== 'object') && call.args.some((source) => mayHaveLength(call, source))) return null;
  const sources = argumentsFrom(call, 1);
  for (const [index, source] of sources.entries()) {
    const certain =
      (call.exact || index + 1 < sources.length) && source.objects.length === 1 && values.isBottom(values.withObjects(source, []));
    if (!assignFrom(call, receiver, source, certain)) return null;
  }
  return receiver;
};

function mayHaveLength(call: BuiltinCall, source: Value): boolean {
  return call.objectsOf(values.ofObjects(source.objects))?.some((object) => call.property(object, 'length') !== undefined) ?? true;
}

function assignFrom(call: BuiltinCall, target: Value, source: Value, certain: boolean): boolean {
  const sources = call.objectsOf(onlyObjects(source));
  if (sources === null) {
    if (!call.ask(true)) return false;
    call.escape(source);
    return call.store(target, values.anyStringValue, values.top, false);
  }
  if (values.hasText(source) && !call.store(target, values.anyStringValue, values.ofText(texts.textOfLength(1, 1)), false)) return false;
  for (const object of sources) {
    const own = call.ownNames(object);
    if (own === null || own.some(({ accessor }) => accessor)) return false;
    const elements = objects.isCollection(object) ? values.bottom : object.elements;
    if (!values.isBottom(elements) && !call.store(target, values.anyStringValue, elements, false)) return false;
    for (const { name, value, optional } of own) {
      if (!call.store(target, name, value, certain && !optional)) return false;
    }
  }
  return true;
}

/** What refuses writes is described of plain frozen objects alone: every other one counts as known to unknown code. */
const restrictObject: Apply = (call) => {
  const value = call.argument(0);
  if (value.bits & Bit.UnknownObject) return null;
  // Elements of typed arrays refuse it.
  if (value.objects.some(isTypedArray)) call.mayThrow();
  call.escape(value);
  return value;
};

const freeze: Apply = (call) => (call.freeze(call.argument(0)) ? call.argument(0) : restrictObject(call));

/**
 * `Object()` and `new Object()`: an object is given back as it is; wrappers of other primitives are not described. `super()` of a class
 * that extends it makes a new object, whatever it is given.
 */
const convert: Apply = (call) => {
  if (call.derived) return call.allocate(objects.emptyObject);
  const value = call.argument(0);
  if (values.equal(value, onlyObjects(value))) return value;
  return values.leq(value, values.ofBits(nullish)) ? call.allocate(objects.emptyObject) : null;
};

const create: Apply = (call) => {
  const prototype = call.argument(0);
  if (!values.equal(call.argument(1), values.undefinedValue)) return null;
  const valid = values.join(onlyObjects(prototype), values.ofBits(prototype.bits & Bit.Null));
  if (!values.equal(valid, prototype)) call.mayThrow();
  return values.isBottom(valid) ? values.bottom : call.allocate({ ...objects.emptyObject, prototype: valid });
};

const getPrototypeOf: Apply = (call) => {
  const value = call.argument(0);
  const known = call.objectsOf(onlyObjects(value));
  if (known === null) return null;
  if (value.bits & nullish) call.mayThrow();
  return joinAll([values.unknownObject, ...known.map(({ prototype }) => prototype ?? values.bottom)]);
};

/** Whether the object has an own property of that name. */
function has(call: BuiltinCall, object: AbstractObject, key: Value): Value {
  const constant = constantOf(key);
  if (constant === null) return values.anyBoolean;
  const name = String(constant[0]);
  // A private name is described like a property that is called so.
  if (name.startsWith('#')) return values.anyBoolean;
  const property = call.property(object, name);
  if (property !== undefined) return property.optional ? values.anyBoolean : values.trueValue;
  // Functions, arrays and errors have properties that are not described, and so may elements be named.
  const certain = object.brand === 'object' && values.isBottom(object.others) && (values.isBottom(object.elements) || !/^\d+$/.test(name));
  return certain ? values.falseValue : values.anyBoolean;
}

function hasOwn(call: BuiltinCall, value: Value, key: Value): Value | null {
  const known = call.objectsOf(onlyObjects(value));
  if (value.bits & nullish) call.mayThrow();
  if (known === null) return call.ask(false) ? values.anyBoolean : null;
  const primitive = values.primitivesOf(values.withBits(value, value.bits & ~nullish));
  return joinAll([values.isBottom(primitive) ? values.bottom : values.anyBoolean, ...known.map((object) => has(call, object, key))]);
}

/** Whether an object is extensible and the like: a Proxy would be asked. */
const predicate: Apply = (call) => ((call.argument(0).bits & Bit.UnknownObject) === 0 || call.ask(false) ? values.anyBoolean : null);

const isEnumerable: Apply = (call) => {
  if (call.receiver.bits & nullish) call.mayThrow();
  return call.objectsOf(onlyObjects(call.receiver)) !== null || call.ask(false) ? values.anyBoolean : null;
};

/** `[object Array]`, or what a property or getter `Symbol.toStringTag` says. */
const describe: Apply = (call) => (!values.mayBeObject(call.receiver) || call.ask(true) ? values.anyStringValue : null);

/** An array of pairs becomes an object. */
const fromEntries: Apply = (call) => {
  const pairs = call.objectsOf(call.argument(0));
  if (pairs === null || pairs.some((array) => array.brand !== 'array')) return null;
  const pair = joinAll(pairs.map(elementsOf));
  const arrays = call.objectsOf(onlyObjects(pair));
  if (arrays === null || arrays.some((array) => array.brand !== 'array')) return null;
  if (!values.isBottom(values.primitivesOf(pair))) call.mayThrow();
  // What is no object is no entry.
  if (arrays.length === 0 && pairs.length > 0 && pairs.every(({ length }) => length.min > 0)) return values.bottom;
  const contents = joinAll(arrays.map(elementsOf));
  // An object may be a key, which is converted.
  return values.mayBeObject(contents)
    ? null
    : call.allocate({ ...objects.emptyObject, others: values.join(contents, values.undefinedValue) });
};

export const objectModels: AbstractModels = {
  Object: convert,
  'Object.keys': keys,
  'Object.values': valuesOf,
  'Object.entries': entries,
  'Object.getOwnPropertyNames': allNames,
  'Object.assign': assign,
  'Object.freeze': freeze,
  'Object.seal': restrictObject,
  'Object.preventExtensions': restrictObject,
  'Object.isFrozen': predicate,
  'Object.isSealed': predicate,
  'Object.isExtensible': predicate,
  'Object.create': create,
  'Object.getPrototypeOf': getPrototypeOf,
  'Object.hasOwn': (call) => hasOwn(call, call.argument(0), call.argument(1)),
  'Object.fromEntries': fromEntries,
  'Object.prototype.hasOwnProperty': (call) => hasOwn(call, call.receiver, call.argument(0)),
  'Object.prototype.propertyIsEnumerable': isEnumerable,
  'Object.prototype.toString': describe,
  'Object.prototype.valueOf': (call) => call.receiver,
};

export const objectIntrinsics: Readonly<Record<string, IntrinsicModel>> = {
  'Object.is': (call) => {
    const [left, right] = [call.operand(0), call.operand(1)];
    const equal = strictlyEqual(left, right, call.activation);
    // It differs from === on NaN and on the two zeros.
    const both = numbers.meet(left.number, right.number);
    const isOther = numbers.contains(both, NaN) || numbers.contains(both, 0);
    return isOther ? values.anyBoolean : values.ofBoolean(equal.mayBeTrue, equal.mayBeFalse);
  },
};
