import * as bigints from '../../lattice/bigint.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import type { StringValue } from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';

/** The effects of an evaluation besides its value. */
export interface Effects {
  /** It may throw. */
  readonly throws: boolean;
  /** It may convert an object, which calls unknown code, and that may throw. */
  readonly converts: boolean;
}

export const noEffects: Effects = { throws: false, converts: false };
export const throwing: Effects = { throws: true, converts: false };
export const converting: Effects = { throws: true, converts: true };

/** The effects of two evaluations, one after the other. Each is one of the three above. */
export function both(a: Effects, b: Effects): Effects {
  if (a.converts || b === noEffects) return a;
  return b.converts || a === noEffects ? b : throwing;
}

/** The effects of ToNumber, ToNumeric and ToString: symbols throw, objects run their `valueOf` or `toString`. */
export function conversionEffects(value: Value): Effects {
  if (values.mayBeObject(value)) return converting;
  return value.bits & Bit.Symbol ? throwing : noEffects;
}

const zero = numbers.numberConstant(0);
const one = numbers.numberConstant(1);

/** ToNumber of the non-bigint part. */
export function toNumber(value: Value): NumberValue {
  let result = value.number;
  const rest = value.bits;
  if (rest === 0 && value.objects.length === 0 && !values.hasText(value)) return result;
  if (rest & Bit.Undefined) result = numbers.join(result, numbers.nanOnly);
  if (rest & (Bit.Null | Bit.False)) result = numbers.join(result, zero);
  if (rest & Bit.True) result = numbers.join(result, one);
  if (values.hasText(value)) result = numbers.join(result, textToNumber(value.text));
  return values.mayBeObject(value) ? numbers.anyNumber : result;
}

function textToNumber(text: StringValue): NumberValue {
  if (text.values === null) return numbers.anyNumber;
  let result = numbers.noNumber;
  for (const value of text.values) result = numbers.join(result, numbers.numberConstant(Number(value)));
  return result;
}

/** ToNumeric: the number part and the bigint part. */
export function toNumeric(value: Value): Value {
  if (values.isNumberOnly(value)) return value;
  const number = toNumber(value);
  const bigint = values.mayBeObject(value) ? bigints.anyBigint : value.bigint;
  return values.withBigint(values.ofNumber(number), bigint);
}

/** ToString. */
export function toText(value: Value): StringValue {
  let result = value.text;
  const add = (text: string): void => {
    result = texts.join(result, texts.textConstant(text));
  };
  if (value.bits & Bit.Undefined) add('undefined');
  if (value.bits & Bit.Null) add('null');
  if (value.bits & Bit.True) add('true');
  if (value.bits & Bit.False) add('false');
  if (values.hasNumber(value)) {
    const constant = numbers.constantOf(value.number);
    result = texts.join(result, constant === null ? texts.textOfLength(1, 32) : texts.textConstant(String(constant)));
  }
  if (values.hasBigint(value)) result = texts.join(result, texts.textOfLength(1, Infinity));
  return values.mayBeObject(value) ? texts.anyString : result;
}

/** The possible results of `typeof`. Tracked functions are distinguished by the caller. */
export function typeNames(value: Value, isFunction: (location: number) => boolean | null): readonly string[] {
  const names = new Set<string>();
  if (value.bits & Bit.Undefined) names.add('undefined');
  if (value.bits & Bit.Null) names.add('object');
  if (value.bits & (Bit.True | Bit.False)) names.add('boolean');
  if (value.bits & Bit.Symbol) names.add('symbol');
  if (value.bits & Bit.UnknownObject) {
    // document.all is the only object of another type, and no program of ours meets it.
    names.add('object');
    names.add('function');
  }
  if (values.hasNumber(value)) names.add('number');
  if (values.hasText(value)) names.add('string');
  if (values.hasBigint(value)) names.add('bigint');
  for (const location of value.objects) {
    const known = isFunction(location);
    if (known !== false) names.add('function');
    if (known !== true) names.add('object');
  }
  return [...names].sort();
}

/** The part of `value` for which `typeof` is (or is not) `name`. */
export function restrictType(value: Value, name: string, is: boolean, isFunction: (location: number) => boolean | null): Value {
  const kept = values.withBits(
    values.withObjects(
      values.bottom,
      value.objects.filter((location) =>
        name === 'function' ? isFunction(location) !== false : name === 'object' && isFunction(location) !== true,
      ),
    ),
    value.bits & typeBits(name),
  );
  const matching = {
    ...kept,
    number: name === 'number' ? value.number : numbers.noNumber,
    text: name === 'string' ? value.text : texts.noString,
    bigint: name === 'bigint' ? value.bigint : bigints.noBigint,
  };
  if (is) return matching;
  const ambiguous = name === 'object' || name === 'function';
  return {
    bits: value.bits & ~(typeBits(name) & ~(ambiguous ? Bit.UnknownObject : 0)),
    number: name === 'number' ? numbers.noNumber : value.number,
    text: name === 'string' ? texts.noString : value.text,
    bigint: name === 'bigint' ? bigints.noBigint : value.bigint,
    objects: value.objects.filter((location) =>
      name === 'function' ? isFunction(location) !== true : name !== 'object' || isFunction(location) !== false,
    ),
  };
}

function typeBits(name: string): number {
  switch (name) {
    case 'undefined':
      return Bit.Undefined;
    case 'object':
      return Bit.Null | Bit.UnknownObject;
    case 'function':
      return Bit.UnknownObject;
    case 'boolean':
      return Bit.True | Bit.False;
    case 'symbol':
      return Bit.Symbol;
    default:
      return 0;
  }
}

/** ToBoolean. */
export function truthOf(value: Value): { mayBeTrue: boolean; mayBeFalse: boolean } {
  return { mayBeTrue: !values.isBottom(values.assumeTruth(value, true)), mayBeFalse: !values.isBottom(values.assumeTruth(value, false)) };
}
