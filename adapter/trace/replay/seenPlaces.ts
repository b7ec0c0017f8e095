import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { accessPlace, type Span } from './accessPlaces.js';
import { headOf } from './iteratingLoops.js';

/**
 * Where V8 says that a frame is which was seen at an offset of its text: as without probes, which have moved some. `calls`: what it waits for, a
 * setter, an iterator that it ends, or anything else.
 */
export function seenPlace({ program, text }: LoadedText, offset: number, calls: 'setter' | 'return' | null): Span {
  const path = pathTo(program, offset);
  const at = path.findLastIndex(({ type }) => type !== 'Identifier' && type !== 'PrivateIdentifier');
  const node = path[at] ?? program;
  // Where a loop is left, it is the whole loop that ends its iterator.
  if (node.type === 'ForOfStatement' && offset < node.right.start)
    return calls === 'return' && offset === node.start ? { start: node.start, end: node.end } : headOf(node);
  const statement = path.slice(0, at + 1).findLast(({ type }) => /(?:Statement|Declaration)$/.test(type));
  const access = statement === undefined || isFunction(statement) ? null : accessPlace(statement, text, node, offset, calls === 'setter');
  if (access !== null) return access;
  const start = startOf(text, node, path.slice(0, at), offset);
  return { start, end: Math.max(node.end, start + 1) };
}

function startOf(text: string, node: AnyNode, outer: readonly AnyNode[], offset: number): number {
  // What an object literal copies first has no place of its own where it is the first that its statement computes.
  if (node.type === 'SpreadElement' && outer.at(-1)?.type === 'ObjectExpression' && offset === node.argument.start)
    return beginOf(text, outer) ?? offset;
  const deleted = outer.findLast(({ type }) => type === 'UnaryExpression');
  const statement = outer.findLast(({ type }) => type === 'ExpressionStatement');
  if (
    deleted?.type === 'UnaryExpression' &&
    deleted.operator === 'delete' &&
    statement?.type === 'ExpressionStatement' &&
    statement.expression === deleted
  )
    return statement.start;
  // The operator of `x += y` is computed where the target is.
  const isCompound = node.type === 'AssignmentExpression' && node.operator !== '=' && node.left.type === 'Identifier';
  return isCompound && offset < node.right.start ? node.start : offset;
}

/** Where V8 says that a statement begins which computes the last of these nodes first; null when it computes something before. */
function beginOf(text: string, outer: readonly AnyNode[]): number | null {
  for (let at = outer.length - 1; at > 0; at--) {
    const [parent, node] = [outer[at - 1], outer[at]];
    if (parent === undefined || node === undefined) return null;
    switch (parent.type) {
      case 'ReturnStatement':
      case 'ExpressionStatement':
        return parent.start;
      case 'VariableDeclarator':
        return parent.init === node ? parent.id.end + text.slice(parent.id.end).search(/[^\s=]/) : null;
      case 'MemberExpression':
        if (parent.object !== node) return null;
        break;
      case 'AssignmentExpression':
        if (parent.left.type !== 'Identifier' || parent.operator !== '=') return null;
        break;
      case 'BinaryExpression':
      case 'LogicalExpression':
        if (parent.left !== node) return null;
        break;
      case 'ConditionalExpression':
        if (parent.test !== node) return null;
        break;
      default:
        return null;
    }
  }
  return null;
}
