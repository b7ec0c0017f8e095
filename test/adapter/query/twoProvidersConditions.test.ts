import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';
import { why } from '../../support/querying.js';
import assert from 'node:assert/strict';

/** A program that comes to its stop by a condition, and what is asked there. */
const byCondition = (condition: string): AskedProgram => [
  `let passed = 0;
const isBig = (x) => x > 3, counted = (x) => (passed++, x - 1), find = (list) => list.find((one) => one.n > 1);
function go(list, x, text) {
  ${condition} {
    return list; //stop
  }
}
go([{ n: 1 }, { n: 5 }], 5, 'abc');
`,
  ['lastCondition(P1)'],
];

describe('the value of a test that is a call', () => {
  for (const call of ['isBig(x)', 'counted(x)', 'find(list)', 'new Map(list.map((one) => [one, 1]))', "text.replace('a', 'x')"]) {
    it(`is the same, live and recorded: ${call}`, async () => assertSameAnswers(byCondition(`if (${call})`)));
  }

  it('is the same in a test of more than a call', async () => {
    for (const condition of ["!text.includes('z')", 'list.includes(list[1]) && Math.max(x, 3) > 3', "text.slice(1).length > Number('1')"])
      await assertSameAnswers(byCondition(`if (${condition})`));
  });

  it('is not told where the program has put its own function there', async () => {
    const own = 'String.prototype.includes = () => (passed++, true); Number.isInteger = () => (passed++, true);\n';
    for (const condition of ["!!text.includes('z')", '!!Number.isInteger(x)']) {
      const [text, ask] = byCondition(`if (${condition})`);
      await assertSameAnswers([text.replace('function go', `${own}function go`), ask]);
    }
  });

  it('is the same in a loop', async () => assertSameAnswers(byCondition('for (let i = 0; isBig(x - i); i++)')));

  it('is what the call gave when it ran, although another would change something', async () => {
    const [text, ask] = byCondition('if (counted(x))');
    const { points } = await why({ files: { 'program.js': text }, ask });
    assert.deepEqual(points[1]?.['values'], { 'counted(x)': 4 });
  });
});
