import { decision } from './comparison.js';
import type { Comparison, Decision } from './comparison.js';
import { nextDown } from './double.js';
import { anyNumber, contains, isConstant, isEmpty, isRangeEmpty, join, nanOnly, noNumber, numberRange } from './number.js';
import type { NumberValue } from './number.js';

export * from './numberBits.js';
export * from './numberFunctions.js';

// Every function gives all results of the concrete operation on the operands' values. Addition, subtraction, multiplication and division
// round to nearest, which is monotone: computed on the bounds they give exact bounds, without directed rounding.

/** The result when an operand has no range: NaN if each has a value, else nothing. */
function withoutRange(a: NumberValue, b: NumberValue): NumberValue {
  return isEmpty(a) || isEmpty(b) ? noNumber : nanOnly;
}

const hasInfinity = (a: NumberValue): boolean => a.min === -Infinity || a.max === Infinity;
const hasZero = (a: NumberValue): boolean => a.min <= 0 && a.max >= 0;

/** The doubles of `-x`. */
export function negate(a: NumberValue): NumberValue {
  return isRangeEmpty(a) ? a : numberRange(-a.max, -a.min, a.integer, a.nan);
}

/** The doubles of `x + y`, rounded as IEEE 754 says. */
export function add(a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(a) || isRangeEmpty(b)) return withoutRange(a, b);
  return sum(a, b.min, b.max, b);
}

/** The doubles of `x - y`, rounded as IEEE 754 says. */
export function subtract(a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(a) || isRangeEmpty(b)) return withoutRange(a, b);
  return sum(a, -b.max, -b.min, b);
}

/** a + min..max, with the flags of `b`. */
function sum(a: NumberValue, min: number, max: number, b: NumberValue): NumberValue {
  const low = a.min + min;
  const high = a.max + max;
  const nan = a.nan || b.nan || (a.min === -Infinity && max === Infinity) || (a.max === Infinity && min === -Infinity);
  // A bound is NaN when one operand is only -∞ (∞) and the other reaches ∞ (-∞): the other results, if any, are all at the other end.
  return numberRange(Number.isNaN(low) ? Infinity : low, Number.isNaN(high) ? -Infinity : high, a.integer && b.integer, nan);
}

/** The doubles of `x * y`, rounded as IEEE 754 says. */
export function multiply(a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(a) || isRangeEmpty(b)) return withoutRange(a, b);
  const nan = a.nan || b.nan || (hasZero(a) && hasInfinity(b)) || (hasZero(b) && hasInfinity(a));
  // 0 * ∞ is NaN; next to it there is 0 * finite = 0, unless ∞ is the operand's only value.
  const corners = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max];
  const limit = isSpread(a) && isSpread(b) ? 0 : otherThanZero(a, b);
  return fromCorners(corners, limit, a.integer && b.integer, nan);
}

const isSpread = (a: NumberValue): boolean => a.min < a.max;

/** The product beside the corner 0 * ∞: 0 if the infinite operand has finite values too, otherwise none (NaN). */
function otherThanZero(a: NumberValue, b: NumberValue): number {
  return (hasInfinity(a) && !isSpread(a)) || (hasInfinity(b) && !isSpread(b)) ? NaN : 0;
}

/** The hull of the corners; one that is NaN counts as `instead`, or not at all if that is NaN. */
function fromCorners(corners: readonly number[], instead: number, integer: boolean, nan: boolean): NumberValue {
  let min = Infinity;
  let max = -Infinity;
  for (const corner of corners) {
    const value = Number.isNaN(corner) ? instead : corner;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return numberRange(min, max, integer, nan);
}

/** The doubles of `x / y`, with infinities and NaN where `y` may be 0. */
export function divide(a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(a) || isRangeEmpty(b)) return withoutRange(a, b);
  const nan = a.nan || b.nan || (hasZero(a) && hasZero(b)) || (hasInfinity(a) && hasInfinity(b));
  if (hasZero(b)) {
    // A divisor 0 may be -0, so that any other dividend gives both infinities.
    if (a.min !== 0 || a.max !== 0) return nan ? anyNumber : numberRange(-Infinity, Infinity, false, false);
    return isSpread(b) ? numberRange(0, 0, true, nan) : nanOnly;
  }
  const integer = a.integer && b.min === b.max && Math.abs(b.min) === 1;
  // ∞ / ∞ is NaN; next to it there is finite / ∞ = 0, unless ∞ is the dividend's only value.
  return fromCorners([a.min / b.min, a.min / b.max, a.max / b.min, a.max / b.max], isSpread(a) ? 0 : NaN, integer, nan);
}

/** The result has the sign of the dividend, is at most as large, and smaller than the divisor. */
export function remainder(a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(a) || isRangeEmpty(b)) return withoutRange(a, b);
  const largest = Math.max(-b.min, b.max);
  if (largest === 0) return nanOnly;
  const nan = a.nan || b.nan || hasZero(b) || hasInfinity(a);
  const integer = a.integer && b.integer;
  const min = Math.max(a.min, -Number.MAX_VALUE);
  const max = Math.min(a.max, Number.MAX_VALUE);
  if (min > max) return nanOnly;
  if (b.min === b.max) {
    // Between two neighbouring multiples of the divisor the remainder rises with the dividend.
    const low = min % largest;
    const high = max % largest;
    if (max - min < largest && low <= high && (min >= 0 || max <= 0)) return numberRange(low, high, integer, nan);
  }
  const smallest = hasZero(b) ? 0 : Math.min(Math.abs(b.min), Math.abs(b.max));
  if (max < smallest && min > -smallest) return numberRange(min, max, integer, nan);
  const bound = integer ? largest - 1 : nextDown(largest);
  return numberRange(min >= 0 ? 0 : Math.max(min, -bound), max <= 0 ? 0 : Math.min(max, bound), integer, nan);
}

/** `**` and `Math.pow`: implementations are precise but not exact, so bounds are moved outwards where the result is not a small integer. */
export function power(a: NumberValue, b: NumberValue): NumberValue {
  if (isEmpty(a) || isEmpty(b)) return noNumber;
  // Whatever the base, NaN included, the exponent 0 gives 1.
  let result = hasZero(b) ? numberRange(1, 1, true, false) : noNumber;
  const onlyZero = b.min === 0 && b.max === 0;
  if (b.nan || (a.nan && !(onlyZero && !b.nan))) result = join(result, nanOnly);
  if (isRangeEmpty(a) || isRangeEmpty(b)) return result;
  const integer = a.integer && b.integer && b.min >= 0;
  if ((contains(a, 1) || contains(a, -1)) && hasInfinity(b)) result = join(result, nanOnly);
  if (a.max >= 0) result = join(result, powerOfMagnitudes(Math.max(0, a.min), a.max, b, integer));
  const parity = isConstant(b) && Number.isInteger(b.min) ? Math.abs(b.min % 2) : null;
  if (a.min < 0) {
    if (!b.integer && a.max > -Infinity) result = join(result, nanOnly);
    const magnitude = powerOfMagnitudes(Math.max(0, -a.max), -a.min, b, integer);
    if (parity !== 1) result = join(result, magnitude);
    if (parity !== 0) result = join(result, negate(magnitude));
  } else if (a.min === 0 && b.min <= -1 && parity !== 0) {
    // -0 to a negative odd power.
    result = join(result, numberRange(-Infinity, -Infinity, true, false));
  }
  return result;
}

/** For bases x ≥ 0 the power is monotone in each operand, so its extremes are at the corners. */
function powerOfMagnitudes(min: number, max: number, exponent: NumberValue, integer: boolean): NumberValue {
  let low = Infinity;
  let high = 0;
  for (const x of [min, max]) {
    for (const y of [exponent.min, exponent.max]) {
      const value = x ** y;
      // 1 ** ∞ is NaN; 1 is the result of the other powers of 1.
      const corner = Number.isNaN(value) ? 1 : value;
      const exact =
        x === 0 ||
        x === 1 ||
        y === 0 ||
        y === 1 ||
        !Number.isFinite(x) ||
        !Number.isFinite(y) ||
        (Number.isInteger(x) && Number.isInteger(y) && y > 0 && corner <= 2 ** 53);
      const error = exact ? 0 : relativeError * Math.min(corner, Number.MAX_VALUE) + Number.MIN_VALUE;
      low = Math.min(low, exact ? corner : Math.min(corner, Number.MAX_VALUE) - error);
      high = Math.max(high, corner + error);
    }
  }
  return numberRange(Math.max(0, low), high, integer, false);
}

/** Far more than the 1 ulp that engines err in `**`. */
const relativeError = 2 ** -48;

/** The doubles of `Math.min(x, y)`: NaN where one may be NaN. */
export function min(a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(a) || isRangeEmpty(b)) return withoutRange(a, b);
  return numberRange(Math.min(a.min, b.min), Math.min(a.max, b.max), a.integer && b.integer, a.nan || b.nan);
}

/** The doubles of `Math.max(x, y)`: NaN where one may be NaN. */
export function max(a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(a) || isRangeEmpty(b)) return withoutRange(a, b);
  return numberRange(Math.max(a.min, b.min), Math.max(a.max, b.max), a.integer && b.integer, a.nan || b.nan);
}

/** NaN makes every comparison false but `!==`. */
export function compareNumbers(operator: Comparison, a: NumberValue, b: NumberValue): Decision {
  if (isEmpty(a) || isEmpty(b)) return decision(false, false);
  const nan = a.nan || b.nan;
  if (isRangeEmpty(a) || isRangeEmpty(b)) return decision(operator === '!==', operator !== '!==');
  switch (operator) {
    case '<':
      return decision(a.min < b.max, nan || a.max >= b.min);
    case '<=':
      return decision(a.min <= b.max, nan || a.max > b.min);
    case '>':
      return decision(a.max > b.min, nan || a.min <= b.max);
    case '>=':
      return decision(a.max >= b.min, nan || a.min < b.max);
    case '===':
      return decision(haveCommon(a, b), nan || mayDiffer(a, b));
    case '!==':
      return decision(nan || mayDiffer(a, b), haveCommon(a, b));
  }
}

function haveCommon(a: NumberValue, b: NumberValue): boolean {
  const low = Math.max(a.min, b.min);
  const high = Math.min(a.max, b.max);
  return a.integer || b.integer ? Math.ceil(low) <= Math.floor(high) : low <= high;
}

function mayDiffer(a: NumberValue, b: NumberValue): boolean {
  return a.min !== b.min || a.max !== b.max || a.min !== a.max;
}
