import type { EquationSystem } from './solve.js';

/** The nodes at which X is no post-fixpoint: evaluate(v) is not below X(v). Empty for every finished solution. */
export function verify<T>(system: EquationSystem<T>, states: readonly T[], leq: (a: T, b: T) => boolean): number[] {
  const wrong: number[] = [];
  for (let node = 0; node < system.count; node++) {
    if (!leq(system.evaluate(node), states[node] as T)) wrong.push(node);
  }
  return wrong;
}
