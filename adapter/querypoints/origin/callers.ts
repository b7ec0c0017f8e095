import { pathTo, type AnyNode } from '../../instrument/tree.js';
import type { Step } from '../question/arrival.js';
import type { CodePlace } from '../text/texts.js';
import { lengthOf, memberStep, unknown, type Copied, type Surroundings } from './copies.js';
import { placeIn, read } from './reading.js';

export type Call = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' | 'TaggedTemplateExpression' }>;

/** A call, with what calls for others (`call`, `apply`, `Reflect`) taken away. */
export interface Given {
  /** As it is written; null where it cannot be evaluated again. */
  readonly callee: string | null;
  readonly node: AnyNode;
  readonly isNew: boolean;
  /** `null`: nothing that the text says. */
  readonly values: readonly (AnyNode | null)[];
  /** What is behind the values, all of it spread. */
  readonly list: AnyNode | null;
}

/** The argument of a call in which a frame is. */
export function argumentOf(frame: number, index: number, steps: readonly Step[], around: Surroundings): Copied {
  const caller = callerOf(frame, around);
  return caller === null ? unknown('what called this function is not seen') : argumentIn(caller, index, steps, around);
}

export interface Caller {
  readonly place: CodePlace;
  readonly frame: number;
}

/** The frame below one; a class that has no constructor hands on all that it is given. */
export function callerOf(frame: number, around: Surroundings): Caller | null {
  for (let at = frame + 1; ; at++) {
    const place = around.placeAt(at);
    if (place === null) return null;
    const node = pathTo(place.text.program, place.offset).findLast((one) => one.type !== 'Identifier' && one.type !== 'ClassBody');
    const isClass = (node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression') && node.start === place.offset;
    if (!isClass) return { place, frame: at };
  }
}

/** An argument of a call in a frame: of the innermost there, if no other one is meant. */
export function argumentIn(
  { place: caller, frame }: Caller,
  index: number,
  steps: readonly Step[],
  around: Surroundings,
  call: Call | null = callAt(caller),
): Copied {
  const given = call === null ? null : givenBy(call, caller.text.text);
  if (given === null) return unknown('what called this function is not seen');
  let left = index;
  const values =
    given.list === null ? given.values : [...given.values, { type: 'SpreadElement', argument: given.list } as unknown as AnyNode];
  for (const value of values) {
    if (value?.type !== 'SpreadElement') {
      if (left-- > 0) continue;
      return value === null ? unknown('it was put together for this call') : read(value, steps, caller.text.text, around.choose, frame);
    }
    const { argument } = value;
    if (argument.type === 'ArrayExpression') {
      const element = argument.elements[left];
      if (element && argument.elements.every((one) => one?.type !== 'SpreadElement'))
        return read(element, steps, caller.text.text, around.choose, frame);
      left -= argument.elements.length;
      continue;
    }
    const place = placeIn(argument, caller.text.text);
    if (place === null) return read(argument, [memberStep(String(left)), ...steps], caller.text.text, around.choose, frame);
    const length = lengthOf(around, frame, place);
    if (length === null) return unknown(`how much \`...${place}\` gave is not known`);
    if (left < length) {
      const { start, end } = argument;
      return { kind: 'place', expression: `${place}[${left}]`, steps, frame, start, end };
    }
    left -= length;
  }
  return unknown('nothing was given for it');
}

/** The innermost call around a place where a frame is. */
export function callAt({ text, offset }: CodePlace): Call | null {
  const call = pathTo(text.program, offset).findLast((node) => /^(Call|New|TaggedTemplate)Expression$/.test(node.type));
  return (call as Call | undefined) ?? null;
}

export function givenBy(call: Call, text: string): Given {
  if (call.type === 'TaggedTemplateExpression')
    return { callee: placeIn(call.tag, text), node: call.tag, isNew: false, values: [null, ...call.quasi.expressions], list: null };
  const { callee, arguments: values } = call;
  const own: Given = { callee: placeIn(callee, text), node: callee, isNew: call.type === 'NewExpression', values, list: null };
  const binding = call.type === 'CallExpression' && callee.type === 'CallExpression' ? callee : null;
  if (binding?.callee.type === 'MemberExpression' && isNamed(binding.callee.property, 'bind')) {
    const { object } = binding.callee;
    return { ...own, callee: placeIn(object, text), node: object, values: [...binding.arguments.slice(1), ...values] };
  }
  if (call.type === 'NewExpression' || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed)
    return own;
  const { name } = callee.property;
  const isReflect = callee.object.type === 'Identifier' && callee.object.name === 'Reflect';
  const through = (node: AnyNode | undefined, rest: readonly AnyNode[], list: AnyNode | undefined): Given =>
    node === undefined ? own : { callee: placeIn(node, text), node, isNew: name === 'construct', values: rest, list: list ?? null };
  if (isReflect && name === 'apply') return through(values[0], [], values[2]);
  if (isReflect && name === 'construct') return through(values[0], [], values[1]);
  if (name === 'call') return through(callee.object, values.slice(1), undefined);
  if (name === 'apply') return through(callee.object, [], values[1]);
  return own;
}

function isNamed(node: AnyNode, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}
