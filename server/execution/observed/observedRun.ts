import { isOwnFunction } from '../../ir/linked.js';
import type { FunctionIr, ModuleIr, Variable, VariableId } from '../../ir/program.js';
import type { Failure } from '../concrete/failure.js';
import type { FunctionFrame } from '../concrete/frame.js';
import { Machine, type Completion } from '../concrete/machine.js';
import { functionIndex, indexOf } from '../concrete/moduleIndex.js';
import type { RealmTables } from '../concrete/realm.js';
import { OutOfFuel, Unmodelled } from '../concrete/signals.js';
import { Opaque, uninitialised, type Binding, type Cell, type ConcreteObject } from '../concrete/concreteValue.js';
import { define, definedFunction, limitedSteps, type Definitions } from './definitions.js';
import type { ObservedEntry, ObservedVariables } from './observedEntry.js';
import { ObservedHeap } from './observedHeap.js';

/** The outcome of a call from the state in which it was observed. */
export type ObservedOutcome =
  /** It throws, or violates an assertion: there. */
  | { readonly kind: 'fails'; readonly failure: Failure }
  | { readonly kind: 'returns' }
  /** It was not followed to its end, for that reason. */
  | { readonly kind: 'open'; readonly why: string };

/** Instructions of one call, and activations at a time. */
const mostSteps = 400_000;
const mostDepth = 300;

/** A module with what it imports. */
export interface LinkedProgram {
  readonly module: ModuleIr;
  /** How many variables it has of its own: they have the first numbers. */
  readonly ownVariables: number;
}

/**
 * Follows a call of a function from an observed state. Each step is certain: what is not known, or not modelled exactly, leaves the
 * outcome open, and so does all that other code may change meanwhile.
 */
export function followFrom(program: LinkedProgram, body: FunctionIr, entry: ObservedEntry, builtins: RealmTables): ObservedOutcome {
  const { module } = program;
  if (module.tampersWithBuiltins || !entry.areBuiltinsKept) return { kind: 'open', why: 'a changed built-in' };
  if (body.kind === 'derivedConstructor' || body.isGenerator) return { kind: 'open', why: 'a body that is not called at once' };
  const top = module.functions.find(({ kind }) => kind === 'module');
  if (top === undefined || top === body) return { kind: 'open', why: 'a top level' };
  const observed: { frame: FunctionFrame | null } = { frame: null };
  const step = limitedSteps();
  let isDefining = true;
  const universal = { mayOverflow: () => false, passesAssertions: false };
  const machine: Machine = new Machine(module, { fuel: mostSteps, maxDepth: mostDepth, universal, builtins }, (frame) => {
    if (!isDefining) return;
    observed.frame ??= frame;
    step();
  });
  const definitions = define(machine, top, observed);
  isDefining = false;
  try {
    const completion = callFrom(machine, program, body, entry, definitions);
    return outcomeOf(completion, machine.failureOf(completion, body));
  } catch (signal) {
    if (signal instanceof Unmodelled) return { kind: 'open', why: signal.what };
    if (signal instanceof OutOfFuel) return { kind: 'open', why: 'it takes too long' };
    throw signal;
  }
}

function outcomeOf(completion: Completion, failure: Failure | null): ObservedOutcome {
  if (failure !== null) return { kind: 'fails', failure };
  return completion.kind === 'normal' ? { kind: 'returns' } : { kind: 'open', why: 'the end of the process' };
}

function callFrom(machine: Machine, program: LinkedProgram, body: FunctionIr, entry: ObservedEntry, definitions: Definitions): Completion {
  const { module } = program;
  const heap = new ObservedHeap(entry, machine.realm);
  const variables = new ObservedVariablesOf(program, entry);
  // First the functions: others are recognised by them.
  const kept = new Set<VariableId>();
  for (const [id, cell] of definitions) {
    const defined = definedFunction(cell, definitions);
    if (defined === null ? !variables.isConstant(id, cell) : !variables.isThere(id, defined)) continue;
    kept.add(id);
    if (defined !== null) heap.know(variables.functionId(id), defined, definitions);
  }
  for (const [id, cell] of definitions) if (!kept.has(id)) cell.value = variables.ofModule(id, heap);
  const cells = new Map<VariableId, Cell>();
  const { free } = functionIndex(indexOf(module), body.id);
  for (const id of free) cells.set(id, definitions.get(id) ?? { value: variables.ofClosure(id, free, heap) });
  const args = entry.arguments.map((value) => heap.valueOf(value));
  const self = body.kind === 'constructor' ? heap.newInstance(entry.receiver) : heap.valueOf(entry.receiver);
  const rest = body.rest === null ? undefined : machine.realm.array(args.slice(body.parameters.length));
  return machine.runRoot({ function: body, cells, isClass: false }, self, args, rest);
}

/** The variables of a module, and what an entry says of them. */
class ObservedVariablesOf {
  private readonly variables: ReadonlyMap<VariableId, Variable>;
  private readonly imports: ReadonlySet<VariableId>;

  constructor(
    private readonly program: LinkedProgram,
    private readonly entry: ObservedEntry,
  ) {
    this.variables = new Map(program.module.variables.map((variable) => [variable.id, variable]));
    this.imports = new Set(program.module.imports.map(({ variable }) => variable));
  }

  /** Whether the variable holds the function at the entry: what is linked, and superclasses, were there before. */
  isThere(id: VariableId, { nature }: ConcreteObject): boolean {
    const variable = this.variables.get(id);
    if (variable === undefined || nature.kind !== 'closure') return false;
    if (variable.name.startsWith('%')) return true;
    if (variable.reassigned) return false;
    if (!isOwnFunction(this.program.module, nature.closure.function.id)) return true;
    return this.isOfModule(variable) && (this.seen(variable)?.kind === 'function' || this.program.module.hoisted.has(id));
  }

  /** Whether the variable is an import of a constant. */
  isConstant(id: VariableId, { value }: Cell): boolean {
    return this.imports.has(id) && value !== undefined && typeof value !== 'object' && value !== uninitialised;
  }

  /** The number that the function in the variable has in the run; null where that was not seen. */
  functionId(id: VariableId): number | null {
    const variable = this.variables.get(id);
    const seen = variable === undefined || !this.isOfModule(variable) ? undefined : this.seen(variable);
    return seen?.kind === 'function' ? seen.id : null;
  }

  ofModule(id: VariableId, heap: ObservedHeap): Binding {
    const variable = this.variables.get(id);
    const seen = variable === undefined || !this.isOfModule(variable) ? undefined : this.seen(variable);
    return bindingOf(seen, variable, heap);
  }

  /** The value of a variable of a function around: where several have one name, nothing is known. */
  ofClosure(id: VariableId, free: ReadonlySet<VariableId>, heap: ObservedHeap): Binding {
    const variable = this.variables.get(id);
    const isOnly = [...free].filter((one) => this.variables.get(one)?.name === variable?.name).length === 1;
    return bindingOf(variable === undefined || !isOnly ? undefined : seenIn(this.entry.closure, variable), variable, heap);
  }

  private seen(variable: Variable): ObservedVariables[string] | undefined {
    return seenIn(this.entry.module, variable);
  }

  /** Whether the variable is declared for the whole module, by itself. */
  private isOfModule({ id, owner, scope, declaration }: Variable): boolean {
    const top = this.program.module.functions[owner];
    if (top?.kind !== 'module' || scope === null || declaration === null) return false;
    const isWhole = scope.end - scope.start >= top.span.end - top.span.start;
    return isWhole && id < this.program.ownVariables && !this.imports.has(id);
  }
}

const seenIn = (seen: ObservedVariables, { name }: Variable): ObservedVariables[string] | undefined =>
  Object.hasOwn(seen, name) ? seen[name] : undefined;

function bindingOf(seen: ObservedVariables[string] | undefined, variable: Variable | undefined, heap: ObservedHeap): Binding {
  if (seen?.kind === 'unset') return uninitialised;
  return seen === undefined ? new Opaque(variable?.name ?? 'a variable') : heap.valueOf(seen);
}
