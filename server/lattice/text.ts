import type { Lattice } from './lattice.js';
import { noNumber, numberRange } from './number.js';
import type { NumberValue } from './number.js';

/**
 * A set of strings: the enumerated `values` (at most 8, ascending by code units, each at most 64 units long),
 * or, if null, all strings of minLength..maxLength UTF-16 units. Canonical: the lengths of enumerated values are the tightest,
 * and only strings of at least one unit are not enumerated. The empty set is `noString` and no other.
 */
export interface StringValue {
  readonly values: readonly string[] | null;
  readonly minLength: number;
  readonly maxLength: number;
}

const mostValues = 8;
const longestValue = 64;

/** No JavaScript engine has longer strings (V8: 2^29 - 24 units; a longer one is a RangeError). */
export const maximumLength = 2 ** 30 - 1;

/** ⊥ */
export const noString: StringValue = { values: [], minLength: Infinity, maxLength: -Infinity };
/** ⊤ */
export const anyString: StringValue = { values: null, minLength: 0, maxLength: maximumLength };
export const emptyString: StringValue = { values: [''], minLength: 0, maxLength: 0 };

/** All strings of so many UTF-16 units. */
export function textOfLength(minLength: number, maxLength: number): StringValue {
  const min = Math.max(0, Math.ceil(minLength));
  const max = Math.min(maximumLength, Math.floor(maxLength));
  if (!(min <= max)) return noString;
  if (max === 0) return emptyString;
  return { values: null, minLength: min, maxLength: max };
}

/** Exactly one string. */
export function textConstant(value: string): StringValue {
  return value === '' ? emptyString : textOneOf([value]);
}

/** At least these strings; no others, as long as they are few and short. */
export function textOneOf(values: readonly string[]): StringValue {
  if (values.length === 0) return noString;
  let min = Infinity;
  let max = 0;
  for (const { length } of values) {
    min = Math.min(min, length);
    max = Math.max(max, length);
  }
  if (max === 0) return emptyString;
  const distinct = isAscending(values) ? values : [...new Set(values)].sort(byCodeUnits);
  if (distinct.length > mostValues || max > longestValue) return textOfLength(min, max);
  return { values: distinct, minLength: min, maxLength: max };
}

/** The order of `<` in JavaScript, which is that of `sort` without a function. */
function byCodeUnits(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0;
}

function isAscending(values: readonly string[]): boolean {
  for (let index = 1; index < values.length; index++) if ((values[index - 1] ?? '') >= (values[index] ?? '')) return false;
  return true;
}

/** The strings of two ascending lists, ascending, each once. */
function merged(a: readonly string[], b: readonly string[]): readonly string[] {
  const all: string[] = [];
  let i = 0;
  let j = 0;
  for (let x = a[i], y = b[j]; x !== undefined || y !== undefined; x = a[i], y = b[j]) {
    const isFirst = x !== undefined && (y === undefined || x <= y);
    const next = isFirst ? x : y;
    if (next === undefined) break;
    all.push(next);
    if (x === next) i++;
    if (y === next) j++;
  }
  return all;
}

/** Whether no string is one of the value: bottom. */
export function isEmpty(value: StringValue): boolean {
  return value === noString;
}

/** The only string of the set, or null. */
export function constantOf(value: StringValue): string | null {
  return value.values?.length === 1 ? (value.values[0] ?? null) : null;
}

/** Whether the string is one of the value. */
export function contains(value: StringValue, concrete: string): boolean {
  if (value.values !== null) return value.values.includes(concrete);
  return concrete.length >= value.minLength && concrete.length <= value.maxLength;
}

/** x ⊑ y: every string of `x` is one of `y`. */
export function leq(x: StringValue, y: StringValue): boolean {
  if (x === y || x === noString) return true;
  if (y.values === null) return x.minLength >= y.minLength && x.maxLength <= y.maxLength;
  const { values } = y;
  return x.values !== null && x.values.every((value) => values.includes(value));
}

/** Whether both values hold the same strings. */
export function equal(x: StringValue, y: StringValue): boolean {
  return x === y || (leq(x, y) && leq(y, x));
}

/** An upper bound of both: x ⊔ y. */
export function join(x: StringValue, y: StringValue): StringValue {
  if (leq(y, x)) return x;
  if (leq(x, y)) return y;
  if (x.values !== null && y.values !== null) return textOneOf(merged(x.values, y.values));
  return textOfLength(Math.min(x.minLength, y.minLength), Math.max(x.maxLength, y.maxLength));
}

/** The strings of both: x ⊓ y. */
export function meet(x: StringValue, y: StringValue): StringValue {
  if (leq(x, y)) return x;
  if (leq(y, x)) return y;
  if (x.values !== null) return filter(x, (value) => contains(y, value));
  if (y.values !== null) return filter(y, (value) => contains(x, value));
  return textOfLength(Math.max(x.minLength, y.minLength), Math.min(x.maxLength, y.maxLength));
}

/** The enumerated values that satisfy `test`; a set that is not enumerated stays. */
export function filter(x: StringValue, test: (value: string) => boolean): StringValue {
  if (x.values === null) return x;
  const kept = x.values.filter(test);
  return kept.length === x.values.length ? x : textOneOf(kept);
}

/** previous ∇ next: an enumeration may grow up to its limit; then an unstable length jumps to the next threshold, then to its limit. */
export function widen(previous: StringValue, next: StringValue, thresholds: readonly number[]): StringValue {
  if (leq(next, previous)) return previous;
  const joined = join(previous, next);
  if (joined.values !== null) return joined;
  if (previous.values !== null) return joined;
  const min =
    joined.minLength < previous.minLength
      ? Math.max(0, thresholds.findLast((value) => value <= joined.minLength) ?? 0)
      : previous.minLength;
  const max =
    joined.maxLength > previous.maxLength ? (thresholds.find((value) => value >= joined.maxLength) ?? maximumLength) : previous.maxLength;
  // Lengths are integers, so that rounding a threshold inwards keeps it a bound.
  const result = textOfLength(min, max);
  return equal(result, next) ? next : result;
}

/** previous △ next: enumerations can only shrink so often; of the lengths the extreme ones are improved. */
export function narrow(previous: StringValue, next: StringValue): StringValue {
  if (leq(previous, next)) return previous;
  if (next.values !== null) return next;
  if (previous.values !== null) return meet(previous, next);
  const min = previous.minLength === 0 ? next.minLength : previous.minLength;
  const max = previous.maxLength === maximumLength ? next.maxLength : previous.maxLength;
  const result = textOfLength(min, max);
  if (equal(result, previous)) return previous;
  return equal(result, next) ? next : result;
}

/** The strings that ToBoolean makes true. */
export function withoutEmpty(value: StringValue): StringValue {
  if (value.minLength > 0) return value;
  return value.values === null ? textOfLength(1, value.maxLength) : filter(value, (text) => text !== '');
}

/** The strings that ToBoolean makes false. */
export function onlyEmpty(value: StringValue): StringValue {
  return contains(value, '') ? (equal(value, emptyString) ? value : emptyString) : noString;
}

/** The values of `value` that are not the one of `excluded` (of which nothing goes if it has more than one). */
export function without(value: StringValue, excluded: StringValue): StringValue {
  const constant = constantOf(excluded);
  if (constant === null) return value;
  // The empty string is the only one that a set given by its lengths can lose.
  return constant === '' ? withoutEmpty(value) : filter(value, (text) => text !== constant);
}

/** a + b. A result that is too long is a RangeError, so it is no value. */
export function concat(a: StringValue, b: StringValue): StringValue {
  if (a === noString || b === noString) return noString;
  const { values } = b;
  // More combinations than an enumeration holds may still be few distinct strings, but that is rare.
  if (a.values !== null && values !== null && a.values.length * values.length <= 64) {
    return textOneOf(a.values.flatMap((x) => values.map((y) => x + y)));
  }
  return textOfLength(a.minLength + b.minLength, a.maxLength + b.maxLength);
}

/** `value.length` */
export function lengthOf(value: StringValue): NumberValue {
  return value === noString ? noNumber : numberRange(value.minLength, value.maxLength, true, false);
}

/** `"a"`, `"a" | "b"`, `string`, `string of 1..5`, `⊥`. */
export function show(value: StringValue): string {
  if (value === noString) return '⊥';
  if (value.values !== null) return value.values.map((text) => JSON.stringify(text)).join(' | ');
  if (value.minLength === 0 && value.maxLength === maximumLength) return 'string';
  const length =
    value.minLength === value.maxLength
      ? String(value.minLength)
      : `${value.minLength}..${value.maxLength === maximumLength ? '∞' : value.maxLength}`;
  return `string of ${length}`;
}

export const textLattice: Lattice<StringValue> = { bottom: noString, top: anyString, leq, join, meet, widen, narrow, show };
