import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { truncatedWithin } from '../../semantics/call/accepted.js';
import { constantArguments, joinResults } from '../../semantics/call/fold.js';
import type { BuiltinModel, Parameter, Receiver } from '../../semantics/call/model.js';

type Apply = BuiltinModel['apply'];

const on = (receiver: Receiver, parameters: readonly Parameter[], apply: Apply): BuiltinModel => ({ receiver, parameters, apply });

/** The same with a count that is accepted in `least..most` only. */
const counting = (least: number, most: number, model: BuiltinModel): BuiltinModel => ({
  ...model,
  accepts: { of: 'first', numbers: truncatedWithin(least, most) },
});

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

const toText: Apply = (call) => {
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

const booleanText: Apply = (call) => {
  const { receiver } = call;
  if (values.mayBeObject(receiver)) return values.ofText(texts.textOneOf(['false', 'true']));
  const known = [...(receiver.bits & values.Bit.True ? ['true'] : []), ...(receiver.bits & values.Bit.False ? ['false'] : [])];
  return values.ofText(texts.textOneOf(known));
};

export const numberModels: Readonly<Record<string, BuiltinModel>> = {
  'Number.prototype.toFixed': counting(
    0,
    100,
    on(
      'number',
      ['number'],
      written(
        0,
        100,
        (number, digits) => number.toFixed(digits),
        (digits) => [1, longestNumber + digits],
      ),
    ),
  ),
  'Number.prototype.toPrecision': on(
    'number',
    ['number'],
    written(
      1,
      100,
      (number, digits) => number.toPrecision(digits),
      (digits) => [1, longestNumber + digits],
      true,
    ),
  ),
  'Number.prototype.toExponential': on(
    'number',
    ['number'],
    written(
      0,
      100,
      (number, digits) => number.toExponential(digits),
      (digits) => [1, longestNumber + digits],
      true,
    ),
  ),
  'Number.prototype.toString': counting(2, 36, on('number', ['number'], toText)),
  'Number.prototype.toLocaleString': on('number', ['options', 'options'], locale),
  'Number.prototype.valueOf': on('number', [], (call) => values.ofNumber(call.number)),
  'Boolean.prototype.toString': on('boolean', [], booleanText),
  'Boolean.prototype.valueOf': on('boolean', [], (call) =>
    values.mayBeObject(call.receiver) ? values.anyBoolean : values.ofBits(call.receiver.bits & (values.Bit.True | values.Bit.False)),
  ),
  'BigInt.prototype.toString': counting(
    2,
    36,
    on('bigint', ['number'], (call) => {
      call.mayThrow();
      return values.ofText(texts.textOfLength(1, Infinity));
    }),
  ),
  'BigInt.prototype.valueOf': on('bigint', [], (call) =>
    values.mayBeObject(call.receiver) ? values.anyBigintValue : values.ofBigint(call.receiver.bigint),
  ),
  'Symbol.prototype.valueOf': on('symbol', [], () => values.anySymbol),
  'Symbol.prototype.toString': on('symbol', [], () => values.ofText(texts.textOfLength(8, Infinity))),
  'Math.random': on('any', [], () => values.ofNumber(numbers.numberRange(0, belowOne, false, false))),
  'Math.min': { receiver: 'any', parameters: [], rest: 'number', apply: extreme(arithmetic.min, Infinity) },
  'Math.max': { receiver: 'any', parameters: [], rest: 'number', apply: extreme(arithmetic.max, -Infinity) },
  'Math.hypot': { receiver: 'any', parameters: [], rest: 'number', apply: hypot },
  Symbol: on('any', ['text'], () => values.anySymbol),
  'Symbol.for': on('any', ['text'], () => values.anySymbol),
};
