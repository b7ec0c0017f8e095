import type { BinaryOperator, Expression, Intrinsic, UnaryOperator } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { harmlessIntrinsics } from '../names/standardGlobals.js';

export const undefinedValue: Expression = { kind: 'constant', value: { kind: 'undefined' } };
export const nullValue: Expression = { kind: 'constant', value: { kind: 'null' } };
export const trueValue: Expression = { kind: 'constant', value: { kind: 'boolean', value: true } };
export const falseValue: Expression = { kind: 'constant', value: { kind: 'boolean', value: false } };
export const unknownValue: Expression = { kind: 'unknown' };

export function numberValue(value: number): Expression {
  return { kind: 'constant', value: { kind: 'number', value } };
}

export function stringValue(value: string): Expression {
  return { kind: 'constant', value: { kind: 'string', value } };
}

export function unary(operator: UnaryOperator, operand: Expression): Expression {
  if (operator === '-' && operand.kind === 'constant' && operand.value.kind === 'number') return numberValue(-operand.value.value);
  return { kind: 'unary', operator, operand };
}

export function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right };
}

export function intrinsic(name: Intrinsic, operands: readonly Expression[]): Expression {
  return { kind: 'intrinsic', name, operands };
}

/**
 * What an expression's value is by construction: `nullish` is undefined or null; `primitive` a number, string, boolean or nullish
 * value; `numeric` a number or bigint; `unknown` may be an object, symbol or bigint.
 */
export type StaticKind = 'number' | 'string' | 'boolean' | 'nullish' | 'primitive' | 'numeric' | 'unknown';
export type KindOfVariable = (variable: VariableId) => StaticKind;

export function kindOf(e: Expression, ofVariable: KindOfVariable): StaticKind {
  switch (e.kind) {
    case 'constant':
      switch (e.value.kind) {
        case 'undefined':
        case 'null':
          return 'nullish';
        case 'bigint':
          return 'numeric';
        default:
          return e.value.kind;
      }
    case 'variable':
      return ofVariable(e.variable);
    case 'unary':
      switch (e.operator) {
        case '+':
          return 'number';
        case '!':
          return 'boolean';
        case 'typeof':
        case 'toString':
          return 'string';
        case 'void':
          return 'nullish';
        case '-':
        case '~':
        case 'toNumeric':
          return isPrimitive(kindOf(e.operand, ofVariable)) ? 'number' : 'numeric';
        case 'toPropertyKey':
          return isPrimitive(kindOf(e.operand, ofVariable)) ? 'string' : 'unknown';
      }
      return 'unknown';
    case 'binary':
      return kindOfBinary(e.operator, kindOf(e.left, ofVariable), kindOf(e.right, ofVariable));
    case 'intrinsic':
      return kindOfIntrinsic(e.name);
    default:
      return 'unknown';
  }
}

function kindOfBinary(operator: BinaryOperator, left: StaticKind, right: StaticKind): StaticKind {
  switch (operator) {
    case '+':
      if (left === 'string' || right === 'string') return 'string';
      if (!isPrimitive(left) || !isPrimitive(right)) return 'unknown';
      return left === 'primitive' || right === 'primitive' ? 'primitive' : 'number';
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
      // With one operand that is no bigint the other cannot be one either: mixing them throws.
      return isPrimitive(left) || isPrimitive(right) ? 'number' : 'numeric';
    case '>>>':
      return 'number';
    default:
      return 'boolean';
  }
}

function kindOfIntrinsic(name: Intrinsic): StaticKind {
  switch (name) {
    case 'Number.isInteger':
    case 'Number.isSafeInteger':
    case 'Number.isFinite':
    case 'Number.isNaN':
    case 'isNaN':
    case 'isFinite':
    case 'Boolean':
    case 'Array.isArray':
    case 'Object.is':
      return 'boolean';
    case 'String':
      return 'string';
    default:
      return 'number';
  }
}

/** No object, symbol or bigint: converting it runs no code and mixing it with numbers does not throw. */
function isPrimitive(kind: StaticKind): boolean {
  return kind !== 'unknown' && kind !== 'numeric';
}

/** Evaluating the expression may throw or run unknown code (a conversion of an object). */
export function canThrow(e: Expression, ofVariable: KindOfVariable): boolean {
  switch (e.kind) {
    case 'unary':
      if (canThrow(e.operand, ofVariable)) return true;
      switch (e.operator) {
        case '!':
        case 'typeof':
        case 'void':
          return false;
        case '-':
        case '~':
        case 'toNumeric':
          return kindOf(e.operand, ofVariable) === 'unknown';
        default:
          return !isPrimitive(kindOf(e.operand, ofVariable));
      }
    case 'binary':
      return canThrow(e.left, ofVariable) || canThrow(e.right, ofVariable) || operatorCanThrow(e, ofVariable);
    case 'intrinsic':
      if (e.operands.some((operand) => canThrow(operand, ofVariable))) return true;
      return !harmlessIntrinsics.has(e.name) && e.operands.some((operand) => !isPrimitive(kindOf(operand, ofVariable)));
    default:
      return false;
  }
}

function operatorCanThrow(e: Expression & { kind: 'binary' }, ofVariable: KindOfVariable): boolean {
  if (e.operator === '===' || e.operator === '!==') return false;
  if (e.operator === 'in' || e.operator === 'instanceof') return true;
  const left = kindOf(e.left, ofVariable);
  const right = kindOf(e.right, ofVariable);
  if (e.operator === '==' || e.operator === '!=') {
    return left !== 'nullish' && right !== 'nullish' && !(isPrimitive(left) && isPrimitive(right));
  }
  // A string may become too long.
  if (e.operator === '+' && (mayBeString(left) || mayBeString(right))) return !(isConstant(e.left) && isConstant(e.right));
  return !isPrimitive(left) || !isPrimitive(right);
}

function mayBeString(kind: StaticKind): boolean {
  return kind === 'string' || kind === 'primitive';
}

function isConstant(e: Expression): boolean {
  return e.kind === 'constant';
}

/** ToBoolean of a constant; null when it is not known. */
export function truthOf(e: Expression): boolean | null {
  if (e.kind !== 'constant') return null;
  switch (e.value.kind) {
    case 'undefined':
    case 'null':
      return false;
    default:
      return Boolean(e.value.value);
  }
}

/** Calls `visit` for each variable that the expression reads. */
export function forEachVariable(e: Expression, visit: (variable: VariableId) => void): void {
  switch (e.kind) {
    case 'variable':
      visit(e.variable);
      return;
    case 'unary':
      forEachVariable(e.operand, visit);
      return;
    case 'binary':
      forEachVariable(e.left, visit);
      forEachVariable(e.right, visit);
      return;
    case 'intrinsic':
      for (const operand of e.operands) forEachVariable(operand, visit);
      return;
    default:
      return;
  }
}
