import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance } from '../analysis/unfolding.js';
import type { GraphNode, ModuleIr, VariableId } from '../ir/program.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { read } from '../semantics/scope.js';
import type { LiveState, State } from '../semantics/state.js';
import type { Places } from './place.js';
import { nodesAt, positionOf, type Place } from './pointLookup.js';
import type { BoundReport, EnvironmentReport, StateReport, ValueReport } from './result.js';
import { variablesInScope } from './scopeConditions.js';

export type Environment = Map<VariableId, Value>;

/** Collects the states of the asked places over all roots and unfoldings. */
export class StateCollector {
  private readonly nodes: (ReadonlySet<GraphNode> | null)[];
  private readonly found: { reachable: Environment | null; good: Environment | null }[];
  private someGivenUp = false;

  constructor(
    private readonly module: ModuleIr,
    private readonly places: Places,
    private readonly asked: readonly Place[],
  ) {
    this.nodes = asked.map((place) => nodesAt(place, module, places));
    this.found = asked.map(() => ({ reachable: null, good: null }));
  }

  add(solution: RootSolution): void {
    if (this.asked.length === 0) return;
    if (!solution.complete) {
      this.giveUp(solution);
      return;
    }
    for (const instance of solution.analysis.unfolding.instances) {
      for (const node of instance.indexed.body.nodes) {
        for (const [index, nodes] of this.nodes.entries()) {
          const found = this.found[index];
          if (nodes === null || found === undefined || !nodes.has(node)) continue;
          found.reachable = this.joined(found.reachable, solution.reachable[instance.base + node.id] ?? null, node, instance, solution);
          found.good = this.joined(found.good, goodStates(solution)[instance.base + node.id] ?? null, node, instance, solution);
        }
      }
    }
  }

  reports(): StateReport[] {
    return this.asked.map((place, index) => ({
      file: this.places.file,
      line: place.line,
      column: place.column ?? 1,
      reachable: this.report(index, 'reachable'),
      good: this.report(index, 'good'),
    }));
  }

  /** Nothing is known of any variable where the root may pass. */
  private giveUp(solution: RootSolution): void {
    this.someGivenUp = true;
    const passed = new Set(solution.analysis.unfolding.instances.flatMap((instance) => instance.indexed.body.nodes));
    for (const [index, nodes] of this.nodes.entries()) {
      if (nodes !== null && [...nodes].some((node) => passed.has(node))) this.found[index] = { reachable: new Map(), good: new Map() };
    }
  }

  private joined(known: Environment | null, state: State, node: GraphNode, instance: Instance, solution: RootSolution): Environment | null {
    return state === null ? known : joinEnvironments(known, environmentOf(state, node, instance, solution));
  }

  private report(index: number, kind: 'reachable' | 'good'): EnvironmentReport | null {
    const environment = this.found[index]?.[kind] ?? null;
    // What was given up may pass anywhere.
    if (environment === null) return this.someGivenUp && (this.nodes[index] ?? null) !== null ? {} : null;
    return reportOf(environment, this.module);
  }
}

/** The values of either; null: what no run has come to. Variables that one does not know are not known. */
export function joinEnvironments(known: Environment | null, next: Environment): Environment {
  if (known === null) return next;
  const result: Environment = new Map();
  for (const [variable, value] of known) {
    const other = next.get(variable);
    if (other !== undefined) result.set(variable, values.join(value, other));
  }
  return result;
}

export function reportOf(environment: Environment, module: ModuleIr): EnvironmentReport {
  const report: Record<string, ValueReport> = {};
  for (const [variable, value] of environment) {
    const name = module.variables[variable]?.name;
    if (name !== undefined) report[name] = valueReport(value);
  }
  return report;
}

/** The good states of a solution. A function that unknown code calls may fail without the run that this is part of failing. */
export function goodStates(solution: RootSolution): readonly State[] {
  return solution.reason === 'escapes' || solution.analysis.isOpaquelyCalled ? solution.reachable : solution.good;
}

/** The values of the variables that a user can name at the node. */
export function environmentOf(state: LiveState, node: GraphNode, instance: Instance, solution: RootSolution): Environment {
  const environment: Environment = new Map();
  const { namedCells, context } = solution.analysis;
  for (const variable of variablesAt(node, instance)) {
    const here = read(state, variable, instance.activation);
    // A captured variable that the root does not name is as others may have left it.
    const passing = context.program.captured[variable] === 1 && !namedCells.has(variable);
    environment.set(variable, passing ? values.join(here, context.invariant.valueOf(variable)) : here);
  }
  return environment;
}

/** The variables that a user can name at a node: at the beginning of a function also the parameters that hold what was given. */
function variablesAt(node: GraphNode, instance: Instance): readonly VariableId[] {
  const { body } = instance.indexed;
  const around = variablesInScope(positionOf(node), instance);
  if (node.id !== body.entry || body.parameters.length === 0) return around;
  const { variables } = instance.activation.program.module;
  const own = body.parameters.filter((id) => (variables[id]?.scope ?? null) !== null);
  const names = new Set(own.map((id) => variables[id]?.name));
  return [...own, ...around.filter((id) => !names.has(variables[id]?.name))];
}

function bound(value: number): BoundReport {
  if (value === Infinity) return 'Infinity';
  return value === -Infinity ? '-Infinity' : value;
}

function valueReport(value: Value): ValueReport {
  const { number } = value;
  const some = !numbers.isRangeEmpty(number);
  return {
    show: values.show(value),
    min: some ? bound(number.min) : null,
    max: some ? bound(number.max) : null,
    integer: some && number.integer,
    nan: number.nan,
  };
}
