import { isIndexName } from '../../instrument/indexNames.js';
import type { MemberExpression } from 'acorn';
import { isFunction, type AnyNode } from '../../instrument/tree.js';
import { awaitStep, callOf, memberStep, unknown, type Choose, type Copied, type Returning } from './copies.js';
import type { Step } from '../question/arrival.js';
import { isNullish, isTruthy } from '../text/comparedValues.js';
import type { ValueReport } from '../../events/rows.js';

/** Where what an expression gives came from, or a part of that. */
export function read(value: AnyNode, steps: readonly Step[], text: string, choose: Choose, frame = 0): Copied {
  const taken = chosen(value, (test) => choose(test, text, frame));
  if (taken === null) return unknown('how its conditions went is not known');
  const { start, end } = taken;
  const [step, ...others] = steps;
  if (taken.type === 'AwaitExpression') return read(taken.argument, [awaitStep, ...steps], text, choose, frame);
  if (taken.type === 'AssignmentExpression' && taken.operator === '=') return read(taken.right, steps, text, choose, frame);
  const part = step === undefined ? null : partOf(taken, step);
  if (part !== null) return read(part, others, text, choose, frame);
  if (taken.type === 'ThisExpression')
    return step === undefined
      ? unknown('it is the object that the function was called on')
      : { kind: 'place', expression: 'this', steps, frame, start, end };
  if (step !== undefined && isLacking(taken, step)) return { kind: 'computed', frame, start, end, isMissing: true };
  const called = callIn(taken, text);
  if (called !== null) return { kind: 'call', ...yieldedBy(called.call, [...called.steps, ...steps], text), frame, start, end };
  const place = placeIn(taken, text);
  if (place !== null) return { kind: 'place', expression: place, steps, frame, start, end };
  const member = taken.type === 'ChainExpression' ? taken.expression : taken;
  if (member.type === 'MemberExpression' && member.object.type !== 'Super') {
    const first = stepTo(member, (property) => choose(property, text, frame), text);
    if (isOfLanguage(member.object, first)) return { kind: 'computed', frame, start, end };
    return first === null ? unknown('which part was read is not known') : read(member.object, [first, ...steps], text, choose, frame);
  }
  if (step === undefined) return { kind: 'computed', frame, start, end, ...(isUndefined(taken) ? { isMissing: true } : {}) };
  if (step.isAwait === true && mayHaveThen(taken)) return unknown('its `then` gave it');
  // What is awaited may be no promise.
  if (step.isAwait === true && taken.type !== 'NewExpression') return read(taken, others, text, choose, frame);
  const element = taken.type === 'ArrayExpression' ? spreadPart(taken.elements, Number(step.name ?? NaN)) : null;
  if (element !== null) return read(element.value, [memberStep(String(element.index)), ...others], text, choose, frame);
  if (taken.type === 'NewExpression' && step.name === 'message' && isError(taken.callee)) {
    const message = taken.arguments[0] === undefined ? null : choose(taken.arguments[0], text, frame);
    if (message?.kind === 'primitive' && message.type === 'string' && taken.arguments[0])
      return read(taken.arguments[0], others, text, choose, frame);
  }
  const options = taken.type === 'NewExpression' && step.name === 'cause' && isError(taken.callee) ? taken.arguments[1] : undefined;
  if (options !== undefined && options.type !== 'SpreadElement') return read(options, steps, text, choose, frame);
  if (taken.type === 'NewExpression' && step.isAwait === true) {
    const executor = taken.callee.type === 'Identifier' && taken.callee.name === 'Promise' ? taken.arguments[0] : undefined;
    if (executor !== undefined && isFunction(executor) && executor.params[0]?.type === 'Identifier')
      return { kind: 'call', call: callOf('new Promise', { written: executor.body.start, isResolved: true }), steps, frame, start, end };
  }
  if (taken.type === 'NewExpression' && steps.every(({ name, isAwait }) => name !== null && isAwait !== true))
    return { kind: 'made', steps, frame, start, end };
  return unknown(`it is a part of what \`${shortened(text.slice(start, end))}\` made`);
}

/** Whether a part of what an expression makes is one that the language has computed: the length of a list, a sign of a text. */
function isOfLanguage(object: AnyNode, step: Step | null): boolean {
  if (object.type === 'ParenthesizedExpression') return isOfLanguage(object.expression, step);
  if (object.type === 'ArrayExpression') return step?.name !== undefined && step.name !== null && !isIndexName(step.name);
  return /^(Literal|TemplateLiteral|BinaryExpression|UnaryExpression|UpdateExpression|MetaProperty)$/.test(object.type);
}

/** Whether an expression is written as nothing, for which a default is taken. */
function isUndefined(node: AnyNode): boolean {
  return (node.type === 'Identifier' && node.name === 'undefined') || (node.type === 'UnaryExpression' && node.operator === 'void');
}

/** Whether awaiting what a literal makes may call a method of it. */
function mayHaveThen(literal: AnyNode): boolean {
  if (literal.type !== 'ObjectExpression') return false;
  return literal.properties.some((property) => {
    if (property.type !== 'Property' || property.computed) return true;
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null;
    return name === 'then' || name === '__proto__';
  });
}

/** Whether it is one of the language's own classes of errors that is written. */
function isError(callee: AnyNode): boolean {
  return callee.type === 'Identifier' && /^((Eval|Range|Reference|Syntax|Type|URI)?Error)$/.test(callee.name);
}

/** The step that a member expression takes from its object. */
function stepTo({ property, computed }: MemberExpression, valueOf: (key: AnyNode) => ValueReport | null, text: string): Step | null {
  const written = text.slice(property.start, property.end);
  if (!computed) return property.type === 'Identifier' ? memberStep(written) : { name: null, text: `.${written}` };
  const key = property.type === 'Literal' ? String(property.value) : null;
  const value = key === null ? valueOf(property) : null;
  const name = key ?? (value?.kind === 'primitive' && value.symbol === undefined && value.length === undefined ? value.text : null);
  if (name === null) return null;
  return isIndexName(name) || /^[A-Za-z_$][\w$]*$/.test(name) ? memberStep(name) : { name, text: `[${JSON.stringify(name)}]` };
}

/** Whether a literal, without anything that is spread or computed, has no such part. */
function isLacking(literal: AnyNode, { name }: Step): boolean {
  if (name === null) return false;
  if (literal.type === 'ArrayExpression')
    return literal.elements.length <= Number(name) && literal.elements.every((element) => element?.type !== 'SpreadElement');
  if (literal.type !== 'ObjectExpression') return false;
  return literal.properties.every((property) => property.type === 'Property' && !property.computed && property.kind === 'init');
}

/** The element of what is spread into an array at its end. */
function spreadPart(elements: readonly (AnyNode | null)[], index: number): { readonly value: AnyNode; readonly index: number } | null {
  const at = elements.findIndex((element) => element?.type === 'SpreadElement');
  const spread = elements[at];
  return spread?.type === 'SpreadElement' && index >= at && at === elements.length - 1
    ? { value: spread.argument, index: index - at }
    : null;
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 37)}...` : line;
}

/** The call that an expression is, or reads a part of what it returns; null when it is something else. */
export function callIn(value: AnyNode, text: string): { readonly call: Returning; readonly steps: readonly Step[] } | null {
  switch (value.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return callIn(value.expression, text);
    case 'AwaitExpression': {
      const called = callIn(value.argument, text);
      return called === null ? null : { ...called, steps: [...called.steps, awaitStep] };
    }
    case 'CallExpression': {
      const { callee } = value;
      if (callee.type === 'Super' || placeIn(value, text) !== null) return null;
      const written = callee.type === 'ParenthesizedExpression' ? callee.expression : callee;
      if (isFunction(written)) return { call: callOf('function', { written: written.start, node: value }), steps: [] };
      const place = placeIn(callee, text);
      const method = callee.type === 'MemberExpression' && !callee.computed ? text.slice(callee.property.start, callee.property.end) : null;
      return { call: callOf(place, { method, node: value }), steps: [] };
    }
    case 'TaggedTemplateExpression': {
      const place = placeIn(value.tag, text);
      return place === null ? null : { call: callOf(place, { node: value }), steps: [] };
    }
    case 'MemberExpression': {
      const called = value.object.type === 'Super' ? null : callIn(value.object, text);
      if (called === null) return null;
      const name = text.slice(value.property.start, value.property.end);
      const literal = value.computed && value.property.type === 'Literal' ? String(value.property.value) : null;
      const step = literal !== null ? memberStep(literal) : value.computed ? { name: null, text: `[${name}]` } : { name, text: `.${name}` };
      return { ...called, steps: [...called.steps, step] };
    }
    default:
      return null;
  }
}

/** A call of `next` whose value is asked for, of what it gave: what the iterator yields. */
function yieldedBy(call: Returning, steps: readonly Step[], text: string): { readonly call: Returning; readonly steps: readonly Step[] } {
  const at = steps.findIndex(({ isAwait }) => isAwait !== true);
  const iterator = steps[at]?.name === 'value' ? iteratorOf(call, text) : null;
  if (iterator === null) return { call, steps };
  return { call: { ...iterator, isYielded: true }, steps: steps.filter((_, index) => index !== at) };
}

/** Of a call of `next`, the iterator: a place that holds it, or a call that makes it. */
function iteratorOf(call: Returning, text: string): Returning | null {
  const held = /^(.+)\.next$/s.exec(call.callee ?? '')?.[1];
  if (held !== undefined) return { ...call, callee: held };
  const { method, node } = call;
  const callee = method === 'next' && node?.type === 'CallExpression' ? node.callee : null;
  const made = callee?.type === 'MemberExpression' && callee.object.type !== 'Super' ? callIn(callee.object, text) : null;
  return made !== null && made.steps.length === 0 ? made.call : null;
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

/** `test ? a : b`, `a ?? b`, `a || b`, `a && b`: by the value that the test has where the result was written. */
function chosen(value: AnyNode, valueOfTest: (test: AnyNode) => ValueReport | null): AnyNode | null {
  let at = value;
  for (;;) {
    if (at.type === 'SequenceExpression') at = at.expressions.at(-1) ?? at;
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

/** An expression that only reads a place. */
export function placeIn(value: AnyNode, text: string): string | null {
  switch (value.type) {
    case 'Identifier':
      return /^(undefined|NaN|Infinity)$/.test(value.name) ? null : value.name;
    case 'MemberExpression':
      return memberIn(value, text);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return placeIn(value.expression, text);
    case 'SequenceExpression': {
      const last = value.expressions.at(-1);
      return last === undefined ? null : placeIn(last, text);
    }
    case 'AssignmentExpression':
      return value.operator === '=' ? placeIn(value.right, text) : null;
    case 'CallExpression': {
      const { callee, arguments: given } = value;
      const isGet =
        callee.type === 'MemberExpression' &&
        !callee.computed &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'get' &&
        !(callee.object.type === 'Identifier' && callee.object.name === 'Reflect');
      return isGet && given.length === 1 ? text.slice(value.start, value.end) : null;
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
