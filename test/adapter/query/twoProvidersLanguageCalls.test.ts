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
  'traps, conversions, iterators and getters behind calls, each at its place': [
    `let n = 0;
const id = (x) => x;
const p = new Proxy({ a: 1 }, { get(t, k) { n++; return t[k]; }, has(t, k) { n++; return k in t; } });
const o = { valueOf() { n++; return 1; }, get q() { n++; return 2; }, set q(v) { n++; } };
const it = { [Symbol.iterator]() { let i = 0; return { next() { n++; return { value: i, done: i++ > 0 }; } }; } };
function* g() { n++; yield 1; n++; }
function tag(s) { n++; return s.length; }
function f() {
  id(1);
  const a = p.a + p.a * o;
  Math.max(a, id(2), o);
  const b = \`\${o}\${id(3)}\${-o}\` in p;
  const [c] = it;
  for (const v of it) id(v);
  const d = id(...g()) + [0, ...g()].length + tag\`x\${a}\`;
  o.q += o.q;
  let e = o;
  e += id(4);
  return { ...o, b, c, d, e };
}
f();
console.log(n); //stop
`,
    Array.from({ length: 27 }, (_, back) => `lastChange(n)${back === 0 ? '' : `[-${back + 1}]`}`),
  ],
  'functions that natives call, some of them by another name': [
    `let n = 0;
const id = (x) => x;
function count(a, b) { n++; return a < b ? -1 : 1; }
const handler = {};
handler.get = count;
const p = new Proxy({}, handler);
function f() {
  Math.max(1, 2);
  p.a;
  [3, 1, 2].sort(count);
  id(1);
  [1, 2].map(count).concat(p.b);
  return JSON.parse('[1]', count);
}
f();
console.log(n); //stop
`,
    ['lastChange(n)', ...Array.from({ length: 8 }, (_, back) => `lastChange(n)[-${back + 2}]`)],
  ],
};

describe('two providers, one answer: code that the language calls', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
