import type { BinaryOperator, Expression } from '../../ir/expression.js';
import * as bigints from '../../lattice/bigint.js';
import * as bigintArithmetic from '../../lattice/bigintArithmetic.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as refinements from '../../lattice/numberRefine.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { restrictType, truthOf } from './convert.js';
import { evaluate, valueIn } from './evaluate.js';
import { isFunctionAt } from '../heap/objectAt.js';
import { restrict } from '../scope.js';
import type { Activation } from '../scope.js';
import type { LiveState, State } from '../state.js';

import { assume, assumeIntrinsic } from './assume.js';

// Circle: a condition is assumed by refining its operands, and an operand that is a condition itself is assumed.

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
      return intersects(valueIn(expression, state, activation), result) ? state : null;
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
export function evaluatePlain(expression: Expression, state: LiveState, activation: Activation): Value | null {
  const { value, effects } = evaluate(expression, state, activation);
  return effects.converts ? null : value;
}

export function refineUnary(expression: Expression & { kind: 'unary' }, result: Value, state: LiveState, activation: Activation): State {
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

export function singleText(value: Value): string | null {
  if (value.bits !== 0 || value.objects.length > 0 || values.hasNumber(value) || values.hasBigint(value)) return null;
  return value.text.values?.length === 1 ? (value.text.values[0] ?? null) : null;
}

export function refineType(operand: Expression, name: string, is: boolean, state: LiveState, activation: Activation): State {
  const value = valueIn(operand, state, activation);
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

export function refineBinary(expression: Expression & { kind: 'binary' }, result: Value, state: LiveState, activation: Activation): State {
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

export function refinePair(
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
