export function reachable(edges: Readonly<Record<string, readonly string[]>>, from: string): string[] {
  const visited = new Set<string>();
  const visit = (node: string): void => {
    if (visited.has(node)) return;
    for (const next of edges[node] ?? []) {
      visit(next);
    }
  };
  visit(from);
  return [...visited].sort();
}
