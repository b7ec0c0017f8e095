import type { BinaryOperator, Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { nextDown, nextUp } from '../../lattice/double.js';
import type { NumberValue } from '../../lattice/number.js';

/** An expression of one number: it never falls where the number rises, or never rises. */
interface Monotone {
  readonly variable: VariableId;
  readonly isRising: boolean;
  readonly at: (x: number) => number;
}

/** Longer numbers say less than what they were computed from. */
const longestNumber = 8;
const mirrored = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '===': '===' } as const;
type Order = keyof typeof mirrored;
const isOrder = (operator: BinaryOperator): operator is Order => operator in mirrored;

/**
 * `2 * n + 1 > 20` says `n > 9.5`: rounding is monotone, so that what holds of the expression holds of all numbers up to one of them, or
 * from one on. Null where the comparison is another, or says it better as it is.
 */
export function aboutNumber(condition: Expression, numberOf: (variable: VariableId) => NumberValue | null): Expression | null {
  if (condition.kind !== 'binary' || !isOrder(condition.operator)) return null;
  const { left, right } = condition;
  const [of, bound, operator] = isNumber(right) ? [left, right, condition.operator] : [right, left, mirrored[condition.operator]];
  if (!isNumber(bound) || of.kind === 'variable') return null;
  const monotone = monotoneOf(of);
  if (monotone === null) return null;
  const { variable, isRising, at } = monotone;
  const number = numberOf(variable);
  if (number === null) return null;
  const known = { variable, isInteger: number.integer };
  const b = bound.value.value;
  if (operator === '===') {
    const first = firstFrom((x) => (isRising ? at(x) >= b : at(x) <= b));
    const behind = firstFrom((x) => (isRising ? at(x) > b : at(x) < b));
    return first !== null && behind !== null && nextUp(first) === behind ? compared(known, '===', first) : null;
  }
  const test = (x: number): boolean => holds(operator, at(x), b);
  const isUpper = isRising === operator.startsWith('>');
  const limit = firstFrom((x) => test(x) === isUpper);
  if (limit === null || limit === -Infinity) return null;
  return isUpper ? lowerBound(known, limit) : upperBound(known, nextDown(limit));
}

type Numeric = Expression & { readonly kind: 'constant'; readonly value: { readonly kind: 'number'; readonly value: number } };
const isNumber = (expression: Expression): expression is Numeric =>
  expression.kind === 'constant' && expression.value.kind === 'number' && Number.isFinite(expression.value.value);

function monotoneOf(expression: Expression): Monotone | null {
  switch (expression.kind) {
    case 'variable':
      return { variable: expression.variable, isRising: true, at: (x) => x };
    case 'unary':
      return expression.operator === '-' ? after(expression.operand, false, (x) => -x) : null;
    case 'intrinsic': {
      const [operand] = expression.operands;
      const rounding = roundings[expression.name];
      return operand === undefined || rounding === undefined ? null : after(operand, true, rounding);
    }
    case 'binary':
      return isNumber(expression.right)
        ? afterRight(expression.left, expression.operator, expression.right.value.value)
        : isNumber(expression.left)
          ? afterLeft(expression.left.value.value, expression.operator, expression.right)
          : null;
    default:
      return null;
  }
}

const roundings: Readonly<Partial<Record<string, (x: number) => number>>> = {
  'Math.floor': Math.floor,
  'Math.ceil': Math.ceil,
  'Math.round': Math.round,
  'Math.trunc': Math.trunc,
};

function after(operand: Expression, keepsOrder: boolean, then: (x: number) => number): Monotone | null {
  const monotone = monotoneOf(operand);
  if (monotone === null) return null;
  const { variable, isRising, at } = monotone;
  return { variable, isRising: isRising === keepsOrder, at: (x) => then(at(x)) };
}

function afterRight(operand: Expression, operator: BinaryOperator, c: number): Monotone | null {
  if (operator === '+') return after(operand, true, (x) => x + c);
  if (operator === '-') return after(operand, true, (x) => x - c);
  if (c === 0) return null;
  if (operator === '*') return after(operand, c > 0, (x) => x * c);
  return operator === '/' ? after(operand, c > 0, (x) => x / c) : null;
}

function afterLeft(c: number, operator: BinaryOperator, operand: Expression): Monotone | null {
  if (operator === '+') return after(operand, true, (x) => c + x);
  if (operator === '-') return after(operand, false, (x) => c - x);
  return operator === '*' && c !== 0 ? after(operand, c > 0, (x) => c * x) : null;
}

function holds(operator: Order, a: number, b: number): boolean {
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '===':
      return a === b;
  }
}

/** The least double, infinities included, from which on the test holds; null when there is none. */
function firstFrom(test: (x: number) => boolean): number | null {
  if (!test(Infinity)) return null;
  let low = rankOf(-Infinity);
  let high = rankOf(Infinity);
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (test(ranked(middle))) high = middle;
    else low = middle + 1n;
  }
  return ranked(high);
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** Doubles in their order, one after the other; both zeros are one. */
function rankOf(x: number): bigint {
  float[0] = Math.abs(x);
  const magnitude = bits[0] ?? 0n;
  return x < 0 ? -magnitude : magnitude;
}

function ranked(rank: bigint): number {
  bits[0] = rank < 0n ? -rank : rank;
  const magnitude = float[0] ?? 0;
  return rank < 0n ? -magnitude : magnitude;
}

interface Known {
  readonly variable: VariableId;
  readonly isInteger: boolean;
}

function lowerBound(known: Known, least: number): Expression | null {
  const below = known.isInteger ? Math.ceil(least) - 1 : nextDown(least);
  return compared(known, '>', below) ?? compared(known, '>=', known.isInteger ? Math.ceil(least) : least);
}

function upperBound(known: Known, most: number): Expression | null {
  const above = known.isInteger ? Math.floor(most) + 1 : nextUp(most);
  return compared(known, '<', above) ?? compared(known, '<=', known.isInteger ? Math.floor(most) : most);
}

function compared({ variable }: Known, operator: Order, value: number): Expression | null {
  if (String(value).length > longestNumber) return null;
  return {
    kind: 'binary',
    operator,
    left: { kind: 'variable', variable },
    right: { kind: 'constant', value: { kind: 'number', value: value + 0 } },
  };
}
