import { isOwnFunction } from '../ir/linked.js';
import type { AssertionId, Edge, FunctionId, RootReason } from '../ir/program.js';
import * as numbers from '../lattice/number.js';
import * as states from '../semantics/state.js';
import type { State } from '../semantics/state.js';
import type { Followable, FollowedPaths } from '../execution/symbolic/symbolicExecution.js';
import { decideAtEntry } from './decide.js';
import { ForwardEquations } from './forwardEquations.js';
import type { RootAnalysis } from './root.js';
import { sharpenEntry } from './sharpen.js';
import type { PointId } from './unfolding.js';

/** A frontier point: control comes here from good states in a state that is not good (Bourdoncle (PLDI), section 3). */
export interface FrontierPoint {
  readonly point: PointId;
  /** The state that flows in from good predecessors. */
  readonly inflow: states.LiveState;
  /** The good part of `inflow`; null if no part is good. */
  readonly good: State;
}

/** The solution of one root after the first pass: its reachable states. */
export interface ReachableRoot {
  readonly analysis: RootAnalysis;
  /** False: the budget ran out; then nothing is claimed. */
  readonly complete: boolean;
  readonly reachable: readonly State[];
}

/** The solution of one root when all passes are done: its reachable and its good states. */
export interface RootSolution extends ReachableRoot {
  readonly functionId: FunctionId;
  readonly reason: RootReason;
  /** No run makes the function: nothing that it does is a failure. */
  readonly isUnmade: boolean;
  readonly good: readonly State[];
  readonly frontier: readonly FrontierPoint[];
  /** The intermittent assertions that bind the root's runs. */
  readonly sometimes: readonly AssertionId[];
  /** The states from which runs may pass all of these, whatever becomes of them afterwards: found when they are first asked for. */
  readonly passing: () => readonly State[];
  /** The paths from the entry, which decide more than the good states; null if nothing more is known. */
  readonly paths: FollowedPaths | null;
  /** All paths from the entry as it is reached, where they tell every good run from every bad one. */
  readonly allPaths: FollowedPaths | null;
  /** Paths from the entry as it is reached, as far as they can be followed: found when they are first asked for. */
  readonly followed: () => FollowedPaths | null;
  /** The paths of runs that go on when they violate an assertion, as they do in Node. */
  readonly passingAssertions: () => FollowedPaths | null;
  /** The functions that were executed to follow paths, until now. */
  readonly entered: () => ReadonlySet<FunctionId>;
}

const nothing = {
  complete: false,
  reachable: [],
  good: [],
  frontier: [],
  sometimes: [],
  passing: () => [],
  paths: null,
  allPaths: null,
  followed: () => null,
  passingAssertions: () => null,
  entered: () => new Set<FunctionId>(),
};

/** The passes of abstract debugging from the settled forward solution. */
export function solveRoot(analysis: RootAnalysis): RootSolution {
  const { settings } = analysis.context;
  const reachable = analysis.settledForward;
  const base = { analysis, functionId: analysis.functionId, reason: analysis.reason, isUnmade: false };
  if (analysis.exhausted) return { ...base, ...nothing };
  if (settings.verify) analysis.verifySettled();
  // What an imported function asks is told elsewhere.
  if (!isOwnFunction(analysis.context.program.module, analysis.functionId))
    return { ...base, ...nothing, complete: true, reachable, good: reachable };
  const sometimes = analysis.reachableSometimes(reachable);
  const good = debug(analysis, reachable, sometimes);
  if (analysis.exhausted) return { ...base, ...nothing };
  let passingStates: readonly State[] | null = null;
  const passing = (): readonly State[] => (passingStates ??= passingAll(analysis, reachable, sometimes));
  const { entry } = analysis.unfolding.root;
  const executed = new Set<FunctionId>();
  const entered = (): ReadonlySet<FunctionId> => executed;
  const decide = (states: readonly State[], passesAssertions = false): Followable | null =>
    decideAtEntry(analysis, reachable, states[entry] ?? null, sometimes, passesAssertions);
  const noted = (paths: FollowedPaths | null | undefined): FollowedPaths | null => {
    for (const callee of paths?.entered ?? []) executed.add(callee);
    return paths ?? null;
  };
  const first = decide(good);
  const ofGood = noted(first?.known);
  const isWhole = good[entry] === reachable[entry];
  const all = isWhole ? first : ofGood?.isExact === false ? null : decide(reachable);
  const ofAll = noted(all?.known);
  const allPaths = ofAll?.isExact === true ? ofAll : null;
  let fromReached = all;
  const followed = (): FollowedPaths | null => noted((fromReached ??= decide(reachable))?.further());
  const passingAssertions = (): FollowedPaths | null => noted(decide(reachable, true)?.further());
  const known = { ...base, complete: true, reachable, sometimes, passing, followed, passingAssertions, entered };
  // Where all paths are known nothing is left to find at the ends of ranges.
  if (ofGood?.isExact === true) return { ...known, good, frontier: frontierOf(analysis, reachable, good), paths: ofGood, allPaths };
  const sharpened = sharpenEntry(analysis, reachable, good, (restricted, solution) => hasNoGoodRun(restricted, solution, sometimes));
  const again = sharpened === good ? first : decide(sharpened);
  const paths = noted(again?.further());
  return { ...known, good: sharpened, frontier: frontierOf(analysis, reachable, sharpened), paths, allPaths };
}

/** The states from which a run may pass every one of the assertions: also such runs as fail afterwards. */
function passingAll(analysis: RootAnalysis, reachable: readonly State[], sometimes: readonly AssertionId[]): readonly State[] {
  return sometimes.map((assertion) => analysis.backward(reachable, { kind: 'sometime', assertion }, false)).reduce(meetAll, reachable);
}

/** The backward passes and the last forward one (Bourdoncle (PLDI), section 6.4), from a forward solution. */
function debug(analysis: RootAnalysis, reachable: readonly State[], sometimes: readonly AssertionId[]): readonly State[] {
  let good: readonly State[] = reachable;
  for (let round = 0; round < roundsOf(analysis, sometimes); round++)
    good = analysis.forwardWithin(backwardPasses(analysis, good, sometimes), good);
  return good;
}

/** Whether `debug` leaves nothing of the entry. What its last forward pass reaches begins with what the backward passes left there. */
function hasNoGoodRun(analysis: RootAnalysis, reachable: readonly State[], sometimes: readonly AssertionId[]): boolean {
  const { entry } = analysis.unfolding.root;
  let good = reachable;
  for (let round = 1; ; round++) {
    const ending = backwardPasses(analysis, good, sometimes);
    if ((ending[entry] ?? null) === null) return true;
    if (round === roundsOf(analysis, sometimes)) return false;
    good = analysis.forwardWithin(ending, good);
  }
}

function roundsOf({ context }: RootAnalysis, sometimes: readonly AssertionId[]): number {
  return sometimes.length > 0 ? 1 : Math.max(1, context.settings.rounds);
}

function backwardPasses(analysis: RootAnalysis, good: readonly State[], sometimes: readonly AssertionId[]): readonly State[] {
  const { termination } = analysis.context.settings;
  const always = analysis.backward(good, { kind: 'always' }, termination && sometimes.length === 0);
  let ending = always;
  if (sometimes.length > 0) {
    for (const assertion of sometimes) ending = meetAll(ending, intermittent(analysis, always, assertion));
  } else if (termination) {
    ending = analysis.backward(always, { kind: 'end' }, true);
  }
  return ending;
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

/** Points that good states lead to in a state that is not good: never where everything reachable is. */
function frontierOf(analysis: RootAnalysis, reachable: readonly State[], good: readonly State[]): FrontierPoint[] {
  const equations = new ForwardEquations(analysis.unfolding, {
    callGraph: analysis.context.callGraph,
    transfers: analysis.transfers,
    seeds: new Map([[analysis.unfolding.root.entry, analysis.settledEntry]]),
    invariant: null,
    callerStates: null,
    isCovered: analysis.isCovered,
  });
  equations.states = [...good];
  const frontier: FrontierPoint[] = [];
  const seen = new Set<PointId>();
  for (let point = 0; point < analysis.unfolding.size; point++) {
    if (seen.has(point)) continue;
    // Several nodes may stand for one control point (copies of a finally block, of a loop's test): a claim speaks of all of them.
    const alike = samePoint(analysis, point);
    if (alike.every((other) => good[other] === reachable[other])) continue;
    let inflow: State = null;
    let goodHere: State = null;
    let reached = point;
    for (const other of alike) {
      seen.add(other);
      // Being at a failure is no origin: the origin is where it was decided.
      if (isFailure(analysis, other) || isGivenUp(analysis, other)) continue;
      const here = equations.inflow(other, 'normal');
      if (here !== null && inflow === null) reached = other;
      inflow = states.join(inflow, here);
      goodHere = states.join(goodHere, good[other] ?? null);
    }
    // Relations are the same on both sides: no pass condemns states by them.
    if (inflow === null || (goodHere !== null && states.leq(states.withRelations(inflow, goodHere.relations), goodHere))) continue;
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

/** Only the consumer of a generator leads here, who ends it at a `yield`: nobody knows whether one does, so nothing is decided here. */
function isGivenUp(analysis: RootAnalysis, point: PointId): boolean {
  const instance = analysis.unfolding.instanceAt[point];
  if (instance === undefined) return false;
  const incoming = instance.indexed.incoming[point - instance.base] ?? [];
  return incoming.length > 0 && incoming.every((edge) => isEndAtYield(edge, instance.indexed.outgoing[edge.source] ?? []));
}

/** The first edge of a `yield` goes on; the others are for consumers that end the generator. */
function isEndAtYield(edge: Edge, beside: readonly Edge[]): boolean {
  if (edge.instruction.kind !== 'yield' || edge.outcome !== 'normal') return false;
  return beside.find(({ instruction, outcome }) => instruction === edge.instruction && outcome === 'normal') !== edge;
}
