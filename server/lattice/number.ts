import { nextDown, nextUp } from './double.js';
import type { Lattice } from './lattice.js';

/**
 * A set of IEEE doubles: the range min..max, and NaN if `nan`. `integer`: every finite value of the range is an integer.
 * -0 counts as 0: a range with 0 contains -0, and a bound is never -0. A range whose bound is infinite contains that infinity,
 * also when it is an `integer` range. The empty range has min = Infinity, max = -Infinity and `integer`.
 *
 * Values are canonical: equal sets have equal fields. So `integer` is set whenever no value of the range has a fraction
 * (all doubles from 2^52 on are integers), and an integer range has integral or infinite bounds.
 */
export interface NumberValue {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
  readonly nan: boolean;
}

/** From 2^52 on every double is an integer. */
const firstWithoutFractions = 2 ** 52;

/** The only place that creates a NumberValue: one hidden class keeps property reads monomorphic in V8. */
function create(min: number, max: number, integer: boolean, nan: boolean): NumberValue {
  return { min, max, integer, nan };
}

/** ⊥ */
export const noNumber: NumberValue = create(Infinity, -Infinity, true, false);
export const nanOnly: NumberValue = create(Infinity, -Infinity, true, true);
/** ⊤ */
export const anyNumber: NumberValue = create(-Infinity, Infinity, false, true);
/** Every number but NaN. */
export const anyButNan: NumberValue = create(-Infinity, Infinity, false, false);
export const anyFinite: NumberValue = create(-Number.MAX_VALUE, Number.MAX_VALUE, false, false);
/** The numbers that `Number.isInteger` accepts. */
export const anyFiniteInteger: NumberValue = create(-Number.MAX_VALUE, Number.MAX_VALUE, true, false);
/** The numbers that `Number.isSafeInteger` accepts: |v| ≤ 2^53 - 1. */
export const anySafeInteger: NumberValue = create(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true, false);
export const anyInt32: NumberValue = create(-(2 ** 31), 2 ** 31 - 1, true, false);
export const anyUint32: NumberValue = create(0, 2 ** 32 - 1, true, false);
export const zero: NumberValue = create(0, 0, true, false);

/** The canonical value for the doubles of min..max (only the integers and infinities among them if `integer`), and NaN if `nan`. */
export function numberRange(min: number, max: number, integer: boolean, nan: boolean): NumberValue {
  if (integer) {
    min = Math.ceil(min);
    max = Math.floor(max);
  }
  if (!(min <= max)) return nan ? nanOnly : noNumber;
  // Adding 0 turns -0 into 0.
  return create(min + 0, max + 0, integer || lacksFractions(min, max), nan);
}

function lacksFractions(min: number, max: number): boolean {
  return min === max ? Number.isInteger(min) || !Number.isFinite(min) : min >= firstWithoutFractions || max <= -firstWithoutFractions;
}

/** Exactly one double; NaN and -0 included. */
export function numberConstant(value: number): NumberValue {
  return numberRange(value, value, false, Number.isNaN(value));
}

/** Whether these are the fields of `value`: then it is reused, because states are compared by reference first. */
function hasFields(value: NumberValue, min: number, max: number, integer: boolean, nan: boolean): boolean {
  return value.min === min && value.max === max && value.integer === integer && value.nan === nan;
}

/** No value at all: the computation was not reached. */
export function isEmpty(value: NumberValue): boolean {
  return value.min > value.max && !value.nan;
}

/** The range part is empty (the value is ⊥ or only NaN). */
export function isRangeEmpty(value: NumberValue): boolean {
  return value.min > value.max;
}

/** Exactly one number, NaN excluded; 0 stands for 0 and -0. */
export function isConstant(value: NumberValue): boolean {
  return value.min === value.max && !value.nan;
}

/** The only number of the set, or null; NaN if it is the only one. 0 stands for 0 and -0. */
export function constantOf(value: NumberValue): number | null {
  if (value.min === value.max) return value.nan ? null : value.min;
  return value.nan && value.min > value.max ? NaN : null;
}

/** Whether the double is one of the value. */
export function contains(value: NumberValue, concrete: number): boolean {
  if (Number.isNaN(concrete)) return value.nan;
  return concrete >= value.min && concrete <= value.max && (!value.integer || Number.isInteger(concrete) || !Number.isFinite(concrete));
}

/** Whether both values hold the same doubles. */
export function equal(x: NumberValue, y: NumberValue): boolean {
  return x === y || hasFields(x, y.min, y.max, y.integer, y.nan);
}

/** x ⊑ y: every double of `x` is one of `y`. */
export function leq(x: NumberValue, y: NumberValue): boolean {
  // The empty range is `integer` and has the bounds (∞, -∞), so it needs no case of its own, here and in `join`.
  return x === y || (x.min >= y.min && x.max <= y.max && (x.integer || !y.integer) && (y.nan || !x.nan));
}

/** The least value that holds both: x ⊔ y. */
export function join(x: NumberValue, y: NumberValue): NumberValue {
  if (x === y) return x;
  const min = x.min < y.min ? x.min : y.min;
  const max = x.max > y.max ? x.max : y.max;
  return choose(x, y, min, max, x.integer && y.integer, x.nan || y.nan);
}

/** The doubles of both: x ⊓ y. */
export function meet(x: NumberValue, y: NumberValue): NumberValue {
  if (x === y) return x;
  const min = x.min > y.min ? x.min : y.min;
  const max = x.max < y.max ? x.max : y.max;
  if (hasFields(x, min, max, x.integer || y.integer, x.nan && y.nan)) return x;
  if (hasFields(y, min, max, x.integer || y.integer, x.nan && y.nan)) return y;
  return preferring(x, y, numberRange(min, max, x.integer || y.integer, x.nan && y.nan));
}

/** `x` without the values outside `min..max`; its NaN stays only if `nan`. The identity of `x` is kept if nothing goes. */
export function restrict(x: NumberValue, min: number, max: number, nan: boolean): NumberValue {
  const noLess = !(min > x.min);
  const noMore = !(max < x.max);
  if (noLess && noMore && (nan || !x.nan)) return x;
  const result = numberRange(noLess ? x.min : min, noMore ? x.max : max, x.integer, nan && x.nan);
  return equal(result, x) ? x : result;
}

/** `x` without NaN. */
export function withoutNan(x: NumberValue): NumberValue {
  return x.nan ? numberRange(x.min, x.max, x.integer, false) : x;
}

/** The numbers that ToBoolean makes true. */
export function withoutZeroAndNaN(x: NumberValue): NumberValue {
  return restrict(x, x.min === 0 ? nextUp(0) : -Infinity, x.max === 0 ? nextDown(0) : Infinity, false);
}

/** The numbers that ToBoolean makes false. */
export function onlyZeroAndNaN(x: NumberValue): NumberValue {
  return restrict(x, 0, 0, true);
}

/**
 * previous ∇ next: an unstable bound jumps to the nearest threshold beyond it, then to ±∞; the flags change once.
 * `thresholds` is ascending. Sound also if previous ⋢ next.
 */
export function widen(previous: NumberValue, next: NumberValue, thresholds: readonly number[]): NumberValue {
  if (previous === next || leq(next, previous)) return previous;
  const nan = previous.nan || next.nan;
  const integer = previous.integer && next.integer;
  if (isRangeEmpty(previous)) return choose(previous, next, next.min, next.max, integer, nan);
  const min = next.min < previous.min ? thresholdBelow(next.min, thresholds, integer) : previous.min;
  const max = next.max > previous.max ? thresholdAbove(next.max, thresholds, integer) : previous.max;
  return choose(previous, next, min, max, integer, nan);
}

/** For an integral `bound` (or an infinite one) and `integer`, the rounded threshold still bounds it. */
function thresholdAbove(bound: number, thresholds: readonly number[], integer: boolean): number {
  for (const threshold of thresholds) {
    if (threshold >= bound) return (integer ? Math.floor(threshold) : threshold) + 0;
  }
  return Infinity;
}

function thresholdBelow(bound: number, thresholds: readonly number[], integer: boolean): number {
  for (let i = thresholds.length - 1; i >= 0; i--) {
    const threshold = thresholds[i];
    if (threshold !== undefined && threshold <= bound) return (integer ? Math.ceil(threshold) : threshold) + 0;
  }
  return -Infinity;
}

/**
 * previous △ next: only bounds that a widening may have invented are improved (the infinities and the limits of machine integers),
 * so a bound can be improved a bounded number of times; a flag once.
 */
export function narrow(previous: NumberValue, next: NumberValue): NumberValue {
  if (previous === next) return previous;
  if (isRangeEmpty(next)) return choose(previous, next, Infinity, -Infinity, true, previous.nan && next.nan);
  const min = isLandmark(previous.min) && next.min > previous.min ? next.min : previous.min;
  const max = isLandmark(previous.max) && next.max < previous.max ? next.max : previous.max;
  const result = numberRange(min, max, previous.integer || next.integer, previous.nan && next.nan);
  return preferring(previous, next, result);
}

const landmarks: ReadonlySet<number> = new Set([
  Infinity,
  Number.MAX_VALUE,
  2 ** 53,
  2 ** 53 - 1,
  2 ** 32,
  2 ** 32 - 1,
  2 ** 32 - 2,
  2 ** 31,
  2 ** 31 - 1,
]);

function isLandmark(bound: number): boolean {
  const magnitude = Math.abs(bound);
  return magnitude >= 2 ** 31 - 1 && landmarks.has(magnitude);
}

/** The thresholds that any program profits from: limits of machine integers, of array lengths and of exact integers; ascending. */
export const standardThresholds: readonly number[] = [
  -(2 ** 53),
  -(2 ** 53 - 1),
  -(2 ** 31),
  -1,
  0,
  1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 2,
  2 ** 32 - 1,
  2 ** 53 - 1,
  2 ** 53,
  Number.MAX_VALUE,
];

/** A value with canonical fields: `x` or `y` if one of them has these fields. */
function choose(x: NumberValue, y: NumberValue, min: number, max: number, integer: boolean, nan: boolean): NumberValue {
  if (hasFields(x, min, max, integer, nan)) return x;
  if (hasFields(y, min, max, integer, nan)) return y;
  return numberRange(min, max, integer, nan);
}

function preferring(x: NumberValue, y: NumberValue, result: NumberValue): NumberValue {
  if (equal(result, x)) return x;
  return equal(result, y) ? y : result;
}

/** `-∞..10`, `0..9 int`, `5`, `0..1 | NaN`, `NaN`, `⊥`, `⊤`. */
export function show(value: NumberValue): string {
  if (isEmpty(value)) return '⊥';
  if (isRangeEmpty(value)) return 'NaN';
  if (equal(value, anyNumber)) return '⊤';
  const range =
    value.min === value.max ? showNumber(value.min) : `${showNumber(value.min)}..${showNumber(value.max)}${value.integer ? ' int' : ''}`;
  return value.nan ? `${range} | NaN` : range;
}

function showNumber(value: number): string {
  if (value < 0) return `-${showNumber(-value)}`;
  if (value === Infinity) return '∞';
  // Where counters stick and safe integers end.
  if (value === 2 ** 53) return '2^53';
  return value === 2 ** 53 - 1 ? '(2^53-1)' : String(value);
}

export const numberLattice: Lattice<NumberValue> = { bottom: noNumber, top: anyNumber, leq, join, meet, widen, narrow, show };
