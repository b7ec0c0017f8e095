import type { Intrinsic } from '../ir/expression.js';
import * as numbers from '../lattice/number.js';
import * as arithmetic from '../lattice/numberArithmetic.js';
import type { NumberValue } from '../lattice/number.js';
import * as texts from '../lattice/text.js';
import type { StringValue } from '../lattice/text.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { toNumber, toText, truthOf } from './convert.js';
import type { Effects } from './convert.js';
import { objectAt, strictlyEqual } from './evaluate.js';
import type { Activation } from './scope.js';
import type { LiveState } from './state.js';

const unary: Partial<Record<Intrinsic, (a: NumberValue) => NumberValue>> = {
  'Math.abs': arithmetic.abs,
  'Math.ceil': arithmetic.ceil,
  'Math.floor': arithmetic.floor,
  'Math.round': arithmetic.round,
  'Math.trunc': arithmetic.trunc,
  'Math.sign': arithmetic.sign,
  'Math.sqrt': arithmetic.sqrt,
  'Math.fround': arithmetic.fround,
  'Math.log': arithmetic.log,
  'Math.log2': arithmetic.log2,
  'Math.log10': arithmetic.log10,
  'Math.exp': arithmetic.exp,
  'Math.sin': arithmetic.sin,
  'Math.cos': arithmetic.cos,
  'Math.tan': arithmetic.tan,
  'Math.atan': arithmetic.atan,
  'Math.cbrt': arithmetic.cbrt,
  'Math.clz32': arithmetic.clz32,
};

const binary: Partial<Record<Intrinsic, (a: NumberValue, b: NumberValue) => NumberValue>> = {
  'Math.pow': arithmetic.power,
  'Math.imul': arithmetic.imul,
  'Math.atan2': arithmetic.atan2,
};

/** A pure built-in function of primitives: missing arguments are undefined, as in a call. */
export function evaluateIntrinsic(
  name: Intrinsic,
  operands: readonly Value[],
  state: LiveState,
  activation: Activation,
  effects: Effects,
): Value {
  const operand = (index: number): Value => operands[index] ?? values.undefinedValue;
  const number = (index: number): NumberValue => {
    if (values.hasBigint(operand(index))) effects.throws = true;
    return toNumber(operand(index), effects);
  };
  const one = unary[name];
  if (one !== undefined) return values.ofNumber(one(number(0)));
  const two = binary[name];
  if (two !== undefined) return values.ofNumber(two(number(0), number(1)));
  switch (name) {
    case 'Math.min':
    case 'Math.max':
    case 'Math.hypot':
      return values.ofNumber(
        variadic(
          name,
          operands.map((_, index) => number(index)),
        ),
      );
    case 'Number':
      // Number(1n) is 1: bigints are converted, not refused.
      if (operands.length === 0) return values.ofNumber(numbers.numberConstant(0));
      if (values.hasBigint(operand(0))) return values.ofNumber(numbers.join(toNumber(operand(0), effects), numbers.anyNumber));
      return values.ofNumber(toNumber(operand(0), effects));
    case 'Boolean': {
      const truth = truthOf(operand(0));
      return values.ofBoolean(truth.mayBeTrue, truth.mayBeFalse);
    }
    case 'String':
      if (operands.length === 0) return values.ofText(texts.emptyString);
      return values.ofText(nameOrText(operand(0), effects));
    case 'Number.isInteger':
    case 'Number.isSafeInteger':
    case 'Number.isFinite':
    case 'Number.isNaN':
      return classify(name, operand(0));
    case 'isNaN':
      return classify('Number.isNaN', values.ofNumber(number(0)));
    case 'isFinite':
      return classify('Number.isFinite', values.ofNumber(number(0)));
    case 'parseInt':
    case 'Number.parseInt':
      toText(operand(0), effects);
      number(1);
      return values.ofNumber({ ...numbers.numberRange(-Infinity, Infinity, true, true) });
    case 'parseFloat':
    case 'Number.parseFloat':
      toText(operand(0), effects);
      return values.anyNumberValue;
    case 'Array.isArray':
      return isArray(operand(0), state, activation);
    case 'Object.is': {
      const equal = strictlyEqual(operand(0), operand(1), activation);
      // Object.is differs on NaN and on the two zeros.
      const numeric = values.hasNumber(operand(0)) && values.hasNumber(operand(1));
      return numeric ? values.anyBoolean : values.ofBoolean(equal.mayBeTrue, equal.mayBeFalse);
    }
    default:
      return values.anyNumberValue;
  }
}

/** String(value): of symbols, which are not converted, their description. */
function nameOrText(value: Value, effects: Effects): StringValue {
  const text = toText(values.withBits(value, value.bits & ~Bit.Symbol), effects);
  return value.bits & Bit.Symbol ? texts.join(text, texts.textOfLength(8, Infinity)) : text;
}

function variadic(name: 'Math.min' | 'Math.max' | 'Math.hypot', operands: readonly NumberValue[]): NumberValue {
  if (name === 'Math.hypot') return arithmetic.hypot(operands);
  const combine = name === 'Math.min' ? arithmetic.min : arithmetic.max;
  return operands.reduce(combine, numbers.numberConstant(name === 'Math.min' ? Infinity : -Infinity));
}

/** The numbers of which the predicate is true; of a non-number it is false. */
export function numbersSatisfying(name: 'Number.isInteger' | 'Number.isSafeInteger' | 'Number.isFinite' | 'Number.isNaN'): NumberValue {
  switch (name) {
    case 'Number.isInteger':
      return numbers.numberRange(-Number.MAX_VALUE, Number.MAX_VALUE, true, false);
    case 'Number.isSafeInteger':
      return numbers.anySafeInteger;
    case 'Number.isFinite':
      return numbers.numberRange(-Number.MAX_VALUE, Number.MAX_VALUE, false, false);
    case 'Number.isNaN':
      return numbers.nanOnly;
  }
}

function classify(name: 'Number.isInteger' | 'Number.isSafeInteger' | 'Number.isFinite' | 'Number.isNaN', operand: Value): Value {
  const satisfying = numbersSatisfying(name);
  const met = numbers.meet(operand.number, satisfying);
  const onlyNumbers = values.isNumberOnly(operand);
  return values.ofBoolean(!numbers.isEmpty(met), !onlyNumbers || !numbers.leq(operand.number, satisfying));
}

function isArray(operand: Value, state: LiveState, activation: Activation): Value {
  let mayBeTrue = (operand.bits & values.Bit.UnknownObject) !== 0;
  let mayBeFalse = !values.isBottom(values.primitivesOf(operand)) || mayBeTrue;
  for (const location of operand.objects) {
    const object = objectAt(state, location, activation);
    const brand = object?.builtin === 'Array.prototype' ? undefined : object?.brand;
    if (brand === undefined || brand === 'mixed' || brand === 'array') mayBeTrue = true;
    if (brand !== 'array') mayBeFalse = true;
  }
  return values.ofBoolean(mayBeTrue, mayBeFalse);
}
