import assert from 'node:assert/strict';
import fc from 'fast-check';
import { showOrder, weakTopologicalOrder } from '../../../server/fixpoint/wto.js';
import type { WtoElement } from '../../../server/fixpoint/wto.js';

type Graph = readonly (readonly number[])[];
const orderOf = (graph: Graph): WtoElement[] => weakTopologicalOrder(graph.length, [0], (node) => graph[node] ?? []);

/** Position of each node, and the heads of the components that contain it. */
function layout(order: readonly WtoElement[]): Map<number, { position: number; heads: readonly number[] }> {
  const result = new Map<number, { position: number; heads: readonly number[] }>();
  const visit = (elements: readonly WtoElement[], heads: readonly number[]): void => {
    for (const element of elements) {
      if (typeof element === 'number') result.set(element, { position: result.size, heads });
      else {
        result.set(element.head, { position: result.size, heads: [...heads, element.head] });
        visit(element.body, [...heads, element.head]);
      }
    }
  };
  visit(order, []);
  return result;
}

describe('weak topological order', () => {
  it("gives the order of Bourdoncle's example", () => {
    // Figure 2 of "Efficient chaotic iteration strategies with widenings", nodes from 0.
    const graph: Graph = [[1], [2, 7], [3], [4, 6], [5], [4, 6], [2, 7], []];
    assert.equal(showOrder(orderOf(graph)), '0 1 (2 3 (4 5) 6) 7');
  });

  it('puts every edge forwards, or back to the head of a component that contains its source', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 12, maxLength: 12 }), (graph) => {
        const nodes = layout(orderOf(graph));
        for (const [source, { position, heads }] of nodes) {
          for (const target of graph[source] ?? []) {
            const there = nodes.get(target);
            assert.ok(there, `node ${target} is reachable`);
            assert.ok(position < there.position || heads.includes(target), `edge ${source} -> ${target}`);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not overflow the stack on a long chain', () => {
    const graph = Array.from({ length: 200_000 }, (_, node) => [node + 1]);
    graph[199_999] = [0];
    assert.equal(orderOf(graph).length, 1);
  });
});
