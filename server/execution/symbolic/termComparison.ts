import type { BinaryOperator, Expression } from '../../ir/expression.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { aboutNumber } from './monotone.js';
import { textOf } from './quantities.js';

type ValueOf = (expression: Expression) => Value;

/** The same comparison in as few words as are found; a boolean where it is always true, or always false. */
export function plainComparison(condition: Expression, valueOf: ValueOf): Expression | boolean {
  const compared = withoutZeros(condition, valueOf);
  return (
    withText(compared, valueOf) ??
    withItself(compared, valueOf) ??
    aboutNumber(compared, (variable) => {
      const value = valueOf({ kind: 'variable', variable });
      return values.isNumberOnly(value) ? value.number : null;
    }) ??
    compared
  );
}

const comparisons: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '===']);

/** `0 + n < 5` says `n < 5`: to a comparison it is the same which of the zeros `n` is. */
function withoutZeros(condition: Expression, valueOf: ValueOf): Expression {
  if (condition.kind !== 'binary' || !comparisons.has(condition.operator)) return condition;
  return { ...condition, left: withoutZero(condition.left, valueOf), right: withoutZero(condition.right, valueOf) };
}

function withoutZero(operand: Expression, valueOf: ValueOf): Expression {
  if (operand.kind !== 'binary' || operand.operator !== '+') return operand;
  const { left, right } = operand;
  for (const [zero, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const isZero = zero.kind === 'constant' && zero.value.kind === 'number' && zero.value.value === 0;
    if (isZero && values.isNumberOnly(valueOf(other))) return withoutZero(other, valueOf);
  }
  return operand;
}

/** A number is neither less nor greater than a text that is none, and no number has such a text. Null where that does not say it. */
function withText(condition: Expression, valueOf: ValueOf): false | null {
  if (condition.kind !== 'binary') return null;
  for (const [text, other] of [
    [condition.left, condition.right],
    [condition.right, condition.left],
  ] as const) {
    if (text.kind !== 'constant' || text.value.kind !== 'string') continue;
    const { value } = text.value;
    const isCompared = condition.operator in mirrored && Number.isNaN(Number(value));
    if (isCompared && values.isNumberOnly(valueOf(other))) return false;
    const number = textIn(other);
    const isEqual = (condition.operator === '===' || condition.operator === '==') && String(Number(value)) !== value;
    if (isEqual && number !== null && values.isNumberOnly(valueOf(number))) return false;
  }
  return null;
}

/** The operand that is converted to a text; null where none is. */
function textIn(expression: Expression): Expression | null {
  if (expression.kind === 'unary') return expression.operator === 'toString' ? expression.operand : null;
  return expression.kind === 'intrinsic' && expression.name === 'String' ? (expression.operands[0] ?? null) : null;
}

export const mirrored: Partial<Record<BinaryOperator, BinaryOperator>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** `n - 7 <= n` is true of all numbers but NaN, and `n - 7 > n` of none: rounding is monotone. */
function withItself(condition: Expression, valueOf: ValueOf): Expression | false | null {
  if (condition.kind !== 'binary') return null;
  const { left, right } = condition;
  const opposite = mirrored[condition.operator];
  if (opposite === undefined) return null;
  return (
    againstBase(left, condition.operator, right, valueOf) ??
    (textOf(left) === textOf(right) ? null : againstBase(right, opposite, left, valueOf))
  );
}

function againstBase(moved: Expression, operator: BinaryOperator, base: Expression, valueOf: ValueOf): Expression | false | null {
  const direction = directionFrom(moved, textOf(base));
  if (direction === null || !values.isNumberOnly(valueOf(base))) return null;
  const isTrue = (operator === '>=' && direction >= 0) || (operator === '<=' && direction <= 0);
  if (isTrue) return { kind: 'unary', operator: '!', operand: { kind: 'intrinsic', name: 'Number.isNaN', operands: [base] } };
  return (operator === '<' && direction >= 0) || (operator === '>' && direction <= 0) ? false : null;
}

/** The term that is added to a base to give the expression; null where it is another expression. */
export function addedTo(expression: Expression, base: Expression): Expression | null {
  if (expression.kind !== 'binary' || expression.operator !== '+') return null;
  return textOf(expression.left) === textOf(base) ? expression.right : null;
}

/** 1 where it is at least the base, by what is added to it, -1 where it is at most that, 0 where it is the same. */
export function directionFrom(moved: Expression, base: string): -1 | 0 | 1 | null {
  if (textOf(moved) === base) return 0;
  if (moved.kind !== 'binary' || (moved.operator !== '+' && moved.operator !== '-')) return null;
  const { left, right, operator } = moved;
  if (right.kind !== 'constant' || right.value.kind !== 'number' || !Number.isFinite(right.value.value)) return null;
  const before = directionFrom(left, base);
  const step = Math.sign(operator === '+' ? right.value.value : -right.value.value);
  if (before === null || step === 0 || before === step) return before;
  return before === 0 ? (step > 0 ? 1 : -1) : null;
}

/** Comparisons of which one follows for whatever is at least what is compared, or at most that. */
export function stillTrue(operator: BinaryOperator, isRising: boolean): readonly (readonly [BinaryOperator, boolean])[] {
  const [strict, weak] = isRising ? (['>', '>='] as const) : (['<', '<='] as const);
  const [less, most] = isRising ? (['<', '<='] as const) : (['>', '>='] as const);
  switch (operator) {
    case strict:
      return [[strict, true]];
    case weak:
      return [
        [weak, true],
        [strict, true],
      ];
    case less:
      return [
        [weak, false],
        [strict, false],
      ];
    case most:
    case '===':
    case '==':
      return [[strict, false]];
    default:
      return [];
  }
}
