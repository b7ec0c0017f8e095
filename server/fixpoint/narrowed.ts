import { descend } from './narrowing.js';
import type { Task } from './solve.js';
import type { WtoElement } from './weakTopologicalOrder.js';
import { ascend } from './widening.js';

/** How equations were narrowed. */
export interface Narrowed<T> {
  /** The nodes whose equations were. */
  readonly nodes: Iterable<number>;
  readonly bottom: T;
  leq(a: T, b: T): boolean;
}

/**
 * Solves equations whose solution before they were narrowed is `states`: a node that they give no less than it has stays what it is, and
 * only what reads another is evaluated again. A component is solved anew from `bottom` where anything in it, or that it reads, has become
 * less: its old states would keep each other up. False when the budget ran out (then X means nothing).
 */
export function solveNarrowed<T>(task: Task<T>, states: T[], { nodes: narrowed, bottom, leq }: Narrowed<T>): boolean {
  const { system, order, budget } = task;
  const isDirty = new Uint8Array(system.count);
  for (const node of narrowed) isDirty[node] = 1;
  const change = (node: number, next: T): void => {
    states[node] = next;
    for (const dependent of system.dependents(node)) isDirty[dependent] = 1;
  };
  for (const element of order) {
    if (budget.exhausted) return false;
    if (typeof element === 'number') {
      if (isDirty[element] === 0) continue;
      budget.spend();
      const next = system.evaluate(element);
      if (!leq(states[element] as T, next)) change(element, next);
      continue;
    }
    const nodes = nodesOf(element);
    if (nodes.every((node) => isDirty[node] === 0)) continue;
    const before = nodes.map((node) => states[node] as T);
    for (const node of nodes) states[node] = bottom;
    const component = { ...task, order: [element] };
    if (!ascend(component, states)) return false;
    descend(component, states, 'heads');
    for (const [index, node] of nodes.entries()) {
      const old = before[index] as T;
      const next = states[node] as T;
      if (leq(old, next)) states[node] = old;
      else change(node, next);
    }
  }
  return true;
}

function nodesOf(element: WtoElement): readonly number[] {
  const nodes: number[] = [];
  const collect = (part: WtoElement): void => {
    if (typeof part === 'number') nodes.push(part);
    else {
      nodes.push(part.head);
      part.body.forEach(collect);
    }
  };
  collect(element);
  return nodes;
}
