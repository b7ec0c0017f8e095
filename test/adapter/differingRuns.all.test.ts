import assert from 'node:assert/strict';
import { countOf } from '../support/counts.js';
import { why } from '../support/querying.js';

const program = `
const rows = Array.from({ length: 20 }, (_, i) => ({ i, v: 0 }));
function touch(row, why) {
  row.v = why;
}
const n = 3 + Math.floor(Math.random() * 10);
for (let k = 0; k < n; k++) touch(rows[Math.floor(Math.random() * 20)], 'before');
const pick = rows[Math.floor(Math.random() * 20)];
touch(pick, 'picked ' + pick.i);
for (let k = 0; k < n; k++) touch(rows[(pick.i + 1 + Math.floor(Math.random() * 18)) % 20], 'after');
console.log(pick.v); //stop
`;

describe('a program whose runs differ', () => {
  for (let time = 1; time <= countOf('differingRuns'); time++) {
    it(`is decided in one of its runs, and the user is told, time ${time}`, async () => {
      const { points, result } = await why({ files: { 'program.js': program }, ask: ['lastChange(pick.v)', 'lastChange(P2(1):pick)'] });
      const [, changed, picked] = points;
      assert.deepEqual([changed?.['status'], changed?.line, picked?.['status'], picked?.line], ['located', 4, 'located', 8]);
      const { preview } = picked?.['after'] as { readonly preview: string };
      const row = /\{i: (\d+)/.exec(preview)?.[1];
      assert.equal(changed?.['after'], `picked ${row}`);
      assert.equal(result.isDeterministic, false);
    });
  }
});

describe('a program with a package that never does the same twice', () => {
  const clock = 'exports.tick = (box) => {\n  for (let n = Math.random() * 1000; n > 0; n--) box.v = n;\n};\n';
  const told = async (box: string) => {
    const program = `const { tick } = require('clock');\nconst box = {};\nbox.v = 1;\ntick(${box});\nconsole.log(box.v); //stop\n`;
    const files = { 'program.js': program, 'node_modules/clock/index.js': clock };
    return (await why({ files, ask: ['lastChange(box.v)', 'lastCondition(P1)'] })).result;
  };

  it('is said to run the same where no answer is in the package', async () => {
    const { points, isDeterministic } = await told('{}');
    assert.deepEqual([points[1]?.position?.line, isDeterministic], [3, true]);
  });

  it('is said to differ where one is', async () => {
    const { points, isDeterministic } = await told('box');
    assert.deepEqual([points[1]?.position?.line, isDeterministic], [2, false]);
  });
});

describe('a program whose runs are the same', () => {
  it('is said to be so where a catch leads to what was thrown', async () => {
    const program = `
function risky(n) {
  if (n > 2) throw new Error('deep'); //P3
  return risky(n + 1);
}
let caught;
try {
  risky(0);
} catch (e) {
  caught = e;
}
console.log(caught); //stop
`;
    const { points, result } = await why({ files: { 'program.js': program }, ask: ['lastChange(caught)', 'lastCondition(P2)'] });
    assert.deepEqual([points[2]?.line, result.isDeterministic], [3, true]);
  });

  it('is said to be so, whatever else each of them has probed, and to have started no thread', async () => {
    const program = `function* once() { yield 1; }
once().next();
let last = 0;
async function sum(list) {
  let total = 0;
  for await (const n of list) total += n;
  return total;
}
async function* numbers() { yield 1; yield 4; }
const total = await sum(numbers());
switch (total) {
  case 5: last = 'five'; break;
}
const made = JSON.parse('{"c":3}');
made.d ||= 4;
const size = made?.d;
console.log(total, last, size); //stop
`;
    const changes = [
      'lastChange(last)',
      'lastCondition(P1)',
      'lastCondition(P2)',
      'lastChange(P1:total)',
      'lastChange(P1:made.c)',
      'lastChange(P1:made.d)',
    ];
    const ask = [...changes, 'origin(P1:size)', 'origin(P1:total)'];
    const { result } = await why({ files: { 'program.mjs': program }, ask });
    assert.deepEqual([result.isDeterministic, result.notes], [true, []]);
  });
});
