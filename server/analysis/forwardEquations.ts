import { InternalError } from '../base/errors.js';
import * as maps from '../base/intMap.js';
import type { Edge, FunctionIr, ModuleIr, NodeId } from '../ir/program.js';
import { forEachRead } from '../ir/visit.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import * as calls from '../semantics/call.js';
import type { AccessInstruction } from '../semantics/access.js';
import type { CallInstruction } from '../semantics/call.js';
import type { Callable } from '../semantics/heap/object.js';
import { refine } from '../semantics/expression/refine.js';
import { withArguments, withResult } from '../semantics/relational/callRelations.js';
import { read } from '../semantics/scope.js';
import { write } from '../semantics/write.js';
import * as states from '../semantics/state.js';
import type { LiveState, State } from '../semantics/state.js';
import { engineError } from '../semantics/outcome.js';
import type { SimpleInstruction } from '../semantics/outcome.js';
import type { CallGraph } from './callGraph.js';
import { loopsOf } from './loops.js';
import { unchangedBy } from './loopHeads.js';
import { boundBySuper, constructed, madeFor, failsToConstruct, neverFails } from './construction.js';
import { withoutDead, type Transfers } from './transfers.js';
import { argumentsOf, constructs, resultOf } from './unfolding.js';
import type { CallingInstruction, CallLink, Instance, PointId, Unfolding } from './unfolding.js';

/** The states in which runs start, by point: those that are not derived from other points. */
export type Seeds = ReadonlyMap<PointId, State>;

/** Where a forward pass starts, what it is met with, and how calls are resolved. */
export interface ForwardProblem {
  readonly callGraph: CallGraph;
  readonly transfers: Transfers;
  readonly seeds: Seeds;
  /** Null: everything. */
  readonly invariant: readonly State[] | null;
  /**
   * Callers' frames where the equations do not start at the root: of a callee in which runs begin, control comes back to the
   * caller's state of this solution, too. Null: all runs begin at the root.
   */
  readonly callerStates: readonly State[] | null;
  /**
   * Whether the callee was analysed for this call. A call that was unknown code in a coarser state, of an earlier pass or before
   * the descent, may be resolved in a finer one: then it stays unknown code.
   */
  readonly isCovered: (link: CallLink) => boolean;
}

/**
 * The forward equations of an unfolded program: X(p) = seed(p) ⊔ ⨆ transfer(e, X(q)) over edges e: q -> p, met with the
 * invariant of an earlier pass. Calls are resolved in the state of their source, so that the graph grows while it is solved.
 */
export class ForwardEquations {
  states: State[] = [];
  private known: (readonly PointId[] | undefined)[] = [];
  private knownBegun: { readonly linkCount: number; readonly instances: ReadonlySet<Instance> } | null = null;

  constructor(
    readonly unfolding: Unfolding,
    private readonly problem: ForwardProblem,
  ) {}

  get count(): number {
    return this.unfolding.size;
  }

  evaluate(point: PointId): State {
    const unmet = this.into(point);
    if (this.problem.invariant === null || unmet === null) return unmet;
    return states.meet(unmet, this.problem.invariant[point] ?? null, numbers.meet);
  }

  /**
   * The state that flows into a point. At a loop's head, variables that the loop does not write are as they come from outside: around the
   * loop they would keep what extrapolation once made of them. (Not where runs may begin inside the loop.)
   */
  private into(point: PointId): State {
    const instance = this.unfolding.instanceAt[point];
    if (instance === undefined) throw new InternalError(`point ${point} is in no instance`);
    const node = point - instance.base;
    const loop = this.problem.callerStates === null ? loopsOf(instance.indexed).get(node) : undefined;
    if (loop === undefined || point === instance.entry) return this.inflow(point);
    let outside: State = this.problem.seeds.get(point) ?? null;
    let around: State = null;
    for (const edge of instance.indexed.incoming[node] ?? []) {
      const along = this.alongEdge(instance, edge);
      if (loop.nodes.has(edge.source)) around = states.join(around, along);
      else outside = states.join(outside, along);
    }
    return unchangedBy(loop, states.join(outside, around), outside, around, instance.activation.program.module);
  }

  /** The state that flows into the point, before it is met with the invariant; with `only` along edges of that outcome. */
  inflow(point: PointId, only: 'normal' | null = null): State {
    const instance = this.unfolding.instanceAt[point];
    if (instance === undefined) throw new InternalError(`point ${point} is in no instance`);
    const node = point - instance.base;
    let state: State = this.problem.seeds.get(point) ?? null;
    for (const edge of instance.indexed.incoming[node] ?? []) {
      if (only === null || edge.outcome === only) state = states.join(state, this.alongEdge(instance, edge));
    }
    if (point === instance.entry) {
      for (const link of instance.callers) state = states.join(state, this.alongCall(link));
    }
    return state;
  }

  /** The state that flows along one edge of the caller's own graph; for a call, the state after it has returned. */
  alongEdge(instance: Instance, edge: Edge): State {
    const source = this.states[instance.base + edge.source] ?? null;
    const { instruction } = edge;
    if (instruction.kind === 'call') return withoutDead(instance, edge, this.comeBack(instance, edge, instruction, source));
    if (instruction.kind === 'load' || instruction.kind === 'store')
      return withoutDead(instance, edge, this.afterAccess(instance, edge, instruction, source));
    return this.transfer(instance, edge, instruction, source);
  }

  private transfer(instance: Instance, edge: Edge, instruction: SimpleInstruction, source: State): State {
    if (source === null) return null;
    if (instruction.kind === 'nop') return edge.outcome === 'normal' ? withoutDead(instance, edge, source) : null;
    return this.problem.transfers.outcome(instance, edge, instruction, source);
  }

  /** The points whose equations read X(point). Kept until the unfolding grows. */
  dependents(point: PointId): readonly PointId[] {
    const known = this.known[point];
    if (known !== undefined) return known;
    return (this.known[point] = this.dependentsOf(point));
  }

  /** The unfolding has grown by these. */
  forgetDependents(links: readonly CallLink[]): void {
    for (const { source, callee } of links) for (const point of [source, callee.exit, callee.throwExit]) this.known[point] = undefined;
  }

  private dependentsOf(point: PointId): readonly PointId[] {
    const instance = this.unfolding.instanceAt[point];
    if (instance === undefined) return [];
    const node = point - instance.base;
    const result: PointId[] = [];
    for (const edge of instance.indexed.outgoing[node] ?? []) result.push(instance.base + edge.target);
    for (const link of instance.links.get(node) ?? []) result.push(link.callee.entry);
    if (point === instance.exit) {
      for (const link of instance.callers) {
        if (link.normal !== null) result.push(link.normal);
        // What is constructed may turn out not to be an object.
        if (link.thrown !== null && constructs(link.instruction)) result.push(link.thrown);
      }
    }
    if (point === instance.throwExit) for (const link of instance.callers) if (link.thrown !== null) result.push(link.thrown);
    return result;
  }

  /** The links that the states resolve calls to. */
  resolvedLinks(): ReadonlySet<CallLink> {
    const found = new Set<CallLink>();
    for (const { callers } of this.unfolding.instances) for (const link of callers) if (this.alongCall(link) !== null) found.add(link);
    return found;
  }

  /** bind(call) of a link: the state at the callee's entry. */
  private alongCall(link: CallLink): State {
    const caller = link.caller.activation;
    const state = this.states[link.source] ?? null;
    if (state === null || !this.problem.isCovered(link)) return null;
    const { instruction } = link;
    const { body } = link.callee.indexed;
    const isCallee = (candidate: Callable): boolean => candidate.function === body.id && candidate.exact === link.callee.exact;
    if (instruction.kind !== 'call') {
      const access = this.problem.transfers.accessOf(link.caller, instruction, state);
      const called = access?.calls.find(({ callable }) => isCallee(callable));
      if (called === undefined) return null;
      return calls.bind(
        body,
        calls.accessorArguments(instruction, called.receiver, state, caller),
        called.receiver,
        state,
        link.callee.activation,
      );
    }
    const callees = this.calleesAt(link.caller, link.source - link.caller.base, instruction, state);
    if (!callees.functions.some(isCallee)) return null;
    const args = this.problem.transfers.argumentsOf(link.caller, instruction, state);
    if (instruction.mode === 'call') {
      const entry = calls.bind(body, args, args.receiver, state, link.callee.activation);
      return withArguments(entry, instruction.args, body, state, caller, link.callee.activation);
    }
    if (instruction.mode === 'super') {
      const construction = calls.constructionOf(link.caller.indexed.body, state, caller);
      return calls.bind(body, args, construction.instance, state, link.callee.activation, construction);
    }
    const created = calls.allocateInstance(instruction, calleeValue(instruction, state, link.caller), args, state, caller);
    const construction = { instance: created.instance, newTarget: calleeValue(instruction, created.state, link.caller) };
    return calls.bind(body, created.args, created.instance, created.state, link.callee.activation, construction);
  }

  /** After a property access: what it does itself, and what its getters or setters do. */
  private afterAccess(instance: Instance, edge: Edge, instruction: AccessInstruction, here: State): State {
    const { activation } = instance;
    const exception = instance.indexed.body.exception;
    const access = here === null ? null : this.problem.transfers.accessOf(instance, instruction, here);
    let result: State = null;
    if (access === null) result = this.transfer(instance, edge, instruction, here);
    else if (edge.outcome === 'normal') result = access.normal;
    else if (access.thrown !== null) result = write(access.thrown, exception, access.exception, activation);
    for (const { callable } of access?.calls ?? []) {
      const link = this.linkTo(instance, edge.source, instruction, callable);
      if (link === null) {
        activation.outside.calledOpaquely(callable.function);
        result = this.transfer(instance, edge, instruction, here);
        break;
      }
      if (here !== null) result = states.join(result, this.afterLink(link, edge, callable, here, true));
    }
    const began = this.callerOfBegun(instance, edge);
    if (began === null) return result;
    for (const { callable } of this.problem.transfers.accessOf(instance, instruction, began)?.calls ?? [])
      result = states.join(result, this.backFromBegun(instance, edge, instruction, callable, began));
    return result;
  }

  /** Null when the callee is not followed. */
  private linkTo(instance: Instance, node: NodeId, instruction: CallingInstruction, callable: Callable): CallLink | null {
    const callee = instance.activation.program.module.functions[callable.function];
    if (callee === undefined) throw new InternalError(`function ${callable.function} is missing`);
    if (instruction.kind === 'call') {
      // Inside an arrow function the object that super() hands out is not known.
      if (!isUnfoldable(callee, instruction) || (instruction.mode === 'super' && instance.indexed.body.instanceVariable === null))
        return null;
    } else if (callee.opaque) {
      return null;
    }
    const link = this.unfolding.link(instance, node, instruction, callable);
    return link === null || !this.problem.isCovered(link) ? null : link;
  }

  private calleesAt(instance: Instance, node: NodeId, instruction: CallInstruction, state: LiveState): calls.Callees {
    return instance.indexed.certainCallees.get(node) ?? this.problem.transfers.calleesOf(instance, instruction, state);
  }

  private comeBack(instance: Instance, edge: Edge, instruction: CallInstruction, here: State): State {
    const called = here === null ? null : this.comeBackFromAll(instance, edge, instruction, here);
    const began = this.callerOfBegun(instance, edge);
    if (began === null) return called;
    return this.calleesAt(instance, edge.source, instruction, began)
      .functions.map((callable) => this.backFromBegun(instance, edge, instruction, callable, began))
      .reduce(states.join, called);
  }

  private comeBackFromAll(instance: Instance, edge: Edge, instruction: CallInstruction, here: LiveState): State {
    const { activation } = instance;
    const callees = this.calleesAt(instance, edge.source, instruction, here);
    const exception = instance.indexed.body.exception;
    let result: State = null;
    const add = (state: State): void => {
      result = states.join(result, state);
    };
    const throwing = (state: State, value: Value): State => (state === null ? null : write(state, exception, value, activation));
    for (const callable of callees.functions) add(this.comeBackFrom(instance, edge, instruction, callable, here));
    for (const name of callees.builtins) {
      const outcome = this.problem.transfers.callBuiltin(name, instance, instruction, here);
      add(edge.outcome === 'normal' ? outcome.normal : throwing(outcome.thrown, outcome.exception));
    }
    if (callees.unknown) {
      const outcome = this.problem.transfers.callUnknown(instance, instruction, here);
      add(edge.outcome === 'normal' ? outcome.normal : throwing(outcome.thrown, outcome.exception));
    }
    if (callees.notCallable && edge.outcome === 'throw') add(throwing(here, engineError));
    return result;
  }

  /** The caller's state at a call from which runs come back that began in what is called; null: there are none. */
  private callerOfBegun(instance: Instance, edge: Edge): State {
    const state = this.problem.callerStates?.[instance.base + edge.source] ?? null;
    if (state === null) return null;
    const links = instance.links.get(edge.source) ?? [];
    return links.some(({ callee }) => this.begun().has(callee)) ? state : null;
  }

  private backFromBegun(instance: Instance, edge: Edge, instruction: CallingInstruction, callable: Callable, caller: LiveState): State {
    const callee = instance.activation.program.module.functions[callable.function];
    if (callee === undefined || (instruction.kind === 'call' && !canBeCalled(callee, callable, instruction))) return null;
    const link = this.linkTo(instance, edge.source, instruction, callable);
    return link === null || !this.begun().has(link.callee) ? null : this.afterLink(link, edge, callable, caller, false);
  }

  /** The instances that runs may be in although they were not called in this solution: seeds are in them, or in what they call. */
  private begun(): ReadonlySet<Instance> {
    const { linkCount, instanceAt } = this.unfolding;
    if (this.knownBegun?.linkCount === linkCount) return this.knownBegun.instances;
    const instances = new Set<Instance>();
    for (const point of this.problem.seeds.keys()) {
      const instance = instanceAt[point];
      if (instance !== undefined) instances.add(instance);
    }
    for (const instance of instances) for (const { caller } of instance.callers) instances.add(caller);
    this.knownBegun = { linkCount, instances };
    return instances;
  }

  private comeBackFrom(instance: Instance, edge: Edge, instruction: CallInstruction, callable: Callable, source: LiveState): State {
    const { activation } = instance;
    const callee = activation.program.module.functions[callable.function];
    if (callee === undefined) throw new InternalError(`function ${callable.function} is missing`);
    const exception = instance.indexed.body.exception;
    if (!canBeCalled(callee, callable, instruction)) {
      return edge.outcome === 'throw' ? write(source, exception, engineError, activation) : null;
    }
    const link = this.linkTo(instance, edge.source, instruction, callable);
    if (link === null) {
      activation.outside.calledOpaquely(callable.function);
      const outcome = this.problem.transfers.callUnknown(instance, instruction, source);
      return edge.outcome === 'normal'
        ? outcome.normal
        : outcome.thrown === null
          ? null
          : write(outcome.thrown, exception, outcome.exception, activation);
    }
    return this.afterLink(link, edge, callable, source, true);
  }

  /** The state that comes back from the callee of a link; `arrives`: control comes to the call in this solution. */
  private afterLink(link: CallLink, edge: Edge, callable: Callable, source: LiveState, arrives: boolean): State {
    const { instruction, callee, caller } = link;
    const { activation } = caller;
    const { program } = activation;
    const exception = caller.indexed.body.exception;
    const { body } = callee.indexed;
    const renewed = (site: number): boolean => {
      if (instruction.kind === 'call' && instruction.mode === 'new' && site === instruction.site) return true;
      const owner = program.module.sites[site]?.owner;
      return owner === undefined || owner === callable.function || this.problem.callGraph.reaches(callable.function, owner);
    };
    const ended = this.states[callee.exit] ?? null;
    const failed = constructs(instruction) && ended !== null ? failsToConstruct(link, ended, source) : neverFails;
    if (edge.outcome === 'normal') {
      if (ended === null || failed.always) return null;
      const after = refineArguments(instruction, body, ended, calls.afterCall(source, ended, renewed, activation), caller, callee);
      if (after === null) return null;
      const written = writeResult(link, ended, after);
      const target = instruction.kind === 'call' && instruction.mode === 'call' ? instruction.target : null;
      if (target === null || instruction.kind !== 'call') return written;
      const call = { target, args: instruction.args, callee: body, end: ended, before: source };
      return withResult(written, call, activation, callee.activation);
    }
    const end = this.states[callee.throwExit] ?? null;
    let thrown: State = null;
    if (end !== null) {
      const after = calls.afterCall(source, end, renewed, activation);
      thrown = write(after, exception, read(end, body.exception, callee.activation), activation);
    }
    if (ended !== null && failed.sometimes)
      thrown = states.join(thrown, write(calls.afterCall(source, ended, renewed, activation), exception, engineError, activation));
    // Stack overflow: a RangeError that a handler may catch.
    if (
      arrives &&
      (this.problem.callGraph.reaches(callable.function, callable.function) || this.problem.callGraph.mayOverflow(caller.indexed.body.id))
    )
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
  instruction: CallingInstruction,
  callee: FunctionIr,
  end: LiveState,
  after: LiveState,
  caller: Instance,
  inside: Instance,
): State {
  const { module, captured } = caller.activation.program;
  let current: State = after;
  const args = argumentsOf(instruction);
  for (const [index, parameter] of callee.parameters.entries()) {
    const argument = args[index];
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

/** Whether a function of the program can be called like that. */
export function isCallableSo(callable: Callable, instruction: CallInstruction, { functions }: ModuleIr): boolean {
  const callee = functions[callable.function];
  return callee === undefined || canBeCalled(callee, callable, instruction);
}

/** Classes need `new`; arrows, methods, generators and async functions refuse it. */
function canBeCalled(callee: FunctionIr, callable: Callable, instruction: CallInstruction): boolean {
  if (instruction.mode === 'call') return !callable.isClass;
  return callable.isClass || (callee.kind === 'function' && !callee.isAsync && !callee.isGenerator);
}

/** Whether a call is unfolded. Generators, and async functions that are not awaited at once, run later: they are left to roots. */
export function isUnfoldable(callee: FunctionIr, instruction: CallInstruction): boolean {
  if (callee.isGenerator || callee.opaque) return false;
  return !callee.isAsync || instruction.awaited;
}

/** The caller's state with what the callee gave it: super() also binds `this`. */
function writeResult(link: CallLink, end: LiveState, after: LiveState): LiveState {
  const { instruction, caller } = link;
  const { body } = link.callee.indexed;
  const target = resultOf(instruction);
  if (target === null) return after;
  const value = constructs(instruction)
    ? constructed(body, end, link.callee.activation, madeFor(link, after))
    : (maps.get(end.frame, body.result) ?? values.top);
  const given = write(after, target, value, caller.activation);
  const bound = boundBySuper(instruction);
  return bound === null ? given : write(given, bound, value, caller.activation);
}
