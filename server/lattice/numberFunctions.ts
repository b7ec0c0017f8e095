import { isEmpty, isRangeEmpty, nanOnly, noNumber, numberRange } from './number.js';
import type { NumberValue } from './number.js';

// The functions of `Math`, but those of numberBits.ts, and `pow`, `min` and `max`, which are in numberArithmetic.ts.

/** A function that never falls and is computed exactly: its bounds are at the bounds. */
function monotone(a: NumberValue, concrete: (value: number) => number, integer: boolean): NumberValue {
  return isRangeEmpty(a) ? a : numberRange(concrete(a.min), concrete(a.max), integer, a.nan);
}

export const floor = (a: NumberValue): NumberValue => (a.integer ? a : monotone(a, Math.floor, true));
export const ceil = (a: NumberValue): NumberValue => (a.integer ? a : monotone(a, Math.ceil, true));
export const round = (a: NumberValue): NumberValue => (a.integer ? a : monotone(a, Math.round, true));
export const trunc = (a: NumberValue): NumberValue => (a.integer ? a : monotone(a, Math.trunc, true));
export const sign = (a: NumberValue): NumberValue => monotone(a, Math.sign, true);
export const fround = (a: NumberValue): NumberValue => monotone(a, Math.fround, a.integer);

export function abs(a: NumberValue): NumberValue {
  if (a.min >= 0) return a;
  return numberRange(a.max <= 0 ? -a.max : 0, Math.max(-a.min, a.max), a.integer, a.nan);
}

/** The square root is correctly rounded. */
export function sqrt(a: NumberValue): NumberValue {
  if (isRangeEmpty(a)) return a;
  if (a.max < 0) return nanOnly;
  return numberRange(Math.sqrt(Math.max(0, a.min)), Math.sqrt(a.max), false, a.nan || a.min < 0);
}

// ECMA-262 leaves the precision of the others to the implementation, and a rising function need not be computed as a rising one.
// Engines stay within a few units in the last place; bounds are moved outwards by 16.

const relativeError = 2 ** -48;

function outwardDown(value: number): number {
  if (value === Infinity) return Number.MAX_VALUE;
  return value - Math.abs(value) * relativeError - Number.MIN_VALUE;
}

function outwardUp(value: number): number {
  if (value === -Infinity) return -Number.MAX_VALUE;
  return value + Math.abs(value) * relativeError + Number.MIN_VALUE;
}

/** The bounds of a rising function, moved outwards but not beyond its least and greatest result. */
function rising(a: NumberValue, concrete: (value: number) => number, least: number, greatest: number): NumberValue {
  if (isRangeEmpty(a)) return a;
  const min = Math.max(least, outwardDown(concrete(a.min)));
  const max = Math.min(greatest, outwardUp(concrete(a.max)));
  // At an infinite argument the limit is exact.
  return numberRange(a.min === Infinity ? concrete(a.min) : min, a.max === -Infinity ? concrete(a.max) : max, false, a.nan);
}

function logarithm(a: NumberValue, concrete: (value: number) => number): NumberValue {
  if (isRangeEmpty(a)) return a;
  if (a.max < 0) return nanOnly;
  if (a.max === 0) return numberRange(-Infinity, -Infinity, true, a.nan || a.min < 0);
  const range = rising(numberRange(Math.max(0, a.min), a.max, false, a.nan), concrete, -Infinity, Infinity);
  return a.min < 0 ? numberRange(range.min, range.max, false, true) : range;
}

export const log = (a: NumberValue): NumberValue => logarithm(a, Math.log);
export const log2 = (a: NumberValue): NumberValue => logarithm(a, Math.log2);
export const log10 = (a: NumberValue): NumberValue => logarithm(a, Math.log10);
export const exp = (a: NumberValue): NumberValue => rising(a, Math.exp, 0, Infinity);
export const cbrt = (a: NumberValue): NumberValue => rising(a, Math.cbrt, -Infinity, Infinity);

const quarterTurn = outwardUp(Math.PI / 2);
const halfTurn = outwardUp(Math.PI);
export const atan = (a: NumberValue): NumberValue => rising(a, Math.atan, -quarterTurn, quarterTurn);

/** The infinities have no sine. */
function periodic(a: NumberValue, bound: number): NumberValue {
  if (isRangeEmpty(a)) return a;
  const infinite = a.min === -Infinity || a.max === Infinity;
  return infinite && a.min === a.max ? nanOnly : numberRange(-bound, bound, false, a.nan || infinite);
}

export const sin = (a: NumberValue): NumberValue => periodic(a, 1);
export const cos = (a: NumberValue): NumberValue => periodic(a, 1);
export const tan = (a: NumberValue): NumberValue => periodic(a, Infinity);

/** The angle of (x, y). A y of 0 may be -0, which turns the angle of a negative x into -π. */
export function atan2(y: NumberValue, x: NumberValue): NumberValue {
  if (isEmpty(y) || isEmpty(x)) return noNumber;
  if (isRangeEmpty(y) || isRangeEmpty(x)) return nanOnly;
  const bound = x.min > 0 ? quarterTurn : halfTurn;
  const min = y.min > 0 || (y.min === 0 && x.min > 0) ? 0 : -bound;
  return numberRange(min, y.max < 0 ? 0 : bound, false, y.nan || x.nan);
}

/** The length of a vector; an infinite component decides even beside NaN. */
export function hypot(operands: readonly NumberValue[]): NumberValue {
  if (operands.some(isEmpty)) return noNumber;
  if (operands.some((operand) => operand.nan)) {
    if (operands.every(isRangeEmpty)) return nanOnly;
    return numberRange(0, Infinity, false, true);
  }
  const magnitudes = operands.map(abs);
  const least = Math.max(0, ...magnitudes.map((magnitude) => magnitude.min));
  const greatest = Math.hypot(...magnitudes.map((magnitude) => magnitude.max));
  if (greatest === 0) return numberRange(0, 0, true, false);
  const infinite = magnitudes.some((magnitude) => magnitude.min === Infinity);
  return numberRange(infinite ? Infinity : Math.max(0, outwardDown(least)), outwardUp(greatest), false, false);
}
