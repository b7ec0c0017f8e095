import nodeModule from 'node:module';
import { handingOnFirst } from '../../instrument/builtinNames.js';
import { isFunction, type AnyNode } from '../../instrument/tree.js';
import { callOf, lengthOf, memberStep, unknown, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import { combined } from './combined.js';
import { elementOf, type Located } from './elements.js';
import { entryAt, entryOf, pairOf, propertyGiven } from './entries.js';
import type { CodePlace } from '../text/texts.js';
import { isSame } from '../../events/sameValue.js';
import { placeIn, read, shortened } from './reading.js';

/** How many elements an array has, as it is written; null when that is not known. */
function sizeOf(array: AnyNode, frame: number, { text }: CodePlace, around: Surroundings): number | null {
  if (array.type === 'ArrayExpression') return sizeOfLiteral(array.elements, frame, text.text, around);
  // What calls give cannot be asked again; but how much it was can, where nothing changes by it.
  return array.type === 'Super'
    ? null
    : lengthOf(around, frame, placeIn(array, text.text) ?? `(${text.text.slice(array.start, array.end)})`);
}

function sizeOfLiteral(elements: readonly (AnyNode | null)[], frame: number, source: string, around: Surroundings): number | null {
  let size = 0;
  for (const element of elements) {
    const spread = element?.type === 'SpreadElement' ? element.argument : null;
    const place = spread === null ? null : placeIn(spread, source);
    const own = place === null ? null : lengthOf(around, frame, place);
    const length = spread === null ? 1 : (own ?? lengthOf(around, frame, `[...${source.slice(spread.start, spread.end)}]`));
    if (length === null) return null;
    size += length;
  }
  return size;
}

/** How much `Array.from` goes through: of an array, as much as it is long; a text may have fewer signs than that. */
function sizeOfIterated(list: AnyNode, frame: number, place: CodePlace, around: Surroundings): number | null {
  const name = placeIn(list, place.text.text);
  const held = name === null ? null : around.valueOf(frame, name);
  const isArray = list.type === 'ArrayExpression' || (held?.kind === 'object' && held.type === 'array');
  return isArray ? sizeOf(list, frame, place, around) : null;
}

/** Methods of arrays and iterators whose result holds elements of theirs, or is one. */
const elementMethods: ReadonlySet<string> = new Set(
  'at concat filter find findLast flat pop shift slice splice toReversed toSorted values with'.split(' '),
);

/** Whether a method of something that cannot be asked for again is one of the language, unless a method of the program's by this name has just returned. */
export function isOfLanguage(method: string | null): boolean {
  return (
    method !== null &&
    (elementMethods.has(method) || /^(then|catch|finally|map|flatMap|reduce|reduceRight|entries|join|split)$/.test(method))
  );
}

/** Functions of the language that hand on their first argument as it is. */
const sameAsArgument: ReadonlySet<string> = new Set(handingOnFirst.split(' ').map((name) => `Object.${name}`));

/** What is asked of the result of a call. */
interface AskedResult {
  readonly place: CodePlace;
  readonly steps: readonly Step[];
  readonly frame: number;
  readonly around: Surroundings;
  /** The answer where nothing was handed on. */
  readonly computed: Copied;
}

/**
 * What a call of one of the language's own functions handed on, at the moment when it had been evaluated: most compute something, or
 * bring it in.
 */
export function handedOn(place: CodePlace, node: AnyNode, steps: readonly Step[], frame: number, around: Surroundings): Copied {
  const { text } = place.text;
  const { start, end } = node;
  const computed: Copied = { kind: 'computed', frame, start, end };
  const asked: AskedResult = { place, steps, frame, around, computed };
  const one = (value: AnyNode | undefined, rest: readonly Step[]) =>
    value === undefined || value.type === 'SpreadElement'
      ? unknown(`\`${shortened(text.slice(start, end))}\` handed it on`)
      : read(value, rest, text, around.choose, frame);
  const [first, ...others] = steps;
  if (node.type === 'NewExpression') return first?.isAwait === true ? unknown('its promise was resolved by a function') : computed;
  if (node.type !== 'CallExpression') return computed;
  const { callee, arguments: given } = node;
  const called = text.slice(callee.start, callee.end);
  const required = called === 'require' && steps.length > 0 ? pathRequired(given[0], place.text.path) : null;
  if (required !== null)
    return { kind: 'place', expression: `require.cache[${JSON.stringify(required)}].exports`, steps, frame, start, end };
  if (sameAsArgument.has(called)) return one(given[0], steps);
  if (called === 'JSON.parse' && given.length === 1) return computed;
  if (called === 'Array.from' && given[1] !== undefined && given[0] !== undefined && given[0].type !== 'SpreadElement')
    return steps.length === 0 ? computed : mapped(given[1], steps, frame, sizeOfIterated(given[0], frame, place, around), place, around);
  if (called === 'Object.fromEntries' && frame === 0 && steps[0] !== undefined)
    return (
      propertyGiven(given[0], steps[0].name, others, text, around) ?? unknown('which entry `Object.fromEntries` was given cannot be told')
    );
  if (called === 'Array.from' && given.length === 1) return elementFrom(given[0], steps, text, frame, around, computed);
  // What is awaited may have a method `then`.
  if (called === 'Promise.resolve') return one(given[0], steps);
  if (/^Promise\.(all|allSettled|any|race)$/.test(called) && first?.isAwait === true)
    return combined({ called, list: given[0], place, frame, computed }, others, around);
  if (/^Promise\.\w+$/.test(called)) return unknown(`\`${called}\` handed it on`);
  if (called === 'Reflect.get' && given[0] !== undefined && given[1]?.type === 'Literal')
    return one(given[0], [memberStep(String(given[1].value)), ...steps]);
  if (/^Object\.(values|entries)$/.test(called)) return valueAmong(given[0], called.endsWith('entries'), asked);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed)
    return throughArguments(node, steps, place, frame, around) ?? computed;
  const { object, property } = callee;
  const { name } = property;
  const receiver = object.type === 'Super' ? null : placeIn(object, text);
  if ((name === 'call' || name === 'apply') && receiver !== null && receiver !== 'Reflect')
    return { kind: 'call', call: callOf(receiver), steps, frame, start, end };
  if (called === 'Reflect.apply') {
    const applied = given[0] === undefined ? null : placeIn(given[0], text);
    return applied === null ? computed : { kind: 'call', call: callOf(applied), steps, frame, start, end };
  }
  if (/^(then|catch|finally)$/.test(name)) return settled(name, given, one, object, asked);
  if (name === 'reduce' || name === 'reduceRight') return reduced(given, object, asked);
  if (name === 'map' && steps.length > 0) return mapped(given[0], steps, frame, sizeOf(object, frame, place, around), place, around);
  if (name === 'map' || name === 'flatMap') return steps.length === 0 ? computed : unknown(`\`${name}\` gave it`);
  if (elementMethods.has(name)) return elementBy(name, object, given, asked);
  if (handingOn.has(name)) return unknown(`\`${shortened(called)}\` handed it on`);
  return throughArguments(node, steps, place, frame, around) ?? computed;
}

/** The element of what an array was made of. */
function elementFrom(
  list: AnyNode | undefined,
  steps: readonly Step[],
  text: string,
  frame: number,
  around: Surroundings,
  computed: Copied,
): Copied {
  const [step, ...inside] = steps;
  const index = Number(step?.name ?? NaN);
  const place = list === undefined ? null : placeIn(list, text);
  const held = place === null ? null : around.valueOf(frame, place);
  if (step === undefined) return computed;
  if (list === undefined || place === null || held?.kind !== 'object' || !Number.isInteger(index))
    return unknown('which element `Array.from` gave cannot be told');
  const { start, end } = list;
  if (held.type === 'set') return entryAt({ place, start, end }, 'set', 'key', index, frame, inside);
  return held.type === 'array'
    ? { kind: 'place', expression: `${place}[${index}]`, steps: inside, frame, start, end }
    : unknown('which element `Array.from` gave cannot be told');
}

/** Functions of the language that hand on what they hold, or are given, in ways that are not followed. */
const handingOn: ReadonlySet<string> = new Set(
  'deref get getOwnPropertyDescriptor getOwnPropertyDescriptors groupBy next valueOf'.split(' '),
);

/** What a native of which nothing else is known may have handed on; null where that is not to be seen. */
function throughArguments(
  { callee, arguments: given }: Extract<AnyNode, { type: 'CallExpression' }>,
  steps: readonly Step[],
  { text: { text } }: CodePlace,
  frame: number,
  around: Surroundings,
): Copied | null {
  const receiver = callee.type === 'MemberExpression' && callee.object.type !== 'Super' ? [callee.object] : [];
  for (const value of steps.length === 0 ? [...receiver, ...given] : given) {
    const own = placeIn(value, text);
    const held = own === null ? null : around.valueOf(frame, own);
    const isObject = held?.kind === 'object' && held.type !== 'function';
    // An object that goes in and comes out is the same one; of what was made of it a part may be a part of it.
    const isPrimitive = held?.kind === 'primitive' || /^(Literal|TemplateLiteral|BinaryExpression|UnaryExpression)$/.test(value.type);
    const isHandedOn = steps[0]?.isAwait === true && held?.kind === 'primitive' && isSame(held, around.wanted);
    if (isHandedOn) return unknown(`\`${shortened(text.slice(callee.start, callee.end))}\` handed it on`);
    if (steps.length > 0 && !isPrimitive)
      return unknown(`\`${shortened(text.slice(callee.start, callee.end))}\` may have taken it out of what it was given`);
    if (own !== null && isObject && around.wanted.kind === 'object' && held.id === around.wanted.id)
      return { kind: 'place', expression: own, steps, frame, start: value.start, end: value.end };
  }
  return null;
}

/** The element that a method of arrays gave, or put into the array that it made. */
function elementBy(
  name: string,
  array: AnyNode,
  given: readonly AnyNode[],
  { place: code, steps, frame, around, computed }: AskedResult,
): Copied {
  const { text } = code.text;
  const isOne = /^(at|find|findLast|pop|shift)$/.test(name);
  if (!isOne && steps.length === 0) return computed;
  const inside = isOne ? steps : steps.slice(1);
  const receiver = array.type === 'Super' ? null : placeIn(array, text);
  const gone = name === 'pop' ? `${receiver}[${receiver}.length]` : name === 'shift' ? `${receiver}[0]` : null;
  if (receiver !== null && gone !== null)
    return { kind: 'place', expression: gone, steps: inside, frame, start: array.start, end: array.end };
  const held = receiver === null || name !== 'values' ? null : around.valueOf(frame, receiver);
  const at = Number(steps[0]?.name ?? NaN);
  if (receiver !== null && held?.kind === 'object' && (held.type === 'map' || held.type === 'set') && Number.isInteger(at)) {
    const part = held.type === 'set' ? 'key' : 'value';
    return entryAt({ place: receiver, start: array.start, end: array.end }, held.type, part, at, frame, inside);
  }
  const found: Copied[] = [];
  for (const source of [array, ...(name === 'concat' || name === 'with' ? given : [])]) {
    const { start, end } = source;
    const place = source.type === 'Super' ? null : placeIn(source, text);
    const element = place === null ? 'none' : elementOf({ place, start, end }, frame, inside, around);
    // Of what is written there it is not known what it is.
    if (element !== 'none') found.push(element);
    else if (place === null && !isOtherLiteral(source, around)) found.push(unknown('it cannot be told which element it was'));
  }
  const [only, another] = found;
  return only === undefined || another !== undefined ? unknown(`which element \`${name}\` gave cannot be told`) : only;
}

/** A literal, or an array of them, none of which is the value. */
function isOtherLiteral(node: AnyNode, around: Surroundings): boolean {
  if (node.type === 'ArrayExpression') return node.elements.every((element) => element !== null && isOtherLiteral(element, around));
  return node.type === 'Literal' && (around.wanted.kind !== 'primitive' || String(node.value) !== around.wanted.text);
}

/** The element of what one of the language's own functions lets a loop go through. */
export function elementYielded(place: CodePlace, node: AnyNode, steps: readonly Step[], frame: number, around: Surroundings): Copied {
  const { text } = place.text;
  const none = unknown(`which element of \`${shortened(text.slice(node.start, node.end))}\` it was cannot be told`);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.property.type !== 'Identifier') return none;
  const { object, property } = node.callee;
  if (/^(concat|filter|slice|toReversed|toSorted)$/.test(property.name))
    return elementBy(property.name, object, node.arguments, { place, steps: [memberStep('0'), ...steps], frame, around, computed: none });
  const isObject = object.type === 'Identifier' && object.name === 'Object';
  const [given] = node.arguments;
  const container = isObject ? given : object;
  const held = container === undefined || container.type === 'Super' ? null : placeIn(container, text);
  const isPair = property.name === 'entries';
  const value = held === null || isObject ? null : around.valueOf(frame, held);
  if (held !== null && value?.kind === 'object' && (value.type === 'map' || value.type === 'set'))
    return entryYielded({ place: held, start: object.start, end: object.end }, value.type, property.name, frame, steps, around) ?? none;
  if (held === null || container === undefined || !/^(values|entries)$/.test(property.name) || (isPair && steps[0]?.name !== '1'))
    return none;
  const inside = isPair ? steps.slice(1) : steps;
  const { start, end } = container;
  if (!isObject) {
    const element = elementOf({ place: held, start, end }, frame, inside, around);
    return element === 'none' ? none : element;
  }
  const found = elementOf({ place: `Object.values(${held})`, start, end }, frame, inside, around);
  if (found === 'none' || found.kind !== 'place') return none;
  const name = around.valueOf(frame, found.expression.replace(/^Object\.values/, 'Object.keys'));
  if (name?.kind !== 'primitive' || !/^(\d+|[A-Za-z_$][\w$]*)$/.test(name.text)) return none;
  return { kind: 'place', expression: `${held}${memberStep(name.text).text}`, steps: inside, frame, start, end };
}

/** What a method of a Map or Set, by its name, lets a loop go through. */
function entryYielded(
  container: Located,
  type: 'map' | 'set',
  name: string,
  frame: number,
  steps: readonly Step[],
  around: Surroundings,
): Copied | null {
  if (!/^(keys|values|entries)$/.test(name)) return null;
  if (name !== 'entries') return entryOf(container, type, type === 'set' || name === 'keys' ? 'key' : 'value', frame, steps, around);
  if (type === 'map') return pairOf(container, frame, steps, around);
  return steps[0]?.name === '0' || steps[0]?.name === '1' ? entryOf(container, 'set', 'key', frame, steps.slice(1), around) : null;
}

/** The file that a call of `require` names, beside the one that it is in. */
function pathRequired(name: AnyNode | undefined, from: string): string | null {
  if (name?.type !== 'Literal' || typeof name.value !== 'string' || !/^\.{0,2}\//.test(name.value)) return null;
  try {
    return nodeModule.createRequire(from).resolve(name.value);
  } catch {
    return null; // the program's own loader knows better
  }
}

type One = (value: AnyNode | undefined, rest: readonly Step[]) => Copied;

/** The property of an object that has the value. */
function valueAmong(object: AnyNode | undefined, isEntries: boolean, { place: code, steps, frame, around, computed }: AskedResult): Copied {
  const inside = steps.slice(isEntries ? 2 : 1);
  const place = object === undefined ? null : placeIn(object, code.text.text);
  if (steps.length < (isEntries ? 2 : 1) || (isEntries && steps[1]?.name === '0')) return computed;
  const at = steps[0]?.name ?? null;
  if (place === null || object === undefined || at === null) return unknown('which property it was cannot be told');
  const name = around.valueOf(frame, `Object.keys(${place})[${at}]`);
  if (name?.kind !== 'primitive' || !/^(\d+|[A-Za-z_$][\w$]*)$/.test(name.text)) return unknown('which property it was cannot be told');
  return { kind: 'place', expression: `${place}${memberStep(name.text).text}`, steps: inside, frame, start: object.start, end: object.end };
}

/** The value of a promise that has been handled: what the handler returned, or what the promise before had. */
function settled(name: string, given: readonly AnyNode[], one: One, object: AnyNode, { steps, frame, computed }: AskedResult): Copied {
  if (steps[0]?.isAwait !== true) return computed;
  const [handler] = given;
  if (name !== 'then') return one(object, steps);
  return handler === undefined ? one(object, steps) : returnOf(handler, null, steps, frame, one, computed);
}

/** What a function, as it is written or a place that holds it, has returned. */
function returnOf(handler: AnyNode, fromEnd: number | null, steps: readonly Step[], frame: number, one: One, computed: Copied): Copied {
  const { start, end } = handler;
  if (isFunction(handler))
    return { kind: 'call', call: callOf('function', { written: handler.body.start, fromEnd }), steps, frame, start, end };
  const read = one(handler, []);
  return read.kind === 'place' ? { kind: 'call', call: callOf(read.expression, { fromEnd }), steps, frame, start, end } : computed;
}

function reduced(given: readonly AnyNode[], array: AnyNode, { place, steps, frame, around, computed }: AskedResult): Copied {
  const { text } = place;
  const [callback, initial] = given;
  const one: One = (value, rest) => (value === undefined ? computed : read(value, rest, text.text, around.choose, frame));
  if (callback !== undefined && steps.length === 0 && isAnother(initial, around))
    return returnOf(callback, null, steps, frame, one, computed);
  const length = sizeOf(array, frame, place, around);
  if (callback === undefined || length === null) return unknown('how often the callback of `reduce` was called is not known');
  if (length === 0 && initial !== undefined) return one(initial, steps);
  if (length === 1 && initial === undefined) return one(array, [memberStep('0'), ...steps]);
  return returnOf(callback, null, steps, frame, one, computed);
}

/** Whether what `reduce` begins with is something else than what it gave, so that its callback was called. */
function isAnother(initial: AnyNode | undefined, { wanted }: Surroundings): boolean {
  return initial?.type === 'Literal' && wanted.kind === 'primitive' && String(initial.value) !== wanted.text;
}

function mapped(
  callback: AnyNode | undefined,
  steps: readonly Step[],
  frame: number,
  size: number | null,
  place: CodePlace,
  around: Surroundings,
): Copied {
  const { text } = place;
  const [index, ...inside] = steps;
  const length = size ?? (around.isMade ? lengthOf(around, 0, '__w_value') : null);
  const at = Number(index?.name ?? NaN);
  if (callback === undefined || length === null || !(at < length)) return unknown('which call of the callback gave it cannot be told');
  const one: One = (value, rest) =>
    value === undefined ? unknown('its callback is not known') : read(value, rest, text.text, around.choose, frame);
  return returnOf(callback, length - at, inside, frame, one, unknown('its callback is not known'));
}
