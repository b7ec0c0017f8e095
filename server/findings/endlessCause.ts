import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance, PointId } from '../analysis/unfolding.js';
import type { Span } from '../base/span.js';
import type { FunctionId, FunctionIr, NodeId } from '../ir/program.js';
import type { Failure } from '../execution/concrete/failure.js';
import { waysOf } from './cause.js';
import { otherFile } from './place.js';

/** Runs go round in a loop, or call each other, without end. */
export interface EndlessCause {
  readonly kind: 'endless';
  /** As far as single states tell, there is something to go round in. */
  readonly mayBe: boolean;
  /** The place that they go round in, if there is only one. */
  readonly place: EndlessPlace | null;
}

export interface EndlessPlace {
  readonly form: 'loop' | 'recursion';
  readonly span: Span;
  readonly file: string | null;
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
  if (from === null || span === null) return { kind: 'endless', mayBe: true, place: null };
  const file = from.file === module.file ? null : from.file;
  return { kind: 'endless', mayBe: true, place: { form: isRecursion ? 'recursion' : 'loop', span, file } };
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
    if (open.has(point)) heads.set(point, from);
    if (open.has(point) || done.has(point)) continue;
    open.add(point);
    pending.push({ point, from, isLeft: true });
    // Behind a call control goes on in the caller: that a call comes back makes no circle.
    const instance = analysis.unfolding.instanceAt[point];
    if (instance === undefined || point === instance.exit || point === instance.throwExit) continue;
    for (const after of forward.dependents(point)) if (isBad(after)) pending.push({ point: after, from: point, isLeft: false });
  }
  const places = [...heads].map(([point, from]) => {
    const instance = analysis.unfolding.instanceAt[point];
    return instance === undefined ? null : placeOf(point, from, instance, analysis.unfolding.instanceAt[from] ?? instance);
  });
  const [only = null] = places;
  return { kind: 'endless', mayBe: heads.size > 0, place: places.length === 1 ? only : null };
}

function placeOf(point: PointId, from: PointId, instance: Instance, caller: Instance): EndlessPlace | null {
  if (point === instance.entry) {
    const link = caller.links.get(from - caller.base)?.find(({ callee }) => callee === instance);
    return link === undefined ? null : { form: 'recursion', span: link.instruction.span, file: otherFile(caller) };
  }
  const span = spanAt(instance.indexed.body, point - instance.base);
  return span === null ? null : { form: 'loop', span, file: otherFile(instance) };
}
