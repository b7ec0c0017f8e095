import { isFunction, memberOf, pathTo, walk, writtenKey, type AnyNode } from '../../instrument/tree.js';
import type { Home } from '../steps/home.js';
import { accessPlaces, type Span } from './accessPlaces.js';
import type { Position } from './recordedPosition.js';

/** Which of its like a call is that one statement has made by accesses, and how many there are. */
export interface Turn {
  readonly index: number;
  readonly count: number;
}

/**
 * Where V8 says that a frame waits for a function which no call of its text names: an accessor where the property is read or written, a generator
 * at what is spread. null: it is no such function, or the statement that control has come to has no such place, or several, and its turn does not
 * tell which.
 */
export function unwrittenCall(step: Position, called: Home, turn: () => Turn): Span | null {
  const statement = pathTo(step.text.program, step.offset).find(({ start, end }) => start === step.offset && end === step.end);
  if (statement === undefined) return null;
  const name = accessorName(called);
  if (name !== null) {
    const places = accessPlaces(statement, step.text.text, name, accessorKind(called) === 'set');
    if (places.length <= 1) return places[0] ?? null;
    const { index, count } = turn();
    return count === places.length ? (places[index] ?? null) : null;
  }
  const isGenerator = isFunction(called.node) && called.node.generator && !called.node.async;
  return isGenerator ? only(statement, (node) => (node.type === 'SpreadElement' ? node.argument : null)) : null;
}

/** The name of the property that a function is the getter or setter of; null when it is none, or its key is computed. */
export function accessorName(called: Home): string | null {
  const member = memberOf(called.text.program, called.node);
  if (member === null || accessorKind(called) === null) return null;
  return writtenKey(member.key, member.computed) ?? null;
}

/** Whether a function is a getter or a setter; null when it is neither. */
export function accessorKind({ text, node }: Home): 'get' | 'set' | null {
  const kind = memberOf(text.program, node)?.kind;
  return kind === 'get' || kind === 'set' ? kind : null;
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
