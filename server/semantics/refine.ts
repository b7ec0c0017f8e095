import type { BinaryOperator, Expression } from '../ir/expression.js';
import * as bigints from '../lattice/bigint.js';
import * as bigintArithmetic from '../lattice/bigintArithmetic.js';
import * as numbers from '../lattice/number.js';
import type { NumberValue } from '../lattice/number.js';
import * as arithmetic from '../lattice/numberArithmetic.js';
import * as refinements from '../lattice/numberRefine.js';
import * as texts from '../lattice/text.js';
import * as textOperations from '../lattice/textOperations.js';
import * as values from '../lattice/value.js';
import { Bit } from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { convertedVariable } from './conversion.js';
import { restrictType, truthOf } from './convert.js';
import type { Effects } from './convert.js';
import { evaluate, isFunctionAt, isSingleton } from './evaluate.js';
import { numbersSatisfying } from './intrinsics.js';
import { testInstances } from './instanceOf.js';
import { keepOnly, restrict } from './scope.js';
import { comparedWithItself } from './selfComparison.js';
import type { Activation } from './scope.js';
import type { LiveState, State } from './state.js';

const ignored = (): Effects => ({ throws: false, converts: false });

/**
 * The states of `state` in which the expression may have a value in `result` (HC4-revise, Benhamou et al. 1999): the value is
 * pushed down to the variables through the inverse of each operation, rounded outwards. Null when there are none.
 */
export function refine(expression: Expression, result: Value, state: LiveState, activation: Activation): State {
  switch (expression.kind) {
    case 'variable':
      return restrict(state, expression.variable, result, activation);
    case 'constant':
    case 'global':
      return intersects(evaluate(expression, state, activation, ignored()), result) ? state : null;
    case 'unknown':
      return state;
    case 'unary':
      return refineUnary(expression, result, state, activation);
    case 'binary':
      return refineBinary(expression, result, state, activation);
    case 'intrinsic':
      return refineIntrinsic(expression, result, state, activation);
  }
}

function intersects(value: Value, result: Value): boolean {
  return !values.isBottom(values.meetPrimitives(value, result));
}

/** An operand whose conversion may run unknown code has any value afterwards, so nothing follows from the result. */
function evaluatePlain(expression: Expression, state: LiveState, activation: Activation): Value | null {
  const effects = ignored();
  const value = evaluate(expression, state, activation, effects);
  return effects.converts ? null : value;
}

function refineUnary(expression: Expression & { kind: 'unary' }, result: Value, state: LiveState, activation: Activation): State {
  const truth = truthOf(result);
  switch (expression.operator) {
    case '!':
      if (truth.mayBeTrue && truth.mayBeFalse) return state;
      if (!truth.mayBeTrue && !truth.mayBeFalse) return null;
      return assume(expression.operand, !truth.mayBeTrue, state, activation);
    case '-': {
      const operand = evaluatePlain(expression.operand, state, activation);
      if (operand === null || !values.isNumberOnly(operand)) return state;
      return refine(expression.operand, values.ofNumber(numbers.meet(operand.number, arithmetic.negate(result.number))), state, activation);
    }
    case '+':
    case 'toNumeric': {
      const operand = evaluatePlain(expression.operand, state, activation);
      if (operand === null || !values.isNumberOnly(operand)) return state;
      return refine(expression.operand, result, state, activation);
    }
    case 'typeof': {
      const name = singleText(result);
      return name === null ? state : refineType(expression.operand, name, true, state, activation);
    }
    default:
      return state;
  }
}

function singleText(value: Value): string | null {
  if (value.bits !== 0 || value.objects.length > 0 || values.hasNumber(value) || values.hasBigint(value)) return null;
  return value.text.values?.length === 1 ? (value.text.values[0] ?? null) : null;
}

function refineType(operand: Expression, name: string, is: boolean, state: LiveState, activation: Activation): State {
  const value = evaluate(operand, state, activation, ignored());
  const restricted = restrictType(value, name, is, (location) => isFunctionAt(state, location, activation));
  if (values.isBottom(restricted)) return null;
  return operand.kind === 'variable' ? restrict(state, operand.variable, restricted, activation) : state;
}

type PairRefinement = (result: NumberValue, a: NumberValue, b: NumberValue) => { readonly a: NumberValue; readonly b: NumberValue };
const inverses: Partial<Record<BinaryOperator, PairRefinement>> = {
  '+': refinements.refineAdd,
  '-': refinements.refineSubtract,
  '*': refinements.refineMultiply,
  '/': refinements.refineDivide,
  '%': refinements.refineRemainder,
  '|': refinements.refineBitOr,
  '>>': refinements.refineShiftRight,
  '>>>': refinements.refineShiftRightUnsigned,
};

function refineBinary(expression: Expression & { kind: 'binary' }, result: Value, state: LiveState, activation: Activation): State {
  if (isComparison(expression.operator)) {
    const truth = truthOf(result);
    if (truth.mayBeTrue && truth.mayBeFalse) return state;
    if (!truth.mayBeTrue && !truth.mayBeFalse) return null;
    return assume(expression, truth.mayBeTrue, state, activation);
  }
  const inverse = inverses[expression.operator];
  const left = evaluatePlain(expression.left, state, activation);
  const right = evaluatePlain(expression.right, state, activation);
  if (left === null || right === null) return state;
  if (values.isBigintOnly(left) && values.isBigintOnly(right)) return refineBigints(expression, result, left, right, state, activation);
  if (inverse === undefined || !values.isNumberOnly(left) || !values.isNumberOnly(right)) return state;
  const refined = inverse(result.number, left.number, right.number);
  return refinePair(expression.left, refined.a, expression.right, refined.b, state, activation);
}

function refineBigints(
  { operator, left, right }: Expression & { kind: 'binary' },
  result: Value,
  a: Value,
  b: Value,
  state: LiveState,
  activation: Activation,
): State {
  const inverse = operator === '+' ? bigintArithmetic.refineAdd : operator === '-' ? bigintArithmetic.refineSubtract : null;
  if (inverse === null) return state;
  const refined = inverse(result.bigint, a.bigint, b.bigint);
  if (bigints.isEmpty(refined.a) || bigints.isEmpty(refined.b)) return null;
  const after = refine(left, values.ofBigint(refined.a), state, activation);
  return after === null ? null : refine(right, values.ofBigint(refined.b), after, activation);
}

function refinePair(
  left: Expression,
  leftNumber: NumberValue,
  right: Expression,
  rightNumber: NumberValue,
  state: LiveState,
  activation: Activation,
): State {
  if (numbers.isEmpty(leftNumber) || numbers.isEmpty(rightNumber)) return null;
  const after = refine(left, values.ofNumber(leftNumber), state, activation);
  return after === null ? null : refine(right, values.ofNumber(rightNumber), after, activation);
}

function isComparison(operator: BinaryOperator): boolean {
  return ['<', '<=', '>', '>=', '==', '!=', '===', '!==', 'in', 'instanceof'].includes(operator);
}

const unaryInverses: Partial<Record<string, (result: NumberValue, a: NumberValue) => NumberValue>> = {
  'Math.floor': refinements.refineFloor,
  'Math.ceil': refinements.refineCeil,
  'Math.trunc': refinements.refineTrunc,
  'Math.round': refinements.refineRound,
  'Math.abs': refinements.refineAbs,
};

function refineIntrinsic(expression: Expression & { kind: 'intrinsic' }, result: Value, state: LiveState, activation: Activation): State {
  const operand = expression.operands[0];
  if (operand === undefined) return state;
  const inverse = unaryInverses[expression.name];
  if (inverse !== undefined) {
    const value = evaluatePlain(operand, state, activation);
    if (value === null || !values.isNumberOnly(value)) return state;
    const refined = inverse(result.number, value.number);
    return numbers.isEmpty(refined) ? null : refine(operand, values.ofNumber(refined), state, activation);
  }
  const second = expression.operands[1];
  if ((expression.name === 'Math.min' || expression.name === 'Math.max') && second !== undefined && expression.operands.length === 2) {
    const left = evaluatePlain(operand, state, activation);
    const right = evaluatePlain(second, state, activation);
    if (left === null || right === null || !values.isNumberOnly(left) || !values.isNumberOnly(right)) return state;
    const pair = (expression.name === 'Math.min' ? refinements.refineMin : refinements.refineMax)(result.number, left.number, right.number);
    return refinePair(operand, pair.a, second, pair.b, state, activation);
  }
  const truth = truthOf(result);
  if (truth.mayBeTrue && truth.mayBeFalse) return state;
  return assumeIntrinsic(expression, truth.mayBeTrue, state, activation);
}

/** The states in which ToBoolean(condition) may be `truth`; null when there are none. */
export function assume(condition: Expression, truth: boolean, state: LiveState, activation: Activation): State {
  switch (condition.kind) {
    case 'constant':
    case 'global':
    case 'unknown': {
      const known = truthOf(evaluate(condition, state, activation, ignored()));
      return (truth ? known.mayBeTrue : known.mayBeFalse) ? state : null;
    }
    case 'variable': {
      const value = evaluate(condition, state, activation, ignored());
      const restricted = values.assumeTruth(value, truth);
      if (values.isBottom(restricted)) return null;
      return restrict(state, condition.variable, restricted, activation);
    }
    case 'unary': {
      if (condition.operator === '!') return assume(condition.operand, !truth, state, activation);
      const value = evaluate(condition, state, activation, ignored());
      const restricted = values.assumeTruth(value, truth);
      if (values.isBottom(restricted)) return null;
      return refineUnary(condition, restricted, state, activation);
    }
    case 'intrinsic':
      return assumeIntrinsic(condition, truth, state, activation);
    case 'binary':
      break;
  }
  const { left, right, operator } = condition;
  if (left.kind === 'variable' && right.kind === 'variable' && left.variable === right.variable) {
    const restricted = comparedWithItself(evaluate(left, state, activation, ignored()), operator, truth);
    if (restricted !== null) return values.isBottom(restricted) ? null : restrict(state, left.variable, restricted, activation);
  }
  switch (condition.operator) {
    case '<':
    case '<=':
    case '>':
    case '>=':
      return assumeOrder(condition, condition.operator, truth, state, activation);
    case '===':
      return assumeStrictEquality(condition.left, condition.right, truth, state, activation);
    case '!==':
      return assumeStrictEquality(condition.left, condition.right, !truth, state, activation);
    case '==':
      return assumeLooseEquality(condition.left, condition.right, truth, state, activation);
    case '!=':
      return assumeLooseEquality(condition.left, condition.right, !truth, state, activation);
    case 'instanceof': {
      const value = evaluate(condition.left, state, activation, ignored());
      const right = evaluate(condition.right, state, activation, ignored());
      const test = testInstances(value, right, state, activation);
      if (test !== null) {
        const kept = truth ? test.instances : test.others;
        if (values.isBottom(kept)) return null;
        return condition.left.kind === 'variable' ? keepOnly(state, condition.left.variable, kept, activation) : state;
      }
      // A primitive is an instance of nothing, unless the class says so itself: only tracked classes and built-ins do not.
      if (!truth || condition.left.kind !== 'variable' || right.bits !== 0) return state;
      return restrict(
        state,
        condition.left.variable,
        values.withObjects(values.withBits(values.bottom, value.bits & Bit.UnknownObject), value.objects),
        activation,
      );
    }
    case 'in':
      return state;
    default: {
      const restricted = values.assumeTruth(evaluate(condition, state, activation, ignored()), truth);
      return values.isBottom(restricted) ? null : refineBinary(condition, restricted, state, activation);
    }
  }
}

function assumeIntrinsic(condition: Expression & { kind: 'intrinsic' }, truth: boolean, state: LiveState, activation: Activation): State {
  const result = values.assumeTruth(evaluate(condition, state, activation, ignored()), truth);
  if (values.isBottom(result)) return null;
  const operand = condition.operands[0];
  if (operand === undefined) return state;
  switch (condition.name) {
    case 'Number.isInteger':
    case 'Number.isSafeInteger':
    case 'Number.isFinite':
    case 'Number.isNaN': {
      const value = evaluate(operand, state, activation, ignored());
      const satisfying = numbersSatisfying(condition.name);
      if (truth) return refine(operand, values.ofNumber(numbers.meet(value.number, satisfying)), state, activation);
      if (numbers.leq(value.number, satisfying)) {
        const others = values.withNumber(value, numbers.noNumber);
        return values.isBottom(others) ? null : refine(operand, others, state, activation);
      }
      if (condition.name === 'Number.isNaN' && value.number.nan) {
        return refine(
          operand,
          values.withNumber(value, numbers.numberRange(value.number.min, value.number.max, value.number.integer, false)),
          state,
          activation,
        );
      }
      return state;
    }
    case 'Boolean':
      return assume(operand, truth, state, activation);
    case 'Array.isArray': {
      const value = evaluate(operand, state, activation, ignored());
      if (!truth || operand.kind !== 'variable') return state;
      return restrict(
        state,
        operand.variable,
        values.withObjects(values.withBits(values.bottom, value.bits & Bit.UnknownObject), value.objects),
        activation,
      );
    }
    default:
      return state;
  }
}

/** Two rounds: each side's refinement may help the other. */
function assumeOrder(
  condition: Expression & { kind: 'binary' },
  operator: '<' | '<=' | '>' | '>=',
  truth: boolean,
  state: LiveState,
  activation: Activation,
): State {
  let current: LiveState = state;
  for (let round = 0; round < 2; round++) {
    const left = evaluatePlain(condition.left, current, activation) ?? convertedVariable(condition.left, current, activation);
    const right = evaluatePlain(condition.right, current, activation) ?? convertedVariable(condition.right, current, activation);
    if (left === null || right === null) return current;
    if (values.isNumberOnly(left) && values.isNumberOnly(right)) {
      const refined = refinements.refineCompare(operator, truth, left.number, right.number);
      const next = refinePair(condition.left, refined.a, condition.right, refined.b, current, activation);
      if (next === null || next === current) return next;
      current = next;
      continue;
    }
    const pair = refineOrdered(operator, truth, left, right);
    if (pair !== null) {
      if (values.isBottom(pair.a) || values.isBottom(pair.b)) return null;
      const after = refine(condition.left, pair.a, current, activation);
      return after === null ? null : refine(condition.right, pair.b, after, activation);
    }
    return assumeMixedOrder(condition, operator, truth, left, right, current, activation);
  }
  return current;
}

/** The operands for which the comparison has this truth, where both are strings or both are bigints; null where they are not. */
function refineOrdered(
  operator: '<' | '<=' | '>' | '>=',
  truth: boolean,
  left: Value,
  right: Value,
): { readonly a: Value; readonly b: Value } | null {
  if (values.isTextOnly(left) && values.isTextOnly(right)) {
    const refined = textOperations.refineCompare(operator, truth, left.text, right.text);
    return { a: values.ofText(refined.a), b: values.ofText(refined.b) };
  }
  if (!values.isBigintOnly(left) || !values.isBigintOnly(right)) return null;
  const refined = bigintArithmetic.refineCompare(operator, truth, left.bigint, right.bigint);
  return { a: values.ofBigint(refined.a), b: values.ofBigint(refined.b) };
}

/** One side is a number and the other may be: undefined compares like NaN, all else is converted and left alone. */
function assumeMixedOrder(
  condition: Expression & { kind: 'binary' },
  operator: '<' | '<=' | '>' | '>=',
  truth: boolean,
  left: Value,
  right: Value,
  state: LiveState,
  activation: Activation,
): State {
  const numericRight = values.isNumberOnly(right);
  if (!numericRight && !values.isNumberOnly(left)) return state;
  const refined = refinements.refineCompare(operator, truth, left.number, right.number);
  const mixed = numericRight ? left : right;
  const number = numericRight ? refined.a : refined.b;
  const bits = truth ? mixed.bits & ~Bit.Undefined : mixed.bits;
  const restricted = values.withBits(values.withNumber(mixed, number), bits);
  if (values.isBottom(restricted)) return null;
  return refine(numericRight ? condition.left : condition.right, restricted, state, activation);
}

function assumeStrictEquality(left: Expression, right: Expression, equal: boolean, state: LiveState, activation: Activation): State {
  const typeTest = typeTestOf(left, right, state, activation);
  if (typeTest !== null) return refineType(typeTest.operand, typeTest.name, equal, state, activation);
  const a = evaluate(left, state, activation, ignored());
  const b = evaluate(right, state, activation, ignored());
  if (!equal) return assumeDifferent(left, a, right, b, state, activation);
  const numeric = refinements.refineCompare('===', true, a.number, b.number);
  const common = values.meet(a, b);
  const bothObjects = values.mayBeObject(a) && values.mayBeObject(b);
  const keepObjects = (value: Value): Value =>
    bothObjects
      ? values.withObjects(values.withBits(common, (common.bits & ~Bit.UnknownObject) | (value.bits & Bit.UnknownObject)), value.objects)
      : values.withObjects(values.withBits(common, common.bits & ~Bit.UnknownObject), []);
  const nextA = values.withNumber(keepObjects(a), numbers.isEmpty(a.number) || numbers.isEmpty(b.number) ? numbers.noNumber : numeric.a);
  const nextB = values.withNumber(keepObjects(b), numbers.isEmpty(a.number) || numbers.isEmpty(b.number) ? numbers.noNumber : numeric.b);
  if (values.isBottom(nextA) || values.isBottom(nextB)) return null;
  const after = refine(left, nextA, state, activation);
  return after === null ? null : refine(right, nextB, after, activation);
}

function assumeDifferent(left: Expression, a: Value, right: Expression, b: Value, state: LiveState, activation: Activation): State {
  const without = (value: Value, other: Value): Value => {
    if (!isSingleton(other, activation)) return value;
    if (values.hasNumber(other)) return values.withNumber(value, refinements.refineCompare('!==', true, value.number, other.number).a);
    if (values.hasText(other)) return values.withText(value, texts.without(value.text, other.text));
    if (values.hasBigint(other)) return values.withBigint(value, bigints.without(value.bigint, other.bigint));
    return values.withObjects(
      values.withBits(value, value.bits & ~other.bits),
      value.objects.filter((location) => !other.objects.includes(location)),
    );
  };
  const nextA = without(a, b);
  const nextB = without(b, a);
  if (values.isBottom(nextA) || values.isBottom(nextB)) return null;
  const after = nextA === a ? state : refine(left, nextA, state, activation);
  if (after === null) return null;
  return nextB === b ? after : refine(right, nextB, after, activation);
}

function assumeLooseEquality(left: Expression, right: Expression, equal: boolean, state: LiveState, activation: Activation): State {
  const a = evaluate(left, state, activation, ignored());
  const b = evaluate(right, state, activation, ignored());
  const nullish = Bit.Undefined | Bit.Null;
  for (const [expression, value, other] of [
    [left, a, b],
    [right, b, a],
  ] as const) {
    if (!values.isNullish(other)) continue;
    const restricted = values.withBits(equal ? values.bottom : value, equal ? value.bits & nullish : value.bits & ~nullish);
    return values.isBottom(restricted) ? null : refine(expression, restricted, state, activation);
  }
  if ((values.isNumberOnly(a) && values.isNumberOnly(b)) || typeTestOf(left, right, state, activation) !== null) {
    return assumeStrictEquality(left, right, equal, state, activation);
  }
  return state;
}

function typeTestOf(
  left: Expression,
  right: Expression,
  state: LiveState,
  activation: Activation,
): { operand: Expression; name: string } | null {
  for (const [test, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (test.kind !== 'unary' || test.operator !== 'typeof') continue;
    const name = singleText(evaluate(other, state, activation, ignored()));
    if (name !== null) return { operand: test.operand, name };
  }
  return null;
}
