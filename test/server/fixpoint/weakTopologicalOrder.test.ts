import assert from 'node:assert/strict';
import fc from 'fast-check';
import { showOrder, weakTopologicalOrder } from '../../../server/fixpoint/weakTopologicalOrder.js';
import type { WtoElement } from '../../../server/fixpoint/weakTopologicalOrder.js';
import { runsOf } from '../../support/counts.js';

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

/** Bourdoncle's algorithm as his paper gives it (Figure 4), which visits a node once for each component around it. */
function bourdoncle(graph: Graph, roots: readonly number[]): WtoElement[] {
  const numbers = graph.map(() => 0);
  const stack: number[] = [];
  let visited = 0;
  const visit = (node: number, partition: WtoElement[]): number => {
    stack.push(node);
    numbers[node] = ++visited;
    let head = visited;
    let isLoop = false;
    for (const target of graph[node] ?? []) {
      const least = numbers[target] === 0 ? visit(target, partition) : (numbers[target] ?? 0);
      if (least <= head) [head, isLoop] = [least, true];
    }
    if (head !== numbers[node]) return head;
    numbers[node] = Infinity;
    let member = stack.pop();
    if (!isLoop) {
      partition.unshift(node);
      return head;
    }
    for (; member !== node; member = stack.pop()) numbers[member ?? 0] = 0;
    const body: WtoElement[] = [];
    for (const target of graph[node] ?? []) if (numbers[target] === 0) visit(target, body);
    partition.unshift({ head: node, body });
    return head;
  };
  const order: WtoElement[] = [];
  for (const root of roots) if (numbers[root] === 0) visit(root, order);
  return order;
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
      { numRuns: runsOf(500) },
    );
  });

  it("is that of Bourdoncle's algorithm", () => {
    const edges = fc.array(fc.array(fc.nat(11), { maxLength: 4 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(edges, fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }), (graph, roots) => {
        const order = weakTopologicalOrder(graph.length, roots, (node) => graph[node] ?? []);
        assert.equal(showOrder(order), showOrder(bourdoncle(graph, roots)));
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('does not overflow the stack on a long chain', () => {
    const graph = Array.from({ length: 200_000 }, (_, node) => [node + 1]);
    graph[199_999] = [0];
    assert.equal(orderOf(graph).length, 1);
  });
});
