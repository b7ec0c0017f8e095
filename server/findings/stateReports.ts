import type { RootSolution } from '../analysis/analyse.js';
import type { Instance } from '../analysis/unfolding.js';
import type { GraphNode, ModuleIr, VariableId } from '../ir/program.js';
import * as numbers from '../lattice/number.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import { read } from '../semantics/scope.js';
import type { LiveState, State } from '../semantics/state.js';
import type { Places } from './place.js';
import type { BoundReport, EnvironmentReport, StateReport, ValueReport } from './result.js';
import { variablesInScope } from './scopeConditions.js';

/** `--at FILE:LINE[:COL]` of one module, 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number | null;
}

type Environment = Map<VariableId, Value>;

/** Collects the states of the asked places over all roots and unfoldings. */
export class StateCollector {
  private readonly nodes: (ReadonlySet<GraphNode> | null)[];
  private readonly found: { reachable: Environment | null; good: Environment | null }[];

  constructor(
    private readonly module: ModuleIr,
    private readonly places: Places,
    private readonly asked: readonly Place[],
  ) {
    this.nodes = asked.map((place) => this.nodesAt(place));
    this.found = asked.map(() => ({ reachable: null, good: null }));
  }

  add(solution: RootSolution): void {
    if (!solution.complete || this.asked.length === 0) return;
    for (const instance of solution.analysis.unfolding.instances) {
      for (const node of instance.indexed.body.nodes) {
        for (const [index, nodes] of this.nodes.entries()) {
          const found = this.found[index];
          if (nodes === null || found === undefined || !nodes.has(node)) continue;
          found.reachable = this.joined(found.reachable, solution.reachable[instance.base + node.id] ?? null, node, instance, solution);
          // A function that unknown code calls may fail without the run that this is part of failing.
          const good = solution.reason === 'escapes' || solution.analysis.isOpaquelyCalled ? solution.reachable : solution.good;
          found.good = this.joined(found.good, good[instance.base + node.id] ?? null, node, instance, solution);
        }
      }
    }
  }

  reports(): StateReport[] {
    return this.asked.map((place, index) => ({
      file: this.places.file,
      line: place.line,
      column: place.column ?? 1,
      reachable: this.report(this.found[index]?.reachable ?? null),
      good: this.report(this.found[index]?.good ?? null),
    }));
  }

  private joined(known: Environment | null, state: State, node: GraphNode, instance: Instance, solution: RootSolution): Environment | null {
    if (state === null) return known;
    const next = environmentOf(state, node, instance, solution);
    if (known === null) return next;
    const result: Environment = new Map();
    for (const [variable, value] of known) {
      const other = next.get(variable);
      if (other !== undefined) result.set(variable, values.join(value, other));
    }
    return result;
  }

  private report(environment: Environment | null): EnvironmentReport | null {
    if (environment === null) return null;
    const report: Record<string, ValueReport> = {};
    for (const [variable, value] of environment) {
      const name = this.module.variables[variable]?.name;
      if (name !== undefined) report[name] = valueReport(value);
    }
    return report;
  }

  /** Without a column: after the last statement that ends on the line; with one: the nearest control point at or before it. */
  private nodesAt(place: Place): ReadonlySet<GraphNode> | null {
    const all = this.module.functions.flatMap((body) => {
      const entered = new Set(body.edges.map(({ target }) => target));
      // Nothing is just after a jump.
      return body.nodes
        .filter((node) => node.id === body.entry || entered.has(node.id))
        .map((node) => ({ node, position: positionOf(node) }));
    });
    let best: { node: GraphNode; position: number }[] = [];
    if (place.column === null) {
      const candidates = all.filter(
        ({ node }) => node.point.kind === 'after' && this.places.lines.positionOf(node.span.end).line === place.line,
      );
      const last = Math.max(...candidates.map(({ node }) => node.span.end));
      const ending = candidates.filter(({ node }) => node.span.end === last);
      // Of statements that end together the outermost ends last.
      const first = Math.min(...ending.map(({ node }) => node.span.start));
      best = ending.filter(({ node }) => node.span.start === first);
    } else {
      const offset = this.places.lines.offsetOf({ line: place.line, column: place.column });
      const before = all.filter(({ position, node }) => position <= offset && node.point.kind !== 'exit' && node.point.kind !== 'throw');
      const nearest = Math.max(...before.map(({ position }) => position));
      best = before.filter(({ position }) => position === nearest);
    }
    return best.length === 0 ? null : new Set(best.map(({ node }) => node));
  }
}

function positionOf(node: GraphNode): number {
  return node.point.kind === 'after' ? node.span.end : node.point.offset;
}

function environmentOf(state: LiveState, node: GraphNode, instance: Instance, solution: RootSolution): Environment {
  const environment: Environment = new Map();
  const { namedCells, context } = solution.analysis;
  for (const variable of variablesInScope(positionOf(node), instance)) {
    const here = read(state, variable, instance.activation);
    // A captured variable that the root does not name is as others may have left it.
    const passing = context.program.captured[variable] === 1 && !namedCells.has(variable);
    environment.set(variable, passing ? values.join(here, context.invariant.valueOf(variable)) : here);
  }
  return environment;
}

function bound(value: number): BoundReport {
  if (value === Infinity) return 'Infinity';
  return value === -Infinity ? '-Infinity' : value;
}

export function valueReport(value: Value): ValueReport {
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
