import { isOwnFunction, ownFunctions } from '../ir/linked.js';
import type { FunctionId, FunctionIr, ModuleIr, SiteId, VariableId } from '../ir/program.js';
import { trueValue } from '../lattice/value.js';
import { abstractBuiltins } from '../builtins/abstractModels.js';
import { prepare } from '../semantics/prepare.js';
import type { Policy } from '../semantics/scope.js';
import { CallGraph } from './callGraph.js';
import { findExits, type Exits } from './exits.js';
import { Effort } from './effort.js';
import { isUnfoldable } from './forwardEquations.js';
import { ModuleInvariant } from './moduleInvariant.js';
import { onceSites } from './onceSites.js';
import { PublishedNames } from './publishedNames.js';
import { maxFollowed } from './decide.js';
import type { ModuleHistory, Past, ReportHistory, Reporting, SolvedRoot } from './history/history.js';
import { isSeenAgain, viewOf } from './history/step.js';
import type { InvariantView, RootStep } from './history/step.js';
import { RootAnalysis } from './root.js';
import type { ModuleContext } from './root.js';
import { solveRoot, type ReachableRoot, type RootSolution } from './rootSolution.js';
import type { AnalysisSettings } from './settings.js';
import { settle, type SettledModule, type SettledRoot } from './settle.js';
import { indexFunctions } from './unfolding.js';
import { unmadeRoots } from './unmade.js';
import type { IndexedFunction } from './unfolding.js';

export interface ModuleStatistics {
  readonly points: number;
  readonly unfoldedPoints: number;
  readonly evaluations: number;
}

export interface AnalysisOptions {
  /** Asked now and then: when it says yes, `AnalysisCancelled` is thrown. */
  readonly isCancelled: () => boolean;
  /** Older versions of the module: what an edit leaves as it was is not computed again. Nothing else depends on it. */
  readonly history: ModuleHistory | null;
}

/** Who is asked whether to go on: of a finished analysis, whoever visits it. */
interface Cancellation {
  isAsked: () => boolean;
}

const plainOptions: AnalysisOptions = { isCancelled: () => false, history: null };

/** What is repeated from memory may have cost a little more or less than it would now: so near to a limit it does not say which side. */
const nearness = 0.8;

/** The analysis of one module. Does no I/O, reads no clock and does not throw for a user's program. */
export class ModuleAnalysis {
  private context: ModuleContext;
  private readonly policy: { integers: boolean; indexFails: boolean };
  /** The version before this one, until this one is remembered: else every version would keep all before it. */
  private earlier: { readonly past: Past | null; readonly version: ModuleContext | null };
  private settled: SettledModule;
  private readonly cancellation: Cancellation;
  private isFrugal = false;
  /** What had been spent when the module invariant was first settled. */
  private readonly settledBy: number;

  /** Settles the module invariant. */
  constructor(module: ModuleIr, settings: AnalysisSettings, options: AnalysisOptions = plainOptions) {
    // An index outside its array only counts as a failure: the program goes on, and others see what it did.
    this.policy = { integers: settings.integers, indexFails: false };
    this.cancellation = { isAsked: options.isCancelled };
    const version = options.history?.version ?? null;
    this.context = makeContext(module, settings, this.policy, this.cancellation, version);
    this.earlier = { past: options.history?.since(this.context) ?? null, version };
    const { effort } = this.context;
    effort.limit = settings.maxSettlingEffort;
    this.settled = settle(this.context, this.earlier.past);
    this.settledBy = effort.spent;
    if (this.settled.isTooLarge) this.settleFrugally(module, settings);
    effort.limit = settings.maxModuleEffort;
  }

  /** Functions by themselves, every call as one of unknown code: where one copy for each call site is too much. */
  private settleFrugally(module: ModuleIr, settings: AnalysisSettings): void {
    const { effort } = this.context;
    this.isFrugal = true;
    this.context = { ...makeContext(module, settings, this.policy, this.cancellation, null), effort, maxPoints: 0 };
    this.earlier = { past: null, version: null };
    effort.limit = effort.spent + settings.maxFrugalEffort;
    this.settled = settle(this.context, null);
  }

  /** The module invariant took more effort than there is: nothing is known of any function. */
  get isTooLarge(): boolean {
    return this.settled.isTooLarge;
  }

  /** What the module has taken until now (see `Effort`). */
  get spent(): number {
    return this.context.effort.spent;
  }

  /** The effort that a module is given was spent before all its roots were solved. */
  get isSpent(): boolean {
    return this.isTooLarge || this.context.effort.isUsedUp;
  }

  /** So much was computed that budgets decided something, or nearly: with what was remembered they might decide it otherwise. */
  get usedUp(): boolean {
    const { effort, settings } = this.context;
    const isNear = effort.spent >= settings.maxModuleEffort * nearness || this.settledBy >= settings.maxSettlingEffort * nearness;
    return this.isFrugal || this.isSpent || isNear || effort.followed >= maxFollowed;
  }

  /**
   * Solves every root, or those of `wanted`, and reports each solution (a report should keep what it needs only: a solution holds a
   * state per point). `indexFails`: whether an index outside its array is a failure of the run.
   */
  solveRoots<R>(
    indexFails: boolean,
    reporting: Reporting<R, RootSolution>,
    history: ReportHistory<R> | null = null,
    wanted: ReadonlySet<FunctionId> | null = null,
  ): { readonly reports: readonly R[]; readonly statistics: ModuleStatistics } {
    const { context, settled, earlier: before } = this;
    const known = history?.since(before.version, before.past, (report, match) => reporting.move(report, match));
    const unmade = settled.stable ? unmadeRoots(settled, context.program.module) : new Set<FunctionId>();
    const reports: R[] = [];
    const kept: SolvedRoot<R>[] = [];
    let unfoldedPoints = 0;
    let evaluations = 0;
    for (const root of settled.roots) {
      if (wanted?.has(root.functionId) === false || !this.concernsOwn(root)) continue;
      const earlier = known?.get(root.functionId);
      const isSame =
        settled.stable &&
        earlier !== undefined &&
        earlier.step === root.step &&
        earlier.isUnmade === unmade.has(root.functionId) &&
        isSeenAgain(earlier.view, context.invariant) &&
        context.callGraph.answersAs(earlier.answers);
      const solved =
        isSame && reporting.accept(earlier.report)
          ? this.repeat(earlier)
          : this.solve(root, indexFails, unmade.has(root.functionId), reporting);
      unfoldedPoints += solved.unfoldedPoints;
      evaluations += solved.evaluations;
      reports.push(solved.report);
      if (solved.step !== null) kept.push({ ...solved, step: solved.step });
    }
    history?.remember(context, kept);
    const points = context.program.module.functions.reduce((sum, body) => sum + body.nodes.length, 0);
    return { reports, statistics: { points, unfoldedPoints, evaluations } };
  }

  /** Whether the program itself calls the function where what it throws, or rejects with, may be caught. */
  mayBeCaught(functionId: FunctionId): boolean {
    const { functions } = this.context.program.module;
    const seen = new Set([functionId]);
    for (const id of seen) {
      for (const caller of this.context.callGraph.callersOf(id)) {
        const body = functions[caller];
        if (body === undefined || functions[id]?.isAsync === true || hasHandler(body)) return true;
        seen.add(caller);
      }
    }
    return false;
  }

  /**
   * From now on only runs count in which the variable is true. Nothing writes it, and what the invariant says of all else holds of runs in
   * which it is not, too.
   */
  suppose(variable: VariableId): void {
    this.context.invariant.narrow(variable, trueValue);
    this.settled = { ...this.settled, roots: this.settled.roots.map((root) => ({ ...root, analysis: null })) };
  }

  /** The roots of the module, as far as they are known. */
  get roots(): readonly FunctionId[] {
    return this.settled.roots.map(({ functionId }) => functionId);
  }

  /** Hands what is known of the roots to the next version. */
  remember(history: ModuleHistory): void {
    if (this.settled.stable) history.remember(this.context, this.settled.steps);
    this.earlier = { past: null, version: null };
    // The states are many: they are computed again where they are asked for.
    this.settled = { ...this.settled, roots: this.settled.roots.map((root) => ({ ...root, analysis: null })) };
  }

  /** Solves again the roots that copied one of these functions, now or before all are solved. Nothing else depends on it. */
  visitRoots(
    functions: ReadonlySet<FunctionId>,
    indexFails: boolean,
    visit: (solution: RootSolution) => void,
    isCancelled: () => boolean,
  ): void {
    const { callGraph, effort } = this.context;
    const { isAsked } = this.cancellation;
    this.cancellation.isAsked = isCancelled;
    try {
      effort.without(() => {
        for (const root of this.settled.roots) {
          if (root.step?.touched.some((id) => functions.has(id)) !== true) continue;
          callGraph.begin();
          visit(this.solution(this.analysisOf({ ...root, analysis: null }), indexFails));
        }
      });
    } finally {
      callGraph.abandon();
      this.cancellation.isAsked = isAsked;
    }
  }

  /** Visits what is reachable of each root that runs functions of the module's own, before any condition is looked for. */
  visitReachable(visit: (root: ReachableRoot) => void): void {
    for (const root of this.settled.roots) {
      if (!this.concernsOwn(root)) continue;
      const analysis = root.analysis ?? this.restored(root);
      const complete = this.settled.stable && !analysis.exhausted;
      visit({ analysis, complete, reachable: complete ? analysis.settledForward : [] });
    }
  }

  /** What imported functions ask is reported where they are checked themselves; here they may call what they were given. */
  private concernsOwn({ functionId, step, analysis }: SettledRoot): boolean {
    const { module } = this.context.program;
    if (isOwnFunction(module, functionId)) return true;
    const touched = step?.touched ?? analysis?.unfolding.instances.map(({ indexed }) => indexed.body.id) ?? [];
    return touched.some((id) => isOwnFunction(module, id));
  }

  private repeat<R>(solved: SolvedRoot<R>): SolvedRoot<R> {
    const { callGraph, effort } = this.context;
    callGraph.add(solved.edges);
    effort.add(solved.spent);
    effort.followed += solved.followed;
    return solved;
  }

  private solve<R>(
    root: SettledRoot,
    indexFails: boolean,
    isUnmade: boolean,
    reporting: Reporting<R, RootSolution>,
  ): Omit<SolvedRoot<R>, 'step'> & { readonly step: RootStep | null } {
    const { callGraph, effort } = this.context;
    callGraph.begin();
    const before = { spent: effort.spent, followed: effort.followed };
    const analysis = this.analysisOf(root);
    const { solution, report } = effort.measure(analysis, () => {
      const solved = { ...this.solution(analysis, indexFails), isUnmade };
      return { solution: solved, report: reporting.report(solved) };
    });
    analysis.transfers.forget();
    const { answers, edges } = callGraph.end();
    return {
      step: root.step,
      isUnmade,
      view: this.viewOfPaths(solution),
      answers,
      edges,
      unfoldedPoints: analysis.unfolding.size,
      evaluations: analysis.evaluations,
      spent: effort.spent - before.spent,
      followed: effort.followed - before.followed,
      report,
    };
  }

  private analysisOf(root: SettledRoot): RootAnalysis {
    this.policy.indexFails = false;
    return root.analysis ?? this.restored(root);
  }

  private solution(analysis: RootAnalysis, indexFails: boolean): RootSolution {
    if (!this.settled.stable) analysis.exhausted = true;
    if (this.isSpent) analysis.giveUpWithModule();
    this.policy.indexFails = indexFails;
    if (indexFails && !analysis.exhausted) {
      analysis.settledForward = analysis.forward(null);
      analysis.findEnds(analysis.settledForward);
    }
    return solveRoot(analysis);
  }

  /** Following paths executes functions of which the root made no copy. */
  private viewOfPaths({ entered }: RootSolution): InvariantView {
    const { program, invariant } = this.context;
    const names = new Set([...entered()].flatMap((id) => [...(program.closesOver[id] ?? [])]));
    return viewOf(invariant, names, { touchedCells: new Set(), touchedObjects: new Set() });
  }

  /** The analysis of a root whose step was repeated: computed after all. */
  private restored({ functionId, reason, step }: SettledRoot): RootAnalysis {
    const analysis = new RootAnalysis(this.context, functionId, reason);
    analysis.settledForward = analysis.forward(null);
    analysis.namedCells = step?.names ?? new Set();
    analysis.findEnds(analysis.settledForward);
    return analysis;
  }
}

/** Analyses a module and visits the solution of each root. */
export function analyseModule(module: ModuleIr, settings: AnalysisSettings, visit: (solution: RootSolution) => void): ModuleStatistics {
  const reporting: Reporting<void, RootSolution> = { report: visit, move: () => undefined, accept: () => true };
  return new ModuleAnalysis(module, settings).solveRoots(settings.arrayIndex === 'error', reporting).statistics;
}

function makeContext(
  module: ModuleIr,
  settings: AnalysisSettings,
  policy: Policy,
  cancellation: Cancellation,
  earlier: ModuleContext | null,
): ModuleContext {
  const program = prepare(module, {
    policy,
    builtins: abstractBuiltins,
    locations: earlier?.program.locations,
    onceSites: onceSites(module),
    isRelational: settings.relations,
  });
  const top = module.functions.find((body) => body.kind === 'module');
  const isOnceVariable = (variable: VariableId): boolean => {
    const declared = module.variables[variable];
    return (
      declared !== undefined &&
      declared.owner === top?.id &&
      (declared.scope === null || declared.scope.end - declared.scope.start >= top.span.end - top.span.start)
    );
  };
  const closesOverOnce = (callee: FunctionId): boolean => [...(program.closesOver[callee] ?? [])].every(isOnceVariable);
  const functions = indexFunctions(module, isUnfoldable, closesOverOnce);
  const isOnceSite = (site: SiteId): boolean => program.onceSites.has(site);
  const exits = findExits(module);
  return {
    program,
    functions,
    settings,
    invariant: new ModuleInvariant(new PublishedNames(program.locations, isOnceSite, isOnceVariable)),
    callGraph: staticCallGraph(functions, exits),
    exits,
    isOnceVariable,
    isOnceSite,
    thresholdsOf: thresholdsByFunction(module),
    maxPoints: Math.max(
      settings.minPoints,
      Math.min(settings.maxPoints, Math.floor(settings.maxModulePoints / ownFunctions(module).length)),
    ),
    effort: new Effort(),
    isCancelled: () => cancellation.isAsked(),
  };
}

/** A function with more constants is a table of data: those in it stop at some of them only. */
const maxInheritedThresholds = 1_000;

/** Constants of a function and of those that it is in: a bound is often a constant of the module. */
function thresholdsByFunction(module: ModuleIr): (id: FunctionId) => readonly number[] {
  const known = new Map<FunctionId, readonly number[]>();
  const of = (id: FunctionId): readonly number[] => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const parent = module.functions[id]?.parent ?? null;
    const all = [...(parent === null ? [] : of(parent).slice(0, maxInheritedThresholds)), ...(module.thresholds.get(id) ?? [])];
    known.set(id, all);
    return all;
  };
  return of;
}

/** The calls that can be known from the text: most recursion is known before the first root is analysed. */
function staticCallGraph(functions: readonly IndexedFunction[], exits: Exits): CallGraph {
  const graph = new CallGraph();
  for (const caller of exits.functions) graph.addEnd(caller);
  for (const caller of exits.waits.functions) graph.addWait(caller);
  for (const [callee, when] of exits.calledLater) if (when === 'waiting') graph.addCalledLater(callee);
  for (const { body, staticCalls } of functions) graph.add(staticCalls.map(({ callable }) => [body.id, callable.function] as const));
  return graph;
}

const hasHandler = ({ edges, throwExit }: FunctionIr): boolean =>
  edges.some(({ outcome, target }) => outcome === 'throw' && target !== throwExit);
