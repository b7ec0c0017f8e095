import { isFunction, pathTo, type AnyNode } from '../instrument/tree.js';
import { unknownPoint, type OriginStep, type PointAnswer, type PointIdentity } from './point.js';
import type { ValueReport } from '../runtime/messages.js';
import { isNullish, isTruthy } from './failing.js';
import { isSame } from './lastChange.js';
import { placeOf, shownAs, type Query } from './query.js';
import type { RunRecord } from './runRecord.js';
import type { LoadedText } from './texts.js';

/** Longer chains of copies end where they are. */
const maxSteps = 20;

/** Follows copies, each by a question of its own, until the value was computed or came in. */
export async function decideOrigin(run: RunRecord, query: Query, decideStep: (step: Query) => Promise<PointAnswer>): Promise<PointAnswer> {
  const { id, kind, of } = query;
  let last: PointAnswer | null = null;
  const steps: OriginStep[] = [];
  let next: Pick<Query, 'of' | 'frame' | 'expression' | 'place' | 'isOfText'> = query;
  for (let number = 1; number <= maxSteps; number++) {
    const step: Query = { ...query, ...next, id: `${id}~${number}`, kind: 'lastChange', text: '', index: -1 };
    if (!run.queries.some((known) => known.id === step.id)) {
      run.isPending = true;
      run.facts.addStep(step);
      break;
    }
    const answer = run.answers.get(step.id) ?? (await decideStep(step));
    run.answers.set(step.id, answer);
    // What is read again where it was copied may have changed since, or be something else.
    if (last !== null && (answer.status !== 'located' || !isSameValue(last.after, answer.after))) break;
    last = answer;
    if (answer.status !== 'located' || answer.identity === null || answer.position === null) break;
    steps.push({ position: answer.position, expression: step.expression });
    const text = run.texts.text(answer.identity.path);
    const observation = answer.time === null ? undefined : run.observations.get(answer.time);
    const frames = observation?.paused.frames;
    const caller = run.observer.codePlace(null, frames?.[1]);
    const choose: Choose = (value, source, frame) =>
      chosen(value, (test) => {
        const expression = source.slice(test.start, test.end);
        const seen = observation?.shown.get(step.id)?.[shownAs(frame, expression)];
        if (seen !== undefined) return 'value' in seen ? seen.value : null;
        if (run.facts.addTest({ of: step.id, frame, expression })) run.isPending = true;
        return null;
      });
    const copied = text === undefined ? null : copiedBy(text, answer.identity, keyOf(step), () => caller, choose);
    if (copied === null) break;
    if (copied.expression === null) {
      // A parameter's value was computed where the function was called.
      if (copied.frame === 1 && caller !== null)
        last = {
          ...answer,
          position: caller.text.sourcePosition(copied.start, copied.end),
          functionName: frames?.[1]?.functionName ?? null,
        };
      break;
    }
    next = { of: step.id, frame: copied.frame, expression: copied.expression, place: placeOf(copied.expression), isOfText: true };
  }
  if (last === null) return unknownPoint(id, kind, of, 'not-found', 'Its steps are not known yet.');
  return { ...last, id, kind, of, steps };
}

/** Where a written value was read: an expression of the user's source, in a frame counted from the write's. */
interface Copied {
  /** null when it is no place: it computes the value. */
  readonly expression: string | null;
  readonly frame: number;
  /** Of the expression, in the text of its frame. */
  readonly start: number;
  readonly end: number;
}

/** The name of the field that was asked about. */
function keyOf({ place }: Query): string | null {
  return place?.kind === 'field' ? place.name : null;
}

function isSameValue(a: ValueReport | null, b: ValueReport | null): boolean {
  return a === null || b === null || isSame(a, b);
}

/**
 * What a write copies, when it computes nothing: the place on its right side; for a parameter, the argument of the call. `callerAt`
 * gives the code of the calling frame. null: the value came in, nobody can say from where.
 */
function copiedBy(
  text: LoadedText,
  { offset, end }: PointIdentity,
  key: string | null,
  callerAt: () => { readonly text: LoadedText; readonly offset: number } | null,
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
    const argument = argumentOf(callerAt(), parent.params.indexOf(target as never), taken.steps, choose);
    if (argument !== 'absent') return argument;
    return target.type === 'AssignmentPattern' ? read(target.right, taken.steps, text.text, choose) : null;
  }
  const given = argumentGiven(path, at);
  if (given !== null) return read(given, [], text.text, choose);
  const value = valueOf(parent, target);
  return value === null ? null : read(value, taken.steps, text.text, choose);
}

/** A step into an object: by a name, where it is known. */
interface Step {
  readonly name: string | null;
  /** As it is written behind the object. */
  readonly text: string;
}

/** What an expression gives, or a part of that. */
function read(value: AnyNode, steps: readonly Step[], text: string, choose: Choose, frame = 0): Copied | null {
  const taken = choose(value, text, frame);
  if (taken === null) return null;
  const [step, ...others] = steps;
  const part = step === undefined ? null : partOf(taken, step);
  if (part !== null) return read(part, others, text, choose, frame);
  const place = placeIn(taken, text);
  // Of what is computed a part is not known.
  if (place === null && step !== undefined) return null;
  const expression = place === null ? null : `${place}${steps.map((each) => each.text).join('')}`;
  return { expression, frame, start: taken.start, end: taken.end };
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

/** What an expression of a text gave, in a frame, where it is a choice between others; null when that is not known (yet). */
type Choose = (value: AnyNode, source: string, frame: number) => AnyNode | null;

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
  if (member.type !== 'MemberExpression') return text.slice(member.start, member.end);
  const { object, property } = member;
  if (object.type === 'Super') return null;
  const base = memberIn(object, text);
  const name = text.slice(property.start, property.end);
  return base === null ? null : member.computed ? `${base}[${name}]` : `${base}.${name}`;
}

function argumentOf(
  caller: { readonly text: LoadedText; readonly offset: number } | null,
  index: number,
  steps: readonly Step[],
  choose: Choose,
): Copied | 'absent' | null {
  if (caller === null || index < 0) return null;
  const call = pathTo(caller.text.program, caller.offset).findLast(
    (node) => node.type === 'CallExpression' || node.type === 'NewExpression',
  );
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return null;
  const before = call.arguments.slice(0, index + 1);
  const argument = before[index];
  if (before.some(({ type }) => type === 'SpreadElement')) return null;
  if (argument === undefined) return 'absent';
  return read(argument, steps, caller.text.text, choose, 1);
}
