import ts from 'typescript';
import { parse } from '../source.js';

/** The names of the matchers that a text calls: `toBe` of `expect(x).not.toBe(y)`. */
export function matchersIn(text: string, path: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && isExpectation(node.expression.expression))
      names.add(node.expression.name.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(text, path).file);
  return names;
}

/** Whether it is `expect(x)`, or that with words behind it. */
function isExpectation(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node)) return isExpectation(node.expression);
  if (!ts.isCallExpression(node)) return false;
  const { expression: callee } = node;
  return ts.isIdentifier(callee) ? callee.text === 'expect' : isExpectation(callee);
}
