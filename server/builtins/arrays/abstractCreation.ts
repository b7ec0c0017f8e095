import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as objects from '../../semantics/heap/object.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import { arrayOf, elementsOf, joinAll } from './abstract.js';
import type { AbstractModels, Apply, BuiltinCall, IntrinsicModel } from '../../semantics/call/model.js';
import { objectAt } from '../../semantics/heap/objectAt.js';
import type { Activation } from '../../semantics/scope.js';
import type { LiveState } from '../../semantics/state.js';
import { lengthOrThrow } from '../positions.js';

/** `Array(n)` has n holes, every other call the arguments. A number that is no length is a RangeError. */
const create: Apply = (call) => {
  if (!call.exact) {
    call.mayThrow();
    return call.allocate(arrayOf(joinAll(call.args), objects.anyLength, true));
  }
  const [first] = call.args;
  if (call.args.length !== 1 || first === undefined)
    return call.allocate(arrayOf(joinAll(call.args), numbers.numberConstant(call.args.length)));
  const sized = lengthOrThrow(first.number, call);
  const only = values.withNumber(first, numbers.noNumber);
  if (values.isBottom(only)) return numbers.isEmpty(sized) ? values.bottom : call.allocate(arrayOf(values.bottom, sized, true));
  if (numbers.isEmpty(sized)) return call.allocate(arrayOf(only, numbers.numberConstant(1)));
  return call.allocate(arrayOf(only, numbers.join(sized, numbers.numberConstant(1)), true));
};

/** `Array.of` and `Array.from` create with the constructor that they are called on. */
function createsArrays(call: BuiltinCall): boolean {
  const { receiver } = call;
  return values.equal(receiver, values.undefinedValue) || call.isBuiltin(receiver, 'Array');
}

const of: Apply = (call) => {
  if (!createsArrays(call)) return null;
  const length = call.exact ? numbers.numberConstant(call.args.length) : objects.anyLength;
  return call.allocate(arrayOf(joinAll(call.args), length));
};

/** What `Array.from` makes of its first argument, without the mapper; null when iterating it is unknown code. */
const from: Apply = (call) => {
  if (!createsArrays(call)) return null;
  if (!values.equal(call.argument(1), values.undefinedValue)) return null;
  const items = call.argument(0);
  const known = call.objectsOf(values.withBits(values.ofObjects(items.objects), items.bits & values.Bit.UnknownObject));
  if (values.mayBeNullish(items)) call.mayThrow();
  let created: readonly AbstractObject[] = [];
  for (const object of known ?? []) {
    const copy = copyOf(call, object);
    if (copy === null) return unknownIterable(call, items);
    created = [...created, copy];
  }
  if (known === null) return unknownIterable(call, items);
  if (values.hasText(items)) {
    const { minLength, maxLength } = items.text;
    const length = numbers.numberRange(Math.ceil(minLength / 2), maxLength, true, false);
    created = [...created, arrayOf(maxLength > 0 ? values.ofText(texts.textOfLength(1, 2)) : values.bottom, length)];
  }
  // Other primitives have neither an iterator nor a length.
  const others = values.withText(
    values.withBits(values.primitivesOf(items), items.bits & ~(values.Bit.Undefined | values.Bit.Null | values.Bit.UnknownObject)),
    texts.noString,
  );
  if (!values.isBottom(others)) created = [...created, arrayOf(values.bottom, numbers.zero)];
  const [first, ...rest] = created;
  return first === undefined ? values.bottom : call.allocate(rest.reduce(objects.join, first));
};

/** Of a tracked array, Set, or plain object with a length; null for other iterables. */
function copyOf(call: BuiltinCall, object: AbstractObject): AbstractObject | null {
  if (!values.isBottom(object.others) || object.prototype !== null) return null;
  if (object.brand === 'array') return arrayOf(elementsOf(object), object.length);
  if (object.brand === 'set') return arrayOf(object.elements, objects.anyLength);
  if (object.brand !== 'object') return null;
  const own = call.ownNames(object);
  if (own === null || own.some(({ accessor }) => accessor)) return null;
  const property = call.property(object, 'length');
  const given =
    property === undefined
      ? values.undefinedValue
      : property.optional
        ? values.join(property.value, values.undefinedValue)
        : property.value;
  if (
    values.mayBeObject(given) ||
    !values.isBottom(values.withNumber(values.withBits(given, given.bits & ~values.Bit.Undefined), numbers.noNumber))
  )
    return null;
  const length = lengthOrThrow(toLength(given), call);
  const indexed = own.filter(({ name }) => /^\d+$/.test(name)).map(({ value }) => value);
  return arrayOf(joinAll([values.undefinedValue, object.elements, ...indexed]), length);
}

/** ToLength of undefined or a number. */
function toLength(given: Value): NumberValue {
  const number = arithmetic.max(numbers.zero, arithmetic.trunc(numbers.withoutNan(given.number)));
  const others = (given.bits & values.Bit.Undefined) !== 0 || given.number.nan ? numbers.zero : numbers.noNumber;
  return numbers.isRangeEmpty(given.number) ? others : numbers.join(number, others);
}

function unknownIterable(call: BuiltinCall, items: Value): Value {
  call.runUnknown([items]);
  return call.allocate(arrayOf(call.unknown, objects.anyLength));
}

export const arrayCreationModels: AbstractModels = {
  Array: { accepts: { of: 'only', numbers: objects.anyLength }, apply: create },
  'Array.of': of,
  'Array.from': from,
};

export const arrayIntrinsics: Readonly<Record<string, IntrinsicModel>> = {
  'Array.isArray': (call) => {
    // It may be a Proxy, and revoked.
    if (call.operand(0).bits & values.Bit.UnknownObject) call.mayRefuse();
    return isArray(call.operand(0), call.state, call.activation);
  },
};

function isArray(operand: Value, state: LiveState, activation: Activation): Value {
  let mayBeTrue = (operand.bits & values.Bit.UnknownObject) !== 0;
  let mayBeFalse = !values.isBottom(values.primitivesOf(operand)) || mayBeTrue;
  for (const location of operand.objects) {
    const object = objectAt(state, location, activation);
    const brand = object?.builtin === 'Array.prototype' ? undefined : object?.brand;
    if (brand === undefined || brand === 'mixed' || brand === 'array') mayBeTrue = true;
    if (brand !== 'array') mayBeFalse = true;
  }
  return values.ofBoolean(mayBeTrue, mayBeFalse);
}
