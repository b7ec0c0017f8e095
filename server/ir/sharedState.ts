import type { Instruction } from './instruction.js';
import type { Edge, FunctionIr, GraphNode, NodeId, VariableId } from './program.js';
import { targetsOf } from './visit.js';

/**
 * The graph in which nothing is written to variables that stand for state of other modules, which anyone may change at any time:
 * what would be written becomes known to unknown code instead.
 */
export function forgetWrites(body: FunctionIr, shared: ReadonlySet<VariableId>, newTemporary: () => VariableId): FunctionIr {
  if (shared.size === 0 || !body.edges.some(({ instruction }) => writes(instruction, shared))) return body;
  const nodes: GraphNode[] = [...body.nodes];
  const edges: Edge[] = [];
  const replaced = new Map<Instruction, { readonly instruction: Instruction; readonly written: VariableId | null }>();
  for (const edge of body.edges) {
    if (!writes(edge.instruction, shared)) {
      edges.push(edge);
      continue;
    }
    let made = replaced.get(edge.instruction);
    if (made === undefined) replaced.set(edge.instruction, (made = replacement(edge.instruction, shared, newTemporary)));
    const { instruction, written } = made;
    if (edge.outcome === 'throw' || written === null) {
      edges.push({ ...edge, instruction });
    } else {
      const between = addNode(nodes, edge);
      const span = 'span' in instruction ? instruction.span : { start: 0, end: 0 };
      edges.push({ ...edge, instruction, target: between });
      edges.push({ ...edge, source: between, instruction: { kind: 'escape', value: { kind: 'variable', variable: written }, span } });
    }
  }
  return { ...body, nodes, edges };
}

function writes(instruction: Instruction, shared: ReadonlySet<VariableId>): boolean {
  return targetsOf(instruction).some((target) => shared.has(target));
}

function addNode(nodes: GraphNode[], { source, instruction }: Edge): NodeId {
  const from = nodes[source];
  const span = 'span' in instruction ? instruction.span : (from?.span ?? { start: 0, end: 0 });
  const file = from?.point.file ?? '';
  return nodes.push({ id: nodes.length, point: { file, offset: span.start, kind: 'expression' }, span, mark: null }) - 1;
}

/** The instruction that writes a temporary instead; null: nothing is left to be written. */
function replacement(
  instruction: Instruction,
  shared: ReadonlySet<VariableId>,
  newTemporary: () => VariableId,
): { readonly instruction: Instruction; readonly written: VariableId | null } {
  switch (instruction.kind) {
    case 'assign':
      return { instruction: { kind: 'escape', value: instruction.value, span: instruction.span }, written: null };
    case 'enterScope':
    case 'copyScope':
      return {
        instruction: { ...instruction, variables: instruction.variables.filter((variable) => !shared.has(variable)) },
        written: null,
      };
    case 'havoc': {
      const target = instruction.target !== null && shared.has(instruction.target) ? null : instruction.target;
      return {
        instruction: { ...instruction, target, writes: instruction.writes.filter((variable) => !shared.has(variable)) },
        written: null,
      };
    }
    case 'load':
    case 'delete':
    case 'allocate':
    case 'closure':
    case 'call':
    case 'collect':
    case 'await':
    case 'yield':
    case 'step': {
      const target = newTemporary();
      return { instruction: { ...instruction, target }, written: target };
    }
    default:
      return { instruction, written: null };
  }
}
