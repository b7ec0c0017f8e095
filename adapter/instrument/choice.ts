import { activationVariableName, type Context } from './context.js';
import { keepsLast } from './hiddenLocals.js';
import { isKnownByArguments } from './parameters.js';
import type { Binding } from './scopes.js';
import type { StopFinder } from './stops.js';
import { homeAt, isFunction, isScript, walk, type AnyNode } from './tree.js';

/** Which variables and functions of one text the plan asks about. */
export interface Choice {
  /** Whose writes are events. */
  readonly bindings: ReadonlySet<Binding>;
  /** Of these, those of which hidden variables hold the last write. */
  readonly lastBindings: ReadonlySet<Binding>;
  /** Functions whose activations are numbered. */
  readonly homes: readonly AnyNode[];
  /** The hidden variable that numbers a function's activations, when its forks are asked for. */
  forkVariable(home: AnyNode): string | undefined;
  /** Whether hidden variables of a function hold its last forks. */
  keepsLastForks(home: AnyNode): boolean;
}

export function chooseFunctions(ctx: Context, { target }: StopFinder): Choice {
  const { plan, path } = ctx;
  const keepsInLocals = plan.localsFrom !== null;
  const asked = plan.variables.flatMap(({ path: file, offset }) => (file === path ? (ctx.scopes.bindingAt.get(offset) ?? []) : []));
  const starts = new Set(plan.forks.filter((place) => place.path === path).map(({ offset }) => offset));
  const atStop: Binding[] = [];
  const homes = new Set<AnyNode>();
  let lastHome: AnyNode | undefined;
  if (target !== undefined) {
    for (const name of plan.variablesAtStop) {
      const binding = ctx.scopes.lookUp(name, target.start);
      if (binding !== undefined) atStop.push(binding);
    }
    const home = homeAt(ctx.program, target.start);
    ctx.stopHome = home;
    if (plan.forksAtStop) homes.add(home);
    if (plan.forksAtStop && keepsInLocals && !isScript(home) && !isKnownByArguments(home) && !starts.has(home.start)) lastHome = home;
  }
  const bindings = new Set([...asked, ...atStop]);
  const lastBindings = new Set(keepsInLocals ? atStop.filter((binding) => !asked.includes(binding) && keepsLast(binding)) : []);
  // Whoever asks for a variable must see which instance it is, also where nothing in the text writes it.
  for (const binding of bindings) ctx.scopeVariable(binding, binding.scope.node.end);
  if (starts.size > 0) {
    walk(ctx.program, (node) => {
      if ((isFunction(node) || node.type === 'Program') && starts.has(node.start)) homes.add(node);
    });
  }
  const names = new Map([...homes].map((home) => [home, activationVariableName(home)] as const));
  return {
    bindings,
    lastBindings,
    homes: [...homes],
    forkVariable: (home) => names.get(home),
    keepsLastForks: (home) => home === lastHome,
  };
}
