import type { RootSolution } from '../analysis/rootSolution.js';
import type { Expression } from '../ir/expression.js';
import type { Instruction } from '../ir/instruction.js';
import type { Edge, FunctionId, FunctionIr, ModuleIr, NodeId, Variable, VariableId } from '../ir/program.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { calleesOf, type CallInstruction } from '../semantics/call.js';
import { truthOf } from '../semantics/expression/convert.js';
import { read, type Activation } from '../semantics/scope.js';
import type { State } from '../semantics/state.js';
import { transfer } from '../semantics/transfer.js';

/** `handled`: the side without a value does something, as in `if (!user) warn();`. `asked`: it is only not the other, as in `user?.name`. */
export type NothingTest = 'handled' | 'asked';

/**
 * The variables that a root itself tests for undefined or null, and on whose side without a value every run fails: `if (!user)
 * console.log('no user'); return user.name`. What handles it there does not keep the run from failing. Where it calls what is
 * perhaps meant to throw (`if (!user) fail()`), the variable is none of them.
 */
export function testedForNothing(solution: RootSolution): ReadonlyMap<VariableId, NothingTest> {
  const known = tested.get(solution);
  if (known !== undefined) return known;
  const found = new Map<VariableId, NothingTest>();
  const { variables } = solution.analysis.context.program.module;
  for (const { variable, nothing, good, handling } of sidesWithNothing(solution)) {
    if ((nothing & ~good.bits) === 0) continue;
    const isHandled = handling.some(({ instruction }) => doesSomething(instruction, variables));
    found.set(variable, isHandled || found.get(variable) === 'handled' ? 'handled' : 'asked');
  }
  tested.set(solution, found);
  return found;
}

/**
 * The members that a root itself tests so: `if (!user.profile) console.log('no profile')`, as they are written. That every run fails
 * on that side is not asked here: states do not know it.
 */
export function membersTestedForNothing(solution: RootSolution): ReadonlySet<string> {
  const { indexed, activation } = solution.analysis.unfolding.root;
  const paths = memberPaths(indexed.body, activation.program.module);
  if (paths.size === 0) return new Set();
  return new Set(sidesWithNothing(solution).flatMap(({ variable }) => paths.get(variable) ?? []));
}

/** One way of a branch, on which alone a variable of its condition may be undefined or null. */
interface SideWithNothing {
  readonly variable: VariableId;
  /** Which of the two: bits of `values.Bit`. */
  readonly nothing: number;
  /** What good runs have there. */
  readonly good: Value;
  /** What is done there and not on the other side; nothing of it is meant to throw. */
  readonly handling: readonly Edge[];
}

function sidesWithNothing(solution: RootSolution): readonly SideWithNothing[] {
  const { indexed, base, activation } = solution.analysis.unfolding.root;
  return indexed.outgoing.flatMap((ways, node) => {
    const before = solution.reachable[base + node] ?? null;
    const sides = ways.flatMap((edge) => {
      const { instruction } = edge;
      if (instruction.kind !== 'assume' || before === null) return [];
      return [{ edge, instruction, taken: transfer(instruction, 'normal', before, activation, indexed.body.exception) }];
    });
    return sides.flatMap(({ edge, instruction, taken }): readonly SideWithNothing[] => {
      const other = sides.find((each) => each.edge !== edge);
      if (other === undefined) return [];
      const found = variablesIn(instruction.condition).flatMap((variable) => {
        const [here, there] = [valueIn(taken, variable, activation), valueIn(other.taken, variable, activation)];
        const nothing = here.bits & ~there.bits & (values.Bit.Undefined | values.Bit.Null);
        // `t !== ''` is no test for nothing, though nothing is on one side alone: so are other texts.
        return nothing === 0 || truthOf(here).mayBeTrue ? [] : [{ variable, nothing }];
      });
      if (found.length === 0) return [];
      const handling = handlingOf(solution, edge, other.edge);
      if (handling.some((each) => mayBeMeantToThrow(each, solution))) return [];
      const good = solution.good[base + edge.target] ?? null;
      return found.map((each) => ({ ...each, good: valueIn(good, each.variable, activation), handling }));
    });
  });
}

const valueIn = (state: State, variable: VariableId, activation: Activation): Value =>
  state === null ? values.bottom : read(state, variable, activation);

/** How the members of parameters that a function reads are written, by the variable that each is read into. */
function memberPaths({ edges, parameters }: FunctionIr, { variables }: ModuleIr): ReadonlyMap<VariableId, string> {
  const paths = new Map<VariableId, string>();
  const names = new Map(parameters.flatMap((id) => (variables[id]?.reassigned === false ? [[id, variables[id].name] as const] : [])));
  for (const { instruction } of edges) {
    if (instruction.kind !== 'load' || instruction.object.kind !== 'variable' || instruction.key.kind !== 'constant') continue;
    const of = names.get(instruction.object.variable) ?? paths.get(instruction.object.variable);
    const { value } = instruction.key;
    if (of === undefined || value.kind !== 'string' || variables[instruction.target]?.kind !== 'temporary') continue;
    paths.set(instruction.target, `${of}.${value.value}`);
  }
  return paths;
}

const tested = new WeakMap<RootSolution, ReadonlyMap<VariableId, NothingTest>>();

function variablesIn(expression: Expression): readonly VariableId[] {
  switch (expression.kind) {
    case 'variable':
      return [expression.variable];
    case 'unary':
      return variablesIn(expression.operand);
    case 'binary':
      return [...variablesIn(expression.left), ...variablesIn(expression.right)];
    default:
      return [];
  }
}

/** The edges behind one way of a branch, and not behind the other. */
function handlingOf({ analysis }: RootSolution, one: Edge, other: Edge): readonly Edge[] {
  const { outgoing } = analysis.unfolding.root.indexed;
  const from = ({ target }: Edge): ReadonlySet<NodeId> => {
    const nodes = new Set([target]);
    for (const node of nodes) for (const { target: next, outcome } of outgoing[node] ?? []) if (outcome === 'normal') nodes.add(next);
    return nodes;
  };
  const others = from(other);
  return [...from(one)].flatMap((node) => (others.has(node) ? [] : (outgoing[node] ?? [])));
}

/** Whether it does more than to go on, or to give a value to an expression. */
function doesSomething(instruction: Instruction, variables: readonly Variable[]): boolean {
  if (instruction.kind === 'assign') return variables[instruction.target]?.kind !== 'temporary';
  return instruction.kind !== 'nop' && instruction.kind !== 'assume';
}

/** Whether what is done is perhaps meant to throw. */
function mayBeMeantToThrow({ instruction, source }: Edge, { analysis, reachable }: RootSolution): boolean {
  if (instruction.kind === 'throw') return true;
  const { base, activation } = analysis.unfolding.root;
  const state = reachable[base + source] ?? null;
  if (instruction.kind !== 'call' || state === null || !calleesOf(instruction, state, activation).unknown) return false;
  return throwersName.test(instruction.text) || isUnseenOwn(instruction, activation.program.module, analysis.functionId);
}

const throwersName = /\b(?:fail|throw|raise|abort|exit|quit|panic|die|bail|assert|invariant|unexpected|unreachable|fatal|usage)/i;

/** Whether it is a method of `this`, or a function that the module has from elsewhere. Parameters, and methods of others, most often return. */
function isUnseenOwn({ callee, receiver }: CallInstruction, { variables }: ModuleIr, root: FunctionId): boolean {
  const [called, on] = [callee, receiver].map((each) => (each?.kind === 'variable' ? variables[each.variable] : undefined));
  if (receiver !== null) return on?.kind === 'this';
  return called === undefined || (called.kind !== 'parameter' && called.owner !== root);
}
