import { nextDown, nextUp } from './double.js';
import { isEmpty, isRangeEmpty, meet, noNumber, restrict } from './number.js';
import type { NumberValue } from './number.js';
import { negate } from './numberArithmetic.js';
import type { Operands } from './numberRefine.js';

// Given that f(a) ∈ result, the values of `a` for which it is so: sharp, and never less. NaN is the result of NaN.

/** From 2^53 on adding 1 may do nothing. */
const exactIntegers = 2 ** 53;
const firstWithoutFractions = 2 ** 52;

export function refineNegate(result: NumberValue, a: NumberValue): NumberValue {
  return meet(a, negate(result));
}

/** The greatest double that is less than integer + 1. */
function greatestBelowNext(integer: number): number {
  return Math.abs(integer) >= exactIntegers ? integer : nextDown(integer + 1);
}

/** The least double that is more than integer - 1. */
function leastAbovePrevious(integer: number): number {
  return -greatestBelowNext(-integer);
}

export function refineFloor(result: NumberValue, a: NumberValue): NumberValue {
  return restrict(a, Math.ceil(result.min), greatestBelowNext(Math.floor(result.max)), result.nan);
}

export function refineCeil(result: NumberValue, a: NumberValue): NumberValue {
  return restrict(a, leastAbovePrevious(Math.ceil(result.min)), Math.floor(result.max), result.nan);
}

export function refineTrunc(result: NumberValue, a: NumberValue): NumberValue {
  const least = Math.ceil(result.min);
  const greatest = Math.floor(result.max);
  const low = least > 0 ? least : leastAbovePrevious(least);
  return restrict(a, low, greatest < 0 ? greatest : greatestBelowNext(greatest), result.nan);
}

/** `Math.round` rounds halves up. */
export function refineRound(result: NumberValue, a: NumberValue): NumberValue {
  const least = Math.ceil(result.min);
  const greatest = Math.floor(result.max);
  const low = Math.abs(least) > firstWithoutFractions ? least : least - 0.5;
  const high = Math.abs(greatest) >= firstWithoutFractions ? greatest : nextDown(greatest + 0.5);
  return restrict(a, low, high, result.nan);
}

export function refineAbs(result: NumberValue, a: NumberValue): NumberValue {
  const high = result.max;
  const low = Math.max(0, result.min);
  if (low > high) return restrict(a, Infinity, -Infinity, result.nan);
  return restrict(a, a.min > -low ? low : -high, a.max < low ? -low : high, result.nan);
}

export function refineSign(result: NumberValue, a: NumberValue): NumberValue {
  if (isRangeEmpty(result)) return restrict(a, Infinity, -Infinity, result.nan);
  const least = Math.ceil(result.min);
  const greatest = Math.floor(result.max);
  const low = least > 1 ? Infinity : least === 1 ? Number.MIN_VALUE : least === 0 ? 0 : -Infinity;
  const high = greatest < -1 ? -Infinity : greatest === -1 ? -Number.MIN_VALUE : greatest === 0 ? 0 : Infinity;
  return restrict(a, low, low === Infinity ? -Infinity : high, result.nan);
}

/** The square root of a negative number is NaN. */
export function refineSqrt(result: NumberValue, a: NumberValue): NumberValue {
  if (isRangeEmpty(result) || result.max < 0) return restrict(a, -Infinity, -Number.MIN_VALUE, result.nan);
  const low = result.min > 0 ? leastSquare(result.min) : 0;
  return restrict(a, result.nan && a.min < 0 ? -Infinity : low, greatestSquare(result.max), result.nan);
}

/** As in numberRefine.ts: the naive bound if its neighbour outside misses, otherwise that of the next root. */
function leastSquare(root: number): number {
  const naive = root * root;
  const outside = nextDown(root);
  return Math.sqrt(nextDown(naive)) < root ? naive : outside * outside;
}

function greatestSquare(root: number): number {
  const naive = root * root;
  const outside = nextUp(root);
  return Math.sqrt(nextUp(naive)) > root ? naive : outside * outside;
}

const neither: Operands = { a: noNumber, b: noNumber };

/** Math.max(a, b) ∈ result */
export function refineMax(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  if (isEmpty(result) || isEmpty(a) || isEmpty(b)) return neither;
  const refinedA = result.nan && b.nan ? a : refineGreater(result, a, b);
  const refinedB = result.nan && a.nan ? b : refineGreater(result, b, refinedA);
  return isEmpty(refinedA) || isEmpty(refinedB) ? neither : { a: refinedA, b: refinedB };
}

/** No operand is above the result, and one that is the greater for sure is not below it. */
function refineGreater(result: NumberValue, a: NumberValue, other: NumberValue): NumberValue {
  if (isRangeEmpty(other)) return restrict(a, Infinity, -Infinity, result.nan);
  return restrict(a, other.max < result.min ? result.min : -Infinity, result.max, result.nan);
}

/** Math.min(a, b) ∈ result */
export function refineMin(result: NumberValue, a: NumberValue, b: NumberValue): Operands {
  const negatedA = negate(a);
  const negatedB = negate(b);
  const refined = refineMax(negate(result), negatedA, negatedB);
  return { a: refined.a === negatedA ? a : negate(refined.a), b: refined.b === negatedB ? b : negate(refined.b) };
}
