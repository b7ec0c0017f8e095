import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { checkText } from '../../support/checking.js';

/** A program that fails at its top level, what is said of that, and a change that repairs it. */
interface Story {
  readonly name: string;
  readonly text: string;
  readonly says: RegExp;
  readonly repair: readonly [string, string];
}

const stories: readonly Story[] = [
  {
    name: 'a loop one past the end',
    text: `
const cart = [{ sku: 'apple', quantity: 3 }, { sku: 'milk', quantity: 2 }];
const prices = { apple: 1.2, milk: 0.99 };
function total(items) {
  let sum = 0;
  for (let i = 0; i <= items.length; i++) sum += prices[items[i].sku] * items[i].quantity;
  return sum;
}
console.log(total(cart).toFixed(2));`,
    says: /items\[i\]\.sku is a property of undefined or null \(line 6\)/,
    repair: ['i <= items.length', 'i < items.length'],
  },
  {
    name: 'a key that a map lacks',
    text: `
const stock = new Map([['pen', { count: 10 }], ['ink', { count: 4 }]]);
function take(name, amount) {
  const entry = stock.get(name);
  entry.count -= amount;
  return entry.count;
}
for (const [name, amount] of [['pen', 3], ['paper', 2]]) console.log(name, take(name, amount));`,
    says: /entry\.count is a property of undefined or null \(line 5\)/,
    repair: [`'paper'`, `'ink'`],
  },
  {
    name: 'an account without cover',
    text: `
class Account {
  #balance = 0;
  deposit(amount) { this.#balance += amount; }
  withdraw(amount) {
    if (amount > this.#balance) throw new RangeError('no cover');
    this.#balance -= amount;
  }
}
const [ada, bob] = [new Account(), new Account()];
ada.deposit(100);
function transfer(from, to, amount) { from.withdraw(amount); to.deposit(amount); }
transfer(ada, bob, 60);
transfer(ada, bob, 50);`,
    says: /new RangeError\('no cover'\) \(line 6\)/,
    repair: ['transfer(ada, bob, 50)', 'transfer(bob, ada, 50)'],
  },
  {
    name: 'a method that is not overridden for its name',
    text: `
class Shape {
  constructor(name) { this.name = name; }
  area() { throw new Error(this.name + ' has no area'); }
}
class Square extends Shape {
  constructor(side) { super('square'); this.side = side; }
  Area() { return this.side ** 2; }
}
for (const shape of [new Square(2)]) console.log(shape.area().toFixed(1));`,
    says: /new Error\(this\.name \+ ' has no area'\) \(line 4\)/,
    repair: ['Area()', 'area()'],
  },
  {
    name: 'a recursion into nothing, behind code that is not seen',
    text: `
console.log(process.env.USER.length, new Date().toISOString());
function insert(tree, value) {
  if (tree === null) return { value, left: null, right: null };
  if (value < tree.value) tree.left = insert(tree.left, value);
  else tree.right = insert(tree.right, value);
  return tree;
}
let root = null;
for (const n of [5, 2, 8, 1, 9]) root = insert(root, n);
let node = root;
while (node.left !== undefined) node = node.left;
console.log(node.value);`,
    says: /node\.left is a property of undefined or null \(line 12\)/,
    repair: ['!== undefined', '!== null'],
  },
];

/** Programs that end well where unknown code does its worst; `ext` is that code. */
const saved: readonly { readonly text: string; readonly ext: (module: { exports: Record<string, unknown> }, given: unknown) => void }[] = [
  {
    text: `const state = { ready: null }; module.exports = state; ext(); state.ready.length;`,
    ext: ({ exports }) => (exports['ready'] = 'yes'),
  },
  {
    text: `const state = { ready: null }; exports.state = state; ext(); state.ready.length;`,
    ext: ({ exports }) => ((exports['state'] as { ready: unknown }).ready = 'yes'),
  },
  {
    text: `let ready = null; exports.set = (value) => { ready = value; }; ext(); ready.length;`,
    ext: ({ exports }) => (exports['set'] as (value: string) => void)('yes'),
  },
  {
    text: `let ready = null; ext((value) => { ready = value; }); ready.length;`,
    ext: (_, given) => (given as (value: string) => void)('yes'),
  },
  {
    text: `let ready = null; try { ext(); ready.length; } catch { ready = 'no'; } ready.length;`,
    ext: () => undefined,
  },
];

/** How a program ends as a CommonJS module. */
function run(text: string, ext: (module: { exports: Record<string, unknown> }, given: unknown) => void = () => undefined): unknown {
  const module = { exports: {} };
  const globals = {
    module,
    exports: module.exports,
    ext: (given: unknown) => ext(module, given),
    console: { log: () => undefined },
    process: { env: { USER: 'ada' } },
  };
  try {
    runInNewContext(text, globals);
    return null;
  } catch (error) {
    return error;
  }
}

const failures = (text: string): readonly string[] =>
  checkText(text, {}, [], 'program.js').findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));

describe('what a run of the top level certainly comes to', () => {
  for (const { name, text, says, repair } of stories)
    it(name, () => {
      const repaired = text.replace(...repair);
      assert.notEqual(run(text), null);
      assert.equal(run(repaired), null);
      assert.deepEqual(failures(repaired), []);
      const [message, ...others] = failures(text);
      assert.match(message ?? '', says);
      assert.match(message ?? '', /^Running this module always fails/);
      assert.deepEqual(others, []);
    });

  for (const { text, ext } of saved)
    it(`claims nothing of ${text}`, () => {
      assert.equal(run(text, ext), null);
      assert.deepEqual(failures(text), []);
    });

  it('is told once, and not again of the exported function where it fails', () => {
    const text = `
export function first(list: { n: number } | null): number { return list!.n; }
export function second(list: { n: number } | null): number {
  return list!.n;
}
first(null);`;
    const { findings } = checkText(text);
    assert.deepEqual(
      findings.map(({ severity, because }) => [severity, because.map(({ span }) => span.line)]),
      [
        ['error', [2]],
        ['hint', [4]],
      ],
    );
  });

  it('names the call that fails, not one before it that holds', () => {
    const same = `function same(a: unknown, b: unknown) {\n  if (!Object.is(a, b)) throw new Error('differ');\n}\n`;
    for (const holds of ['same(1, 1);', "same('a', 'a');", 'same(null, null);', 'const o = {}; same(o, o);']) {
      const [finding] = checkText(`${same}${holds}\nsame(5, 6);\nexport {};\n`).findings;
      assert.equal(finding?.because[0]?.calls?.[0]?.span.line, 5, holds);
    }
    for (const holds of ['same(NaN, NaN);', 'same(0, 0);', 'same(-0, -0);'])
      assert.deepEqual(checkText(`${same}${holds}\nexport {};\n`).findings, [], holds);
    for (const fails of ['same(0, -0);', 'same(NaN, 1);'])
      assert.equal(checkText(`${same}${fails}\nexport {};\n`).findings.length, 1, fails);
  });
});
