import { nextDown, nextUp } from './double.js';
import { isEmpty, isRangeEmpty, noNumber, restrict } from './number.js';
import type { NumberValue } from './number.js';
import { negate } from './numberArithmetic.js';

export { nextDown, nextUp } from './double.js';
export * from './numberRefineBits.js';
export * from './numberRefineCompare.js';
export * from './numberRefineFunctions.js';

/**
 * Backward arithmetic: given that op(a, b) ∈ result, smaller operands that keep every pair that satisfies it (one step of HC4-revise,
 * Benhamou et al. 1999). An operand's identity is kept if nothing goes; without a pair both are ⊥.
 *
 * Rounding: op(x, y) ≥ lo says of the real result only that it is not below nextDown(lo). So the inverse starts at nextDown(lo) (and at
 * nextUp(hi)). Its own rounding loses nothing: a double x ≥ q is also ≥ q rounded to nearest. Two sharpenings: for integers x and y a
 * bound lo within ±2^53 is not rounded at all; and the naive bound is taken if op on its neighbour outside is seen to miss.
 */
export interface Operands {
  readonly a: NumberValue;
  readonly b: NumberValue;
}

const neither: Operands = { a: noNumber, b: noNumber };

/** If an operand has no value left, no pair is. */
function operands(a: NumberValue, b: NumberValue): Operands {
  return isEmpty(a) || isEmpty(b) ? neither : { a, b };
}

const hasInfinity = (a: NumberValue): boolean => a.min === -Infinity || a.max === Infinity;
const hasZero = (a: NumberValue): boolean => a.min <= 0 && a.max >= 0;

/** The least real result of integer operands (`exact`) or of any that rounds to `min` or more. */
function leastUnrounded(min: number, exact: boolean): number {
  return exact && Math.abs(min) <= Number.MAX_SAFE_INTEGER ? Math.ceil(min) : nextDown(min);
}

/** a + b ∈ result */
export function refineAdd(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  // ∞ - ∞ is NaN.
  const cancel = result.nan && ((a.min === -Infinity && b.max === Infinity) || (a.max === Infinity && b.min === -Infinity));
  const refined = cancel || (result.nan && b.nan) ? a : refineTerm(result, a, b);
  return operands(refined, cancel || (result.nan && a.nan) ? b : refineTerm(result, b, refined));
}

/** The x of `a` for which there is a y of `other` with x + y ∈ result, and NaN if that is a result. */
function refineTerm(result: NumberValue, a: NumberValue, other: NumberValue): NumberValue {
  if (isRangeEmpty(result) || isRangeEmpty(other)) return restrict(a, Infinity, -Infinity, result.nan);
  const exact = a.integer && other.integer;
  const finiteAbove = result.max < Infinity;
  const finiteBelow = result.min > -Infinity;
  // A finite sum has finite terms; an infinite one at least is not cancelled.
  const least = finiteBelow ? -Number.MAX_VALUE : -Infinity;
  const greatest = finiteAbove ? Number.MAX_VALUE : Infinity;
  const low = leastTerm(result.min, Math.min(other.max, greatest), exact);
  const high = -leastTerm(-result.max, -Math.max(other.min, least), exact);
  return restrict(a, Math.max(low, least), Math.min(high, greatest), result.nan);
}

/** The least x with x + y ≥ min, for y ≤ yMax. */
function leastTerm(min: number, yMax: number, exact: boolean): number {
  if (min === -Infinity || yMax === Infinity) return -Infinity;
  if (yMax === -Infinity) return Infinity;
  const bound = leastUnrounded(min, exact) - yMax;
  const naive = min - yMax;
  return naive > bound && nextDown(naive) + yMax < min ? naive : bound;
}

/** a - b ∈ result; x - y is exactly x + (-y). */
export function refineSubtract(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  const negated = negate(b);
  const refined = refineAdd(result, a, negated);
  return { a: refined.a, b: refined.b === negated ? b : negate(refined.b) };
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}

const unbounded: Bounds = { low: -Infinity, high: Infinity };
const nothing: Bounds = { low: Infinity, high: -Infinity };

/** The hull of what holds for the positive and for the negative values of `y`; `onPositive` takes the bounds of the result and of |y|. */
function bySign(result: NumberValue, y: NumberValue, onPositive: (min: number, max: number, yMin: number, yMax: number) => Bounds): Bounds {
  const smallest = y.integer ? 1 : Number.MIN_VALUE;
  const positive = y.max >= smallest ? onPositive(result.min, result.max, Math.max(y.min, smallest), y.max) : nothing;
  if (!(y.min <= -smallest)) return positive;
  const negative = onPositive(-result.max, -result.min, Math.max(-y.max, smallest), -y.min);
  return { low: Math.min(positive.low, negative.low), high: Math.max(positive.high, negative.high) };
}

/** a * b ∈ result */
export function refineMultiply(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  // 0 * ∞ is NaN.
  const cancel = result.nan && ((hasZero(a) && hasInfinity(b)) || (hasInfinity(a) && hasZero(b)));
  const refined = cancel || (result.nan && b.nan) ? a : refineFactor(result, a, b);
  return operands(refined, cancel || (result.nan && a.nan) ? b : refineFactor(result, b, refined));
}

function refineFactor(result: NumberValue, a: NumberValue, other: NumberValue): NumberValue {
  if (isRangeEmpty(result) || isRangeEmpty(other)) return restrict(a, Infinity, -Infinity, result.nan);
  const exact = a.integer && other.integer;
  // The product with 0 is 0, whatever the factor; otherwise the other factor is not 0.
  const bounds =
    hasZero(result) && hasZero(other)
      ? unbounded
      : bySign(result, other, (min, max, yMin, yMax) => ({
          low: leastFactor(min, yMin, yMax, exact),
          high: -leastFactor(-max, yMin, yMax, exact),
        }));
  // An infinite factor gives an infinite product, or NaN.
  const finite = !hasInfinity(result);
  const low = finite ? Math.max(bounds.low, -Number.MAX_VALUE) : bounds.low;
  return restrict(a, low, finite ? Math.min(bounds.high, Number.MAX_VALUE) : bounds.high, result.nan);
}

/** The least x with x * y ≥ min, for positive y of yMin..yMax. */
function leastFactor(min: number, yMin: number, yMax: number, exact: boolean): number {
  if (min === -Infinity) return -Infinity;
  const unrounded = leastUnrounded(min, exact);
  const bound = unrounded / (unrounded >= 0 ? yMax : yMin);
  const naive = min / (min >= 0 ? yMax : yMin);
  const outside = nextDown(naive);
  return naive > bound && outside * yMin < min && outside * yMax < min ? naive : bound;
}

/** a / b ∈ result */
export function refineDivide(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  // 0 / 0 and ∞ / ∞ are NaN.
  const cancel = result.nan && ((hasZero(a) && hasZero(b)) || (hasInfinity(a) && hasInfinity(b)));
  const refined = cancel || (result.nan && b.nan) ? a : refineDividend(result, a, b);
  return operands(refined, cancel || (result.nan && a.nan) ? b : refineDivisor(result, refined, b));
}

function refineDividend(result: NumberValue, a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(result) || isRangeEmpty(b)) return restrict(a, Infinity, -Infinity, result.nan);
  // x / 0 is infinite and x / ∞ is 0, whatever x.
  const free = (hasZero(b) && hasInfinity(result)) || (hasInfinity(b) && hasZero(result));
  const bounds = free
    ? unbounded
    : bySign(result, b, (min, max, yMin, yMax) => ({ low: leastDividend(min, yMin, yMax), high: -leastDividend(-max, yMin, yMax) }));
  return restrict(a, bounds.low, bounds.high, result.nan);
}

/** The least x with x / y ≥ min, for positive y of yMin..yMax. */
function leastDividend(min: number, yMin: number, yMax: number): number {
  if (min === -Infinity) return -Infinity;
  const unrounded = nextDown(min);
  const bound = unrounded * (unrounded >= 0 ? yMin : yMax);
  const naive = min * (min >= 0 ? yMin : yMax);
  const outside = nextDown(naive);
  if (naive > bound && outside / yMin < min && outside / yMax < min) return naive;
  return Number.isNaN(bound) ? -Infinity : bound;
}

function refineDivisor(result: NumberValue, a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(result) || isRangeEmpty(a)) return restrict(b, Infinity, -Infinity, result.nan);
  // A quotient of 0 may be that by ∞: nothing is known of the divisor's magnitude.
  if (hasZero(result)) return result.nan ? b : restrict(b, -Infinity, Infinity, false);
  const positive = result.min > 0;
  const unroundedMin = nextDown(positive ? result.min : -result.max);
  const unroundedMax = nextUp(positive ? result.max : -result.min);
  const smallest = a.integer ? 1 : Number.MIN_VALUE;
  let low = Infinity;
  let high = -Infinity;
  /** Adds the divisors y for dividends of xMin..xMax > 0 and positive quotients: xMin / max ≤ |y| ≤ xMax / min; y has the given sign. */
  const include = (xMin: number, xMax: number, sign: number): void => {
    if (xMax < smallest) return;
    // ∞ / ∞ as a bound tells nothing.
    const nearest = sign * (Math.max(xMin, smallest) / unroundedMax || 0);
    const farthest = sign * (xMax / unroundedMin);
    low = Math.min(low, nearest, farthest);
    high = Math.max(high, nearest, farthest);
  };
  include(a.min, a.max, positive ? 1 : -1);
  include(-a.max, -a.min, positive ? -1 : 1);
  return restrict(b, low, high, result.nan);
}

/** a % b ∈ result: the remainder has the sign of the dividend, is at most as large, and smaller than the divisor. */
export function refineRemainder(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  const undefinedPair = hasInfinity(a) || hasZero(b);
  const keepAll = result.nan && undefinedPair;
  return operands(
    keepAll || (result.nan && b.nan) ? a : refineRemainderDividend(result, a, b),
    keepAll || (result.nan && a.nan) ? b : refineRemainderDivisor(result, b),
  );
}

function refineRemainderDividend(result: NumberValue, a: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(result) || isRangeEmpty(b)) return restrict(a, Infinity, -Infinity, result.nan);
  const low = result.min > 0 ? result.min : -Number.MAX_VALUE;
  const high = result.max < 0 ? result.max : Number.MAX_VALUE;
  const refined = restrict(a, low, high, result.nan);
  const step = Math.abs(b.min);
  const cyclic = b.min === b.max && b.integer && refined.integer && step > 0 && step <= Number.MAX_SAFE_INTEGER;
  if (!cyclic || refined.min < 0 || refined.max > Number.MAX_SAFE_INTEGER || isRangeEmpty(refined)) return refined;
  const least = Math.max(0, Math.ceil(result.min));
  const greatest = Math.min(step - 1, Math.floor(result.max));
  if (least > greatest) return restrict(refined, Infinity, -Infinity, result.nan);
  return restrict(
    refined,
    nextInCycle(refined.min, step, least, greatest),
    previousInCycle(refined.max, step, least, greatest),
    result.nan,
  );
}

/** The least n ≥ from with n % step in least..greatest; all are integers ≥ 0 (beyond 2^53 the rounded sum is a bound nevertheless). */
function nextInCycle(from: number, step: number, least: number, greatest: number): number {
  const phase = from % step;
  if (phase < least) return from + (least - phase);
  return phase <= greatest ? from : Math.min(from - phase + step + least, Number.MAX_SAFE_INTEGER + 1);
}

/** The greatest n ≤ from with n % step in least..greatest; below 0 there is none. */
function previousInCycle(from: number, step: number, least: number, greatest: number): number {
  const phase = from % step;
  if (phase > greatest) return from - (phase - greatest);
  return phase >= least ? from : from - phase - step + greatest;
}

/** A remainder r needs |r| < |divisor|, and a divisor that is not 0. */
function refineRemainderDivisor(result: NumberValue, b: NumberValue): NumberValue {
  if (isRangeEmpty(result)) return restrict(b, Infinity, -Infinity, result.nan);
  const magnitude = result.min > 0 ? result.min : result.max < 0 ? -result.max : 0;
  const above = nextUp(magnitude);
  return restrict(b, b.min > -above ? above : -Infinity, b.max < above ? -above : Infinity, result.nan);
}
