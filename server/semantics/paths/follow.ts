import type { Expression } from '../../ir/expression.js';
import type { AssertionId, FunctionId, NodeId, TypeAssumption, VariableId } from '../../ir/program.js';
import { Machine } from '../concrete/machine.js';
import type { Completion } from '../concrete/machine.js';
import type { FunctionFrame } from '../concrete/frame.js';
import { functionIndex, indexOf } from '../concrete/moduleIndex.js';
import { OutOfFuel, Unmodelled } from '../concrete/signals.js';
import { ConcreteObject } from '../concrete/value.js';
import type { ConcreteValue } from '../concrete/value.js';
import { read } from '../scope.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import { Elders } from './elders.js';
import { receiverOf } from './receiver.js';
import { Quantities } from './quantities.js';
import { PathTerms, TooOften } from './terms.js';
import type { Decision } from './terms.js';

/** What becomes of the runs of a root, by what is decided about its entry. */
export type PathTree =
  /** They fail. */
  | { readonly kind: 'bad' }
  /** Some of them may be good. */
  | { readonly kind: 'open' }
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

export interface Failure {
  readonly function: FunctionId;
  readonly node: NodeId;
}

/** A root and the states of its entry from which a run may be good. */
export interface PathProblem {
  readonly root: FunctionId;
  readonly entry: LiveState;
  readonly activation: Activation;
  /** Whether its parameters are as they are declared. */
  readonly isTyped: boolean;
  readonly isOnce: (variable: VariableId) => boolean;
  readonly mayOverflow: (caller: FunctionId) => boolean;
  /** The intermittent assertions that bind the root. */
  readonly obligations: readonly AssertionId[];
}

const maxPaths = 64;
/** Instructions of one path, and of all. */
const pathFuel = 2_000;
const totalFuel = 20_000;
const maxDepth = 60;
/** How often one place may decide, where not all paths can be followed: what a loop's later iterations ask tells a reader nothing. */
const fewRepeats = 3;

const open: PathTree = { kind: 'open' };
const bad: PathTree = { kind: 'bad' };
/** A loop goes on that was not followed. */
const goesOn: PathTree = { kind: 'open' };

/**
 * Follows the runs of a root one by one, by the interpreter of `concrete`, with terms for what is not known at the entry: at each
 * branch on a term both ways are taken. Each path is a run from the start, with one decision changed. What is not modelled exactly,
 * a path that is too long, and whatever lies beyond the budget, may be good. So a run fails for certain if its entry decides as the
 * paths to a failure do: the tree over-approximates the good entries. Where loops have too many paths, their first iterations are followed.
 */
export function followPaths(problem: PathProblem): FollowedPaths | null {
  if (problem.activation.program.module.tampersWithBuiltins) return null;
  const all = follow(problem, Infinity);
  if (all.isExact || all.mostRepeats <= fewRepeats) return all;
  const few = follow(problem, fewRepeats);
  return { ...few, steps: all.steps + few.steps };
}

function follow(problem: PathProblem, maxRepeats: number): FollowedPaths & { readonly mostRepeats: number } {
  const quantities = new Quantities();
  let tree: PathTree = open;
  let steps = 0;
  let isExact = true;
  const failures = new Map<string, Failure>();
  let misses = false;
  let mostRepeats = 0;
  const entered = new Set<FunctionId>();
  let prefix: boolean[] | null = [];
  for (let paths = 0; prefix !== null && paths < maxPaths && steps < totalFuel; paths++) {
    const path = followOne(problem, quantities, prefix, maxRepeats);
    steps += path.steps;
    for (const callee of path.entered) entered.add(callee);
    if (path.failure !== null) failures.set(`${path.failure.function} ${path.failure.node}`, path.failure);
    misses ||= path.misses;
    mostRepeats = Math.max(mostRepeats, path.mostRepeats);
    tree = insert(tree, path.decisions, path.isBad ? bad : path.goesOn ? goesOn : open, quantities);
    isExact &&= path.isComplete && path.decisions.every(({ condition }) => quantities.isNameable(condition));
    prefix = nextPrefix(path.decisions, prefix.length);
  }
  return {
    tree: withoutLastTests(tree),
    quantities,
    isExact: isExact && prefix === null,
    failures: [...failures.values()],
    misses,
    steps,
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

function insert(tree: PathTree, decisions: readonly Decision[], leaf: PathTree, quantities: Quantities): PathTree {
  const [first, ...rest] = decisions;
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
    ? { ...known, whenTrue: insert(known.whenTrue, rest, leaf, quantities) }
    : { ...known, whenFalse: insert(known.whenFalse, rest, leaf, quantities) };
}

interface Path {
  readonly failure: Failure | null;
  readonly isComplete: boolean;
  readonly isBad: boolean;
  /** A loop was left in the middle. */
  readonly goesOn: boolean;
  /** It fails, and passed not all of the intermittent assertions. */
  readonly misses: boolean;
  /** How often the place that decided most did so. */
  readonly mostRepeats: number;
  readonly decisions: readonly Decision[];
  readonly steps: number;
  readonly entered: ReadonlySet<FunctionId>;
}

function followOne(problem: PathProblem, quantities: Quantities, forced: readonly boolean[], maxRepeats: number): Path {
  const { program } = problem.activation;
  const terms = new PathTerms(program, quantities, forced, maxRepeats);
  const machine = new Machine(program.module, { fuel: pathFuel, maxDepth, universal: problem }, (frame) => {
    terms.arrive(placeOf(frame));
  });
  let isBad = false;
  let isComplete = false;
  let goesOn = false;
  try {
    const completion = callRoot(problem, machine, terms);
    isComplete = completion !== null;
    isBad = completion !== null && fails(completion, machine, problem);
  } catch (signal) {
    if (!(signal instanceof Unmodelled) && !(signal instanceof OutOfFuel)) throw signal;
    goesOn = signal instanceof TooOften;
  }
  return {
    isBad,
    mostRepeats: terms.mostRepeats,
    misses: isBad && !passesAll(machine, problem),
    isComplete,
    goesOn,
    failure: isBad ? machine.origin : null,
    decisions: terms.decisions,
    steps: machine.realm.fuel.steps,
    entered: machine.entered,
  };
}

/** A loop's test has a place wherever it is evaluated: also before the first iteration, at a node of its own. */
function placeOf({ node, index }: FunctionFrame): string {
  const departure = index.departures[node];
  const at = departure?.kind === 'branch' ? `[${departure.choices[0]?.assume.span.start}]` : String(node);
  return `${index.function.id} ${at}`;
}

function callRoot(problem: PathProblem, machine: Machine, terms: PathTerms): Completion | null {
  const { activation, entry } = problem;
  const { module } = activation.program;
  const index = indexOf(module);
  const { function: body } = functionIndex(index, problem.root);
  if (body.kind === 'module' || body.kind === 'derivedConstructor' || body.isGenerator || body.argumentsVariable !== null) return null;
  const elders = new Elders(entry, activation, index, machine.realm, terms, problem.isOnce);
  const declaredOf = (variable: VariableId): TypeAssumption | null =>
    problem.isTyped ? (module.variables[variable]?.assumption ?? null) : null;
  const given = (variable: VariableId): ConcreteValue =>
    terms.input({ kind: 'parameter', variable, assumption: declaredOf(variable) }, read(entry, variable, activation));
  const self = receiverOf(body, body.thisVariable === null ? null : declaredOf(body.thisVariable), activation.program, terms);
  const closure = { function: body, cells: elders.cellsOf(body.id), isClass: false };
  return machine.runRoot(closure, self, body.parameters.map(given), body.rest === null ? undefined : given(body.rest));
}

function fails(completion: Completion, machine: Machine, problem: PathProblem): boolean {
  switch (completion.kind) {
    case 'thrown':
    case 'violated':
      return true;
    case 'normal': {
      const { value } = completion;
      const { isAsync } = functionIndex(machine.index, problem.root).function;
      const isRejected = isAsync && value instanceof ConcreteObject && value.nature.kind === 'promise' && value.nature.rejected;
      return isRejected || !passesAll(machine, problem);
    }
    case 'ended':
      return !passesAll(machine, problem);
  }
}

const passesAll = ({ passed }: Machine, { obligations }: PathProblem): boolean => obligations.every((assertion) => passed.has(assertion));
