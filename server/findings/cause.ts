import * as maps from '../base/intMap.js';
import type { Span } from '../base/span.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import { ForwardEquations } from '../analysis/forward.js';
import { failsToConstruct } from '../analysis/construction.js';
import { constructs } from '../analysis/unfolding.js';
import type { CallLink, Instance, PointId } from '../analysis/unfolding.js';
import type { Instruction } from '../ir/instruction.js';
import type { Edge, FunctionIr, NodeId, VariableId } from '../ir/program.js';
import { isDescription } from '../ir/linked.js';
import * as values from '../lattice/value.js';
import { accessOf } from '../semantics/access.js';
import { calleesOf } from '../semantics/call.js';
import { splitByConversion } from '../semantics/conversion.js';
import { evaluate } from '../semantics/evaluate.js';
import { checkIndex } from '../semantics/indexCheck.js';
import * as states from '../semantics/state.js';
import type { LiveState } from '../semantics/state.js';
import { transfer } from '../semantics/transfer.js';
import { openCalls } from './callPath.js';
import { otherFile } from './place.js';
import type { FindingCode } from './result.js';

/** Where a failure shows: what becomes of the runs that a condition excludes. */
export interface Occurrence {
  readonly code: FindingCode;
  readonly span: Span;
  /** What fails: the claim is worded by it (occurrenceText.ts). */
  readonly form:
    | 'assertion'
    | 'throw'
    | 'null'
    | 'index'
    | 'callee'
    | 'constructor'
    | 'setter'
    | 'declaration'
    | 'promise'
    | 'iterable'
    | 'builtin'
    | 'other';
  /** Of the instance's function. */
  readonly node: NodeId;
  /** A `throw` statement of the root itself, or of a function that always throws: intended. */
  readonly intended: boolean;
  readonly instance: Instance;
  /** Of the span, when it is not the one that is checked. */
  readonly file: string | null;
  /** Control may also go on there: that it fails is not certain. */
  readonly mayPass: boolean;
  /** Control points between the frontier and the failure. */
  readonly distance: number;
  /** The calls that lead from the frontier to the failure, from the outside inwards. */
  readonly calls: readonly CallLink[];
}

/** An occurrence without the way to it. */
type Failure = Omit<Occurrence, 'calls' | 'mayPass'>;

/** The states of a solution as equations, to ask where control goes. */
export function waysOf({ analysis, reachable }: RootSolution): ForwardEquations {
  const forward = new ForwardEquations(
    analysis.unfolding,
    analysis.context.callGraph,
    analysis.transfers,
    new Map(),
    null,
    null,
    analysis.isCovered,
  );
  forward.states = [...reachable];
  return forward;
}

/**
 * The failures that runs from `start` may end in, nearest first: violated assertions and uncaught exceptions in points that are
 * reachable but from which no good run goes on.
 */
export function occurrencesFrom(solution: RootSolution, start: PointId): Occurrence[] {
  const { analysis, reachable, good } = solution;
  const { unfolding } = analysis;
  const forward = waysOf(solution);
  const found = new Map<string, Occurrence>();
  const from = new Map<PointId, PointId | null>([[start, null]]);
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
        add(point, {
          code: assertionCode(assertion.tag),
          form: 'assertion',
          span: assertion.span,
          node: node.id,
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
      if (isHandedOn(instance, edge) || !leavesRoot(target, solution)) continue;
      const occurrence = thrownAt(solution, forward, instance, edge, steps);
      if (occurrence !== null) add(point, occurrence);
    }
    for (const next of forward.dependents(point)) {
      if (distance.has(next) || (reachable[next] ?? null) === null) continue;
      distance.set(next, steps + 1);
      from.set(next, point);
      queue.push(next);
    }
  }
  return [...found.values()];

  function add(point: PointId, failure: Failure): void {
    const key = `${failure.code}:${failure.span.start}:${failure.file ?? ''}`;
    if (found.has(key)) return;
    const { indexed, base } = failure.instance;
    const mayPass = (indexed.outgoing[point - base] ?? []).some(
      (edge) => edge.outcome === 'normal' && forward.alongEdge(failure.instance, edge) !== null,
    );
    found.set(key, { ...failure, mayPass, calls: openCalls(point, from, unfolding) });
  }
}

function assertionCode(tag: string): FindingCode {
  if (tag === 'requires') return 'requires-violated';
  if (tag === 'ensures') return 'ensures-violated';
  return tag === 'range' || tag === 'invariant' ? 'range-violated' : 'assertion-violated';
}

/** Whether runs from a point may go round in a loop, and as far as single states tell come to the root's end all the same. */
export function mayLoopAndEnd(solution: RootSolution, start: PointId): boolean {
  const { reachable, analysis } = solution;
  if ((reachable[analysis.unfolding.root.exit] ?? null) === null) return false;
  const forward = waysOf(solution);
  const open = new Set<PointId>();
  const done = new Set<PointId>();
  const pending: { readonly point: PointId; readonly isLeft: boolean }[] = [{ point: start, isLeft: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { point, isLeft } = next;
    if (isLeft) {
      open.delete(point);
      done.add(point);
      continue;
    }
    if (open.has(point)) return true;
    if (done.has(point)) continue;
    open.add(point);
    pending.push({ point, isLeft: true });
    for (const after of forward.dependents(point)) if ((reachable[after] ?? null) !== null) pending.push({ point: after, isLeft: false });
  }
  return false;
}

function thrownAt(solution: RootSolution, forward: ForwardEquations, instance: Instance, edge: Edge, distance: number): Failure | null {
  const state = solution.reachable[instance.base + edge.source] ?? null;
  const { instruction } = edge;
  if (state === null || instruction.kind === 'nop' || !('span' in instruction)) return null;
  const base = { span: instruction.span, instance, node: edge.source, file: otherFile(instance), distance, intended: false };
  if (instruction.kind === 'call') {
    const callees = calleesOf(instruction, state, instance.activation);
    if (callees.notCallable) return { ...base, code: 'wrong-kind', form: 'callee' };
    const fails = (instance.links.get(edge.source) ?? []).some((link) => {
      const end = solution.reachable[link.callee.exit] ?? null;
      return constructs(instruction) && end !== null && failsToConstruct(link, end, state).sometimes;
    });
    if (fails) return { ...base, code: 'uncaught-exception', form: 'constructor' };
    // What a called function throws is named where it throws; unknown code may throw anything: that is no cause to name.
    const isBuiltin = callees.builtins.length > 0 && callees.functions.length === 0 && !callees.unknown;
    return isBuiltin && forward.alongEdge(instance, edge) !== null ? { ...base, code: 'uncaught-exception', form: 'builtin' } : null;
  }
  if (forward.alongEdge(instance, edge) === null) return null;
  switch (instruction.kind) {
    case 'throw':
      if (isDescription(instance.activation.program.module, instance.indexed.body))
        return { ...base, code: 'uncaught-exception', form: 'builtin' };
      return {
        ...base,
        code: 'uncaught-exception',
        form: 'throw',
        intended: instance === solution.analysis.unfolding.root || alwaysThrows(instance),
      };
    case 'load':
    case 'store':
      if (checkIndex(instruction, state, instance.activation).mayBeOutside) {
        return { ...base, code: 'index-out-of-bounds', form: 'index' };
      }
      if (values.mayBeNullish(evaluate(instruction.object, state, instance.activation, { throws: false, converts: false })))
        return { ...base, code: 'null-access', form: 'null' };
      if (instruction.kind === 'store' && (accessOf(instruction, state, instance.activation)?.thrown ?? null) !== null)
        return { ...base, code: 'uncaught-exception', form: 'setter' };
      // A getter or setter of unknown code may throw anything: that is no cause to name.
      return null;
    case 'checkInitialised':
      return { ...base, code: 'uncaught-exception', form: 'declaration' };
    case 'iterate':
      return { ...base, code: 'uncaught-exception', form: 'iterable' };
    case 'await':
      return { ...base, code: 'uncaught-exception', form: 'promise' };
    default:
      return throwsByConversion(instance, edge, state) ? null : { ...base, code: 'uncaught-exception', form: 'other' };
  }
}

/** Only an object or symbol that an operator converts makes it throw: anything unknown might be one, so that is no cause to name. */
function throwsByConversion({ indexed, activation }: Instance, { instruction, outcome }: Edge, state: LiveState): boolean {
  if (instruction.kind === 'call') return false;
  const plain = splitByConversion(instruction, state, activation)?.plain ?? null;
  if (plain === null) return false;
  const frame = maps.mapValues(plain.frame, (value) => {
    const usual = values.withBits(value, value.bits & ~values.Bit.Symbol);
    return values.isBottom(usual) ? value : usual;
  });
  const usual = states.makeState(frame, plain.cells, plain.heap, plain.relations);
  return transfer(instruction, outcome, usual, activation, indexed.body.exception) === null;
}

/** The end of a finally block, and the like: what was thrown before goes on. */
function isHandedOn({ indexed, activation }: Instance, { instruction }: Edge): boolean {
  if (instruction.kind !== 'throw' || instruction.value.kind !== 'variable') return false;
  const { variable } = instruction.value;
  if (activation.program.module.variables[variable]?.kind !== 'temporary') return false;
  return indexed.body.edges.some(({ instruction: before }) => takesException(before, indexed.body) === variable);
}

/** The variable that the instruction puts the caught exception into; null when it does something else. */
function takesException(instruction: Instruction, { exception }: FunctionIr): VariableId | null {
  const isTaken = instruction.kind === 'assign' && instruction.value.kind === 'variable' && instruction.value.variable === exception;
  return isTaken ? instruction.target : null;
}

/** Whether an exception that comes to the point goes on until it leaves the root, and is not caught on its way. */
function leavesRoot(start: PointId, { analysis }: RootSolution): boolean {
  const { unfolding } = analysis;
  const seen = new Set<PointId>();
  const pending: PointId[] = [start];
  const add = (point: PointId): void => {
    if (!seen.has(point)) pending.push(point);
    seen.add(point);
  };
  for (let point = pending.pop(); point !== undefined; point = pending.pop()) {
    const instance = unfolding.instanceAt[point];
    if (instance === undefined) continue;
    if (point === instance.throwExit) {
      if (instance === unfolding.root) return true;
      for (const { thrown } of instance.callers) if (thrown !== null) add(thrown);
      continue;
    }
    const { indexed, base } = instance;
    for (const { instruction } of indexed.outgoing[point - base] ?? []) {
      const taken = takesException(instruction, indexed.body);
      for (const edge of taken === null ? [] : indexed.body.edges) {
        const thrown = edge.instruction.kind === 'throw' ? edge.instruction.value : null;
        if (thrown?.kind === 'variable' && thrown.variable === taken && isHandedOn(instance, edge)) add(base + edge.target);
      }
    }
  }
  return false;
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
