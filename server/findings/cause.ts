import type { Span } from '../base/span.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import { ForwardEquations } from '../analysis/forward.js';
import { failsToConstruct } from '../analysis/construction.js';
import { constructs } from '../analysis/unfolding.js';
import type { Instance, PointId } from '../analysis/unfolding.js';
import type { Edge } from '../ir/program.js';
import * as values from '../lattice/value.js';
import { accessOf } from '../semantics/access.js';
import { calleesOf } from '../semantics/call.js';
import { evaluate } from '../semantics/evaluate.js';
import { checkIndex } from '../semantics/indexCheck.js';
import type { FindingCode } from './result.js';

/** Where a failure shows: what becomes of the runs that a condition excludes. */
export interface Occurrence {
  readonly code: FindingCode;
  readonly span: Span;
  readonly message: string;
  /** A `throw` statement of the root itself, or of a function that always throws: intended. */
  readonly intended: boolean;
  readonly instance: Instance;
  /** Of the span, when it is not the one that is checked. */
  readonly file: string | null;
  /** Control points between the frontier and the failure. */
  readonly distance: number;
}

/**
 * The failures that runs from `start` may end in, nearest first: violated assertions and uncaught exceptions in points that are
 * reachable but from which no good run goes on.
 */
export function occurrencesFrom(solution: RootSolution, start: PointId): Occurrence[] {
  const { analysis, reachable, good } = solution;
  const { unfolding } = analysis;
  const forward = new ForwardEquations(unfolding, analysis.context.callGraph, new Map(), null);
  forward.states = [...reachable];
  const found = new Map<string, Occurrence>();
  const distance = new Map<PointId, number>([[start, 0]]);
  const queue: PointId[] = [start];
  for (let head = 0; head < queue.length; head++) {
    const point = queue[head] as PointId;
    const instance = unfolding.instanceAt[point];
    if (instance === undefined) continue;
    const steps = distance.get(point) ?? 0;
    const node = instance.indexed.body.nodes[point - instance.base];
    if (node?.mark?.kind === 'violation') {
      const assertion = analysis.context.program.module.assertions[node.mark.assertion];
      if (assertion !== undefined)
        add({
          code: assertionCode(assertion.tag),
          span: assertion.span,
          message: `@${assertion.tag} ${assertion.text} is violated here`,
          intended: false,
          instance,
          file: otherFile(instance),
          distance: steps,
        });
    }
    for (const edge of instance.indexed.outgoing[point - instance.base] ?? []) {
      if (edge.outcome !== 'throw') continue;
      const target = instance.base + edge.target;
      if ((good[target] ?? null) !== null || (reachable[target] ?? null) === null) continue;
      const occurrence = thrownAt(solution, forward, instance, edge, steps);
      if (occurrence !== null) add(occurrence);
    }
    for (const next of forward.dependents(point)) {
      if (distance.has(next) || (reachable[next] ?? null) === null) continue;
      distance.set(next, steps + 1);
      queue.push(next);
    }
  }
  return [...found.values()];

  function add(occurrence: Occurrence): void {
    const key = `${occurrence.code}:${occurrence.span.start}:${occurrence.file ?? ''}`;
    if (!found.has(key)) found.set(key, occurrence);
  }
}

function otherFile({ indexed, activation }: Instance): string | null {
  const { file } = indexed.body;
  return file === activation.program.module.file ? null : file;
}

function assertionCode(tag: string): FindingCode {
  if (tag === 'requires') return 'requires-violated';
  if (tag === 'ensures') return 'ensures-violated';
  return tag === 'range' || tag === 'invariant' ? 'range-violated' : 'assertion-violated';
}

function thrownAt(solution: RootSolution, forward: ForwardEquations, instance: Instance, edge: Edge, distance: number): Occurrence | null {
  const state = solution.reachable[instance.base + edge.source] ?? null;
  const { instruction } = edge;
  if (state === null || instruction.kind === 'nop' || !('span' in instruction)) return null;
  const base = { span: instruction.span, instance, file: otherFile(instance), distance };
  if (instruction.kind === 'call') {
    if (calleesOf(instruction, state, instance.activation).notCallable)
      return { ...base, code: 'wrong-kind', message: `${instruction.text} is not a function here`, intended: false };
    const fails = (instance.links.get(edge.source) ?? []).some((link) => {
      const end = solution.reachable[link.callee.exit] ?? null;
      return constructs(instruction) && end !== null && failsToConstruct(link, end, state).sometimes;
    });
    return fails
      ? { ...base, code: 'uncaught-exception', message: `${instruction.text} constructs no object here`, intended: false }
      : null;
  }
  if (forward.alongEdge(instance, edge) === null) return null;
  switch (instruction.kind) {
    case 'throw':
      return {
        ...base,
        code: 'uncaught-exception',
        message: 'this is thrown and not caught',
        intended: instance === solution.analysis.unfolding.root || alwaysThrows(instance),
      };
    case 'load':
    case 'store':
      if (checkIndex(instruction, state, instance.activation).mayBeOutside) {
        return { ...base, code: 'index-out-of-bounds', message: 'the index is outside the array here', intended: false };
      }
      if (values.mayBeNullish(evaluate(instruction.object, state, instance.activation, { throws: false, converts: false })))
        return { ...base, code: 'null-access', message: 'this is undefined or null here', intended: false };
      if (instruction.kind === 'store' && (accessOf(instruction, state, instance.activation)?.thrown ?? null) !== null)
        return { ...base, code: 'uncaught-exception', message: 'this property has a getter and no setter', intended: false };
      // A getter or setter of unknown code may throw anything: that is no cause to name.
      return null;
    default:
      return { ...base, code: 'uncaught-exception', message: 'this throws and is not caught', intended: false };
  }
}

/** The function's text has no way to its normal end: calling it is a way to throw. */
function alwaysThrows(instance: Instance): boolean {
  const { indexed } = instance;
  const seen = new Set([indexed.body.entry]);
  const pending = [indexed.body.entry];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === indexed.body.exit) return false;
    for (const { target } of indexed.outgoing[node] ?? []) {
      if (seen.has(target)) continue;
      seen.add(target);
      pending.push(target);
    }
  }
  return true;
}
