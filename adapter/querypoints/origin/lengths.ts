import { pathTo, type AnyNode } from '../../instrument/tree.js';
import type { PointAnswer } from '../question/point.js';
import type { Resolved } from '../seen/resolve.js';
import type { RunTexts } from '../text/texts.js';

/** Whether a place is the length of an array, which changes with its elements. */
export function isLengthOfArray({ key, base }: Resolved): boolean {
  return key.kind === 'property' && key.name === 'length' && base?.kind === 'object' && base.type === 'array';
}

/** Whether what changed the length of an array stored one: else it added or took elements, and the length is computed there. */
export function storesLength({ identity }: PointAnswer, texts: RunTexts): boolean {
  const text = identity === null ? undefined : texts.text(identity.path);
  if (identity === null || text === undefined) return false;
  const { offset, end } = identity;
  const path = pathTo(text.program, offset);
  // A function of the language is only known by where its name begins.
  if (offset === end) return path.some((node, at) => node.start === offset && isNameOfStoring(node, path[at - 1], path[at - 2]));
  return path.some((node) => node.start === offset && node.end === end && node.type === 'MemberExpression' && nameOf(node) === 'length');
}

function isNameOfStoring(name: AnyNode, callee: AnyNode | undefined, call: AnyNode | undefined): boolean {
  if (name.type !== 'Identifier' || callee?.type !== 'MemberExpression' || callee.property !== name || call?.type !== 'CallExpression')
    return false;
  const [, key] = call.arguments;
  if (name.name === 'set' || name.name === 'defineProperty') return key?.type === 'Literal' && key.value === 'length';
  // Of an array only elements are copied.
  const namesLength = (node: AnyNode): boolean =>
    node.type === 'ObjectExpression' &&
    node.properties.some((one) => one.type === 'Property' && !one.computed && one.key.type === 'Identifier' && one.key.name === 'length');
  return name.name === 'assign' && call.arguments.some(namesLength);
}

function nameOf({ property, computed }: Extract<AnyNode, { type: 'MemberExpression' }>): string | null {
  if (property.type === 'Literal') return String(property.value);
  return property.type === 'Identifier' && !computed ? property.name : null;
}
