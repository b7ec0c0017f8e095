import assert from 'node:assert/strict';
import { examineRecorded } from './examineRecorded.js';

describe('recorded values', function () {
  this.timeout(600_000);

  it('lie in the reachable states of a program with branches and calls', async () => {
    const text = `
let total = 0;
function add(n) {
  const twice = n * 2;
  total = total + twice;
  return total;
}
for (const n of [1, 2.5, NaN, -3]) {
  let more = n;
  if (n > 2) {
    more = n + 1;
  }
  add(more);
}
let last = 5;
last = last / 0;
`;
    const { values, outside } = await examineRecorded(text);
    assert.deepEqual(outside, []);
    assert.ok(values >= 14, `${values} values`);
  });
});
