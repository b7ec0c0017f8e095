import type { Lattice } from './lattice.js';

/** A set of bigints: min..max, null where it is unbounded. The empty set is `noBigint` and no other. */
export interface BigintValue {
  readonly min: bigint | null;
  readonly max: bigint | null;
}

/** Bounds beyond are given up, so that values never grow and every operation has bounded cost. */
const limit = 2n ** 128n;
/** Stands for ∞ in computations: whatever it is combined with, but zero, is beyond the limit. */
const huge = 2n ** 1024n;

/** ⊥ */
export const noBigint: BigintValue = { min: 1n, max: 0n };
/** ⊤ */
export const anyBigint: BigintValue = { min: null, max: null };

export const lowest = (value: BigintValue): bigint => value.min ?? -huge;
export const highest = (value: BigintValue): bigint => value.max ?? huge;

/** The integers from `min` to `max`, both included; empty where `min > max`. */
export function bigintRange(min: bigint | null, max: bigint | null): BigintValue {
  const low = min ?? -huge;
  const high = max ?? huge;
  if (low > high) return noBigint;
  if (low < -limit && high > limit) return anyBigint;
  return {
    min: low < -limit ? null : low > limit ? limit : low,
    max: high > limit ? null : high < -limit ? -limit : high,
  };
}

/** Exactly one integer. */
export function bigintConstant(value: bigint): BigintValue {
  return bigintRange(value, value);
}

/** Whether the range holds no integer: bottom. */
export function isEmpty(value: BigintValue): boolean {
  return value === noBigint;
}

/** The only bigint of the set, or null. */
export function constantOf(value: BigintValue): bigint | null {
  return value.min !== null && value.min === value.max ? value.min : null;
}

/** Whether the integer is in the range. */
export function contains(value: BigintValue, concrete: bigint): boolean {
  return (value.min === null || concrete >= value.min) && (value.max === null || concrete <= value.max);
}

/** Whether both ranges hold the same integers. */
export function equal(x: BigintValue, y: BigintValue): boolean {
  return x === y || (x.min === y.min && x.max === y.max);
}

/** x ⊑ y: every integer of `x` is one of `y`. */
export function leq(x: BigintValue, y: BigintValue): boolean {
  return x === y || x === noBigint || (lowest(x) >= lowest(y) && highest(x) <= highest(y));
}

/** The least range that holds both: x ⊔ y. */
export function join(x: BigintValue, y: BigintValue): BigintValue {
  if (leq(y, x)) return x;
  if (leq(x, y)) return y;
  return bigintRange(lowest(x) < lowest(y) ? x.min : y.min, highest(x) > highest(y) ? x.max : y.max);
}

/** The integers of both: x ⊓ y. */
export function meet(x: BigintValue, y: BigintValue): BigintValue {
  if (leq(x, y)) return x;
  if (leq(y, x)) return y;
  return bigintRange(lowest(x) > lowest(y) ? x.min : y.min, highest(x) < highest(y) ? x.max : y.max);
}

/** The limits of machine integers. */
const bigintThresholds = [0n, 1n, 2n ** 31n - 1n, 2n ** 32n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n];

/** previous ∇ next. Of `thresholds` (ascending) those count that are integers; the limits of machine integers count always. */
export function widen(previous: BigintValue, next: BigintValue, thresholds: readonly number[]): BigintValue {
  if (leq(next, previous)) return previous;
  if (previous === noBigint) return next;
  let min = previous.min;
  let max = previous.max;
  if (lowest(next) < lowest(previous)) min = -thresholdAbove(-lowest(next), thresholds, -1);
  if (highest(next) > highest(previous)) max = thresholdAbove(highest(next), thresholds, 1);
  const result = bigintRange(min, max);
  return equal(result, next) ? next : result;
}

/** The least threshold, multiplied by `sign`, that is not below `bound`. */
function thresholdAbove(bound: bigint, thresholds: readonly number[], sign: 1 | -1): bigint {
  let least = huge;
  for (const threshold of bigintThresholds) if (threshold >= bound && threshold < least) least = threshold;
  for (const threshold of thresholds) {
    if (!Number.isInteger(threshold)) continue;
    const candidate = BigInt(sign * threshold);
    if (candidate >= bound && candidate < least) least = candidate;
  }
  return least;
}

/** previous △ next: improves the bounds that a widening may have invented. */
export function narrow(previous: BigintValue, next: BigintValue): BigintValue {
  if (leq(previous, next)) return previous;
  if (next === noBigint) return noBigint;
  const min = isLandmark(previous.min) && lowest(next) > lowest(previous) ? next.min : previous.min;
  const max = isLandmark(previous.max) && highest(next) < highest(previous) ? next.max : previous.max;
  const result = bigintRange(min, max);
  if (equal(result, previous)) return previous;
  return equal(result, next) ? next : result;
}

function isLandmark(bound: bigint | null): boolean {
  if (bound === null) return true;
  const magnitude = bound < 0n ? -bound : bound;
  return magnitude > 1n && bigintThresholds.includes(magnitude);
}

/** `x` without the values outside low..high; its identity is kept if nothing goes. */
export function restrict(x: BigintValue, low: bigint, high: bigint): BigintValue {
  if (x === noBigint) return x;
  if (low <= lowest(x) && high >= highest(x)) return x;
  const result = bigintRange(low > lowest(x) ? low : x.min, high < highest(x) ? high : x.max);
  return equal(result, x) ? x : result;
}

/** The values that ToBoolean makes true. */
export function withoutZero(value: BigintValue): BigintValue {
  return restrict(value, value.min === 0n ? 1n : -huge, value.max === 0n ? -1n : huge);
}

/** The values that ToBoolean makes false. */
export function onlyZero(value: BigintValue): BigintValue {
  return contains(value, 0n) ? restrict(value, 0n, 0n) : noBigint;
}

/** The values of `value` that are not the one of `excluded` (of which nothing goes if it has more than one). */
export function without(value: BigintValue, excluded: BigintValue): BigintValue {
  const constant = constantOf(excluded);
  if (constant === null) return value;
  return restrict(value, value.min === constant ? constant + 1n : lowest(value), value.max === constant ? constant - 1n : highest(value));
}

/** The range of `-x`. */
export function negate(a: BigintValue): BigintValue {
  return a === noBigint ? a : bigintRange(-highest(a), -lowest(a));
}

/** The range of `x + y`. */
export function add(a: BigintValue, b: BigintValue): BigintValue {
  return a === noBigint || b === noBigint ? noBigint : bigintRange(lowest(a) + lowest(b), highest(a) + highest(b));
}

/** The range of `x - y`. */
export function subtract(a: BigintValue, b: BigintValue): BigintValue {
  return a === noBigint || b === noBigint ? noBigint : bigintRange(lowest(a) - highest(b), highest(a) - lowest(b));
}

/** The range of `x * y`, from the products of the bounds. */
export function multiply(a: BigintValue, b: BigintValue): BigintValue {
  return fromCorners(a, b, (x, y) => x * y);
}

/** The results of an operation that is monotone (rising or falling) in each operand. */
export function fromCorners(a: BigintValue, b: BigintValue, operation: (x: bigint, y: bigint) => bigint): BigintValue {
  if (a === noBigint || b === noBigint) return noBigint;
  const results = [lowest(a), highest(a)].flatMap((x) => [operation(x, lowest(b)), operation(x, highest(b))]);
  return bigintRange(
    results.reduce((x, y) => (x < y ? x : y)),
    results.reduce((x, y) => (x > y ? x : y)),
  );
}

/** `-∞n..10n`, `5n`, `⊥`. */
export function show(value: BigintValue): string {
  if (value === noBigint) return '⊥';
  const constant = constantOf(value);
  if (constant !== null) return `${constant}n`;
  return `${value.min === null ? '-∞n' : `${value.min}n`}..${value.max === null ? '∞n' : `${value.max}n`}`;
}

export const bigintLattice: Lattice<BigintValue> = { bottom: noBigint, top: anyBigint, leq, join, meet, widen, narrow, show };
