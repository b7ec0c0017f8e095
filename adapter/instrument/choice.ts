import { activationVariableName, type Context } from './context.js';
import type { Binding } from './scopes.js';
import type { StopFinder } from './stops.js';
import { homeAt, isFunction, walk, type AnyNode } from './tree.js';

/** Which variables and functions of one text the plan asks about. */
export interface Choice {
  readonly bindings: ReadonlySet<Binding>;
  /** The hidden variable that numbers a function's activations, when its forks are asked for. */
  forkVariable(home: AnyNode): string | undefined;
}

export function chooseFunctions(ctx: Context, { target }: StopFinder): Choice {
  const { plan, path } = ctx;
  const bindings = new Set<Binding>();
  for (const { path: file, offset } of plan.variables) {
    const binding = file === path ? ctx.scopes.bindingAt.get(offset) : undefined;
    if (binding !== undefined) bindings.add(binding);
  }
  const homes = new Set<AnyNode>();
  if (target !== undefined) {
    for (const name of plan.variablesAtStop) {
      const binding = ctx.scopes.lookUp(name, target.start);
      if (binding !== undefined) bindings.add(binding);
    }
    if (plan.forksAtStop) homes.add(homeAt(ctx.program, target.start));
  }
  // Whoever asks for a variable must see which instance it is, also where nothing in the text writes it.
  for (const binding of bindings) ctx.scopeVariable(binding, binding.scope.node.end);
  const starts = new Set(plan.forks.filter((place) => place.path === path).map(({ offset }) => offset));
  if (starts.size > 0) {
    walk(ctx.program, (node) => {
      if ((isFunction(node) || node.type === 'Program') && starts.has(node.start)) homes.add(node);
    });
  }
  const names = new Map([...homes].map((home) => [home, activationVariableName(home)] as const));
  return { bindings, forkVariable: (home) => names.get(home) };
}
