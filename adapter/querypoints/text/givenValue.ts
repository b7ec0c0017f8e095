import type { AnyNode } from '../../instrument/tree.js';

/** The expression whose value a target gets as it is: the right side of an assignment, or of a declaration or member; null where there is none. */
export function givenValue(parent: AnyNode, target: AnyNode): AnyNode | null {
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.left === target && /^(=|&&=|\|\|=|\?\?=)$/.test(parent.operator) ? parent.right : null;
    case 'VariableDeclarator':
      return parent.id === target ? (parent.init ?? null) : null;
    case 'ArrayExpression':
      return target;
    case 'Property':
    case 'PropertyDefinition':
      return parent.key === target ? (parent.value ?? null) : null;
    default:
      return null;
  }
}

/** The expression that a module exports as `default` by the nodes that lead to an offset; null where none begins there. */
export function exportedValue(path: readonly AnyNode[], offset: number): AnyNode | null {
  const found = path.findLast((node) => node.type === 'ExportDefaultDeclaration' && node.start === offset);
  return found?.type === 'ExportDefaultDeclaration' ? found.declaration : null;
}
