import type { Expression } from '../../ir/expression.js';
import * as bigints from '../../lattice/bigint.js';
import * as bigintArithmetic from '../../lattice/bigintArithmetic.js';
import * as numbers from '../../lattice/number.js';
import * as refinements from '../../lattice/numberRefine.js';
import * as texts from '../../lattice/text.js';
import * as textOperations from '../../lattice/textOperations.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { convertedVariable } from './conversion.js';
import { truthOf } from './convert.js';
import { isSingleton, valueIn } from './evaluate.js';
import { numbersSatisfying } from './numberPredicates.js';
import { mayAskInstances, testInstances } from './instanceOf.js';
import { keepOnly, restrict } from '../scope.js';
import { comparedWithItself } from './selfComparison.js';
import type { Activation } from '../scope.js';
import type { LiveState, State } from '../state.js';
import { evaluatePlain, refine, refineBinary, refinePair, refineType, refineUnary, singleText } from './refine.js';

/** The states in which ToBoolean(condition) may be `truth`; null when there are none. */
export function assume(condition: Expression, truth: boolean, state: LiveState, activation: Activation): State {
  switch (condition.kind) {
    case 'constant':
    case 'global':
    case 'unknown': {
      const known = truthOf(valueIn(condition, state, activation));
      return (truth ? known.mayBeTrue : known.mayBeFalse) ? state : null;
    }
    case 'variable': {
      const value = valueIn(condition, state, activation);
      const restricted = values.assumeTruth(value, truth);
      if (values.isBottom(restricted)) return null;
      return restrict(state, condition.variable, restricted, activation);
    }
    case 'unary': {
      if (condition.operator === '!') return assume(condition.operand, !truth, state, activation);
      const value = valueIn(condition, state, activation);
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
    const restricted = comparedWithItself(valueIn(left, state, activation), operator, truth);
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
      const value = valueIn(condition.left, state, activation);
      const right = valueIn(condition.right, state, activation);
      const test = testInstances(value, right, state, activation);
      if (test !== null) {
        const kept = truth ? test.instances : test.others;
        if (values.isBottom(kept)) return null;
        return condition.left.kind === 'variable' ? keepOnly(state, condition.left.variable, kept, activation) : state;
      }
      // A primitive is an instance of nothing, unless the class says so itself.
      if (!truth || condition.left.kind !== 'variable' || right.bits !== 0 || mayAskInstances(right, activation)) return state;
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
      const restricted = values.assumeTruth(valueIn(condition, state, activation), truth);
      return values.isBottom(restricted) ? null : refineBinary(condition, restricted, state, activation);
    }
  }
}

export function assumeIntrinsic(
  condition: Expression & { kind: 'intrinsic' },
  truth: boolean,
  state: LiveState,
  activation: Activation,
): State {
  const result = values.assumeTruth(valueIn(condition, state, activation), truth);
  if (values.isBottom(result)) return null;
  const operand = condition.operands[0];
  if (operand === undefined) return state;
  switch (condition.name) {
    case 'Number.isInteger':
    case 'Number.isSafeInteger':
    case 'Number.isFinite':
    case 'Number.isNaN': {
      const value = valueIn(operand, state, activation);
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
      const value = valueIn(operand, state, activation);
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
    return assumeMixedOrder({ condition, operator, truth }, left, right, current, activation);
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

/** A comparison that is assumed to be true, or to be false. */
interface Order {
  readonly condition: Expression & { kind: 'binary' };
  readonly operator: '<' | '<=' | '>' | '>=';
  readonly truth: boolean;
}

/** One side is a number and the other may be: undefined compares like NaN, all else is converted and left alone. */
function assumeMixedOrder(
  { condition, operator, truth }: Order,
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
  const a = valueIn(left, state, activation);
  const b = valueIn(right, state, activation);
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
  const a = valueIn(left, state, activation);
  const b = valueIn(right, state, activation);
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
    const name = singleText(valueIn(other, state, activation));
    if (name !== null) return { operand: test.operand, name };
  }
  return null;
}
