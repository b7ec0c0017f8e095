import type { AnyNode } from '../../instrument/tree.js';
import { isSame } from '../../events/sameValue.js';
import type { Step } from '../question/arrival.js';
import type { CodePlace } from '../text/texts.js';
import { awaitStep, unknown, type Copied, type Surroundings } from './copies.js';
import { placeIn, read } from './reading.js';

/** A call of one of the methods that make a promise of several. */
export interface Combination {
  readonly called: string;
  readonly list: AnyNode | undefined;
  readonly place: CodePlace;
  readonly frame: number;
  /** The answer where nothing was handed on. */
  readonly computed: Copied;
}

/** Which of several promises, or what they held, has become the value of one; `steps`: behind the waiting for it. */
export function combined(call: Combination, steps: readonly Step[], around: Surroundings): Copied {
  const { called, list, place, frame } = call;
  const from = (node: AnyNode, rest: readonly Step[]) => read(node, rest, place.text.text, around.choose, frame);
  if (called === 'Promise.race' || called === 'Promise.any') {
    const only = onlyWinner(call, around);
    return only === null ? unknown(`\`${called}\` handed it on`) : from(only, [awaitStep, ...steps]);
  }
  const [index, ...inside] = steps;
  if (index === undefined) return call.computed;
  if (list === undefined || list.type === 'SpreadElement') return unknown(`\`${called}\` handed it on`);
  if (called !== 'Promise.allSettled') return from(list, [index, awaitStep, ...inside]);
  const [field, ...rest] = inside;
  if (field?.name === 'value') return from(list, [index, awaitStep, ...rest]);
  if (field?.name !== 'reason') return call.computed;
  const element = list.type === 'ArrayExpression' && isPlain(list.elements) ? list.elements[Number(index.name ?? NaN)] : null;
  const reason = element ? rejectedWith(element) : null;
  return reason === null ? unknown('a promise was rejected with it, and where cannot be told') : from(reason, rest);
}

/** The one element that may have given the value; null where several may. */
function onlyWinner({ list, place, frame }: Combination, around: Surroundings): AnyNode | null {
  if (list?.type !== 'ArrayExpression' || !isPlain(list.elements)) return null;
  const possible = list.elements.filter((element) => element !== null && !neverFulfils(element) && !isOther(element, place, frame, around));
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

function isPlain(elements: readonly (AnyNode | null)[]): boolean {
  return elements.every((element) => element !== null && element.type !== 'SpreadElement');
}

/** Whether a promise, as it is written, is rejected, or has nobody who fulfils it. */
function neverFulfils(promise: AnyNode): boolean {
  if (rejectedWith(promise) !== null) return true;
  if (promise.type !== 'NewExpression' || promise.callee.type !== 'Identifier' || promise.callee.name !== 'Promise') return false;
  const [executor] = promise.arguments;
  return executor?.type === 'ArrowFunctionExpression' && executor.params.length === 0;
}

/** What `Promise.reject` is given, as it is written. */
function rejectedWith(promise: AnyNode): AnyNode | null {
  if (promise.type !== 'CallExpression' || promise.callee.type !== 'MemberExpression') return null;
  const { object, property, computed } = promise.callee;
  const isReject =
    object.type === 'Identifier' && object.name === 'Promise' && property.type === 'Identifier' && property.name === 'reject';
  const [reason] = promise.arguments;
  return isReject && !computed && reason !== undefined && reason.type !== 'SpreadElement' ? reason : null;
}

/** Whether an element is a primitive that is not the value. */
function isOther(element: AnyNode, { text, offset }: CodePlace, frame: number, around: Surroundings): boolean {
  const { wanted } = around;
  if (element.type === 'Literal')
    return (
      !('regex' in element) && !(wanted.kind === 'primitive' && (wanted.length !== undefined || wanted.text === String(element.value)))
    );
  const place = element.type === 'Identifier' ? placeIn(element, text.text) : null;
  const binding = place === null ? undefined : text.scopes.lookUp(place, offset);
  if (place === null || binding === undefined || binding.references.filter(({ isWrite }) => isWrite).length > 1) return false;
  const held = around.valueOf(frame, place);
  return held?.kind === 'primitive' && !isSame(held, wanted);
}
