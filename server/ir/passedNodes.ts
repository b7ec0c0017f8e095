import type { FunctionIr, NodeId } from './program.js';

/** The nodes that every run of the function passes which comes to its normal end, in their order. Linear. */
export function passedNodes({ nodes, edges, entry, exit }: FunctionIr): readonly NodeId[] {
  const successors: NodeId[][] = nodes.map(() => []);
  for (const { source, target } of edges) successors[source]?.push(target);
  const path = shortestPath(successors, entry, exit);
  const positions = new Map(path.map((node, index) => [node, index]));
  const seen = new Set<NodeId>();
  const passed: NodeId[] = [];
  /** What is reached of the path without passing its last node so far. */
  let furthest = 0;
  for (const [index, start] of path.entries()) {
    if (index === furthest) passed.push(start);
    const waiting = [start];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const next of successors[node] ?? []) {
        const position = positions.get(next);
        if (position !== undefined) furthest = Math.max(furthest, position);
        else if (!seen.has(next)) {
          seen.add(next);
          waiting.push(next);
        }
      }
    }
  }
  return passed;
}

/** Empty where there is none. */
function shortestPath(successors: readonly (readonly NodeId[])[], from: NodeId, to: NodeId): readonly NodeId[] {
  const before = new Map<NodeId, NodeId | null>([[from, null]]);
  // A map hands out what is added while it is stepped through.
  for (const [node] of before) for (const next of successors[node] ?? []) if (!before.has(next)) before.set(next, node);
  const path: NodeId[] = [];
  for (let node = before.has(to) ? to : null; node !== null; node = before.get(node) ?? null) path.push(node);
  return path.reverse();
}
