import { homeAt, isFunction, pathTo, type FunctionNode } from '../instrument/tree.js';
import type { ValueReport } from '../runtime/messages.js';
import type { Returning } from './copied.js';
import { isSame } from './lastChange.js';
import type { CodePlace } from './observe.js';
import { unknownPoint, type PointAnswer } from './point.js';
import type { Query } from './query.js';
import type { RunRecord } from './runRecord.js';

/** What other activations have returned meanwhile is looked through so far. */
const mostLooked = 50;

/**
 * The `return` (or `yield`) that gave the value of a call which had just been evaluated at a point: the last of that function. Of a
 * function that awaits, others may have returned meanwhile: it must be the only one with this value.
 */
export async function decideReturned(run: RunRecord, query: Query, returning: Returning, wanted: ValueReport | null): Promise<PointAnswer> {
  const { id, kind, of } = query;
  const { callee, method, steps, written, isAwaited, isYielded } = returning;
  const none = unknownPoint(id, kind, of, 'not-found', 'What the call returned could not be seen.');
  const from = run.answers.get(of);
  const observation = from === undefined ? null : run.observationOf(from);
  if (observation === null) run.isPending = true;
  const text = run.texts.text((query.frame === 0 ? from?.identity?.path : observation?.paused.frames[1]?.path) ?? '');
  const own = written === null || text === undefined ? undefined : { text, offset: written };
  const place =
    own ??
    observation?.functionPlaces.get(id) ??
    (callee === null && from !== undefined ? await methodBefore(run, from, method) : undefined);
  const called = place === undefined ? undefined : functionOf(place);

  if (place === undefined || called === undefined || called.generator !== isYielded || (called.async && !isAwaited)) return none;
  const { path, program } = place.text;
  const isWanted = ({ offset, end }: { readonly offset: number; readonly end: number }) =>
    homeAt(program, offset) === called && isYield(program, offset, end) === isYielded;
  const sites = run.texts.numbers(path, (site) => site.kind === 'return' && isWanted(site));
  const ask = (index: number) => run.select({ sites, key: null, owner: null, activation: null, before: from?.time ?? 0, index });
  const isRight = (value: ValueReport | null) => steps.length > 0 || value === null || wanted === null || isSame(value, wanted);
  if (!called.async) {
    const { event } = await ask(-1);
    return event !== null && isRight(event.value) ? run.located(query, event) : none;
  }
  const right = [];
  for (let index = -1; index >= -mostLooked; index--) {
    const { event } = await ask(index);
    if (event === null) break;
    if (isRight(event.value)) right.push(event);
  }
  const [only, another] = right;
  return only === undefined || another !== undefined ? none : run.located(query, only);
}

/** The function that has returned last before a point, when it is a method of this name: what was called cannot be asked again. */
async function methodBefore(run: RunRecord, { time }: PointAnswer, method: string | null): Promise<CodePlace | undefined> {
  const sites = run.texts.allNumbers(({ kind }) => kind === 'return');
  const { event } = await run.select({ sites, key: null, owner: null, activation: null, before: time ?? 0, index: -1 });
  const found = event === null ? undefined : run.texts.site(event.site);
  const text = found === undefined ? undefined : run.texts.text(found.path);
  if (found === undefined || text === undefined) return undefined;
  const path = pathTo(text.program, found.site.offset);
  const at = path.findLastIndex(isFunction);
  const [member, home] = [path[at - 1], path[at]];
  const isNamed = (member?.type === 'MethodDefinition' || member?.type === 'Property') && !member.computed;
  const name = isNamed ? text.text.slice(member.key.start, member.key.end) : null;
  return home !== undefined && name !== null && name === method ? { text, offset: home.start } : undefined;
}

/** The function whose text is at a place, its parameters included. */
export function functionOf({ text, offset }: CodePlace): FunctionNode | undefined {
  return pathTo(text.program, offset).findLast(isFunction);
}

function isYield(program: CodePlace['text']['program'], offset: number, end: number): boolean {
  const path = pathTo(program, offset);
  const at = path.findIndex((node, index) => index > 0 && node.start === offset && node.end === end);
  return path[at - 1]?.type === 'YieldExpression';
}
