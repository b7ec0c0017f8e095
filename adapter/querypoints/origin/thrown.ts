import { activationVariableName } from '../../instrument/context.js';
import { homeAt, isFunction, pathTo } from '../../instrument/tree.js';
import { unknown, type Choose, type Copied } from './copies.js';
import type { Step } from '../question/arrival.js';
import { demandOfThrows } from '../question/demand.js';
import { need, open, type Deciding, type DecidingNow } from '../seen/deciding.js';
import { callAt } from './callers.js';
import type { StepSight } from './originSight.js';
import { isSame } from '../../events/sameValue.js';
import type { CodePlace } from '../text/texts.js';
import type { PointAnswer } from '../question/point.js';
import { read } from './reading.js';
import type { ValueReport } from '../../events/rows.js';
import { demandOfForksAt, type SeenException, type SeenRun } from '../seen/seenRun.js';
import { isWithin } from '../decide/throws.js';

/** The throw of a value that a `catch`, or the handler of a rejection, was given; null when it cannot be told. */
export async function* throwOf(
  run: SeenRun,
  answer: PointAnswer,
  sight: StepSight,
  { isRejection, steps }: Extract<Copied, { kind: 'thrown' }>,
): Deciding<SeenException | null> {
  const isWhole = steps.length === 0;
  if (!isRejection) return yield* caughtAt(run, answer, sight, isWhole ? sight.wanted : await parameterOf(run, answer));
  return isWhole ? yield* rejectedWith(run, answer, sight) : null;
}

/** What the handler has whose parameter is bound at a point; null where it is no name, or not known. */
async function parameterOf(run: SeenRun, { identity, time }: PointAnswer): Promise<ValueReport | null> {
  const text = identity === null ? undefined : run.texts.text(identity.path);
  const handler =
    text === undefined ? undefined : pathTo(text.program, identity?.offset ?? 0).findLast(({ type }) => type === 'CatchClause');
  const isName = handler?.type === 'CatchClause' && handler.param?.type === 'Identifier' && handler.param.start === identity?.offset;
  return isName && time !== null ? ((await run.events.event(time))?.value ?? null) : null;
}

/**
 * The last throw before a point in a `catch` that was in its activation, or in what that called or awaited. `caught`: what the handler has, which
 * native code may have made meanwhile; null where that is not known.
 */
async function* caughtAt(run: SeenRun, answer: PointAnswer, sight: StepSight, caught: ValueReport | null): Deciding<SeenException | null> {
  const { identity, time } = answer;
  const text = identity === null ? undefined : run.texts.text(identity.path);
  if (identity === null || text === undefined) return null;
  yield* need(run.planned, demandOfThrows);
  const place = { text, offset: identity.offset };
  const home = homeAt(text.program, identity.offset);
  const number = yield* sight.valueOf(0, activationVariableName(home));
  if (number?.kind !== 'primitive') {
    yield open(demandOfForksAt(place));
    return null;
  }
  const activation = `${text.path}:${home.start}:${number.text}`;
  for (const seen of run.exceptions.filter(({ observation }) => observation.paused.time <= (time ?? 0)).reverse()) {
    const isInside = yield* isWithin(run, seen, activation, place);
    if (isInside === 'unknown') return null;
    if (isInside) return caught !== null && !isThrown(seen, caught) ? null : seen;
  }
  return null;
}

/** The only throw of a value before a point: promises that were rejected with it are not followed. */
function* rejectedWith(run: SeenRun, { time }: PointAnswer, { wanted }: StepSight): DecidingNow<SeenException | null> {
  yield* need(run.planned, demandOfThrows);
  const [only, another] = run.exceptions.filter(
    (seen) => seen.observation.paused.time <= (time ?? 0) && seen.observation.paused.frames.length > 0 && isThrown(seen, wanted),
  );
  return only === undefined || another !== undefined ? null : only;
}

function isThrown({ observation: { paused } }: SeenException, wanted: ValueReport): boolean {
  return paused.exception !== null && isSame(paused.exception.value, wanted);
}

/** What was thrown where V8 has reported it: what a statement throws, or a promise was rejected with. */
export function thrownValue(place: CodePlace | null, steps: readonly Step[], choose: Choose): Copied {
  const node =
    place === null ? undefined : pathTo(place.text.program, place.offset).findLast((one) => /Statement$|Function/.test(one.type));
  const given = node?.type === 'ThrowStatement' ? node.argument : place === null ? undefined : rejection(place);
  return place === null || given === undefined ? unknown('native code threw it') : read(given, steps, place.text.text, choose);
}

/** What is given to `Promise.reject`, or to the second function that `new Promise` gives. */
function rejection(place: CodePlace) {
  const call = callAt(place);
  const [given] = call !== null && call.type !== 'TaggedTemplateExpression' ? call.arguments : [];
  if (call?.type !== 'CallExpression' || given === undefined || given.type === 'SpreadElement') return undefined;
  const { callee } = call;
  const { text, program, scopes } = place.text;
  if (text.slice(callee.start, callee.end) === 'Promise.reject') return given;
  const binding = callee.type === 'Identifier' ? scopes.bindingAt.get(callee.start) : undefined;
  const executor = binding?.scope.node;
  if (binding === undefined || executor === undefined || !isFunction(executor)) return undefined;
  const path = pathTo(program, executor.start);
  const maker = path[path.indexOf(executor) - 1];
  const isReject = executor.params[1]?.start === binding.declarations[0]?.start;
  return isReject && maker?.type === 'NewExpression' && text.slice(maker.callee.start, maker.callee.end) === 'Promise' ? given : undefined;
}
