import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** A generator that hands over to an iterator of the program. */
const handsOverToOwn = `let t = 1;
const it = { [Symbol.iterator]() { let i = 0; return { next() {
  if (i > 0)
    t += i; //stop
  return { value: i++, done: i > 3 };
} } } };
function* top(z) { let q = z * 2; yield* it; return q; }
`;

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'what next gives: its call makes the object, and the generator the value': [
    `function* g() {
  const a = 5;
  yield a;
  const o = { k: 1 };
  yield o;
  return 'end';
}
const it = g();
const first = it.next();
const { value: { k } } = it.next();
const last = it.next();
const box = { it: g() };
const held = box.it.next();
const custom = { res: { value: 1 }, next() { this.res.value++; return this.res; } };
const own = custom.next();
custom.next();
const of = new Map([['x', 3]]).values();
const entry = of.next();
entry.value = 4;
console.log(k); //stop
`,
    [
      'lastChange(first.value)',
      'created(P1:first)',
      'origin(P1:first.value)',
      'origin(P1:k)',
      'lastChange(P1:last.done)',
      'lastChange(P1:held.value)',
      'origin(P1:held.value)',
      'lastChange(P1:own.value)',
      'lastChange(P1:entry.value)',
      'lastChange(P1:entry.value)[-2]',
    ],
  ],
  'a tree that hands over to its parts, left by break': [
    `let n = 0;
class Node { constructor(left) { this.left = left; } *[Symbol.iterator]() { if (this.left) yield* this.left; n++; yield 1; n++; yield 2; } }
const tree = new Node(new Node());
for (const v of tree) { if (n > 1) { n += 10; break; } }
console.log(n); //stop
`,
    ['lastChange(n)', 'lastCondition(P1)', 'lastCondition(P2)'],
  ],
  'many that hand over, one within the other, asked by a spread, natives and next': [
    `let n = 0;
const deep = function* (k) { if (k === 0) { n++; yield 1; n++; yield 2; return; } yield* deep(k - 1); };
class Node { constructor(l, r) { this.l = l; this.r = r; } *[Symbol.iterator]() { if (this.l) yield* this.l; n++; yield 1; if (this.r) yield* this.r; n += 3; } }
const t = new Node(new Node(new Node(), new Node()), new Node(new Node(new Node())));
const [a, , b] = t; const all = Array.from(t, (x) => (n += x)); Math.max(...t);
const it = t[Symbol.iterator](); it.next(); if (n) it.next(); it.return();
for (const v of deep(50)) { if (n > 100) break; n += 40; }
console.log(n, a, b, all); //stop
`,
    ['lastChange(n)', 'lastCondition(P1)', 'lastCondition(P2)', 'lastChange(P1:n)[-3]'],
  ],
  'a statement behind what was handed over': [
    `function* inner(start) { const got = yield start; return got * 100; }
function* outer() {
  const r = yield* inner(5);
  console.log(r); //stop
  return yield* inner(1);
}
const g = outer();
g.next(); g.next(3);
`,
    ['lastChange(r)', 'lastCondition(P1)', 'origin(P1:r)'],
  ],
  'a loop over a generator that hands over': [
    `let seen = 0;
function* inner(x) {
  yield x;
  seen = x; //stop
  yield seen;
}
function* outer(n) {
  n = n + 1;
  if (n > 1) yield* inner(n);
}
for (const v of outer(1)) seen += v;
`,
    ['lastCondition(P1)', 'lastChange(P1(1):n)', 'lastChange(P1(2):seen)', 'origin(P1:x)'],
  ],
  'two that hand over, asked by next': [
    `function* leaf(x) { let got = yield x; got = got + x;
  return got; //stop
}
function* mid(y) { let r = 0; r = yield* leaf(y); return r; }
function* top(z) { let q = z * 2; q = yield* mid(q); return q; }
function go(k) { const it = top(k); it.next(); if (k) return it.next(5); }
go(3);
`,
    ['lastChange(P1(1):r)', 'lastChange(P1(2):q)', 'lastCondition(P1)', 'origin(P1:got)'],
  ],
  'a generator that is held in a variable, and spread': [
    `let seen = 0;
function* inner(x) { yield x;
  seen = x; //stop
}
function* outer(n) { if (n) { const g = inner(n); seen++; yield* g; } }
function all(k) { let l = [0]; if (k) l = [...outer(k)]; return l; }
all(2);
`,
    ['lastCondition(P1)', 'lastChange(P1(2):k)', 'lastChange(P1:seen)', 'lastCondition(P2)'],
  ],
  'behind the last value, in a loop of both': [
    `let seen = 0;
function* inner(x) { yield x;
  seen = x; //stop
}
function* outer(n) { for (const i of [n]) { let w = i; yield* inner(w); } }
function all(k) { let l = 0; for (const o of outer(k)) { l += o; seen--; } return l; }
all(2);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):w)', 'lastChange(P1(2):l)', 'lastChange(P1:seen)'],
  ],
  'an iterator of the program, from its second value on': [
    `${handsOverToOwn}for (const a of top(1)) t++;
`,
    ['lastChange(P1(1):q)', 'lastChange(t)', 'lastCondition(P1)', 'lastChange(P1(2):t)'],
  ],
  'an iterator of the program, asked by next': [
    `${handsOverToOwn}function go(k) { const g = top(k); g.next(); if (k) g.next(); return t; }
go(1);
`,
    ['lastChange(P1(1):q)', 'lastCondition(P1)', 'lastChange(P1(2):k)'],
  ],
  'an iterator that a generator hands over to, and the program asks itself': [
    `let t = 1;
const it = { i: 0, [Symbol.iterator]() { return this; }, next() {
  if (this.i > 1)
    t += this.i; //stop
  return { value: this.i++, done: this.i > 4 };
} };
function* top(z) { let q = z * 2; yield* it; return q; }
function go(k) { const g = top(k); g.next(); if (k) g.next(); return it.next(); }
go(1);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):k)'],
  ],
  'a generator that another has begun, and did not hand over to': [
    `let it;
function* inner(x) { yield x;
  yield 2; //stop
}
function* outer(n) { it = inner(n); it.next(); yield* [1, 2]; }
function go(a) { const o = outer(a); o.next(); it.next(); }
go(1);
`,
    ['lastCondition(P1)', 'lastChange(P1(1):a)'],
  ],
};

describe('two providers, one answer: generators that hand over by yield*', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
