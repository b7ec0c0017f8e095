import { homeAt, isFunction, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import { keyOfIdentity, scriptName, type PointIdentity } from '../../events/controlPoint.js';
import type { Paused, SelectedEvent, ValueReport } from '../../events/rows.js';
import type { Evaluated } from '../../events/rows.js';
import { activationOf } from './activationOf.js';
import { codePlace, type Observation } from '../seen/observation.js';
import { need, open, type Deciding } from '../seen/deciding.js';
import { demandOfEvents, demandOfThrows } from '../question/demand.js';
import { isSame } from '../../events/sameValue.js';
import { creationOf } from './creation.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import { demandOfForksAt, type SeenException, type SeenRun } from '../seen/seenRun.js';
import { testIsCatch } from '../text/forkPaths.js';
import type { CodePlace, LoadedText } from '../text/texts.js';

/** The throws after the point, in its activation or in a call from it. */
export async function* decideExceptionAfter(run: SeenRun, query: Query, from: PointAnswer, { paused }: Observation): Deciding<PointAnswer> {
  const { id, kind, of, index } = query;
  const none = { ...unknownPoint(id, kind, of, 'not-found', `Nothing is thrown between ${of} and P1.`) };
  const place = codePlace(run.texts, from.identity, paused.frames[0]);
  if (of === 'P1' || place === null) return none;
  const activation = run.state.activations.get(from.time ?? -1);
  if (activation === undefined || activation === null) {
    yield open(demandOfForksAt(place));
    return { ...none, reason: 'The activation could not be seen.' };
  }
  const after = run.exceptions.filter(({ observation }) => observation.paused.time > (from.time ?? 0) && !isStop(run, observation.paused));
  const inside: SeenException[] = [];
  for (const seen of after) {
    const isInside = yield* isWithin(run, seen, activation, place);
    if (isInside === 'unknown') return { ...none, reason: 'Which activation waits for what has thrown could not be seen.' };
    if (isInside) inside.push(seen);
  }
  const chosen = inside.at(index)?.observation;
  const rejected = { before: run.exceptions.length - after.length, sameness: 0, mayAffect: after.length - inside.length, index: 0 };
  const candidates = { total: run.exceptions.length, rejected: { ...rejected, index: inside.length - (chosen === undefined ? 0 : 1) } };
  if (chosen === undefined) return { ...none, candidates };
  yield { throws: [{ point: id, observation: chosen }] };
  return { ...throwPoint(run, chosen.paused), id, kind, of, candidates };
}

/** Whether a throw is where the user stopped: a recording has it among the others. */
function isStop(run: SeenRun, paused: Paused): boolean {
  const [stop, thrown] = [run.answers.get('P1')?.identity ?? null, throwPoint(run, paused).identity];
  return stop !== null && thrown !== null && keyOfIdentity(stop) === keyOfIdentity(thrown);
}

/** Whether a throw is in an activation, in a call from it, or in what it awaits. */
export async function* isWithin(
  run: SeenRun,
  { observation: { paused }, activations }: SeenException,
  activation: string,
  { text, offset }: CodePlace,
): Deciding<boolean | 'unknown'> {
  if (activations.includes(activation)) return true;
  const home = homeAt(text.program, offset);
  const places = paused.frames.map((frame) => codePlace(run.texts, null, frame));
  const known = activations.map((one): Evaluated => {
    if (one === null) return { error: 'nobody looked' };
    return { value: { kind: 'primitive', type: 'number', text: one.slice(one.lastIndexOf(':') + 1) } };
  });
  for (const [frame, place] of places.entries()) {
    const isOfHome = place !== null && place.text === text && homeAt(text.program, place.offset) === home;
    if (paused.frames[frame]?.isAsync !== true || !isOfHome) continue;
    const awaiting = await activationOf(run, paused, paused, known, frame);
    if (awaiting === null) for (const below of places.slice(0, frame + 1)) yield open(demandOfForksAt(below));
    if (awaiting === null || awaiting === 'several') return 'unknown';
    if (activation.endsWith(`:${awaiting}`)) return true;
  }
  return false;
}

/**
 * Where control came into a handler from: the throw that was caught, in the frame that threw. A promise that was rejected, or a generator
 * that was told to throw, may have brought what nothing has thrown here: then the handler itself is the point. `isKept`: the activation has
 * kept that it came there, which is no event.
 */
export async function* thrownInto(
  run: SeenRun,
  answer: PointAnswer,
  event: SelectedEvent,
  text: LoadedText,
  isKept: boolean,
): Deciding<PointAnswer> {
  yield* need(run.planned, demandOfThrows);
  const home = homeAt(text.program, answer.identity?.offset ?? 0);
  const activation = `${text.path}:${home.start}:${event.subject}`;
  const [caught] = isKept ? [] : Object.values(run.observations.get(event.ordinal)?.operands ?? {});
  const before = run.exceptions.filter(({ observation }) => observation.paused.time <= event.ordinal);
  const isCaught = ({ observation: { paused } }: SeenException): boolean =>
    caught === undefined || paused.exception === null || isSame(paused.exception.value, caught);
  if (isKept && !isOnlyHandler(text, home, answer.identity?.offset ?? 0)) yield open(demandOfEvents);
  const last = before.findLast(isCaught);
  // Whoever threw an object last threw what was caught; of other values that many may throw, the activation's own throws count.
  const isOfObject = caught?.kind === 'object' && last?.observation.paused.exception !== null;
  const since = isOfObject || isKept ? -1 : await lastCaught(run, event, text, home);
  const isInside = ({ observation: { paused }, activations }: SeenException): boolean =>
    paused.time > since && activations.includes(activation);
  const thrown = isOfObject ? last : before.findLast((seen) => isCaught(seen) && isInside(seen));
  const point = thrown === undefined ? null : throwPoint(run, thrown.observation.paused);
  // A timer's own code rejects what it was given: no place of the program threw it.
  if (thrown === undefined || point === null || point.position === null) {
    const exception = caught === undefined ? null : { value: caught, isCaught: true };
    return { ...answer, before: null, after: null, exception };
  }
  // What is asked next is asked of the throw.
  yield { throws: [{ point: answer.id, observation: thrown.observation }] };
  const { id, kind, of } = answer;
  const { exception, ...throwing } = point;
  return { ...throwing, id, kind, of, exception: exception === null ? null : { ...exception, isCaught: true } };
}

/** Whether an activation comes to no other handler, and to this one once at most. */
function isOnlyHandler({ program }: LoadedText, home: AnyNode, offset: number): boolean {
  let handlers = 0;
  walk(home, (node) => {
    if (node.type === 'CatchClause') handlers++;
    return node === home || !isFunction(node);
  });
  const path = pathTo(program, offset);
  return handlers === 1 && !path.slice(path.indexOf(home) + 1).some(({ type }) => /^(?:For|While|DoWhile)/.test(type));
}

/** When control came last into a handler of the activation, before an event in it: what was thrown until then is caught. */
async function lastCaught(run: SeenRun, { subject, ordinal }: SelectedEvent, text: LoadedText, home: AnyNode): Promise<number> {
  const sites = run.texts.numbers(
    text.path,
    (site) => site.kind === 'fork' && homeAt(text.program, site.offset) === home && testIsCatch(text.program, site),
  );
  const { event } = await run.events.select({ sites, key: null, owner: null, activation: subject, before: ordinal, index: -1 });
  return event?.ordinal ?? -1;
}

/**
 * Where V8 has made an error: what nothing of the program has made came into being where it was thrown first, by no statement that throws;
 * null of all else.
 */
export async function* thrownFirst(run: SeenRun, value: ValueReport): Deciding<SeenException | null> {
  if (value.kind !== 'object' || !/^(Type|Reference|Range|Syntax|URI)Error$/.test(value.className)) return null;
  yield* need(run.planned, demandOfThrows);
  if ((yield* creationOf(run, value)) !== null) return null;
  const first = run.exceptions.find(({ observation: { paused } }) => paused.exception !== null && isSame(paused.exception.value, value));
  const place = first === undefined ? null : codePlace(run.texts, null, first.observation.paused.frames[0]);
  const node =
    place === null ? undefined : pathTo(place.text.program, place.offset).findLast(({ type }) => /Statement$|Function/.test(type));
  return first === undefined || node === undefined || node.type === 'ThrowStatement' ? null : first;
}

/** The throw at which the debuggee waits, as the point where the user stopped. */
export function throwPoint(run: SeenRun, paused: Paused): PointAnswer {
  const frame = paused.frames[0];
  const place = codePlace(run.texts, null, frame);
  const { exception, occurrence } = paused;
  const { script } = exception ?? {};
  return {
    ...unknownPoint('P1', 'stop', null, 'located', ''),
    reason: null,
    position: place?.text.sourcePosition(place.offset) ?? null,
    functionName: frame?.functionName ?? null,
    identity:
      script === undefined ? throwAt(place?.text.path, place?.offset, occurrence) : throwAt(scriptName(script), script.offset, occurrence),
    hit: place === null ? null : occurrence,
    time: paused.time,
    stack: run.stackOf(paused),
    exception: exception === null ? null : { value: exception.value, isCaught: exception.isCaught },
  };
}

function throwAt(path: string | undefined, offset = 0, occurrence: number): PointIdentity | null {
  return path === undefined ? null : { path, offset, end: offset, siteKind: 'throw', occurrence };
}
