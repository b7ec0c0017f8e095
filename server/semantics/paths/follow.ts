import type { Expression } from '../../ir/expression.js';
import type { AssertionId, FunctionId, NodeId, VariableId } from '../../ir/program.js';
import { Machine } from '../concrete/machine.js';
import type { Completion } from '../concrete/machine.js';
import { functionIndex, indexOf } from '../concrete/moduleIndex.js';
import { OutOfFuel, Unmodelled } from '../concrete/signals.js';
import { ConcreteObject, Opaque } from '../concrete/value.js';
import type { ConcreteValue } from '../concrete/value.js';
import { read } from '../scope.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import { Elders } from './elders.js';
import { Quantities } from './quantities.js';
import { PathTerms } from './terms.js';
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

const open: PathTree = { kind: 'open' };
const bad: PathTree = { kind: 'bad' };

/**
 * Follows the runs of a root one by one, by the interpreter of `concrete`, with terms for what is not known at the entry: at each
 * branch on a term both ways are taken. Each path is a run from the start, with one decision changed. What is not modelled exactly,
 * a path that is too long, and whatever lies beyond the budget, may be good. So a run fails for certain if its entry decides as the
 * paths to a failure do: the tree over-approximates the good entries.
 */
export function followPaths(problem: PathProblem): FollowedPaths | null {
  const { module } = problem.activation.program;
  if (module.tampersWithBuiltins) return null;
  const quantities = new Quantities();
  let tree: PathTree = open;
  let steps = 0;
  let isExact = true;
  const failures = new Map<string, Failure>();
  const entered = new Set<FunctionId>();
  let prefix: boolean[] | null = [];
  for (let paths = 0; prefix !== null && paths < maxPaths && steps < totalFuel; paths++) {
    const path = followOne(problem, quantities, prefix);
    steps += path.steps;
    for (const callee of path.entered) entered.add(callee);
    if (path.failure !== null) failures.set(`${path.failure.function} ${path.failure.node}`, path.failure);
    tree = insert(tree, path.decisions, path.isBad ? bad : open, quantities);
    isExact &&= path.isComplete && path.decisions.every(({ condition }) => quantities.isNameable(condition));
    prefix = nextPrefix(path.decisions, prefix.length);
  }
  return { tree, quantities, isExact: isExact && prefix === null, failures: [...failures.values()], steps, entered };
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
  readonly decisions: readonly Decision[];
  readonly steps: number;
  readonly entered: ReadonlySet<FunctionId>;
}

function followOne(problem: PathProblem, quantities: Quantities, forced: readonly boolean[]): Path {
  const { program } = problem.activation;
  const terms = new PathTerms(program, quantities, forced);
  const machine = new Machine(program.module, { fuel: pathFuel, maxDepth, universal: problem }, null);
  let isBad = false;
  let isComplete = false;
  try {
    const completion = callRoot(problem, machine, terms);
    isComplete = completion !== null;
    isBad = completion !== null && fails(completion, machine, problem);
  } catch (signal) {
    if (!(signal instanceof Unmodelled) && !(signal instanceof OutOfFuel)) throw signal;
  }
  return {
    isBad,
    isComplete,
    failure: isBad ? machine.origin : null,
    decisions: terms.decisions,
    steps: machine.realm.fuel.steps,
    entered: machine.entered,
  };
}

function callRoot(problem: PathProblem, machine: Machine, terms: PathTerms): Completion | null {
  const { activation, entry } = problem;
  const { module } = activation.program;
  const index = indexOf(module);
  const { function: body } = functionIndex(index, problem.root);
  if (body.kind === 'module' || body.kind === 'constructor' || body.kind === 'derivedConstructor' || body.isGenerator) return null;
  const elders = new Elders(entry, activation, index, machine.realm, terms, problem.isOnce);
  const args = body.parameters.map((variable): ConcreteValue => {
    const assumption = problem.isTyped ? (module.variables[variable]?.assumption ?? null) : null;
    return terms.input({ kind: 'parameter', variable, assumption }, read(entry, variable, activation));
  });
  const closure = new ConcreteObject(machine.realm.functionPrototype, {
    kind: 'closure',
    closure: { function: body, cells: elders.cellsOf(body.id), isClass: false },
  });
  if (body.rest !== null || body.argumentsVariable !== null) return null;
  return machine.runCall(closure, new Opaque('the receiver of a root'), args, 'call');
}

function fails(completion: Completion, machine: Machine, { root, obligations }: PathProblem): boolean {
  switch (completion.kind) {
    case 'thrown':
    case 'violated':
      return true;
    case 'normal': {
      const { value } = completion;
      const { isAsync } = functionIndex(machine.index, root).function;
      const isRejected = isAsync && value instanceof ConcreteObject && value.nature.kind === 'promise' && value.nature.rejected;
      return isRejected || !obligations.every((assertion) => machine.passed.has(assertion));
    }
    case 'ended':
      return !obligations.every((assertion) => machine.passed.has(assertion));
  }
}
