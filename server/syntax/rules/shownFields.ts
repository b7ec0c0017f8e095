import ts from 'typescript';
import { skipTypes } from '../source.js';

/**
 * The fields that `found` reads of the rule's variables themselves (`n.name`). They are kept, so that a finding can be told when its objects are
 * gone.
 */
export function shownFields(option: ts.Node, variables: readonly string[]): readonly string[] {
  const fields = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name)) {
      const of = skipTypes(node.expression);
      const isCallee = ts.isCallExpression(node.parent) && node.parent.expression === node;
      if (ts.isIdentifier(of) && variables.includes(of.text) && !isCallee) fields.add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(option);
  return [...fields];
}
