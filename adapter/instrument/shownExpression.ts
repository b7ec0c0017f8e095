import type { AnyNode } from './tree.js';

/** V8's text for what it does not name. */
const unnamed = '(intermediate value)';

/** How V8's messages show an expression that is called, or made an object of: `a.b(...).c`. */
export function shownExpression(node: AnyNode): string {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'Literal':
      return typeof node.value === 'string' ? `"${node.value}"` : (node.raw ?? unnamed);
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? `"${node.quasis[0]?.value.cooked ?? ''}"` : unnamed;
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return shownExpression(node.expression);
    case 'MemberExpression':
      return shownExpression(node.object) + shownKey(node);
    case 'CallExpression':
      return `${shownExpression(node.callee)}(...)`;
    case 'BinaryExpression':
    case 'LogicalExpression':
      return `(${shownExpression(node.left)} ${node.operator} ${shownExpression(node.right)})`;
    case 'UnaryExpression':
      return `(${node.operator}${/^[a-z]/.test(node.operator) ? ' ' : ''}${shownExpression(node.argument)})`;
    case 'SequenceExpression':
      return `(${node.expressions.map(shownExpression).join(' , ')})`;
    case 'ConditionalExpression':
      return unnamed.repeat(3);
    case 'ArrayExpression':
      return `[${node.elements.map((element) => (element === null ? '' : shownExpression(element))).join()}]`;
    case 'ObjectExpression':
      return `{${node.properties.map((property) => (property.type === 'Property' ? shownExpression(property.value) : unnamed)).join('')}}`;
    default:
      return unnamed;
  }
}

function shownKey({ property, computed, optional }: Extract<AnyNode, { type: 'MemberExpression' }>): string {
  const sign = optional ? '?.' : '';
  if (property.type === 'PrivateIdentifier') return `${sign}[#${property.name}]`;
  if (!computed && property.type === 'Identifier') return `${sign === '' ? '.' : sign}${property.name}`;
  if (property.type === 'Literal' && typeof property.value === 'string') return `${sign === '' ? '.' : sign}${property.value}`;
  return `${sign}[${shownExpression(property)}]`;
}
