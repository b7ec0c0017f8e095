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
  'a function in a default of an arrow function': [
    `let n = 0;
function f(v) {
  n = v;
  if (n === 2) console.log(v); //stop
  return v;
}
const g = (a = f(1), { b = f(2) } = {}) => a + b;
function go() { return g(); }
go();
`,
    ['lastChange(n)', 'lastChange(n)[-2]', 'lastCondition(P1)'],
  ],
};

describe('two providers, one answer: code that the language calls', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
