import type { FunctionIr, NodeId, VariableId } from '../../ir/program.js';
import { forEachRead, operandsOf, targetsOf } from '../../ir/visit.js';

/** Which variables a function still needs, and where. */
export interface Liveness {
  /** By node, the variables that are read from there on before they are written; captured ones are left out. */
  readonly live: ReadonlyMap<NodeId, ReadonlySet<VariableId>>;
  /** Nodes to which several ways lead. */
  readonly joins: ReadonlySet<NodeId>;
}

const known = new WeakMap<FunctionIr, Liveness>();

export function livenessOf(body: FunctionIr): Liveness {
  let found = known.get(body);
  if (found === undefined) known.set(body, (found = computeLiveness(body)));
  return found;
}

function computeLiveness({ nodes, edges, exit, throwExit, result, exception }: FunctionIr): Liveness {
  const live = new Map<NodeId, Set<VariableId>>(nodes.map(({ id }) => [id, new Set()]));
  live.set(exit, new Set([result]));
  live.set(throwExit, new Set([exception]));
  const incoming = new Map<NodeId, number>();
  for (const { target } of edges) incoming.set(target, (incoming.get(target) ?? 0) + 1);
  const used = edges.map((edge) => ({
    edge,
    read: readBy(edge.instruction),
    written: new Set(edge.outcome === 'throw' ? [exception] : targetsOf(edge.instruction)),
  }));
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const { edge, read, written } of used.toReversed()) {
      const before = live.get(edge.source) ?? new Set();
      const { size } = before;
      for (const variable of read) before.add(variable);
      for (const variable of live.get(edge.target) ?? []) if (!written.has(variable)) before.add(variable);
      hasGrown ||= before.size > size;
    }
  }
  return { live, joins: new Set([...incoming].filter(([, ways]) => ways > 1).map(([node]) => node)) };
}

function readBy(instruction: FunctionIr['edges'][number]['instruction']): ReadonlySet<VariableId> {
  const read = new Set<VariableId>();
  for (const operand of operandsOf(instruction)) forEachRead(operand, (variable) => read.add(variable));
  // Runs count the steps of an iterator, and do nothing with the number.
  if ('iterator' in instruction && instruction.kind !== 'iterate') read.add(instruction.iterator);
  if (instruction.kind === 'checkInitialised') read.add(instruction.variable);
  if (instruction.kind === 'copyScope') for (const variable of instruction.variables) read.add(variable);
  if (instruction.kind === 'call' && instruction.mode === 'super' && instruction.receiver?.kind === 'variable')
    read.add(instruction.receiver.variable);
  return read;
}
