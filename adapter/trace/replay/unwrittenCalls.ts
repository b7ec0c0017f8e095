import { isFunction, pathTo, walk, writtenKey, type AnyNode } from '../../instrument/tree.js';
import type { Home } from './activationSteps.js';
import type { Position } from './recordedPosition.js';

/** A part of a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where V8 says that a frame waits for a function which no call of its text names: an accessor at the property, a generator at what is spread.
 * null: it is no such function, or the statement that control has come to has no such place, or several.
 */
export function unwrittenCall(step: Position, called: Home): Span | null {
  const statement = pathTo(step.text.program, step.offset).find(({ start, end }) => start === step.offset && end === step.end);
  if (statement === undefined) return null;
  const name = accessorName(called);
  if (name !== null) return only(statement, (node) => (node.type === 'MemberExpression' && keyOf(node) === name ? node.property : null));
  const isGenerator = isFunction(called.node) && called.node.generator && !called.node.async;
  return isGenerator ? only(statement, (node) => (node.type === 'SpreadElement' ? node.argument : null)) : null;
}

/** The name of the property that a function is the getter or setter of; null when it is none, or its key is computed. */
export function accessorName({ text, node }: Home): string | null {
  const path = pathTo(text.program, node.start);
  const parent = path[path.indexOf(node) - 1];
  if (parent?.type !== 'MethodDefinition' && parent?.type !== 'Property') return null;
  return parent.kind === 'get' || parent.kind === 'set' ? (writtenKey(parent.key, parent.computed) ?? null) : null;
}

function keyOf(node: Extract<AnyNode, { type: 'MemberExpression' }>): string | undefined {
  return writtenKey(node.property, node.computed);
}

/** The one place that is wanted in a statement, functions in it apart. */
function only(statement: AnyNode, placeOf: (node: AnyNode) => AnyNode | null): Span | null {
  const found: Span[] = [];
  walk(statement, (node) => {
    const place = isFunction(node) ? null : placeOf(node);
    if (place !== null) found.push(place);
    return !isFunction(node) && (node === statement || !node.type.endsWith('Statement'));
  });
  const [one, another] = found;
  return one === undefined || another !== undefined ? null : { start: one.start, end: one.end };
}
