import type { CodePlace } from './observe.js';
import { isFunction, pathTo, type AnyNode, type FunctionNode, type Program } from '../instrument/tree.js';
import { isNullish, isTruthy } from './failing.js';
import type { PointIdentity } from './point.js';
import type { ValueReport } from '../runtime/messages.js';
import type { LoadedText } from './texts.js';

/** Where a written value was read: an expression of the user's source, in a frame counted from the write's. */
export interface Copied {
  /** A place; null when it is none: it computes the value. */
  readonly expression: string | null;
  /** The call that gave it, or an object that it is a part of. */
  readonly call: Returning | null;
  readonly frame: number;
  /** Of the expression, in the text of its frame. */
  readonly start: number;
  readonly end: number;
}

/** A call whose function's own `return` or `yield` says where a value came from. */
export interface Returning {
  /** What is called, as it is written; null where it cannot be evaluated again. */
  readonly callee: string | null;
  /** The name of the method that is called, where it has one. */
  readonly method: string | null;
  /** Where the function is written, when it is called there. */
  readonly written: number | null;
  /** The way into what it returns. */
  readonly steps: readonly Step[];
  readonly isAwaited: boolean;
  /** Whether the value is one of those that it yields. */
  readonly isYielded: boolean;
}

/**
 * What a write copies, when it computes nothing: the place on its right side; for a parameter, the argument of the call. null: the value
 * came in, nobody can say from where.
 */
export function copiedBy(
  text: LoadedText,
  { offset, end }: PointIdentity,
  key: string | null,
  around: Surroundings,
  choose: Choose,
): Copied | null {
  const path = pathTo(text.program, offset);
  // A function of the language is only known by where its name begins.
  const at = path.findLastIndex((node) => node.start === offset && (node.end === end || end === offset));
  // Of what is spread only the dots are the place.
  const spread = path.findLast((node) => node.type === 'SpreadElement' && node.start === offset);
  if (at < 1 && spread?.type === 'SpreadElement')
    return key === null ? null : read(spread.argument, [{ name: key, text: `.${key}` }], text.text, choose);
  if (at < 1) return null;
  const taken = takenApart(path, at, text.text);
  const [parent, target] = [path[taken.at - 1], path[taken.at]];
  if (parent === undefined || target === undefined) return null;
  if (isFunction(parent)) {
    const index = parent.params.indexOf(target as never);
    if (!around.isCalledByCaller()) return around.elementGiven(parent, index, taken.steps);
    const argument = argumentOf(around.caller, index, taken.steps, choose);
    if (argument !== 'absent') return argument;
    return target.type === 'AssignmentPattern' ? read(target.right, taken.steps, text.text, choose) : null;
  }
  const given = argumentGiven(path, at);
  if (given !== null) return read(given, [], text.text, choose);
  const loop = loopOf(path, taken.at);
  if (loop !== null) return iterated(loop, taken.steps, text.text, around);
  const value = valueOf(parent, target);
  if (value?.type === 'YieldExpression') return value.delegate ? null : sent(around.caller, taken.steps, choose);
  return value === null ? null : read(value, taken.steps, text.text, choose);
}

type Loop = Extract<AnyNode, { type: 'ForOfStatement' }>;

/** The loop in whose head a target is. */
function loopOf(path: readonly AnyNode[], at: number): Loop | null {
  const loop = path[at - 1]?.type === 'VariableDeclarator' ? path[at - 3] : path[at - 1];
  return loop?.type === 'ForOfStatement' && loop.right !== path[at] ? loop : null;
}

/** What a loop goes through: an array, a generator, or a call that makes one. */
function iterated({ right, await: isAwaited }: Loop, steps: readonly Step[], text: string, around: Surroundings): Copied | null {
  const { start, end } = right;
  const place = placeIn(right, text);
  const element = place === null ? 'noArray' : around.elementIn({ place, start, end }, steps);
  if (element !== 'noArray') return element;
  const call = place === null ? callIn(right, text, isAwaited) : calledPlace(place, null, isAwaited);
  if (call === null || call.steps.length > 0) return null;
  return { expression: null, call: { ...call, steps, isYielded: true }, frame: 0, start, end };
}

/** A place as it is written, and where. */
export interface Located {
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

/** The frame below that in which a value was written. */
export interface Surroundings {
  readonly caller: CodePlace | null;
  /** Whether its call has called the function that has a parameter: natives between are no frames. */
  isCalledByCaller(): boolean;
  /** The element that a method of arrays which it calls has given to a callback. */
  elementGiven(callback: FunctionNode, index: number, steps: readonly Step[]): Copied | null;
  /** The element of an array, which the point's own frame sees, that a loop is at; null where it is not known. */
  elementIn(array: Located, steps: readonly Step[]): Copied | null | 'noArray';
}

/** What was sent into a generator. */
function sent(caller: CodePlace | null, steps: readonly Step[], choose: Choose): Copied | null {
  const call = caller === null ? null : callAt(caller);
  const isNext =
    call?.callee.type === 'MemberExpression' && call.callee.property.type === 'Identifier' && call.callee.property.name === 'next';
  const argument = isNext ? argumentOf(caller, 0, steps, choose) : null;
  return argument === 'absent' ? null : argument;
}

/** A step into an object: by a name, where it is known. */
export interface Step {
  readonly name: string | null;
  /** As it is written behind the object. */
  readonly text: string;
}

/** What an expression gives, or a part of that. */
export function read(value: AnyNode, steps: readonly Step[], text: string, choose: Choose, frame = 0): Copied | null {
  const taken = chosen(value, (test) => choose(test, text, frame));
  if (taken === null) return null;
  const [step, ...others] = steps;
  const part = step === undefined ? null : partOf(taken, step);
  if (part !== null) return read(part, others, text, choose, frame);
  const { start, end } = taken;
  const called = callIn(taken, text);
  if (called !== null) {
    const call = { ...called, steps: [...called.steps, ...steps] };
    return { expression: null, call, frame, start, end };
  }
  const place = placeIn(taken, text);
  // Of what is computed a part is not known.
  if (place === null && step !== undefined) return null;
  const expression = place === null ? null : `${place}${steps.map((each) => each.text).join('')}`;
  return { expression, call: null, frame, start, end };
}

/** The call that an expression is, or reads a part of what it returns; null when it is something else. */
function callIn(value: AnyNode, text: string, isAwaited = false): Returning | null {
  switch (value.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return callIn(value.expression, text, isAwaited);
    case 'AwaitExpression':
      return callIn(value.argument, text, true);
    case 'CallExpression': {
      const { callee } = value;
      if (callee.type === 'Super' || placeIn(value, text) !== null) return null;
      const written = callee.type === 'ParenthesizedExpression' ? callee.expression : callee;
      if (isFunction(written)) return { ...calledPlace('function', null, isAwaited), written: written.start };
      const place = placeIn(callee, text);
      const method = callee.type === 'MemberExpression' && !callee.computed ? text.slice(callee.property.start, callee.property.end) : null;
      return place === null && method === null ? null : calledPlace(place, method, isAwaited);
    }
    case 'TaggedTemplateExpression': {
      const place = placeIn(value.tag, text);
      return place === null ? null : calledPlace(place, null, isAwaited);
    }
    case 'MemberExpression': {
      const called = value.object.type === 'Super' ? null : callIn(value.object, text, isAwaited);
      if (called === null) return null;
      const name = text.slice(value.property.start, value.property.end);
      const next = /^(.+)\.next$/s.exec(called.callee ?? '')?.[1];
      // The value of what an iterator gives.
      if (next !== undefined && name === 'value' && called.steps.length === 0) return { ...called, callee: next, isYielded: true };
      const step = value.computed ? { name: null, text: `[${name}]` } : { name, text: `.${name}` };
      return { ...called, steps: [...called.steps, step] };
    }
    default:
      return null;
  }
}

function calledPlace(callee: string | null, method: string | null, isAwaited: boolean): Returning {
  return { callee, method, written: null, steps: [], isAwaited, isYielded: false };
}

/** Of a literal without anything that is spread or computed. */
function partOf(literal: AnyNode, { name }: Step): AnyNode | null {
  if (name === null) return null;
  if (literal.type === 'ArrayExpression') {
    const isPlain = literal.elements.every((element) => element?.type !== 'SpreadElement');
    return isPlain ? (literal.elements[Number(name)] ?? null) : null;
  }
  if (literal.type !== 'ObjectExpression') return null;
  let found: AnyNode | null = null;
  for (const property of literal.properties) {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') return null;
    const { key } = property;
    if ((key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null) === name) found = property.value;
  }
  return found;
}

/** The value of a test, an expression of a text, in a frame, where the value was written; null when that is not known (yet). */
export type Choose = (test: AnyNode, source: string, frame: number) => ValueReport | null;

/** `test ? a : b`, `a ?? b`, `a || b`, `a && b`: by the value that the test has where the result was written. */
function chosen(value: AnyNode, valueOfTest: (test: AnyNode) => ValueReport | null): AnyNode | null {
  let at = value;
  for (;;) {
    if (at.type !== 'ConditionalExpression' && at.type !== 'LogicalExpression') return at;
    const test = valueOfTest(at.type === 'ConditionalExpression' ? at.test : at.left);
    if (test === null) return null;
    if (at.type === 'ConditionalExpression') at = isTruthy(test) ? at.consequent : at.alternate;
    else {
      const isLeft = at.operator === '??' ? !isNullish(test) : isTruthy(test) === (at.operator === '||');
      at = isLeft ? at.left : at.right;
    }
  }
}

/**
 * The pattern that a name stands in, and the way into it: `.a[0]`. A name that is in none is its own. Of a default nothing is known;
 * whether it was taken tells the value.
 */
function takenApart(path: readonly AnyNode[], name: number, text: string): { readonly at: number; readonly steps: readonly Step[] } {
  let at = name;
  const steps: Step[] = [];
  for (;;) {
    const [node, parent, outer] = [path[at], path[at - 1], path[at - 2]];
    if (parent?.type === 'AssignmentPattern' && parent.left === node) at -= 1;
    else if (parent?.type === 'Property' && outer?.type === 'ObjectPattern' && (parent.shorthand || parent.value === node)) {
      const key = text.slice(parent.key.start, parent.key.end);
      const isName = !parent.computed && parent.key.type === 'Identifier';
      steps.unshift({ name: isName ? key : null, text: isName ? `.${key}` : `[${key}]` });
      at -= 2;
    } else if (parent?.type === 'ArrayPattern') {
      const index = String(parent.elements.indexOf(node as never));
      steps.unshift({ name: index, text: `[${index}]` });
      at -= 1;
    } else return { at, steps };
  }
}

/** What a method of a container puts into it, where it is given one thing: `push(x)`, `set(key, x)`. */
function argumentGiven(path: readonly AnyNode[], at: number): AnyNode | null {
  const [call, callee, name] = [path[at - 2], path[at - 1], path[at]];
  if (call?.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || call.callee !== callee || callee.property !== name)
    return null;
  if (name?.type !== 'Identifier') return null;
  const count = name.name === 'set' ? 2 : /^(push|unshift)$/.test(name.name) ? 1 : 0;
  const last = call.arguments.at(-1);
  return count === 0 || call.arguments.length !== count || last === undefined || last.type === 'SpreadElement' ? null : last;
}

/** What a `return` or `yield` gave, or a part of that. */
export function readReturned(text: LoadedText, { offset, end }: PointIdentity, steps: readonly Step[], choose: Choose): Copied | null {
  const value = pathTo(text.program, offset).find((node, index) => index > 0 && node.start === offset && node.end === end);
  return value === undefined ? null : read(value, steps, text.text, choose);
}

/** The right side that a target gets as it is. */
function valueOf(parent: AnyNode, target: AnyNode): AnyNode | null {
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.left === target && /^(=|&&=|\|\|=|\?\?=)$/.test(parent.operator) ? parent.right : null;
    case 'VariableDeclarator':
      return parent.id === target ? (parent.init ?? null) : null;
    case 'ArrayExpression':
      return target;
    case 'Property':
    case 'PropertyDefinition':
      return parent.key === target ? (parent.value ?? null) : null;
    default:
      return null;
  }
}

/** An expression that only reads a place. */
function placeIn(value: AnyNode, text: string): string | null {
  switch (value.type) {
    case 'Identifier':
      return value.name === 'undefined' ? null : value.name;
    case 'MemberExpression':
      return memberIn(value, text);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return placeIn(value.expression, text);
    case 'AwaitExpression':
      return placeIn(value.argument, text); // of a promise another value comes, and it ends here
    case 'SequenceExpression': {
      const last = value.expressions.at(-1);
      return last === undefined ? null : placeIn(last, text);
    }
    case 'AssignmentExpression':
      return value.operator === '=' ? placeIn(value.right, text) : null;
    case 'CallExpression': {
      const isGet =
        value.callee.type === 'MemberExpression' &&
        !value.callee.computed &&
        value.callee.property.type === 'Identifier' &&
        value.callee.property.name === 'get';
      return isGet && value.arguments.length === 1 ? text.slice(value.start, value.end) : null;
    }
    default:
      return null;
  }
}

/** A member without the `?.` on the way to it: it was there. */
function memberIn(member: AnyNode, text: string): string | null {
  // What a call gives cannot be asked again.
  if (member.type === 'ThisExpression') return 'this';
  if (member.type !== 'MemberExpression') return placeIn(member, text);
  const { object, property } = member;
  if (object.type === 'Super') return null;
  const base = memberIn(object, text);
  const name = text.slice(property.start, property.end);
  return base === null ? null : member.computed ? `${base}[${name}]` : `${base}.${name}`;
}

function argumentOf(caller: CodePlace | null, index: number, steps: readonly Step[], choose: Choose): Copied | 'absent' | null {
  const call = caller === null ? null : callAt(caller);
  if (caller === null || call === null || index < 0) return null;
  const before = call.arguments.slice(0, index + 1);
  const argument = before[index];
  if (before.some(({ type }) => type === 'SpreadElement')) return null;
  if (argument === undefined) return 'absent';
  return read(argument, steps, caller.text.text, choose, 1);
}

type Call = Extract<AnyNode, { type: 'CallExpression' | 'NewExpression' }>;

/** The innermost call around a place where a frame is. */
function callAt({ text, offset }: CodePlace): Call | null {
  const call = pathTo(text.program, offset).findLast((node) => node.type === 'CallExpression' || node.type === 'NewExpression');
  return call?.type === 'CallExpression' || call?.type === 'NewExpression' ? call : null;
}

/**
 * What the caller's call at a place calls, as it is written: whether that is the function which has a parameter at an offset must be
 * seen. true: nothing else can be meant; false: it is not that.
 */
export function calledFrom(caller: CodePlace, program: Program, parameter: number): string | boolean {
  const call = callAt(caller);
  if (call === null) return false;
  const path = pathTo(program, parameter);
  const at = path.findLastIndex(isFunction);
  const method = path[at - 1];
  const isConstructor = method?.type === 'MethodDefinition' && method.kind === 'constructor';
  if (call.type === 'NewExpression' ? isConstructor : call.callee.type === 'Super') return isConstructor;
  if (call.callee.type === 'Super') return false;
  return placeIn(call.callee, caller.text.text) ?? (isWritten(call.callee, path[at]) || isMethod(call.callee, method));
}

/** A method of that name: of an object that cannot be asked for again. */
function isMethod(callee: AnyNode, method: AnyNode | undefined): boolean {
  if (method?.type !== 'MethodDefinition' && method?.type !== 'Property') return false;
  const names = [callee.type === 'MemberExpression' && !callee.computed ? callee.property : null, method.computed ? null : method.key];
  const [called, own] = names.map((name) => (name?.type === 'Identifier' ? name.name : null));
  return called !== null && called === own;
}

/** A function that is called where it is written. */
function isWritten(callee: AnyNode, called: AnyNode | undefined): boolean {
  return callee === called || (callee.type === 'ParenthesizedExpression' && callee.expression === called);
}

/** Methods that give each element to their callback, as which parameter. */
const elementParameters: ReadonlyMap<string, number> = new Map([
  ...'every filter find findIndex findLast findLastIndex flatMap forEach map some'.split(' ').map((name) => [name, 0] as const),
  ['reduce', 1],
  ['reduceRight', 1],
]);

/** The array whose method was called with a callback, as it is written; null where that gives no element for the parameter. */
export function arrayIterated(caller: CodePlace, parameter: number): Located | null {
  const call = callAt(caller);
  const callee = call?.callee;
  if (callee?.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed || callee.object.type === 'Super')
    return null;
  if (elementParameters.get(callee.property.name) !== parameter) return null;
  const place = placeIn(callee.object, caller.text.text);
  return place === null ? null : { place, start: callee.object.start, end: callee.object.end };
}
