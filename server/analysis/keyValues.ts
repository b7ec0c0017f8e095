import type { BinaryOperator, Constant, Expression, UnaryOperator } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';

/** Primitive kinds that have no text of their own choice: their keys are numerals, `undefined`, `null`, `true` and `false`. */
const [undefinedKind, nullKind, booleanKind, numberKind, bigintKind, stringKind, otherKind] = [1, 2, 4, 8, 16, 32, 64] as const;
const anyKinds = 127;
const [numeric, plainKinds] = [numberKind | bigintKind, undefinedKind | nullKind | booleanKind];

/** The values that may be under a key, as far as keys can be told apart: a join-semilattice without infinite ascending chains. */
export interface KeyValue {
  /** A set of kinds, as bits; objects and symbols are one. */
  readonly kinds: number;
  /** What all its strings begin with; of a value without strings nothing. */
  readonly prefix: string;
  /** Whether that is all of each string. */
  readonly isWhole: boolean;
}

export const noKey: KeyValue = { kinds: 0, prefix: '', isWhole: false };
export const anyKey: KeyValue = { kinds: anyKinds, prefix: '', isWhole: false };
export const objectKey: KeyValue = { ...noKey, kinds: otherKind };
export const undefinedKey: KeyValue = { ...noKey, kinds: undefinedKind };
export const numberKey: KeyValue = { ...noKey, kinds: numberKind };
export const booleanKey: KeyValue = { ...noKey, kinds: booleanKind };
export const stringKey: KeyValue = { ...noKey, kinds: stringKind };
const numericKey: KeyValue = { ...noKey, kinds: numeric };

/** The least value that covers both. */
export function joinKeys(x: KeyValue, y: KeyValue): KeyValue {
  const kinds = x.kinds | y.kinds;
  if (!mayBeString(y)) return { ...x, kinds };
  if (!mayBeString(x)) return { ...y, kinds };
  const prefix = commonStart(x.prefix, y.prefix);
  return { kinds, prefix, isWhole: x.isWhole && y.isWhole && x.prefix === y.prefix };
}

export function isSameKey(x: KeyValue, y: KeyValue): boolean {
  return x.kinds === y.kinds && x.prefix === y.prefix && x.isWhole === y.isWhole;
}

/** Whether neither an object's own conversion nor a symbol decides which key it is. */
export const isKnownText = ({ kinds }: KeyValue): boolean => (kinds & otherKind) === 0;

export const mayBeString = ({ kinds }: KeyValue): boolean => (kinds & stringKind) !== 0;

export const mayBeNumeric = ({ kinds }: KeyValue): boolean => (kinds & numeric) !== 0;

/** The values of an expression, for those of the variables. */
export function keysOf(expression: Expression, valueOf: (variable: VariableId) => KeyValue): KeyValue {
  switch (expression.kind) {
    case 'constant':
      return constantKey(expression.value);
    case 'variable':
      return valueOf(expression.variable);
    case 'unary': {
      const operand = keysOf(expression.operand, valueOf);
      return operand.kinds === 0 ? noKey : unaryKeys(expression.operator, operand);
    }
    case 'binary': {
      const [left, right] = [keysOf(expression.left, valueOf), keysOf(expression.right, valueOf)];
      return left.kinds === 0 || right.kinds === 0 ? noKey : binaryKeys(expression.operator, left, right);
    }
    // That built-ins are what they were is an assumption.
    case 'global':
    case 'intrinsic':
    case 'unknown':
      return anyKey;
  }
}

function constantKey(constant: Constant): KeyValue {
  switch (constant.kind) {
    case 'undefined':
      return undefinedKey;
    case 'null':
      return { ...noKey, kinds: nullKind };
    case 'boolean':
      return booleanKey;
    case 'number':
      return numberKey;
    case 'bigint':
      return { ...noKey, kinds: bigintKind };
    case 'string':
      return { kinds: stringKind, prefix: constant.value, isWhole: true };
  }
}

function unaryKeys(operator: UnaryOperator, operand: KeyValue): KeyValue {
  switch (operator) {
    case '-':
    case '~':
    case 'toNumeric':
      return (operand.kinds & (bigintKind | otherKind)) === 0 ? numberKey : numericKey;
    case '+':
      return numberKey;
    case '!':
      return booleanKey;
    case 'void':
      return undefinedKey;
    case 'typeof':
      return stringKey;
    case 'toString':
      return operand.kinds === stringKind ? operand : stringKey;
    case 'toPropertyKey':
      return isKnownText(operand) ? operand : anyKey;
  }
}

function binaryKeys(operator: BinaryOperator, left: KeyValue, right: KeyValue): KeyValue {
  switch (operator) {
    case '+':
      return sumKeys(left, right);
    case '>>>':
      return numberKey;
    case '-':
    case '*':
    case '/':
    case '%':
    case '**':
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
      return numericResult(left, right);
    default:
      return booleanKey;
  }
}

/** A number of two that are none of BigInt's, a bigint of two that are: others throw. */
function numericResult(left: KeyValue, right: KeyValue): KeyValue {
  const mayBe = (kinds: number) => (left.kinds & kinds) !== 0 && (right.kinds & kinds) !== 0;
  const [number, bigint] = [mayBe(anyKinds & ~bigintKind), mayBe(bigintKind | otherKind)];
  return { ...noKey, kinds: (number ? numberKind : 0) | (bigint ? bigintKind : 0) };
}

function sumKeys(left: KeyValue, right: KeyValue): KeyValue {
  const isNumeric = ((left.kinds | right.kinds) & ~(numeric | plainKinds)) === 0;
  if (isNumeric) return numericResult(left, right);
  // An object becomes a primitive, which may be a string.
  if (left.kinds !== stringKind) return right.kinds === stringKind ? stringKey : { ...anyKey, kinds: numeric | stringKind };
  if (!left.isWhole) return left;
  if (right.kinds !== stringKind) return { ...left, isWhole: false };
  return { kinds: stringKind, prefix: left.prefix + right.prefix, isWhole: right.isWhole };
}

function commonStart(x: string, y: string): string {
  let length = 0;
  while (length < x.length && length < y.length && x[length] === y[length]) length++;
  return x.slice(0, length);
}
