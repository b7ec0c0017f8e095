import { isOwnFunction, ownFunctions } from '../ir/linked.js';
import type { FunctionId, ModuleIr, SiteId, VariableId } from '../ir/program.js';
import { weakTopologicalOrder } from '../fixpoint/wto.js';
import type { WtoElement } from '../fixpoint/wto.js';
import * as numbers from '../lattice/number.js';
import { prepare } from '../semantics/program.js';
import type { Policy } from '../semantics/scope.js';
import { CallGraph } from './callGraph.js';
import { isUnfoldable } from './forward.js';
import { ModuleInvariant } from './moduleInvariant.js';
import { PublishedNames } from './publishedNames.js';
import type { ModuleContext } from './root.js';
import { solveRoot, type RootSolution } from './rootSolution.js';
import type { AnalysisSettings } from './settings.js';
import { settle, type SettledModule } from './settle.js';
import { indexFunctions } from './unfolding.js';
import type { IndexedFunction } from './unfolding.js';

export interface ModuleStatistics {
  readonly points: number;
  readonly unfoldedPoints: number;
  readonly evaluations: number;
}

/** The analysis of one module. Does no I/O, reads no clock and does not throw for a user's program. */
export class ModuleAnalysis {
  private readonly context: ModuleContext;
  private readonly policy: { integers: boolean; indexFails: boolean };
  private readonly settled: SettledModule;

  /** Settles the module invariant. */
  constructor(
    module: ModuleIr,
    settings: AnalysisSettings,
    /** Asked now and then: when it says yes, `AnalysisCancelled` is thrown. */
    isCancelled: () => boolean = () => false,
  ) {
    // An index outside its array only counts as a failure: the program goes on, and others see what it did.
    this.policy = { integers: settings.integers, indexFails: false };
    this.context = makeContext(module, settings, this.policy, isCancelled);
    this.settled = settle(this.context);
  }

  /**
   * Solves every root and hands each solution to `visit` (which should keep what it needs only: a solution holds a state per
   * point). `indexFails`: whether an index outside its array is a failure of the run.
   */
  solveRoots(indexFails: boolean, visit: (solution: RootSolution) => void): ModuleStatistics {
    const { context, settled } = this;
    const { module } = context.program;
    let unfoldedPoints = 0;
    let evaluations = 0;
    this.policy.indexFails = indexFails;
    for (const analysis of settled.analyses) {
      // What imported functions ask is told where they are checked themselves.
      if (!isOwnFunction(module, analysis.functionId)) continue;
      if (!settled.stable) analysis.exhausted = true;
      context.callGraph.begin();
      if (indexFails && !analysis.exhausted) {
        analysis.settledForward = analysis.forward(null);
        analysis.findEnds(analysis.settledForward);
      }
      const before = analysis.evaluations;
      const solution = solveRoot(analysis);
      context.callGraph.end();
      context.effort.spent += analysis.evaluations - before;
      unfoldedPoints += analysis.unfolding.size;
      evaluations += analysis.evaluations;
      visit(solution);
    }
    return { points: module.functions.reduce((sum, body) => sum + body.nodes.length, 0), unfoldedPoints, evaluations };
  }
}

/** Analyses a module and visits the solution of each root. */
export function analyseModule(module: ModuleIr, settings: AnalysisSettings, visit: (solution: RootSolution) => void): ModuleStatistics {
  return new ModuleAnalysis(module, settings).solveRoots(settings.arrayIndex === 'error', visit);
}

function makeContext(module: ModuleIr, settings: AnalysisSettings, policy: Policy, isCancelled: () => boolean): ModuleContext {
  const program = prepare(module, policy);
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
  const indexedTop = functions.find((indexed) => indexed.body === top);
  const onceSites = indexedTop === undefined ? new Set<SiteId>() : sitesOutsideLoops(indexedTop);
  const thresholds = [...new Set([...numbers.standardThresholds, ...[...module.thresholds.values()].flat()])].sort((a, b) => a - b);
  return {
    program,
    functions,
    settings,
    invariant: new ModuleInvariant(new PublishedNames(program.locations, (site) => onceSites.has(site), isOnceVariable)),
    callGraph: staticCallGraph(functions),
    isOnceVariable,
    thresholds,
    maxPoints: Math.max(
      settings.minPoints,
      Math.min(settings.maxPoints, Math.floor(settings.maxModulePoints / ownFunctions(module).length)),
    ),
    effort: { spent: 0, followed: 0 },
    isCancelled,
  };
}

/** Sites of instructions that no cycle of the function passes. */
function sitesOutsideLoops(indexed: IndexedFunction): Set<SiteId> {
  const { body } = indexed;
  const order = weakTopologicalOrder(body.nodes.length, [body.entry], (node) => (indexed.outgoing[node] ?? []).map((edge) => edge.target));
  const inLoop = new Set<number>();
  const mark = (elements: readonly WtoElement[], nested: boolean): void => {
    for (const element of elements) {
      if (typeof element === 'number') {
        if (nested) inLoop.add(element);
      } else {
        inLoop.add(element.head);
        mark(element.body, true);
      }
    }
  };
  mark(order, false);
  const sites = new Set<SiteId>();
  const repeated = new Set<SiteId>();
  for (const edge of body.edges) {
    const { instruction } = edge;
    if (edge.outcome === 'throw' || !('site' in instruction)) continue;
    (inLoop.has(edge.source) || sites.has(instruction.site) ? repeated : sites).add(instruction.site);
  }
  for (const site of repeated) sites.delete(site);
  return sites;
}

/** The calls that can be told from the text: most recursion is known before the first root is analysed. */
function staticCallGraph(functions: readonly IndexedFunction[]): CallGraph {
  const graph = new CallGraph();
  for (const { body, staticCalls } of functions) graph.add(staticCalls.map(({ callable }) => [body.id, callable.function] as const));
  return graph;
}
