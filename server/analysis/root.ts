import { InternalError, present } from '../base/errors.js';
import * as maps from '../base/intMap.js';
import { solveNarrowed } from '../fixpoint/narrowed.js';
import { descend } from '../fixpoint/narrowing.js';
import { AnalysisCancelled, Budget } from '../fixpoint/solve.js';
import type { EquationSystem, StateOperations, Task } from '../fixpoint/solve.js';
import { ascend } from '../fixpoint/widening.js';
import { verify } from '../fixpoint/verify.js';
import type { UnknownCalls } from '../execution/symbolic/unknownCode.js';
import type { Instruction } from '../ir/instruction.js';
import { contains, headsOf, weakTopologicalOrder } from '../fixpoint/weakTopologicalOrder.js';
import type { WtoElement } from '../fixpoint/weakTopologicalOrder.js';
import type { AssertionId, FunctionId, FunctionIr, RootReason, SiteId, VariableId } from '../ir/program.js';
import * as numbers from '../lattice/number.js';
import type { Value } from '../lattice/value.js';
import type { Program } from '../semantics/scope.js';
import * as states from '../semantics/state.js';
import type { State } from '../semantics/state.js';
import { BackwardEquations } from './backwardEquations.js';
import type { Obligation } from './backwardEquations.js';
import type { CallGraph } from './callGraph.js';
import { isExitCall, type Exits } from './exits.js';
import type { Effort } from './effort.js';
import { ForwardEquations } from './forwardEquations.js';
import type { Effects } from './guarantee.js';
import type { ModuleInvariant } from './moduleInvariant.js';
import { RootOutside } from './outside.js';
import { endsInside, recordRoot } from './rootEffects.js';
import { entryStateOf } from './rootEntry.js';
import type { AnalysisSettings } from './settings.js';
import { Transfers } from './transfers.js';
import { Unfolding } from './unfolding.js';
import { isWait, iteratesAtOnce } from './waits.js';
import type { CallLink, IndexedFunction, Instance, PointId } from './unfolding.js';

/** The data that all roots of one module share. */
export interface ModuleContext {
  readonly program: Program;
  readonly functions: readonly IndexedFunction[];
  readonly settings: AnalysisSettings;
  readonly invariant: ModuleInvariant;
  readonly callGraph: CallGraph;
  readonly exits: Exits;
  readonly isOnceVariable: (variable: VariableId) => boolean;
  readonly isOnceSite: (site: SiteId) => boolean;
  /** Constants that widening stops at in the function: its own, and those of the functions that it is in. */
  readonly thresholdsOf: (id: FunctionId) => readonly number[];
  /** Points of one root's unfolding: fewer, the more functions the module has. */
  readonly maxPoints: number;
  readonly effort: Effort;
  readonly isCancelled: () => boolean;
}

const solverOptions = { wideningDelay: 2, thresholdSteps: 12, narrowingDelay: 3, maxDescents: 12 };

/** An order of the points, and what the graph was when it was made. */
interface KeptOrder {
  readonly size: number;
  readonly linkCount: number;
  readonly order: readonly WtoElement[];
}

const isCurrent = (kept: KeptOrder, { size, linkCount }: Unfolding): boolean => kept.size === size && kept.linkCount === linkCount;

/** The points whose equations read something else once the link is made. */
const pointsOfLink = ({ callee, normal, thrown }: CallLink): PointId[] => [callee.entry, normal, thrown].filter((point) => point !== null);

/** One root: its unfolding, the forward pass that settles it, and the passes of abstract debugging. */
export class RootAnalysis {
  readonly unfolding: Unfolding;
  readonly outside: RootOutside;
  readonly transfers: Transfers;
  private readonly budget: Budget;
  /** The forward solution under the settled module invariant. */
  settledForward: readonly State[] = [];
  settledEntry: State = null;
  /** The captured variables that the unfolding names; all others only pass through, and are as the module invariant has them. */
  namedCells: ReadonlySet<VariableId> = new Set();
  /** The budget ran out: nothing is known. */
  exhausted = false;
  /** It was the budget of the module. */
  isGivenUpWithModule = false;
  /** By instance: something in it, or in what it calls, may end the run or not come back although the run is good. */
  private endsInside = new Uint8Array(0);
  private keptOrder: KeptOrder | null = null;
  private keptBackwardOrder: KeptOrder | null = null;
  /** The calls that the first forward pass resolved before its descent; null: it is still going up. */
  private covered: ReadonlySet<CallLink> | null = null;
  /** Whether the callee was analysed for this call; a call that is not covered is unknown code. */
  readonly isCovered = (link: CallLink): boolean => this.covered === null || this.covered.has(link);
  private keptThresholds: { readonly instances: number; readonly values: readonly number[] } | null = null;

  constructor(
    readonly context: ModuleContext,
    readonly functionId: FunctionId,
    readonly reason: RootReason,
    /** Narrower values for parameters, to ask whether they can be good at all. */
    private readonly restrictions: ReadonlyMap<VariableId, Value> = new Map(),
  ) {
    const { program, functions, settings, callGraph, invariant, isOnceVariable } = context;
    this.outside = new RootOutside(invariant, callGraph, reason !== 'uncalled');
    this.transfers = new Transfers(this.outside);
    const exact = program.module.functions[functionId]?.kind === 'module';
    this.unfolding = new Unfolding(
      {
        program,
        functions,
        options: { byCallSite: settings.unfolding, maxPoints: context.maxPoints, maxImportedPoints: settings.maxImportedPoints },
        callGraph,
        outsideOf: (caller) => this.outside.of(caller),
        isOnceVariable,
      },
      functionId,
      exact,
    );
    this.budget = new Budget(settings.maxEvaluations, () => {
      if (context.isCancelled()) throw new AnalysisCancelled('the analysis was cancelled');
      return context.effort.isUsedUp;
    });
  }

  giveUpWithModule(): void {
    this.exhausted = true;
    this.isGivenUpWithModule = true;
  }

  get body(): FunctionIr {
    return this.unfolding.root.indexed.body;
  }
  get evaluations(): number {
    return this.budget.used;
  }

  /** Calls of the function are not followed: runs of others pass through it. */
  get isOpaquelyCalled(): boolean {
    return this.context.invariant.isOpaquelyCalled(this.functionId);
  }

  /** The constants of all functions that the root is made of, ascending. */
  get thresholds(): readonly number[] {
    const { instances } = this.unfolding;
    if (this.keptThresholds?.instances === instances.length) return this.keptThresholds.values;
    const bodies = new Set(instances.map(({ indexed }) => indexed.body.id));
    const all = new Set(numbers.standardThresholds);
    for (const id of bodies) for (const threshold of this.context.thresholdsOf(id)) all.add(threshold);
    const values = [...all].sort((a, b) => a - b);
    this.keptThresholds = { instances: instances.length, values };
    return values;
  }

  private task(system: EquationSystem<State>, order: readonly WtoElement[]): Task<State> {
    return { system, order, operations: this.operations(), options: solverOptions, budget: this.budget };
  }

  private operations(): StateOperations<State> {
    const { thresholds } = this;
    return {
      equal: states.equal,
      join: states.join,
      meet: (a, b) => states.meet(a, b, numbers.meet),
      widen: (previous, next, atThresholds) => states.widen(previous, next, atThresholds ? thresholds : []),
      narrow: (previous, next) => states.narrow(previous, next, numbers.narrow),
      isMinor: states.differOnlyInRelations,
    };
  }

  /**
   * A forward pass within an invariant (null: everything). The first one grows the unfolding: it is solved, extended by the
   * calls that were found, and solved further from where it stood.
   */
  forward(invariant: readonly State[] | null, seeds?: ReadonlyMap<PointId, State>, callerStates?: readonly State[]): readonly State[] {
    if (invariant === null) this.settledEntry = entryStateOf(this, this.restrictions);
    const equations = new ForwardEquations(this.unfolding, {
      callGraph: this.context.callGraph,
      transfers: this.transfers,
      seeds: seeds ?? new Map([[this.unfolding.root.entry, this.settledEntry]]),
      invariant,
      callerStates: callerStates ?? null,
      isCovered: this.isCovered,
    });
    const isReached = (instance: Instance): boolean =>
      instance === this.unfolding.root || (equations.states[instance.entry] ?? null) !== null;
    // Where nothing flows in yet, nothing flows out.
    let dirty: Iterable<PointId> | null = seeds?.keys() ?? [this.unfolding.root.entry];
    const heads = new Set<PointId>();
    for (;;) {
      if (invariant === null) this.covered = null;
      this.unfolding.linkStaticCalls(isReached);
      const newLinks = this.unfolding.takeNewLinks();
      if (dirty !== null) dirty = [...dirty, ...newLinks.flatMap(pointsOfLink), ...heads];
      equations.forgetDependents(newLinks);
      while (equations.states.length < this.unfolding.size) equations.states.push(null);
      const order = this.forwardOrder(equations, [...(seeds?.keys() ?? [])]);
      const task = this.task(equations, order);
      if (!ascend(task, equations.states, dirty)) {
        this.exhausted = true;
        return equations.states;
      }
      // All is solved but what new links change. What was a head may hold more than its equation gives, and need not be one any more.
      dirty = [];
      for (const head of headsOf(order)) heads.add(head);
      if (this.unfolding.grown || this.unfolding.linkStaticCalls(isReached)) continue;
      if (invariant === null) this.covered = equations.resolvedLinks();
      descend(task, equations.states, 'heads');
      // A call that was not covered there is followed again.
      dirty = null;
      if (this.unfolding.grown) continue;
      if (invariant !== null) this.verify(equations, 'forward');
      return equations.states;
    }
  }

  /** The forward pass within an invariant that is nowhere more than `wider`, a solution without it. */
  forwardWithin(invariant: readonly State[], wider: readonly State[]): readonly State[] {
    const { unfolding, transfers } = this;
    const narrowed = [...wider.keys()].filter((point) => !states.equal(invariant[point] ?? null, wider[point] ?? null));
    if (narrowed.length === 0) return wider;
    const seeds = new Map([[unfolding.root.entry, this.settledEntry]]);
    const equations = new ForwardEquations(unfolding, {
      callGraph: this.context.callGraph,
      transfers,
      seeds,
      invariant,
      callerStates: null,
      isCovered: this.isCovered,
    });
    equations.states = [...wider];
    const order = this.forwardOrder(equations, []);
    const isSolved = solveNarrowed(this.task(equations, order), equations.states, { nodes: narrowed, bottom: null, leq: states.leq });
    if (!isSolved) {
      this.exhausted = true;
      return equations.states;
    }
    // A call was resolved to something else than before.
    if (unfolding.grown) return this.forward(invariant);
    this.verify(equations, 'last forward', (a, b) => this.isBelow(a, b));
    return equations.states;
  }

  /** Kept for the later passes: the graph is the same. */
  private forwardOrder(equations: ForwardEquations, seeds: readonly PointId[]): readonly WtoElement[] {
    const { size, linkCount } = this.unfolding;
    const known = this.keptOrder;
    // What is reached from a point that is in the order is in it too.
    if (known !== null && isCurrent(known, this.unfolding) && seeds.every((seed) => contains(known.order, seed))) return known.order;
    const order = weakTopologicalOrder(size, [this.unfolding.root.entry, ...seeds], (point) => equations.dependents(point));
    if (seeds.length === 0) this.keptOrder = { size, linkCount, order };
    return order;
  }

  /** What is assumed of unknown code: it returns or throws, but for what is known to end. Null: it may also end the run or go on for ever. */
  get unknownCalls(): UnknownCalls | null {
    return this.unknownCallsOf([]);
  }

  /** With the intermittent assertions that bind the root: what is not followed may pass them. */
  unknownCallsOf(sometimes: readonly AssertionId[]): UnknownCalls | null {
    const { settings, exits, callGraph } = this.context;
    if (settings.unknownCalls !== 'return-or-throw' || exits.areHandedOn || callGraph.unknownMayEnd()) return null;
    const waitMayEnd = (): boolean => exits.areCalledLater || callGraph.waitMayEnd();
    const isWaiting = (instruction: Instruction): boolean =>
      exits.waits.endless.has(instruction) || (isWait(instruction) && (waitMayEnd() || callGraph.unknownMayWait()));
    return {
      mayEnd: (callee) => callGraph.mayEnd(callee),
      comesBack: (callee) => settings.termination && sometimes.length === 0 && !callGraph.mayEnd(callee),
      isCalledLater: (callee) => exits.calledLater.has(callee),
      waitMayEnd,
      isEnd: (instruction) =>
        isExitCall(instruction, exits) || isWaiting(instruction) || (!settings.termination && iteratesAtOnce(instruction)),
    };
  }

  /** Which instances may end the run inside, or not come back although the run is good. */
  findEnds(solution: readonly State[]): void {
    const ends = endsInside(this, solution);
    if (ends === null) this.exhausted = true;
    else this.endsInside = ends;
    this.transfers.forget();
  }

  /** Goes over the stable solution once more: what this root means for others. */
  record(solution: readonly State[]): Effects {
    const guarantee = this.context.invariant.guarantee();
    this.outside.recording = guarantee;
    this.findEnds(solution);
    recordRoot(this, solution, this.endsInside.includes(1), guarantee);
    this.outside.recording = null;
    return guarantee.effects;
  }

  backward(invariant: readonly State[], obligation: Obligation, presumeReturn: boolean): readonly State[] {
    const { context } = this;
    const { callGraph } = context;
    const equations = new BackwardEquations(this.unfolding, {
      invariant,
      obligation,
      outside: this.outside,
      transfers: this.transfers,
      comesBack: (instance) => presumeReturn && this.endsInside[instance.index] !== 1,
      isRecursive: (callee) => callGraph.reaches(callee, callee),
      mayOverflow: (caller) => callGraph.mayOverflow(caller),
      isCovered: this.isCovered,
      unknown: obligation.kind === 'sometime' ? null : this.unknownCalls,
    });
    const task = this.task(equations, this.backwardOrder(equations));
    if (obligation.kind === 'always') {
      equations.states = [...invariant];
      descend(task, equations.states);
      this.verify(equations, obligation.kind);
      return equations.states;
    }
    equations.states = invariant.map(() => null);
    if (!ascend(task, equations.states)) {
      this.exhausted = true;
      return invariant;
    }
    descend(task, equations.states, 'heads');
    this.verify(equations, obligation.kind);
    return equations.states;
  }

  private backwardOrder(equations: BackwardEquations): readonly WtoElement[] {
    const { size, linkCount } = this.unfolding;
    const known = this.keptBackwardOrder;
    if (known !== null && isCurrent(known, this.unfolding)) return known.order;
    const order = weakTopologicalOrder(size, this.backwardRoots(), (point) => equations.dependents(point));
    this.keptBackwardOrder = { size, linkCount, order };
    return order;
  }

  /** While roots are settled, answers about calls may still change under a solution: the settled one is verified when all are. */
  verifySettled(): void {
    const equations = new ForwardEquations(this.unfolding, {
      callGraph: this.context.callGraph,
      transfers: this.transfers,
      seeds: new Map([[this.unfolding.root.entry, this.settledEntry]]),
      invariant: null,
      callerStates: null,
      isCovered: this.isCovered,
    });
    equations.states = [...this.settledForward];
    this.verify(equations, 'settled forward', (a, b) => this.isBelow(a, b));
  }

  /** Others may have grown what only passes through this root: that is not compared. */
  private isBelow(a: State, b: State): boolean {
    const named = (state: State): State => {
      if (state === null) return null;
      const cells = maps.mapValues(state.cells, (cell, variable) => (this.namedCells.has(variable) ? cell : undefined));
      return states.makeState(state.frame, cells, null);
    };
    return states.leq(named(a), named(b));
  }

  private verify(
    equations: EquationSystem<State> & { readonly states: readonly State[] },
    pass: string,
    leq: (a: State, b: State) => boolean = states.leq,
  ): void {
    if (!this.context.settings.verify) return;
    // Widened relations are not closed: what follows from them is compared, too.
    const wrong = verify(equations, equations.states, (a, b) => leq(a, b) || leq(states.closed(a), b));
    if (wrong.length === 0) return;
    const where = wrong.slice(0, 5).map((point) => {
      const instance = present(this.unfolding.instanceAt[point], `point ${point}`);
      const node = present(instance.indexed.body.nodes[point - instance.base], `point ${point}`);
      return `${instance.indexed.body.name} ${node.point.kind}@${node.point.offset}`;
    });
    throw new InternalError(`the ${pass} pass of ${this.body.name} is no post-fixpoint at ${where.join(', ')}`);
  }

  /** Ends first, so that the order follows the backward flow; then every other point. */
  private backwardRoots(): PointId[] {
    const { unfolding } = this;
    const roots = [unfolding.root.exit, unfolding.root.throwExit];
    for (const instance of unfolding.instances) {
      for (const node of instance.indexed.body.nodes) if (node.mark !== null) roots.push(instance.base + node.id);
    }
    for (let point = unfolding.size - 1; point >= 0; point--) roots.push(point);
    return roots;
  }

  /** The intermittent assertions whose points a run of the root may reach. */
  reachableSometimes(solution: readonly State[]): readonly AssertionId[] {
    const found = new Set<AssertionId>();
    for (const instance of this.unfolding.instances) {
      for (const node of instance.indexed.body.nodes) {
        if (node.mark?.kind === 'sometime' && (solution[instance.entry] ?? null) !== null) found.add(node.mark.assertion);
      }
    }
    return [...found];
  }
}
