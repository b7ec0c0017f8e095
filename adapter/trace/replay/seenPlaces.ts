import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import type { LoadedText } from '../../querypoints/text/texts.js';
import { accessPlace, type Span } from './accessPlaces.js';
import { headOf } from './iteratingLoops.js';

/**
 * Where V8 says that a frame is which was seen at an offset of its text: as without probes, which have moved some. `isWrite`: it waits for a
 * setter.
 */
export function seenPlace({ program, text }: LoadedText, offset: number, isWrite: boolean): Span {
  const path = pathTo(program, offset);
  const at = path.findLastIndex(({ type }) => type !== 'Identifier' && type !== 'PrivateIdentifier');
  const node = path[at] ?? program;
  if (node.type === 'ForOfStatement' && offset < node.right.start) return headOf(node);
  const statement = path.slice(0, at + 1).findLast(({ type }) => /(?:Statement|Declaration)$/.test(type));
  const access = statement === undefined || isFunction(statement) ? null : accessPlace(statement, text, node, offset, isWrite);
  if (access !== null) return access;
  const start = startOf(node, path.slice(0, at), offset);
  return { start, end: Math.max(node.end, start + 1) };
}

function startOf(node: AnyNode, outer: readonly AnyNode[], offset: number): number {
  const literal = outer.at(-1);
  // What an object literal copies has no place of its own: it is where control was last.
  if (node.type === 'SpreadElement' && literal?.type === 'ObjectExpression' && offset === node.argument.start) {
    const returned = outer.at(-2);
    return returned?.type === 'ReturnStatement' ? returned.start : literal.start;
  }
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
