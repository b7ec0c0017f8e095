import { isSame } from '../../events/sameValue.js';
import { elementParameters } from '../../instrument/builtinNames.js';
import { indexVariableName, mayTakeIndex } from '../../instrument/givenIndex.js';
import { pathTo, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import { argumentIn, callAt, callerOf, givenBy, type Call, type Caller, type Given } from './callers.js';
import { callOf, memberStep, unknown, type Copied, type Surroundings } from './copies.js';
import type { Step } from '../question/arrival.js';
import type { CodePlace } from '../text/texts.js';
import { placeIn, read } from './reading.js';
import { entryOf } from './entries.js';
import { givenToGenerator, iteratedAt } from './generators.js';
import { elementOf, type Located } from './elements.js';
import { reactionOf, registrationOf } from './reactions.js';

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
    const handed = handedByNative({ caller, call: inner }, { callback, index, point }, steps, around);
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
  { caller, call }: { readonly caller: CodePlace; readonly call: Call },
  { callback, index, point }: { readonly callback: FunctionNode; readonly index: number; readonly point: CodePlace },
  steps: readonly Step[],
  around: Surroundings,
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
  const [first] = call.arguments;
  const isFrom = name === 'from' && place === 'Array' && first !== undefined;
  const list = isFrom ? first : object;
  const held = isFrom ? placeIn(list, text) : place;
  const isElement = isFrom ? index === 0 : Object.hasOwn(elementParameters, name) && elementParameters[name] === index;
  if (isElement && held !== null)
    return elementHanded({ place: held, start: list.start, end: list.end }, name, { callback, index, point }, steps, around);
  const asked = isElement && callback.params.length === index + 1 ? indexGiven(callback, point, around) : null;
  if (asked !== null && list.type === 'ArrayExpression') return elementWritten(list, asked, caller, steps, around);
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

/** The element of a list that one of the language's own methods gave to its callback. */
function elementHanded(
  { place, start, end }: Located,
  name: string,
  { callback, index, point }: { readonly callback: FunctionNode; readonly index: number; readonly point: CodePlace },
  steps: readonly Step[],
  around: Surroundings,
): Copied {
  const counter = callback.params[index + 1];
  const counted = counter?.type === 'Identifier' ? around.valueOf(0, counter.name) : null;
  if (counted?.kind === 'primitive' && counted.type === 'number')
    return { kind: 'place', expression: `${place}[${counted.text}]`, steps, frame: 1, start, end };
  const element = elementOf({ place, start, end }, 1, steps, around);
  if (element !== 'none') return element;
  const numbered = callback.params.length === index + 1 ? elementNumbered({ place, start, end }, { callback, point }, steps, around) : null;
  if (numbered !== null) return numbered;
  const container = name === 'forEach' || name === 'from' ? around.valueOf(1, place) : null;
  const type = container?.kind === 'object' && (container.type === 'map' || container.type === 'set') ? container.type : null;
  // `Array.from` goes through a Map by pairs.
  const isPairs = name === 'from' && type === 'map';
  const entry = type === null || isPairs ? null : entryOf({ place, start, end }, type, type === 'set' ? 'key' : 'value', 1, steps, around);
  return entry ?? unknown(`which element of \`${place}\` it is cannot be told`);
}

/** The element under the index that the callback was given and has no name for. */
function elementNumbered(
  { place, start, end }: Located,
  { callback, point }: { readonly callback: FunctionNode; readonly point: CodePlace },
  steps: readonly Step[],
  around: Surroundings,
): Copied | null {
  const held = around.valueOf(1, place);
  if (held?.kind !== 'object' || held.type !== 'array' || steps.some(({ isAwait }) => isAwait === true)) return null;
  const index = indexGiven(callback, point, around);
  if (index === null) return null;
  const expression = `${place}[${index}]`;
  const element = around.valueOf(1, `${expression}${steps.map(({ text }) => text).join('')}`);
  return element !== null && isSame(around.wanted, element) ? { kind: 'place', expression, steps, frame: 1, start, end } : null;
}

/** The index behind the parameters of a callback; null where it is not known. */
function indexGiven(callback: FunctionNode, point: CodePlace, around: Surroundings): string | null {
  if (!mayTakeIndex(callback)) return null;
  around.keep({ text: point.text, offset: callback.body.start }, indexVariableName);
  const given = around.valueOf(0, indexVariableName);
  return given?.kind === 'primitive' && given.type === 'number' ? given.text : null;
}

/** The element that stands in the list whose method was called: what it was copied from must be the same since then. */
function elementWritten(list: AnyNode, index: string, { text, offset }: CodePlace, steps: readonly Step[], around: Surroundings): Copied {
  const copied = read(list, [memberStep(index), ...steps], text.text, around.choose, 1);
  const binding = copied.kind === 'place' ? text.scopes.lookUp(copied.expression, offset) : undefined;
  const isSameStill = copied.kind !== 'place' || (binding !== undefined && binding.references.filter(({ isWrite }) => isWrite).length < 2);
  return isSameStill ? copied : unknown('which element it is cannot be told');
}
