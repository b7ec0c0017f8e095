import type { EnvironmentReport, ValueReport } from '../findings/result.js';

/** A string, or what is to be read otherwise. */
const pieces = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|⊤|(\\.\\.)?(-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)(?=(\\.\\.)?)`, 'g');

/** Every kind of value but the two that have no properties; all that is known of it may be which numbers. */
const allButNullish =
  /(?<=^|uninitialised \| )(undefined \| null \| )?boolean \| ((?:[-\d.^∞⊤ |]|e[+-]|NaN|int)+) \| -∞n\.\.∞n \| string \| symbol \| object$/;

/**
 * An abstract value for people who do not read lattices: every number is "any number", a bound that is the greatest double is none, and
 * one beside a short number is said by that: `0..<10`.
 */
export function shownValue({ show }: ValueReport): string {
  const short = show.replace(allButNullish, anything).replace(/\buninitialised\b(?![^|]*")/, 'not set');
  return short.replace(pieces, (piece, before: string | undefined, digits: string | undefined, after: string | undefined) => {
    if (digits === undefined) return piece === '⊤' ? 'any number' : piece;
    if (Math.abs(Number(digits)) === Number.MAX_VALUE) return `${before ?? ''}${digits.startsWith('-') ? '-' : ''}∞`;
    if (before !== undefined) return `..${upperBound(digits)}`;
    return after === undefined ? digits : lowerBound(digits);
  });
}

function anything(_: string, nullish: string | undefined, number: string): string {
  const kinds = nullish === undefined ? 'anything but null and undefined' : 'anything';
  return number === '⊤' ? kinds : `${kinds}; of numbers ${number}`;
}

/** Shorter than this a number is written as people write it. */
const shortLength = 15;

function upperBound(digits: string): string {
  const next = String(-doubleBelow(-Number(digits)));
  return isAwkward(digits) && next.length < shortLength ? `<${next}` : digits;
}

function lowerBound(digits: string): string {
  const next = String(doubleBelow(Number(digits)));
  return isAwkward(digits) && next.length < shortLength ? `>${next}` : digits;
}

function isAwkward(digits: string): boolean {
  return digits.length >= shortLength || Math.abs(Number(digits)) === Number.MIN_VALUE;
}

/** The greatest double that is less. */
function doubleBelow(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return view.getFloat64(0);
}

/** The value of a name; "" where it has none. */
export function shownIn(environment: EnvironmentReport | null, name: string): string {
  const value = environment?.[name];
  return value === undefined ? '' : shownValue(value);
}
