import type { AssertionId, FunctionId, FunctionIr, ModuleIr, NodeId, TypeAssumption, VariableId } from '../../ir/program.js';
import { addFailure, endlessAt, failureKey, missedIn, type Failure } from '../concrete/failure.js';
import { Machine } from '../concrete/machine.js';
import type { Completion } from '../concrete/machine.js';
import type { FunctionFrame } from '../concrete/frame.js';
import { functionIndex, indexOf, type FunctionIndex } from '../concrete/moduleIndex.js';
import type { RealmTables } from '../concrete/realm.js';
import { OutOfFuel, Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, type ConcreteValue } from '../concrete/concreteValue.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import type { InstructionOf } from '../../semantics/outcome.js';
import { read } from '../../semantics/scope.js';
import type { Activation } from '../../semantics/scope.js';
import type { LiveState } from '../../semantics/state.js';
import type { TermModels } from './termCall.js';
import { copyUnknown } from './copies.js';
import { PreState } from './preState.js';
import type { Moment } from './endless.js';
import { receiverOf } from './receiver.js';
import { mostBehindUnknown, Quantities, textOf } from './quantities.js';
import { findEndless } from './search.js';
import type { Advice, LongPath, Run, RunAgain, Search, Watch } from './search.js';
import { Endless, ForeignException, TooLarge, TooOften, Unsettled } from './pathSignals.js';
import { PathTerms } from './terms.js';
import { GoodEntries } from './goodEntries.js';
import { KnownStates } from './knownStates.js';
import { Covered, LoopSummaries, type Refuted } from './loopSummaries.js';
import { UnknownCode, type UnknownCalls } from './unknownCode.js';
import {
  continued,
  covered,
  fails,
  goesOn,
  good,
  insert,
  leavesOf,
  open,
  openLeavesOf,
  withoutLastTests,
  type PathTree,
} from './followedTree.js';
import { hearsOfFailures } from './processEvents.js';
import { fewRepeats, type Decision } from './pathCondition.js';

export interface FollowedPaths {
  readonly tree: PathTree;
  readonly quantities: Quantities;
  /** Every path was followed to its end, and what it decided has a name. */
  readonly isExact: boolean;
  /** Where the runs that fail do so. */
  readonly failures: readonly Failure[];
  /** By key, the failures whose places others got past that fail elsewhere. */
  readonly passed: ReadonlySet<string>;
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
  /** The values that a variable of the root may hold whenever control is at a node of it. */
  valueAt(node: NodeId, variable: VariableId): Value;
  /** The assumptions about code that is not seen; null: none, a run that meets it may be good. */
  readonly unknownCalls: UnknownCalls | null;
  /** Whether a run that does not end fails. */
  readonly mustEnd: boolean;
  readonly passesAssertions: boolean;
  /** The intermittent assertions that bind the root. */
  readonly obligations: readonly AssertionId[];
}

const maxPaths = 64;

/** How far runs are followed, in instructions. */
interface Limits {
  readonly path: number;
  readonly all: number;
  /** All runs behind unknown code, or with summaries; and those before the first that fails. */
  readonly unknown: number;
  readonly summary: number;
  readonly hopeless: number;
  readonly depth: number;
}

const ofFunctions: Limits = { path: 2_000, all: 20_000, unknown: 1_500, summary: 1_000, hopeless: 300, depth: 60 };
/** A program's top level is its only run, and most of it has one path. */
const ofModules: Limits = { path: 30_000, all: 60_000, unknown: 30_000, summary: 30_000, hopeless: 15_000, depth: 400 };

const isModule = ({ root, activation }: PathProblem): boolean => activation.program.module.functions[root]?.kind === 'module';

const limitsOf = (problem: PathProblem): Limits => (isModule(problem) ? ofModules : ofFunctions);

/** Paths that are long and are looked at for never ending. */
const mostSearches = 8;
/** And those that are left for what they compute. */
const mostSearchesOfLarge = 2;
/** The first decisions of a long path that are taken the other way, to look at what goes on then. */
const mostBeside = 6;
const mostTried = 12;

/**
 * Follows the runs of a root one by one, by the interpreter of `concrete`, with terms for what is not known at the entry: at each
 * branch on a term both ways are taken. Each path is a run from the start, with one decision changed. What is not modelled exactly,
 * a path that is too long, and whatever lies beyond the budget, may be good. So a run fails for certain if its entry decides as the
 * paths to a failure do: the tree over-approximates the good entries. Where loops have too many paths, their first iterations are followed.
 */
export function followPaths(problem: PathProblem): Followable | null {
  if (problem.activation.program.module.tampersWithBuiltins) return null;
  const shared = {
    quantities: problem.unknownCalls === null ? new Quantities() : new Quantities(mostBehindUnknown),
    advice: new Map<Moment, Advice>(),
    asked: new Set<Moment>(),
    refuted: new Set() as Refuted,
    searches: mostSearches,
    searchesOfLarge: mostSearchesOfLarge,
  };
  const all = follow(problem, shared, Infinity);
  if (all.isExact) return { known: all, further: () => all };
  const few = all.mostRepeats <= fewRepeats ? all : follow(problem, shared, fewRepeats);
  const known = few === all ? all : { ...few, steps: all.steps + few.steps };
  return { known, further: () => beyond(known, problem, shared) };
}

/** Paths as far as all of their code is known, and with those that go on behind unknown code and loops. */
export interface Followable {
  readonly known: FollowedPaths;
  /** Its steps are those of both. */
  further(): FollowedPaths;
}

/** Larger trees are not put together. */
const mostLeaves = 1024;

/** Decides open parts by runs that go on behind unknown code, and by those whose loops have summaries. */
function beyond(known: Following, problem: PathProblem, shared: Shared): Following {
  if (problem.unknownCalls === null) return known;
  // Runs that pass an assertion need not end.
  const mustEnd = problem.mustEnd && problem.obligations.length === 0;
  let before = known;
  if (known.meetsUnknown && openLeavesOf(before.tree) > 0) {
    const further = followAll(problem, shared, fewRepeats, 'unknown');
    before = joined(before, further);
    if (further.mayAllBeGood || further.isSettled) return before;
  }
  if (!mustEnd || openLeavesOf(before.tree) === 0) return before;
  return joined(before, summarised(problem, shared));
}

/** Where a loop may change more than was presumed of it, all is followed again. */
function summarised(problem: PathProblem, shared: Shared): Following {
  let steps = 0;
  for (;;) {
    const known = shared.refuted.size;
    const followed = followAll(problem, shared, fewRepeats, 'summary');
    steps += followed.steps;
    if (shared.refuted.size === known) return { ...followed, steps };
  }
}

function joined(before: Following, further: Following): Following {
  const steps = before.steps + further.steps;
  if (!fails(further.tree) || openLeavesOf(before.tree) * leavesOf(further.tree) > mostLeaves) return { ...before, steps };
  const failures = new Map<string, Failure>();
  for (const failure of [...before.failures, ...further.failures]) addFailure(failures, failure);
  return {
    ...before,
    tree: continued(before.tree, further.tree),
    failures: [...failures.values()],
    passed: new Set([...before.passed, ...further.passed]),
    misses: before.misses || further.misses,
    steps,
    entered: new Set([...before.entered, ...further.entered]),
  };
}

/** The data that several ways to execute the same runs share. */
interface Shared {
  readonly quantities: Quantities;
  readonly advice: Map<Moment, Advice>;
  readonly asked: Set<Moment>;
  readonly refuted: Refuted;
  /** How many paths that do not end may still be looked at; and how many that are left for what they compute. */
  searches: number;
  searchesOfLarge: number;
}

/** `known`: a run that meets unknown code is left open. `unknown`: it goes on. `summary`: and loops are left after one round. */
type Pass = 'known' | 'unknown' | 'summary';

interface Following extends FollowedPaths {
  readonly mostRepeats: number;
  /** Some runs were left open for what they met. */
  readonly meetsUnknown: boolean;
  /** A path came to a good end that nothing leads to which an entry decides: every entry may come to it, and no more is asked. */
  readonly mayAllBeGood: boolean;
  /** Every path was followed as far as it says something about an entry: to follow them in another way tells no more. */
  readonly isSettled: boolean;
}

/** Where a path is found never to end, all is followed again, with that asked first. */
function follow(problem: PathProblem, shared: Shared, maxRepeats: number): Following {
  let spent = 0;
  for (;;) {
    const known = shared.advice.size;
    const followed = followAll(problem, shared, maxRepeats, 'known');
    spent += followed.steps;
    if (shared.advice.size === known) return { ...followed, steps: spent };
  }
}

function followAll(problem: PathProblem, shared: Shared, maxRepeats: number, pass: Pass): Following {
  const { quantities, advice, refuted } = shared;
  const limits = limitsOf(problem);
  let tree: PathTree = open;
  let steps = 0;
  let searched = 0;
  let isExact = true;
  const failures = new Map<string, Failure>();
  const failing: Path[] = [];
  let misses = false;
  let mostRepeats = 0;
  let meetsUnknown = false;
  let mayAllBeGood = false;
  let isSettled = true;
  const entered = new Set<FunctionId>();
  const states = new KnownStates(problem.mustEnd && problem.obligations.length === 0);
  const presumed = refuted.size;
  const maybeGood = new GoodEntries(quantities);
  let prefix: readonly Decision[] | null = [];
  const most = { known: limits.all, unknown: limits.unknown, summary: limits.summary }[pass];
  const mostOf = (isHopeless: boolean): number => (pass !== 'known' && isHopeless ? limits.hopeless : most);
  /** An endless run that leaves a long one in the first iterations of its loop: more is said by what it depends on. */
  const besideLong = (long: Path, runAgain: RunAgain): Search['found'] => {
    const pending: { readonly decisions: readonly Decision[]; readonly from: number }[] = [{ decisions: long.decisions, from: 0 }];
    let tried = 0;
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const { decisions, from } = next;
      for (let at = from; at < Math.min(decisions.length, mostBeside); at++) {
        if (shared.searches <= 0 || ++tried > mostTried) return null;
        const forced = decisions.slice(0, at + 1).map(({ truth }, i) => (i === at ? !truth : truth));
        const path = followOne(problem, { quantities, advice, refuted, forced, maxRepeats, pass });
        searched += path.steps;
        if (!path.mayGoOn || path.isLarge) continue;
        if (path.mostRepeats > fewRepeats) {
          pending.push({ decisions: path.decisions, from: at + 1 });
          continue;
        }
        shared.searches--;
        const { found, steps: spent } = findEndless(path, runAgain, shared.asked);
        searched += spent;
        if (found?.advice === 'endless') return found;
      }
    }
    return null;
  };
  for (let paths = 0; prefix !== null && paths < maxPaths && steps < mostOf(failures.size === 0); paths++) {
    const forced = prefix.map(({ truth }) => truth);
    const path = followOne(problem, { quantities, advice, refuted, forced, maxRepeats, pass, states });
    steps += path.steps;
    if (refuted.size > presumed) break;
    for (const callee of path.entered) entered.add(callee);
    if (path.mayGoOn && pass === 'known' && (path.isLarge ? shared.searchesOfLarge : shared.searches) > 0) {
      if (path.isLarge) shared.searchesOfLarge--;
      else shared.searches--;
      const runAgain: RunAgain = (forced, watch) => followOne(problem, { quantities, advice, refuted, forced, maxRepeats, pass, watch });
      const { found, steps: spent } = findEndless(path, runAgain, shared.asked);
      searched += spent;
      const advised = path.mostRepeats > fewRepeats ? (besideLong(path, runAgain) ?? found) : found;
      if (advised !== null) {
        advice.set(advised.moment, advised.advice);
        break;
      }
    }
    if (path.failure !== null && !path.isCovered) {
      addFailure(failures, path.failure);
      failing.push(path);
    }
    misses ||= path.misses;
    mostRepeats = Math.max(mostRepeats, path.mostRepeats);
    meetsUnknown ||= path.meetsUnknown;
    tree = insert(tree, path.decisions, leafOf(path), quantities);
    isExact &&= path.isComplete && path.decisions.every(({ condition }) => quantities.isNameable(condition));
    const mayBeGood = path.failure === null && !path.isCovered;
    mayAllBeGood ||= mayBeGood && path.hasEnded && !path.decisions.some(({ condition }) => quantities.isNameable(condition));
    isSettled &&= path.hasEnded || path.isCovered;
    if (mayAllBeGood && pass !== 'known') break;
    // A path that ended early did not come to all that was forced.
    if (path.decisions.length < prefix.length) prefix = null;
    else if (pass === 'known') prefix = nextOf(path.decisions);
    else {
      if (mayBeGood) maybeGood.add(path.decisions);
      prefix = mayBeGood ? nextAsked(path.decisions, quantities, path.hasEnded || pass === 'summary') : nextOf(path.decisions);
      while (prefix !== null && maybeGood.includes(prefix)) prefix = nextOf(prefix);
    }
  }
  return {
    tree: withoutLastTests(tree),
    quantities,
    isExact: isExact && prefix === null,
    failures: [...failures.values()],
    passed: new Set([...failures].flatMap(([key, failure]) => (failing.some((path) => getsPast(path, failure)) ? [key] : []))),
    misses,
    steps: steps + searched,
    entered,
    mostRepeats,
    meetsUnknown,
    mayAllBeGood,
    isSettled: isSettled && prefix === null,
  };
}

/** Whether the path came to the place of a failure and went on to another one. */
const getsPast = ({ failure, visits }: Path, other: Failure): boolean =>
  failure !== null && failureKey(failure) !== failureKey(other) && visits.has(`${other.function} ${other.node}`);

function leafOf({ failure, isCovered, goesOn: mayGoOn, hasEnded, isPastLoop }: Path): PathTree {
  if (isCovered) return covered;
  if (failure !== null) return isPastLoop ? { kind: 'bad', failure, isPastLoop } : { kind: 'bad', failure };
  if (hasEnded) return good;
  return mayGoOn ? goesOn : open;
}

/** The decisions of the next path: the last that is still as it was tried first becomes the other. */
const nextOf = (decisions: readonly Decision[]): readonly Decision[] | null =>
  withOther(
    decisions,
    decisions.findLastIndex(({ isFirst }) => isFirst),
  );

/**
 * The decisions of the next path, after one that may be good: so may then be all entries that decide as it does, whichever way goes what has
 * no name. Behind the last decision that has one no more is asked; of a path that was not followed to its end (`isSettled`: it was) only
 * whether one that turns off early is good.
 */
function nextAsked(decisions: readonly Decision[], quantities: Quantities, isSettled: boolean): readonly Decision[] | null {
  const free = decisions.findLastIndex(({ condition }) => quantities.isNameable(condition)) + 1;
  const early = isSettled ? -1 : decisions.findIndex(({ isFirst }, i) => isFirst && i >= free);
  return early < 0 ? nextOf(decisions.slice(0, free)) : withOther(decisions, early);
}

function withOther(decisions: readonly Decision[], at: number): readonly Decision[] | null {
  const turned = decisions[at];
  return turned === undefined ? null : [...decisions.slice(0, at), { ...turned, truth: !turned.truth, isFirst: false }];
}

interface Path extends Run, LongPath {
  readonly failure: Failure | null;
  /** It was followed to its end. */
  readonly hasEnded: boolean;
  /** And it fails, or nothing in it was unknown code that may do otherwise. */
  readonly isComplete: boolean;
  /** It goes on as others, or fails for what unknown code does. */
  readonly isCovered: boolean;
  /** A loop was left in the middle. */
  readonly goesOn: boolean;
  /** It was presumed to leave a loop. */
  readonly isPastLoop: boolean;
  /** It was left because it is long: perhaps it never ends. */
  readonly mayGoOn: boolean;
  /** It was left because it computes what is too large. */
  readonly isLarge: boolean;
  /** It was left for what it met. */
  readonly meetsUnknown: boolean;
  /** It fails, and passed not all of the intermittent assertions. */
  readonly misses: boolean;
  /** How often the place that decided most did so. */
  readonly mostRepeats: number;
  readonly entered: ReadonlySet<FunctionId>;
}

interface PathStart {
  readonly refuted: Refuted;
  readonly quantities: Quantities;
  readonly advice: ReadonlyMap<Moment, Advice>;
  readonly forced: readonly boolean[];
  readonly maxRepeats: number;
  readonly pass: Pass;
  /** The states that other runs came to; absent where the run is followed for something else. */
  readonly states?: KnownStates;
  readonly watch?: Watch;
}

function followOne(problem: PathProblem, { quantities, advice, forced, maxRepeats, pass, states, watch, refuted }: PathStart): Path {
  const { program } = problem.activation;
  const limits = limitsOf(problem);
  const terms = new PathTerms(problem.builtins.terms, program, quantities, forced, maxRepeats);
  terms.followsLists = pass !== 'summary';
  terms.triesToPass = pass !== 'known';
  let summaries: LoopSummaries | null = null;
  let unknown: UnknownCode | null = null;
  const machine: Machine = new Machine(
    program.module,
    {
      fuel: limits.path + (watch?.extraFuel ?? 0),
      maxDepth: limits.depth,
      universal: problem,
      builtins: problem.builtins.concrete,
      runsJobs: pass === 'known' && isModule(problem) && !hearsOfFailures(program.module),
    },
    (frame) => {
      const place = placeOf(frame, program.module);
      terms.arrive(place);
      if (unknown?.hasRun === true && states?.isKnown(frame, machine, terms, unknown) === true) throw new Covered();
      summaries?.arrive(frame);
      // Advice is of runs that know what their variables hold.
      const taken = summaries?.hasForgotten === true ? noAdvice : advice;
      if (isStation(frame) && !machine.isInterleaved && (taken.size > 0 || watch !== undefined))
        passStation(frame, place, terms, machine, taken, watch);
    },
  );
  const isReassigned = (variable: VariableId): boolean => machine.index.variables.get(variable)?.reassigned !== false;
  if (problem.unknownCalls !== null && pass !== 'known')
    unknown = new UnknownCode(problem.unknownCalls, machine, terms, isReassigned, pass === 'summary');
  machine.unseen = unknown;
  terms.isCaught = () => machine.isCaught;
  const unseen = unknown;
  terms.runGetter = unseen === null ? null : () => unseen.runGetter();
  machine.realm.copyUnknown = (target, source, way) => copyUnknown(target, source, way, terms, machine.realm);
  const valueAt = (frame: FunctionFrame, variable: VariableId): Value =>
    machine.isRoot(frame) ? problem.valueAt(frame.node, variable) : values.top;
  const mustEnd = (): boolean => !machine.isEndlessMeant;
  if (pass === 'summary' && unknown !== null) summaries = new LoopSummaries(unknown, terms, valueAt, mustEnd, refuted);
  let failure: Failure | null = null;
  let hasEnded = false;
  let goesOn = false;
  let isEndless = false;
  let isCovered = false;
  let meetsUnknown = false;
  let mayGoOn = false;
  let isLarge = false;
  let unsettled: Unsettled | null = null;
  try {
    const completion = callRoot(problem, machine, terms, unknown);
    hasEnded = completion !== null;
    failure = completion === null ? null : failureOf(completion, machine, problem);
    isCovered = failure !== null && completion !== null && isForeign(completion);
  } catch (signal) {
    if (signal instanceof Endless) {
      isEndless = hasEnded = mayNotEnd(machine, problem);
      failure = isEndless && machine.place !== null ? endlessAt(machine.place) : null;
    } else if (signal instanceof Covered) isCovered = true;
    else if (signal instanceof Unsettled) unsettled = signal;
    else if (signal instanceof Unmodelled || signal instanceof OutOfFuel) {
      goesOn = signal instanceof TooOften;
      meetsUnknown = signal instanceof Unmodelled && !goesOn;
      isLarge = signal instanceof TooLarge;
      mayGoOn = goesOn || isLarge || signal instanceof OutOfFuel;
    } else throw signal;
  }
  return {
    isEndless,
    isCovered,
    unsettled,
    mostRepeats: terms.mostRepeats,
    misses: failure !== null && !passesAll(machine, problem),
    hasEnded,
    isComplete: hasEnded && (failure !== null || (unknown?.hasRun !== true && !machine.hasPresumed)),
    goesOn,
    isPastLoop: summaries?.hasForgotten === true,
    mayGoOn,
    isLarge,
    meetsUnknown,
    failure,
    decisions: terms.decisions,
    visits: terms.visits,
    steps: machine.realm.fuel.steps,
    entered: machine.entered,
  };
}

/** Where loops and recursions come back to; not in the body of a generator, between whose pieces others go on. */
const isStation = ({ node, index, generator }: FunctionFrame): boolean =>
  generator === null && (node === index.function.entry || index.departures[node]?.kind === 'branch');

const noAdvice: ReadonlyMap<Moment, Advice> = new Map();

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
  if (known !== undefined && (known === 'endless' || known.every((each) => terms.ask(each)))) throw new Endless();
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
  let places = placesOf.get(index);
  if (places === undefined) placesOf.set(index, (places = []));
  return (places[node] ??= writtenPlace(node, index, module));
}

/** By node. */
const placesOf = new WeakMap<FunctionIndex, string[]>();

function writtenPlace(node: NodeId, index: FunctionIndex, module: ModuleIr): string {
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
  if (body.kind === 'module') return runModule(body, machine, unknown);
  if (body.kind === 'derivedConstructor' || body.argumentsVariable !== null) return null;
  const preState = new PreState(entry, activation, index, machine.realm, terms, problem.isOnce);
  if (unknown !== null) unknown.preState = preState;
  const declaredOf = (variable: VariableId): TypeAssumption | null =>
    problem.isTyped ? (module.variables[variable]?.assumption ?? null) : null;
  const given = (variable: VariableId): ConcreteValue =>
    terms.input({ kind: 'parameter', variable, assumption: declaredOf(variable) }, read(entry, variable, activation));
  const receiver = receiverOf(body, body.thisVariable === null ? null : declaredOf(body.thisVariable), activation.program, terms);
  if (unknown !== null) unknown.receiver = receiver;
  const closure = { function: body, cells: preState.cellsOf(body.id), isClass: false };
  return machine.runRoot(closure, receiver.value, body.parameters.map(given), body.rest === null ? undefined : given(body.rest));
}

/** A module is evaluated once; what it has exported is there for all code that imports it, from the moment that it is. */
function runModule(top: FunctionIr, machine: Machine, unknown: UnknownCode | null): Completion {
  const { exports } = machine.index.module;
  const exported = exports.flatMap(({ variable }) => variable ?? []);
  if (unknown !== null)
    unknown.published = () => [machine.realm.global('module'), machine.realm.global('exports'), ...machine.topLevelValues(exported)];
  return machine.runTopLevel(top, exports.length === 0 || unknown !== null);
}

/** Whether the run ends with an exception of unknown code, which gives no reason. */
function isForeign(completion: Completion): boolean {
  if (completion.kind !== 'thrown' && completion.kind !== 'normal') return false;
  const { value } = completion;
  if (completion.kind === 'thrown') return value instanceof ForeignException;
  return value instanceof ConcreteObject && value.nature.kind === 'promise' && value.nature.value instanceof ForeignException;
}

/** Where the run fails; null when it does not. */
function failureOf(completion: Completion, machine: Machine, problem: PathProblem): Failure | null {
  const stopped = machine.failureOf(completion, functionIndex(machine.index, problem.root).function);
  return stopped ?? (passesAll(machine, problem) ? null : missedIn(problem.root));
}

/** Whether the run passed all intermittent assertions; unknown code may have called what passes them. */
const passesAll = ({ passed, unseen }: Machine, { obligations }: PathProblem): boolean =>
  unseen?.hasRun === true || obligations.every((assertion) => passed.has(assertion));
