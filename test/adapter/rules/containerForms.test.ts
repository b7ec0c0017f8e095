import assert from 'node:assert/strict';
import { overRecording, watched } from '../../support/watching.js';
import { recorded } from '../../support/recorded.js';

/** A program that breaks each of the rules below once, at a line that says which. */
const program = `class Lot { constructor(id) { this.id = id; this.byName = new Map(); this.tags = new Set(); this.items = []; this.rows = [[]]; } }
class Item { constructor(price) { this.price = price; this.owner = null; } }
const lot = (globalThis.lot = new Lot(1));
const one = new Item(1), two = new Item(2), three = new Item(3), four = new Item(4);
globalThis.items = [one, two, three, four];
lot.byName.set('one', one);
lot.byName.set('two', two);
two.price = -2; // values
lot.byName.set('two', three);
lot.byName.set('three', two); // values, again
lot.tags.add(one);
lot.tags.add(7); // keys
lot.items.push(one, three);
lot.items.push(four);
four.price = 100; // some
lot.items.sort((a, b) => b.price - a.price); // first
lot.items.length = 2; // last
one.price = 0; // none: it has left
lot.rows[0].push(one);
one.owner = lot; // nested
lot.byName.set('one', four); // get
lot.items.splice(0, 2); // every
lot.byName.clear();
two.price = -3; // none: it has left
`;

const rules = `import { extent, report, rule } from 'whence/rules';
import { Lot } from './prog.js';
const isDear = (item) => item.price > 50;
export const values = rule({ check: 'change', foreach: { l: extent(Lot), v: ({ l }) => l.byName.values() }, where: ({ v }) => v.price < 0, found: ({ v }) => report(v.price) });
export const keys = rule({ check: 'change', foreach: { l: extent(Lot), t: ({ l }) => [...l.tags.keys()] }, where: ({ t }) => typeof t !== 'object' });
export const chosen = rule({ check: 'change', foreach: { l: extent(Lot), d: ({ l }) => l.items.filter(isDear) }, where: ({ d }) => d.owner === null, found: ({ d }) => report(d.price) });
export const some = rule({ check: 'change', foreach: { l: extent(Lot) }, where: ({ l }) => l.items.some(({ price }) => price > 50) });
export const counted = rule({ check: 'change', foreach: { l: extent(Lot) }, where: ({ l }) => l.items.filter((i) => i.price > 1).filter(isDear).length === 1 });
export const first = rule({ check: 'change', foreach: { l: extent(Lot) }, where: ({ l }) => l.items[0]?.price === 100 });
export const last = rule({ check: 'change', foreach: { l: extent(Lot) }, where: ({ l }) => l.items.length === 2 && l.items.at(-1).price === 3 && l.items[l.items.length - 1].price === 3 });
export const every = rule({ check: 'change', foreach: { l: extent(Lot) }, where: ({ l }) => l.rows.some((r) => r.length > 0) && l.items.every((i) => i.price > 5) });
export const nested = rule({ check: 'change', foreach: { l: extent(Lot), row: ({ l }) => l.rows, i: ({ row }) => row }, where: ({ i }) => i.owner !== null });
export const got = rule({ check: 'change', foreach: { l: extent(Lot) }, where: ({ l }) => l.byName.get('one')?.price === 100 });
export const absent = rule({ check: 'change', foreach: { l: extent(Lot) }, where: ({ l }) => l.rows[0].length > 0 && l.rows[0].indexOf(l.byName.get('one')) === -1 });
`;

const expected = [
  'chosen 15',
  'counted 15',
  'every 22',
  'first 16',
  'got 21',
  'keys 12',
  'last 13',
  'last 17',
  'nested 20',
  'absent 21',
  'some 15',
  'values 10',
  'values 8',
].sort();

/** Holes that come and go, and what each form says of them. */
const holes = {
  program: `class Bag { constructor() { this.items = [1]; this.lost = undefined; } }
const bag = (globalThis.bag = new Bag());
bag.items.length = 3; // included, ranged, spread, made; not some, every, indexed, chosen
bag.items[2] = 5;
bag.items[1] = undefined; // some, every, indexed, chosen
delete bag.items[1];
bag.items.splice(1, 1);
bag.items[4] = 7; // included, ranged, spread, made
bag.items.pop();
bag.items.pop();
bag.items.pop();
bag.items.unshift(undefined); // some, every, indexed, chosen
bag.items.shift();
`,
  rules: `import { extent, report, rule } from 'whence/rules';
import { Bag } from './prog.js';
export const included = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => b.items.includes(undefined) });
export const ranged = rule({ check: 'change', foreach: { b: extent(Bag), i: ({ b }) => b.items }, where: ({ i }) => i === undefined });
export const spread = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => [...b.items].some((i) => i === undefined) });
export const made = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => b.items.map((i) => i).includes(undefined) });
export const some = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => b.items.some((i) => i === undefined) });
export const every = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => !b.items.every((i) => i !== undefined) });
export const below = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => b.lost?.indexOf(1) < 0 || b.lost?.indexOf(1) === -1 });
export const indexed = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => b.items.indexOf(undefined) >= 0 });
export const counted = rule({ check: 'change', foreach: { b: extent(Bag) }, where: ({ b }) => b.items.filter((i) => true).length > b.items.length });
export const chosen = rule({ check: 'change', foreach: { b: extent(Bag), i: ({ b }) => b.items.filter((i) => i === undefined) } });
`,
  expected: [
    ...['included', 'ranged', 'spread', 'made'].flatMap((name) => [`${name} 3`, `${name} 8`, `${name} 12`]),
    ...['some', 'every', 'indexed', 'chosen'].flatMap((name) => [`${name} 5`, `${name} 12`]),
  ].sort(),
};

describe('what a rule may say of containers', () => {
  it('is kept up to date: views, elements that pass a test, and what stands under a key', async () => {
    const { findings, rules: states, notes } = await watched(program, rules);
    assert.deepEqual(
      states.flatMap(({ name, fault }) => (fault === null ? [] : [`${name}: ${fault}`])),
      [],
    );
    assert.deepEqual(findings.map(({ rule, position }) => `${rule} ${position?.line ?? '?'}`).sort(), expected);
    assert.deepEqual(notes, []);
  });

  it('takes holes of arrays as the language does, in runs and in recordings', async () => {
    const recording = await recorded({ 'prog.js': holes.program, 'r.rules.ts': holes.rules });
    try {
      for (const { findings } of [await watched(holes.program, holes.rules), await overRecording(recording)])
        assert.deepEqual(findings.map(({ rule, position }) => `${rule} ${position?.line ?? '?'}`).sort(), holes.expected);
    } finally {
      recording.dispose();
    }
  });

  it('is found in a recording, too', async () => {
    const recording = await recorded({ 'prog.js': program, 'r.rules.ts': rules });
    try {
      const { findings } = await overRecording(recording);
      assert.deepEqual(findings.map(({ rule, position }) => `${rule} ${position?.line ?? '?'}`).sort(), expected);
    } finally {
      recording.dispose();
    }
  });

  it('is refused where it is made anew each time, with a sentence', async () => {
    const refused = (domain: string, where = 'true'): string =>
      `export const r${count++} = rule({ foreach: { l: extent(Lot), v: ({ l }) => ${domain} }, where: ({ l, v }) => ${where} });`;
    let count = 0;
    const texts = [
      refused('l.items.map((i) => i.owner)'),
      refused('l.items', 'l.items.filter((i) => i === v)'),
      refused('l.items', 'l.items.some((i, at) => at === 1)'),
      refused('l.items.sort()'),
      refused('[...l.byName]'),
      refused('l.items.keys()'),
      refused('l.items', 'l.items.get(1) === v'),
    ];
    const { rules: states } = await watched(
      program,
      `import { extent, rule } from 'whence/rules';\nimport { Lot } from './prog.js';\n${texts.join('\n')}\n`,
    );
    const sentences = [
      /made anew each time/,
      /made anew each time/,
      /not its index/,
      /may change something/,
      /entries of a Map are pairs/,
      /keys\(\) of an array gives its indexes/,
      /get was asked of an object, which is no Map/,
    ];
    for (const [at, sentence] of sentences.entries()) assert.match(states[at]?.fault ?? '', sentence);
  });

  it('may be written out, as a list or a Set of literals', async () => {
    const rule = (name: string, where: string, found = 'report(o.s, o.n)') =>
      `export const ${name} = rule({ check: 'change', foreach: { o: extent(Order) }, where: ({ o }) => ${where}, found: ({ o }) => ${found} });`;
    const { told, rules: states } = await watched(
      `class Order { constructor(s, n) { this.s = s; this.n = n; } }
module.exports = { Order };
const [first] = (globalThis.all = [new Order('open', 1), new Order('lost', -1), new Order('sent', NaN), new Order(undefined, null)]);
first.s = 'gone';
first.s = 'paid';
`,
      `import { extent, report, rule } from 'whence/rules';
import { Order } from './prog.js';
const states = new Set(['open', 'paid', 'sent'] as const);
const seen = ['open', 'lost', 'sent'];
${rule('listed', `!['open', 'paid', 'sent'].includes(o.s)`)}
${rule('inSet', `!states.has(o.s)`)}
${rule('odd', `[-1, NaN, null].includes(o.n)`)}
${rule('absent', `['open', 'lost', 'sent'].indexOf(o.s) === -1`)}
${rule('begins', `['op', 'pa'].some((start) => o.s?.startsWith(start))`)}
${rule('none', `([] as string[]).includes(o.s) || !['z', 'y'].every((one) => one !== o.s)`)}
${rule('changed', `!seen.includes(o.s)`, 'seen.push(o.s)')}
`,
    );
    assert.deepEqual(
      ['listed', 'inSet', 'odd', 'absent', 'begins', 'none'].map((name) =>
        told.filter((one) => one.startsWith(`${name}:`)).map((one) => one.slice(name.length + 2)),
      ),
      [
        ['lost -1 @ prog.js:3 #1', 'undefined null @ prog.js:3 #1', 'paid 1 @ prog.js:4 #1'],
        ['lost -1 @ prog.js:3 #1', 'undefined null @ prog.js:3 #1', 'paid 1 @ prog.js:4 #1'],
        ['lost -1 @ prog.js:3 #1', 'sent NaN @ prog.js:3 #1', 'undefined null @ prog.js:3 #1'],
        ['undefined null @ prog.js:3 #1', 'paid 1 @ prog.js:4 #1'],
        ['open 1 @ prog.js:3 #1', 'paid 1 @ prog.js:5 #1'],
        [],
      ],
    );
    assert.deepEqual(
      states.flatMap(({ name, fault }) => (fault === null ? [] : [`${name}: ${fault}`])),
      [`changed: line 4: where is not pure: ['open', 'lost', 'sent'] (it may change something, or cannot be kept up to date).`],
    );
  });
});
