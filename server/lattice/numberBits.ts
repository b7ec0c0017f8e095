import { anyInt32, anyUint32, isEmpty, noNumber, numberRange } from './number.js';
import type { NumberValue } from './number.js';

const least = -(2 ** 31);
const greatest = 2 ** 31 - 1;
const modulus = 2 ** 32;

/** The result of ToInt32: fractions are cut, NaN and the infinities become 0, the rest is taken modulo 2^32. */
export function toInt32(a: NumberValue): NumberValue {
  if (a.integer && !a.nan && a.min >= least && a.max <= greatest) return a;
  return wrap(a, least, greatest, (value) => value | 0, anyInt32);
}

/** The result of ToUint32. */
export function toUint32(a: NumberValue): NumberValue {
  if (a.integer && !a.nan && a.min >= 0 && a.max < modulus) return a;
  return wrap(a, 0, modulus - 1, (value) => value >>> 0, anyUint32);
}

function wrap(a: NumberValue, low: number, high: number, convert: (value: number) => number, all: NumberValue): NumberValue {
  if (isEmpty(a)) return noNumber;
  let min = Math.trunc(a.min);
  let max = Math.trunc(a.max);
  if (min < low || max > high) {
    // Less than 2^32 apart and still in order after the conversion: none between them is wrapped either.
    const ordered = min === max || (max - min < modulus && convert(min) <= convert(max));
    if (!ordered) return all;
    min = convert(min);
    max = convert(max);
  }
  if (a.nan) {
    min = Math.min(min, 0);
    max = Math.max(max, 0);
  }
  return numberRange(min, max, true, false);
}

export function bitNot(a: NumberValue): NumberValue {
  const x = toInt32(a);
  return isEmpty(x) ? x : numberRange(~x.max, ~x.min, true, false);
}

export function bitOr(a: NumberValue, b: NumberValue): NumberValue {
  const x = toInt32(a);
  const y = toInt32(b);
  // The idiom `x | 0`.
  if (y.min === 0 && y.max === 0) return x;
  return bySign(x, y, leastOr, greatestOr);
}

/** x & y = ~(~x | ~y) */
export function bitAnd(a: NumberValue, b: NumberValue): NumberValue {
  return bitNot(bitOr(bitNot(a), bitNot(b)));
}

export function bitXor(a: NumberValue, b: NumberValue): NumberValue {
  return bySign(toInt32(a), toInt32(b), leastXor, greatestXor);
}

type UnsignedBound = (aMin: number, aMax: number, bMin: number, bMax: number) => number;

/**
 * The hull of an operation on int32 ranges, from its bounds on unsigned ones. Where each operand has one sign the unsigned order is the
 * signed one, and so is that of the results, which have one sign too.
 */
function bySign(x: NumberValue, y: NumberValue, leastOf: UnsignedBound, greatestOf: UnsignedBound): NumberValue {
  let min = Infinity;
  let max = -Infinity;
  for (const xNegative of [true, false]) {
    const xMin = xNegative ? x.min : Math.max(x.min, 0);
    const xMax = xNegative ? Math.min(x.max, -1) : x.max;
    if (xMin > xMax) continue;
    for (const yNegative of [true, false]) {
      const yMin = yNegative ? y.min : Math.max(y.min, 0);
      const yMax = yNegative ? Math.min(y.max, -1) : y.max;
      if (yMin > yMax) continue;
      min = Math.min(min, leastOf(xMin >>> 0, xMax >>> 0, yMin >>> 0, yMax >>> 0) | 0);
      max = Math.max(max, greatestOf(xMin >>> 0, xMax >>> 0, yMin >>> 0, yMax >>> 0) | 0);
    }
  }
  return numberRange(min, max, true, false);
}

// The following bounds are those of H. S. Warren, Hacker's Delight, section 4-3; exact, in at most 32 steps.

function leastOr(a: number, b: number, c: number, d: number): number {
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((~a & c & bit) !== 0) {
      const raised = ((a | bit) & -bit) >>> 0;
      if (raised <= b) return (raised | c) >>> 0;
    } else if ((a & ~c & bit) !== 0) {
      const raised = ((c | bit) & -bit) >>> 0;
      if (raised <= d) return (a | raised) >>> 0;
    }
  }
  return (a | c) >>> 0;
}

function greatestOr(a: number, b: number, c: number, d: number): number {
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((b & d & bit) === 0) continue;
    const lowered = ((b - bit) | (bit - 1)) >>> 0;
    if (lowered >= a) return (lowered | d) >>> 0;
    const otherLowered = ((d - bit) | (bit - 1)) >>> 0;
    if (otherLowered >= c) return (b | otherLowered) >>> 0;
  }
  return (b | d) >>> 0;
}

function leastXor(a: number, b: number, c: number, d: number): number {
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((~a & c & bit) !== 0) {
      const raised = ((a | bit) & -bit) >>> 0;
      if (raised <= b) a = raised;
    } else if ((a & ~c & bit) !== 0) {
      const raised = ((c | bit) & -bit) >>> 0;
      if (raised <= d) c = raised;
    }
  }
  return (a ^ c) >>> 0;
}

function greatestXor(a: number, b: number, c: number, d: number): number {
  for (let bit = 0x80000000; bit !== 0; bit >>>= 1) {
    if ((b & d & bit) === 0) continue;
    const lowered = ((b - bit) | (bit - 1)) >>> 0;
    if (lowered >= a) {
      b = lowered;
      continue;
    }
    const otherLowered = ((d - bit) | (bit - 1)) >>> 0;
    if (otherLowered >= c) d = otherLowered;
  }
  return (b ^ d) >>> 0;
}

const anyShift = numberRange(0, 31, true, false);

/** The count of a shift: the lowest five bits of its right operand. */
export function shiftCount(b: NumberValue): NumberValue {
  const count = toInt32(b);
  if (count.min >= 0 && count.max <= 31) return count;
  return count.min === count.max ? numberRange(count.min & 31, count.min & 31, true, false) : anyShift;
}

export function shiftLeft(a: NumberValue, b: NumberValue): NumberValue {
  if (isEmpty(a) || isEmpty(b)) return noNumber;
  const x = toInt32(a);
  const count = shiftCount(b);
  const min = x.min * 2 ** (x.min < 0 ? count.max : count.min);
  const max = x.max * 2 ** (x.max < 0 ? count.min : count.max);
  if (min >= least && max <= greatest) return numberRange(min, max, true, false);
  return x.min === x.max && count.min === count.max ? numberRange(x.min << count.min, x.min << count.min, true, false) : anyInt32;
}

export function shiftRight(a: NumberValue, b: NumberValue): NumberValue {
  if (isEmpty(a) || isEmpty(b)) return noNumber;
  const x = toInt32(a);
  const count = shiftCount(b);
  return numberRange(x.min >> (x.min < 0 ? count.min : count.max), x.max >> (x.max < 0 ? count.max : count.min), true, false);
}

export function shiftRightUnsigned(a: NumberValue, b: NumberValue): NumberValue {
  if (isEmpty(a) || isEmpty(b)) return noNumber;
  const x = toUint32(a);
  const count = shiftCount(b);
  return numberRange(x.min >>> count.max, x.max >>> count.min, true, false);
}

export function imul(a: NumberValue, b: NumberValue): NumberValue {
  if (isEmpty(a) || isEmpty(b)) return noNumber;
  const x = toInt32(a);
  const y = toInt32(b);
  const corners = [x.min * y.min, x.min * y.max, x.max * y.min, x.max * y.max];
  const min = Math.min(...corners);
  const max = Math.max(...corners);
  if (min >= least && max <= greatest) return numberRange(min, max, true, false);
  const product = Math.imul(x.min, y.min);
  return x.min === x.max && y.min === y.max ? numberRange(product, product, true, false) : anyInt32;
}

export function clz32(a: NumberValue): NumberValue {
  const x = toUint32(a);
  return isEmpty(x) ? x : numberRange(Math.clz32(x.max), Math.clz32(x.min), true, false);
}
