import type { Instruction } from './instruction.js';
import type { Edge, FunctionIr, GraphNode } from './program.js';

/** The graph with instructions, which throw nothing, before everything else. They stand for the same control point as its entry. */
export function enterWith(body: FunctionIr, instructions: readonly Instruction[]): FunctionIr {
  const entry = body.nodes[body.entry];
  if (entry === undefined || instructions.length === 0) return body;
  const nodes: GraphNode[] = [...body.nodes];
  const added: Edge[] = [];
  let last = body.entry;
  for (const instruction of instructions) {
    const next = nodes.length;
    nodes.push({ ...entry, id: next, mark: null });
    added.push({ source: last, target: next, instruction, outcome: 'normal' });
    last = next;
  }
  const edges = body.edges.map((edge) => (edge.source === body.entry ? { ...edge, source: last } : edge));
  return { ...body, nodes, edges: [...added, ...edges] };
}
