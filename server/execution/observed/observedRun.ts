import type { FunctionIr, ModuleIr, Variable, VariableId } from '../../ir/program.js';
import type { Failure } from '../concrete/failure.js';
import type { FunctionFrame } from '../concrete/frame.js';
import { Machine, type Completion } from '../concrete/machine.js';
import { functionIndex, indexOf } from '../concrete/moduleIndex.js';
import type { RealmTables } from '../concrete/realm.js';
import { OutOfFuel, Unmodelled } from '../concrete/signals.js';
import { Opaque, uninitialised, type Binding, type Cell } from '../concrete/concreteValue.js';
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

/**
 * Follows a call of a function from an observed state. Each step is certain: what is not known, or not modelled exactly, leaves the
 * outcome open, and so does all that other code may change meanwhile.
 */
export function followFrom(module: ModuleIr, body: FunctionIr, entry: ObservedEntry, builtins: RealmTables): ObservedOutcome {
  if (module.tampersWithBuiltins) return { kind: 'open', why: 'a changed built-in' };
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
    const completion = callFrom(machine, module, body, entry, definitions);
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

function callFrom(machine: Machine, module: ModuleIr, body: FunctionIr, entry: ObservedEntry, definitions: Definitions): Completion {
  const variables = new Map(module.variables.map((variable) => [variable.id, variable]));
  const heap = new ObservedHeap(entry, machine.realm);
  // First the functions: others are recognised by them.
  const kept = new Set<VariableId>();
  for (const [id, cell] of definitions) {
    const variable = variables.get(id);
    const defined = variable === undefined || variable.reassigned ? null : definedFunction(cell, definitions);
    const seen = variable === undefined ? undefined : seenIn(entry.module, variable);
    const isThere = seen?.kind === 'function' || module.hoisted.has(id);
    if (variable === undefined || defined === null || !isThere || !isOfModule(variable, module)) continue;
    kept.add(id);
    heap.know(variable.name, seen?.kind === 'function' ? seen.id : null, defined, definitions);
  }
  for (const [id, cell] of definitions) {
    const variable = variables.get(id);
    if (variable === undefined || kept.has(id)) continue;
    cell.value = isOfModule(variable, module) ? valueOf(variable, entry.module, heap) : new Opaque(variable.name);
  }
  const cells = new Map<VariableId, Cell>();
  const closure = closureVariables(module, body, variables);
  for (const id of functionIndex(indexOf(module), body.id).free) {
    const variable = variables.get(id);
    if (variable === undefined) continue;
    const known = definitions.get(id);
    const isInside = known === undefined || !isOfModule(variable, module);
    const value = closure.has(id) ? valueOf(variable, entry.closure, heap) : new Opaque(variable.name);
    cells.set(id, isInside ? { value } : known);
  }
  const args = entry.arguments.map((value) => heap.valueOf(value));
  const self = body.kind === 'constructor' ? heap.instanceFor(body) : heap.valueOf(entry.receiver);
  const rest = body.rest === null ? undefined : machine.realm.array(args.slice(body.parameters.length));
  return machine.runRoot({ function: body, cells, isClass: false }, self, args, rest);
}

/** Variables of functions around, by which there is one of each name. */
function closureVariables(module: ModuleIr, body: FunctionIr, variables: ReadonlyMap<VariableId, Variable>): ReadonlySet<VariableId> {
  const byName = new Map<string, VariableId[]>();
  for (const id of functionIndex(indexOf(module), body.id).free) {
    const variable = variables.get(id);
    if (variable !== undefined && !isOfModule(variable, module)) byName.set(variable.name, [...(byName.get(variable.name) ?? []), id]);
  }
  return new Set([...byName.values()].flatMap((ids) => (ids.length === 1 ? ids : [])));
}

/** Whether the variable is declared for the whole module, by itself. */
function isOfModule({ owner, scope, declaration, kind }: Variable, module: ModuleIr): boolean {
  const top = module.functions.find(({ id }) => id === owner);
  if (top?.kind !== 'module' || scope === null || declaration === null || kind === 'import') return false;
  return scope.end - scope.start >= top.span.end - top.span.start;
}

const seenIn = (seen: ObservedVariables, { name }: Variable): ObservedVariables[string] | undefined =>
  Object.hasOwn(seen, name) ? seen[name] : undefined;

function valueOf(variable: Variable, seen: ObservedVariables, heap: ObservedHeap): Binding {
  const value = seenIn(seen, variable);
  if (value?.kind === 'unset') return uninitialised;
  return value === undefined ? new Opaque(variable.name) : heap.valueOf(value);
}
