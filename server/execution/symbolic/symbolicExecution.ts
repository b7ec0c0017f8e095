import type { Expression } from '../../ir/expression.js';
import type { AssertionId, FunctionId, ModuleIr, NodeId, TypeAssumption, VariableId } from '../../ir/program.js';
import { endlessAt, failureKey, missedIn, type Failure } from '../concrete/failure.js';
import { Machine } from '../concrete/machine.js';
import type { Completion } from '../concrete/machine.js';
import type { FunctionFrame } from '../concrete/frame.js';
import { functionIndex, indexOf } from '../concrete/moduleIndex.js';
import type { RealmTables } from '../concrete/realm.js';
import { OutOfFuel, Unmodelled } from '../concrete/signals.js';
import type { ConcreteValue } from '../concrete/concreteValue.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { InstructionOf } from '../../semantics/outcome.js';
import { read } from '../../semantics/scope.js';
import type { Activation } from '../../semantics/scope.js';
import type { LiveState } from '../../semantics/state.js';
import type { TermModels } from './termCall.js';
import { PreState } from './preState.js';
import type { Moment } from './endless.js';
import { receiverOf } from './receiver.js';
import { mostBehindUnknown, Quantities, textOf } from './quantities.js';
import { findEndless } from './search.js';
import type { Advice, LongPath, Run, RunAgain, Watch } from './search.js';
import { Endless, TooOften, Unsettled } from './pathSignals.js';
import { PathTerms } from './terms.js';
import { Covered, LoopSummaries } from './loopSummaries.js';
import { UnknownCode, type UnknownCalls } from './unknownCode.js';
import type { Decision } from './pathCondition.js';

/** What becomes of the runs of a root, by what is decided about its entry. */
export type PathTree =
  /** They fail. */
  | { readonly kind: 'bad'; readonly failure: Failure }
  /** Some of them may be good. */
  | { readonly kind: 'open'; /** A loop goes on that was not followed. */ readonly goesOn?: true }
  /** They go around in a loop, and then on as other runs of the tree. */
  | { readonly kind: 'covered' }
  | {
      readonly kind: 'decision';
      readonly condition: Expression;
      /** Whether all that it speaks of has a name. */
      readonly isNameable: boolean;
      /** The run came to its place before. */
      readonly isRepeated: boolean;
      readonly whenTrue: PathTree;
      readonly whenFalse: PathTree;
    };

export interface FollowedPaths {
  readonly tree: PathTree;
  readonly quantities: Quantities;
  /** Every path was followed to its end, and what it decided has a name. */
  readonly isExact: boolean;
  /** Where the runs that fail do so. */
  readonly failures: readonly Failure[];
  /** Whether some that fail do so without having passed an intermittent assertion. */
  readonly misses: boolean;
  /** Instructions performed. */
  readonly steps: number;
  /** The functions that were called. */
  readonly entered: ReadonlySet<FunctionId>;
}

/** A root and the states of its entry from which a run may be good. */
export interface PathProblem {
  readonly root: FunctionId;
  readonly entry: LiveState;
  readonly activation: Activation;
  readonly builtins: { readonly concrete: RealmTables; readonly terms: TermModels };
  /** Whether its parameters are as they are declared. */
  readonly isTyped: boolean;
  readonly isOnce: (variable: VariableId) => boolean;
  readonly mayOverflow: (caller: FunctionId) => boolean;
  /** What a variable of the root may hold whenever control is at a node of it. */
  valueAt(node: NodeId, variable: VariableId): Value;
  /** What is assumed of code that is not seen; null: nothing, a run that meets it may be good. */
  readonly unknownCalls: UnknownCalls | null;
  /** Whether a run that does not end fails. */
  readonly mustEnd: boolean;
  readonly passesAssertions: boolean;
  /** The intermittent assertions that bind the root. */
  readonly obligations: readonly AssertionId[];
}

const maxPaths = 64;
/** Instructions of one path, and of all. */
const pathFuel = 2_000;
const totalFuel = 20_000;
const maxDepth = 60;
/** Paths that are long and are looked at for never ending. */
const mostSearches = 8;
/** How often one place may decide, where not all paths can be followed: what a loop's later iterations ask tells a reader nothing. */
const fewRepeats = 3;

const open: PathTree = { kind: 'open' };
const covered: PathTree = { kind: 'covered' };
/** A loop goes on that was not followed. */
const goesOn: PathTree = { kind: 'open', goesOn: true };

/**
 * Follows the runs of a root one by one, by the interpreter of `concrete`, with terms for what is not known at the entry: at each
 * branch on a term both ways are taken. Each path is a run from the start, with one decision changed. What is not modelled exactly,
 * a path that is too long, and whatever lies beyond the budget, may be good. So a run fails for certain if its entry decides as the
 * paths to a failure do: the tree over-approximates the good entries. Where loops have too many paths, their first iterations are followed.
 */
export function followPaths(problem: PathProblem): FollowedPaths | null {
  if (problem.activation.program.module.tampersWithBuiltins) return null;
  const shared = {
    quantities: problem.unknownCalls === null ? new Quantities() : new Quantities(mostBehindUnknown),
    advice: new Map<Moment, Advice>(),
    asked: new Set<Moment>(),
    searches: mostSearches,
  };
  const all = follow(problem, shared, Infinity);
  if (all.isExact) return all;
  const few = all.mostRepeats <= fewRepeats ? all : follow(problem, shared, fewRepeats);
  const steps = few === all ? all.steps : all.steps + few.steps;
  const summary = problem.mustEnd && problem.unknownCalls !== null ? summarise(problem, shared, few) : null;
  return summary === null ? { ...few, steps } : { ...summary, steps: steps + summary.steps };
}

/** Larger trees are not put together. */
const mostLeaves = 4096;

/** What was left open is asked of the runs whose loops have summaries. Null where that says no more. */
function summarise(problem: PathProblem, shared: Shared, few: Following): Following | null {
  if (!isOpen(few.tree)) return null;
  const summary = followAll(problem, { ...shared, searches: 0 }, fewRepeats, true);
  if (!fails(summary.tree) || leavesOf(few.tree) * leavesOf(summary.tree) > mostLeaves) return { ...few, steps: summary.steps };
  const failures = new Map([...few.failures, ...summary.failures].map((failure) => [failureKey(failure), failure]));
  return {
    ...few,
    tree: continued(few.tree, summary.tree),
    failures: [...failures.values()],
    misses: few.misses || summary.misses,
    steps: summary.steps,
    entered: new Set([...few.entered, ...summary.entered]),
  };
}

/** Whether some runs may be good. */
function isOpen(tree: PathTree): boolean {
  return tree.kind === 'decision' ? isOpen(tree.whenTrue) || isOpen(tree.whenFalse) : tree.kind === 'open';
}

function fails(tree: PathTree): boolean {
  return tree.kind === 'decision' ? fails(tree.whenTrue) || fails(tree.whenFalse) : tree.kind === 'bad';
}

function leavesOf(tree: PathTree): number {
  return tree.kind === 'decision' ? leavesOf(tree.whenTrue) + leavesOf(tree.whenFalse) : 1;
}

/** Where one tree says nothing, the other does: both are true of the same entries. */
function continued(tree: PathTree, further: PathTree): PathTree {
  if (tree.kind === 'decision')
    return { ...tree, whenTrue: continued(tree.whenTrue, further), whenFalse: continued(tree.whenFalse, further) };
  return tree.kind === 'open' ? further : tree;
}

/** What several ways to follow the same runs share. */
interface Shared {
  readonly quantities: Quantities;
  readonly advice: Map<Moment, Advice>;
  readonly asked: Set<Moment>;
  /** How many paths that do not end may still be looked at. */
  searches: number;
}

type Following = FollowedPaths & { readonly mostRepeats: number };

/** Where a path is found never to end, all is followed again, with that asked first. */
function follow(problem: PathProblem, shared: Shared, maxRepeats: number): Following {
  let spent = 0;
  for (;;) {
    const known = shared.advice.size;
    const followed = followAll(problem, shared, maxRepeats);
    spent += followed.steps;
    if (shared.advice.size === known) return { ...followed, steps: spent };
  }
}

function followAll(problem: PathProblem, shared: Shared, maxRepeats: number, summarises = false): Following {
  const { quantities, advice } = shared;
  let tree: PathTree = open;
  let steps = 0;
  let searched = 0;
  let isExact = true;
  const failures = new Map<string, Failure>();
  let misses = false;
  let mostRepeats = 0;
  const entered = new Set<FunctionId>();
  let prefix: boolean[] | null = [];
  for (let paths = 0; prefix !== null && paths < maxPaths && steps < totalFuel; paths++) {
    const path = followOne(problem, { quantities, advice, forced: prefix, maxRepeats, summarises });
    steps += path.steps;
    for (const callee of path.entered) entered.add(callee);
    if (path.mayGoOn && shared.searches > 0) {
      shared.searches--;
      const runAgain: RunAgain = (forced, watch) => followOne(problem, { quantities, advice, forced, maxRepeats, summarises, watch });
      const { found, steps: spent } = findEndless(path, runAgain, shared.asked);
      searched += spent;
      if (found !== null) {
        advice.set(found.moment, found.advice);
        break;
      }
    }
    if (path.failure !== null) failures.set(failureKey(path.failure), path.failure);
    misses ||= path.misses;
    mostRepeats = Math.max(mostRepeats, path.mostRepeats);
    tree = insert(
      tree,
      path.decisions,
      path.failure !== null ? { kind: 'bad', failure: path.failure } : path.isCovered ? covered : path.goesOn ? goesOn : open,
      quantities,
    );
    isExact &&= path.isComplete && path.decisions.every(({ condition }) => quantities.isNameable(condition));
    prefix = nextPrefix(path.decisions, prefix.length);
  }
  return {
    tree: withoutLastTests(tree),
    quantities,
    isExact: isExact && prefix === null,
    failures: [...failures.values()],
    misses,
    steps: steps + searched,
    entered,
    mostRepeats,
  };
}

/** The number of iterations that are followed is ours: that a loop goes on for longer is no condition of the program. */
function withoutLastTests(tree: PathTree): PathTree {
  if (tree.kind !== 'decision') return tree;
  const whenTrue = withoutLastTests(tree.whenTrue);
  const whenFalse = withoutLastTests(tree.whenFalse);
  const [one, other] = [whenTrue, whenFalse].map(({ kind }) => kind);
  if (whenTrue === goesOn || whenFalse === goesOn) {
    if (one === 'open' && other === 'open') return goesOn;
    if (tree.isRepeated && (one === 'bad' || other === 'bad')) return goesOn;
  }
  return { ...tree, whenTrue, whenFalse };
}

/** The decisions of the next path: the last that is still true becomes false. */
function nextPrefix(decisions: readonly Decision[], forced: number): boolean[] | null {
  const truths = decisions.map(({ truth }) => truth);
  // A path that ended early did not come to all that was forced.
  if (truths.length < forced) return null;
  const last = truths.lastIndexOf(true);
  return last < 0 ? null : [...truths.slice(0, last), false];
}

function insert(tree: PathTree, decisions: readonly Decision[], leaf: PathTree, quantities: Quantities, from = 0): PathTree {
  const first = decisions[from];
  if (first === undefined) return leaf;
  const known =
    tree.kind === 'decision'
      ? tree
      : {
          kind: 'decision' as const,
          condition: first.condition,
          isNameable: quantities.isNameable(first.condition),
          isRepeated: first.isRepeated,
          whenTrue: open,
          whenFalse: open,
        };
  return first.truth
    ? { ...known, whenTrue: insert(known.whenTrue, decisions, leaf, quantities, from + 1) }
    : { ...known, whenFalse: insert(known.whenFalse, decisions, leaf, quantities, from + 1) };
}

interface Path extends Run, LongPath {
  readonly failure: Failure | null;
  readonly isComplete: boolean;
  /** It goes on as others. */
  readonly isCovered: boolean;
  /** A loop was left in the middle. */
  readonly goesOn: boolean;
  /** It was left because it is long: perhaps it never ends. */
  readonly mayGoOn: boolean;
  /** It fails, and passed not all of the intermittent assertions. */
  readonly misses: boolean;
  /** How often the place that decided most did so. */
  readonly mostRepeats: number;
  readonly entered: ReadonlySet<FunctionId>;
}

interface PathStart {
  readonly quantities: Quantities;
  readonly advice: ReadonlyMap<Moment, Advice>;
  readonly forced: readonly boolean[];
  readonly maxRepeats: number;
  /** Whether loops have summaries. */
  readonly summarises: boolean;
  readonly watch?: Watch;
}

function followOne(problem: PathProblem, { quantities, advice, forced, maxRepeats, summarises, watch }: PathStart): Path {
  const { program } = problem.activation;
  const terms = new PathTerms(problem.builtins.terms, program, quantities, forced, maxRepeats);
  let summaries: LoopSummaries | null = null;
  const machine: Machine = new Machine(
    program.module,
    { fuel: pathFuel + (watch?.extraFuel ?? 0), maxDepth, universal: problem, builtins: problem.builtins.concrete },
    (frame) => {
      const place = placeOf(frame, program.module);
      terms.arrive(place);
      summaries?.arrive(frame);
      if (isStation(frame) && (advice.size > 0 || watch !== undefined)) passStation(frame, place, terms, machine, advice, watch);
    },
  );
  const isReassigned = (variable: VariableId): boolean => machine.index.variables.get(variable)?.reassigned !== false;
  const unknown = problem.unknownCalls === null ? null : new UnknownCode(problem.unknownCalls, machine, terms, isReassigned);
  machine.unseen = unknown;
  const valueAt = (frame: FunctionFrame, variable: VariableId): Value =>
    machine.isRoot(frame) ? problem.valueAt(frame.node, variable) : values.top;
  const mustEnd = (): boolean => machine.isSynchronous && !machine.isEndlessMeant;
  if (summarises && unknown !== null) summaries = new LoopSummaries(unknown, terms, valueAt, mustEnd);
  let failure: Failure | null = null;
  let isComplete = false;
  let goesOn = false;
  let isEndless = false;
  let isCovered = false;
  let mayGoOn = false;
  let unsettled: Unsettled | null = null;
  try {
    const completion = callRoot(problem, machine, terms, unknown);
    isComplete = completion !== null;
    failure = completion === null ? null : failureOf(completion, machine, problem);
  } catch (signal) {
    if (signal instanceof Endless) {
      isEndless = isComplete = mayNotEnd(machine, problem);
      failure = isEndless && machine.place !== null ? endlessAt(machine.place) : null;
    } else if (signal instanceof Covered) isCovered = true;
    else if (signal instanceof Unsettled) unsettled = signal;
    else if (signal instanceof Unmodelled || signal instanceof OutOfFuel) {
      goesOn = signal instanceof TooOften;
      mayGoOn = goesOn || signal instanceof OutOfFuel;
    } else throw signal;
  }
  return {
    isEndless,
    isCovered,
    unsettled,
    mostRepeats: terms.mostRepeats,
    misses: failure !== null && !passesAll(machine, problem),
    isComplete,
    goesOn,
    mayGoOn,
    failure,
    decisions: terms.decisions,
    visits: terms.visits,
    steps: machine.realm.fuel.steps,
    entered: machine.entered,
  };
}

/** Where loops and recursions come back to. */
const isStation = ({ node, index }: FunctionFrame): boolean => node === index.function.entry || index.departures[node]?.kind === 'branch';

function passStation(
  frame: FunctionFrame,
  place: string,
  terms: PathTerms,
  machine: Machine,
  advice: ReadonlyMap<Moment, Advice>,
  watch: Watch | undefined,
): void {
  const moment = `${machine.realm.fuel.steps} ${terms.history}`;
  const known = advice.get(moment);
  if (known !== undefined && (known === 'endless' || terms.ask(known))) throw new Endless();
  watch?.arrive({ frame, place, terms, machine, moment });
}

/** Not to end is a failure, but where it is meant or where somebody has the promise already. */
function mayNotEnd(machine: Machine, problem: PathProblem): boolean {
  if (!machine.isSynchronous) return false;
  if (problem.obligations.length > 0) return !passesAll(machine, problem);
  return problem.mustEnd && !machine.isEndlessMeant;
}

/** A loop's test has a place wherever it is evaluated: also before the first iteration, at a node of its own. */
function placeOf({ node, index }: FunctionFrame, module: ModuleIr): string {
  const departure = index.departures[node];
  const test = departure?.kind === 'branch' ? departure.choices[0]?.assume : undefined;
  return `${index.function.id} ${test === undefined ? node : placeOfTest(test, module)}`;
}

const placesOfTests = new WeakMap<InstructionOf<'assume'>, string>();

/** Several tests may begin, or end, at one offset (`o?.f?.()`); of one that is copied the temporaries differ. */
function placeOfTest(test: InstructionOf<'assume'>, module: ModuleIr): string {
  let place = placesOfTests.get(test);
  if (place === undefined) {
    const isTemporary = (id: string): boolean => module.variables[Number(id)]?.kind === 'temporary';
    const condition = textOf(test.condition).replace(/\bv(\d+)\b/g, (named, id: string) => (isTemporary(id) ? 'v' : named));
    place = `[${test.span.start} ${test.span.end} ${condition}]`;
    placesOfTests.set(test, place);
  }
  return place;
}

function callRoot(problem: PathProblem, machine: Machine, terms: PathTerms, unknown: UnknownCode | null): Completion | null {
  const { activation, entry } = problem;
  const { module } = activation.program;
  const index = indexOf(module);
  const { function: body } = functionIndex(index, problem.root);
  if (body.kind === 'module' || body.kind === 'derivedConstructor' || body.isGenerator || body.argumentsVariable !== null) return null;
  const preState = new PreState(entry, activation, index, machine.realm, terms, problem.isOnce);
  if (unknown !== null) unknown.preState = preState;
  const declaredOf = (variable: VariableId): TypeAssumption | null =>
    problem.isTyped ? (module.variables[variable]?.assumption ?? null) : null;
  const given = (variable: VariableId): ConcreteValue =>
    terms.input({ kind: 'parameter', variable, assumption: declaredOf(variable) }, read(entry, variable, activation));
  const self = receiverOf(body, body.thisVariable === null ? null : declaredOf(body.thisVariable), activation.program, terms);
  const closure = { function: body, cells: preState.cellsOf(body.id), isClass: false };
  return machine.runRoot(closure, self, body.parameters.map(given), body.rest === null ? undefined : given(body.rest));
}

/** Where the run fails; null when it does not. */
function failureOf(completion: Completion, machine: Machine, problem: PathProblem): Failure | null {
  const stopped = machine.failureOf(completion, functionIndex(machine.index, problem.root).function);
  return stopped ?? (passesAll(machine, problem) ? null : missedIn(problem.root));
}

const passesAll = ({ passed }: Machine, { obligations }: PathProblem): boolean => obligations.every((assertion) => passed.has(assertion));
