import assert from 'node:assert/strict';
import { check, why } from '../support/querying.js';

/** More events than are looked through while V8 holds the program. */
describe('a run of many events', () => {
  const program = `
const o = { v: 0 }, xs = [0, 0];
function fill(n) {
  let x = -1;
  for (let i = 0; i < n; i++) {
    x = i; //P2
    o.v = i; //P3
    xs[1] = i; //P4
    if (i > 119_998) o.last = i; //P5
  }
  return [x, xs]; //stop
}
fill(120_000);
`;

  it('is looked through from the end, and the frames are still there afterwards', () =>
    check(program, ['lastChange(x)[-2]', 'lastChange(P1:o.v)[-3]', 'lastChange(P1:xs[n - 119_999])', 'lastChange(P1:o.last)'], {
      P2: { before: 119_997, after: 119_998 },
      P3: { after: 119_997 },
      P4: { after: 119_999 },
      P5: { after: 119_999 },
    }));

  it('is looked through at a throw, too', () =>
    check(
      program.replace('return [x, xs]; //stop', 'throw new Error(String(x));'),
      ['lastChange(x)[-2]', 'lastChange(P1:o.v)[-3]'],
      { P2: { after: 119_998 }, P3: { after: 119_997 } },
      { stop: 'uncaught' },
    ));

  it('agrees with the next, which only counts, also where other keys were written last', async () => {
    const { result, points } = await why({
      files: {
        'program.cjs': `
const o = { f: 0 };
const others = {};
for (let i = 0; i < 500; i++) {
  for (const key of ['f', 'g', 'h']) o[key] = i; //P2
  others['k' + i] = i;
}
console.log(o, others); //stop
`,
      },
      ask: ['lastChange(o.f)'],
      lastOnlyFrom: 0,
    });
    assert.deepEqual([points[1]?.line, points[1]?.['hit'], result.executions, result.isDeterministic], [5, 1498, 2, true]);
  });
});
