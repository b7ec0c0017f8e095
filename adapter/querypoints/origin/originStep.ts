import { isIndexName } from '../../instrument/indexNames.js';
import type { AnyNode } from '../../instrument/tree.js';
import type { ValueReport } from '../../events/rows.js';
import { copiedBy, delegated, readAt } from './copied.js';
import { callOf, memberStep, type Copied, type Returning, type Surroundings } from './copies.js';
import type { Arrival, Step } from '../question/arrival.js';
import { uncertainSince } from '../decide/uncertainWrites.js';
import { isSame } from '../../events/sameValue.js';
import type { PointAnswer } from '../question/point.js';
import type { CodePlace } from '../text/texts.js';
import { placeOf, type Query } from '../question/question.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';

/** What is asked next, at the point where the chain is. */
export interface Next {
  readonly of: string;
  readonly frame: number;
  readonly expression: string;
  readonly isOfText: boolean;
  readonly place: Query['place'];
  /** Of what is asked, the part that the value is. */
  readonly steps: readonly Step[];
  /** Whether it is the key of the place. */
  readonly isKey?: true | undefined;
  readonly call: Returning | null;
  /** Of the expression, in the text of its frame. */
  readonly span: { readonly start: number; readonly end: number } | null;
}

/** How many changes of a place are looked through for the one that gave it a value which it has no more. */
const mostChanges = 20;

/**
 * The last change of a place (`found`); where it is something else by now, the only one that made it the value that is `wanted` (null: any
 * is). `isFirst`: whether it is what the user has asked about.
 */
export async function changeWith(
  run: SeenRun,
  step: Query,
  found: PointAnswer,
  place: Resolved | null,
  wanted: ValueReport | null,
  isFirst: boolean,
): Promise<PointAnswer | null> {
  // What is awaited may be no promise, then it is the value itself.
  if (found.status === 'located' && (wanted === null || isSame(wanted, found.after ?? wanted))) return found;
  if (found.status === 'initial' || place === null || isFirst || wanted === null) return null;
  if (found.status === 'not-found' && !/^A write was not seen/.test(found.reason ?? '')) return null;
  const { key, owner } = place;
  const before = run.answers.get(step.of)?.time ?? 0;
  const right = [];
  for (let index = -1; index >= -mostChanges; index--) {
    const { event } = await run.events.select({ sites: null, key, owner, activation: null, before, index });
    if (event === null) break;
    if (event.value === null || isSame(event.value, wanted)) right.push(event);
    if (index === -mostChanges) return null;
  }
  const [only, another] = right;
  if (only === undefined || another !== undefined) return null;
  if (owner !== null && (await uncertainSince(run, owner, before, -1)) !== null) return null;
  return run.located(step, only);
}

/** Whether an element of a Set is asked for, which has the value at another place. */
export function isTakenOfSet({ base, value }: Resolved, { place }: Next, wanted: ValueReport | null): boolean {
  const isElement = place?.kind === 'element' && isIndexName(place.key) && base?.kind === 'object' && base.type === 'set';
  return isElement && wanted !== null && (value === null || !isSame(value, wanted));
}

/** What the code of a point copies. */
export function copiedAt(point: CodePlace, end: number, { key, steps, isRead, isOthers }: Arrival, around: Surroundings): Copied {
  if (isOthers) return delegated(point, end, steps, around);
  return isRead ? readAt(point, end, steps, around.choose) : copiedBy(point, end, key, steps, around);
}

/** What is to be asked to go on from where a value was copied. */
export function nextOf(of: string, copied: Extract<Copied, { kind: 'place' | 'call' }>, source: string | undefined): Next {
  const { steps, frame, start, end } = copied;
  const span = { start, end };
  if (copied.kind === 'call') {
    const expression = copied.call.callee ?? calleeText(copied.call.node, source);
    return { of, frame, expression, isOfText: true, place: null, steps, call: copied.call, span };
  }
  const awaited = steps.findIndex(({ isAwait }) => isAwait === true);
  const inside = copied.isKey === true ? [] : awaited < 0 ? steps : steps.slice(0, awaited);
  const expression = `${copied.expression}${inside.map(({ text }) => text).join('')}`;
  const others = steps.slice(inside.length);
  return { of, frame, expression, isOfText: true, place: placeOf(expression), steps: others, isKey: copied.isKey, call: null, span };
}

/** The question that a step is; `number`: the how-many-th. */
export function stepOf(query: Query, { call, of, frame, expression, isOfText, place }: Next, number: number): Query {
  return {
    ...query,
    kind: call === null ? 'lastChange' : 'returned',
    of,
    frame,
    expression,
    isOfText,
    place,
    id: `${query.id}~${number} ${frame} ${call === null ? '' : 'call '}${expression}`,
    text: '',
    index: -1,
    isStep: true,
  };
}

/** A call that is written as an entry of a Map is, of an object that is none, and which part of what it gave is asked for. */
export function methodCalled(
  { expression }: Query,
  called: string,
): { readonly callee: string; readonly call: Returning; readonly steps: readonly Step[] } | null {
  const steps: Step[] = [];
  let written = expression;
  for (let place = placeOf(written); written !== called && place !== null && place.kind !== 'variable'; place = placeOf(written)) {
    const key = place.kind === 'field' ? place.name : place.kind === 'element' ? /^(?:(0|[1-9]\d*)|(['"])(.*)\2)$/s.exec(place.key) : null;
    if (key === null) return null;
    steps.unshift(memberStep(typeof key === 'string' ? key : (key[1] ?? key[3] ?? '')));
    written = place.base;
  }
  const entry = placeOf(called);
  if (written !== called || entry?.kind !== 'entry') return null;
  const method = /^\s*\??\.\s*(get|has)\b/.exec(called.slice(entry.base.length))?.[1];
  if (method === undefined) return null;
  const callee = `${entry.base}.${method}`;
  return { callee, call: callOf(callee, { method }), steps };
}

export function lowered(reason: string | null): string {
  const text = (reason ?? 'how it came there is not known').replace(/\.$/, '');
  return /^[A-Z][a-z ]/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
}

function calleeText(node: AnyNode | null, text: string | undefined): string {
  return node?.type === 'CallExpression' && text !== undefined ? text.slice(node.callee.start, node.callee.end) : '';
}

/** The name of the field or element that was asked about. */
export function keyOf({ place }: Query): string | null {
  if (place?.kind === 'field') return place.name;
  return place?.kind === 'element' && isIndexName(place.key) ? place.key : null;
}
