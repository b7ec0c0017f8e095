import type { FrontierPoint, RootSolution } from '../analysis/rootSolution.js';
import type { Instance } from '../analysis/unfolding.js';
import type { Instruction } from '../ir/instruction.js';
import { mentionsOf } from '../ir/mentions.js';
import type { ModuleIr, NodeId } from '../ir/program.js';
import { occurrencesFrom } from './cause.js';

/**
 * The branches of a root all of whose runs the engine refuses, whatever their tests are about: `if (mode === 'dark') return null; nothing.x`.
 * That a test takes the other way may be decided before, by an unknown value, of which nothing needs to be told.
 */
export function failingBranches(solution: RootSolution): readonly FrontierPoint[] {
  const { analysis, good, reachable, frontier } = solution;
  const { root } = analysis.unfolding;
  const { body, incoming } = root.indexed;
  const isGood = (node: NodeId): boolean => (good[root.base + node] ?? null) !== null;
  if (!isGood(body.entry)) return [];
  return body.nodes.flatMap(({ id }): readonly FrontierPoint[] => {
    const point = root.base + id;
    const inflow = reachable[point] ?? null;
    if (inflow === null || isGood(id) || frontier.some((each) => each.point === point)) return [];
    const isBranch = (incoming[id] ?? []).some(({ source, instruction }) => instruction.kind === 'assume' && isGood(source));
    return isBranch && isRefused(solution, point) && !mayCallInVain(root, id) ? [{ point, inflow, good: null }] : [];
  });
}

/** Whether the engine refuses something, and no run gets past it. */
function isRefused(solution: RootSolution, point: number): boolean {
  const occurrences = occurrencesFrom(solution, point);
  return occurrences.length > 0 && occurrences.every(({ mayPass, code }) => !mayPass && (code === 'null-access' || code === 'wrong-kind'));
}

/** Whether something may be called from there for its effects alone: it may be there to throw. */
function mayCallInVain({ indexed, activation }: Instance, from: NodeId): boolean {
  const { module } = activation.program;
  const nodes = new Set([from]);
  for (const node of nodes) {
    for (const { instruction, target, outcome } of indexed.outgoing[node] ?? []) {
      if (isInVain(instruction, module)) return true;
      if (outcome === 'normal') nodes.add(target);
    }
  }
  return false;
}

function isInVain(instruction: Instruction, module: ModuleIr): boolean {
  if (instruction.kind !== 'call') return false;
  const uses = mentionsOf(module).mentions.get(instruction.target) ?? [];
  return uses.every((use) => use === instruction);
}
