import assert from 'node:assert/strict';
import fc from 'fast-check';
import { solveNarrowed } from '../../../server/fixpoint/narrowed.js';
import { Budget } from '../../../server/fixpoint/solve.js';
import type { EquationSystem, StateOperations, Task } from '../../../server/fixpoint/solve.js';
import { verify } from '../../../server/fixpoint/verify.js';
import { ascend } from '../../../server/fixpoint/widening.js';
import { weakTopologicalOrder } from '../../../server/fixpoint/weakTopologicalOrder.js';

/** X(v) = the greatest of `least` and X(u) + 1 over edges from u, but at most the node's limit. */
class Limited implements EquationSystem<number> {
  evaluations = 0;
  constructor(
    private readonly graph: Graph,
    private readonly limits: readonly number[],
    readonly states: number[] = graph.least.map(() => 0),
  ) {}
  get count(): number {
    return this.graph.least.length;
  }
  evaluate(node: number): number {
    this.evaluations++;
    const flows = this.graph.edges.filter(([, to]) => to === node).map(([from]) => (this.states[from] ?? 0) + 1);
    return Math.min(this.limits[node] ?? 0, Math.max(this.graph.least[node] ?? 0, ...flows));
  }
  dependents(node: number): number[] {
    return this.graph.edges.filter(([from]) => from === node).map(([, to]) => to);
  }
  order(): ReturnType<typeof weakTopologicalOrder> {
    return weakTopologicalOrder(this.count, [...this.states.keys()], (node) => this.dependents(node));
  }
}

interface Graph {
  readonly least: readonly number[];
  readonly edges: readonly (readonly [from: number, to: number])[];
}

const most = 12;
const graphs: fc.Arbitrary<{ graph: Graph; limits: readonly number[] }> = fc.integer({ min: 2, max: 9 }).chain((count) => {
  const node = fc.nat(count - 1);
  const numbers = fc.array(fc.nat(most), { minLength: count, maxLength: count });
  const limits = fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(most) }, { weight: 1, arbitrary: fc.nat(most) }), {
    minLength: count,
    maxLength: count,
  });
  return fc.record({ graph: fc.record({ least: numbers, edges: fc.array(fc.tuple(node, node), { maxLength: 14 }) }), limits });
});

/** Without extrapolation, so that solutions are least. */
const operations: StateOperations<number> = {
  equal: (a, b) => a === b,
  join: Math.max,
  meet: Math.min,
  widen: (_, next) => next,
  narrow: Math.min,
};
const leq = (a: number, b: number): boolean => a <= b;
const options = { wideningDelay: 2, thresholdSteps: 0, narrowingDelay: 3, maxDescents: 12 };
const unlimited = (): Budget => new Budget(1e6);
const taskOf = (system: Limited): Task<number> => ({ system, order: system.order(), operations, options, budget: unlimited() });

function solved(system: Limited): Limited {
  assert.ok(ascend(taskOf(system), system.states));
  return system;
}

function narrowed(graph: Graph, limits: readonly number[], wider: readonly number[]): Limited {
  const system = new Limited(graph, limits, [...wider]);
  const cut = limits.flatMap((limit, node) => (limit < (wider[node] ?? 0) ? [node] : []));
  assert.ok(solveNarrowed(taskOf(system), system.states, { nodes: cut, bottom: 0, leq }));
  return system;
}

describe('narrowed equations', () => {
  const unlimitedLimits = (graph: Graph): readonly number[] => graph.least.map(() => most);

  it('have the least solution again', () => {
    fc.assert(
      fc.property(graphs, ({ graph, limits }) => {
        const wider = solved(new Limited(graph, unlimitedLimits(graph))).states;
        const again = narrowed(graph, limits, wider);
        assert.deepEqual(again.states, solved(new Limited(graph, limits)).states);
        assert.deepEqual(verify(again, again.states, leq), []);
      }),
    );
  });

  it('are not evaluated where nothing was taken away before', () => {
    // 0 -> 1 -> 2 (loop with 3) -> 4
    const edges = [[0, 1], [1, 2], [2, 3], [3, 2], [2, 4]] as const; // prettier-ignore
    const graph = { least: [0, 0, 0, 0, 0], edges };
    const wider = solved(new Limited(graph, unlimitedLimits(graph))).states;
    assert.equal(narrowed(graph, unlimitedLimits(graph), wider).evaluations, 0);
    const atTheEnd = narrowed(graph, [most, most, most, most, 1], wider);
    assert.deepEqual([atTheEnd.states, atTheEnd.evaluations], [[0, 1, most, most, 1], 1]);
  });
});
