import assert from 'node:assert/strict';
import { CallGraph } from '../../../server/analysis/callGraph.js';
import { Random } from '../../soundness/random.js';

const unknownCode = -1;

/** Which functions calls of each may run, found by trying every chain of calls. */
function closure(edges: readonly (readonly [number, number])[], functions: readonly number[]): Map<number, Set<number>> {
  const reached = new Map(functions.map((from) => [from, new Set<number>()]));
  for (let grows = true; grows;) {
    grows = false;
    for (const [caller, callee] of edges) {
      for (const [from, known] of reached) {
        if ((from !== caller && !known.has(caller)) || known.has(callee)) continue;
        known.add(callee);
        grows = true;
      }
    }
  }
  return reached;
}

describe('the call graph', () => {
  it('answers while it grows as one that is computed from nothing (300 random graphs)', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const count = random.between(2, 9);
      const functions = Array.from({ length: count }, (_, id) => id);
      const graph = new CallGraph();
      const edges: [number, number][] = [];
      for (let step = 0; step < 40; step++) {
        if (random.chance(0.5)) {
          const edge: [number, number] = [random.between(unknownCode, count - 1), random.below(count + 1) - 1];
          edges.push(edge);
          graph.add([edge]);
          continue;
        }
        const expected = closure(edges, [unknownCode, ...functions]);
        const recursive = [...expected].filter(([from, reached]) => reached.has(from)).map(([from]) => from);
        const inside = new Set(recursive.flatMap((from) => [from, ...(expected.get(from) ?? [])]));
        const [from, to] = [random.below(count), random.below(count)];
        const context = `seed ${seed}: ${JSON.stringify(edges)}`;
        assert.equal(graph.reaches(from, to), expected.get(from)?.has(to), `${from} to ${to}, ${context}`);
        assert.equal(graph.mayOverflow(from), inside.has(from), `${from}, ${context}`);
      }
    }
  });

  it('sets what one root finds apart until the root is done', () => {
    const graph = new CallGraph();
    graph.begin();
    graph.addCall(0, 1);
    assert.equal(graph.reaches(0, 1), false);
    const { answers, edges } = graph.end();
    assert.deepEqual(edges, [[0, 1]]);
    assert.equal(graph.reaches(0, 1), true);
    assert.equal(graph.answersAs(answers), false);
  });
});
