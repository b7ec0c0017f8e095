import { parseExpressionAt, type AnyNode } from 'acorn';
import type { AnyNode as TreeNode } from '../../instrument/tree.js';

/** The tree of an expression as a user writes it; null when it is none. */
export function parsedExpression(expression: string): TreeNode | null {
  try {
    const node = parseExpressionAt(expression, 0, { ecmaVersion: 'latest', checkPrivateFields: false, allowAwaitOutsideFunction: true });
    return node.end === expression.length ? (node as AnyNode as TreeNode) : null;
  } catch {
    return null;
  }
}

/**
 * Whether code is what an expression of the source became: the same but for blanks and quotes, and where compilers have
 * `(0, cart_1.total)()` for the imported `total()`. `sourceName`: the name that the source has where a node begins.
 */
export function isWrittenAs(node: TreeNode, expression: TreeNode, sourceName: (node: TreeNode) => string | null): boolean {
  const made = withoutReceiver(node);
  if (expression.type === 'Identifier' && made.type === 'MemberExpression')
    return !made.computed && made.object.type === 'Identifier' && sourceName(made) === expression.name;
  return areAlike(made, expression, sourceName);
}

/** What is called in `(0, module.f)()`: compilers write it so that it is called without a receiver. */
export function withoutReceiver(node: TreeNode): TreeNode {
  const { type } = node;
  const [first, last, more] = type === 'SequenceExpression' ? node.expressions : [];
  const isZero = first?.type === 'Literal' && first.value === 0;
  return isZero && last !== undefined && more === undefined ? (last as TreeNode) : node;
}

type Value = { readonly [key: string]: unknown } | readonly unknown[];

/** Where nodes are, and how literals are written. */
const places: ReadonlySet<string> = new Set(['start', 'end', 'raw']);

function areAlike(made: unknown, expression: unknown, sourceName: (node: TreeNode) => string | null): boolean {
  // Beside a value that is a regular expression its parts stand, too.
  if (made instanceof RegExp && expression instanceof RegExp) return true;
  if (!isValue(made) || !isValue(expression)) return Object.is(made, expression);
  const keys = (value: Value): string[] => Object.keys(value).filter((key) => !places.has(key));
  const [own, others] = [new Map(Object.entries(made)), new Map(Object.entries(expression))];
  return (
    keys(made).length === keys(expression).length &&
    keys(made).every((key) => {
      const [one, other] = [own.get(key), others.get(key)];
      return isNode(one) && isNode(other) ? isWrittenAs(one, other, sourceName) : areAlike(one, other, sourceName);
    })
  );
}

function isValue(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp);
}

function isNode(value: unknown): value is TreeNode {
  return isValue(value) && 'type' in value;
}
