import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance, PointId } from '../analysis/unfolding.js';
import type { Span } from '../base/span.js';
import type { FunctionId, FunctionIr, NodeId } from '../ir/program.js';
import type { Failure } from '../execution/concrete/failure.js';
import { isDescription } from '../ir/linked.js';
import { anyLength } from '../semantics/heap/object.js';
import { isPlainIterable, lengthOf } from '../semantics/iteration.js';
import { read } from '../semantics/scope.js';
import { waysOf } from './cause.js';
import { otherFile } from './place.js';

/** Runs go round in a loop, or call each other, without end. */
export interface EndlessCause {
  readonly kind: 'endless';
  /** As far as single states tell, there is something to go round in. */
  readonly mayBe: boolean;
  /** The place that they go round in, if there is only one. */
  readonly place: EndlessPlace | null;
  /** Where no single place is known: it is a call. */
  readonly isRecursion?: true;
  /** Only numbers that no run counts to speak for it. */
  readonly isOfInexact?: true;
  /** Only runs with such numbers, or NaN, were long. */
  readonly isOfInexactRuns?: true;
}

export interface EndlessPlace {
  readonly form: 'loop' | 'recursion';
  readonly span: Span;
  readonly file: string | null;
  /** The same place in the text of the root: a call that leads there, where it is in another function. Null where that is not known. */
  readonly inRoot: Span | null;
}

/** The loop or recursion that a followed run goes round in. */
export function endlessAt({ function: id, node, calls }: Failure, { analysis }: RootSolution): EndlessCause {
  const { module } = analysis.context.program;
  const at = (place: { readonly function: FunctionId; readonly node: NodeId } | undefined): FunctionIr | null =>
    place === undefined ? null : (module.functions[place.function] ?? null);
  const body = at({ function: id, node });
  const caller = calls.at(-1);
  const callerBody = at(caller);
  const isRecursion = body !== null && node === body.entry;
  const [from, spot] = isRecursion ? [callerBody, caller?.node] : [body, node];
  const span = from === null || spot === undefined ? null : spanAt(from, spot);
  if (from === null || span === null) return { kind: 'endless', mayBe: true, place: null, ...(isRecursion ? { isRecursion } : {}) };
  const file = from.file === module.file ? null : from.file;
  const [outermost] = calls;
  const rootBody = at(outermost);
  const inRoot = outermost === undefined ? span : rootBody === null ? null : spanAt(rootBody, outermost.node);
  return { kind: 'endless', mayBe: true, place: { form: isRecursion ? 'recursion' : 'loop', span, file, inRoot } };
}

/** The span of a call or of a loop's test; else of the node. */
function spanAt(body: FunctionIr, node: NodeId): Span | null {
  const edge = body.edges.find(
    ({ source, instruction }) => source === node && (instruction.kind === 'assume' || instruction.kind === 'call'),
  );
  if (edge !== undefined && 'span' in edge.instruction) return edge.instruction.span;
  return body.nodes[node]?.span ?? null;
}

/**
 * The loop or recursion that bad runs from a point may go round in. Where states do not distinguish bad runs from good ones, but a run that
 * was tried was longer than it was followed (`isLong`), it may be any that is reached.
 */
export function endlessFrom(solution: RootSolution, start: PointId, isLong: boolean): EndlessCause {
  const among = (isBad: (point: PointId) => boolean) => endlessAmong(solution, start, isBad);
  const { reachable, good } = solution;
  const isReached = (point: PointId): boolean => (reachable[point] ?? null) !== null;
  const told = among((point) => isReached(point) && good[point] !== reachable[point]);
  return told.mayBe || !isLong ? told : among(isReached);
}

function endlessAmong(solution: RootSolution, start: PointId, isBad: (point: PointId) => boolean): EndlessCause {
  const { analysis } = solution;
  const forward = waysOf(solution);
  const heads = new Map<PointId, PointId>();
  const open = new Set<PointId>();
  const done = new Set<PointId>();
  const pending: { readonly point: PointId; readonly from: PointId; readonly isLeft: boolean }[] = [
    { point: start, from: start, isLeft: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { point, from, isLeft } = next;
    if (isLeft) {
      open.delete(point);
      done.add(point);
      continue;
    }
    const instance = analysis.unfolding.instanceAt[point];
    const isRecursion = instance === undefined || point === instance.entry;
    if (open.has(point) && (isRecursion || !(alwaysEnds(instance) || isBounded(solution, [point, from], instance)))) heads.set(point, from);
    if (open.has(point) || done.has(point)) continue;
    open.add(point);
    pending.push({ point, from, isLeft: true });
    // Behind a call control goes on in the caller: that a call comes back makes no circle.
    if (instance === undefined || point === instance.exit || point === instance.throwExit) continue;
    for (const after of forward.dependents(point)) if (isBad(after)) pending.push({ point: after, from: point, isLeft: false });
  }
  const places = [...heads].map(([point, from]) => {
    const instance = analysis.unfolding.instanceAt[point];
    return instance === undefined ? null : placeOf(point, from, instance, analysis.unfolding.instanceAt[from] ?? instance);
  });
  const isRecursion = heads.size > 0 && [...heads.keys()].every((point) => analysis.unfolding.instanceAt[point]?.entry === point);
  const cause: EndlessCause = { kind: 'endless', mayBe: heads.size > 0, place: onlyOf(places) };
  return isRecursion ? { ...cause, isRecursion } : cause;
}

/** Whether its loops always end: those of the methods of arrays go to a length that was read before. */
function alwaysEnds({ activation, indexed: { body } }: Instance): boolean {
  return isDescription(activation.program.module, body) && body.name.startsWith('Array.prototype.');
}

/** Whether a loop through these points goes from one element to the next of what has only so many whenever control is there. */
function isBounded({ reachable }: RootSolution, points: readonly PointId[], { base, activation, indexed }: Instance): boolean {
  return points.some((point) => {
    const state = reachable[point] ?? null;
    const step = indexed.outgoing[point - base]?.find(({ instruction }) => instruction.kind === 'step')?.instruction;
    if (state === null || step?.kind !== 'step') return false;
    const { iterator, protocol } = step;
    const iterated = read(state, iterator, activation);
    if (!isPlainIterable(iterated, protocol, state, activation)) return false;
    return protocol === 'in' || iterated.objects.length === 0 || lengthOf(iterated, state, activation).max < anyLength.max;
  });
}

/** The place that all are, if need be of several calls; null where they differ. */
function onlyOf([first = null, ...others]: readonly (EndlessPlace | null)[]): EndlessPlace | null {
  if (first === null) return null;
  const isSame = (other: EndlessPlace | null): boolean =>
    other?.span.start === first.span.start && other.file === first.file && other.form === first.form;
  if (!others.every(isSame)) return null;
  return others.every((other) => other?.inRoot?.start === first.inRoot?.start) ? first : { ...first, inRoot: null };
}

function placeOf(point: PointId, from: PointId, instance: Instance, caller: Instance): EndlessPlace | null {
  if (point === instance.entry) {
    const link = caller.links.get(from - caller.base)?.find(({ callee }) => callee === instance);
    if (link === undefined) return null;
    const { span } = link.instruction;
    return { form: 'recursion', span, file: otherFile(caller), inRoot: inRootOf(caller, span) };
  }
  const span = spanAt(instance.indexed.body, point - instance.base);
  return span === null ? null : { form: 'loop', span, file: otherFile(instance), inRoot: inRootOf(instance, span) };
}

/** The first call of the root that leads to a place of an instance, or the place; null where several do. */
function inRootOf(instance: Instance, span: Span): Span | null {
  const seen = new Set<Instance>();
  let at = instance;
  let place = span;
  while (at.callers.length > 0) {
    const outer = at.callers.filter(({ caller }) => caller !== at && !seen.has(caller));
    const [only] = outer;
    if (only === undefined || outer.length > 1) return null;
    seen.add(at);
    at = only.caller;
    place = only.instruction.span;
  }
  return place;
}
