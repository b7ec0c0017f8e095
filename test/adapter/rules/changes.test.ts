import assert from 'node:assert/strict';
import { watched } from '../../support/watching.js';

/** Figure 4: from which update on an access was out of range after every update. */
const inevitable = (file: string, line: number): string => `import { rule, match, changes, of, here, placeOf, report } from 'whence/rules';
let list: any = null;
let index: any = null;
let since: string | null = null;
const look = (at: string): void => {
  const isBad = list !== null && index !== null && index >= list.length;
  if (!isBad) since = null;
  else since ??= at;
};
export const causeOfUndefined = rule({
  metavariables: { L: of<unknown[]>(), R: of<number>() },
  at: [
    changes(({ L }) => L, { after: ({ L }) => { list = L; look(here); } }),
    changes(({ R }) => R, { after: ({ R }) => { index = R; look(here); } }),
    match(({ L, R }) => L[R], { in: { file: '${file}', line: ${line} }, instead: (proceed, { L, R }) => {
      const value = proceed();
      if (R >= L.length) report('became inevitable at', since);
      return value;
    } }),
  ],
});
`;

describe('changes of a place', () => {
  it('say when an access became inevitable (Figure 4)', async () => {
    const { told, fault } = await watched(
      `const rows = [1, 2, 3];
let i = 0;
function go(n) { i = n; }
function drop(all) { all.pop(); }
go(3);
go(2);
drop(rows);
rows.length = 1;
i++;
rows[1] = 5;
rows[0] = 7;
const found = rows[i];
`,
      inevitable('prog.js', 12),
    );
    assert.equal(fault, null);
    assert.deepEqual(told, ['causeOfUndefined: became inevitable at prog.js:7 @ prog.js:12 #1'.replace(':7', ':4')]);
  });

  it('follow fields, and tell places apart', async () => {
    const { told } = await watched(
      `class Reader {
  constructor(list) { this.list = list; }
  read(at) {
    return this.list[at];
  }
}
const one = new Reader([1, 2]);
one.read(1);
one.list = [];
one.read(0);
`,
      `import { rule, match, changes, of, here, placeOf, report } from 'whence/rules';
const places = new Set<string>();
export const lists = rule({
  metavariables: { L: of<unknown[]>(), R: of<number>() },
  at: [
    changes(({ L }) => L, { after: ({ L }) => report('list of', L.length, here) }),
    changes(({ R }) => R, { after: ({ R }) => { places.add(placeOf(R)); } }),
    match(({ L, R }) => L[R], { in: { line: 4 }, before: ({ R }) => report(R, places.has(placeOf(R)), places.size) }),
  ],
});
`,
    );
    assert.deepEqual(
      told.map((one) => one.replace(/ @.*/, '')),
      ['lists: list of 2 prog.js:2', 'lists: 1 true 1', 'lists: list of 0 prog.js:9', 'lists: 0 true 2'],
    );
  });

  it('are seen whichever way elements change', async () => {
    const changes = [
      'q.items.reverse()',
      'q.items.sort()',
      'delete q.items[0]',
      'Object.assign(q.items, [3])',
      "Object.defineProperty(q.items, '1', { value: 2, writable: true, configurable: true })",
      'Reflect.set(q.items, 0, 5)',
      'Reflect.deleteProperty(q.items, 0)',
      'q.items.fill(1)',
      '[q.items[0]] = [9]',
      'q.items[0]++',
    ];
    const others = ["Object.assign(q.items, { name: 'x' })", 'Object.assign(q, { other: 1 })', 'q.items.slice(0)'];
    const { told, fault } = await watched(
      `class Q { constructor() { this.items = [1, 2]; } read(i) { return this.items[i]; } }
const q = new Q(); q.read(0);
${[...changes, ...others].join(';\n')};
`,
      `import { changes, here, match, of, report, rule } from 'whence/rules';
export const r = rule({
  metavariables: { L: of<unknown[]>(), R: of<number>() },
  at: [match(({ L, R }) => L[R], { in: { line: 1 }, before: () => {} }), changes(({ L }) => L, { after: () => report(here) })],
});
`,
    );
    assert.equal(fault, null);
    assert.deepEqual(
      told.map((one) => /prog\.js:(\d+)/.exec(one)?.[1]).filter((line) => Number(line) > 2),
      changes.map((_, at) => String(at + 3)),
    );
  });
});
