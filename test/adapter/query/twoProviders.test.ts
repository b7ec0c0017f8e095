import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'a field, a condition, a counter and what was made': [
    `class Row { open = true; constructor(n) { this.n = n; } settle() { this.open = false; } }
const rows = [new Row(1), new Row(2)];
let count = 0;
function pick(list, want) {
  let found = null;
  for (const row of list) {
    if (row.n === want) found = row;
    count++;
  }
  return found;
}
const row = pick(rows, 2);
if (count > 1) row.settle();
console.log(row.open, count); //stop
`,
    ['lastChange(row.open)', 'lastCondition(P2)', 'lastChange(P1:count)', 'lastChange(P1:row)', 'created(P1:row)'],
  ],
  'recursion, where the binding decides': [
    `function walk(n, seen) {
  let own = n * 2;
  if (n > 0) walk(n - 1, seen);
  own = own + seen.length;
  seen.push(own);
  return own;
}
const seen = [];
const last = walk(3, seen);
console.log(last, seen); //stop
`,
    ['lastChange(seen[3])', 'lastChange(P1:last)'],
  ],
  'what functions gave, however they are kept': [
    `const id = (x) => x;
const o = { m(x) { return x; }, f: function (x) { return x; } };
class C { constructor() { this.h = (x) => x; } m(x) { return x; } static s(x) { return x; } f = (x) => x; }
function P() {} P.prototype.q = function (x) { return x; };
function outer() { return inner; function inner(x) { return x; } }
const made = outer(), c = new C(), p = new P();
const a = id(1), b = o.m(2), d = o.f(3), e = c.m(4), f = C.s(5), g = c.f(6), h = c.h(7), i = made(8), k = p.q(10);
const l = Math.max(3, a);
console.log(a); //stop
`,
    [...'aefk'].map((name) => `origin(P1:${name})`),
  ],
  'entries, deletions and indices from the end': [
    `const m = new Map();
for (let i = 0; i < 3; i++) m.set('k', i);
const o = { a: 1 };
delete o.a;
o.a = 5;
console.log(m, o); //stop
`,
    [`lastChange(m.get('k'))`, `lastChange(P1:m.get('k'))[-2]`, 'lastChange(P1:o.a)'],
  ],
  'a loop that awaits, and what is called behind it': [
    `async function* gen() { await null; yield 1; yield 2; }
function given(a, b = a) { return b; }
async function main() {
  let v = 0;
  for await (const e of gen()) v = e;
  const w = given(v);
  console.log(w); //stop
}
main();
`,
    ['lastChange(v)', 'lastChange(v)[-2]', 'lastCondition(P2)'],
  ],
  'properties of the global object, however they are named': [
    `plain = 1;
globalThis.named = 2;
const o = { f: 1 };
o.f = 3;
function sloppy() { this.own = 4; }
sloppy();
plain = 5;
console.log(plain, named, own, o); //stop
`,
    [
      'lastChange(plain)',
      'lastChange(plain)[-2]',
      'lastChange(P1:named)',
      'lastChange(P1:own)',
      'lastChange(P1:globalThis.named)',
      'lastChange(P1:o.f)',
    ],
  ],
  'calls of natives, of which those count that write': [
    `const a = [3, 1, 2];
const m = new Map();
const o = {};
for (let i = 0; i < 3; i++) {
  a.push(...(i === 1 ? [] : [i, i]));
  if (i > 0) m.set('k', i);
  Object.assign(o, { f: i, g: 1 }, { get h() { return i; } });
  [5, 6].forEach((one) => a.push(one));
}
a.sort((x, y) => x - y);
console.log(a, m, o); //stop
`,
    ['lastChange(a[2])', 'lastChange(P1:a[2])[-2]', `lastChange(P1:m.get('k'))`, 'lastChange(P1:o.f)', 'lastChange(P1:a.length)'],
  ],
  'a function at the very beginning, and a closure that has no scope of its own': [
    `function count(depth) {
  let steps = 0;
  const read = () => {
    return steps; //stop
  };
  steps += 2;
  return read;
}
count(1)();
`,
    ['lastChange(steps)', 'lastChange(steps)[-2]'],
  ],
};

describe('two providers, one answer', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
