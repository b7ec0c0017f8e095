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

export function chain(...points: readonly Point[]): Chain {
  return { id: 1, points, executions: 1, isSettled: true, isDeterministic: null, notes: [], runs: [], current: 'P1' };
}
