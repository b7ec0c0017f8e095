import { isIndexName } from '../../instrument/indexNames.js';
import { isFunction, type AnyNode } from '../../instrument/tree.js';
import type { Step } from '../question/arrival.js';
import { memberStep, unknown, type Copied, type Surroundings } from './copies.js';
import { placeIn, read } from './reading.js';
import { isSame } from '../../events/sameValue.js';
import type { ValueReport } from '../../events/rows.js';

/** A part that a pattern takes, and the default that stands beside it. */
interface Level {
  readonly step: Step;
  readonly otherwise: AnyNode | null;
}

export interface TakenApart {
  /** Where in the path the whole pattern stands. */
  readonly at: number;
  /** The way into it, from outside. */
  readonly levels: readonly Level[];
  readonly steps: readonly Step[];
  /** The default of the whole. */
  readonly otherwise: AnyNode | null;
  /** Whether the name stands behind dots, for all that is left. */
  readonly isRest: boolean;
}

/** The pattern that a name stands in, and the way into it: `.a[0]`. A name that is in none is its own. */
export function takenApart(path: readonly AnyNode[], name: number, text: string): TakenApart {
  let at = name;
  let isRest = false;
  let otherwise: AnyNode | null = null;
  const levels: Level[] = [];
  const add = (step: Step) => {
    levels.unshift({ step, otherwise });
    otherwise = null;
  };
  for (;;) {
    const [node, parent, outer] = [path[at], path[at - 1], path[at - 2]];
    if (parent?.type === 'AssignmentPattern' && parent.left === node) {
      otherwise = parent.right;
      at -= 1;
    } else if (parent?.type === 'RestElement' && outer !== undefined && !isFunction(outer)) {
      isRest = at === name;
      if (outer.type === 'ArrayPattern') {
        const index = String(outer.elements.indexOf(parent as never));
        add({ name: index, text: `[...${index}]` });
      } else add({ name: null, text: '...' });
      at -= 2;
    } else if (parent?.type === 'RestElement') {
      isRest = at === name;
      at -= 1;
    } else if (parent?.type === 'Property' && outer?.type === 'ObjectPattern' && (parent.shorthand || parent.value === node)) {
      const key = text.slice(parent.key.start, parent.key.end);
      const isName = !parent.computed && parent.key.type === 'Identifier';
      // Of `{ name = 1 }` the name is both the key and what is assigned.
      if (parent.value.type === 'AssignmentPattern') otherwise = parent.value.right;
      add({ name: isName ? key : null, text: isName ? `.${key}` : `[${key}]` });
      at -= 2;
    } else if (parent?.type === 'ArrayPattern') {
      const index = String(parent.elements.indexOf(node as never));
      add({ name: index, text: `[${index}]` });
      at -= 1;
    } else return { at, levels, steps: levels.map(({ step }) => step), otherwise, isRest };
  }
}

/** What a rest element of a pattern has taken: of an array the elements from its own on, of an object a property. */
export function restInto(taken: readonly Step[], steps: readonly Step[], from: (way: readonly Step[]) => Copied): Copied {
  const [step, ...others] = steps;
  if (step === undefined) return { kind: 'computed', frame: 0, start: 0, end: 0 };
  const first = taken.at(-1);
  const isArray = first?.name !== undefined && first.name !== null && isIndexName(first.name) && first.text.startsWith('[...');
  const at = Number(step.name ?? NaN);
  if (!isArray) return from([...taken.slice(0, -1), step, ...others]);
  return Number.isInteger(at)
    ? from([...taken.slice(0, -1), memberStep(String(Number(first.name) + at)), ...others])
    : unknown('which of the elements it was cannot be told');
}

/** What a pattern was given. */
interface Given {
  /** Where a part of it came from. */
  readonly from: (way: readonly Step[]) => Copied;
  /** Whether it was given nothing. */
  readonly isLeftOut: boolean;
}

/** Where a part came from that a pattern has taken, or the default in its place; `rest`: what is asked of the part. */
export function throughDefaults(
  { levels, otherwise: whole }: Pick<TakenApart, 'levels' | 'otherwise'>,
  { from, isLeftOut }: Given,
  rest: readonly Step[],
  source: string,
  around: Surroundings,
): Copied {
  const all: readonly { readonly step: Step | null; readonly otherwise: AnyNode | null }[] = [{ step: null, otherwise: whole }, ...levels];
  let base = from;
  let way: readonly Step[] = [];
  for (const [index, { step, otherwise }] of all.entries()) {
    if (step !== null) way = [...way, step];
    if (otherwise === null) continue;
    const isLast = index === all.length - 1 && rest.length === 0;
    const taken = base(way);
    const isMissing = (index === 0 && isLeftOut) || isNothing(taken, isLast ? otherwise : null, source, around);
    if (isMissing === null && taken.kind === 'unknown') return taken;
    if (isMissing === null) return unknown('whether its default was taken is not known');
    if (!isMissing) continue;
    base = (inside) => read(otherwise, inside, source, around.choose);
    way = [];
  }
  return base([...way, ...rest]);
}

/** Whether there was nothing to take, so that a default was; `otherwise`: the default, where what was taken is the value. Null: not known. */
function isNothing(taken: Copied, otherwise: AnyNode | null, source: string, around: Surroundings): boolean | null {
  if (taken.kind === 'computed') return taken.isMissing === true;
  if (taken.kind === 'place' && taken.steps.every(({ isAwait }) => isAwait !== true)) {
    const held = around.valueOf(taken.frame, `${taken.expression}${taken.steps.map(({ text }) => text).join('')}`);
    if (held !== null) return held.kind === 'absent' || (held.kind === 'primitive' && held.type === 'undefined');
  }
  return otherwise !== null && isOther(otherwise, source, around) ? false : null;
}

/** Whether a default, as it is written, is not the value. */
function isOther(otherwise: AnyNode, source: string, around: Surroundings): boolean {
  if (isOtherLiteral(otherwise, around.wanted)) return true;
  const place = otherwise.type === 'Identifier' ? placeIn(otherwise, source) : null;
  const held = place === null ? null : around.valueOf(0, place);
  return held?.kind === 'primitive' && !isSame(held, around.wanted);
}

/** Whether what is written down is not the value. */
function isOtherLiteral(node: AnyNode, wanted: ValueReport): boolean {
  if (/^(Object|Array)Expression$/.test(node.type)) return wanted.kind === 'primitive';
  if (node.type !== 'Literal' || 'regex' in node || 'bigint' in node) return false;
  if (wanted.kind !== 'primitive') return wanted.kind === 'object';
  const type = node.value === null ? 'null' : typeof node.value;
  return wanted.type !== type || (wanted.length === undefined && wanted.text !== String(node.value));
}

/** The default of what a loop takes of its elements; `null`: there is none, `unclear`: one stands further outside. */
export function defaultInLoop({ levels, otherwise }: TakenApart): AnyNode | 'unclear' | null {
  const last = levels.at(-1)?.otherwise ?? null;
  return levels.some((level) => level.otherwise !== null && level.otherwise !== last) || otherwise !== null ? 'unclear' : last;
}
