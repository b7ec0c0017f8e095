/** How many steps each node is away. */
export function distances(edges: Readonly<Record<string, readonly string[]>>, from: string): Record<string, number> {
  const steps: Record<string, number> = { [from]: 0 };
  const queue = [from];
  while (queue.length > 0) {
    const node = queue.pop() ?? '';
    for (const next of edges[node] ?? []) {
      if (next in steps) continue;
      steps[next] = (steps[node] ?? 0) + 1;
      queue.push(next);
    }
  }
  return steps;
}
