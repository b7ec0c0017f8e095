import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';
import { count, indexBelow, lengthOrThrow, relativePosition, sliceLength } from '../positions.js';

export const joinAll = (all: readonly Value[]): Value => all.reduce(values.join, values.bottom);

/** What reading an element gives: of a hole, undefined. */
export const elementsOf = (array: AbstractObject): Value =>
  array.holes ? values.join(array.elements, values.undefinedValue) : array.elements;

export function arrayOf(elements: Value, length: NumberValue, holes = false): AbstractObject {
  return { ...objects.emptyArray, elements, length, holes };
}

/** How many arguments there are from a position on. */
function countFrom(call: BuiltinCall, first: number): NumberValue {
  const known = call.args.length - first;
  return call.exact ? numbers.numberConstant(Math.max(0, known)) : numbers.numberRange(Math.max(0, known - 1), 2 ** 32, true, false);
}

const add: Apply = (call) => {
  const added = joinAll(call.args);
  const grown = (array: AbstractObject): NumberValue => arithmetic.add(array.length, countFrom(call, 0));
  call.update((array) => {
    const length = numbers.meet(grown(array), objects.anyLength);
    // Beyond the greatest index it becomes a property before the RangeError.
    // Only a sparse array can be so long that the elements land beyond the last index.
    const others = !array.holes || numbers.leq(grown(array), objects.anyLength) ? array.others : values.join(array.others, added);
    return { ...array, elements: values.join(array.elements, added), length, others };
  });
  return values.ofNumber(lengthOrThrow(grown(call.object), call));
};

const remove: Apply = (call) => {
  const { object } = call;
  const removed = object.length.max === 0 ? values.bottom : elementsOf(object);
  call.update((array) => ({ ...array, length: count(arithmetic.subtract(array.length, numbers.numberConstant(1)), array.length) }));
  return object.length.min > 0 ? removed : values.join(removed, values.undefinedValue);
};

const fill: Apply = (call) => {
  const value = call.argument(0);
  const undefinedOnly = (index: number): boolean => values.equal(call.argument(index), values.undefinedValue);
  const whole = call.exact && undefinedOnly(1) && undefinedOnly(2);
  call.update((array) =>
    whole ? { ...array, elements: value, holes: false } : { ...array, elements: values.join(array.elements, value) },
  );
  return call.receiver;
};

const slice: Apply = (call) => call.allocate(arrayOf(call.object.elements, sliceLength(call, call.object.length), call.object.holes));

/** How many elements splice removes. */
function removedCount(call: BuiltinCall, length: NumberValue): NumberValue {
  const rest = arithmetic.subtract(length, relativePosition(call.integerAt(0), length));
  if (call.exact && call.args.length === 0) return numbers.zero;
  if (call.exact && call.args.length === 1) return count(rest, length);
  const asked = arithmetic.max(numbers.zero, arithmetic.min(call.integerAt(1), rest));
  return count(call.exact ? asked : numbers.join(asked, rest), length);
}

const splice: Apply = (call) => {
  const added = joinAll(call.exact ? call.args.slice(2) : call.args);
  const inserted = countFrom(call, 2);
  const after = (length: NumberValue): NumberValue => {
    const kept = count(arithmetic.subtract(length, removedCount(call, length)), length);
    return arithmetic.add(kept, inserted);
  };
  lengthOrThrow(after(call.object.length), call);
  const removed = arrayOf(call.object.elements, removedCount(call, call.object.length), call.object.holes);
  call.update((array) => ({
    ...array,
    elements: values.join(array.elements, added),
    length: numbers.meet(after(array.length), objects.anyLength),
  }));
  return call.allocate(removed);
};

/** Arrays among the arguments are spread, everything else is added; a Proxy or `Symbol.isConcatSpreadable` would be unknown code. */
const concat: Apply = (call) => {
  let { elements, length } = call.object;
  let { holes } = call.object;
  for (const [index, argument] of call.args.entries()) {
    const tracked = values.withBits(values.ofObjects(argument.objects), argument.bits & Bit.UnknownObject);
    const parts = call.objectsOf(tracked);
    if (parts === null) {
      if (!call.ask(true)) return null;
      call.escape(argument);
      elements = values.join(elements, values.top);
      length = arithmetic.add(length, numbers.numberRange(0, 2 ** 32 - 1, true, false));
      holes = true;
      continue;
    }
    if (parts.some(mayBeSpreadable)) return null;
    let added = values.isBottom(values.primitivesOf(argument)) ? numbers.noNumber : numbers.numberConstant(1);
    elements = values.join(elements, values.primitivesOf(argument));
    for (const part of parts) {
      if (part.brand !== 'array') added = numbers.join(added, numbers.numberConstant(1));
      else {
        added = numbers.join(added, part.length);
        elements = values.join(elements, part.elements);
        if (part.holes) holes = true;
      }
    }
    if (parts.some((part) => part.brand !== 'array')) elements = values.join(elements, tracked);
    const further = call.exact || index < call.args.length - 1 ? added : numbers.numberRange(0, Infinity, true, false);
    length = arithmetic.add(length, further);
  }
  return call.allocate(arrayOf(elements, lengthOrThrow(length, call), holes));
};

/** It may have a property `Symbol.isConcatSpreadable`, which decides what an object is spread as. */
function mayBeSpreadable(object: AbstractObject): boolean {
  return !values.isBottom(object.others) || object.prototype !== null || object.brand === 'mixed';
}

const at: Apply = (call) => {
  const { length } = call.object;
  const index = call.integerAt(0);
  const inside = index.min >= -length.min && index.max < length.min;
  // Conditions find no bound of many indices that count from the end.
  const outside = index.min >= length.max || (index.min === index.max && index.max < -length.max);
  const found = outside ? values.bottom : elementsOf(call.object);
  return inside ? found : values.join(found, values.undefinedValue);
};

/** Elements that are arrays are replaced by theirs, `depth` times. */
const flat: Apply = (call) => {
  const given = call.argument(0);
  const isOnlyUndefined = values.equal(given, values.undefinedValue);
  const written = isOnlyUndefined ? numbers.noNumber : call.integerAt(0);
  const depth = given.bits & Bit.Undefined ? numbers.join(written, numbers.numberConstant(1)) : written;
  let { elements, length, holes } = call.object;
  for (let level = 0; level < depth.max; level++) {
    // A Proxy of an array counts as an array and runs unknown code.
    if (elements.bits & Bit.UnknownObject) return null;
    const inner = call.objectsOf(values.ofObjects(elements.objects));
    if (inner === null || inner.some((object) => object.brand === 'mixed')) return null;
    const arrays = inner.filter((object) => object.brand === 'array');
    if (arrays.length === 0) break;
    if (level >= maxFlattened) return null;
    const kept = values.withObjects(
      elements,
      elements.objects.filter((location) => !isArray(call, location)),
    );
    const flattened = values.join(kept, joinAll(arrays.map((array) => array.elements)));
    elements = level < depth.min ? flattened : values.join(elements, flattened);
    length = numbers.numberRange(0, Infinity, true, false);
    holes = holes || arrays.some((array) => array.holes);
  }
  // Holes are left out.
  if (holes) length = numbers.numberRange(0, length.max, true, false);
  return call.allocate(arrayOf(elements, lengthOrThrow(length, call)));
};
const maxFlattened = 4;

function isArray(call: BuiltinCall, location: number): boolean {
  return call.objectsOf(values.ofObjects([location]))?.[0]?.brand === 'array';
}

/** undefined and null are left out. */
function joinedText(element: Value): StringValue {
  const nullish = Bit.Undefined | Bit.Null;
  let text = element.text;
  const addText = (constant: string): void => {
    text = texts.join(text, texts.textConstant(constant));
  };
  if (element.bits & nullish) addText('');
  if (element.bits & Bit.True) addText('true');
  if (element.bits & Bit.False) addText('false');
  if (values.hasNumber(element)) text = texts.join(text, texts.textOfLength(1, 32));
  if (values.hasBigint(element)) text = texts.join(text, texts.textOfLength(1, Infinity));
  return text;
}

const times = (count: number, length: number): number => (count <= 0 || length === 0 ? 0 : count * length);

const join: Apply = (call) => {
  const { length } = call.object;
  const elements = elementsOf(call.object);
  if (values.mayBeObject(elements)) return null;
  if (elements.bits & Bit.Symbol) call.mayThrow();
  const given = call.args.length === 0 ? values.undefinedValue : call.argument(0);
  const defined = values.withBits(given, given.bits & ~Bit.Undefined);
  const comma = given === defined ? texts.noString : texts.textConstant(',');
  const separator = texts.join(comma, values.isBottom(defined) ? texts.noString : call.textAt(0));
  if (length.max === 0) return values.ofText(texts.emptyString);
  const text = joinedText(elements);
  if (length.min === 1 && length.max === 1) return values.ofText(text);
  if (values.isBottom(elements)) return values.ofText(texts.emptyString);
  const min = times(length.min, text.minLength) + times(length.min - 1, separator.minLength);
  const max = times(length.max, text.maxLength) + times(length.max - 1, separator.maxLength);
  // Too long a string is a RangeError.
  if (max > 2 ** 28) call.mayThrow();
  return values.ofText(texts.textOfLength(min, max));
};

/** Elements have other places. */
const moved: Apply = (call) => {
  if (call.object.slots !== null) call.update(objects.withoutSlots);
  return call.receiver;
};

/** Without a comparator: elements are compared as strings. With one: the prelude's. */
function sortsPrimitives(call: BuiltinCall): boolean {
  if (!values.equal(call.argument(0), values.undefinedValue)) return false;
  const { elements } = call.object;
  if (elements.bits & Bit.Symbol) call.mayThrow();
  return !values.mayBeObject(elements);
}

const sort: Apply = (call) => (sortsPrimitives(call) ? moved(call) : null);
const copied = (call: BuiltinCall): Value => call.allocate(arrayOf(elementsOf(call.object), call.object.length));

const withElement: Apply = (call) => {
  const { length } = call.object;
  const index = call.integerAt(0);
  if (!(index.min >= -length.min && index.max < length.min)) call.mayThrow();
  // An index outside the array is a RangeError.
  const valid = numbers.numberRange(length.max === 0 ? Infinity : Math.max(1, length.min), length.max, true, false);
  if (numbers.isEmpty(valid) || index.min >= length.max || index.max < -length.max) return values.bottom;
  return call.allocate(arrayOf(values.join(elementsOf(call.object), call.argument(1)), valid));
};

const toSpliced: Apply = (call) => {
  const { length } = call.object;
  const kept = count(arithmetic.subtract(length, removedCount(call, length)), length);
  const added = joinAll(call.exact ? call.args.slice(2) : call.args);
  return call.allocate(arrayOf(values.join(elementsOf(call.object), added), lengthOrThrow(arithmetic.add(kept, countFrom(call, 2)), call)));
};

/** Whether no element is the same as what is looked for. */
function isMissing(call: BuiltinCall, elements: Value): boolean {
  if (call.object.length.max === 0) return true;
  const wanted = call.exact || call.args.length > 1 ? call.argument(0) : values.top;
  if (values.mayBeObject(wanted) && values.mayBeObject(elements)) return false;
  return values.isBottom(values.meet(values.primitivesOf(elements), values.primitivesOf(wanted)));
}

const search: Apply = (call) =>
  values.ofNumber(isMissing(call, call.object.elements) ? numbers.numberConstant(-1) : indexBelow(call.object.length));

export const arrayModels: AbstractModels = {
  'Array.prototype.push': add,
  'Array.prototype.unshift': add,
  'Array.prototype.pop': remove,
  'Array.prototype.shift': remove,
  'Array.prototype.fill': fill,
  'Array.prototype.reverse': moved,
  'Array.prototype.slice': slice,
  'Array.prototype.splice': splice,
  'Array.prototype.concat': concat,
  'Array.prototype.flat': flat,
  'Array.prototype.indexOf': search,
  'Array.prototype.lastIndexOf': search,
  'Array.prototype.includes': (call) => (isMissing(call, elementsOf(call.object)) ? values.falseValue : values.anyBoolean),
  'Array.prototype.at': at,
  'Array.prototype.join': join,
  'Array.prototype.sort': sort,
  'Array.prototype.copyWithin': moved,
  'Array.prototype.toReversed': copied,
  'Array.prototype.toSorted': (call) => (sortsPrimitives(call) ? copied(call) : null),
  'Array.prototype.toSpliced': toSpliced,
  'Array.prototype.with': withElement,
};
