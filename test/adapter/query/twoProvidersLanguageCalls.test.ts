import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Code that the language calls, behind a literal with methods: the frame below is in the statement that control has come to. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'a getter in a test': [
    `const o = { ['k']: 1, n: 0, get v() {
  if (this.n++ > 0) console.log(this.n); //stop
  return 1;
} };
if (o.v > 0 && o.v < 3) void 0;
`,
    ['lastChange(this.n)', 'lastCondition(P1)', 'lastCondition(P3)'],
  ],
  'a getter behind a literal': [
    `const o = { ['k']: 1, get v() {
  return 1; //stop
} };
if (o.v > 0) void 0;
`,
    ['lastCondition(P1)'],
  ],
};

describe('two providers, one answer: code that the language calls', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
