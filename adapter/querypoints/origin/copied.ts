import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import { callOf, lengthOf, memberStep, unknown, type Choose, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import { argumentOf } from './callers.js';
import { givenFor, isLeftOut } from './given.js';
import { sentInto } from './generators.js';
import { entryAt, entryOf, pairOf } from './entries.js';
import { elementOf } from './elements.js';
import { callIn, placeIn, read } from './reading.js';
import { writtenByNative } from './nativeWrites.js';
import type { CodePlace } from '../text/texts.js';
import { exportedValue, givenValue } from '../text/givenValue.js';
import { mayBeRenamed } from './iterations.js';
import { defaultInLoop, restInto, takenApart, throughDefaults } from './takenApart.js';
import { isSame } from '../../events/sameValue.js';

/** Where what a write wrote came from: the place on its right side; for a parameter, the argument of the call. */
export function copiedBy(point: CodePlace, end: number, key: string | null, steps: readonly Step[], around: Surroundings): Copied {
  const { text, offset } = point;
  const source = text.text;
  const path = pathTo(text.program, offset);
  // A function of the language is only known by where its name begins.
  const at = path.findLastIndex((node) => node.start === offset && (node.end === end || end === offset));
  // Of what is spread only the dots are the place.
  const spread = path.findLast((node) => node.type === 'SpreadElement' && node.start === offset);
  if (at < 1 && spread?.type === 'SpreadElement') return spreadInto(path, spread, key, steps, source, around);
  const exported = at < 1 ? exportedValue(path, offset) : null;
  if (exported !== null) return read(exported, steps, source, around.choose);
  const [parent, target] = [path[at - 1], path[at]];
  if (at < 1 || parent === undefined || target === undefined) return unknown('the code that wrote it is not understood');
  if (end === offset) return writtenByNative(path, at, key, steps, source, around);
  const taken = takenApart(path, at, source);
  const [outer, whole] = [path[taken.at - 1], path[taken.at]];
  if (outer === undefined || whole === undefined) return unknown('the code that wrote it is not understood');
  const way = [...taken.steps, ...steps];
  const given = (from: (inside: readonly Step[]) => Copied, isOmitted = false) =>
    throughDefaults(taken, { from, isLeftOut: isOmitted }, steps, source, around);
  if (isFunction(outer)) {
    const index = outer.params.indexOf(whole as never);
    if (whole.type === 'RestElement') return restOf(index, taken.isRest ? [] : taken.steps, steps, around);
    if (taken.isRest) return restInto(taken.steps, steps, (rest) => givenFor(point, outer, index, rest, around));
    const isOmitted = whole.type === 'AssignmentPattern' && isLeftOut(point, outer, index, around);
    return given((inside) => givenFor(point, outer, index, inside, around), isOmitted);
  }
  const loop = loopOf(path, taken.at);
  if (loop !== null) {
    if (loop.type === 'ForInStatement') return here(target);
    const otherwise = defaultInLoop(taken);
    if (otherwise === 'unclear') return unknown('whether its default was taken is not known');
    return iterated(loop.right, way, text, around, { otherwise, key: keyTaken(whole), isTaken: !loop.await });
  }
  if (outer.type === 'CatchClause') return { kind: 'thrown', isRejection: false, steps: way };
  const value = givenValue(outer, whole);
  if (value === null) return here(target);
  if (value.type === 'YieldExpression') return value.delegate ? resultOf(value.argument, way, source) : sentInto(way, around);
  const from = (inside: readonly Step[]) => read(value, inside, source, around.choose);
  return taken.isRest ? restInto(taken.steps, steps, from) : given(from);
}

function here({ start, end }: AnyNode): Copied {
  return { kind: 'computed', frame: 0, start, end };
}

/** A rest parameter holds the arguments from its own on. */
function restOf(index: number, inside: readonly Step[], steps: readonly Step[], around: Surroundings): Copied {
  const [step, ...others] = [...inside, ...steps];
  if (step === undefined) return { kind: 'computed', frame: 0, start: 0, end: 0 };
  const at = Number(step.name ?? NaN);
  return Number.isInteger(at) ? argumentOf(0, index + at, others, around) : unknown('which of the arguments it was cannot be told');
}

type Loop = Extract<AnyNode, { type: 'ForOfStatement' | 'ForInStatement' }>;

/** The loop in whose head a target is. */
function loopOf(path: readonly AnyNode[], at: number): Loop | null {
  const loop = path[at - 1]?.type === 'VariableDeclarator' ? path[at - 3] : path[at - 1];
  return (loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement') && loop.right !== path[at] ? loop : null;
}

/** How a loop takes what it goes through: `otherwise` is taken where it is missing. */
interface Taking {
  readonly otherwise: AnyNode | null;
  /** The name that has the key, where a pattern takes pairs apart. */
  readonly key: string | null;
  /** Whether each passage takes the next element. */
  readonly isTaken: boolean;
}

const notTaken: Taking = { otherwise: null, key: null, isTaken: false };

function keyTaken(pattern: AnyNode): string | null {
  const key = pattern.type === 'ArrayPattern' ? pattern.elements[0] : null;
  return key?.type === 'Identifier' ? key.name : null;
}

/** What a loop goes through: an array, a generator, or a call that makes one. */
function iterated(right: AnyNode, steps: readonly Step[], loaded: CodePlace['text'], around: Surroundings, taking = notTaken): Copied {
  const { text } = loaded;
  const { start, end } = right;
  const place = placeIn(right, text);
  const value = place === null ? null : around.valueOf(0, place);
  if (place !== null && value?.kind === 'object' && value.type === 'array') {
    const isCounted = taking.isTaken && value.className === 'Array';
    const isSure = taking.otherwise === null && !(isCounted && mayBeRenamed({ text: loaded, offset: start }, place));
    const element = isSure ? elementOf({ place, start, end }, 0, steps, around) : 'none';
    if (element === 'none' && isCounted) return { kind: 'iterated', list: place, steps, otherwise: taking.otherwise, start, end };
    return element === 'none' ? unknown(`which element of \`${place}\` it was cannot be told`) : element;
  }
  if (place !== null && value?.kind === 'object' && (value.type === 'map' || value.type === 'set')) {
    const container = { place, start, end };
    const [pair, ...inside] = steps;
    const own = taking.key !== null && taking.otherwise === null && pair?.name === '1' ? `${place}.get(${taking.key})` : null;
    const held = own === null ? null : around.valueOf(0, `${own}${inside.map((step) => step.text).join('')}`);
    if (own !== null && value.type === 'map' && held !== null && isSame(held, around.wanted))
      return { kind: 'place', expression: own, steps: inside, frame: 0, start, end };
    const entry = value.type === 'map' ? pairOf(container, 0, steps, around) : entryOf(container, 'set', 'key', 0, steps, around);
    return entry ?? unknown(`which entry of \`${place}\` it was cannot be told`);
  }
  if (right.type === 'ArrayExpression')
    return taking.isTaken ? { kind: 'iterated', list: null, steps, otherwise: taking.otherwise, start, end } : unknown(whichElement);
  const called = place === null ? callIn(right, text) : { call: callOf(place), steps: [] };
  if (called === null || called.steps.some(({ isAwait }) => isAwait !== true)) return unknown('what the loop went through is not known');
  return { kind: 'call', call: { ...called.call, isYielded: true }, steps, frame: 0, start, end };
}

/** What a generator delegates to yields: that, or an element of it. */
export function delegated({ text, offset }: CodePlace, end: number, steps: readonly Step[], around: Surroundings): Copied {
  const value = pathTo(text.program, offset).find((node, index) => index > 0 && node.start === offset && node.end === end);
  return value === undefined ? unknown('the code that made it is not understood') : iterated(value, steps, text, around);
}

/** What `yield*` gives: what the generator that it went through returned. */
function resultOf(value: AnyNode | null | undefined, steps: readonly Step[], text: string): Copied {
  const place = value ? placeIn(value, text) : null;
  const called = !value ? null : place === null ? callIn(value, text) : { call: callOf(place), steps: [] };
  if (!value || called === null) return unknown('it is what `yield*` gave');
  const { start, end } = value;
  return { kind: 'call', call: { ...called.call, isResult: true }, steps: [...called.steps, ...steps], frame: 0, start, end };
}

/** Elements and properties that came into being with a literal that something else was spread into. */
function spreadInto(
  path: readonly AnyNode[],
  spread: Extract<AnyNode, { type: 'SpreadElement' }>,
  key: string | null,
  steps: readonly Step[],
  source: string,
  around: Surroundings,
): Copied {
  if (key === null) return unknown('which part of what was spread it was cannot be told');
  const list = path[path.indexOf(spread) - 1];
  if (list?.type !== 'ArrayExpression') return read(spread.argument, [memberStep(key), ...steps], source, around.choose);
  const before = list.elements.slice(0, list.elements.indexOf(spread));
  let index = Number(key) - before.length;
  for (const element of before) {
    if (element?.type !== 'SpreadElement') continue;
    const place = placeIn(element.argument, source);
    const length = place === null ? null : lengthOf(around, 0, place);
    if (length === null) return unknown('which element of what was spread it was cannot be told');
    index += 1 - length;
  }
  const place = placeIn(spread.argument, source);
  const value = place === null ? null : around.valueOf(0, place);
  if (place !== null && value?.kind === 'object' && value.type === 'set') {
    const { start, end } = spread.argument;
    return entryAt({ place, start, end }, 'set', 'key', index, 0, steps);
  }
  if (place !== null && value !== null && !(value.kind === 'object' && value.type === 'array'))
    return unknown(`which part of \`${place}\` it was cannot be told`);
  return read(spread.argument, [memberStep(String(index)), ...steps], source, around.choose);
}

/** What a `return` or `yield` gave, or a part of that; of a creation, what was made. */
export function readAt({ text, offset }: CodePlace, end: number, steps: readonly Step[], choose: Choose): Copied {
  const value = pathTo(text.program, offset).find((node, index) => index > 0 && node.start === offset && node.end === end);
  return value === undefined ? unknown('the code that made it is not understood') : read(value, steps, text.text, choose);
}

/** The element of an array that the how-many-th passage of a loop has taken, or a part of it; null: the one that has the value. */
export function elementTaken(
  { list, steps, otherwise, start, end }: Extract<Copied, { kind: 'iterated' }>,
  index: number | null,
  text: CodePlace['text'],
  around: Surroundings,
): Copied {
  if (list === null)
    return index === null ? unknown(whichElement) : elementWritten({ text, offset: start }, index, steps, otherwise, around);
  const none = unknown(`which element of \`${list}\` it was cannot be told`);
  if (index === null && otherwise === null) {
    const element = elementOf({ place: list, start, end }, 0, steps, around);
    return element === 'none' ? none : element;
  }
  if (index === null) return none;
  if (steps.some(({ isAwait }) => isAwait === true)) return none;
  const held = around.valueOf(0, `${list}[${index}]${steps.map(({ text: step }) => step).join('')}`);
  if (held === null) return none;
  const isMissing = held.kind === 'absent' || (held.kind === 'primitive' && held.type === 'undefined');
  if (isMissing && otherwise !== null) return read(otherwise, [], text.text, around.choose);
  return isSame(around.wanted, held) ? { kind: 'place', expression: `${list}[${index}]`, steps, frame: 0, start, end } : none;
}

const whichElement = 'which element it was cannot be told';

/** The element that stands in a list which a loop goes through: what it was copied from must be the same still. */
function elementWritten(place: CodePlace, index: number, steps: readonly Step[], otherwise: AnyNode | null, around: Surroundings): Copied {
  const { program, text } = place.text;
  const list = pathTo(program, place.offset).findLast((node) => node.type === 'ArrayExpression' && node.start === place.offset);
  if (list === undefined) return unknown(whichElement);
  const copied = read(list, [memberStep(String(index)), ...steps], text, around.choose);
  if (copied.kind === 'computed' && copied.isMissing === true && otherwise !== null) return read(otherwise, [], text, around.choose);
  return copied.kind === 'place' && mayBeRenamed(place, copied.expression) ? unknown(whichElement) : copied;
}
