import { parseExpressionAt, type AnyNode, type CallExpression, type Expression } from 'acorn';
import type { ValueReport } from '../../events/rows.js';
import { unknown, type Recorded } from './recordedOperators.js';

type RecordedObject = Extract<ValueReport, { kind: 'object' }>;

/** What of an object is listed: the keys or values of a Map's entries (of a Set both are its elements), or those of enumerable properties. */
export type Listing = 'keys' | 'values' | 'names' | 'held';

/** What a list is made of. */
export interface Lists {
  value(node: Expression): Recorded;
  /** null: not known. */
  listed(object: RecordedObject, what: Listing): readonly Recorded[] | null;
}

/**
 * The elements of a list that an expression makes of an object: `[...set]`, `[...map.keys()]`, `Object.values(o)`. null: the expression is no
 * such list. What is not known is thrown.
 */
export function listOf(node: AnyNode, lists: Lists): readonly Recorded[] | null {
  if (node.type === 'ParenthesizedExpression') return listOf(node.expression, lists);
  if (node.type === 'CallExpression') return propertiesOf(node, lists);
  if (node.type !== 'ArrayExpression') return null;
  const [only, another] = node.elements;
  if (only?.type !== 'SpreadElement' || another !== undefined) return null;
  const [of, what] = iterated(only.argument);
  return knownOf(lists.value(of), what, lists);
}

/** The parts of an array that an expression writes, as texts; null: it is no such literal, or has spreads or gaps. */
export function elementsWritten(expression: string): readonly string[] | null {
  if (!expression.startsWith('[')) return null;
  try {
    const node = parseExpressionAt(expression, 0, { ecmaVersion: 'latest' });
    if (node.type !== 'ArrayExpression' || node.end !== expression.trimEnd().length) return null;
    const elements = node.elements.flatMap((one) =>
      one === null || one.type === 'SpreadElement' ? [] : [expression.slice(one.start, one.end)],
    );
    return elements.length === node.elements.length ? elements : null;
  } catch {
    return null;
  }
}

function propertiesOf({ callee, arguments: [of, another] }: CallExpression, lists: Lists): readonly Recorded[] | null {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier' || callee.object.name !== 'Object')
    return null;
  const name = callee.property.type === 'Identifier' ? callee.property.name : '';
  if ((name !== 'keys' && name !== 'values') || of === undefined || of.type === 'SpreadElement' || another !== undefined) return null;
  return knownOf(lists.value(of), name === 'keys' ? 'names' : 'held', lists);
}

/** What is gone through, and which part of its entries comes of that. */
function iterated(node: Expression): readonly [Expression, Listing] {
  if (node.type !== 'CallExpression' || node.arguments.length > 0 || node.callee.type !== 'MemberExpression') return [node, 'keys'];
  const { object, property, computed } = node.callee;
  const name = !computed && property.type === 'Identifier' ? property.name : '';
  if ((name !== 'keys' && name !== 'values') || object.type === 'Super') return [node, 'keys'];
  return [object, name];
}

function knownOf(object: Recorded, what: Listing, lists: Lists): readonly Recorded[] {
  return (object.kind === 'object' ? lists.listed(object, what) : null) ?? unknown();
}
