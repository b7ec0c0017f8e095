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
