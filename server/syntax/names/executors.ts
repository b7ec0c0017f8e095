import ts from 'typescript';
import { skipTypes } from '../source.js';
import type { Bindings } from './bindings.js';

/** What `new Promise` hands to the function that is written there: two functions, whatever is declared. */
export function describeExecutors(bindings: Bindings): void {
  for (const node of bindings.functionOf.keys()) {
    if (!isExecutor(node, bindings)) continue;
    for (const { name, initializer, dotDotDotToken } of node.parameters.slice(0, 2)) {
      if (!ts.isIdentifier(name) || initializer !== undefined || dotDotDotToken !== undefined) continue;
      const variable = bindings.references.get(name)?.variable;
      if (variable === undefined) continue;
      variable.assumption = { kind: 'function' };
      variable.declaredTypes = null;
    }
  }
}

function isExecutor(node: ts.Node, bindings: Bindings): node is ts.ArrowFunction | ts.FunctionExpression {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const { parent } = node;
  if (!ts.isNewExpression(parent) || parent.arguments?.[0] !== node) return false;
  const made = skipTypes(parent.expression);
  return ts.isIdentifier(made) && made.text === 'Promise' && !bindings.references.has(made) && !bindings.assignedGlobals.has('Promise');
}
