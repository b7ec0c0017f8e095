import { originsAreTold, type OriginCase } from '../support/originCases.js';

/** Programs that leave something in `v`, and the line from which it came. */
const cases: readonly OriginCase[] = [
  ['a sum of what a Map holds', ['const m = new Map([[1, 2], [2, 3]]);', 'const v = [...m.values()].reduce((s, x) => s + x, 0);'], 2],
  ['a sum of what a Map and an array hold', ['const m = new Set([1]), a = [2];', "const v = ['', ...a, ...m].reduce((s, x) => s + x);"], 2],
  ['a sum of nothing', ['const z = 4;', 'const n = new Set();', 'const v = [...n].reduce((s, x) => s + x, z);'], 1],
  [
    'what a generator was sent',
    ['function* g() { const x = yield 1; yield x; }', 'const i = g();', 'i.next();', 'const k = 5;', 'const v = i.next(k).value;'],
    4,
  ],
  ['what a generator was given', ['function* g(n) { yield n; }', 'const k = 5;', 'const i = g(k);', 'const v = i.next().value;'], 2],
  [
    'what a method that is a generator yields',
    ['const o = { *g() {', '  yield 1 + 1;', '} };', 'const i = o.g();', 'const v = i.next().value;'],
    2,
  ],
  [
    'an entry of pairs that map has made',
    ['const o = { a: 1, b: 2 };', 'const p = Object.fromEntries(Object.entries(o).map(([k, x]) => [k,', 'x + 1]));', 'const v = p.a;'],
    2,
  ],
  [
    'the last of pairs with one key',
    ['const two = [1,', '2];', 'const pair = (x) => ["k", x];', 'const m = new Map(Array.from(two, pair));', "const v = m.get('k');"],
    2,
  ],
  [
    'an element that push was given by a spread',
    ['const b = [2,', '2], c = [2];', 'const a = [2];', 'a.push(2, ...b, ...c);', 'const v = a[3];'],
    2,
  ],
  [
    'an element that the first of two pushes was given',
    ['const a = [], b = [7,', '8];', 'for (let i = 0; i < 2; i++) a.push(i, ...b);', 'const v = a[2];'],
    2,
  ],
  [
    'an element of the arguments that push was given by a spread',
    ['const a = [];', 'function add(...xs) { a.push(...xs); }', 'const two = 1 + 1;', 'add(0, 2, two);', 'const v = a[2];'],
    3,
  ],
  ['the cause of an error', ['const c = {', '};', "const e = new Error('x', { cause: c });", 'const v = e.cause;'], 1],
  [
    'the cause of an error of a class',
    [
      'class A extends Error { constructor(m, c) { super(m, { cause: c }); } }',
      'class B extends A {}',
      'const c = [];',
      "const e = new B('x', c);",
      'const v = e.cause;',
    ],
    3,
  ],
  [
    'the message of an error of a class',
    ['class A extends Error { constructor(m) { super(m); } }', "const text = 'a' + 1;", 'const e = new A(text);', 'const v = e.message;'],
    2,
  ],
  [
    'the message that a class of errors computes',
    ['class A extends Error { constructor(m) {', '  super(`A ${m}`); } }', 'const e = new A(1);', 'const v = e.message;'],
    2,
  ],
  ['an element that unshift has moved', ['const a = [];', 'const x = 1 + 1;', 'a.unshift(x);', 'a.unshift(3);', 'const v = a[1];'], 2],
  [
    'a default, where another object has the name',
    ['const a = { q: 1 }, b = {};', 'const { q: w } = a;', 'const {', 'q = 2 } = b;', 'const v = q;'],
    4,
  ],
];

describe('origin, of parts that the language hands on,', () => {
  originsAreTold(cases);
});
