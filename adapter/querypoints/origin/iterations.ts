import { activationVariableName } from '../../instrument/context.js';
import { homeAt, isFunction, pathTo, walk, type AnyNode } from '../../instrument/tree.js';
import type { Site } from '../../instrument/site.js';
import { lackOfProperty } from '../question/demand.js';
import { need, open, type Deciding } from '../seen/deciding.js';
import { demandOfForksAt, type SeenRun } from '../seen/seenRun.js';
import type { CodePlace } from '../text/texts.js';
import { parsedExpression } from '../text/writtenAs.js';
import type { StepSight } from './originSight.js';

/**
 * The index of the element that a loop of the innermost frame has just taken of an array: each passage takes the next. Null where that is not
 * known; `renamed` where the array may be called something else by now.
 *
 * @param place What the loop goes through, which the text calls `list`; null: it stands there.
 * @param before The time at which the element had been taken.
 */
export async function* indexTaken(
  run: SeenRun,
  sight: StepSight,
  place: CodePlace,
  list: string | null,
  before: number,
): Deciding<number | 'renamed' | null> {
  const { text, offset } = place;
  const loops = loopsAround(place);
  const [own, around] = [loops.at(-1), loops.at(-2)];
  const [head, headAround] = [headOf(own), headOf(around)];
  if (own === undefined || head === null || mayHaveOwnIterator(text.text)) return null;
  const sitesIn = (isMeant: (site: Site) => boolean): readonly number[] =>
    run.texts.numbers(text.path, (site) => site.kind === 'fork' && isMeant(site));
  const sites = sitesIn((site) => site.offset === head.start && site.end === head.end);
  const others = headAround === null ? [] : sitesIn((site) => headAround.start <= site.offset && site.end <= headAround.end);
  if (sites.length === 0) yield open(demandOfForksAt(place));
  const activation = yield* sight.valueOf(0, activationVariableName(homeAt(text.program, offset)));
  if (sites.length === 0 || activation?.kind !== 'primitive' || (around !== undefined && others.length === 0)) return null;
  const request = { key: null, owner: null, activation: Number(activation.text), before, index: -1 };
  // Each passage of the loop around begins this one anew.
  const begun = around === undefined ? null : await run.events.select({ ...request, sites: others });
  const after = begun?.event?.ordinal ?? -1;
  // A passage is told behind its head.
  const { event, forgotten, rejected } = await run.events.select({ ...request, sites, after, index: 0 });
  if (forgotten > 0 || (begun?.forgotten ?? 0) > 0) return null;
  if (event === null) return 0;
  return list === null || (yield* isSameStill(run, sight, place, list, { after: event.ordinal, before })) ? rejected.index + 1 : 'renamed';
}

function loopsAround({ text, offset }: CodePlace): readonly AnyNode[] {
  const path = pathTo(text.program, offset);
  return path.slice(path.findLastIndex(isFunction) + 1).filter(({ type }) => /^(For(Of|In)?|While|DoWhile)Statement$/.test(type));
}

/** What a loop asks at each passage. */
function headOf(loop: AnyNode | undefined): AnyNode | null {
  if (loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement') return loop.right;
  return loop?.type === 'ForStatement' || loop?.type === 'WhileStatement' || loop?.type === 'DoWhileStatement' ? (loop.test ?? null) : null;
}

/** Whether a text gives some object another way of being gone through. */
function mayHaveOwnIterator(text: string): boolean {
  return /Symbol\s*\.\s*iterator\s*(\]\s*=[^=]|,)/.test(text);
}

/** Whether an expression surely names the same object as when the loop began: no variable in it, and no property, was written since. */
async function* isSameStill(
  run: SeenRun,
  sight: StepSight,
  { text, offset }: CodePlace,
  list: string,
  between: { readonly after: number; readonly before: number },
): Deciding<boolean> {
  const loop = loopsAround({ text, offset }).at(-1);
  let at = parsedExpression(list);
  while (at?.type === 'MemberExpression' || at?.type === 'ParenthesizedExpression') {
    if (at.type === 'ParenthesizedExpression') {
      at = at.expression;
      continue;
    }
    const { object, property, computed } = at;
    const name = property.type === 'Literal' ? String(property.value) : property.type === 'Identifier' && !computed ? property.name : null;
    const base = yield* sight.valueOf(0, list.slice(object.start, object.end));
    if (name === null || base?.kind !== 'object') return false;
    yield* need(run.planned, lackOfProperty(run.planned, name));
    const key = { kind: 'property', name } as const;
    const request = { sites: null, key, owner: base.holder ?? base.id, activation: null, ...between, index: -1 };
    const { event, forgotten } = await run.events.select(request);
    if (event !== null || forgotten > 0) return false;
    at = object;
  }
  if (loop === undefined || at === null) return false;
  return at.type === 'ThisExpression' || (at.type === 'Identifier' && !mayBeWritten(text, at.name, offset, loop));
}

/** Whether a variable is written in a loop, or in a function that may be called there. */
function mayBeWritten({ scopes }: CodePlace['text'], name: string, offset: number, loop: AnyNode): boolean {
  const binding = scopes.lookUp(name, offset);
  return (
    binding === undefined ||
    binding.references.some(
      ({ node, home, isWrite }) =>
        isWrite && ((loop.start <= node.start && node.end <= loop.end) || (isFunction(home) && (home.start > offset || home.end < offset))),
    )
  );
}

/** Whether the text may have something else be called `list` while a loop around a place goes on. */
export function mayBeRenamed(place: CodePlace, list: string): boolean {
  const { text, offset } = place;
  const loop = loopsAround(place).at(-1);
  const home = homeAt(text.program, offset);
  const names = new Set<string>();
  let at = parsedExpression(list);
  for (; at?.type === 'MemberExpression'; at = at.object)
    if (at.property.type === 'Identifier' && !at.computed) names.add(at.property.name);
    else if (at.property.type !== 'Literal') return true;
  if (loop === undefined || (at?.type === 'Identifier' && mayBeWritten(text, at.name, offset, loop))) return true;
  let isWritten = false;
  if (names.size > 0)
    walk(text.program, (node) => {
      const target =
        node.type === 'AssignmentExpression'
          ? node.left
          : node.type === 'UnaryExpression' && node.operator === 'delete'
            ? node.argument
            : null;
      if (target?.type !== 'MemberExpression' || target.property.type !== 'Identifier' || !names.has(target.property.name)) return true;
      const own = homeAt(text.program, node.start);
      isWritten ||= own === home ? loop.start <= node.start && node.end <= loop.end : !isConstructor(text, own);
      return true;
    });
  return isWritten;
}

function isConstructor({ program }: CodePlace['text'], node: AnyNode): boolean {
  const method = pathTo(program, node.start).findLast((one) => 'value' in one && one.value === node);
  return node.type === 'Program' || (method?.type === 'MethodDefinition' && method.kind === 'constructor');
}
