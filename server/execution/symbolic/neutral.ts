import type { BinaryOperator, Expression } from '../../ir/expression.js';
import { Term, type ConcreteValue } from '../concrete/concreteValue.js';

/**
 * The operand that the operation gives back as it is, if it is a number, NaN and both zeros included; null where there is none: `x - 0`,
 * `x * 1`, `x / 1`, and `x + 0` where x is not -0 (IEEE 754-2019, 6.3).
 */
export function unchangedBy(operator: BinaryOperator, left: ConcreteValue, right: ConcreteValue): ConcreteValue | null {
  switch (operator) {
    case '-':
      return Object.is(right, 0) ? left : null;
    case '*':
      return right === 1 ? left : left === 1 ? right : null;
    case '/':
      return right === 1 ? left : null;
    case '+':
      return Object.is(right, 0) && isNoNegativeZero(left) ? left : Object.is(left, 0) && isNoNegativeZero(right) ? right : null;
    default:
      return null;
  }
}

const isNoNegativeZero = (value: ConcreteValue): boolean => value instanceof Term && neverNegativeZero(value.expression);

/** A sum or difference with something that is not zero is never -0; nor is a number of 32 bits. */
function neverNegativeZero(expression: Expression): boolean {
  if (expression.kind !== 'binary') return false;
  const { operator, left, right } = expression;
  if (['&', '|', '^', '<<', '>>', '>>>'].includes(operator)) return true;
  return (operator === '+' || operator === '-') && (isNonZero(left) || isNonZero(right));
}

const isNonZero = (expression: Expression): boolean =>
  expression.kind === 'constant' && expression.value.kind === 'number' && expression.value.value !== 0;
