import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { constantArguments, joinResults } from '../../semantics/call/fold.js';
import type { AbstractModels, Apply, IntrinsicModel } from '../../semantics/call/model.js';
import { numbersSatisfying } from '../../semantics/expression/numberPredicates.js';
import type { NumberPredicate } from '../../semantics/expression/numberPredicates.js';

/**
 * A method that writes the number with an optional count, which is a RangeError outside `least..most`; `toExponential` and `toPrecision`
 * (`isFiniteOnly`) do not look at it where the number is none that has digits.
 */
function written(
  least: number,
  most: number,
  compute: (number: number, count?: number) => string,
  lengths: (count: number) => readonly [number, number],
  isFiniteOnly = false,
): Apply {
  return (call) => {
    const args = constantArguments(call);
    const constant = numbers.constantOf(call.number);
    if (args !== null && constant !== null) {
      const [count] = args;
      return joinResults(call, constant === 0 ? [0, -0] : [constant], (number) => compute(number, count as number | undefined));
    }
    const given = call.argument(0);
    const defined = values.withBits(given, given.bits & ~values.Bit.Undefined);
    const valid = values.isBottom(defined) ? numbers.zero : numbers.restrict(call.integerAt(0), least, most, false);
    if (!values.isBottom(defined) && !numbers.leq(call.integerAt(0), numbers.numberRange(least, most, true, false))) call.mayThrow();
    const isPlain = !values.mayBeObject(defined) && values.equal(given, defined);
    const isLookedAt = !isFiniteOnly || numbers.leq(call.number, finite);
    if (isPlain && isLookedAt && numbers.isEmpty(valid)) return values.bottom;
    const [min, max] = lengths(numbers.isEmpty(valid) ? most : valid.max);
    return values.ofText(texts.textOfLength(min, max));
  };
}

const finite = numbers.numberRange(-Number.MAX_VALUE, Number.MAX_VALUE, false, false);

/** Before a fraction: at most 21 digits and a sign, or an exponent form of less than 32 units. */
const longestNumber = 32;
/** V8 writes at most 1100 digits on either side of the point, in base 2. */
const longestInBase = 2200;

const inBase: Apply = (call) => {
  if (!values.equal(call.argument(0), values.undefinedValue)) {
    return written(
      2,
      36,
      (number, radix) => number.toString(radix),
      () => [1, longestInBase],
    )(call);
  }
  return written(
    2,
    36,
    (number) => number.toString(),
    () => [1, longestNumber],
  )(call);
};

const locale: Apply = (call) => {
  if (call.args.length > 0) call.mayThrow();
  return values.anyStringValue;
};

/** The greatest double below 1. */
const belowOne = 1 - 2 ** -53;

/** Math.min and Math.max over an iterable: the intrinsics are for calls with a known number of arguments. */
const extreme =
  (combine: (a: NumberValue, b: NumberValue) => NumberValue, start: number): Apply =>
  (call) => {
    const all = call.args.map((_, index) => call.numberAt(index));
    const further = all.at(-1) ?? numbers.noNumber;
    const positional = (call.exact ? all : all.slice(0, -1)).reduce(combine, numbers.numberConstant(start));
    if (call.exact) return values.ofNumber(positional);
    // numberAt counts a missing argument as undefined, which is NaN; spread elements are none of these.
    const spread = call.args.at(-1);
    const kept = spread !== undefined && values.isNumberOnly(spread) ? spread.number : further;
    return values.ofNumber(numbers.join(positional, combine(positional, kept)));
  };

const hypot: Apply = () => values.ofNumber(numbers.numberRange(0, Infinity, false, true));

export const numberModels: AbstractModels = {
  'Number.prototype.toFixed': written(
    0,
    100,
    (number, digits) => number.toFixed(digits),
    (digits) => [1, longestNumber + digits],
  ),
  'Number.prototype.toPrecision': written(
    1,
    100,
    (number, digits) => number.toPrecision(digits),
    (digits) => [1, longestNumber + digits],
    true,
  ),
  'Number.prototype.toExponential': written(
    0,
    100,
    (number, digits) => number.toExponential(digits),
    (digits) => [1, longestNumber + digits],
    true,
  ),
  'Number.prototype.toString': inBase,
  'Number.prototype.toLocaleString': locale,
  'Number.prototype.valueOf': (call) => values.ofNumber(call.number),
  'BigInt.prototype.toString': (call) => {
    call.mayThrow();
    return values.ofText(texts.textOfLength(1, Infinity));
  },
  'BigInt.prototype.valueOf': (call) => (values.mayBeObject(call.receiver) ? values.anyBigintValue : values.ofBigint(call.receiver.bigint)),
  'Math.random': () => values.ofNumber(numbers.numberRange(0, belowOne, false, false)),
  'Math.min': extreme(arithmetic.min, Infinity),
  'Math.max': extreme(arithmetic.max, -Infinity),
  'Math.hypot': hypot,
};

/** A function of one number, and of two: operands are converted. */
const ofOne =
  (compute: (a: NumberValue) => NumberValue): IntrinsicModel =>
  (call) =>
    values.ofNumber(compute(call.number(0)));
const ofTwo =
  (compute: (a: NumberValue, b: NumberValue) => NumberValue): IntrinsicModel =>
  (call) =>
    values.ofNumber(compute(call.number(0), call.number(1)));
const ofAll =
  (compute: (all: readonly NumberValue[]) => NumberValue): IntrinsicModel =>
  (call) =>
    values.ofNumber(compute(call.operands.map((_, index) => call.number(index))));

/** Number(1n) is 1: bigints are converted, not refused. */
const toNumberValue: IntrinsicModel = (call) => {
  if (call.operands.length === 0) return values.ofNumber(numbers.numberConstant(0));
  const number = call.anyNumber(0);
  return values.ofNumber(values.hasBigint(call.operand(0)) ? numbers.join(number, numbers.anyNumber) : number);
};

/** Whether a value is one of the numbers; of what is no number it is false. */
function classify(name: NumberPredicate, operand: Value): Value {
  const satisfying = numbersSatisfying(name);
  const met = numbers.meet(operand.number, satisfying);
  const onlyNumbers = values.isNumberOnly(operand);
  return values.ofBoolean(!numbers.isEmpty(met), !onlyNumbers || !numbers.leq(operand.number, satisfying));
}

const classified =
  (name: NumberPredicate): IntrinsicModel =>
  (call) =>
    classify(name, call.operand(0));
const classifiedNumber =
  (name: NumberPredicate): IntrinsicModel =>
  (call) =>
    classify(name, values.ofNumber(call.number(0)));

const parsedInteger: IntrinsicModel = (call) => {
  call.text(0);
  call.number(1);
  return values.ofNumber(numbers.numberRange(-Infinity, Infinity, true, true));
};
const parsed: IntrinsicModel = (call) => {
  call.text(0);
  return values.anyNumberValue;
};

export const numberIntrinsics: Readonly<Record<string, IntrinsicModel>> = {
  'Math.abs': ofOne(arithmetic.abs),
  'Math.ceil': ofOne(arithmetic.ceil),
  'Math.floor': ofOne(arithmetic.floor),
  'Math.round': ofOne(arithmetic.round),
  'Math.trunc': ofOne(arithmetic.trunc),
  'Math.sign': ofOne(arithmetic.sign),
  'Math.sqrt': ofOne(arithmetic.sqrt),
  'Math.fround': ofOne(arithmetic.fround),
  'Math.log': ofOne(arithmetic.log),
  'Math.log2': ofOne(arithmetic.log2),
  'Math.log10': ofOne(arithmetic.log10),
  'Math.exp': ofOne(arithmetic.exp),
  'Math.sin': ofOne(arithmetic.sin),
  'Math.cos': ofOne(arithmetic.cos),
  'Math.tan': ofOne(arithmetic.tan),
  'Math.atan': ofOne(arithmetic.atan),
  'Math.cbrt': ofOne(arithmetic.cbrt),
  'Math.clz32': ofOne(arithmetic.clz32),
  'Math.pow': ofTwo(arithmetic.power),
  'Math.imul': ofTwo(arithmetic.imul),
  'Math.atan2': ofTwo(arithmetic.atan2),
  'Math.min': ofAll((all) => all.reduce(arithmetic.min, numbers.numberConstant(Infinity))),
  'Math.max': ofAll((all) => all.reduce(arithmetic.max, numbers.numberConstant(-Infinity))),
  'Math.hypot': ofAll(arithmetic.hypot),
  Number: toNumberValue,
  'Number.isInteger': classified('Number.isInteger'),
  'Number.isSafeInteger': classified('Number.isSafeInteger'),
  'Number.isFinite': classified('Number.isFinite'),
  'Number.isNaN': classified('Number.isNaN'),
  isNaN: classifiedNumber('Number.isNaN'),
  isFinite: classifiedNumber('Number.isFinite'),
  parseInt: parsedInteger,
  'Number.parseInt': parsedInteger,
  parseFloat: parsed,
  'Number.parseFloat': parsed,
};
