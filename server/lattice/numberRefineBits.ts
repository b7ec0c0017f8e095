import { isEmpty, isRangeEmpty, noNumber, numberRange } from './number.js';
import type { NumberValue } from './number.js';
import { shiftCount, toInt32 } from './numberBits.js';
import type { Operands } from './numberRefine.js';
import { refineTrunc } from './numberRefineFunctions.js';

// Backward bit operations. Their operands are converted to 32 bits; backward that says something only of an operand which the
// conversion does not wrap, so that it only cuts the fraction and turns NaN into 0.

const neither: Operands = { a: noNumber, b: noNumber };

const fitsInt32 = (a: NumberValue): boolean => a.min > -(2 ** 31) - 1 && a.max < 2 ** 31;
const fitsUint32 = (a: NumberValue): boolean => a.min > -1 && a.max < 2 ** 32;

/** The values of `a`, which the conversion does not wrap, that it takes to min..max. */
function refineConversion(a: NumberValue, min: number, max: number): NumberValue {
  const integers = numberRange(min, max, true, min <= 0 && max >= 0);
  return refineTrunc(integers, a);
}

function onFirst(a: NumberValue, b: NumberValue): Operands {
  return isEmpty(a) ? neither : { a, b };
}

/** ~a ∈ result; ~x = -x - 1 */
export function refineBitNot(result: NumberValue, a: NumberValue): NumberValue {
  if (isRangeEmpty(result)) return noNumber;
  return fitsInt32(a) ? refineConversion(a, -Math.floor(result.max) - 1, -Math.ceil(result.min) - 1) : a;
}

/** (a | b) ∈ result: refines the idiom `x | 0`, and bounds operands that are not negative. */
export function refineBitOr(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isRangeEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  const x = toInt32(a);
  const y = toInt32(b);
  if (y.min === 0 && y.max === 0) return onFirst(fitsInt32(a) ? refineConversion(a, result.min, result.max) : a, b);
  if (x.min < 0 || y.min < 0) return { a, b };
  const refinedA = fitsInt32(a) ? refineConversion(a, -Infinity, result.max) : a;
  const refinedB = fitsInt32(b) ? refineConversion(b, -Infinity, result.max) : b;
  return isEmpty(refinedA) || isEmpty(refinedB) ? neither : { a: refinedA, b: refinedB };
}

/** (a & b) ∈ result: an operand that is not negative is not below the result. */
export function refineBitAnd(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isRangeEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  const refinedA = fitsInt32(a) && toInt32(a).min >= 0 ? refineConversion(a, result.min, Infinity) : a;
  const refinedB = fitsInt32(b) && toInt32(b).min >= 0 ? refineConversion(b, result.min, Infinity) : b;
  return isEmpty(refinedA) || isEmpty(refinedB) ? neither : { a: refinedA, b: refinedB };
}

/** (a << b) ∈ result, for a known count that shifts no bit out: a multiplication. */
export function refineShiftLeft(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isRangeEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  const count = shiftCount(b);
  const factor = 2 ** count.min;
  const x = toInt32(a);
  const shiftsOut = x.min * factor < -(2 ** 31) || x.max * factor >= 2 ** 31;
  if (count.min !== count.max || shiftsOut || !fitsInt32(a)) return { a, b };
  return onFirst(refineConversion(a, Math.ceil(result.min / factor), Math.floor(result.max / factor)), b);
}

/** (a >> b) ∈ result, for a known count: a division that rounds down. */
export function refineShiftRight(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  return fitsInt32(a) ? refineShift(result, a, b) : refineEmptiness(result, a, b);
}

/** (a >>> b) ∈ result */
export function refineShiftRightUnsigned(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  return fitsUint32(a) ? refineShift(result, a, b) : refineEmptiness(result, a, b);
}

function refineShift(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isRangeEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  const count = shiftCount(b);
  if (count.min !== count.max) return { a, b };
  const factor = 2 ** count.min;
  return onFirst(refineConversion(a, Math.ceil(result.min) * factor, Math.floor(result.max) * factor + (factor - 1)), b);
}

function refineEmptiness(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  return isRangeEmpty(result) || isEmpty(a) || isEmpty(b) ? neither : { a, b };
}
