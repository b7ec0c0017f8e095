import assert from 'node:assert/strict';
import { tupleOf, watched } from '../../support/watching.js';

/** The words of rules that the rules files below import. */
const words = `import { rule, extent, site, tracked, state, field, report, stop } from 'whence/rules';\n`;

const tree = `class Node {
  constructor(name) { this.name = name; this.parent = null; this.children = new Set(); }
  adopt(child) { this.children.add(child); child.parent = this; }
}
globalThis.kept = [];
const make = (name) => { const node = new Node(name); kept.push(node); return node; };
`;

const childKnowsItsParent = `${words}import { Node } from './prog.js';
export const childKnowsItsParent = rule({
  foreach: { n: extent(Node), m: extent(Node) },
  where: ({ n, m }) => n.children.has(m) && m.parent !== n,
  found: ({ n, m }) => report('child', m.name, 'of', n.name, 'has another parent'),
});
`;

describe('rules over live objects', () => {
  it('finds the write that breaks an invariant, by whatever name the container goes', async () => {
    const { told, exit, complete, findings } = await watched(
      `${tree}const a = make('a'), b = make('b');
a.adopt(b);
const x = a.children;
const c = make('c');
x.add(c);
`,
      childKnowsItsParent,
    );
    assert.deepEqual(told, ['childKnowsItsParent: child c of a has another parent @ prog.js:11 #1']);
    assert.deepEqual([exit, complete], [{ code: 0, signal: null }, true]);
    assert.equal(findings[0]?.position?.column, 3);
  });

  it('tells a tuple once until it does not hold, and names the passage', async () => {
    const { told, rules } = await watched(
      `class Stock { constructor() { this.count = 1; } }
const stock = globalThis.stock = new Stock();
for (const n of [0, -1, -2, 3, -4]) {
  stock.count = n;
}
`,
      `${words}import { Stock } from './prog.js';
export const enough = rule({
  foreach: { s: extent(Stock) },
  where: ({ s }) => s.count < 0,
  found: ({ s }) => report('short by', -s.count),
});
`,
    );
    assert.deepEqual(told, ['enough: short by 1 @ prog.js:4 #2', 'enough: short by 4 @ prog.js:4 #5']);
    assert.equal(rules[0]?.fired, 2);
  });

  it('looks when no method of the classes runs, at each change, or at the end of the turn', async () => {
    const program = `class Pair {
  constructor() { this.a = 0; this.b = 0; }
  both(n) {
    this.a = n;
    this.b = n;
  }
  odd(n) {
    this.a = n;
  }
}
const pair = globalThis.pair = new Pair();
pair.both(1);
pair.odd(2);
pair.b = 2;
Promise.resolve().then(() => { pair.a = 3; }).then(() => { pair.b = 3; });
setTimeout(() => { pair.a = 4; }, 5);
`;
    const rule = (check: string): string => `${words}import { Pair } from './prog.js';
export const equal = rule({ foreach: { p: extent(Pair) }, where: ({ p }) => p.a !== p.b, check: '${check}', found: ({ p }) => report(p.a, p.b) });
`;
    const lines = async (check: string): Promise<readonly unknown[]> =>
      (await watched(program, rule(check))).findings.map(({ position, noticed }) => [position?.line, noticed?.line]);
    assert.deepEqual(await lines('change'), [
      [4, 4],
      [8, 8],
      [15, 15],
      [16, 16],
    ]);
    assert.deepEqual(await lines('return'), [
      [8, 13],
      [15, 15],
      [16, 16],
    ]);
    assert.deepEqual(await lines('turn'), [[16, undefined]]);
  });

  it('are noticed where the write is, when they are looked at with it', async () => {
    const program = 'class Door { open = true; shut() { delete this.open; } }\nconst door = globalThis.door = new Door();\ndoor.shut();\n';
    const shut = `${words}import { Door } from './prog.js';
export const gone = rule({ foreach: { d: extent(Door) }, where: ({ d }) => d.open === undefined, check: 'change', found: ({ d }) => report(d) });
`;
    const { findings } = await watched(program, shut);
    // The operand of `delete`, as in a recording.
    assert.deepEqual(
      findings.map(({ position, noticed }) => [position?.column, noticed?.column]),
      [[43, 43]],
    );
  });

  it('knows subclasses, and no prototype objects', async () => {
    const { told } = await watched(
      `class Shape { constructor() { this.area = 0; } }
class Square extends Shape { constructor(n) { super(); this.area = n; } }
Square.prototype.area = -1;
globalThis.all = [new Shape(), new Square(4)];
const odd = globalThis.odd = Object.create(Square.prototype);
const plain = globalThis.plain = { area: -3 };
Object.setPrototypeOf(plain, Shape.prototype);
class Other { constructor() { this.area = -5; } }
globalThis.other = new Other();
`,
      `${words}import { Shape } from './prog.js';
export const positive = rule({ foreach: { s: extent(Shape) }, where: ({ s }) => s.area < 0, found: ({ s }) => report(s) });
`,
    );
    assert.deepEqual(
      told.map((one) => one.replace(/#\d+ @/, ' @')),
      ['positive: Square @ prog.js:5 #1', 'positive: Shape @ prog.js:7 #1'],
    );
  });

  it('enters an object when its outermost constructor has returned', async () => {
    const { told } = await watched(
      `class Base { constructor() { this.ready = false; } }
class Derived extends Base {
  constructor() { super(); this.ready = true; }
}
globalThis.all = [new Derived()];
class Late extends Base { ready = 'late'; }
globalThis.late = new Late();
globalThis.base = new Base();
`,
      `${words}import { Base } from './prog.js';
export const ready = rule({ foreach: { b: extent(Base) }, check: 'change', where: ({ b }) => b.ready === false, found: () => report('not ready') });
`,
    );
    assert.deepEqual(told, ['ready: not ready @ prog.js:8 #1']);
  });

  it('fires for no object that nothing reaches', async () => {
    const { told, rules } = await watched(
      `class Node { constructor(n) { this.n = n; this.bad = false; } }
globalThis.kept = [];
function drop(n) {
  new Node(n);
}
function bad(node) { node.bad = true; }
drop(1);
const two = globalThis.two = new Node(1);
bad(two);
two.other = new Node(1);
`,
      `${words}import { Node } from './prog.js';
export const different = rule({
  foreach: { a: extent(Node), b: extent(Node) },
  where: ({ a, b }) => a !== b && a.n === b.n && a.bad,
  found: ({ a, b }) => report(a.bad, b.bad),
});
`,
    );
    assert.deepEqual(told, ['different: true false @ prog.js:10 #1']);
    assert.equal(rules[0]?.fired, 1);
  });

  it('asks once a second what exists, and tells what has waited with what it had', async () => {
    const { told, findings, sweeps } = await watched(
      `class Job { constructor(name) { this.name = name; this.state = 'new'; } }
function spoil(name) {
  const job = new Job(name);
  job.state = 'bad';
}
spoil('first');
spoil('second');
globalThis.kept = new Job('third');
kept.state = 'bad';
`,
      `${words}import { Job } from './prog.js';
export const fine = rule({ check: 'change', foreach: { j: extent(Job) }, where: ({ j }) => j.state === 'bad', found: ({ j }) => report(j.name) });
`,
    );
    assert.deepEqual(told, ['fine: first @ prog.js:4 #1', 'fine: second @ prog.js:4 #2', 'fine: third @ prog.js:9 #1']);
    assert.deepEqual(
      findings.map(({ confirmed }) => confirmed),
      [true, false, true],
    );
    assert.equal(sweeps, 2);
  });

  it('tells a tuple again at the end of a turn when it did not hold at the end of an earlier one', async () => {
    const { told } = await watched(
      `class Lamp { constructor() { this.isOn = false; } }
const lamp = globalThis.lamp = new Lamp();
setImmediate(() => {
  lamp.isOn = true;
  setImmediate(() => {
    lamp.isOn = false;
    setImmediate(() => {
      lamp.isOn = true;
    });
  });
});
`,
      `${words}import { Lamp } from './prog.js';
export const dark = rule({ check: 'turn', foreach: { l: extent(Lamp) }, where: ({ l }) => l.isOn, found: () => report('on') });
`,
    );
    assert.deepEqual(told, ['dark: on @ prog.js:4 #1', 'dark: on @ prog.js:8 #1']);
  });

  it('sees a native change at once: what holds before and after it has the cause that it had', async () => {
    const { told } = await watched(
      `class Row { constructor() { this.cells = [1, 2]; } }
const row = globalThis.row = new Row();
setImmediate(() => {
  row.cells.push(3);
  row.cells.splice(0, 1, 4);
  row.cells.fill(5);
});
`,
      `${words}import { Row } from './prog.js';
export const short = rule({ check: 'turn', foreach: { r: extent(Row) }, where: ({ r }) => r.cells.length > 2, found: () => report('long') });
`,
    );
    assert.deepEqual(told, ['short: long @ prog.js:4 #1']);
  });

  it('names the line and function also where hundreds of passages of a site came to nothing', async () => {
    const { told, findings } = await watched(
      `class Node {
  constructor() { this.parent = null; this.children = []; }
  adopt(child, parent) {
    this.children.push(child);
    child.parent = parent;
  }
}
const root = globalThis.root = new Node();
for (let n = 0; n < 500; n++) {
  root.adopt(new Node(), root);
}
root.adopt(new Node(), null);
`,
      `${words}import { Node } from './prog.js';
export const known = rule({ foreach: { n: extent(Node), m: extent(Node) }, where: ({ n, m }) => n.children.includes(m) && m.parent !== n, found: () => report('unknown') });
`,
      { options: { isRecomputed: false } },
    );
    assert.deepEqual(told, ['known: unknown @ prog.js:4 #501']);
    assert.equal(findings[0]?.functionName?.split('.').at(-1), 'adopt');
  });

  it('watches the plain objects of a place, and elements of a field', async () => {
    const { told, findings } = await watched(
      `const makeOrder = (id) => {
  return { id, lines: [], total: 0 };
};
const order = globalThis.order = makeOrder('A7');
order.lines.push({ price: 2, free: false });
const lines = order.lines;
lines.push({ price: 0, free: false }, { price: 0, free: true });
lines[0].price = 0;
lines.splice(0, 1);
`,
      `${words}
export const priced = rule({
  foreach: { o: extent(site('prog.js:2')), l: ({ o }) => o.lines },
  where: ({ l }) => l.price === 0 && !l.free,
  found: ({ o, l }) => report('free line in', o.id, l.price),
});
`,
    );
    assert.deepEqual(told, ['priced: free line in A7 0 @ prog.js:7 #1', 'priced: free line in A7 0 @ prog.js:8 #1']);
    assert.equal(findings[0]?.position?.column, 7);
  });

  it('follows every form of a write', async () => {
    const program = `class Box { constructor() { this.v = 0; } }
const box = globalThis.box = new Box();
const forms = [
  () => { box.v = 1; },
  () => { box.v += 1; },
  () => { box['v'] = 1; },
  () => { const k = 'v'; box[k] = 1; },
  () => { box.v++; },
  () => { ({ a: box.v } = { a: 1 }); },
  () => { for (box.v of [1]); },
  () => { Object.assign(box, { v: 1 }); },
  () => { Reflect.set(box, 'v', 1); },
  () => { Object.defineProperty(box, 'v', { value: 1, writable: true, configurable: true }); },
  () => { box.v ||= 1; },
  () => { delete box.v; },
];
for (const form of forms) {
  form();
  Object.defineProperty(box, 'v', { value: 0, writable: true, configurable: true });
}
`;
    const { told } = await watched(
      program,
      `${words}import { Box } from './prog.js';
export const zero = rule({ foreach: { b: extent(Box) }, where: ({ b }) => b.v !== 0, found: () => report('set') });
`,
    );
    assert.deepEqual(
      told.map((one) => Number(/prog.js:(\d+)/.exec(one)?.[1])),
      Array.from({ length: 12 }, (_, at) => at + 4),
    );
  });

  it('follows every form of a change of contents', async () => {
    const { told } = await watched(
      `class Bag { constructor() { this.list = []; this.map = new Map(); } }
const bag = globalThis.bag = new Bag();
const bad = globalThis.bad = { isBad: true };
const empty = () => { bag.list.length = 0; bag.map.clear(); };
const forms = [
  () => { bag.list.push(bad); },
  () => { bag.list.unshift(bad); },
  () => { bag.list.splice(0, 0, bad); },
  () => { bag.list[0] = bad; },
  () => { bag.list.push(1, 2); bag.list.fill(bad); },
  () => { bag.map.set(bad, 1); },
  () => { bag.list = [bad]; },
  () => { Array.prototype.push.apply(bag.list, [bad]); },
];
for (const form of forms) {
  form();
  empty();
}
`,
      `${words}import { Bag } from './prog.js';
const bads = tracked<object>();
export const clean = rule({
  foreach: { b: extent(Bag) },
  where: ({ b }) => b.list.length > 0 && b.list.includes(0) === false || b.map.size > 0,
  found: () => report('full'),
});
`,
    );
    assert.deepEqual(
      told.map((one) => Number(/prog.js:(\d+)/.exec(one)?.[1])),
      [6, 7, 8, 9, 10, 11, 12, 13],
    );
  });

  it('reads private fields, and computes with what it reads', async () => {
    const { told } = await watched(
      `class Account {
  #balance = 0;
  constructor(limit) { this.limit = limit; }
  pay(n) { this.#balance -= n; }
}
const account = globalThis.account = new Account(10);
account.pay(5);
account.pay(6);
`,
      `${words}import { Account } from './prog.js';
const tolerance = 0.5;
const owed = (a: any) => -field(a, '#balance');
export const within = rule({
  foreach: { a: extent(Account) },
  where: ({ a }) => Math.abs(owed(a)) > a.limit + tolerance,
  found: () => report('over the limit'),
});
`,
    );
    assert.deepEqual(told, ['within: over the limit @ prog.js:4 #2']);
  });

  it('goes through fields of fields', async () => {
    const { told } = await watched(
      `class Employee { constructor(boss) { this.boss = boss; this.office = { floor: 1 }; } }
const boss = globalThis.boss = new Employee(null);
const one = globalThis.one = new Employee(boss);
one.office.floor = 2;
one.office = { floor: 1 };
boss.office = { floor: 7 };
`,
      `${words}import { Employee } from './prog.js';
export const sameFloor = rule({
  foreach: { e: extent(Employee) },
  where: ({ e }) => e.boss !== null && e.office.floor !== e.boss.office.floor,
  found: ({ e }) => report(e.office.floor, e.boss.office.floor),
});
`,
    );
    assert.deepEqual(told, ['sameFloor: 2 1 @ prog.js:4 #1', 'sameFloor: 1 7 @ prog.js:6 #1']);
  });

  it('ends the program at stop, and at the first finding', async () => {
    const program = `class Node { constructor() { this.bad = false; } }
const node = globalThis.node = new Node();
node.bad = true;
node.bad = false;
node.bad = true;
require('node:fs').writeFileSync('ran.txt', 'yes');
`;
    const rule = (more: string): string => `${words}import { Node } from './prog.js';
export const good = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.bad, found: () => { report('bad'); ${more} } });
`;
    const stopped = await watched(program, rule('stop();'));
    assert.deepEqual([stopped.told, stopped.exit, stopped.complete], [['good: bad @ prog.js:3 #1'], null, false]);
    const first = await watched(program, rule(''), { options: { isFirst: true } });
    assert.deepEqual([first.told, first.exit, first.complete], [['good: bad @ prog.js:3 #1'], null, false]);
    assert.equal(stopped.rules[0]?.fired, 1);
    assert.equal((await watched(program, rule(''))).told.length, 2);
  });

  it('names what a rule may not be, in one sentence', async () => {
    const program = 'class Node { constructor() { this.n = 0; } }\nglobalThis.node = new Node();\n';
    const fault = async (where: string, more = ''): Promise<string> =>
      (
        await watched(
          program,
          `${words}import { Node } from './prog.js';\n${more}export const odd = rule({ foreach: { n: extent(Node) }, where: ${where}, found: () => report('x') });\n`,
        )
      ).fault ?? '';
    assert.match(await fault('({ n }) => n.next()'), /where is not pure: n\.next\(\)/);
    assert.match(await fault('({ n }) => n.n++ > 0'), /where is not pure/);
    assert.match(await fault('({ n }) => m.n > 0'), /"m"/);
    assert.match(await fault('({ n }) => again(n)', 'const again = (n: any): boolean => again(n);\n'), /never ends/);
    assert.match(await fault('({ n }) => n.missing.n > 0'), /"n" was read of undefined/);
  });

  it('is no fault of found where it reads objects behind their time', async () => {
    const { told, fault } = await watched(
      `class Node { next = null; v = 0; #own = 1; own() { return this.#own; } }
module.exports = { Node };
const [a, b] = (globalThis.held = [new Node(), new Node()]);
b.v = 4;
b.next = b;
b.next = null;
a.next = b;
a.next = null;
(() => { const gone = new Node(); gone.next = b; globalThis.last = gone; })();
globalThis.last = null;
b.next = b;
`,
      `${words}import { Node } from './prog.js';
export const led = rule({ check: 'change', foreach: { n: extent(Node) }, where: ({ n }) => n.next?.v > 3, found: ({ n }) => report(n.own(), n.next.v) });
`,
    );
    assert.equal(fault, null);
    assert.deepEqual(told, [
      'led: 1 4 @ prog.js:5 #1',
      'led: n = Node#1 @ prog.js:7 #1',
      'led: n = Node#3 @ prog.js:9 #1',
      'led: 1 4 @ prog.js:11 #1',
    ]);
  });

  it('says of an object that is gone what is kept of it, and never that the rest is undefined', async () => {
    const { told, fault } = await watched(
      `class Node { next = null; v = 0; name = 'x'; }
module.exports = { Node };
const held = (globalThis.held = new Node());
held.next = held;
const made = (v) => new Promise((resolve) => setTimeout(() => {
  const node = new Node();
  node.v = v;
  node.next = held;
  resolve();
}, 5));
made(7).then(() => made(1));
`,
      `${words}import { Node } from './prog.js';
const other = (n: any, key: string): unknown => n[key];
export const led = rule({ check: 'change', foreach: { n: extent(Node) }, where: ({ n }) => n.next !== null, found: ({ n }) => report(n.v > 5 ? other(n, 'na' + 'me') : n.v, n.next) });
`,
    );
    assert.equal(fault, null);
    assert.deepEqual(told, ['led: 0 Node#1 @ prog.js:4 #1', 'led: n = Node#2 @ prog.js:8 #1', 'led: 1 Node#1 @ prog.js:8 #2']);
  });

  it('goes on when the code of a rule throws, never ends, or writes', async () => {
    const program = `class Node { constructor() { this.n = 0; } }
const node = globalThis.node = new Node();
node.n = 1;
require('node:fs').writeFileSync('ran.txt', 'yes');
`;
    const outcome = async (found: string): Promise<readonly [string, unknown]> => {
      const { fault, exit } = await watched(
        program,
        `${words}import { Node } from './prog.js';\nconst change = (n: any) => { n.n = 5; };\nexport const odd = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.n > 0, found: ({ n }) => { ${found} } });\n`,
      );
      return [fault ?? '', exit];
    };
    const clean = { code: 0, signal: null };
    const [thrown, exit] = await outcome(`throw new Error('no good')`);
    assert.equal(thrown, 'found failed: no good.');
    assert.deepEqual(exit, clean);
    assert.match((await outcome('n.n = 7;'))[0], /found writes to an object of the program \(n\.n = 7\)/);
    assert.match((await outcome('change(n);'))[0], /has written to an object of the program/);
  });

  it('tells a tuple again when one of its objects was of another class in between', async () => {
    const { told } = await watched(
      `class Node { constructor() { this.n = 1; } }
const node = globalThis.node = new Node();
Object.setPrototypeOf(node, Object.prototype);
Object.setPrototypeOf(node, Node.prototype);
`,
      `${words}import { Node } from './prog.js';
export const any = rule({ check: 'change', foreach: { n: extent(Node) }, where: ({ n }) => n.n > 0, found: () => report('it') });
`,
      { options: { sweepPauseMs: 0 } },
    );
    assert.deepEqual(told, ['any: it @ prog.js:2 #1', 'any: it @ prog.js:4 #1']);
  });

  it('sees the changes of natives behind code of a rule that never ends', async () => {
    const { told, rules } = await watched(
      `class Node { constructor() { this.n = 0; this.kids = []; } }
const node = globalThis.node = new Node();
node.n = 1;
node.kids.push(node);
`,
      `${words}import { Node } from './prog.js';
export const endless = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.n > 0, found: () => { for (;;) report('again'); } });
export const own = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.kids.includes(n), found: () => report('own') });
`,
      { options: { isRecomputed: false } },
    );
    assert.match(rules[0]?.fault ?? '', /did not end/);
    assert.deepEqual(
      told.filter((one) => one.startsWith('own')),
      ['own: own @ prog.js:4 #1'],
    );
  });

  it('sees to it that what was written unseen is no finding', async () => {
    const { told, notes } = await watched(
      `class Node { constructor() { this.a = 0; this.b = 0; } }
const node = globalThis.node = new Node();
(0, eval)('node.a = 1; node.b = 1');
node.b = 2;
node.a = 2;
(0, eval)('node.b = 3');
node.a = 3;
`,
      `${words}import { Node } from './prog.js';
export const equal = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.a !== n.b, found: ({ n }) => report(n.a, n.b) });
`,
    );
    assert.deepEqual(told, ['equal: 1 2 @ prog.js:4 #1']);
    assert.equal(notes.filter((note) => note.startsWith('Something was written')).length, 1);
  });

  it('names the rule that reads of a Proxy or an accessor, and no other', async () => {
    const { rules } = await watched(
      `class Node {
  constructor() { this.size = 0; this.inner = new Proxy({ depth: 1 }, {}); this.kids = new Proxy([], {}); }
  get area() { return 1; }
}
const node = globalThis.node = new Node();
node.size = 9;
node.inner.depth = 2;
node.kids.push(1);
`,
      `${words}import { Node } from './prog.js';
export const big = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.size > 5 });
export const deep = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.inner.depth > 1 });
export const many = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.kids.includes(1) });
export const wide = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.area > 0 });
`,
    );
    assert.deepEqual(
      rules.map(({ name, fired, fault }) => `${name} ${fired} ${fault ?? ''}`),
      [
        'big 1 ',
        'deep 0 The field "depth" is read of a Proxy: when it changes is not seen.',
        'many 0 includes was called on an object, which is no array, Set or Map (or a Proxy of one)',
        'wide 0 The field "area" of Node is an accessor: when what it gives changes is not seen.',
      ],
    );
  });

  it('follows objects that hold a Proxy which is revoked', async () => {
    const { told, exit } = await watched(
      `class Node { constructor(it) { this.it = it; } }
const { proxy, revoke } = Proxy.revocable([], {});
revoke();
const nodes = globalThis.nodes = [new Node(proxy), new Node(1)];
`,
      `${words}import { Node } from './prog.js';
export const one = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.it === 1, found: () => report('one') });
export const lists = rule({ foreach: { n: extent(Node) }, where: ({ n }) => Array.isArray(n.it), found: () => report('list') });
`,
    );
    assert.deepEqual([told, exit], [['one: one @ prog.js:4 #1'], { code: 0, signal: null }]);
  });

  it('holds no object that the program gives to Object.create', async () => {
    const { exit, rules } = await watched(
      `class Node { constructor() { this.n = 1; } }
globalThis.node = new Node();
require('node:v8').setFlagsFromString('--expose-gc');
const gc = require('node:vm').runInNewContext('gc');
const made = () => new WeakRef(Object.getPrototypeOf(Object.create({ n: 1 })));
const one = made();
setTimeout(() => { gc(); process.exitCode = one.deref() === undefined ? 0 : 3; }, 10);
`,
      `${words}import { Node } from './prog.js';
export const two = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.n === 9 });
`,
    );
    assert.deepEqual([exit, rules[0]?.fault], [{ code: 0, signal: null }, null]);
  });

  it('finds what listeners of exit do, and tells the last totals', async () => {
    const { told, rules } = await watched(
      `class Node { size = 0; }
const node = globalThis.node = new Node();
node.size = 9;
process.on('exit', () => {
  node.size = 0;
  node.size = 10;
});
`,
      `${words}import { Node } from './prog.js';
export const big = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.size > 5, found: ({ n }) => report(n.size) });
`,
    );
    assert.deepEqual(told, ['big: 9 @ prog.js:3 #1', 'big: 10 @ prog.js:6 #1']);
    assert.equal(rules[0]?.fired, 2);
  });

  it('says that code made of texts has no probes, and that elements of others are not followed', async () => {
    const { notes } = await watched(
      `class Node { kids = new Uint8Array(2); }
const node = globalThis.node = new Node();
eval('node.kids = []');
`,
      `${words}import { Node } from './prog.js';
export const any = rule({ foreach: { n: extent(Node), k: ({ n }) => n.kids }, where: ({ k }) => k > 5 });
`,
    );
    assert.deepEqual(notes, [
      'Elements of Uint8Array are not followed: it is no array, Set or Map.',
      'The program has made code of texts (eval, Function, node:vm), which has no probes: what it alone writes is not seen.',
    ]);
  });

  it('counts what it does not tell: tuples beyond ten thousand, other threads, and other processes', async () => {
    const { findings, rules, notes } = await watched(
      `const { Worker, isMainThread } = require('node:worker_threads');
class Node {}
if (isMainThread) {
  globalThis.nodes = Array.from({ length: 120 }, () => new Node());
  new Worker(__filename);
  require('node:child_process').spawn(process.execPath, ['-e', '0']);
}
`,
      `${words}import { Node } from './prog.js';
export const pairs = rule({ foreach: { n: extent(Node), m: extent(Node) }, where: ({ n, m }) => n !== m, found: () => report('pair') });
`,
      { options: { isRecomputed: false } },
    );
    assert.deepEqual([findings.length, rules[0]?.fired, rules[0]?.tuples], [10_000, 120 * 119, 120 * 119]);
    assert.deepEqual(notes, [
      'The rule pairs holds for more than 10,000 tuples: the others are counted, and not told.',
      'Rules see the main thread alone: the program has started 1 other thread.',
      'Rules see one process alone: the program has started 1 child process.',
    ]);
  });

  it('tells what had begun to hold before a fault of the condition, also where it has waited for a sweep', async () => {
    const { told, fault, findings } = await watched(
      `class Cell { items = []; }
const all = (globalThis.all = []);
for (let n = 0; n < 3; n++) { const cell = new Cell(); all.push(cell); cell.items.push(9); }
all.push(Object.create(Cell.prototype));
`,
      `${words}import { Cell } from './prog.js';
export const nine = rule({ check: 'change', foreach: { c: extent(Cell) }, where: ({ c }) => c.items.includes(9), found: () => report('nine') });
export const again = rule({ check: 'change', foreach: { c: extent(Cell) }, where: ({ c }) => c.items.includes(9), found: () => { throw new Error('mine'); } });
`,
    );
    assert.deepEqual(
      told.filter((one) => one.startsWith('nine')),
      [1, 2, 3].map((hit) => `nine: nine @ prog.js:3 #${hit}`),
    );
    assert.ok(findings.every(({ confirmed }) => confirmed));
    assert.equal(fault, 'includes was called on undefined, which is no array, Set or Map');
  });

  it('rests on no method of maps, sets and lists that the program has replaced', async () => {
    const { told, exit, fault } = await watched(
      `const broken = () => { throw new Error('replaced'); };
class Node { constructor() { this.kids = new Set(); this.up = null; } }
const kept = [[Map, 'get set has delete'], [Set, 'has'], [Array, 'push fill splice']].flatMap(([{ prototype }, names]) =>
  names.split(' ').map((name) => [prototype, name, prototype[name]]));
for (const [prototype, name] of kept) prototype[name] = broken;
const node = (globalThis.node = new Node());
for (let n = 0; n < 20; n++) { const kid = new Node(); node.kids.add(kid); if (n !== 7) kid.up = node; }
for (const [prototype, name, value] of kept) prototype[name] = value;
`,
      `${words}import { Node } from './prog.js';
export const up = rule({ check: 'turn', foreach: { n: extent(Node), k: ({ n }) => n.kids }, where: ({ n, k }) => k.up !== n, found: () => report('lost') });
`,
    );
    assert.deepEqual([told, exit, fault], [['up: lost @ prog.js:7 #8'], { code: 0, signal: null }, null]);
  });

  it('knows classes of modules, and of other files', async () => {
    const files = {
      'src/model.mjs': `export class Item { constructor(n) { this.n = n; } }
export { Shelf as Rack } from './shelf.mjs';
`,
      'src/shelf.mjs': `export class Shelf {
  #items = [];
  put(item) { this.#items.push(item); return this; }
}
`,
    };
    const result = await watched(
      `import { Item, Rack } from './src/model.mjs';
const rack = globalThis.rack = new Rack();
const item = globalThis.item = new Item(1);
rack.put(item);
rack.put(item);
`,
      `${words}import { Item, Rack } from './src/model.mjs';
export const held = rule({
  foreach: { r: extent(Rack), i: extent(Item) },
  where: ({ r, i }) => field(r, '#items').includes(i),
  found: ({ r, i }) => report(r, 'holds', i),
});
`,
      { files, name: 'prog.mjs' },
    );
    assert.match(result.told[0] ?? '', /^held: Shelf#\d+ holds Item#\d+ @ src\/shelf\.mjs:3 #1$/);
    assert.equal(result.told.length, 1);
    assert.deepEqual(Object.keys(tupleOf(result)), ['r', 'i']);
  });

  it('knows classes that functions make, and such as modules hand on by `export *`, under another name and as the default', async () => {
    const files = {
      'only.mjs': `export const Shape = class { v = 0; };
class Impl { v = 0; }
class Main { v = 0; }
export { Impl as Api };
export default Main;
`,
      'all.mjs': `export * from './only.mjs';
export { default as Main } from './only.mjs';
`,
      'made.mjs': `export class Base { v = 0; dip() { this.v = -1; this.v = 0; } }
const Mix = (Super) => class extends Super { m = 0; };
const make = () => class Inner { v = 0; dip() { this.v = -1; this.v = 0; } };
export const Made = Mix(Base), K1 = make(), K2 = make();
export class Mixed extends Mix(Base) {}
export default make();
`,
      'old.cjs': `const make = () => class { constructor() { this.v = 0; } };
exports.Old = make();
`,
    };
    const { told, notes, rules } = await watched(
      `import * as all from './all.mjs';
import Made1, * as made from './made.mjs';
import old from './old.cjs';
const kept = (globalThis.kept = [all.Shape, all.Api, all.Main, made.Made, made.K1, made.K2, made.Mixed, Made1, old.Old].map((Class) => new Class()));
for (const one of kept) { one.dip?.(); one.v = 9; }
`,
      `${words}import { Shape, Api, Main, None } from './all.mjs';
import Default, { Made, K1, Mixed } from './made.mjs';
import { Old } from './old.cjs';
${['Shape', 'Api', 'Main', 'None', 'Default', 'Made', 'K1', 'Mixed', 'Old']
  .map(
    (name) =>
      `export const of${name} = rule({ foreach: { a: extent(${name}) }, where: ({ a }) => a.v > 5 || a.v < 0, found: ({ a }) => report(a.v) });`,
  )
  .join('\n')}
`,
      { files, name: 'prog.mjs' },
    );
    assert.deepEqual(
      told.map((one) => one.replace(' @ prog.mjs:5', '')),
      ['Shape: 9 #1', 'Api: 9 #2', 'Main: 9 #3', 'Made: 9 #4', 'K1: 9 #5', 'Mixed: 9 #7', 'Default: 9 #8', 'Old: 9 #9'].map(
        (one) => `of${one}`,
      ),
    );
    assert.deepEqual(notes, ['No class None was seen: its module was not loaded, or makes the class in a way that is not followed.']);
    assert.deepEqual(
      rules.flatMap(({ name, complete }) => (complete ? [] : [name])),
      ['ofNone'],
    );
  });

  it('names a private field that the class does not have', async () => {
    const program = `class A { #own = 1; n = 1; constructor() { this.register(); } register() { kept.push(this); } }
class Sub extends A { #later = 5; register() { kept.push(this); this.up = this; } }
class Other { #zip = 1; }
globalThis.kept = [];
kept.push(new Other(), new A(), new Sub());
`;
    const { rules } = await watched(
      program,
      `${words}import { A, Sub } from './prog.js';
export const zip = rule({ foreach: { a: extent(A) }, where: ({ a }) => field(a, '#zip') > 4 });
export const absent = rule({ foreach: { a: extent(A) }, where: ({ a }) => field(a, '#none') === undefined });
export const own = rule({ foreach: { a: extent(A) }, where: ({ a }) => field(a, '#own') === 7 });
export const guarded = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.n === 2 && field(a, '#later') === 7 });
export const early = rule({ foreach: { a: extent(Sub) }, where: ({ a }) => field(a, '#later') === 7 || field(a.up, '#later') === 7 });
`,
    );
    assert.deepEqual(
      rules.map(({ fault }) => fault),
      ['"#zip" was read of A, which has no such private field', '"#none" was read of A, which has no such private field', null, null, null],
    );
  });

  it('does not let a rule end the program', async () => {
    const program = `import { writeFileSync } from 'node:fs';
export class P { v = 0; }
const p = new P(); p.v = -1;
process.exitCode = 3;
`;
    for (const text of ['process.exit(9)', 'process.abort()', 'process.kill(process.pid)', 'process.reallyExit(9)']) {
      const { fault, exit } = await watched(
        program,
        `${words}import { P } from './prog.mjs';
export const r = rule({ foreach: { p: extent(P) }, where: ({ p }) => p.v < 0, found: () => { ${text}; } });
`,
        { name: 'prog.mjs' },
      );
      assert.match(fault ?? '', /^found failed: a rule does not end the program: process\.\w+ was called\.$/);
      assert.deepEqual(exit, { code: 3, signal: null });
    }
  });

  it('says that nothing was made at a place, and tells what a sweep at the end meets', async () => {
    const { rules, notes } = await watched(
      'globalThis.o = { v: -1 };\n',
      `${words}export const r = rule({ foreach: { o: extent(site('missing.js:1')) }, where: ({ o }) => o.v < 0 });\n`,
    );
    assert.deepEqual([rules[0]?.complete, rules[0]?.fired, notes], [false, 0, ['No object was seen to be made at missing.js:1.']]);
    const { told } = await watched(
      `export class P { constructor(v) { this.v = v; kept.push(this); if (v < 0) throw new Error('negative'); } }
globalThis.kept = [];
class Q extends P { constructor(v) { try { super(v); } catch { super(3); } } }
globalThis.p = new P(1); p.v = -5;
try { new P(-1); } catch {}
globalThis.q = new Q(-2);
q.v = -9;
`,
      `${words}import { P } from './prog.mjs';
export const r = rule({ foreach: { p: extent(P) }, where: ({ p }) => p.v < 0, found: ({ p }) => report(p.v) });
`,
      { name: 'prog.mjs' },
    );
    assert.deepEqual(told.map((one) => /^r: (-\d)/.exec(one)?.[1]).sort(), ['-1', '-2', '-5', '-9']);
  });
});
