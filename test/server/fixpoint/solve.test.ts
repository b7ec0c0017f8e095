import assert from 'node:assert/strict';
import fc from 'fast-check';
import { descend } from '../../../server/fixpoint/narrowing.js';
import { Budget } from '../../../server/fixpoint/solve.js';
import type { EquationSystem, StateOperations } from '../../../server/fixpoint/solve.js';
import { ascend } from '../../../server/fixpoint/widening.js';
import { headsOf, weakTopologicalOrder } from '../../../server/fixpoint/weakTopologicalOrder.js';

/** X(v) = the greatest of `least` and, over the edges to v, X(u) + `step` as far as `most`; the numbers up to 40 are the lattice. */
interface Graph {
  readonly count: number;
  readonly least: readonly number[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly step: number; readonly most: number }[];
}

const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 2, max: 9 }).chain((count) => {
  const node = fc.nat(count - 1);
  const edge = fc.record({ from: node, to: node, step: fc.nat(3), most: fc.nat(40) });
  const least = fc.array(fc.nat(6), { minLength: count, maxLength: count });
  return fc.record({ count: fc.constant(count), least, edges: fc.array(edge, { maxLength: 16 }) });
});

class Counted implements EquationSystem<number> {
  readonly states: number[];
  evaluations = 0;

  constructor(
    private readonly graph: Graph,
    states: readonly number[] = graph.least.map(() => 0),
  ) {
    this.states = [...states];
  }
  get count(): number {
    return this.graph.count;
  }
  evaluate(node: number): number {
    this.evaluations++;
    const flows = this.graph.edges
      .filter(({ to }) => to === node)
      .map(({ from, step, most }) => Math.min(most, (this.states[from] ?? 0) + step));
    return Math.max(this.graph.least[node] ?? 0, ...flows);
  }
  dependents(node: number): number[] {
    return this.graph.edges.filter(({ from }) => from === node).map(({ to }) => to);
  }
  order(): ReturnType<typeof weakTopologicalOrder> {
    return weakTopologicalOrder(this.count, [...this.states.keys()], (node) => this.dependents(node));
  }
}

const operations: StateOperations<number> = {
  equal: (a, b) => a === b,
  join: Math.max,
  meet: Math.min,
  widen: () => 40,
  narrow: Math.min,
};
const options = { wideningDelay: 2, thresholdSteps: 0, narrowingDelay: 3, maxDescents: 12 };
const unlimited = (): Budget => new Budget(1e6);

describe('the solver', () => {
  it('needs to begin its descent at heads only', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const solve = (from: 'everything' | 'heads'): Counted => {
          const system = new Counted(graph);
          const order = system.order();
          const task = { system, order, operations, options, budget: unlimited() };
          assert.ok(ascend(task, system.states));
          system.evaluations = 0;
          descend(task, system.states, from);
          return system;
        };
        const [all, heads] = [solve('everything'), solve('heads')];
        assert.deepEqual(heads.states, all.states);
        assert.ok(heads.evaluations <= all.evaluations);
      }),
    );
  });

  it('goes on from a solution when it is told which equations have changed', () => {
    fc.assert(
      fc.property(graphs, graphs, (graph, more) => {
        const added = more.edges.filter(({ from, to }) => from < graph.count && to < graph.count);
        const before = new Counted(graph);
        ascend({ system: before, order: before.order(), operations, options, budget: unlimited() }, before.states);
        const grown = { ...graph, edges: [...graph.edges, ...added] };
        const solve = (dirty: readonly number[] | null): readonly number[] => {
          const system = new Counted(grown, before.states);
          ascend({ system, order: system.order(), operations, options, budget: unlimited() }, system.states, dirty);
          return system.states;
        };
        assert.deepEqual(solve([...added.map(({ to }) => to), ...headsOf(before.order())]), solve(null));
      }),
    );
  });

  it('extrapolates at an inner head what the inner loop changes, not what an outer one does', () => {
    // An outer loop (0, 1, 4) around an inner one (2, 3): both parts are counted as far as 9, the second one in the outer loop alone.
    type Pair = readonly [inner: number, outer: number];
    const top = 40;
    const pairs: StateOperations<Pair> = {
      equal: ([a, b], [c, d]) => a === c && b === d,
      join: (x, y) => (y[0] <= x[0] && y[1] <= x[1] ? x : [Math.max(x[0], y[0]), Math.max(x[1], y[1])]),
      meet: ([a, b], [c, d]) => [Math.min(a, c), Math.min(b, d)],
      // The first change of the outer part at the outer head goes to 9, as thresholds do.
      widen: ([a, b], [c, d], atThresholds) => [c > a ? top : a, d > b ? (atThresholds && d <= 9 ? 9 : top) : b],
      narrow: ([a, b], [c, d]) => [Math.min(a, c), Math.min(b, d)],
    };
    const states: Pair[] = Array.from({ length: 5 }, () => [0, 0]);
    const flows: readonly ((states: readonly Pair[]) => readonly Pair[])[] = [
      ([, , , , end = [0, 0]]) => [[0, Math.min(end[1], 9)]],
      ([head = [0, 0]]) => [head],
      ([, begin = [0, 0], , again = [0, 0]]) => [begin, again],
      ([, , head = [0, 0]]) => [[Math.min(head[0] + 1, 9), head[1]]],
      ([, , head = [0, 0]]) => [[0, head[1] + 1]],
    ];
    const successors = [[1], [2], [3, 4], [2], [0]];
    const system: EquationSystem<Pair> = {
      count: 5,
      evaluate: (node) => (flows[node]?.(states) ?? []).reduce(pairs.join),
      dependents: (node) => successors[node] ?? [],
    };
    const order = weakTopologicalOrder(5, [0], (node) => system.dependents(node));
    assert.ok(ascend({ system, order, operations: pairs, options: { ...options, thresholdSteps: 1 }, budget: unlimited() }, states));
    assert.deepEqual(
      states.map(([, outer]) => outer),
      [9, 9, 9, 9, 10],
    );
  });
});
