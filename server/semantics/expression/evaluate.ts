import { unreachable } from '../../base/errors.js';
import type { BinaryOperator, Constant, Expression, UnaryOperator } from '../../ir/expression.js';
import * as bigints from '../../lattice/bigint.js';
import * as bigintArithmetic from '../../lattice/bigintArithmetic.js';
import * as numbers from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import * as textOperations from '../../lattice/textOperations.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { isKnownBuiltin } from '../../builtins/names.js';
import { both, conversionEffects, converting, noEffects, throwing, toNumber, toNumeric, toText, truthOf, typeNames } from './convert.js';
import type { Effects } from './convert.js';
import { hasProperty } from '../heap/hasProperty.js';
import { isFunctionAt } from '../heap/objectAt.js';
import { mayAskInstances, testInstances } from './instanceOf.js';
import { evaluateIntrinsic } from './intrinsics.js';
import { isGiven } from '../heap/locations.js';
import { read } from '../scope.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** The value of an expression, and what else evaluating it may do. */
export interface Evaluated {
  readonly value: Value;
  readonly effects: Effects;
}

/** The value of an expression alone. */
export const valueIn = (expression: Expression, state: LiveState, activation: Activation): Value =>
  evaluate(expression, state, activation).value;

/** The value of an expression and its effects. */
export function evaluate(expression: Expression, state: LiveState, activation: Activation): Evaluated {
  switch (expression.kind) {
    case 'constant':
      return quiet(constantValue(expression.value));
    case 'variable': {
      const value = read(state, expression.variable, activation);
      return quiet(value.bits & Bit.Uninitialised ? values.withBits(value, value.bits & ~Bit.Uninitialised) : value);
    }
    case 'global':
      return quiet(globalValue(expression.name, activation));
    case 'unknown':
      return quiet(activation.program.unknown);
    case 'unary': {
      const operand = evaluate(expression.operand, state, activation);
      return after(operand.effects, evaluateUnary(expression.operator, operand.value, state, activation));
    }
    case 'binary': {
      const left = evaluate(expression.left, state, activation);
      const right = evaluate(expression.right, state, activation);
      const result = evaluateBinary(expression.operator, left.value, right.value, state, activation);
      return after(both(left.effects, right.effects), result);
    }
    case 'intrinsic': {
      const operands = expression.operands.map((operand) => evaluate(operand, state, activation));
      const given = operands.map(({ value }) => value);
      return after(effectsOf(operands), evaluateIntrinsic(expression.name, given, state, activation));
    }
    default:
      return unreachable(expression);
  }
}

/** The effects of evaluating all of them. */
export const effectsOf = (evaluated: readonly Evaluated[]): Effects =>
  evaluated.reduce((effects, one) => both(effects, one.effects), noEffects);

const quiet = (value: Value): Evaluated => ({ value, effects: noEffects });

/** The same evaluation, after something that had these effects. */
const after = (effects: Effects, evaluated: Evaluated): Evaluated =>
  effects === noEffects ? evaluated : { value: evaluated.value, effects: both(effects, evaluated.effects) };

const constants = new WeakMap<Constant, Value>();

function constantValue(constant: Constant): Value {
  const known = constants.get(constant);
  if (known !== undefined) return known;
  const value = ofConstant(constant);
  constants.set(constant, value);
  return value;
}

function ofConstant(constant: Constant): Value {
  switch (constant.kind) {
    case 'undefined':
      return values.undefinedValue;
    case 'null':
      return values.nullValue;
    case 'boolean':
      return constant.value ? values.trueValue : values.falseValue;
    case 'number':
      return values.ofNumber(numbers.numberConstant(constant.value));
    case 'string':
      return values.ofText(texts.textConstant(constant.value));
    case 'bigint':
      return values.ofBigint(bigints.bigintConstant(constant.value));
    default:
      return unreachable(constant);
  }
}

function globalValue(name: string, activation: Activation): Value {
  if (name === 'NaN') return values.ofNumber(numbers.nanOnly);
  if (name === 'Infinity') return values.ofNumber(numbers.numberConstant(Infinity));
  if (name === 'undefined') return values.undefinedValue;
  const program = activation.program;
  if (program.module.tampersWithBuiltins || !isKnownBuiltin(name)) return values.top;
  return values.ofObjects([program.locations.builtin(name)]);
}

function evaluateUnary(operator: UnaryOperator, operand: Value, state: LiveState, activation: Activation): Evaluated {
  const value = unaryValue(operator, operand, state, activation);
  switch (operator) {
    case '-':
    case '~':
    case 'toNumeric':
    case 'toString':
      return { value, effects: conversionEffects(operand) };
    case '+':
      return { value, effects: both(values.hasBigint(operand) ? throwing : noEffects, conversionEffects(operand)) };
    case 'toPropertyKey':
      return { value, effects: conversionEffects(values.withBits(operand, operand.bits & ~Bit.Symbol)) };
    case '!':
    case 'typeof':
    case 'void':
      return quiet(value);
    default:
      return unreachable(operator);
  }
}

function unaryValue(operator: UnaryOperator, operand: Value, state: LiveState, activation: Activation): Value {
  switch (operator) {
    case '-': {
      const numeric = toNumeric(operand);
      return values.withBigint(values.ofNumber(arithmetic.negate(numeric.number)), bigints.negate(numeric.bigint));
    }
    case '+':
      return values.ofNumber(toNumber(operand));
    case '~': {
      const numeric = toNumeric(operand);
      return values.withBigint(values.ofNumber(arithmetic.bitNot(numeric.number)), bigintArithmetic.bitNot(numeric.bigint));
    }
    case '!': {
      const truth = truthOf(operand);
      return values.ofBoolean(truth.mayBeFalse, truth.mayBeTrue);
    }
    case 'typeof': {
      const names = typeNames(operand, (location) => isFunctionAt(state, location, activation));
      return values.ofText(texts.textOneOf(names));
    }
    case 'void':
      return values.undefinedValue;
    case 'toNumeric':
      return toNumeric(operand);
    case 'toString':
      return values.ofText(toText(operand));
    case 'toPropertyKey': {
      const text = toText(values.withBits(operand, operand.bits & ~Bit.Symbol));
      return values.withBits(values.ofText(text), operand.bits & Bit.Symbol);
    }
    default:
      return unreachable(operator);
  }
}

function evaluateBinary(operator: BinaryOperator, left: Value, right: Value, state: LiveState, activation: Activation): Evaluated {
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
    case '*':
    case '/':
    case '%':
    case '**':
    case '<<':
    case '>>':
    case '>>>':
    case '&':
    case '|':
    case '^':
      return arithmeticOperation(operator, left, right);
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const { mayBeTrue, mayBeFalse } = compare(operator, left, right);
      return { value: values.ofBoolean(mayBeTrue, mayBeFalse), effects: both(conversionEffects(left), conversionEffects(right)) };
    }
    case '===': {
      const { mayBeTrue, mayBeFalse } = strictlyEqual(left, right, activation);
      return quiet(values.ofBoolean(mayBeTrue, mayBeFalse));
    }
    case '!==': {
      const { mayBeTrue, mayBeFalse } = strictlyEqual(left, right, activation);
      return quiet(values.ofBoolean(mayBeFalse, mayBeTrue));
    }
    case '==': {
      const { mayBeTrue, mayBeFalse, effects } = looselyEqual(left, right, activation);
      return { value: values.ofBoolean(mayBeTrue, mayBeFalse), effects };
    }
    case '!=': {
      const { mayBeTrue, mayBeFalse, effects } = looselyEqual(left, right, activation);
      return { value: values.ofBoolean(mayBeFalse, mayBeTrue), effects };
    }
    case 'in':
      return hasProperty(left, right, state, activation);
    case 'instanceof': {
      const test = testInstances(left, right, state, activation);
      if (test !== null) {
        const value = values.ofBoolean(!values.isBottom(test.instances), !values.isBottom(test.others));
        // It may be a Proxy, and revoked.
        return left.bits & Bit.UnknownObject ? { value, effects: throwing } : quiet(value);
      }
      if (mayAskInstances(right, activation)) return { value: values.anyBoolean, effects: converting };
      // The right operand may be a primitive.
      return { value: values.mayBeObject(left) ? values.anyBoolean : values.falseValue, effects: throwing };
    }
    default:
      return unreachable(operator);
  }
}

function add(left: Value, right: Value): Evaluated {
  if (values.isNumberOnly(left) && values.isNumberOnly(right)) return quiet(values.ofNumber(arithmetic.add(left.number, right.number)));
  const unknownLeft = values.mayBeObject(left);
  const unknownRight = values.mayBeObject(right);
  const textual = values.hasText(left) || values.hasText(right) || unknownLeft || unknownRight;
  const result = textual ? concatenation(left, right) : quiet(values.bottom);
  const numericLeft = unknownLeft ? left : values.withText(left, texts.noString);
  const numericRight = unknownRight ? right : values.withText(right, texts.noString);
  if (values.isBottom(numericLeft) || values.isBottom(numericRight)) return result;
  const sum = arithmeticOperation('+', numericLeft, numericRight);
  return { value: values.join(result.value, sum.value), effects: both(result.effects, sum.effects) };
}

function concatenation(left: Value, right: Value): Evaluated {
  const text = texts.concat(toText(left), toText(right));
  const converted = both(conversionEffects(left), conversionEffects(right));
  // A string longer than V8's limit (2^29 - 24) is a RangeError.
  return { value: values.ofText(text), effects: text.maxLength > 2 ** 28 ? both(throwing, converted) : converted };
}

type NumericOperator = '+' | '-' | '*' | '/' | '%' | '**' | '<<' | '>>' | '>>>' | '&' | '|' | '^';

const numberOperations: Readonly<Record<NumericOperator, (a: numbers.NumberValue, b: numbers.NumberValue) => numbers.NumberValue>> = {
  '+': arithmetic.add,
  '-': arithmetic.subtract,
  '*': arithmetic.multiply,
  '/': arithmetic.divide,
  '%': arithmetic.remainder,
  '**': arithmetic.power,
  '<<': arithmetic.shiftLeft,
  '>>': arithmetic.shiftRight,
  '>>>': arithmetic.shiftRightUnsigned,
  '&': arithmetic.bitAnd,
  '|': arithmetic.bitOr,
  '^': arithmetic.bitXor,
};

function arithmeticOperation(operator: NumericOperator, left: Value, right: Value): Evaluated {
  if (values.isNumberOnly(left) && values.isNumberOnly(right))
    return quiet(values.ofNumber(numberOperations[operator](left.number, right.number)));
  const a = toNumeric(left);
  const b = toNumeric(right);
  const converted = both(conversionEffects(left), conversionEffects(right));
  const number = numberOperations[operator](a.number, b.number);
  if (!values.hasBigint(a) && !values.hasBigint(b)) return { value: values.ofNumber(number), effects: converted };
  const areBigints = values.hasBigint(a) && values.hasBigint(b);
  // Numbers and bigints do not mix, and bigints have no >>>.
  const isMixed = (values.hasBigint(a) && values.hasNumber(b)) || (values.hasNumber(a) && values.hasBigint(b));
  const isUndefined =
    areBigints && growing.has(operator) && (operator === '>>>' || bigintArithmetic.mayThrow(operator, a.bigint, b.bigint));
  const bigint = areBigints && operator !== '>>>' ? bigintArithmetic.compute(operator, a.bigint, b.bigint) : bigints.noBigint;
  const value = values.withBigint(values.ofNumber(number), bigint);
  return { value, effects: isMixed || isUndefined ? both(throwing, converted) : converted };
}

/** Division by 0n, negative exponents, and what may have too many bits; memory counts as unlimited for the others. */
const growing: ReadonlySet<NumericOperator> = new Set<NumericOperator>(['/', '%', '**', '<<', '>>', '>>>']);

interface Truth {
  readonly mayBeTrue: boolean;
  readonly mayBeFalse: boolean;
}
const either: Truth = { mayBeTrue: true, mayBeFalse: true };

function compare(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value): Truth {
  if (values.isNumberOnly(left) && values.isNumberOnly(right)) return arithmetic.compareNumbers(operator, left.number, right.number);
  if (values.mayBeObject(left) || values.mayBeObject(right)) return either;
  if (values.isTextOnly(left) && values.isTextOnly(right)) return textOperations.compare(operator, left.text, right.text);
  if (values.isBigintOnly(left) && values.isBigintOnly(right)) return bigintArithmetic.compare(operator, left.bigint, right.bigint);
  if (values.hasText(left) || values.hasText(right) || values.hasBigint(left) || values.hasBigint(right)) return either;
  return arithmetic.compareNumbers(operator, toNumber(left), toNumber(right));
}

/** No value of one kind equals one of another; objects are equal when they may be the same. */
export function strictlyEqual(left: Value, right: Value, activation: Activation): Truth {
  const common = values.meet(left, right);
  const numeric = arithmetic.compareNumbers('===', left.number, right.number);
  // What was given may be any object that others know.
  const sameObject =
    common.objects.length > 0 ||
    (left.objects.some(isGiven) && values.mayBeObject(right)) ||
    (right.objects.some(isGiven) && values.mayBeObject(left)) ||
    ((left.bits & Bit.UnknownObject) !== 0 && values.mayBeObject(right)) ||
    ((right.bits & Bit.UnknownObject) !== 0 && values.mayBeObject(left));
  const mayBeTrue =
    (common.bits & ~Bit.UnknownObject) !== 0 ||
    values.hasText(common) ||
    values.hasBigint(common) ||
    sameObject ||
    (values.hasNumber(left) && values.hasNumber(right) && numeric.mayBeTrue);
  if (!mayBeTrue) return { mayBeTrue: false, mayBeFalse: !values.isBottom(left) && !values.isBottom(right) };
  return { mayBeTrue, mayBeFalse: !(isSingleton(left, activation) && isSingleton(right, activation)) };
}

/** Exactly one concrete value that equals itself. */
export function isSingleton(value: Value, activation: Activation): boolean {
  const kinds =
    bitCount(value.bits) +
    (values.hasNumber(value) ? 1 : 0) +
    (values.hasText(value) ? 1 : 0) +
    (values.hasBigint(value) ? 1 : 0) +
    value.objects.length;
  if (kinds !== 1 || value.bits & (Bit.UnknownObject | Bit.Symbol)) return false;
  const location = value.objects[0];
  if (location !== undefined) return activation.program.locations.isRecent(location) || activation.program.locations.isBuiltin(location);
  if (values.hasNumber(value)) return !value.number.nan && value.number.min === value.number.max;
  if (values.hasText(value)) return value.text.values !== null && value.text.values.length === 1;
  if (values.hasBigint(value)) return value.bigint.min !== null && value.bigint.min === value.bigint.max;
  return true;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function looselyEqual(left: Value, right: Value, activation: Activation): Truth & { readonly effects: Effects } {
  return mayConvertOne(left, right)
    ? { ...either, effects: converting }
    : { ...looselyEqualUnconverted(left, right, activation), effects: noEffects };
}

/** Whether an object may be compared with a primitive that is neither undefined nor null. */
function mayConvertOne(left: Value, right: Value): boolean {
  if (values.isNullish(left) || values.isNullish(right)) return false;
  if (!values.mayBeObject(left) && !values.mayBeObject(right)) return false;
  return !values.isBottom(values.primitivesOf(left)) || !values.isBottom(values.primitivesOf(right));
}

/** The truth of `==` where no object is converted. */
function looselyEqualUnconverted(left: Value, right: Value, activation: Activation): Truth {
  const nullish = Bit.Undefined | Bit.Null;
  const leftNullish = values.isNullish(left);
  const rightNullish = values.isNullish(right);
  if (leftNullish || rightNullish) {
    const other = leftNullish ? right : left;
    return { mayBeTrue: (other.bits & nullish) !== 0, mayBeFalse: !values.isBottom(values.withBits(other, other.bits & ~nullish)) };
  }
  if (values.isNumberOnly(left) && values.isNumberOnly(right)) return strictlyEqual(left, right, activation);
  if (!values.mayBeObject(left) && !values.mayBeObject(right)) {
    const onlyText = (value: Value): boolean => value.bits === 0 && !values.hasNumber(value) && !values.hasBigint(value);
    return onlyText(left) && onlyText(right) ? strictlyEqual(left, right, activation) : either;
  }
  return strictlyEqual(left, right, activation);
}
