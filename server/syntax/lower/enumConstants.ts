import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import { numberValue, stringValue } from './expressions.js';
import { propertyNameText } from '../names/functionNames.js';
import { skipTypes } from '../source.js';

/** The members of an enum whose values the compiler computes. */
export function constantsOf(node: ts.EnumDeclaration): ReadonlyMap<string, Expression> {
  const values = new Map<string, number | string>();
  let next: number | null = 0;
  for (const member of node.members) {
    const name = propertyNameText(member.name);
    const value: number | string | null = member.initializer === undefined ? next : evaluate(member.initializer, values);
    if (name !== null && value !== null) values.set(name, value);
    next = typeof value === 'number' ? value + 1 : null;
  }
  return new Map([...values].map(([name, value]) => [name, typeof value === 'number' ? numberValue(value) : stringValue(value)]));
}

/** The value of a constant expression over the names in `values`; null if it is none that is understood. */
export function evaluate(expression: ts.Expression, values: ReadonlyMap<string, number | string>): number | string | null {
  const node = skipTypes(expression);
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) return values.get(node.text) ?? null;
  if (ts.isPropertyAccessExpression(node)) return null;
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = evaluate(node.operand, values);
    if (typeof operand !== 'number') return null;
    if (node.operator === ts.SyntaxKind.MinusToken) return -operand;
    if (node.operator === ts.SyntaxKind.TildeToken) return ~operand;
    return node.operator === ts.SyntaxKind.PlusToken ? operand : null;
  }
  if (!ts.isBinaryExpression(node)) return null;
  const left = evaluate(node.left, values);
  const right = evaluate(node.right, values);
  if (left === null || right === null) return null;
  if (typeof left === 'string' || typeof right === 'string') {
    return node.operatorToken.kind === ts.SyntaxKind.PlusToken ? `${left}${right}` : null;
  }
  return operate(node.operatorToken.kind, left, right);
}

function operate(operator: ts.SyntaxKind, left: number, right: number): number | null {
  switch (operator) {
    case ts.SyntaxKind.PlusToken:
      return left + right;
    case ts.SyntaxKind.MinusToken:
      return left - right;
    case ts.SyntaxKind.AsteriskToken:
      return left * right;
    case ts.SyntaxKind.SlashToken:
      return left / right;
    case ts.SyntaxKind.PercentToken:
      return left % right;
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return left ** right;
    case ts.SyntaxKind.BarToken:
      return left | right;
    case ts.SyntaxKind.AmpersandToken:
      return left & right;
    case ts.SyntaxKind.CaretToken:
      return left ^ right;
    case ts.SyntaxKind.LessThanLessThanToken:
      return left << right;
    case ts.SyntaxKind.GreaterThanGreaterThanToken:
      return left >> right;
    case ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken:
      return left >>> right;
    default:
      return null;
  }
}
