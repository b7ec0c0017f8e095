import { typedArrayGlobals } from './facts.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { AbstractObject } from '../../semantics/heap/object.js';
import type { AbstractModels, Apply, BuiltinCall } from '../../semantics/call/model.js';

const anyLength = numbers.numberRange(0, 2 ** 53 - 1, true, false);

/** Of a length, the elements of an array, or a buffer. A length may be too long for the engine; elements are converted to numbers. */
const create: Apply = (call) => {
  call.mayThrow();
  const first = call.argument(0);
  if (!call.exact || call.args.length > 1) return null;
  if (!values.mayBeObject(first)) {
    const isLength = values.isNumberOnly(first) || values.equal(first, values.undefinedValue);
    const length = isLength ? lengthGiven(first.number) : anyLength;
    return numbers.isEmpty(length) ? values.bottom : call.typedArray(length);
  }
  return ofElements(call, first);
};

/** With the elements of an array. */
function ofElements(call: BuiltinCall, array: Value): Value | null {
  const known = call.objectsOf(array);
  if (known === null || known.length === 0 || known.some((object) => !isPlainArray(object))) return null;
  // All elements are taken before the first is converted.
  if (!known.every(({ elements }) => !values.mayBeObject(elements) || call.convert(elements))) return null;
  return call.typedArray(known.map(({ length }) => length).reduce(numbers.join));
}

/** `Uint8Array.from(array)`, called on the class itself. */
const from =
  (name: string): Apply =>
  (call) => {
    call.mayThrow();
    return call.exact && call.args.length === 1 && call.isBuiltin(call.receiver, name) ? ofElements(call, call.argument(0)) : null;
  };

const isPlainArray = (object: AbstractObject): boolean =>
  object.brand === 'array' && object.prototype === null && values.isBottom(object.others) && object.properties === null;

/** ToIndex: without its fraction, and nothing for NaN. */
function lengthGiven(number: NumberValue): NumberValue {
  if (numbers.isEmpty(number)) return numbers.zero;
  const whole = numbers.meet(arithmetic.trunc(numbers.withoutNan(number)), anyLength);
  return number.nan ? numbers.join(whole, numbers.zero) : whole;
}

export const typedArrayModels: AbstractModels = Object.fromEntries(
  Object.keys(typedArrayGlobals).flatMap((name): [string, Apply][] => [
    [name, create],
    [`${name}.from`, from(name)],
  ]),
);
