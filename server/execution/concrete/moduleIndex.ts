import type { Instruction } from '../../ir/instruction.js';
import type { Edge, FunctionId, FunctionIr, ModuleIr, NodeId, Variable, VariableId } from '../../ir/program.js';
import { forEachVariable } from '../../ir/visit.js';
import { InternalError } from '../../base/errors.js';

type Step = Extract<Instruction, { kind: 'step' }>;
type Yield = Extract<Instruction, { kind: 'yield' }>;
type Assume = Extract<Instruction, { kind: 'assume' }>;

/** How a run leaves a node. */
export type Departure =
  | { readonly kind: 'end' }
  /** One instruction, executed once; then the edge of its outcome is taken. */
  | { readonly kind: 'single'; readonly instruction: Instruction; readonly normal: NodeId | null; readonly thrown: NodeId | null }
  /** The first assumption that holds is taken. */
  | {
      readonly kind: 'branch';
      readonly choices: readonly { readonly assume: Assume; readonly target: NodeId }[];
      readonly thrown: NodeId | null;
    }
  | { readonly kind: 'step'; readonly instruction: Step; readonly found: NodeId; readonly done: NodeId; readonly thrown: NodeId | null }
  /** `next`: the consumer wants more. `ended`: it ends the generator, as if by `return`. */
  | { readonly kind: 'yield'; readonly instruction: Yield; readonly next: NodeId; readonly ended: NodeId; readonly thrown: NodeId | null }
  /** A choice that nothing in the graph decides. */
  | { readonly kind: 'undecided'; readonly what: string };

export interface FunctionIndex {
  readonly function: FunctionIr;
  readonly departures: readonly Departure[];
  /** Captured variables of enclosing functions that this function, or one inside it, mentions. */
  readonly free: ReadonlySet<VariableId>;
}

/** The data of a module that a run looks up; computed once per module, in time linear in its size times its nesting. */
export interface ModuleIndex {
  readonly module: ModuleIr;
  readonly functions: ReadonlyMap<FunctionId, FunctionIndex>;
  readonly variables: ReadonlyMap<VariableId, Variable>;
}

const indices = new WeakMap<ModuleIr, ModuleIndex>();

/** The index of a module, made once for each. */
export function indexOf(module: ModuleIr): ModuleIndex {
  const known = indices.get(module);
  if (known !== undefined) return known;
  const variables = new Map(module.variables.map((variable) => [variable.id, variable]));
  const free = freeVariables(module, variables);
  const functions = new Map<FunctionId, FunctionIndex>();
  for (const fn of module.functions)
    functions.set(fn.id, { function: fn, departures: departuresOf(fn), free: free.get(fn.id) ?? new Set() });
  const index: ModuleIndex = { module, functions, variables };
  indices.set(module, index);
  return index;
}

/** The index of one function. */
export function functionIndex(index: ModuleIndex, id: FunctionId): FunctionIndex {
  const found = index.functions.get(id);
  if (found === undefined) throw new InternalError(`the function ${id} is missing`);
  return found;
}

function departuresOf(fn: FunctionIr): Departure[] {
  const outgoing = new Map<NodeId, Edge[]>();
  for (const edge of fn.edges) {
    const edges = outgoing.get(edge.source);
    if (edges === undefined) outgoing.set(edge.source, [edge]);
    else edges.push(edge);
  }
  const departures: Departure[] = [];
  for (const node of fn.nodes) departures[node.id] = alongEdges(outgoing.get(node.id) ?? []);
  return departures;
}

function alongEdges(edges: readonly Edge[]): Departure {
  const first = edges[0];
  if (first === undefined) return { kind: 'end' };
  const normal = edges.filter((edge) => edge.outcome === 'normal');
  const targets = new Set(edges.filter((edge) => edge.outcome === 'throw').map((edge) => edge.target));
  if (targets.size > 1) return { kind: 'undecided', what: 'several handlers' };
  const thrown = [...targets][0] ?? null;
  if (normal.every((edge) => edge.instruction.kind === 'assume') && first.instruction.kind === 'assume') {
    const choices = normal.flatMap((edge) =>
      edge.instruction.kind === 'assume' ? [{ assume: edge.instruction, target: edge.target }] : [],
    );
    return { kind: 'branch', choices, thrown };
  }
  const step = first.instruction;
  if (step.kind === 'step') {
    const found = normal.find((edge) => edge.instruction.kind === 'step' && edge.instruction.found);
    const done = normal.find((edge) => edge.instruction.kind === 'step' && !edge.instruction.found);
    if (found === undefined || done === undefined || normal.length !== 2) return { kind: 'undecided', what: 'step of an iterator' };
    return { kind: 'step', instruction: step, found: found.target, done: done.target, thrown };
  }
  if (step.kind === 'yield') {
    // As they are made: to go on, to end, and to be left where `finally` blocks would run.
    const [next, ended] = normal;
    if (next === undefined || ended === undefined) return { kind: 'undecided', what: 'a yield' };
    return { kind: 'yield', instruction: step, next: next.target, ended: ended.target, thrown };
  }
  const only = normal[0];
  if (normal.length > 1) return { kind: 'undecided', what: first.instruction.kind };
  return { kind: 'single', instruction: (only ?? first).instruction, normal: only?.target ?? null, thrown };
}

/** How a run leaves a node of the function. */
export function departureOf({ departures }: FunctionIndex, node: NodeId): Departure {
  return departures[node] ?? { kind: 'end' };
}

/** Whether an exception that leaves a node this way is caught: a loop that only closes its iterator throws it again. */
export function catches({ function: fn, departures }: FunctionIndex, departure: Departure): boolean {
  if (departure.kind === 'end' || departure.kind === 'undecided') return true;
  if (departure.thrown === null) return false;
  const seen = new Set<NodeId>();
  for (let node = departure.thrown; node !== fn.throwExit;) {
    const next = departures[node];
    const isClosing = next?.kind === 'single' && (next.instruction.kind === 'closeIterator' || next.instruction.kind === 'nop');
    const target = next?.kind !== 'single' ? null : next.instruction.kind === 'throw' ? next.thrown : isClosing ? next.normal : null;
    if (target === null || seen.has(target)) return true;
    seen.add(target);
    node = target;
  }
  return false;
}

function freeVariables(module: ModuleIr, variables: ReadonlyMap<VariableId, Variable>): Map<FunctionId, Set<VariableId>> {
  const free = new Map<FunctionId, Set<VariableId>>(module.functions.map((fn) => [fn.id, mentioned(fn)]));
  // Children have larger nesting depth: adding them deepest first reaches every ancestor.
  const byDepth = [...module.functions].sort((a, b) => depthOf(b, module) - depthOf(a, module));
  for (const fn of byDepth) {
    const own = free.get(fn.id) ?? new Set();
    for (const id of [...own]) if (variables.get(id)?.owner === fn.id || variables.get(id)?.captured !== true) own.delete(id);
    const parent = fn.parent === null ? undefined : free.get(fn.parent);
    if (parent !== undefined) for (const id of own) parent.add(id);
  }
  return free;
}

function depthOf(fn: FunctionIr, module: ModuleIr): number {
  let depth = 0;
  for (let parent = fn.parent; parent !== null && depth <= module.functions.length; depth++) parent = functionById(module, parent).parent;
  return depth;
}

function functionById(module: ModuleIr, id: FunctionId): FunctionIr {
  const direct = module.functions[id];
  const found = direct?.id === id ? direct : module.functions.find((fn) => fn.id === id);
  if (found === undefined) throw new InternalError(`the function ${id} is missing`);
  return found;
}

function mentioned(fn: FunctionIr): Set<VariableId> {
  const found = new Set<VariableId>();
  for (const { instruction } of fn.edges) forEachVariable(instruction, (id) => found.add(id));
  return found;
}
