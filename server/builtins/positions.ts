import * as numbers from '../lattice/number.js';
import type { NumberValue } from '../lattice/number.js';
import * as arithmetic from '../lattice/numberArithmetic.js';
import * as values from '../lattice/value.js';
import * as objects from '../semantics/heap/object.js';
import type { BuiltinCall } from '../semantics/call/model.js';

/** A relative index as `slice` takes it: from the end when it is negative, never outside 0..length. */
export function relativePosition(index: NumberValue, length: NumberValue): NumberValue {
  const negative = numbers.restrict(index, -Infinity, -1, false);
  const positive = numbers.restrict(index, 0, Infinity, false);
  return numbers.join(
    numbers.isEmpty(negative) ? numbers.noNumber : arithmetic.max(numbers.zero, arithmetic.add(length, negative)),
    numbers.isEmpty(positive) ? numbers.noNumber : arithmetic.min(positive, length),
  );
}

/** An absolute index as `substring` takes it. */
export function clampedPosition(index: NumberValue, length: NumberValue): NumberValue {
  return arithmetic.min(arithmetic.max(numbers.zero, index), length);
}

/** How long the part of `slice(start, end)` is; `end` may be left out. */
export function sliceLength(call: BuiltinCall, length: NumberValue): NumberValue {
  const from = relativePosition(call.integerAt(0), length);
  const to = endPosition(call, 1, length, relativePosition);
  return count(arithmetic.subtract(to, from), length);
}

/** The position that an argument gives, or the length where it may be undefined. */
export function endPosition(call: BuiltinCall, index: number, length: NumberValue, position: typeof relativePosition): NumberValue {
  const given = call.argument(index);
  const defined = values.withBits(given, given.bits & ~values.Bit.Undefined);
  if (values.isBottom(defined)) return length;
  const to = position(call.integerAt(index), length);
  return defined === given ? to : numbers.join(to, length);
}

/** A difference of positions as a number of elements. */
export function count(difference: NumberValue, length: NumberValue): NumberValue {
  return numbers.restrict(arithmetic.max(numbers.zero, difference), 0, length.max, false);
}

/** indexOf and the like: -1 or an index. */
export const indexBelow = (length: NumberValue): NumberValue => numbers.numberRange(-1, Math.max(-1, length.max - 1), true, false);

/** Of an array that is created with so many elements: longer ones are a RangeError. */
export function lengthOrThrow(length: NumberValue, call: BuiltinCall): NumberValue {
  if (!numbers.leq(length, objects.anyLength)) call.mayThrow();
  return numbers.meet(length, objects.anyLength);
}
