import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance } from '../analysis/unfolding.js';
import type { FunctionId, GraphNode, ModuleIr } from '../ir/program.js';
import { best, standingOf, type LiveValue, type Standing } from './liveValues.js';
import { nodesOf, type StatementPlace } from './pointLookup.js';
import type { EnvironmentReport } from './result.js';
import { environmentOf, goodStates, joinEnvironments, reportOf, type Environment } from './stateReports.js';

/** What the analysis knows of a moment of a run: all copies of its function together, because nobody knows in which one the run is. */
export interface MomentStates {
  /** Null: no run comes here. */
  readonly reachable: EnvironmentReport | null;
  /** Null: no good run comes here. */
  readonly good: EnvironmentReport | null;
  /** Of each value of the run, in the order asked; null where it could not be compared. */
  readonly standings: readonly (Standing | null)[];
  /** False: roots that may come here were given up, so nothing is known. */
  readonly complete: boolean;
}

/** A moment of a run, and values that a variable had there. */
export interface AskedMoment {
  readonly statement: StatementPlace;
  /** `after`: just behind the statement, where it has completed. */
  readonly side: 'before' | 'after';
  readonly values: readonly NamedValue[];
}

export interface NamedValue {
  readonly name: string;
  readonly value: LiveValue;
}

/** Collects over all roots what holds before or behind one statement, and holds the values of a run against it. */
export class MomentStateCollector {
  private readonly nodes: readonly GraphNode[];
  private reachable: Environment | null = null;
  private good: Environment | null = null;
  private readonly standings: readonly Standing[][];
  private copies = 0;
  private isComplete = true;

  constructor(
    private readonly module: ModuleIr,
    private readonly asked: AskedMoment,
  ) {
    this.nodes = nodesOf(asked.statement, module)?.[asked.side] ?? [];
    this.standings = asked.values.map(() => []);
  }

  /** The function that the statement is in. */
  get functions(): ReadonlySet<FunctionId> {
    const [node] = this.nodes;
    return new Set(this.module.functions.filter(({ nodes }) => node !== undefined && nodes.includes(node)).map(({ id }) => id));
  }

  add(solution: RootSolution): void {
    const [node] = this.nodes;
    if (node === undefined) return;
    if (!solution.complete) {
      this.isComplete = false;
      return;
    }
    for (const instance of solution.analysis.unfolding.instances) {
      if (instance.indexed.body.nodes[node.id] !== node) continue;
      this.copies++;
      this.addCopy(instance, solution);
    }
  }

  private addCopy(instance: Instance, solution: RootSolution): void {
    const reachable = this.environmentIn(solution.reachable, instance, solution);
    const good = this.environmentIn(goodStates(solution), instance, solution);
    if (reachable !== null) this.reachable = joinEnvironments(this.reachable, reachable);
    if (good !== null) this.good = joinEnvironments(this.good, good);
    this.asked.values.forEach(({ name, value }, index) => {
      if (reachable === null) this.standings[index]?.push('outside');
      const [variable, another] = [...(reachable?.keys() ?? [])].filter((id) => this.module.variables[id]?.name === name);
      // Which one of several is meant is not for us to say.
      if (variable === undefined || another !== undefined) return;
      this.standings[index]?.push(standingOf(value, reachable?.get(variable) ?? null, good?.get(variable) ?? null));
    });
  }

  private environmentIn(
    states: RootSolution['reachable'] | ReturnType<typeof goodStates>,
    instance: Instance,
    solution: RootSolution,
  ): Environment | null {
    let joined: Environment | null = null;
    for (const node of this.nodes) {
      const state = states[instance.base + node.id] ?? null;
      if (state !== null) joined = joinEnvironments(joined, environmentOf(state, node, instance, solution));
    }
    return joined;
  }

  /** Null when nothing is executed there. */
  result(): MomentStates | null {
    const { module, copies, isComplete, standings } = this;
    if (copies === 0 && isComplete) return null;
    const report = (environment: Environment | null): EnvironmentReport | null =>
      environment === null ? null : reportOf(environment, module);
    return {
      reachable: report(this.reachable),
      good: report(this.good),
      // A value that some copy does not know has no standing.
      standings: standings.map((all) => (all.length === copies && copies > 0 ? best(all) : null)),
      complete: isComplete,
    };
  }
}
