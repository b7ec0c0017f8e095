import { present } from '../base/errors.js';
import type { AssertionId, FunctionId, ModuleIr, RootReason, SiteId, VariableId } from '../ir/program.js';
import { weakTopologicalOrder } from '../fixpoint/wto.js';
import type { WtoElement } from '../fixpoint/wto.js';
import * as numbers from '../lattice/number.js';
import { prepare } from '../semantics/program.js';
import type { Policy } from '../semantics/scope.js';
import * as states from '../semantics/state.js';
import type { State } from '../semantics/state.js';
import { CallGraph } from './callGraph.js';
import { ForwardEquations, isUnfoldable } from './forward.js';
import { ModuleInvariant } from './moduleInvariant.js';
import type { InvariantSnapshot } from './moduleInvariant.js';
import { RootAnalysis } from './root.js';
import type { ModuleContext } from './root.js';
import type { AnalysisSettings } from './settings.js';
import { sharpenEntry } from './sharpen.js';
import { indexFunctions } from './unfolding.js';
import type { IndexedFunction, PointId } from './unfolding.js';

/** A frontier point: control comes here from good states in a state that is not good (Bourdoncle, section 3). */
export interface FrontierPoint {
  readonly point: PointId;
  /** What flows in from good predecessors. */
  readonly inflow: states.LiveState;
  /** What of it is good; null when nothing is. */
  readonly good: State;
}

/** What is known of one root when all passes are done. */
export interface RootSolution {
  readonly analysis: RootAnalysis;
  readonly functionId: FunctionId;
  readonly reason: RootReason;
  /** False: the budget ran out; then nothing is claimed. */
  readonly complete: boolean;
  readonly reachable: readonly State[];
  readonly good: readonly State[];
  readonly frontier: readonly FrontierPoint[];
  /** The intermittent assertions that bind the root's runs. */
  readonly sometimes: readonly AssertionId[];
}

export interface ModuleStatistics {
  readonly points: number;
  readonly unfoldedPoints: number;
  readonly evaluations: number;
}

/** Rounds of the module invariant before growth is extrapolated, and before the module is given up. */
const roundsBeforeWidening = 4;
const maxRounds = 30;

/**
 * Analyses every root of a module and hands each solution to `visit` (which should keep what it needs only: a solution holds a
 * state per point). Does no I/O, reads no clock and does not throw for a user's program.
 */
export function analyseModule(
  module: ModuleIr,
  settings: AnalysisSettings,
  visit: (solution: RootSolution) => void,
  /** Asked now and then: when it says yes, `AnalysisCancelled` is thrown. */
  isCancelled: () => boolean = () => false,
): ModuleStatistics {
  // An index outside its array only counts as a failure: the program goes on, and others see what it did.
  const policy = { integers: settings.integers, indexFails: false };
  const context = makeContext(module, settings, policy, isCancelled);
  const settled = settle(context);
  policy.indexFails = settings.arrayIndex === 'error';
  let unfoldedPoints = 0;
  let evaluations = 0;
  for (const analysis of settled.analyses.values()) {
    if (!settled.stable) analysis.exhausted = true;
    if (policy.indexFails && !analysis.exhausted) {
      analysis.settledForward = analysis.forward(null);
      analysis.findEnds(analysis.settledForward);
    }
    const before = analysis.evaluations;
    const solution = solveRoot(analysis);
    context.effort.spent += analysis.evaluations - before;
    unfoldedPoints += analysis.unfolding.size;
    evaluations += analysis.evaluations;
    visit(solution);
  }
  return { points: module.functions.reduce((sum, body) => sum + body.nodes.length, 0), unfoldedPoints, evaluations };
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
    invariant: new ModuleInvariant(program, (site) => onceSites.has(site), isOnceVariable),
    callGraph: new CallGraph(),
    isOnceVariable,
    thresholds,
    maxPoints: Math.max(
      settings.minPoints,
      Math.min(settings.maxPoints, Math.floor(settings.maxModulePoints / (module.prelude?.first ?? module.functions.length))),
    ),
    effort: { spent: 0 },
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

interface Settled {
  analysis: RootAnalysis;
  readonly snapshot: InvariantSnapshot;
  readonly names: ReadonlySet<VariableId>;
  readonly untyped: boolean;
  log: ReadonlyMap<string, boolean>;
}

/** Forward passes over all roots until the module invariant is stable; if that takes too many rounds nothing is known. */
function settle(context: ModuleContext): { readonly analyses: ReadonlyMap<FunctionId, RootAnalysis>; readonly stable: boolean } {
  const { module } = context.program;
  const top = present(
    module.functions.find((body) => body.kind === 'module'),
    'the module function',
  );
  const roots = new Map<FunctionId, RootReason>([[top.id, 'module']]);
  const settled = new Map<FunctionId, Settled>();
  const instantiated = new Set<FunctionId>();
  const { invariant, callGraph } = context;
  // Descriptions of built-ins are no functions of the program.
  const isOwn = (callee: FunctionId): boolean => module.prelude === undefined || callee < module.prelude.first;
  const exportedNames = new Set(module.exports.map(({ variable }) => (variable === null ? undefined : module.variables[variable]?.name)));
  let stable = false;
  let handled = 0;
  for (let round = 0; round < maxRounds; round++) {
    if (round === roundsBeforeWidening) invariant.startWidening();
    let changed = false;
    for (const [functionId, reason] of roots) {
      const known = settled.get(functionId);
      if (
        known !== undefined &&
        known.untyped === invariant.isOpaquelyCalled(functionId) &&
        !invariant.hasGrownFor(known.names, known.snapshot) &&
        !callGraph.changedSince(known.log)
      )
        continue;
      changed = true;
      const snapshot = invariant.snapshot();
      const untyped = invariant.isOpaquelyCalled(functionId);
      const log = callGraph.startLog();
      const analysis = new RootAnalysis(context, functionId, reason);
      const solution = analysis.forward(null);
      context.effort.spent += analysis.evaluations;
      if (!analysis.exhausted) analysis.record(solution);
      else giveUp(analysis, context);
      analysis.settledForward = solution;
      analysis.namedCells = namedCells(analysis, context);
      settled.set(functionId, { analysis, snapshot, untyped, names: analysis.namedCells, log });
      for (const { indexed } of analysis.unfolding.instances) instantiated.add(indexed.body.id);
      // A set keeps the order of its elements: those from here on are new.
      for (const callee of [...invariant.escapedFunctions].slice(handled)) {
        handled++;
        callGraph.addCallback(callee);
        if (isOwn(callee) && (!roots.has(callee) || roots.get(callee) === 'uncalled')) roots.set(callee, exportedReason(callee));
      }
    }
    if (changed) continue;
    // One at a time: analysing a function that nobody calls shows which others it calls.
    const left = module.functions.filter((body) => isOwn(body.id) && !roots.has(body.id) && !instantiated.has(body.id));
    const next = left.find((body) => !calledByOther(context, body.id)) ?? left[0];
    if (next === undefined) {
      stable = true;
      break;
    }
    roots.set(next.id, 'uncalled');
    round--;
  }
  return { analyses: new Map([...settled].map(([functionId, { analysis }]) => [functionId, analysis])), stable };

  function exportedReason(callee: FunctionId): RootReason {
    return exportedNames.has(module.functions[callee]?.name) ? 'exported' : 'escapes';
  }
}

/** The captured variables that the root's unfolding names. */
function namedCells(analysis: RootAnalysis, context: ModuleContext): ReadonlySet<VariableId> {
  const { closesOver, ownCells } = context.program;
  const names = new Set<VariableId>();
  for (const { indexed } of analysis.unfolding.instances) {
    for (const variable of closesOver[indexed.body.id] ?? []) names.add(variable);
    for (const variable of ownCells[indexed.body.id] ?? []) names.add(variable);
  }
  return names;
}

/** Whether the text of another function calls the function. */
function calledByOther(context: ModuleContext, callee: FunctionId): boolean {
  return context.functions.some(
    (caller) => caller.body.id !== callee && caller.staticCalls.some(({ callable }) => callable.function === callee),
  );
}

/** A root that was given up may do anything: whatever it could reach escapes. */
function giveUp(analysis: RootAnalysis, context: ModuleContext): void {
  analysis.outside.recording = true;
  const { invariant } = context;
  for (const instance of analysis.unfolding.instances) {
    for (const variable of instance.indexed.assigns) invariant.forgetCell(variable);
    if (instance === analysis.unfolding.root) continue;
    analysis.outside.escapedFunctions.add(instance.indexed.body.id);
  }
  invariant.forgetObjects();
  for (const body of context.program.module.functions) {
    if (body.parent === analysis.functionId) analysis.outside.escapedFunctions.add(body.id);
  }
  for (const callee of analysis.outside.escapedFunctions) context.invariant.escapedFunctions.add(callee);
  analysis.outside.recording = false;
}

/** The passes of abstract debugging from the settled forward solution. */
function solveRoot(analysis: RootAnalysis): RootSolution {
  const { settings } = analysis.context;
  const reachable = analysis.settledForward;
  const base = { analysis, functionId: analysis.functionId, reason: analysis.reason };
  if (analysis.exhausted) return { ...base, complete: false, reachable: [], good: [], frontier: [], sometimes: [] };
  if (settings.verify) analysis.verifySettled();
  // A generator's body asks nothing of its callers.
  if (analysis.body.isGenerator) return { ...base, complete: true, reachable, good: reachable, frontier: [], sometimes: [] };
  const sometimes = analysis.reachableSometimes(reachable);
  const good = debug(analysis, reachable, sometimes);
  if (analysis.exhausted) return { ...base, complete: false, reachable: [], good: [], frontier: [], sometimes: [] };
  const sharpened = sharpenEntry(analysis, reachable, good, (restricted, solution) => debug(restricted, solution, sometimes));
  return { ...base, complete: true, reachable, good: sharpened, frontier: frontierOf(analysis, sharpened), sometimes };
}

/** The backward passes and the last forward one (Bourdoncle, section 6.4), from a forward solution. */
function debug(analysis: RootAnalysis, reachable: readonly State[], sometimes: readonly AssertionId[]): readonly State[] {
  const { settings } = analysis.context;
  const presumeReturn = settings.termination && sometimes.length === 0;
  let good: readonly State[] = reachable;
  for (let round = 0; round < Math.max(1, settings.rounds); round++) {
    const always = analysis.backward(good, { kind: 'always' }, presumeReturn);
    let ending = always;
    if (sometimes.length > 0) {
      for (const assertion of sometimes) ending = meetAll(ending, intermittent(analysis, always, assertion));
    } else if (settings.termination) {
      ending = analysis.backward(always, { kind: 'end' }, true);
    }
    good = analysis.forward(ending);
    if (sometimes.length > 0) break;
  }
  return good;
}

/** The states from which the assertion's point is inevitably passed, and those after it. */
function intermittent(analysis: RootAnalysis, always: readonly State[], assertion: number): readonly State[] {
  const before = analysis.backward(always, { kind: 'sometime', assertion }, false);
  const seeds = new Map<PointId, State>();
  for (const instance of analysis.unfolding.instances) {
    for (const node of instance.indexed.body.nodes) {
      if (node.mark?.kind !== 'sometime' || node.mark.assertion !== assertion) continue;
      const point = instance.base + node.id;
      if ((before[point] ?? null) !== null) seeds.set(point, before[point] ?? null);
    }
  }
  const after = analysis.forward(always, seeds, always);
  return before.map((state, point) => states.join(state, after[point] ?? null));
}

function meetAll(a: readonly State[], b: readonly State[]): readonly State[] {
  return a.map((state, point) => states.meet(state, b[point] ?? null, numbers.meet));
}

/** Points that good states lead to in a state that is not good. */
function frontierOf(analysis: RootAnalysis, good: readonly State[]): FrontierPoint[] {
  const equations = new ForwardEquations(
    analysis.unfolding,
    analysis.context.callGraph,
    new Map([[analysis.unfolding.root.entry, analysis.settledEntry]]),
    null,
  );
  equations.states = [...good];
  const frontier: FrontierPoint[] = [];
  const seen = new Set<PointId>();
  for (let point = 0; point < analysis.unfolding.size; point++) {
    if (seen.has(point)) continue;
    // Several nodes may stand for one control point (copies of a finally block, of a loop's test): a claim speaks of all of them.
    const alike = samePoint(analysis, point);
    let inflow: State = null;
    let goodHere: State = null;
    let reached = point;
    for (const other of alike) {
      seen.add(other);
      // Being at a failure is no origin: the origin is where it was decided.
      if (isFailure(analysis, other)) continue;
      const here = equations.inflow(other, 'normal');
      if (here !== null && inflow === null) reached = other;
      inflow = states.join(inflow, here);
      goodHere = states.join(goodHere, good[other] ?? null);
    }
    if (inflow === null || states.leq(inflow, goodHere)) continue;
    frontier.push({ point: reached, inflow, good: goodHere });
  }
  return frontier;
}

/** The points of the same copy of a function that stand for the same control point. */
function samePoint(analysis: RootAnalysis, point: PointId): readonly PointId[] {
  const instance = analysis.unfolding.instanceAt[point];
  const node = instance?.indexed.body.nodes[point - instance.base];
  if (instance === undefined || node === undefined) return [point];
  const { alike } = instance.indexed;
  return (alike.get(node.id) ?? [node.id]).map((other) => instance.base + other);
}

function isFailure(analysis: RootAnalysis, point: PointId): boolean {
  const instance = analysis.unfolding.instanceAt[point];
  return (
    instance === undefined || point === instance.throwExit || instance.indexed.body.nodes[point - instance.base]?.mark?.kind === 'violation'
  );
}
