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
