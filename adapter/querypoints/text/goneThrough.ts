import type { AnyNode } from '../../instrument/tree.js';

/** What a loop, a spread, `yield*` or a pattern goes through by itself; null where a node is none of these. */
export function goneThrough(node: AnyNode): AnyNode | null {
  switch (node.type) {
    case 'ForOfStatement':
      return node.right;
    case 'SpreadElement':
      return node.argument;
    case 'YieldExpression':
      return node.delegate ? (node.argument ?? null) : null;
    case 'VariableDeclarator':
      return node.id.type === 'ArrayPattern' ? (node.init ?? null) : null;
    case 'AssignmentExpression':
      return node.left.type === 'ArrayPattern' ? node.right : null;
    default:
      return null;
  }
}
