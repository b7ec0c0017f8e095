import ts from 'typescript';
import { unreachable } from '../../base/errors.js';
import type { AssertionComment, ExpressionAssertion } from './assertion.js';

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
  places.set(assertion.expression, attachedNode(assertion));
}

/** By the expression of an assertion, what it is about. */
const places = new WeakMap<ts.Node, ts.Node>();

/** The node in whose place an assertion speaks. */
export function attachedNode({ attachment }: AssertionComment): ts.Node {
  switch (attachment.kind) {
    case 'before':
    case 'after':
      return attachment.statement;
    case 'start':
    case 'end':
      return attachment.block;
    case 'entry':
    case 'exit':
      return attachment.function;
    case 'value':
      return attachment.declaration;
    default:
      return unreachable(attachment);
  }
}

/** The classes that the node is in, the innermost first: those of an assertion are those that it is written in, or about. */
export function classesAround(node: ts.Node): readonly ts.ClassLikeDeclaration[] {
  const found: ts.ClassLikeDeclaration[] = [];
  for (let at: ts.Node | undefined = node; at !== undefined; at = places.get(at) ?? at.parent) if (ts.isClassLike(at)) found.push(at);
  return found;
}

/** Whether the node is part of an assertion: what else is directly in a file is a statement. */
export function isAdopted(node: ts.Node): boolean {
  let outermost = node;
  while (!ts.isSourceFile(outermost.parent)) outermost = outermost.parent;
  return ts.isExpression(outermost);
}
