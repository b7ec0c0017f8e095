import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance } from '../analysis/unfolding.js';
import type { FunctionId, GraphNode, ModuleIr } from '../ir/program.js';
import type { State } from '../semantics/state.js';
import { spokenName, type Places } from './place.js';
import { nodesAt, type Place } from './pointLookup.js';
import type { EnvironmentReport, Located } from './result.js';
import { environmentOf, goodStates, reportOf } from './stateReports.js';

/** The states at one control point, separately for each copy of its function. */
export interface PointStates {
  readonly unfoldings: readonly UnfoldingState[];
}

/** One copy of a function: of one root, one call site, one kind of closure. */
export interface Copy {
  /** `main`, or `step, called from main`. */
  readonly label: string;
  /** The root whose runs go through the copy; "" for the top level. */
  readonly root: string;
  /** The calls that lead to the copy, the innermost first. */
  readonly calls: readonly Located[];
}

/** The reachable and the good state at one place of one copy. */
export interface StatePair {
  /** Null: no run comes here. */
  readonly reachable: EnvironmentReport | null;
  /** Null: no good run comes here. */
  readonly good: EnvironmentReport | null;
}

export interface UnfoldingState extends Copy, StatePair {}

/** Collects the states of one place over all roots, copy by copy. */
export class PointStateCollector {
  private readonly nodes: ReadonlySet<GraphNode> | null;
  private readonly unfoldings: UnfoldingState[] = [];

  constructor(
    private readonly module: ModuleIr,
    private readonly places: Places,
    place: Place,
  ) {
    this.nodes = nodesAt(place, module, places);
  }

  /** The functions that the place is in. */
  get functions(): ReadonlySet<FunctionId> {
    const { nodes } = this;
    if (nodes === null) return new Set();
    return new Set(this.module.functions.filter((body) => body.nodes.some((node) => nodes.has(node))).map(({ id }) => id));
  }

  add(solution: RootSolution): void {
    const { nodes } = this;
    if (nodes === null || !solution.complete) return;
    const good = goodStates(solution);
    for (const instance of solution.analysis.unfolding.instances) {
      const here = instance.indexed.body.nodes.filter((node) => nodes.has(node));
      const node = here[0];
      if (node === undefined) continue;
      // Nodes that share a control point are distinguished by nothing that a user sees: the first that is reached speaks for them.
      const shown = here.find(({ id }) => (solution.reachable[instance.base + id] ?? null) !== null) ?? node;
      const report = (solved: readonly State[]): EnvironmentReport | null => {
        const state = solved[instance.base + shown.id] ?? null;
        return state === null ? null : reportOf(environmentOf(state, shown, instance, solution), this.module);
      };
      this.unfoldings.push({
        ...copyOf(instance, solution, this.places),
        reachable: report(solution.reachable),
        good: report(good),
      });
    }
  }

  /** Null when there is no control point at the place. */
  result(): PointStates | null {
    return this.unfoldings.length === 0 ? null : { unfoldings: this.unfoldings };
  }
}

export function copyOf(instance: Instance, solution: RootSolution, places: Places): Copy {
  const { body } = solution.analysis;
  return { label: labelOf(instance, solution), root: body.kind === 'module' ? '' : spokenName(body), calls: callsTo(instance, places) };
}

function callsTo(instance: Instance, places: Places): readonly Located[] {
  const calls: Located[] = [];
  const seen = new Set<Instance>();
  for (let link = instance.callers[0]; link !== undefined && !seen.has(link.caller); link = link.caller.callers[0]) {
    seen.add(link.caller);
    const { body } = link.caller.indexed;
    calls.push(places.in(body.file).at(link.instruction.span, `called from ${spokenName(body)}`));
  }
  return calls;
}

function labelOf(instance: Instance, solution: RootSolution): string {
  const name = spokenName(instance.indexed.body);
  if (instance === solution.analysis.unfolding.root) return name;
  const callers = [...new Set(instance.callers.map(({ caller }) => spokenName(caller.indexed.body)))];
  const closure = instance.exact ? '' : ', an older closure';
  const through = spokenName(solution.analysis.body);
  const via = callers.includes(through) ? '' : `, in runs of ${through}`;
  return `${name}, called from ${callers.join(' and ')}${via}${closure}`;
}
