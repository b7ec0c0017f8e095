import { homeAt, isFunction, pathTo, type AnyNode, type FunctionNode } from '../../instrument/tree.js';
import type { KeyReport, SelectedEvent, SelectionResult, ValueReport } from '../../events/rows.js';
import type { Returning } from './copies.js';
import { isSame } from '../../events/sameValue.js';
import { need, open, type Deciding } from '../seen/deciding.js';
import { lackOfProperty } from '../question/demand.js';
import { isKeyOf } from './entries.js';
import type { CodePlace } from '../text/texts.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import { seenAs, type Query } from '../question/question.js';
import type { SeenRun } from '../seen/seenRun.js';

/** What other activations have returned meanwhile is looked through so far. */
const mostLooked = 50;

/** A call whose value, or a part of it, is asked for. */
interface Called extends Returning {
  readonly isAwaited: boolean;
  readonly isPart: boolean;
  /** The element of what it gave that the value is; null: it is all of that, or a part further in. */
  readonly element: string | null;
  /** When the value was there, where that is not when the call had been evaluated. */
  readonly before: number | null;
  /** Of a function that is awaited: the activations that began while the call was evaluated, above the first number and up to the second. */
  begun(called: CodePlace): Deciding<readonly [number, number] | null>;
}

/**
 * The `return` (or `yield`) that gave the value of a call which had just been evaluated at a point: the last of that function. Of a
 * function that awaits, others may have returned meanwhile: it must be the only one with this value.
 */
export async function* decideReturned(run: SeenRun, query: Query, call: Called, wanted: ValueReport | null): Deciding<PointAnswer> {
  const { id, kind, of } = query;
  const { callee, method, written, isAwaited, isYielded, isResolved, fromEnd } = call;
  const none = (reason: string) => unknownPoint(id, kind, of, 'not-found', reason);
  const from = run.answers.get(of);
  const observation = from === undefined ? null : run.observationOf(from);
  if (observation === null) yield open();
  const text = run.texts.text((query.frame === 0 ? from?.identity?.path : observation?.paused.frames[query.frame]?.path) ?? '');
  const own = typeof written === 'object' ? (written ?? undefined) : text === undefined ? undefined : { text, offset: written };
  const place =
    own ??
    (callee === null && from !== undefined ? await methodBefore(run, from, method) : undefined) ??
    observation?.functionPlaces.get(seenAs(query));
  const called = place === undefined ? undefined : functionOf(place);
  const name = callee ?? method ?? 'the function';
  if (place === undefined || called === undefined) return none(`What \`${name}\` returned could not be seen.`);
  // What an array pattern or a spread takes of a generator are its values.
  const isElement = called.generator && !isYielded && !call.isResult && call.isPart;
  if (!isResolved && called.generator !== (isYielded || isElement || call.isResult))
    return none(`What \`${name}\` gave is not what it ${called.generator ? 'yielded' : 'returned'}.`);
  if (called.async && !isAwaited && !isYielded && !isResolved) return none(`\`${name}\` gave a promise.`);
  const { path, program } = place.text;
  const isWanted = ({ offset, end }: { readonly offset: number; readonly end: number }) =>
    isResolved
      ? isResolvedBy(program, offset, end, called)
      : homeAt(program, offset) === called && isYield(program, offset, end) === (isYielded || isElement);
  const sites = run.texts.numbers(path, (site) => site.kind === 'return' && isWanted(site));
  const isDelegating = ({ site }: { readonly site: number }) => {
    const { offset, end } = run.texts.site(site)?.site ?? { offset: 0, end: 0 };
    return isDelegated(program, offset, end);
  };
  const ask = (index: number) =>
    run.events.select({ sites, key: null, owner: null, activation: null, before: call.before ?? from?.time ?? 0, index });
  const isAnything = (call.isPart && !isElement) || wanted === null || (isAwaited && !called.async && !isResolved);
  const isRight = (value: ValueReport | null) => isAnything || value === null || isSame(value, wanted);
  const other = none(`What \`${name}\` returned last is something else.`);
  if (call.pairOf !== null) {
    const pair = called.async
      ? null
      : yield* pairReturned(run, call.pairOf, call.element === null ? null : { name: call.element, value: wanted }, ask);
    return pair === null ? none(`Which call of \`${name}\` gave it cannot be told.`) : { ...run.located(query, pair), before: null };
  }
  if (!called.async && !isElement && !isResolved) {
    const { event } = await ask(-(fromEnd ?? 1));
    const isGiven = event !== null && (isRight(event.value) || (isYielded && isDelegating(event)));
    return isGiven ? { ...run.located(query, event), before: null } : other;
  }
  const right = [];
  for (let index = -1; index >= -mostLooked; index--) {
    const { event } = await ask(index);
    if (event === null) break;
    // What others have yielded for it is not known here.
    if ((isYielded || isElement) && isDelegating(event)) right.push(event);
    else if (isRight(event.value)) right.push(event);
  }
  const [only, another] = right;
  if (only === undefined) return other;
  const begun = another === undefined ? null : yield* call.begun(place);
  const [meant, second] =
    another === undefined ? [only] : right.filter(({ subject }) => begun !== null && begun[0] < subject && subject <= begun[1]);
  if (meant === undefined || second !== undefined)
    return none(`which call of \`${name}\` gave it cannot be told: several returned the same.`);
  return { ...run.located(query, meant), before: null };
}

/** What an element of an array held before a time; null where that is not known. */
async function elementOf({ events }: SeenRun, owner: number, name: string, before: number): Promise<ValueReport | null> {
  const request = { sites: null, key: { kind: 'property', name }, owner, activation: null, before, index: -1 } as const;
  return (await events.select(request)).event?.value ?? null;
}

/** The last return of an array whose first element is a key. `part`: the element that is meant, and what it has. */
async function* pairReturned(
  run: SeenRun,
  key: KeyReport,
  part: { readonly name: string; readonly value: ValueReport | null } | null,
  ask: (index: number) => Promise<SelectionResult>,
): Deciding<SelectedEvent | null> {
  for (const name of ['0', part?.name ?? '0']) yield* need(run.planned, lackOfProperty(run.planned, name));
  for (let index = -1; index >= -mostLooked; index--) {
    const { event } = await ask(index);
    if (event?.value?.kind !== 'object') return null;
    const first = await elementOf(run, event.value.id, '0', event.ordinal);
    const isFound = first === null ? null : isKeyOf(key, first);
    if (isFound === null) return null;
    if (!isFound) continue;
    const held = part === null ? null : await elementOf(run, event.value.id, part.name, event.ordinal);
    // Who is called `map` may be a method of the program's, which makes other pairs of them.
    return part === null || (held !== null && part.value !== null && isSame(held, part.value)) ? event : null;
  }
  return null;
}

/** The function that has returned last before a point, when it is a method of this name: what was called cannot be asked again. */
async function methodBefore(run: SeenRun, { time }: PointAnswer, method: string | null): Promise<CodePlace | undefined> {
  const sites = run.texts.allNumbers(({ kind }) => kind === 'return');
  const { event } = await run.events.select({ sites, key: null, owner: null, activation: null, before: time ?? 0, index: -1 });
  const found = event === null ? undefined : run.texts.site(event.site);
  const text = found === undefined ? undefined : run.texts.text(found.path);
  if (found === undefined || text === undefined) return undefined;
  const path = pathTo(text.program, found.site.offset);
  const at = path.findLastIndex(isFunction);
  const [member, home] = [path[at - 1], path[at]];
  const isNamed = (member?.type === 'MethodDefinition' || member?.type === 'Property') && !member.computed;
  const name = isNamed ? text.text.slice(member.key.start, member.key.end) : null;
  // What has no name at all was called just now.
  const isMeant = method === null || (name !== null && name === method);
  return home !== undefined && isMeant ? { text, offset: home.start } : undefined;
}

/** The function whose text is at a place, its parameters included. */
export function functionOf({ text, offset }: CodePlace): FunctionNode | undefined {
  return pathTo(text.program, offset).findLast(isFunction);
}

/** Whether an expression is what `yield*` goes through. */
export function isDelegated(program: CodePlace['text']['program'], offset: number, end: number): boolean {
  const path = pathTo(program, offset);
  const parent = path[path.findIndex((node, index) => index > 0 && node.start === offset && node.end === end) - 1];
  return parent?.type === 'YieldExpression' && parent.delegate;
}

export function isYield(program: CodePlace['text']['program'], offset: number, end: number): boolean {
  const path = pathTo(program, offset);
  const at = path.findIndex((node, index) => index > 0 && node.start === offset && node.end === end);
  return path[at - 1]?.type === 'YieldExpression';
}

/** Whether a value is what the first parameter of a function is called with. */
function isResolvedBy(program: CodePlace['text']['program'], offset: number, end: number, { params }: FunctionNode): boolean {
  const path = pathTo(program, offset);
  const at = path.findIndex((node, index) => index > 0 && node.start === offset && node.end === end);
  const [call, resolve] = [path[at - 1], params[0]];
  return (
    call?.type === 'CallExpression' &&
    call.callee.type === 'Identifier' &&
    resolve?.type === 'Identifier' &&
    call.callee.name === resolve.name &&
    homesAround(path, params)
  );
}

function homesAround(path: readonly AnyNode[], params: FunctionNode['params']): boolean {
  return path.some((node) => isFunction(node) && node.params === params);
}
