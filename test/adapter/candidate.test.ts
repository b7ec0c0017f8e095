import assert from 'node:assert/strict';
import { check, why } from '../support/querying.js';

const program = `
class Row { constructor(n) { this.n = n; } }
function raise(row, by) {
  if (by > 1)
    row.n += by; //P3
  else row.n -= by; //P2
}
const rows = [new Row(1), new Row(2)];
let by = 7;
raise(rows[0], by);
by = 0.5; //P4
raise(rows[1], by); // reads P4
raise(rows[0], 0);
console.log(rows[1].n); //stop
`;

describe('a candidate as a point', () => {
  it('of another object: it has its own values, stack and condition, and questions start from it', () =>
    check(
      program,
      ['lastChange(rows[1].n)', 'candidate(P2, program.js:5)[0]', 'lastChange(P2(1): by)', 'lastChange(P3(1): by)', 'lastCondition(P3)'],
      {
        P2: { status: 'located', before: 2, after: 1.5 },
        P3: { kind: 'candidate', of: 'P2', status: 'located', before: 1, after: 8, function: 'raise' },
        P4: { status: 'located', after: 0.5 },
        P5: { status: 'located', line: 9, after: 7 },
        P6: { status: 'located', line: 4, taken: 'then' },
      },
    ));

  it('is counted at its place, from the start or from the end, and told by its column', () =>
    check(
      program,
      ['lastChange(rows[1].n)', 'candidate(P2, program.js:6)[-1]', 'candidate(P2, program.js:6:8)[0]'],
      { P3: { before: 8, after: 8 }, P4: { before: 2, after: 1.5 } },
      { files: { 'program.js': program.replaceAll(/\/\/.*P\d/g, '') } },
    ));

  it('of a condition: a fork that another activation went through', () =>
    check(
      `
function level(n) {
  if (n > 2) //P2 P3
    return n; //stop
  return 0;
}
level(1);
level(5);
`,
      ['lastCondition(P1)', 'candidate(P2, program.js:3)[0]', 'lastChange(P3: n)'],
      { P2: { taken: 'then' }, P3: { taken: 'else', values: { n: 1 } }, P4: { line: 2, after: 1 } },
    ));

  it('that this run has not is not found', async () => {
    const { points } = await why({
      files: { 'program.js': program },
      ask: ['lastChange(rows[1].n)', 'candidate(P2, program.js:5)[1]', 'lastChange(P3: by)'],
    });
    assert.deepEqual(
      points.slice(2).map(({ status, reason }) => [status, reason]),
      [
        ['not-found', 'P2 has no such candidate in this run.'],
        ['not-found', 'P3 is not located.'],
      ],
    );
  });

  it('is refused where it names no point or no place', async () => {
    await assert.rejects(
      why({ files: { 'program.js': program }, ask: ['candidate(P2, program.js:5)'] }),
      /starts from P2, which is no earlier/,
    );
    await assert.rejects(why({ files: { 'program.js': program }, ask: ['candidate(P1)'] }), /must name a point and a place/);
  });
});
