import type { RootSolution } from '../analysis/rootSolution.js';
import type { Instance } from '../analysis/unfolding.js';
import type { Span } from '../base/span.js';
import type { FunctionId, GraphNode, ModuleIr, Variable, VariableId } from '../ir/program.js';
import * as values from '../lattice/value.js';
import type { Value } from '../lattice/value.js';
import * as states from '../semantics/state.js';
import type { State } from '../semantics/state.js';
import { spokenName, type Places } from './place.js';
import { standingOf, worst, type LiveValue, type Standing } from './liveValues.js';
import { nodesOf, type StatementNodes, type StatementPlace } from './pointLookup.js';
import { copyOf, type Copy, type StatePair } from './pointStates.js';
import type { EnvironmentReport } from './result.js';
import { environmentOf, goodStates, reportOf, type Environment } from './stateReports.js';

/** The states before and after one statement, separately for each copy of its function. */
export interface StatementStates {
  /** "" at the top level. */
  readonly functionName: string;
  /** At least one. */
  readonly unfoldings: readonly StatementUnfolding[];
  /** False: other copies were given up, and nothing is known of them. */
  readonly complete: boolean;
}

export interface StatementUnfolding extends Copy {
  readonly before: StatePair;
  /** Null: nothing is just after it, because it jumps or is no statement. */
  readonly after: StatePair | null;
  /** Names whose reachable value the statement changes. */
  readonly changed: readonly string[];
  /** The standing of a waiting run's values in this copy; null if no values were given. */
  readonly live: LiveStandings | null;
}

export interface LiveStandings {
  /** The standing of all values together. */
  readonly standing: Standing;
  readonly byName: Readonly<Record<string, Standing>>;
}

/** Collects the states of one statement over all roots, copy by copy. */
export class StatementStateCollector {
  private readonly nodes: StatementNodes | null;
  private readonly unfoldings: StatementUnfolding[] = [];
  private functionName = '';
  private isComplete = true;

  /** `live`: values by name, of a run that waits just before the statement. */
  constructor(
    private readonly module: ModuleIr,
    private readonly places: Places,
    private readonly statement: StatementPlace,
    private readonly live: Readonly<Record<string, LiveValue>> | null = null,
  ) {
    this.nodes = nodesOf(statement, module);
  }

  /** The function that the statement is in. */
  get functions(): ReadonlySet<FunctionId> {
    const [node] = this.nodes?.before ?? [];
    return new Set(this.module.functions.filter(({ nodes }) => node !== undefined && nodes.includes(node)).map(({ id }) => id));
  }

  add(solution: RootSolution): void {
    const { nodes } = this;
    const [node] = nodes?.before ?? [];
    if (nodes === null || node === undefined) return;
    if (!solution.complete) {
      this.isComplete = false;
      return;
    }
    for (const instance of solution.analysis.unfolding.instances) {
      const { body } = instance.indexed;
      if (body.nodes[node.id] !== node) continue;
      this.functionName = body.kind === 'module' ? '' : spokenName(body);
      this.unfoldings.push({
        ...copyOf(instance, solution, this.places),
        ...statesOf(nodes, { instance, solution, module: this.module, statement: this.statement.span, live: this.live }),
      });
    }
  }

  /** Null when nothing is executed there. */
  result(): StatementStates | null {
    const { functionName, unfoldings, isComplete } = this;
    return unfoldings.length === 0 ? null : { functionName, unfoldings, complete: isComplete };
  }
}

interface Reading {
  readonly instance: Instance;
  readonly solution: RootSolution;
  readonly module: ModuleIr;
  readonly statement: Span;
  readonly live: Readonly<Record<string, LiveValue>> | null;
}

function statesOf({ before, start, after }: StatementNodes, reading: Reading): Omit<StatementUnfolding, keyof Copy> {
  const { solution, module } = reading;
  const good = goodStates(solution);
  const shown = (environment: Environment | null): EnvironmentReport | null =>
    environment === null ? null : reportOf(environment, module);
  const pair = (nodes: readonly GraphNode[]): StatePair => ({
    reachable: shown(environmentAt(nodes, solution.reachable, reading)),
    good: shown(environmentAt(nodes, good, reading)),
  });
  // What its assertions exclude is no change: the program itself does not change it there.
  const changed = changedVariables(
    environmentAt(start, solution.reachable, reading),
    environmentAt(after, solution.reachable, reading),
  ).flatMap((id) => module.variables[id]?.name ?? []);
  const live = reading.live === null ? null : standings(reading.live, before, reading);
  return { before: pair(before), after: after.length === 0 ? null : pair(after), changed, live };
}

/** Names that several variables in scope have are left out: which one is meant is not for us to say. */
function standings(live: Readonly<Record<string, LiveValue>>, before: readonly GraphNode[], reading: Reading): LiveStandings {
  const { solution, module } = reading;
  const reachable = environmentAt(before, solution.reachable, reading);
  if (reachable === null) return { standing: 'outside', byName: {} };
  const good = environmentAt(before, goodStates(solution), reading);
  const byName: Record<string, Standing> = {};
  const names = [...reachable.keys()].map((id) => module.variables[id]?.name ?? '');
  for (const [id, value] of reachable) {
    const name = module.variables[id]?.name ?? '';
    const held = Object.hasOwn(live, name) ? live[name] : undefined;
    if (held === undefined || names.indexOf(name) !== names.lastIndexOf(name)) continue;
    byName[name] = standingOf(held, value, good?.get(id) ?? null);
  }
  return { standing: good === null ? worst([...Object.values(byName), 'failing']) : worst(Object.values(byName)), byName };
}

/** The states at the nodes, which are at the same place of the text; null if none is reached. */
function environmentAt(nodes: readonly GraphNode[], solved: readonly State[], reading: Reading): Environment | null {
  const { instance, solution, module, statement } = reading;
  const [node] = nodes;
  const state = nodes.reduce<State>((joined, { id }) => states.join(joined, solved[instance.base + id] ?? null), null);
  if (node === undefined || state === null) return null;
  const environment = environmentOf(state, node, instance, solution);
  return new Map([...environment].filter(([id, value]) => isOf(module.variables[id], value, statement, node, instance)));
}

/** Whether a variable belongs to the states of a statement: in scope around it, set already, and no mere declaration of a function. */
function isOf(variable: Variable | undefined, value: Value, statement: Span, node: GraphNode, { indexed }: Instance): boolean {
  if (variable === undefined || variable.scope === null || variable.declaration === null) return false;
  const { scope, declaration, owner, lexical, kind, reassigned } = variable;
  const isAround = scope.start <= statement.start && statement.end <= scope.end && !isSame(scope, statement);
  const place = node.point.kind === 'after' && isSame(node.span, statement) ? statement.end : statement.start;
  const isSet = !lexical || owner !== indexed.body.id || declaration.start < place;
  const isFunction = kind === 'local' && !lexical && !reassigned && saysNoMoreThanObject(value);
  return isAround && isSet && !isFunction;
}

function saysNoMoreThanObject(value: Value): boolean {
  return values.mayBeObject(value) && (values.isBottom(values.primitivesOf(value)) || values.equal(value, values.top));
}

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

function changedVariables(before: Environment | null, after: Environment | null): readonly VariableId[] {
  if (before === null || after === null) return [];
  return [...after].filter(([id, value]) => shownValueOf(before.get(id)) !== values.show(value)).map(([id]) => id);
}

function shownValueOf(value: Value | undefined): string | null {
  return value === undefined ? null : values.show(value);
}
