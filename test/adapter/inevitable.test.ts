import { check } from '../support/querying.js';

describe('inevitable', () => {
  it('is the write from which on what failed would have failed, not the last one', () =>
    check(
      `
let current = { address: { city: 'Rome' } };
function load(id) {
  current = { address: { city: 'Oslo' } };
  current.address.zip = id;
}
load(1);
function forget(user) {
  user.address = null; //P2
}
forget({ address: 1 });
forget(current);
current.address = undefined;
current.name = 'x';
console.log(current.address.city);
`,
      ['inevitable(P1)'],
      { P2: { hit: 2, after: null } },
      { stop: 'uncaught' },
    ));

  it('re-evaluates the condition that a throw stands under', () =>
    check(
      `
const state = { items: [], limit: 3 };
function add(x) {
  state.items.push(x);
  if (state.items.length > state.limit) throw new Error('too many');
}
add(1);
add(2);
state.limit = 1; //P2
state.name = 'x';
add(3);
`,
      ['inevitable(P1)'],
      { P2: { before: 3, after: 1 } },
      { stop: 'uncaught' },
    ));

  it('may lie in a variable that chooses what is read', () =>
    check(
      `
const rows = [{ next: 1 }, { next: 5 }];
let i = 0;
while (true) {
  i = rows[i].next; //P2
}
`,
      ['inevitable(P1)'],
      { P2: { after: 5 } },
      { stop: 'uncaught' },
    ));

  it('knows functions from other objects, and globals', () =>
    check(
      `
handler = { cb: () => 1 };
function run() {
  if (typeof handler.cb !== 'function') throw new Error('no callback');
}
run();
handler.cb = {}; //P2
handler.cb = [];
run();
`,
      ['inevitable(P1)'],
      {},
      { stop: 'uncaught' },
    ));

  it('is not said where code that was made of a text may have written what was read', () =>
    check(
      `
const o = { a: { b: 1 } };
o.a = null;
eval('o.a = { b: 2 }; o.a = null');
o.a.b;
`,
      ['inevitable(P1)'],
      { P2: { status: 'not-found', reason: 'Code that the program made of a text may have written it (line 4 of program.js).' } },
      { stop: 'uncaught' },
    ));

  it('knows what was there before all writes, or never', async () => {
    const uncaught = { stop: 'uncaught' };
    await check(
      `
const rows = [{ a: 1 }, { a: 2 }];
let i = 0;
i = 1;
i = 2; //P2
i = 3;
rows[i].a;
`,
      ['inevitable(P1)'],
      { P2: { before: 1, after: 2 } },
      uncaught,
    );
    await check(
      `
const o = {}; //P2
o.a = null;
o.a.b;
`,
      ['inevitable(P1)'],
      {},
      uncaught,
    );
    await check(
      `
const o = JSON.parse('{"a":{}}');
o.a = null; //P2
o.a.b;
`,
      ['inevitable(P1)'],
      { P2: { after: null } },
      uncaught,
    );
  });

  describe('of a failed assertion', () => {
    // What the assertion holds, and the writes before it: the line with P2 is the one from which on it would have failed.
    const assertions: Readonly<Record<string, readonly [assertion: string, writes: readonly string[]]>> = {
      'assert.strictEqual': ['assert.strictEqual(cart.total, 5);', ['cart.total = 5;', 'cart.total = 7; //P2', 'cart.total = 8;']],
      'assert.ok': ['assert.ok(cart.total > limit);', ['cart.total = 5;', 'limit = 6; //P2', 'cart.total = 2;']],
    };
    for (const [name, [assertion, writes]] of Object.entries(assertions))
      it(`is a write to what ${name} holds`, () =>
        check(
          `const assert = require('node:assert');\nlet limit = 3;\nconst cart = { total: 5, owner: 1 };\n${writes.join('\n')}\n${assertion}\n`,
          ['inevitable(P1)'],
          { P2: { status: 'located' } },
          { stop: 'uncaught' },
        ));

    it('says where it cannot be told: zeros have signs', async () => {
      const asked = (assertion: string, writes: string) =>
        check(
          `const assert = require('node:assert');\nconst cart = { total: 0, at: {} };\n${writes}\n${assertion}\n`,
          ['inevitable(P1)'],
          { P2: { status: 'not-found', line: null } },
          { stop: 'uncaught' },
        );
      await asked('assert.strictEqual(cart.total, -0);', 'cart.total = 1; cart.total = 0;');
    });
  });

  describe('of an error of the language', () => {
    // The statement that fails, and what the member held before: null is written on the line with P2.
    const failing: readonly (readonly [statement: string, before?: string])[] = [
      ['o.a.b = 2;'],
      ["o.a['b'] = 2;"],
      ['o.a.b += 2;'],
      ['o.a.b++;'],
      ['o.a.b ??= 2;'],
      ['o.a.b.c = o.a.b;', '{ b: {} }'],
      ['const { host } = o.a;'],
      ['const { host: h, port = 1 } = o.a;'],
      ['let host; ({ host } = o.a);'],
      ['const { ...rest } = o.a;'],
      ["const has = 'b' in o.a;"],
      ['delete o.a.b;'],
      ['Object.keys(o.a);'],
      ['o.a`x`;', '() => 1'],
      ['({}) instanceof o.a;', 'class {}'],
    ];
    for (const [statement, before = '{ b: 1 }'] of failing)
      it(`is the write that left nothing for ${statement}`, () =>
        check(
          `const o = { a: ${before} };\nfunction clear() {\n  o.a = null; //P2\n}\nclear();\no.other = 1;\n${statement}\n`,
          ['inevitable(P1)'],
          { P2: { status: 'located', after: null } },
          { stop: 'uncaught' },
        ));

    it('says where it cannot be told: of an object it is not known how it is gone through', async () => {
      const asked = (before: string, statement: string, reason: string) =>
        check(
          `const o = { a: ${before} };\no.a = null;\n${statement}\n`,
          ['inevitable(P1)'],
          { P2: { status: 'not-found', reason: `It is not known whether it would have failed before: ${reason}.` } },
          { stop: 'uncaught' },
        );
      await asked('[1]', 'for (const x of o.a);', 'the object that was there may be iterable, or not');
      await asked('() => 1', 'new o.a();', 'the function that was there may be a constructor, or not');
    });

    it('is known of what was iterated and is none', () =>
      check(
        `const o = { list: 'text' };\no.list = 5; //P2\no.list = 6;\nfor (const x of o.list);\n`,
        ['inevitable(P1)'],
        { P2: { after: 5 } },
        { stop: 'uncaught' },
      ));
  });
});

describe('inevitable of what calls functions', () => {
  it('looks at what a method read, and what it called', () =>
    check(
      `
import assert from 'node:assert';
class Cart {
  constructor() { this.items = []; }
  add(item) { this.items.push(item); }
  total() { let sum = 0; for (const { price, n } of this.items) sum += line(price, n); return sum; }
}
const tax = { rate: 1 };
const line = (price, n) => price * n * tax.rate;
const cart = new Cart();
const apple = { price: 3, n: 1 };
cart.add(apple);
cart.add({ price: 4, n: 2 });
apple.n = 2; //P2
apple.label = 'x';
assert.equal(cart.total(), 11);
`,
      ['inevitable(P1)'],
      { P2: { after: 2 } },
      { stop: 'uncaught' },
    ));

  it('follows methods of lists, keys that are computed, and private fields', () =>
    check(
      `
import assert from 'node:assert/strict';
class Stock {
  #n = { a: 1, b: 2 };
  put(key, n) { this.#n[key] = n; } //P2
  least(keys) { return keys.map((key) => this.#n[key]).reduce((x, y) => Math.min(x, y)); }
}
const stock = new Stock();
const keys = ['a', 'b'];
stock.put('b', 5);
stock.put('a', 4);
stock.put('c', 0);
assert.equal(stock.least(keys), 1);
`,
      ['inevitable(P1)'],
      { P2: { hit: 2, before: 1, after: 4 } },
      { stop: 'uncaught' },
    ));

  for (const [what, program] of [
    ['writes', "let n = 0;\nconst next = () => ++n;\nnext();\nif (next() > 1) throw new Error('x');"],
    ['a getter computes', "const o = { get n() { return this.m; }, m: 5 };\no.m = 1;\nif (o.n < 2) throw new Error('x');"],
    [
      'a trap computes',
      "const o = { n: 1 };\nconst p = new Proxy(o, { get: (t, k) => t[k] * 2 });\no.n = 5;\nif (p.n > 3) throw new Error('x');",
    ],
  ] as const)
    it(`is not known of what ${what}`, () => check(program, ['inevitable(P1)'], { P2: { status: 'not-found' } }, { stop: 'uncaught' }));
});

describe('inevitable, before a failure', () => {
  it('knows operators of texts and of large numbers', () =>
    check(
      `
const o = { n: '5' }; //P2
o.n = 7;
if (o.n + 1 > 3) throw new Error('x');
`,
      ['inevitable(P1)'],
      {},
      { stop: 'uncaught' },
    ));

  it('follows what is inherited, and a computed key', () =>
    check(
      `
const base = { limit: 9 };
const o = Object.create(base);
const key = 'limit';
o.x = 1;
base.limit = 2; //P2
o.y = 1;
if (o[key] < 5) throw new Error('x');
`,
      ['inevitable(P1)'],
      {},
      { stop: 'uncaught' },
    ));
});
