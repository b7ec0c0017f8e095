import { pathTo, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import { awaitStep, unknown, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import type { CodePlace } from '../text/texts.js';
import { placeIn, read } from './reading.js';

/** Functions that call what they are given later, with what else they are given from some argument on. */
const later: ReadonlyMap<string, number> = new Map([
  ['setTimeout', 2],
  ['setInterval', 2],
  ['setImmediate', 1],
  ['process.nextTick', 1],
]);

/**
 * What a callback is given that nothing of the program calls: of a promise its value, of a timer its arguments. They are read again
 * inside the callback.
 */
export function reactionOf(
  point: CodePlace,
  { call, at, bound }: Registration,
  callback: FunctionNode,
  parameter: number,
  steps: readonly Step[],
  around: Surroundings,
): Copied | null {
  if (call.callee.type === 'Super') return null;
  const { text } = point.text;
  const called = text.slice(call.callee.start, call.callee.end);
  const inside = { text: point.text, offset: callback.body.start };
  const own = bound[parameter];
  if (own !== undefined) {
    if (bound.slice(0, parameter + 1).some(({ type }) => type === 'SpreadElement')) return unknown('what `bind` was given is not seen');
    around.keep(inside, text.slice(own.start, own.end));
    return read(own, steps, text, around.choose, 0);
  }
  const index = parameter - bound.length;
  const from = later.get(called);
  if (from !== undefined) {
    const value = at === 0 ? call.arguments[from + index] : undefined;
    if (value === undefined || call.arguments.some(({ type }) => type === 'SpreadElement'))
      return unknown('what its timer was given is not seen');
    around.keep(inside, text.slice(value.start, value.end));
    return read(value, steps, text, around.choose, 0);
  }
  if (call.callee.type !== 'MemberExpression' || call.callee.computed || call.callee.property.type !== 'Identifier') return null;
  const { object, property } = call.callee;
  if (object.type !== 'Super' && /^(on|once|addListener)$/.test(property.name))
    return fromStream(inside, object, call.arguments[0], around);
  if (object.type === 'Super' || !/^(then|catch|finally)$/.test(property.name)) return null;
  const isRejection = property.name === 'catch' ? at === 0 : property.name === 'then' && at === 1;
  if (isRejection && index === 0) return { kind: 'thrown', isRejection, steps };
  if (property.name !== 'then' || at !== 0 || index !== 0) return unknown('what its promise gave it is not followed');
  around.keep(inside, text.slice(object.start, object.end));
  return read(object, [awaitStep, ...steps], text, around.choose, 0);
}

/** What a stream gives came in, unless the program has put values into it. */
function fromStream(inside: CodePlace, stream: AnyNode, event: AnyNode | undefined, around: Surroundings): Copied | null {
  if (event?.type !== 'Literal' || event.value !== 'data') return null;
  const { text } = inside.text;
  const place = placeIn(stream, text);
  if (place !== null) around.keep(inside, place);
  const holdsValues = place === null ? null : around.valueOf(0, `${place}.readableObjectMode`);
  return holdsValues?.kind !== 'primitive' || holdsValues.text === 'true' ? unknown('what its stream was given is not followed') : null;
}

type Call = Extract<AnyNode, { type: 'CallExpression' }>;

/** A call that a function is given to, as which argument. */
export interface Registration {
  readonly call: Call;
  readonly at: number;
  /** What `bind` was given for it before. */
  readonly bound: readonly AnyNode[];
}

/** The one call that a function is given to where it is written, or by its name. */
export function registrationOf({ text }: CodePlace, parent: AnyNode, callback: FunctionNode): Registration | null {
  const direct = givenTo(pathTo(text.program, callback.start), callback);
  if (direct !== null) return direct;
  const name = callback.type === 'FunctionDeclaration' ? callback.id : parent.type === 'VariableDeclarator' ? parent.id : null;
  const binding = name?.type === 'Identifier' ? text.scopes.bindingAt.get(name.start) : undefined;
  const reads = binding?.references.filter(({ isWrite }) => !isWrite) ?? [];
  const [only, another] = reads;
  return only === undefined || another !== undefined ? null : givenTo(pathTo(text.program, only.node.start), only.node);
}

/** The call that an expression on a path is an argument of, as it is or bound. */
function givenTo(path: readonly AnyNode[], value: { readonly start: number; readonly end: number }): Registration | null {
  let at = path.findLastIndex((node) => node.start === value.start && node.end === value.end);
  while (path[at - 1]?.type === 'ParenthesizedExpression') at--;
  const [call, member, given] = [path[at - 2], path[at - 1], path[at]];
  if (given === undefined) return null;
  const isBound =
    call?.type === 'CallExpression' &&
    call.callee === member &&
    member.type === 'MemberExpression' &&
    member.object === given &&
    member.property.type === 'Identifier' &&
    member.property.name === 'bind';
  if (isBound) {
    const outer = path[at - 3];
    return outer?.type === 'CallExpression' && outer.callee !== call
      ? { call: outer, at: outer.arguments.indexOf(call), bound: call.arguments.slice(1) }
      : null;
  }
  return member?.type === 'CallExpression' && member.callee !== given
    ? { call: member, at: member.arguments.indexOf(given as never), bound: [] }
    : null;
}
