import type { AnyNode } from '../../instrument/tree.js';
import { lengthOf, memberStep, unknown, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import { constructed } from './entries.js';
import { isSame } from '../../events/sameValue.js';
import { placeIn, read } from './reading.js';

/** What one of the language's own functions wrote, whose name is at the end of a path: which of its arguments it was. */
export function writtenByNative(
  path: readonly AnyNode[],
  at: number,
  key: string | null,
  steps: readonly Step[],
  source: string,
  around: Surroundings,
): Copied {
  const call = path.slice(0, at + 1).findLast((node) => node.type === 'CallExpression' || node.type === 'NewExpression');
  if (call?.type === 'NewExpression') return constructed(call.arguments[0], steps, source, around);
  const callee = call?.callee;
  if (call?.type === 'CallExpression' && callee?.type === 'Super') return ofError(call.arguments, key, steps, source, around);
  if (call === undefined || callee?.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
    return unknown('native code wrote it');
  const { name } = callee.property;
  const given = call.arguments;
  const one = (value: AnyNode | undefined, way: readonly Step[]) =>
    value === undefined || value.type === 'SpreadElement' ? unknown(`\`${name}\` wrote it`) : read(value, way, source, around.choose);
  const isReflect = callee.object.type === 'Identifier' && callee.object.name === 'Reflect';
  switch (name) {
    case 'set':
      return isReflect
        ? one(given[2], steps)
        : given.length === 2
          ? one(given[around.entry?.isKey === true ? 0 : 1], steps)
          : unknown('`set` wrote it');
    case 'defineProperty':
      return one(given[2], [memberStep('value'), ...steps]);
    case 'fill':
      return one(given[0], steps);
    case 'push':
    case 'unshift':
    case 'splice': {
      const values = name === 'splice' ? given.slice(2) : given;
      if (values.length === 1 && name === 'push' && values[0]?.type !== 'SpreadElement') return one(values[0], steps);
      if (name === 'push' && values.some(({ type }) => type === 'SpreadElement')) return { kind: 'pushed', values, steps };
      return among(name, values, steps, source, around);
    }
    case 'add':
      return one(given[0], steps);
    case 'assign': {
      if (key === null) return unknown('`assign` wrote it');
      const from = given.slice(1).findLast((value) => {
        if (value.type === 'ObjectExpression') return true;
        const place = placeIn(value, source);
        const has = place === null ? null : around.valueOf(0, `${JSON.stringify(key)} in Object(${place})`);
        return has?.kind !== 'primitive' || has.text !== 'false';
      });
      return one(from, [memberStep(key), ...steps]);
    }
    default:
      return /^(sort|reverse|shift|copyWithin)$/.test(name) ? { kind: 'moved' } : unknown(`\`${name}\` wrote it`);
  }
}

/** What a class of errors was given by `super(…)`. */
function ofError(given: readonly AnyNode[], key: string | null, steps: readonly Step[], source: string, around: Surroundings): Copied {
  const [message, options] = given;
  const isSpread = given.slice(0, 2).some(({ type }) => type === 'SpreadElement');
  if (key === 'cause' && options !== undefined && !isSpread) return read(options, [memberStep('cause'), ...steps], source, around.choose);
  if (message === undefined || key !== 'message' || isSpread) return unknown('`super` gave it');
  const copied = read(message, steps, source, around.choose);
  if (copied.kind === 'computed') return copied;
  // What is no text was converted to one.
  const held = around.choose(message, source, 0);
  return held?.kind === 'primitive' && held.type === 'string' && isSame(held, around.wanted) ? copied : unknown('`super` converted it');
}

/** How many elements are behind one where `push` has ended. */
export function behindOf(key: string | null, around: Surroundings): number | null {
  const length = lengthOf(around, 0, '__w_owner');
  return key === null || length === null ? null : length - 1 - Number(key);
}

/** What `push` was given for an element, behind which it has put so many others: lists are spread into its arguments. */
export function pushed(
  { values, steps }: Extract<Copied, { kind: 'pushed' }>,
  others: number | null,
  source: string,
  around: Surroundings,
): Copied {
  const none = unknown('which argument of `push` it was cannot be told');
  // What is put behind itself is longer by now.
  const owner = around.valueOf(0, '__w_owner');
  if (others === null || owner === null) return none;
  let behind = others;
  for (const value of values.toReversed()) {
    const list = value.type === 'SpreadElement' ? placeIn(value.argument, source) : null;
    const held = list === null ? null : around.valueOf(0, list);
    if (value.type === 'SpreadElement' && !(held?.kind === 'object' && held.type === 'array' && !isSame(held, owner))) return none;
    const count = list === null ? 1 : lengthOf(around, 0, list);
    if (count === null) return none;
    if (behind >= count) behind -= count;
    else if (value.type !== 'SpreadElement') return read(value, steps, source, around.choose);
    else return read(value.argument, [memberStep(String(count - 1 - behind)), ...steps], source, around.choose);
  }
  return none;
}

/** The one of several arguments that is the value. */
function among(name: string, values: readonly AnyNode[], steps: readonly Step[], source: string, around: Surroundings): Copied {
  const [only, another] = values.filter((value) => {
    const place = placeIn(value, source);
    const held = place === null ? null : around.valueOf(0, place);
    if (value.type === 'Literal') return around.wanted.kind === 'primitive' && String(value.value) === around.wanted.text;
    return place === null || held === null || isSame(around.wanted, held);
  });
  if (only === undefined) return { kind: 'moved' };
  if (another !== undefined || only.type === 'SpreadElement') return unknown(`which argument of \`${name}\` it was cannot be told`);
  return read(only, steps, source, around.choose);
}
