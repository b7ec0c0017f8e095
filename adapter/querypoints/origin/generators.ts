import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import { unknown, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import { argumentIn, argumentOf, callAt, type Caller } from './callers.js';
import { goneThrough } from '../text/goneThrough.js';
import type { CodePlace } from '../text/texts.js';
import { placeIn } from './reading.js';

/** What a generator was given for a parameter: it was called before, and runs where somebody goes through it. */
export function givenToGenerator(caller: Caller, index: number, steps: readonly Step[], around: Surroundings): Copied {
  const iterated = iteratedAt(caller.place);
  const { text } = caller.place.text;
  if (iterated?.type === 'CallExpression') return argumentIn(caller, index, steps, around, iterated);
  const place = iterated === null ? null : placeIn(iterated, text);
  if (place === null) return unknown('where this generator was called is not seen');
  return { kind: 'generated', frame: caller.frame, generator: place, index, steps };
}

/** What is gone through at a place where a frame is. */
export function iteratedAt({ text, offset }: CodePlace): AnyNode | null {
  const path = pathTo(text.program, offset);
  for (let at = path.length - 1; at >= 0; at--) {
    const node = path[at];
    if (node === undefined || isFunction(node)) return null;
    const found = iteratedBy(node);
    if (found !== null) return found.type === 'AwaitExpression' ? found.argument : found;
  }
  return null;
}

function iteratedBy(node: AnyNode): AnyNode | null {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return goneThrough(node);
  const { callee, arguments: given } = node;
  const isNext = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'next';
  if (isNext && callee.type === 'MemberExpression') return callee.object;
  return given.length === 1 && given[0]?.type !== 'SpreadElement' ? (given[0] ?? null) : null;
}

/** The argument of the call that has made a generator. */
export function givenWhenMade(point: CodePlace, end: number, index: number, steps: readonly Step[], around: Surroundings): Copied {
  const call = pathTo(point.text.program, point.offset).find((node) => node.start === point.offset && node.end === end);
  if (call?.type !== 'CallExpression') return unknown('where this generator was called is not seen');
  return argumentIn({ place: point, frame: 0 }, index, steps, around, call);
}

/** What was sent into a generator, which others may have delegated to. */
export function sentInto(steps: readonly Step[], around: Surroundings): Copied {
  for (let frame = 1; ; frame++) {
    const caller = around.placeAt(frame);
    if (caller === null) return unknown('what was sent into the generator is not seen');
    const call = callAt(caller);
    const isNext =
      call?.type === 'CallExpression' &&
      call.callee.type === 'MemberExpression' &&
      call.callee.property.type === 'Identifier' &&
      call.callee.property.name === 'next';
    if (isNext) return argumentOf(frame - 1, 0, steps, around);
    const path = pathTo(caller.text.program, caller.offset);
    const isDelegating = path.slice(path.findLastIndex(isFunction)).some((node) => node.type === 'YieldExpression' && node.delegate);
    if (!isDelegating) return unknown('what was sent into the generator is not seen');
  }
}
