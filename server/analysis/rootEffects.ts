import * as maps from '../base/intMap.js';
import type { Value } from '../lattice/value.js';
import * as heap from '../semantics/heap/heap.js';
import { read } from '../semantics/scope.js';
import type { LiveState, State } from '../semantics/state.js';
import { ForwardEquations } from './forwardEquations.js';
import type { Guarantee } from './guarantee.js';
import type { RootAnalysis } from './root.js';
import type { Instance, PointId, Unfolding } from './unfolding.js';

/**
 * Records the effects of a root's stable solution on others: published states, escaped functions, written cells. `mayEndInside`:
 * something in it may have been started, or end the run.
 */
export function recordRoot(analysis: RootAnalysis, solution: readonly State[], mayEndInside: boolean, guarantee: Guarantee): void {
  const { body, context, unfolding } = analysis;
  const { root } = unfolding;
  recordWrites(analysis, solution, mayEndInside, guarantee);
  const exported =
    body.kind === 'module' ? context.program.module.exports.flatMap(({ variable }) => (variable === null ? [] : [variable])) : [];
  publishEnd(
    root.exit,
    (end) => [maps.get(end.frame, body.result), ...exported.map((variable) => read(end, variable, root.activation))],
    unfolding,
    solution,
    guarantee,
  );
  publishEnd(root.throwExit, (end) => [maps.get(end.frame, body.exception)], unfolding, solution, guarantee);
}

/**
 * The variables that others may find changed when they go on: those that this root writes. Those of the top level count only where
 * something may have been started before, and those of a function that nobody calls not at all.
 */
function recordWrites({ reason, unfolding }: RootAnalysis, solution: readonly State[], mayEndInside: boolean, guarantee: Guarantee): void {
  if (reason === 'uncalled' || (reason === 'module' && !mayEndInside)) return;
  for (const instance of unfolding.instances) {
    if ((solution[instance.entry] ?? null) === null) continue;
    for (const variable of instance.indexed.assigns) guarantee.writtenCells.add(variable);
  }
}

/** At an end, what the caller receives escapes: results, exceptions, and what the module exports. */
function publishEnd(
  point: PointId,
  handedOver: (end: LiveState) => readonly (Value | undefined)[],
  { root }: Unfolding,
  solution: readonly State[],
  guarantee: Guarantee,
): void {
  const end = solution[point] ?? null;
  if (end === null) return;
  let published: LiveState = end;
  for (const value of handedOver(end)) {
    if (value !== undefined) published = heap.escapeValue(value, published, root.activation);
  }
  guarantee.publish(published);
}

/**
 * By instance, 1 where something in it, or in what it calls, may end the run or not come back although the run is good. Null: the effort
 * was used up before that was found out.
 */
export function endsInside(
  { context, outside, transfers, unfolding, isCovered, unknownCalls }: RootAnalysis,
  solution: readonly State[],
): Uint8Array<ArrayBuffer> | null {
  const equations = new ForwardEquations(unfolding, {
    callGraph: context.callGraph,
    transfers,
    seeds: new Map(),
    invariant: null,
    callerStates: null,
    isCovered,
  });
  equations.states = [...solution];
  const ends = new Uint8Array(unfolding.instances.length);
  const isReached = (point: PointId): boolean => (solution[point] ?? null) !== null;
  for (const instance of unfolding.instances) {
    if (!isReached(instance.entry)) continue;
    if (unknownCalls?.mayEnd(instance.indexed.body.id) === true) ends[instance.index] = 1;
    for (const edge of instance.indexed.body.edges) {
      if (!isReached(instance.base + edge.source)) continue;
      if (context.effort.isUsedUp) return null;
      outside.ran = false;
      equations.alongEdge(instance, edge);
      const isCall = edge.instruction.kind === 'call' && edge.outcome === 'normal';
      const isEnd = unknownCalls === null || unknownCalls.isEnd(edge.instruction);
      if ((outside.ran && isEnd) || (isCall && mayExit(instance, edge.source, solution))) ends[instance.index] = 1;
    }
    for (const node of instance.indexed.body.nodes) {
      if (node.mark !== null && node.mark.kind !== 'violation' && isReached(instance.base + node.id)) ends[instance.index] = 1;
    }
  }
  spread(ends, unfolding);
  return ends;
}

/** A call of a built-in that does not come back. */
function mayExit(instance: Instance, node: number, solution: readonly State[]): boolean {
  const normal = instance.indexed.outgoing[node]?.find((edge) => edge.outcome === 'normal');
  return normal !== undefined && (solution[instance.base + normal.target] ?? null) === null && !instance.links.has(node);
}

/** To all callers. */
function spread(ends: Uint8Array, unfolding: Unfolding): void {
  const pending = unfolding.instances.filter((instance) => ends[instance.index] === 1);
  for (let instance = pending.pop(); instance !== undefined; instance = pending.pop()) {
    for (const link of instance.callers) {
      if (ends[link.caller.index] === 1) continue;
      ends[link.caller.index] = 1;
      pending.push(link.caller);
    }
  }
}
