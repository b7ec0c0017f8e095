import { assertSameAnswers } from '../../support/sameAnswers.js';

const named: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'functions in lists, where V8 makes names of the probes behind them': [
    `const o = { n: 0 };
const steps = [() => { o.n = 1; }, function () { Object.defineProperty(o, 'n', { value: 2 }); }, () => { o.n++; }];
o.last = [() => o.n++, () => { o.n = 7; }];
for (const step of [...steps, ...o.last]) step();
console.log(o); //stop
`,
    ['lastChange(P1:o.n)', 'lastChange(P1:o.n)[-2]', 'lastChange(P1:o.n)[-3]', 'lastChange(P1:o.n)[-4]', 'lastChange(P1:o.n)[-5]'],
  ],
  'the code that gives a field with a computed name its value': [
    `const name = () => 'total', s = Symbol('s');
class A {
  [name()] = 3;
  0 = 'zero';
  ['is' + 'Set'];
  static [s] = 6;
  static [name()] = name();
}
const a = new A();
console.log(a); //stop
`,
    ['lastChange(P1:a.total)', 'lastChange(P1:a[0])', 'lastChange(P1:a.isSet)', 'lastChange(P1:A[s])', 'lastChange(P1:A.total)'],
  ],
  'variables that are not declared yet': [
    `const list = [1];
const map = new Map([[1, 2]]), other = {};
const uses = () => map.size + other.n;
console.log(list, uses()); //stop
`,
    ['lastChange(list[0])', 'lastChange(map.get(1))', 'lastChange(P2:other.n)', 'lastChange(P1:map.get(1))'],
  ],
};

describe('names of functions and variables, live and recorded', () => {
  for (const [name, asked] of Object.entries(named)) it(name, async () => assertSameAnswers(asked));
});
