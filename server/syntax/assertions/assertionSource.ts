import ts from 'typescript';
import type { ExpressionAssertion } from './assertion.js';

type Reparented = { -readonly [K in keyof ts.Expression]: ts.Expression[K] };

/** Makes an assertion's expression, parsed in a file of its own, a part of the file it is written in: its positions are then the file's. */
export function adopt(assertion: ExpressionAssertion, file: ts.SourceFile): void {
  const { offset } = assertion;
  const shift = (node: ts.Node): void => {
    ts.setTextRange(node, { pos: node.pos + offset, end: node.end + offset });
    ts.forEachChild(node, shift, (children) => {
      ts.setTextRange(children, { pos: children.pos + offset, end: children.end + offset });
      children.forEach(shift);
    });
  };
  shift(assertion.expression);
  (assertion.expression as Reparented).parent = file;
}

/** Whether the node is part of an assertion: what else is directly in a file is a statement. */
export function isAdopted(node: ts.Node): boolean {
  let outermost = node;
  while (!ts.isSourceFile(outermost.parent)) outermost = outermost.parent;
  return ts.isExpression(outermost);
}
