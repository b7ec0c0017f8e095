import { InternalError } from '../base/errors.js';
import * as maps from '../base/intMap.js';
import type { Edge, FunctionIr, NodeId } from '../ir/program.js';
import { forEachRead } from '../ir/visit.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import * as calls from '../semantics/call.js';
import type { CallInstruction } from '../semantics/call.js';
import type { Callable } from '../semantics/object.js';
import { refine } from '../semantics/refine.js';
import { read, write } from '../semantics/scope.js';
import * as states from '../semantics/state.js';
import type { LiveState, State } from '../semantics/state.js';
import { engineError } from '../semantics/outcome.js';
import { transfer } from '../semantics/transfer.js';
import type { CallGraph } from './callGraph.js';
import type { CallLink, Instance, PointId, Unfolding } from './unfolding.js';

/** Where runs start: the states of points that are not derived from others. */
export type Seeds = ReadonlyMap<PointId, State>;

/**
 * The forward equations of an unfolded program: X(p) = seed(p) ⊔ ⨆ transfer(e, X(q)) over edges e: q -> p, met with the
 * invariant of an earlier pass. Calls are resolved in the state of their source, so that the graph grows while it is solved.
 */
export class ForwardEquations {
  states: State[] = [];
  private known: (readonly PointId[] | undefined)[] = [];

  constructor(
    readonly unfolding: Unfolding,
    private readonly callGraph: CallGraph,
    private readonly seeds: Seeds,
    /** Null: everything. */
    private readonly invariant: readonly State[] | null,
    /**
     * Callers' frames where the equations do not start at the root: control that comes back from a callee goes on in the
     * caller's state of this solution. Null: the caller's own state.
     */
    private readonly callerStates: readonly State[] | null = null,
    /**
     * Whether the invariant speaks of an instance at all. A call that was unknown code in a coarser state of an earlier pass may
     * be resolved in a finer one: the copy of the callee was not analysed then, and the call stays unknown code.
     */
    private readonly isCovered: (callee: Instance) => boolean = () => true,
  ) {}

  get count(): number {
    return this.unfolding.size;
  }

  evaluate(point: PointId): State {
    const unmet = this.inflow(point);
    if (this.invariant === null || unmet === null) return unmet;
    return states.meet(unmet, this.invariant[point] ?? null, numbers.meet);
  }

  /** What flows into the point, before it is met with the invariant; with `only` along edges of that outcome. */
  inflow(point: PointId, only: 'normal' | null = null): State {
    const instance = this.unfolding.instanceAt[point];
    if (instance === undefined) throw new InternalError(`point ${point} is in no instance`);
    const node = point - instance.base;
    let state: State = this.seeds.get(point) ?? null;
    for (const edge of instance.indexed.incoming[node] ?? []) {
      if (only === null || edge.outcome === only) state = states.join(state, this.alongEdge(instance, edge));
    }
    if (point === instance.entry) {
      for (const link of instance.callers) state = states.join(state, this.alongCall(link));
    }
    return state;
  }

  /** What flows along one edge of the caller's own graph; for a call, what comes back. */
  alongEdge(instance: Instance, edge: Edge): State {
    const source = this.states[instance.base + edge.source] ?? null;
    const state =
      edge.instruction.kind === 'call'
        ? this.comeBack(instance, edge, edge.instruction, source)
        : transfer(edge.instruction, edge.outcome, source, instance.activation, instance.indexed.body.exception);
    const dead = instance.indexed.deadAfter[edge.source];
    if (state === null || dead === undefined || dead.length === 0) return state;
    let frame = state.frame;
    for (const variable of dead) frame = maps.remove(frame, variable);
    return states.withFrame(state, frame);
  }

  /** The points whose equations read X(point). Kept until the unfolding grows. */
  dependents(point: PointId): readonly PointId[] {
    const known = this.known[point];
    if (known !== undefined) return known;
    return (this.known[point] = this.dependentsOf(point));
  }

  /** The unfolding has grown. */
  forgetDependents(): void {
    this.known = [];
  }

  private dependentsOf(point: PointId): readonly PointId[] {
    const instance = this.unfolding.instanceAt[point];
    if (instance === undefined) return [];
    const node = point - instance.base;
    const result: PointId[] = [];
    for (const edge of instance.indexed.outgoing[node] ?? []) result.push(instance.base + edge.target);
    for (const link of instance.links.get(node) ?? []) result.push(link.callee.entry);
    if (point === instance.exit) for (const link of instance.callers) if (link.normal !== null) result.push(link.normal);
    if (point === instance.throwExit) for (const link of instance.callers) if (link.thrown !== null) result.push(link.thrown);
    return result;
  }

  /** bind(call) of a link: the state at the callee's entry. */
  private alongCall(link: CallLink): State {
    const caller = link.caller.activation;
    const state = this.states[link.source] ?? null;
    if (state === null) return null;
    const callees = this.calleesAt(link.caller, link.source - link.caller.base, link.instruction, state);
    if (!callees.functions.some((candidate) => candidate.function === link.callee.indexed.body.id && candidate.exact === link.callee.exact))
      return null;
    const args = calls.evaluateArguments(link.instruction, state, caller);
    const { body } = link.callee.indexed;
    if (link.instruction.mode === 'call') return calls.bind(body, args, args.receiver, state, link.callee.activation);
    const callee = calleeValue(link.instruction, state, link.caller);
    const created = calls.allocateInstance(link.instruction, callee, args, state, caller);
    const receiver = body.kind === 'derivedConstructor' ? values.top : created.instance;
    return calls.bind(body, created.args, receiver, created.state, link.callee.activation);
  }

  private calleesAt(instance: Instance, node: NodeId, instruction: CallInstruction, state: LiveState): calls.Callees {
    return instance.indexed.certainCallees.get(node) ?? calls.calleesOf(instruction, state, instance.activation);
  }

  private comeBack(instance: Instance, edge: Edge, instruction: CallInstruction, here: State): State {
    const source = here ?? this.callerStates?.[instance.base + edge.source] ?? null;
    if (source === null) return null;
    const { activation } = instance;
    const callees = this.calleesAt(instance, edge.source, instruction, source);
    const exception = instance.indexed.body.exception;
    let result: State = null;
    const add = (state: State): void => {
      result = states.join(result, state);
    };
    const throwing = (state: State, value: Value): State => (state === null ? null : write(state, exception, value, activation));
    for (const callable of callees.functions) {
      add(this.comeBackFrom(instance, edge, instruction, callable, source, here !== null));
    }
    if (here === null) return result;
    for (const name of callees.builtins) {
      const outcome = calls.callBuiltin(name, instruction, calls.evaluateArguments(instruction, source, activation), source, activation);
      add(edge.outcome === 'normal' ? outcome.normal : throwing(outcome.thrown, outcome.exception));
    }
    if (callees.unknown) {
      const outcome = calls.callUnknown(instruction, calls.evaluateArguments(instruction, source, activation), source, activation);
      add(edge.outcome === 'normal' ? outcome.normal : throwing(outcome.thrown, outcome.exception));
    }
    if (callees.notCallable && edge.outcome === 'throw') add(throwing(source, engineError));
    return result;
  }

  private comeBackFrom(
    instance: Instance,
    edge: Edge,
    instruction: CallInstruction,
    callable: Callable,
    source: LiveState,
    arrives: boolean,
  ): State {
    const { activation } = instance;
    const { program } = activation;
    const callee = program.module.functions[callable.function];
    if (callee === undefined) throw new InternalError(`function ${callable.function} is missing`);
    const exception = instance.indexed.body.exception;
    if (!canBeCalled(callee, callable, instruction)) {
      return edge.outcome === 'throw' && arrives ? write(source, exception, engineError, activation) : null;
    }
    const link = isUnfoldable(callee, instruction) ? this.unfolding.link(instance, edge.source, instruction, callable) : null;
    if (link === null || !this.isCovered(link.callee)) {
      if (!arrives) return null;
      activation.outside.calledOpaquely(callable.function);
      const outcome = calls.callUnknown(instruction, calls.evaluateArguments(instruction, source, activation), source, activation);
      return edge.outcome === 'normal'
        ? outcome.normal
        : outcome.thrown === null
          ? null
          : write(outcome.thrown, exception, outcome.exception, activation);
    }
    const renewed = (site: number): boolean => {
      if (instruction.mode === 'new' && site === instruction.site) return true;
      const owner = program.module.sites[site]?.owner;
      return owner === undefined || owner === callable.function || this.callGraph.reaches(callable.function, owner);
    };
    if (edge.outcome === 'normal') {
      const end = this.states[link.callee.exit] ?? null;
      if (end === null) return null;
      const after = refineArguments(instruction, callee, end, calls.afterCall(source, end, renewed, activation), instance, link.callee);
      return after === null ? null : write(after, instruction.target, returnedValue(callee, instruction, end, link.callee), activation);
    }
    const end = this.states[link.callee.throwExit] ?? null;
    let thrown: State = null;
    if (end !== null) {
      const after = calls.afterCall(source, end, renewed, activation);
      thrown = write(after, exception, read(end, callee.exception, link.callee.activation), activation);
    }
    // Stack overflow: a RangeError that a handler may catch.
    if (arrives && (this.callGraph.reaches(callable.function, callable.function) || this.callGraph.mayOverflow(instance.indexed.body.id)))
      thrown = states.join(thrown, write(source, exception, engineError, activation));
    return thrown;
  }
}

function calleeValue(instruction: CallInstruction, state: LiveState, caller: Instance): Value {
  return instruction.callee.kind === 'variable' ? read(state, instruction.callee.variable, caller.activation) : values.top;
}

/**
 * What the callee found out about a parameter that it never rewrites holds of the argument too, where that can still be
 * evaluated: its variables are the caller's own, which no callee changes.
 */
function refineArguments(
  instruction: CallInstruction,
  callee: FunctionIr,
  end: LiveState,
  after: LiveState,
  caller: Instance,
  inside: Instance,
): State {
  const { module, captured } = caller.activation.program;
  let current: State = after;
  for (const [index, parameter] of callee.parameters.entries()) {
    const argument = instruction.args[index];
    if (current === null || argument === undefined || argument.kind !== 'value') return current;
    if (module.variables[parameter]?.reassigned !== false) continue;
    let own = true;
    forEachRead(argument.value, (variable) => {
      if (captured[variable] !== 0) own = false;
    });
    if (own) current = refine(argument.value, read(end, parameter, inside.activation), current, caller.activation);
  }
  return current;
}

/** Classes need `new`; arrows, methods, generators and async functions refuse it. */
function canBeCalled(callee: FunctionIr, callable: Callable, instruction: CallInstruction): boolean {
  if (instruction.mode === 'call') return !callable.isClass;
  return callable.isClass || (callee.kind === 'function' && !callee.isAsync && !callee.isGenerator);
}

/** What runs later or in pieces is left to roots: generators, async functions whose promise is not awaited at once, super calls. */
export function isUnfoldable(callee: FunctionIr, instruction: CallInstruction): boolean {
  if (callee.isGenerator || callee.opaque || instruction.mode === 'super') return false;
  return !callee.isAsync || instruction.awaited;
}

function returnedValue(callee: FunctionIr, instruction: CallInstruction, end: LiveState, instance: Instance): Value {
  const returned = maps.get(end.frame, callee.result) ?? values.top;
  if (instruction.mode === 'call') return returned;
  const instanceValue = callee.thisVariable === null ? values.top : read(end, callee.thisVariable, instance.activation);
  if (!values.mayBeObject(returned)) return instanceValue;
  const object = values.withObjects(values.withBits(values.bottom, returned.bits & values.Bit.UnknownObject), returned.objects);
  return values.isBottom(values.primitivesOf(returned)) ? object : values.join(object, instanceValue);
}
