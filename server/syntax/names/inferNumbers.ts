import ts from 'typescript';
import type { Bindings } from './bindings.js';
import { intrinsicNamed } from './standardGlobals.js';
import type { Definition, VariableInfo } from './scopes.js';
import { leftSpine, skipTypes } from '../source.js';

/** Rounds after which variables that still depend on each other are given up; a long chain of copies is not worth more. */
const maximumRounds = 10;

/**
 * Finds the variables that hold numbers by construction: the greatest set in which every definition is a number, given the set.
 * Such a variable may also be undefined before its first definition, which arithmetic treats as NaN.
 */
export function inferNumbers(bindings: Bindings): void {
  let candidates = bindings.variables.filter((variable) => variable.definitions !== null && variable.definitions.length > 0);
  for (const variable of candidates) variable.numeric = true;
  for (let round = 0; ; round++) {
    const remaining = candidates.filter((variable) => variable.definitions?.every((one) => isNumeric(one, variable, bindings)) ?? false);
    if (remaining.length === candidates.length) return;
    for (const variable of candidates) variable.numeric = false;
    if (round === maximumRounds) return;
    for (const variable of remaining) variable.numeric = true;
    candidates = remaining;
  }
}

function isNumeric(definition: Definition, variable: VariableInfo, bindings: Bindings): boolean {
  switch (definition.operator) {
    case '=':
      return definition.value !== null && isNumber(definition.value, bindings);
    case '+=':
      return variable.numeric && definition.value !== null && isNumber(definition.value, bindings);
    case 'numeric':
    case 'update':
      // Together with a number the other operand cannot be a bigint: mixing throws.
      return variable.numeric;
  }
}

function isNumber(expression: ts.Expression, bindings: Bindings): boolean {
  const node = skipTypes(expression);
  if (ts.isNumericLiteral(node)) return true;
  if (ts.isIdentifier(node)) {
    const reference = bindings.references.get(node);
    return reference !== undefined ? reference.variable.numeric : node.text === 'NaN' || node.text === 'Infinity';
  }
  if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === ts.SyntaxKind.PlusToken) return true;
    return node.operator !== ts.SyntaxKind.ExclamationToken && isNumber(node.operand, bindings);
  }
  if (ts.isPostfixUnaryExpression(node)) return isNumber(node.operand, bindings);
  if (ts.isConditionalExpression(node)) return isNumber(node.whenTrue, bindings) && isNumber(node.whenFalse, bindings);
  if (ts.isBinaryExpression(node)) return isNumberOperation(node, bindings);
  if (ts.isCallExpression(node)) return isNumberCall(node, bindings);
  return false;
}

/** Along the left spine without recursion: chains may be thousands of terms long. */
function isNumberOperation(node: ts.BinaryExpression, bindings: Bindings): boolean {
  const spine = leftSpine(node, () => true);
  let left = isNumber((spine[0] ?? node).left, bindings);
  for (const { operatorToken, right } of spine) left = isNumberResult(operatorToken.kind, left, isNumber(right, bindings));
  return left;
}

function isNumberResult(operator: ts.SyntaxKind, left: boolean, right: boolean): boolean {
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return left && right;
    case ts.SyntaxKind.MinusToken:
    case ts.SyntaxKind.AsteriskToken:
    case ts.SyntaxKind.SlashToken:
    case ts.SyntaxKind.PercentToken:
    case ts.SyntaxKind.AsteriskAsteriskToken:
    case ts.SyntaxKind.LessThanLessThanToken:
    case ts.SyntaxKind.GreaterThanGreaterThanToken:
    case ts.SyntaxKind.AmpersandToken:
    case ts.SyntaxKind.BarToken:
    case ts.SyntaxKind.CaretToken:
      return left || right;
    case ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken:
      return true;
    case ts.SyntaxKind.EqualsToken:
    case ts.SyntaxKind.CommaToken:
      return right;
    default:
      return false;
  }
}

function isNumberCall(node: ts.CallExpression, bindings: Bindings): boolean {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression) || callee.expression.text !== 'Math') return false;
  if (bindings.references.has(callee.expression) || bindings.tampersWithBuiltins) return false;
  return intrinsicNamed(`Math.${callee.name.text}`, node.arguments.length) !== null && !node.arguments.some(ts.isSpreadElement);
}
