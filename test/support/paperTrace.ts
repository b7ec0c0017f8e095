import { relationOf, completed } from './handMadeRelations.js';

const row = { receiver_type: 'object', receiver_text: 'Example', receiver_object: 3, class: 'Example', file: 'example.js', thread: 0 };
const faraway = { ...row, receiver_text: 'FarAWayClass', receiver_object: 5, class: 'FarAWayClass' };

/** The run of the paper's figure 1, in JavaScript, as relations that are written by hand: events 0 to 16 are those of figure 2. */
export const paperRelations = completed([
  relationOf('thread', [{ id: 0, name: 'main', first: 0, last: 16, status: 'failed' }]),
  relationOf(
    'event',
    [
      { id: 0, kind: 'thread' },
      { id: 1, kind: 'call' },
      { id: 2, kind: 'call', call: 1 },
      { id: 4, kind: 'call', call: 2 },
      { id: 5, kind: 'call', call: 4 },
      { id: 6, kind: 'exit', call: 5 },
      { id: 9, kind: 'call', call: 4 },
      { id: 10, kind: 'exit', call: 9 },
      { id: 13, kind: 'call', call: 4 },
      { id: 14, kind: 'call', call: 13 },
      { id: 15, kind: 'exception', call: 14 },
      { id: 16, kind: 'thread' },
    ].map((event) => ({ thread: 0, file: 'example.js', ...event })),
    ['call'],
  ),
  relationOf(
    'call',
    [
      {
        ...row,
        event: 1,
        depth: 0,
        last: 15,
        method: 'main',
        kind: 'static',
        body_line: 20,
        receiver_type: 'object',
        receiver_text: 'Function',
      },
      { ...row, event: 2, parent: 1, depth: 1, last: 15, method: 'constructor', kind: 'constructor', line: 2, body_line: 3 },
      { ...row, event: 4, parent: 2, depth: 2, last: 15, method: 'm1', kind: 'method', body_line: 6 },
      { ...faraway, event: 5, parent: 4, depth: 3, last: 6, method: 'constructor', kind: 'constructor', line: 23, body_line: 23 },
      { ...faraway, event: 9, parent: 4, depth: 3, last: 10, method: 'doSomeThing', kind: 'method', body_line: 26 },
      { ...row, event: 13, parent: 4, depth: 3, last: 15, method: 'm2', kind: 'method', body_line: 11 },
      { ...row, event: 14, parent: 13, depth: 4, last: 15, method: 'mN', kind: 'method', body_line: 14 },
    ],
    ['parent', 'method'],
  ),
  relationOf(
    'ancestor',
    [[1], [2, 1], [4, 2, 1], [5, 4, 2, 1], [9, 4, 2, 1], [13, 4, 2, 1], [14, 13, 4, 2, 1]].flatMap((chain) =>
      chain.map((ancestor, distance) => ({ call: chain[0] ?? 0, ancestor, distance })),
    ),
    ['ancestor'],
  ),
  relationOf('argument', [
    { call: 1, position: 0, type: 'object', text: 'Array', object: 1 },
    { call: 13, position: 0, type: 'null' },
    { call: 14, position: 0, type: 'null' },
  ]),
  relationOf(
    'exit',
    [
      { event: 6, thread: 0, call: 5, outcome: 'return', type: 'undefined' },
      { event: 10, thread: 0, call: 9, outcome: 'return', type: 'null' },
      ...[14, 13, 4, 2, 1].map((call) => ({ event: 15, thread: 0, call, outcome: 'throw', type: 'object', text: 'TypeError', object: 6 })),
    ],
    ['call'],
  ),
  relationOf('exception', [
    { event: 15, thread: 0, call: 14, site: 0, class: 'TypeError', message: 'Cannot read …', type: 'object', text: 'TypeError', object: 6 },
  ]),
  relationOf('site', [{ id: 0, file: 'example.js', line: 14 }]),
]);
