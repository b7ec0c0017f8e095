import { isFunction, pathTo, type AnyNode } from '../instrument/tree.js';
import { unknownPoint, type OriginStep, type PointAnswer, type PointIdentity } from './point.js';
import { placeOf, type Query } from './query.js';
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
    if (answer.status !== 'located' && last !== null) break;
    last = answer;
    if (answer.status !== 'located' || answer.identity === null || answer.position === null) break;
    steps.push({ position: answer.position, expression: step.expression });
    const text = run.texts.text(answer.identity.path);
    const frames = answer.time === null ? undefined : run.observations.get(answer.time)?.paused.frames;
    const caller = run.observer.codePlace(null, frames?.[1]);
    const copied = text === undefined ? null : copiedBy(text, answer.identity, () => caller);
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

/**
 * What a write copies, when it computes nothing: the place on its right side; for a parameter, the argument of the call. `callerAt`
 * gives the code of the calling frame. null: the value came in, nobody can say from where.
 */
function copiedBy(
  text: LoadedText,
  { offset, end }: PointIdentity,
  callerAt: () => { readonly text: LoadedText; readonly offset: number } | null,
): Copied | null {
  const path = pathTo(text.program, offset);
  const at = path.findIndex((node) => node.start === offset && node.end === end);
  const [parent, target] = [path[at - 1], path[at]];
  if (parent === undefined || target === undefined) return null;
  if (isFunction(parent)) return argumentOf(callerAt(), parent.params.indexOf(target as never));
  const value = valueOf(parent, target);
  return value === null ? null : { expression: placeIn(value, text.text), frame: 0, start: value.start, end: value.end };
}

/** The right side that a target gets as it is. */
function valueOf(parent: AnyNode, target: AnyNode): AnyNode | null {
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.left === target && /^(=|&&=|\|\|=|\?\?=)$/.test(parent.operator) ? parent.right : null;
    case 'VariableDeclarator':
      return parent.id === target ? (parent.init ?? null) : null;
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
      return value.object.type === 'Super' ? null : text.slice(value.start, value.end);
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

function argumentOf(caller: { readonly text: LoadedText; readonly offset: number } | null, index: number): Copied | null {
  if (caller === null || index < 0) return null;
  const call = pathTo(caller.text.program, caller.offset).findLast(
    (node) => node.type === 'CallExpression' || node.type === 'NewExpression',
  );
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return null;
  const before = call.arguments.slice(0, index + 1);
  const argument = before[index];
  if (argument === undefined || before.some(({ type }) => type === 'SpreadElement')) return null;
  return { expression: placeIn(argument, caller.text.text), frame: 1, start: argument.start, end: argument.end };
}
