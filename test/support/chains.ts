import type { Chain, Place, Point } from '../../adapter/dap/querypoints/protocol.js';

export const place = (line: number, file = '/shop/shop.ts'): Place => ({ file, line, column: 3 });

/** A located point, of which a test says what matters. */
export function point(id: string, more: Partial<Point> = {}): Point {
  return {
    id,
    kind: id === 'P1' ? 'stop' : 'lastChange',
    of: id === 'P1' ? null : 'P1',
    expression: id === 'P1' ? '' : 'this.total',
    frame: 0,
    index: -1,
    status: 'located',
    reason: null,
    place: place(10),
    text: 'this.total = n;',
    functionName: 'add',
    hit: 1,
    event: 100,
    before: null,
    after: null,
    values: [],
    taken: null,
    exception: null,
    stack: [],
    counts: null,
    since: null,
    steps: [],
    ...more,
  };
}

/** What the analysis says of a point whose `n` is 7. */
export const forecast: NonNullable<Point['forecast']> = {
  predictedBy: {
    code: 'uncaught-exception',
    message: 'fails if n > 5',
    place: place(6),
    condition: '!(n > 5)',
    held: [{ name: 'n', value: '7' }],
  },
  values: [
    { name: 'n', reachable: '0..500', good: '0..5', standing: 'outside-good' },
    { name: 'k', reachable: '1', good: '1', standing: 'good' },
    { name: 'unknown', reachable: null, good: null, standing: 'unknown' },
  ],
};

export function chain(...points: readonly Point[]): Chain {
  return { id: 1, points, executions: 1, isSettled: true, isDeterministic: null, notes: [], runs: [], current: 'P1' };
}
