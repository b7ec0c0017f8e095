import assert from 'node:assert/strict';
import { inFolder, whence } from '../support/command.js';
import { check } from '../support/querying.js';

describe('lastChange of a field', () => {
  it('is the assignment to the same object, not to another one', () =>
    check(
      `
class Row { constructor(n) { this.n = n; this.settled = false; } }
const rows = [1, 2, 3].map((n) => new Row(n));
for (const row of rows) {
  row.settled = row.n > 1; //P2
}
rows[0].settled = 'another';
console.log(rows[2].settled); //stop
`,
      ['lastChange(rows[2].settled)'],
      {
        P2: { hit: 3, before: false, after: true, candidates: { total: 7, rejected: { before: 0, sameness: 5, mayAffect: 0, index: 1 } } },
      },
    ));
});

describe('lastChange of a variable of an outer function', () => {
  const program = `function make(limit) {
  let used = limit;
  used = used + 1;
  const inner = (k) => {
    if (k > 5) throw new RangeError('k');
    return k;
  };
  return (k) => [used, inner(k)];
}
const one = make(3);
const two = make(8);
one(1);
one(7);
`;

  it('is found where the function that fails does not mention it', () =>
    inFolder({ 'make.mjs': program }, (folder) => {
      whence(folder, 'record', '--out', 'make.whence', '--', 'make.mjs');
      for (const source of [
        ['--', 'make.mjs'],
        ['--recording', 'make.whence'],
      ])
        for (const [name, line, after] of [
          ['used', 3, 4],
          ['limit', 1, 3],
        ] as const) {
          const { out } = whence(folder, 'why', '--json', '--stop', 'uncaught', '--ask', `lastChange(${name})`, ...source);
          const [, point] = (JSON.parse(out) as { points: { status: string; line: number; after: unknown }[] }).points;
          assert.deepEqual([point?.status, point?.line, point?.after], ['located', line, after], source.join(' '));
        }
    }));
});
