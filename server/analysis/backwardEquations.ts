import { InternalError } from '../base/errors.js';
import * as maps from '../base/intMap.js';
import type { UnknownCalls } from '../execution/symbolic/unknownCode.js';
import type { AssertionId, Edge, FunctionId, VariableId } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';
import type { Access } from '../semantics/access.js';
import { backward, valueAfter } from '../semantics/backward.js';
import * as calls from '../semantics/call.js';
import type { CallInstruction } from '../semantics/call.js';
import { runsForeignAccessor } from '../semantics/heap/accessors.js';
import { splitByConversion } from '../semantics/expression/conversion.js';
import { valueIn } from '../semantics/expression/evaluate.js';
import { refine } from '../semantics/expression/refine.js';
import { restrict } from '../semantics/scope.js';
import * as values from '../lattice/value.js';
import * as states from '../semantics/state.js';
import type { LiveState, State } from '../semantics/state.js';
import { convertsForeign, withoutNullish } from '../semantics/transfer.js';
import type { RootOutside } from './outside.js';
import { boundBySuper, failsToConstruct, returnedByDerived } from './construction.js';
import type { Transfers } from './transfers.js';
import { argumentsOf, constructs, findLink, resultOf } from './unfolding.js';
import type { CallLink, Instance, PointId, Unfolding } from './unfolding.js';

/** The property that a backward pass solves for. */
export type Obligation =
  /** always: the greatest states from which no failure is inevitable at the next steps. */
  | { readonly kind: 'always' }
  /** sometime true at the normal exit: termination. */
  | { readonly kind: 'end' }
  /** sometime: inevitably passes the true branch of the assertion. */
  | { readonly kind: 'sometime'; readonly assertion: AssertionId };

/** What a backward pass solves, in which states, and what is known of calls. */
export interface BackwardProblem {
  readonly invariant: readonly State[];
  readonly obligation: Obligation;
  readonly outside: RootOutside;
  readonly transfers: Transfers;
  /** Callees may be presumed to come back: termination is required, and nothing in the callee ends the run. */
  readonly comesBack: (instance: Instance) => boolean;
  readonly isRecursive: (callee: FunctionId) => boolean;
  readonly mayOverflow: (caller: FunctionId) => boolean;
  /** Whether the callee was analysed for this call; else the call is unknown code. */
  readonly isCovered: (link: CallLink) => boolean;
  /** What is assumed of unknown code; null: it may end the run well. */
  readonly unknown: UnknownCalls | null;
}

/**
 * The backward equations: X(p) = I(p) ⊓ ⨆ backward(e, X(q)) over edges e: p -> q (Bourdoncle (PLDI), section 4). Each edge's result is
 * met with I(p) before the join. What is not modelled asks nothing: it may succeed, or end the run well.
 */
export class BackwardEquations {
  states: State[] = [];
  private readonly known: (readonly PointId[] | undefined)[] = [];
  /** By point and edge: whether the instruction runs unknown code in the invariant's state. */
  private readonly opaque = new Map<Edge, Map<number, boolean>>();

  constructor(
    readonly unfolding: Unfolding,
    private readonly problem: BackwardProblem,
  ) {}

  get count(): number {
    return this.unfolding.size;
  }

  evaluate(point: PointId): State {
    const invariant = this.problem.invariant[point] ?? null;
    if (invariant === null) return null;
    const instance = this.unfolding.instanceAt[point];
    if (instance === undefined) throw new InternalError(`point ${point} is in no instance`);
    const node = point - instance.base;
    const mark = instance.indexed.body.nodes[node]?.mark ?? null;
    if (mark?.kind === 'violation') return null;
    // Reaching a loop with no way out is an intended end.
    if (mark?.kind === 'endless' && this.problem.obligation.kind === 'end') return invariant;
    if (mark?.kind === 'sometime' && this.problem.obligation.kind === 'sometime' && mark.assertion === this.problem.obligation.assertion)
      return invariant;
    let result: State = null;
    for (const edge of instance.indexed.outgoing[node] ?? []) {
      if (edge.instruction.kind === 'call') continue;
      result = states.join(result, this.alongEdge(instance, edge, invariant));
      if (result === invariant) return result;
    }
    result = states.join(result, this.alongCalls(instance, node, invariant));
    if (point === instance.exit) {
      if (instance === this.unfolding.root) return this.problem.obligation.kind === 'sometime' ? result : invariant;
      for (const link of instance.callers) result = states.join(result, this.alongEnd(link, invariant));
    }
    if (point === instance.throwExit) {
      for (const link of instance.callers) result = states.join(result, this.alongReturn(link, 'throw', invariant));
    }
    return result;
  }

  /** The points whose equations read X(point). */
  dependents(point: PointId): readonly PointId[] {
    const known = this.known[point];
    if (known !== undefined) return known;
    return (this.known[point] = this.dependentsOf(point));
  }

  private dependentsOf(point: PointId): readonly PointId[] {
    const instance = this.unfolding.instanceAt[point];
    if (instance === undefined) return [];
    const result: PointId[] = [];
    for (const edge of instance.indexed.incoming[point - instance.base] ?? []) {
      result.push(instance.base + edge.source);
      for (const link of instance.links.get(edge.source) ?? []) {
        if (link.instruction !== edge.instruction) continue;
        result.push(edge.outcome === 'normal' ? link.callee.exit : link.callee.throwExit);
        if (edge.outcome === 'throw' && constructs(link.instruction)) result.push(link.callee.exit);
      }
    }
    if (point === instance.entry) for (const link of instance.callers) result.push(link.source);
    return result;
  }

  private alongEdge(instance: Instance, edge: Edge, invariant: LiveState): State {
    if (edge.instruction.kind === 'call') return null;
    const exception = instance.indexed.body.exception;
    const { activation } = instance;
    const after = this.states[instance.base + edge.target] ?? null;
    if (edge.instruction.kind === 'load' || edge.instruction.kind === 'store') {
      const access = this.problem.transfers.accessOf(instance, edge.instruction, invariant);
      if (access !== null) return this.alongAccess(instance, edge, access, after, invariant);
    }
    if (this.runsUnknown(instance, edge, invariant)) {
      // Where unknown code may end the run well, it asks nothing but that it is possible at all.
      if (this.problem.unknown !== null && !this.problem.unknown.isEnd(edge.instruction))
        return this.beforeUnknown(instance, edge, after, invariant);
      if (edge.instruction.kind !== 'load' && edge.instruction.kind !== 'store')
        return this.alongConversion(instance, edge, after, invariant);
      const object = valueIn(edge.instruction.object, invariant, activation);
      const ran = withoutNullish(edge.instruction.object, object, invariant, activation);
      if (runsForeignAccessor(edge.instruction, invariant, activation))
        return this.beforeForeign(edge, after, edge.outcome === 'throw' ? invariant : ran, exception);
      if (edge.outcome === 'normal' || after === null || !values.mayBeNullish(object)) return ran;
      // Of undefined and null nothing is read: the error goes where errors go.
      const nullish = values.withBits(values.bottom, object.bits & (values.Bit.Undefined | values.Bit.Null));
      const before = states.constrain(invariant, maps.remove(after.frame, exception), after.cells);
      return states.join(ran, before === null ? null : refine(edge.instruction.object, nullish, before, activation));
    }
    return after === null ? null : backward(edge.instruction, edge.outcome, after, invariant, activation, exception);
  }

  /**
   * Before an instruction that runs unknown code and is not a call: it comes back, here or as an exception, with all changed that it
   * can reach. What the instruction asks itself where no unknown code runs is asked as usual.
   */
  private beforeUnknown(instance: Instance, edge: Edge, after: State, invariant: LiveState): State {
    const { instruction } = edge;
    const { activation } = instance;
    const exception = instance.indexed.body.exception;
    if (instruction.kind === 'call') return invariant;
    if (instruction.kind === 'load' || instruction.kind === 'store') {
      const object = valueIn(instruction.object, invariant, activation);
      const ran = withoutNullish(instruction.object, object, invariant, activation);
      if (edge.outcome === 'normal') return this.beforeForeign(edge, after, ran, exception);
      if (after === null) return null;
      const nullish = values.withBits(values.bottom, object.bits & (values.Bit.Undefined | values.Bit.Null));
      const before = values.mayBeNullish(object) ? states.constrain(invariant, maps.remove(after.frame, exception), after.cells) : null;
      const failed = before === null ? null : refine(instruction.object, nullish, before, activation);
      return states.join(this.beforeForeign(edge, after, ran, exception), failed);
    }
    const split = splitByConversion(instruction, invariant, activation);
    if (split === null) return this.beforeForeign(edge, after, invariant, exception);
    const plain = backward(instruction, edge.outcome, after, split.plain, activation, exception);
    return states.join(this.beforeForeign(edge, after, split.converting, exception), plain);
  }

  /** Before a call of unknown code that comes back with its result, or as an exception, with all changed that it can reach. */
  private beforeUnknownCall(instruction: CallInstruction, normal: State, thrown: State, before: State, exception: VariableId): State {
    if (before === null) return null;
    const bound = instruction.mode === 'super' && instruction.receiver?.kind === 'variable' ? [instruction.receiver.variable] : [];
    const frame =
      normal === null ? null : [instruction.target, ...bound].reduce((rest, written) => maps.remove(rest, written), normal.frame);
    const returned = normal === null ? null : states.constrain(before, frame, null);
    const failed = thrown === null ? null : states.constrain(before, maps.remove(thrown.frame, exception), null);
    return states.join(returned, failed);
  }

  /**
   * Getters, setters and conversions of unknown code give control back, or throw: the variables that only the function knows are as
   * they were.
   */
  private beforeForeign({ instruction, outcome }: Edge, after: State, invariant: State, exception: VariableId): State {
    if (after === null || invariant === null) return null;
    const written = outcome === 'throw' ? [exception] : targetsOf(instruction);
    return states.constrain(
      invariant,
      written.reduce((frame, variable) => maps.remove(frame, variable), after.frame),
      null,
    );
  }

  /** Where unknown code runs only because an object is converted, primitives are computed with as usual. */
  private alongConversion({ indexed, activation }: Instance, edge: Edge, after: State, invariant: LiveState): State {
    if (edge.instruction.kind === 'call') return invariant;
    const split = splitByConversion(edge.instruction, invariant, activation);
    if (split === null) return invariant;
    const plain = backward(edge.instruction, edge.outcome, after, split.plain, activation, indexed.body.exception);
    if (!convertsForeign(edge.instruction, invariant, activation)) return states.join(split.converting, plain);
    return states.join(this.beforeForeign(edge, after, split.converting, indexed.body.exception), plain);
  }

  /** An access without its getters and setters, and on the normal edge what these ask, whatever their outcome. */
  private alongAccess(instance: Instance, edge: Edge, access: Access, after: State, invariant: LiveState): State {
    if (edge.instruction.kind !== 'load' && edge.instruction.kind !== 'store') return null;
    const { activation } = instance;
    const exception = instance.indexed.body.exception;
    if (edge.outcome === 'throw') {
      if (access.thrown === null || after === null) return null;
      const before = states.constrain(invariant, maps.remove(after.frame, exception), after.cells);
      const { instruction } = edge;
      if (before === null || instruction.kind === 'store' || instruction.object.kind !== 'variable') return before;
      // Reading fails only on undefined and null.
      return values.mayBeNullish(valueIn(instruction.object, before, activation)) ? before : null;
    }
    let result: State = null;
    if (access.normal !== null && after !== null) result = backward(edge.instruction, 'normal', after, invariant, activation, exception);
    const thrownEdge = (instance.indexed.outgoing[edge.source] ?? []).find(
      (other) => other.outcome === 'throw' && other.instruction === edge.instruction,
    );
    const thrown = thrownEdge === undefined ? null : (this.states[instance.base + thrownEdge.target] ?? null);
    for (const { callable } of access.calls) {
      const link = findLink(instance, edge.source, callable);
      if (link === undefined || !this.problem.isCovered(link)) return invariant;
      result = states.join(result, this.alongLink(link, after, thrown, invariant));
      if (thrown !== null && (this.problem.isRecursive(callable.function) || this.problem.mayOverflow(instance.indexed.body.id)))
        result = states.join(result, states.constrain(invariant, maps.remove(thrown.frame, exception), thrown.cells));
    }
    return result;
  }

  private runsUnknown(instance: Instance, edge: Edge, invariant: LiveState): boolean {
    if (edge.instruction.kind === 'call' || edge.instruction.kind === 'nop' || edge.instruction.kind === 'throw') return false;
    let byInstance = this.opaque.get(edge);
    const known = byInstance?.get(instance.index);
    if (known !== undefined) return known;
    this.problem.outside.ran = false;
    this.problem.transfers.perform(instance, edge.instruction, invariant);
    const ran = this.problem.outside.ran;
    if (byInstance === undefined) this.opaque.set(edge, (byInstance = new Map()));
    byInstance.set(instance.index, ran);
    return ran;
  }

  /** All that a call at the node may lead to: into callees, and over built-ins and unknown code. */
  private alongCalls(instance: Instance, node: number, invariant: LiveState): State {
    const edges = (instance.indexed.outgoing[node] ?? []).filter((edge) => edge.instruction.kind === 'call');
    const first = edges[0];
    if (first === undefined || first.instruction.kind !== 'call') return null;
    const instruction = first.instruction;
    const { activation } = instance;
    const target = (outcome: 'normal' | 'throw'): State => {
      const edge = edges.find((candidate) => candidate.outcome === outcome);
      return edge === undefined ? null : (this.states[instance.base + edge.target] ?? null);
    };
    const normal = target('normal');
    const thrown = target('throw');
    const exception = instance.indexed.body.exception;
    const callees = instance.indexed.certainCallees.get(node) ?? this.problem.transfers.calleesOf(instance, instruction, invariant);
    let result: State = null;
    const thrownConstraint = (): State =>
      thrown === null ? null : states.constrain(invariant, maps.remove(thrown.frame, exception), thrown.cells);
    if (callees.unknown) {
      // Nothing is asked of what is called, but that there is something.
      const callee = valueIn(instruction.callee, invariant, activation);
      const called = withoutNullish(instruction.callee, callee, invariant, activation);
      if (this.problem.unknown?.isEnd(instruction) === false) {
        const came = this.beforeUnknownCall(instruction, normal, thrown, called, exception);
        return values.mayBeNullish(callee) ? states.join(came, thrownConstraint()) : came;
      }
      return values.mayBeNullish(callee) ? states.join(called, thrownConstraint()) : invariant;
    }
    if (callees.notCallable) result = states.join(result, thrownConstraint());
    for (const name of callees.builtins) {
      this.problem.outside.ran = false;
      const outcome = this.problem.transfers.callBuiltin(name, instance, instruction, invariant);
      if (outcome.opaque || this.problem.outside.ran) {
        if (outcome.ends === true || this.problem.unknown?.isEnd(instruction) !== false) return invariant;
        result = states.join(result, this.beforeUnknownCall(instruction, normal, thrown, invariant, exception));
        continue;
      }
      if (outcome.normal !== null && normal !== null)
        result = states.join(result, this.beforeBuiltin(name, instruction, normal, invariant, instance));
      if (outcome.thrown !== null) result = states.join(result, thrownConstraint());
    }
    for (const callable of callees.functions) {
      const link = findLink(instance, node, callable);
      if (link === undefined) {
        const callee = activation.program.module.functions[callable.function];
        const refused =
          callee !== undefined && (instruction.mode === 'call' ? callable.isClass : !callable.isClass && callee.kind !== 'function');
        if (!refused) return invariant;
        result = states.join(result, thrownConstraint());
        continue;
      }
      if (!this.problem.isCovered(link)) return invariant;
      result = states.join(result, this.alongLink(link, normal, thrown, invariant));
      // A stack overflow may be caught here.
      if (thrown !== null && (this.problem.isRecursive(callable.function) || this.problem.mayOverflow(instance.indexed.body.id)))
        result = states.join(result, thrownConstraint());
    }
    return result;
  }

  private beforeBuiltin(name: string, instruction: CallInstruction, after: LiveState, invariant: LiveState, instance: Instance): State {
    let frame = maps.remove(after.frame, instruction.target);
    let cells = maps.remove(after.cells, instruction.target);
    if (instruction.mode === 'super' && instruction.receiver?.kind === 'variable') {
      frame = maps.remove(frame, instruction.receiver.variable);
      cells = maps.remove(cells, instruction.receiver.variable);
    }
    let before = states.constrain(invariant, frame, cells);
    if (before === null || instruction.args.some((argument) => argument.kind !== 'value')) return before;
    const operands = instruction.args.flatMap((argument) => (argument.kind === 'value' ? [argument.value] : []));
    for (const [index, operand] of operands.entries()) {
      if (before === null) return null;
      before = refine(
        operand,
        calls.acceptedBy(instance.activation.program.builtins, name, index, operands.length),
        before,
        instance.activation,
      );
    }
    const wanted = valueAfter(after, instruction.target, instance.activation);
    if (before === null || wanted === null || !calls.isPureIntrinsic(name, instruction)) return before;
    return refine({ kind: 'intrinsic', name, operands }, wanted, before, instance.activation);
  }

  /**
   * before = bind⁻¹(entry) ⊓ forget(result)(after). The second part presumes that the callee comes back
   * (docs/semantics.md, "Traps of the backward passes"); without that, the entry alone decides.
   */
  private alongLink(link: CallLink, normal: State, thrown: State, invariant: LiveState): State {
    const entry = this.states[link.callee.entry] ?? null;
    if (entry === null) return null;
    const { caller, callee, instruction } = link;
    const exception = caller.indexed.body.exception;
    let before: State = invariant;
    if (this.problem.comesBack(callee)) {
      let afterNormal: State = null;
      if (normal !== null) {
        let { frame } = normal;
        for (const written of [resultOf(instruction), boundBySuper(instruction)]) if (written !== null) frame = maps.remove(frame, written);
        afterNormal = states.constrain(invariant, frame, null);
      }
      const afterThrown = thrown === null ? null : states.constrain(invariant, maps.remove(thrown.frame, exception), null);
      before = states.join(afterNormal, afterThrown);
    }
    if (before === null) return null;
    let cells = entry.cells;
    for (const variable of callee.activation.program.ownCells[callee.indexed.body.id] ?? []) cells = maps.remove(cells, variable);
    before = states.constrain(before, null, cells);
    if (before !== null) before = this.restrictOwnCopies(caller, cells, before);
    const args = argumentsOf(instruction);
    for (const [index, parameter] of callee.indexed.body.parameters.entries()) {
      const argument = args[index];
      if (before === null || argument === undefined || argument.kind !== 'value') break;
      const wanted = valueAfter(entry, parameter, callee.activation);
      if (wanted !== null) before = refine(argument.value, wanted, before, caller.activation);
    }
    return before;
  }

  /** The demand of a callee on a captured variable holds of the caller's own copy, if the caller declares it and nobody rewrites it. */
  private restrictOwnCopies(caller: Instance, cells: LiveState['cells'], before: LiveState): State {
    const { program } = caller.activation;
    let current: State = before;
    for (const variable of program.ownCells[caller.indexed.body.id] ?? []) {
      if (current === null) return null;
      if (program.stableOwner[variable] !== caller.indexed.body.id || !caller.activation.newest(variable)) continue;
      const wanted = maps.get(cells, variable);
      if (wanted !== undefined && maps.get(current.frame, variable) !== undefined)
        current = restrict(current, variable, wanted.recent, caller.activation);
    }
    return current;
  }

  /** Where the callee ends normally; the call of a constructor may still throw then. */
  private alongEnd(link: CallLink, invariant: LiveState): State {
    if (!constructs(link.instruction)) return this.alongReturn(link, 'normal', invariant);
    const source = this.problem.invariant[link.source] ?? null;
    if (source === null) return null;
    const failed = failsToConstruct(link, invariant, source);
    const thrown = link.thrown === null || !failed.sometimes ? null : (this.states[link.thrown] ?? null);
    const failing =
      thrown === null ? null : states.constrain(invariant, null, maps.remove(thrown.cells, link.caller.indexed.body.exception));
    return failed.always ? failing : states.join(failing, this.alongReturn(link, 'normal', invariant));
  }

  private alongReturn(link: CallLink, outcome: 'normal' | 'throw', invariant: LiveState): State {
    const target = outcome === 'normal' ? link.normal : link.thrown;
    const after = target === null ? null : (this.states[target] ?? null);
    if (after === null) return null;
    const { body } = link.callee.indexed;
    const caller = link.caller;
    const into = outcome === 'normal' ? body.result : body.exception;
    const from = outcome === 'normal' ? resultOf(link.instruction) : caller.indexed.body.exception;
    let frame = null as typeof after.frame;
    if (from !== null && (!constructs(link.instruction) || outcome === 'throw')) {
      const wanted = valueAfter(after, from, caller.activation);
      if (wanted !== null) frame = maps.set(frame, into, wanted);
    } else if (body.kind === 'derivedConstructor') {
      frame = returnedByDerived(body, invariant, link.callee.activation);
    }
    let { cells } = after;
    for (const written of [from, outcome === 'normal' ? boundBySuper(link.instruction) : null])
      if (written !== null) cells = maps.remove(cells, written);
    return states.constrain(invariant, frame, cells);
  }
}
