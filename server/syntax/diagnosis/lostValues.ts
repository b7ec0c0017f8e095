import ts from 'typescript';
import { functionAround } from './parts.js';

/** What a statement may have been meant as that computes a value for nothing: with its size as a change. */
export function lostValueEdits(
  expression: ts.Expression,
  file: ts.SourceFile,
): readonly { readonly text: string; readonly size: number }[] {
  if (!isLost(expression)) return [];
  const text = expression.getText(file);
  const found: { text: string; size: number }[] = [];
  if (mayReturnValue(expression)) found.push({ text: `return ${text};`, size: 0.9 });
  if (!ts.isBinaryExpression(expression) || !isAssignable(expression.left)) return found;
  const [left, right] = [expression.left.getText(file), expression.right.getText(file)];
  const operator = expression.operatorToken.getText(file);
  if (operator === '==' || operator === '===') found.push({ text: `${left} = ${right};`, size: 0.9 });
  if (/^(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)$/.test(operator)) {
    found.push({ text: `${left} ${operator}= ${right};`, size: 1 });
    found.push({ text: `${left} = ${text};`, size: 1.3 });
  }
  return found;
}

/** Whether nothing but the value of an expression could be of use: it writes nothing, calls nobody and waits for nobody. */
function isLost(expression: ts.Expression): boolean {
  // `'use strict'`, and what tells nothing.
  if (ts.isStringLiteral(expression) || ts.isVoidExpression(expression)) return false;
  let isUseful = false;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    const isWritten =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    const isCounted =
      ts.isPostfixUnaryExpression(node) ||
      (ts.isPrefixUnaryExpression(node) &&
        (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken));
    const isRun =
      ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isDeleteExpression(node);
    if (isWritten || isCounted || isRun || ts.isAwaitExpression(node) || ts.isYieldExpression(node)) isUseful = true;
    ts.forEachChild(node, visit);
  };
  visit(expression);
  return !isUseful;
}

/** Whether the function around gives what it returns: it is no constructor, setter or generator. */
export function mayReturnValue(node: ts.Node): boolean {
  const fn = functionAround(node);
  return fn !== null && !ts.isConstructorDeclaration(fn) && !ts.isSetAccessor(fn) && fn.asteriskToken === undefined;
}

const isAssignable = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
