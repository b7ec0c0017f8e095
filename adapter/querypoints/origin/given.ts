import { elementParameters } from '../../instrument/builtinNames.js';
import { pathTo, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import { callOf, lengthOf, memberStep, unknown, type Copied, type Step, type Surroundings } from './copies.js';
import type { CodePlace } from '../runs/observer.js';
import { placeIn, read } from './reading.js';
import { entryOf } from './entries.js';
import { givenToGenerator, iteratedAt } from './generators.js';
import { elementOf } from './handedOn.js';
import { reactionOf, registrationOf } from './reactions.js';

type Call = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' | 'TaggedTemplateExpression' }>;

/** A call, with what calls for others (`call`, `apply`, `Reflect`) taken away. */
interface Given {
  /** As it is written; null where it cannot be evaluated again. */
  readonly callee: string | null;
  readonly node: AnyNode;
  readonly isNew: boolean;
  /** `null`: nothing that the text says. */
  readonly values: readonly (AnyNode | null)[];
  /** What is behind the values, all of it spread. */
  readonly list: AnyNode | null;
}

/** What the function of a point was given for a parameter. */
export function givenFor(point: CodePlace, callback: FunctionNode, index: number, steps: readonly Step[], around: Surroundings): Copied {
  const path = pathTo(point.text.program, callback.start);
  const at = path.indexOf(callback);
  const [call, method] = [path[at - 1], path[at - 1]];
  const below = callerOf(0, around);
  const caller = below?.place ?? null;
  if (isSetter(method) && caller !== null) return assigned(caller, method, steps, around);
  if (below !== null && isCalledBy(below.place, point, callback, around)) return argumentFrom(below, index, steps, around);
  if (below !== null && callback.generator) return givenToGenerator(below, index, steps, around);
  const inner = caller === null ? null : callAt(caller);
  if (caller !== null && inner !== null) {
    const handed = handedByNative(caller, inner, callback, index, steps, around, point);
    if (handed !== null) return handed;
  }
  // What calls it later, when nothing else runs.
  const registration = call === undefined ? null : registrationOf(point, call, callback);
  const reaction = registration === null ? null : reactionOf(point, registration, callback, index, steps, around);
  if (reaction !== null) return reaction;
  if (caller !== null || registration === null) return unknown('what called this function by itself gave it');
  return { kind: 'computed', frame: 0, start: callback.start, end: callback.end };
}

/** An argument of a function that a frame has called by itself, or that `bind` was given for it. */
function argumentFrom(caller: Caller, index: number, steps: readonly Step[], around: Surroundings): Copied {
  const call = callAt(caller.place);
  const given = call === null ? null : givenBy(call, caller.place.text.text);
  const bound = given === null || given.callee === null ? 0 : around.boundArguments(caller.frame, given.callee);
  if (index >= bound || given === null || given.callee === null) return argumentIn(caller, index - bound, steps, around);
  return { kind: 'bound', frame: caller.frame, callee: given.callee, index, steps };
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
function callerOf(frame: number, around: Surroundings): Caller | null {
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

/** Whether a parameter was left out by the call, so that its default was taken. */
export function isLeftOut(point: CodePlace, callback: FunctionNode, index: number, around: Surroundings): boolean {
  const caller = callerOf(0, around)?.place;
  if (caller === undefined) return false;
  const isDirect = isCalledBy(caller, point, callback, around);
  const iterated = !isDirect && callback.generator ? iteratedAt(caller) : null;
  const call = isDirect ? callAt(caller) : iterated?.type === 'CallExpression' ? iterated : null;
  const given = call === null ? null : givenBy(call, caller.text.text);
  return (
    given !== null &&
    given.list === null &&
    given.values.length + boundFor(given, around) <= index &&
    given.values.every((one) => one?.type !== 'SpreadElement')
  );
}

function boundFor({ callee }: Given, around: Surroundings): number {
  return callee === null ? 0 : around.boundArguments(1, callee);
}

/** The innermost call around a place where a frame is. */
export function callAt({ text, offset }: CodePlace): Call | null {
  const call = pathTo(text.program, offset).findLast((node) => /^(Call|New|TaggedTemplate)Expression$/.test(node.type));
  return (call as Call | undefined) ?? null;
}

function givenBy(call: Call, text: string): Given {
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

/** Whether the frame below has called the function of this point by itself: natives between are no frames. */
function isCalledBy(caller: CodePlace, { text }: CodePlace, callback: FunctionNode, around: Surroundings): boolean {
  const call = callAt(caller);
  if (call === null) return false;
  const path = pathTo(text.program, callback.start);
  const method = path[path.indexOf(callback) - 1];
  const isConstructor = method?.type === 'MethodDefinition' && method.kind === 'constructor';
  const { callee, node, isNew } = givenBy(call, caller.text.text);
  if (isConstructor || node.type === 'Super') return isConstructor && (isNew || node.type === 'Super');
  if (callee !== null) return around.isThisFunction(callee);
  return node === callback || (node.type === 'ParenthesizedExpression' && node.expression === callback) || isMethod(node, method);
}

/** A method of that name: of an object that cannot be asked for again. */
function isMethod(callee: AnyNode, method: AnyNode | undefined): boolean {
  if (method?.type !== 'MethodDefinition' && method?.type !== 'Property') return false;
  const names = [callee.type === 'MemberExpression' && !callee.computed ? callee.property : null, method.computed ? null : method.key];
  const [called, own] = names.map((name) => (name?.type === 'Identifier' ? name.name : null));
  return called !== null && called === own;
}

function isSetter(method: AnyNode | undefined): method is Extract<AnyNode, { type: 'MethodDefinition' | 'Property' }> {
  return (method?.type === 'MethodDefinition' || method?.type === 'Property') && method.kind === 'set';
}

/** What an assignment gave a setter. */
function assigned(caller: CodePlace, { key }: { readonly key: AnyNode }, steps: readonly Step[], around: Surroundings): Copied {
  const name = key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key.name : null;
  const assignment = pathTo(caller.text.program, caller.offset).findLast((node) => node.type === 'AssignmentExpression');
  if (assignment?.type !== 'AssignmentExpression' || assignment.left.type !== 'MemberExpression')
    return unknown('what called this setter is not seen');
  const { property } = assignment.left;
  if (!('name' in property) || property.name !== name) return unknown('what called this setter is not seen');
  if (assignment.operator !== '=') return { kind: 'computed', frame: 1, start: assignment.start, end: assignment.end };
  return read(assignment.right, steps, caller.text.text, around.choose, 1);
}

/** What one of the language's own methods, which the frame below has called, gave to the callback that the point is in. */
function handedByNative(
  caller: CodePlace,
  call: Call,
  callback: FunctionNode,
  index: number,
  steps: readonly Step[],
  around: Surroundings,
  point: CodePlace,
): Copied | null {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || call.callee.computed) return null;
  const { object, property } = call.callee;
  if (property.type !== 'Identifier' || object.type === 'Super') return null;
  const { name } = property;
  const { text } = caller.text;
  const place = placeIn(object, text);
  const isReduce = name === 'reduce' || name === 'reduceRight';
  if (isReduce && index === 0) {
    // Before the first call there is the initial value, or an element.
    const own = callOf(null, { written: { text: point.text, offset: callback.body.start } });
    const [, initial] = call.arguments;
    if (initial !== undefined) {
      const first = read(initial, steps, text, around.choose, 1);
      const counter = callback.params[2];
      const counted = counter?.type === 'Identifier' ? around.valueOf(0, counter.name) : null;
      if (counted?.kind === 'primitive' && counted.text === '0' && name === 'reduce') return first;
    }
    return { kind: 'call', call: own, steps, frame: 0, start: callback.start, end: callback.end };
  }
  if (Object.hasOwn(elementParameters, name) && elementParameters[name] === index && place !== null) {
    const counter = callback.params[index + 1];
    const counted = counter?.type === 'Identifier' ? around.valueOf(0, counter.name) : null;
    const { start, end } = object;
    if (counted?.kind === 'primitive' && counted.type === 'number')
      return { kind: 'place', expression: `${place}[${counted.text}]`, steps, frame: 1, start, end };
    const element = elementOf({ place, start, end }, 1, steps, around);
    if (element !== 'none') return element;
    const container = name === 'forEach' ? around.valueOf(1, place) : null;
    const type = container?.kind === 'object' && (container.type === 'map' || container.type === 'set') ? container.type : null;
    const entry = type === null ? null : entryOf({ place, start, end }, type, type === 'set' ? 'key' : 'value', 1, steps, around);
    return entry ?? unknown(`which element of \`${place}\` it is cannot be told`);
  }
  // Whatever hands on its own arguments, such as `emit`: one of them is this value.
  const same = call.arguments.filter((one) => {
    const own = placeIn(one, text);
    const value = own === null ? null : around.valueOf(1, own);
    return value !== null && value.kind === 'object' && around.wanted.kind === 'object' && value.id === around.wanted.id;
  });
  const [only] = same;
  if (only !== undefined) return read(only, steps, text, around.choose, 1);
  if (name === 'emit' && call.arguments[index + 1] !== undefined)
    return read(call.arguments[index + 1] as AnyNode, steps, text, around.choose, 1);
  return null;
}
