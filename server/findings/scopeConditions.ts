import type { Span } from '../base/span.js';
import type { FunctionId, ModuleIr, Variable, VariableId } from '../ir/program.js';
import type { Instance } from '../analysis/unfolding.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { read } from '../semantics/scope.js';
import type { LiveState, State } from '../semantics/state.js';
import { conditionOn, failingSide, isTruthy } from './conditionOn.js';
import { all, always, any, never, not, type ConditionTree } from './conditionTree.js';

/** A condition and its failing side, null where nothing is asked; `on` are the variables it speaks of. */
export interface ScopeCondition {
  readonly condition: ConditionTree | null;
  readonly failing: ConditionTree | null;
  readonly on: readonly VariableId[];
}

export const impossible: ScopeCondition = { condition: never, failing: always, on: [] };

/** The condition that the good state asks of the named variables, beyond what is the case anyway. */
export function conditionOver(variables: readonly VariableId[], good: State, reachable: LiveState, instance: Instance): ScopeCondition {
  if (good === null) return impossible;
  const { activation } = instance;
  const { policy, module } = activation.program;
  const conditions: ConditionTree[] = [];
  const failing: ConditionTree[] = [];
  const on: VariableId[] = [];
  for (const variable of variables) {
    const name = module.variables[variable]?.name;
    if (name === undefined || name.startsWith('%')) continue;
    const before = read(reachable, variable, activation);
    const after = read(good, variable, activation);
    if (values.leq(before, after)) continue;
    // Before its declaration nothing can be said of a variable by its name.
    if (((before.bits | after.bits) & values.Bit.Uninitialised) !== 0) continue;
    const condition = conditionOn(name, after, before, policy);
    if (condition === null) continue;
    on.push(variable);
    if (isTruthAsked(after, before)) {
      conditions.push(isTruthy(name));
      failing.push(not(isTruthy(name)));
      continue;
    }
    conditions.push(condition);
    failing.push(failingSide(name, after, before, policy) ?? always);
  }
  if (conditions.length === 0) return { condition: null, failing: null, on };
  return {
    condition: all(...conditions),
    failing: any(...failing),
    on,
  };
}

/** Whether what is good of a variable is what counts as true, where that is shorter than to list what does not. */
function isTruthAsked(good: Value, reachable: Value): boolean {
  const bad = values.assumeTruth(reachable, false);
  const nothing = values.Bit.Undefined | values.Bit.Null;
  const others = [(bad.bits & ~nothing) !== 0, values.hasNumber(bad), values.hasText(bad), values.hasBigint(bad)];
  const kinds = others.filter((isThere) => isThere).length;
  // `x == null` says two kinds shortly.
  if (kinds === 0 || (kinds === 1 && (bad.bits & nothing) === 0) || !values.leq(values.assumeTruth(reachable, true), good)) return false;
  // Zero among other numbers is never excluded: what is good of numbers is one interval.
  return values.isBottom(values.assumeTruth(good, false));
}

/** Whether the good state excludes an exact integer, or anything but a number. No run counts to integers that are not exact. */
export function isAboutExact(variables: readonly VariableId[], good: State, reachable: LiveState, { activation }: Instance): boolean {
  if (good === null) return true;
  return variables.some((variable) => {
    const before = read(reachable, variable, activation);
    const exact = values.withNumber(before, numbers.restrict(before.number, -(2 ** 53), 2 ** 53, true));
    return !values.leq(exact, read(good, variable, activation));
  });
}

/**
 * The variables with a name that code at the offset can use, inner declarations hiding outer ones. `captured`: of the functions around
 * it only these matter, which are few where the module has thousands.
 */
export function variablesInScope(offset: number, instance: Instance, captured: ReadonlySet<VariableId> | null = null): VariableId[] {
  const { module } = instance.activation.program;
  const own = instance.indexed.body.id;
  const names = captured === null ? null : namesOf(captured, module);
  const byName = new Map<string, { variable: VariableId; scope: Span }>();
  for (let owner: FunctionId | null = own; owner !== null; owner = module.functions[owner]?.parent ?? null) {
    const declared = namedByOwner(module).get(owner);
    const candidates = names === null || owner === own ? (declared?.all ?? []) : names.flatMap((name) => declared?.byName.get(name) ?? []);
    for (const { id, name, scope } of candidates) {
      if (scope === null || offset < scope.start || offset > scope.end) continue;
      const known = byName.get(name);
      if (known !== undefined && known.scope.end - known.scope.start <= scope.end - scope.start) continue;
      byName.set(name, { variable: id, scope });
    }
  }
  return [...byName.values()].map(({ variable }) => variable);
}

/** Each once, in the order in which the variables are declared. */
function namesOf(variables: ReadonlySet<VariableId>, module: ModuleIr): readonly string[] {
  const ordered = [...variables].sort((a, b) => a - b);
  return [...new Set(ordered.flatMap((id) => module.variables[id]?.name ?? []))];
}

/** The variables that a function declares and a user can name, in the order of their declarations. */
interface Declared {
  readonly all: Variable[];
  readonly byName: Map<string, Variable[]>;
}

const named = new WeakMap<ModuleIr, ReadonlyMap<FunctionId, Declared>>();

function namedByOwner(module: ModuleIr): ReadonlyMap<FunctionId, Declared> {
  const known = named.get(module);
  if (known !== undefined) return known;
  const owners = new Map<FunctionId, Declared>();
  for (const variable of module.variables) {
    if (variable.scope === null || variable.declaration === null) continue;
    const declared = owners.get(variable.owner) ?? { all: [], byName: new Map<string, Variable[]>() };
    owners.set(variable.owner, declared);
    declared.all.push(variable);
    const sameName = declared.byName.get(variable.name);
    if (sameName === undefined) declared.byName.set(variable.name, [variable]);
    else sameName.push(variable);
  }
  named.set(module, owners);
  return owners;
}
