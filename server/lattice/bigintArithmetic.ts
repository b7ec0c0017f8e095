import {
  add,
  anyBigint,
  bigintRange,
  constantOf,
  contains,
  fromCorners,
  highest,
  join,
  lowest,
  multiply,
  noBigint,
  restrict,
  subtract,
  without,
} from './bigint.js';
import type { BigintValue } from './bigint.js';
import { decision, opposites } from './comparison.js';
import type { Comparison, Decision } from './comparison.js';

/** Operations on sets of bigints. Where JavaScript throws a RangeError (division by 0n, negative exponent, too many bits) there is no value. */
export type BigintOperator = '+' | '-' | '*' | '/' | '%' | '**' | '<<' | '>>' | '&' | '|' | '^';

/** May the operation throw a RangeError? `>>>` always throws a TypeError and is no operator of bigints. */
export function mayThrow(operator: BigintOperator, a: BigintValue, b: BigintValue): boolean {
  if (a === noBigint || b === noBigint) return false;
  switch (operator) {
    case '/':
    case '%':
      return contains(b, 0n);
    case '**':
      return lowest(b) < 0n || magnitudeOf(a) > small || highest(b) > small;
    case '<<':
      return magnitudeOf(a) > small || highest(b) > small;
    case '>>':
      return magnitudeOf(a) > small || lowest(b) < -small;
    default:
      // The largest bigint has some 2^30 bits; only unbounded operands get there.
      return magnitudeOf(a) > small ** 8n || magnitudeOf(b) > small ** 8n;
  }
}

/** A bigint of up to 65536 bits, raised to or shifted by as much, is far below 2^30 bits. */
const small = 2n ** 12n;

function magnitudeOf(value: BigintValue): bigint {
  const low = lowest(value);
  const high = highest(value);
  return -low > high ? -low : high;
}

/** The bigints that an operator gives for operands of both ranges; bottom where it always throws. */
export function compute(operator: BigintOperator, a: BigintValue, b: BigintValue): BigintValue {
  if (a === noBigint || b === noBigint) return noBigint;
  switch (operator) {
    case '+':
      return add(a, b);
    case '-':
      return subtract(a, b);
    case '*':
      return multiply(a, b);
    case '/':
      return divide(a, b);
    case '%':
      return remainder(a, b);
    case '**':
      return power(a, b);
    case '<<':
      return onConstants(a, b, (x, y) => (y <= small && y >= -small ? x << y : null));
    case '>>':
      return onConstants(a, b, (x, y) => (y <= small && y >= -small ? x >> y : null));
    case '&':
      return mask(a, b);
    case '|':
      return onConstants(a, b, (x, y) => x | y);
    case '^':
      return onConstants(a, b, (x, y) => x ^ y);
  }
}

/** The range of `~x`, which is `-x - 1`. */
export function bitNot(a: BigintValue): BigintValue {
  return a === noBigint ? a : bigintRange(-highest(a) - 1n, -lowest(a) - 1n);
}

/** Division truncates, so it is monotone in each operand as long as the divisor keeps its sign. */
function divide(a: BigintValue, b: BigintValue): BigintValue {
  const parts = [restrict(b, lowest(anyBigint), -1n), restrict(b, 1n, highest(anyBigint))].filter((part) => part !== noBigint);
  const results = parts.map((part) => fromCorners(a, part, (x, y) => x / y));
  return results.reduce(join, noBigint);
}

/** The sign of the dividend, less than the divisor in magnitude. */
function remainder(a: BigintValue, b: BigintValue): BigintValue {
  const bound = magnitudeOf(b) - 1n;
  if (bound < 0n) return noBigint;
  const x = constantOf(a);
  const y = constantOf(b);
  if (x !== null && y !== null) return bigintRange(x % y, x % y);
  const low = lowest(a) >= 0n ? 0n : lowest(a) > -bound ? lowest(a) : -bound;
  const high = highest(a) <= 0n ? 0n : highest(a) < bound ? highest(a) : bound;
  return bigintRange(low, high);
}

function power(a: BigintValue, b: BigintValue): BigintValue {
  if (highest(b) < 0n) return noBigint;
  const exponents = restrict(b, 0n, highest(b));
  if (lowest(a) < 0n) return onConstants(a, exponents, (x, y) => (y <= small ? x ** y : null));
  // 0^0 = 1 while 0^1 = 0, so zero is not below the other powers of an unknown exponent.
  const least = lowest(a) === 0n ? 0n : boundedPower(lowest(a), lowest(exponents));
  const greatest = boundedPower(highest(a), highest(exponents));
  return bigintRange(highest(exponents) === 0n ? 1n : least, greatest > 0n ? greatest : 1n);
}

/** x^y for x ≥ 0, or ∞ as soon as it is beyond all bounds. */
function boundedPower(x: bigint, y: bigint): bigint {
  if (y === 0n || x === 1n) return 1n;
  if (x === 0n) return 0n;
  return y > 128n ? highest(anyBigint) : x ** y;
}

/** In two's complement a mask that is not negative bounds the result, whatever the other operand. */
function mask(a: BigintValue, b: BigintValue): BigintValue {
  const constant = onConstants(a, b, (x, y) => x & y);
  if (constant !== anyBigint) return constant;
  if (lowest(a) < 0n) return lowest(b) < 0n ? anyBigint : bigintRange(0n, b.max);
  return bigintRange(0n, lowest(b) >= 0n && highest(b) < highest(a) ? b.max : a.max);
}

function onConstants(a: BigintValue, b: BigintValue, operation: (x: bigint, y: bigint) => bigint | null): BigintValue {
  const x = constantOf(a);
  const y = constantOf(b);
  const result = x === null || y === null ? null : operation(x, y);
  return result === null ? anyBigint : bigintRange(result, result);
}

/** Which outcomes a comparison of bigints of both ranges may have. */
export function compare(operator: Comparison, a: BigintValue, b: BigintValue): Decision {
  return decision(refineCompare(operator, true, a, b).a !== noBigint, refineCompare(operator, false, a, b).a !== noBigint);
}

interface Pair {
  readonly a: BigintValue;
  readonly b: BigintValue;
}

const neither: Pair = { a: noBigint, b: noBigint };

/** The operands for which the comparison has this truth: bigints are totally ordered. */
export function refineCompare(operator: Comparison, truth: boolean, a: BigintValue, b: BigintValue): Pair {
  if (a === noBigint || b === noBigint) return neither;
  switch (truth ? operator : opposites[operator]) {
    case '<':
      return refineLess(a, b, 1n);
    case '<=':
      return refineLess(a, b, 0n);
    case '>':
      return swap(refineLess(b, a, 1n));
    case '>=':
      return swap(refineLess(b, a, 0n));
    case '===':
      return both(restrict(a, lowest(b), highest(b)), restrict(b, lowest(a), highest(a)));
    case '!==':
      return both(without(a, b), without(b, a));
  }
}

/** a + gap ≤ b */
function refineLess(a: BigintValue, b: BigintValue, gap: bigint): Pair {
  return both(restrict(a, lowest(a), highest(b) - gap), restrict(b, lowest(a) + gap, highest(b)));
}

/** a + b ∈ result */
export function refineAdd(result: BigintValue, a: BigintValue, b: BigintValue): Pair {
  if (result === noBigint || a === noBigint || b === noBigint) return neither;
  return both(
    restrict(a, lowest(result) - highest(b), highest(result) - lowest(b)),
    restrict(b, lowest(result) - highest(a), highest(result) - lowest(a)),
  );
}

/** a - b ∈ result */
export function refineSubtract(result: BigintValue, a: BigintValue, b: BigintValue): Pair {
  if (result === noBigint || a === noBigint || b === noBigint) return neither;
  return both(
    restrict(a, lowest(result) + lowest(b), highest(result) + highest(b)),
    restrict(b, lowest(a) - highest(result), highest(a) - lowest(result)),
  );
}

function swap(pair: Pair): Pair {
  return { a: pair.b, b: pair.a };
}

/** No pair is left when one of its halves is empty. */
function both(a: BigintValue, b: BigintValue): Pair {
  return a === noBigint || b === noBigint ? neither : { a, b };
}
