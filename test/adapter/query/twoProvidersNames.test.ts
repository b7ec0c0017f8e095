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
  'functions that methods of the language were given': [
    `const list = [], m = new Map(), s = new Set();
for (let i = 0; i < 2; i++) {
  list.push(() => i);
  list.push(() => -i, class K {}, function two() {});
  m.set('k' + i, () => i);
  s.add(function () { return i; });
  list.unshift(() => 'first');
}
console.log(list, m, s); //stop
`,
    ['list[0]', 'P1:list[1]', 'P1:list[2]', 'P1:list[3]', 'P1:list[4]', 'P1:list[5]', 'P1:m.get("k1")'].map((of) => `created(${of})`),
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
