import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance } from '../analysis/unfolding.js';
import type { FunctionId, GraphNode, ModuleIr, NodeId } from '../ir/program.js';
import type { State } from '../semantics/state.js';
import type { Places } from './place.js';
import { nodesAt, type Place } from './pointLookup.js';
import type { EnvironmentReport, Located, ReportSpan } from './result.js';
import { environmentOf, goodStates, reportOf } from './stateReports.js';

/** What holds at one control point, separately for each copy of its function. */
export interface PointStates {
  /** What of the source the point is about. */
  readonly span: ReportSpan;
  readonly functionName: string;
  readonly unfoldings: readonly UnfoldingState[];
}

/** The states of one copy of a function: of one root, one call site, one kind of closure. */
export interface UnfoldingState {
  /** `main`, or `step, called from main`. */
  readonly label: string;
  /** The calls that lead to the copy, the innermost first. */
  readonly calls: readonly Located[];
  /** Null: no run comes here. */
  readonly reachable: EnvironmentReport | null;
  /** Null: no good run comes here. */
  readonly good: EnvironmentReport | null;
  /** Names whose reachable value the last statement changed. */
  readonly changed: readonly string[];
}

/** Collects the states of one place over all roots, copy by copy. */
export class PointStateCollector {
  private readonly nodes: ReadonlySet<GraphNode> | null;
  private readonly unfoldings: UnfoldingState[] = [];
  private functionName = '';

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
      this.functionName = instance.indexed.body.name;
      const report = (states: readonly State[], of: GraphNode): EnvironmentReport | null => {
        const state = states[instance.base + of.id] ?? null;
        return state === null ? null : reportOf(environmentOf(state, of, instance, solution), this.module);
      };
      // Nodes that share a control point are told apart by nothing that a user sees: the first that is reached speaks for them.
      const shown = here.find(({ id }) => (solution.reachable[instance.base + id] ?? null) !== null) ?? node;
      const reachable = report(solution.reachable, shown);
      const earlier = statementsBefore(shown, instance).map((before) => report(solution.reachable, before));
      this.unfoldings.push({
        label: labelOf(instance, solution),
        calls: this.callsTo(instance),
        reachable,
        good: report(good, shown),
        changed: reachable === null ? [] : changedNames(reachable, earlier),
      });
    }
  }

  /** Null when there is no control point at the place. */
  result(): PointStates | null {
    const [node] = this.nodes ?? [];
    if (node === undefined || this.unfoldings.length === 0) return null;
    return { span: this.places.spanOf(node.span), functionName: this.functionName, unfoldings: this.unfoldings };
  }

  private callsTo(instance: Instance): readonly Located[] {
    const calls: Located[] = [];
    const seen = new Set<Instance>();
    for (let link = instance.callers[0]; link !== undefined && !seen.has(link.caller); link = link.caller.callers[0]) {
      seen.add(link.caller);
      const { file, name } = link.caller.indexed.body;
      calls.push(this.places.in(file).at(link.instruction.span, `called from ${name}`));
    }
    return calls;
  }
}

function labelOf(instance: Instance, solution: RootSolution): string {
  const { name } = instance.indexed.body;
  if (instance === solution.analysis.unfolding.root) return name;
  const callers = [...new Set(instance.callers.map(({ caller }) => caller.indexed.body.name))];
  const closure = instance.exact ? '' : ', an older closure';
  const through = solution.analysis.body.name;
  const via = callers.includes(through) ? '' : `, in runs of ${through}`;
  return `${name}, called from ${callers.join(' and ')}${via}${closure}`;
}

const statementKinds: ReadonlySet<string> = new Set(['entry', 'before', 'after', 'body']);

/** The points between statements from which control comes to the node. */
function statementsBefore(node: GraphNode, { indexed }: Instance): readonly GraphNode[] {
  const found: GraphNode[] = [];
  const seen = new Set<NodeId>([node.id]);
  const pending = [node.id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { source } of indexed.incoming[next] ?? []) {
      const before = indexed.body.nodes[source];
      if (before === undefined || seen.has(source)) continue;
      seen.add(source);
      const elsewhere = before.point.offset !== node.point.offset || before.point.kind !== node.point.kind;
      if (statementKinds.has(before.point.kind) && elsewhere) found.push(before);
      else pending.push(source);
    }
  }
  return found;
}

function changedNames(here: EnvironmentReport, earlier: readonly (EnvironmentReport | null)[]): readonly string[] {
  const reached = earlier.flatMap((environment) => (environment === null ? [] : [environment]));
  if (reached.length === 0) return [];
  return Object.entries(here)
    .filter(([name, value]) => reached.some((environment) => environment[name]?.show !== value.show))
    .map(([name]) => name);
}
