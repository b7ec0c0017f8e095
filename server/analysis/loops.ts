import { weakTopologicalOrder, type WtoElement } from '../fixpoint/weakTopologicalOrder.js';
import type { NodeId, VariableId } from '../ir/program.js';
import { targetsOf } from '../ir/visit.js';
import type { IndexedFunction } from './unfolding.js';

/** A loop of a function that is entered through its head only. */
export interface Loop {
  readonly nodes: ReadonlySet<NodeId>;
  /** The variables that it writes: in the function's own frame, all others are as they were before the loop. */
  readonly writes: ReadonlySet<VariableId>;
}

export type Loops = ReadonlyMap<NodeId, Loop>;

const known = new WeakMap<IndexedFunction, Loops>();

/** The loops of a function, by head. */
export function loopsOf(indexed: IndexedFunction): Loops {
  const before = known.get(indexed);
  if (before !== undefined) return before;
  const loops = findLoops(indexed);
  known.set(indexed, loops);
  return loops;
}

function findLoops(indexed: IndexedFunction): Loops {
  const { body, outgoing } = indexed;
  const order = weakTopologicalOrder(body.nodes.length, [body.entry], (node) => (outgoing[node] ?? []).map((edge) => edge.target));
  const reached = new Set<NodeId>();
  const components: { readonly head: NodeId; readonly nodes: ReadonlySet<NodeId> }[] = [];
  const collect = (elements: readonly WtoElement[]): readonly NodeId[] =>
    elements.flatMap((element) => {
      const nodes = typeof element === 'number' ? [element] : [element.head, ...collect(element.body)];
      for (const node of nodes) reached.add(node);
      if (typeof element !== 'number') components.push({ head: element.head, nodes: new Set(nodes) });
      return nodes;
    });
  collect(order);
  const isEnteredOtherwise = (node: NodeId, nodes: ReadonlySet<NodeId>): boolean =>
    (indexed.incoming[node] ?? []).some(({ source }) => reached.has(source) && !nodes.has(source));
  return new Map(
    components
      .filter(({ head, nodes }) => ![...nodes].some((node) => node !== head && isEnteredOtherwise(node, nodes)))
      .map(({ head, nodes }) => [head, { nodes, writes: writesIn(nodes, indexed) }]),
  );
}

function writesIn(nodes: ReadonlySet<NodeId>, { body, outgoing }: IndexedFunction): ReadonlySet<VariableId> {
  const writes = new Set<VariableId>();
  for (const node of nodes) {
    for (const { instruction, outcome } of outgoing[node] ?? []) {
      for (const target of targetsOf(instruction)) writes.add(target);
      if (outcome === 'throw') writes.add(body.exception);
    }
  }
  return writes;
}
