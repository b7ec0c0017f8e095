import assert from 'node:assert/strict';
import { CallGraph } from '../../../server/analysis/callGraph.js';
import { visited } from '../../../server/base/intMap.js';
import { Random } from '../../soundness/random.js';

const unknownCode = -1;
const processEnd = -2;

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
          const callee = random.chance(0.1) ? processEnd : random.between(unknownCode, count - 1);
          const edge: [number, number] = [random.between(unknownCode, count - 1), callee];
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
        const ownCalls = edges.filter(([caller]) => caller !== unknownCode);
        const isEnd = closure(ownCalls, functions).get(from)?.has(processEnd);
        assert.equal(graph.mayEnd(from), isEnd, `${from} to the end, unknown code comes back, ${context}`);
        assert.equal(graph.mayOverflow(from), inside.has(from), `${from}, ${context}`);
      }
    }
  });

  it('answers about large graphs as one that is computed from nothing, whenever it is first asked', () => {
    for (let seed = 0; seed < 10; seed++) {
      const random = new Random(seed);
      const count = 60;
      const graph = new CallGraph();
      const edges = Array.from({ length: 90 }, (): [number, number] => [random.below(count), random.below(count)]);
      const asked = random.below(edges.length);
      edges.forEach((edge, index) => {
        graph.add([edge]);
        if (index >= asked) graph.reaches(random.below(count), random.below(count));
      });
      const functions = Array.from({ length: count }, (_, id) => id);
      const expected = closure(edges, functions);
      for (const from of functions)
        for (const to of functions) assert.equal(graph.reaches(from, to), expected.get(from)?.has(to), `seed ${seed}: ${from} to ${to}`);
    }
  });

  for (const [name, edgesOf] of [
    ['a circle', (many: number) => [...Array(many).keys()].map((n): [number, number] => [n, (n + 1) % many])],
    ['a chain', (many: number) => [...Array(many).keys()].map((n): [number, number] => [n + 1, n])],
    [
      'functions that unknown code calls',
      (many: number) =>
        [...Array(many).keys()].flatMap((n): [number, number][] => [
          [-1, n],
          [n, -1],
        ]),
    ],
  ] as const) {
    it(`grows with the calls and no faster: ${name}`, () => {
      const effort = (many: number): number => {
        const graph = new CallGraph();
        const before = visited();
        const edges = edgesOf(many);
        graph.add(edges.slice(many / 2));
        for (const edge of edges.slice(0, many / 2)) {
          graph.begin();
          graph.reaches(edge[0], edge[0]);
          graph.mayOverflow(edge[1]);
          graph.end();
          graph.add([edge]);
        }
        return visited() - before;
      };
      const [few, many] = [effort(1_000), effort(2_000)];
      assert.ok(many <= 2.5 * few, `${few} for 1,000 and ${many} for 2,000`);
    });
  }

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
