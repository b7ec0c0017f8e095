import assert from 'node:assert/strict';
import { watched, type Watched } from '../../support/watching.js';

const rules = `import { extent, report, rule } from 'whence/rules';
import { Node } from './node.cjs';
export const r = rule({ check: 'change', foreach: { n: extent(Node), m: extent(Node) },
  where: ({ n, m }) => n.kids.includes(m) && m.parent !== n, found: ({ n, m }) => report('a child') });
`;
const node = `class Node { constructor() { this.kids = []; this.parent = null; } adopt(n) { n.parent = this; this.kids.push(n); } }
exports.Node = Node;\n`;
const head = `const { Node } = require('./node.cjs');
const held = [];
process.on('exit', () => { held.length; });
const a = new Node(), b = new Node(); held.push(a, b); a.adopt(b);\n`;

/** Runs a program with what is left out probed, too: a wrong proof is a fault. */
async function checked(program: string, files: Readonly<Record<string, string>> = {}): Promise<Watched> {
  const options = { pruning: { types: true, aliases: true, patienceMs: 100_000 } };
  const all = { 'node.cjs': node, ...files };
  const inPlace = await watched(head + program, rules, { files: all, options: { ...options, isPruningChecked: true }, name: 'prog.cjs' });
  assert.equal(inPlace.fault, null, program);
  const pruned = await watched(head + program, rules, { files: all, options, name: 'prog.cjs' });
  assert.deepEqual(pruned.told, inPlace.told, program);
  return pruned;
}

describe('pruning of rules by types and aliases', function () {
  this.timeout(600_000);

  it('leaves out stores and calls of what is not watched, and counts each for the first that leaves it out', async () => {
    const { probes, told } =
      await checked(`class Other { constructor() { this.parent = 1; this.list = []; } add(x) { this.list.push(x); this.parent = x; } }
const o = new Other(); o.add(3); const list = [1, 2]; list.push(3); list[0] = 4;
b.parent = null;\n`);
    assert.equal(told.length, 1);
    const { types, aliases } = probes.leftOut;
    assert.ok((types ?? 0) >= 3 && (aliases ?? 0) >= 2, JSON.stringify(probes));
  });

  it('takes back what it is asked to', async () => {
    const program = `${head}const list = [1]; list.push(2); class Other { constructor() { this.parent = 1; } } new Other();\n`;
    const leftOut = async (types: boolean, aliases: boolean): Promise<readonly (number | null)[]> => {
      const options = { pruning: { types, aliases, patienceMs: 100_000 } };
      const { probes } = await watched(program, rules, { files: { 'node.cjs': node }, options, name: 'prog.cjs' });
      return [probes.leftOut.types, probes.leftOut.aliases];
    };
    const [both, noTypes, noAliases, none] = [
      await leftOut(true, true),
      await leftOut(false, true),
      await leftOut(true, false),
      await leftOut(false, false),
    ];
    assert.deepEqual(none, [0, 0]);
    assert.deepEqual([noTypes[0], noAliases[1]], [0, 0]);
    assert.ok((noTypes[1] ?? 0) >= (both[1] ?? 0) && noAliases[0] === both[0], JSON.stringify([both, noTypes, noAliases]));
  });

  // Each changes what a store that looks harmless touches.
  const adversaries: Readonly<Record<string, string>> = {
    'a change of prototype': `const o = { kids: [], parent: null }; Object.setPrototypeOf(o, Node.prototype); o.kids.push(b);`,
    'a literal with a prototype': `const o = { __proto__: Node.prototype, kids: [], parent: null }; held.push(o); o.kids.push(b);`,
    'a written __proto__': `const o = { kids: [], parent: null }; o.__proto__ = Node.prototype; held.push(o); o.kids.push(b);`,
    'Object.create': `const o = Object.create(Node.prototype); held.push(o); o.kids = []; o.parent = null; o.kids.push(b);`,
    'Reflect.construct': `class Other { constructor() { this.kids = []; this.parent = null; } }
const o = Reflect.construct(Other, [], Node); held.push(o); o.kids.push(b);`,
    'an event': `const E = require('node:events'); class Bus extends E { send(o) { this.emit('gone', o); } } const bus = new Bus(); bus.on('gone', (o) => { o.parent = null; }); bus.send(b);`,
    'the arguments of timers': `setTimeout((o) => { o.parent = null; }, 1, b); process.nextTick((o) => { o.parent = a; }, b);`,
    'what promises hand on': `Promise.all([b]).then(([o]) => o).finally(() => {}).then((o) => { o.parent = null; });`,
    'a stream': `require('node:stream').Readable.from([b]).on('data', (o) => { o.parent = null; });`,
    'what a context of calls keeps': `const s = new (require('node:async_hooks').AsyncLocalStorage)(); s.run(b, () => { s.getStore().parent = null; });`,
    'a native that was bound, or is called by another': `const add = a.kids.push.bind(a.kids); add(a); Reflect.apply(Array.prototype.push, a.kids, [held]);`,
    'a Proxy': `const p = new Proxy(b, {}); p.parent = null;`,
    'a Proxy with a trap': `const p = new Proxy({}, { set(t, k, v) { b[k] = v; return true; } }); p.parent = null;`,
    'Object.assign': `Object.assign(b, { parent: null });`,
    'a spread that is assigned': `const all = { ...{ x: b } }; all.x.parent = null;`,
    'targets of patterns': `[b.parent] = [null]; ({ parent: b.parent } = { parent: a }); ({ p: held[1].parent } = { p: null });`,
    'Reflect.set': `Reflect.set(b, 'parent', null);`,
    'computed names': `const k = 'par' + 'ent'; b[k] = null; const o = { b }; o['b'][k] = a;`,
    'a class that a function gives': `const make = () => class extends Node {}; const C = make(); const c = new C(); held.push(c); a.kids.push(c);`,
    'a mixin': `const Mix = (B) => class extends B { touch() { this.parent = null; } }; const C = Mix(Node); const c = new C(); held.push(c); a.adopt(c); c.touch();`,
    'this in callbacks': `[1].forEach(function () { this.parent = null; }, b); (function () { this.parent = a; }).call(b); (function () { this.parent = null; }).bind(b)();`,
    'a method that is borrowed': `class Other { set(v) { this.parent = v; } } Other.prototype.set.call(b, null); const o = new Other(); o.set(1); b.set = o.set; b.set(a);`,
    'a generator': `function* each() { for (const x of held) yield x; } for (const x of each()) if (x !== a) x.parent = null;`,
    'an async function': `const later = async (x) => { await null; x.parent = null; }; later(b);`,
    'a getter that gives it': `const o = { get it() { return b; } }; o.it.parent = null; const { it } = o; it.parent = a;`,
    'a setter': `class W { set child(x) { x.parent = null; } } new W().child = b;`,
    toString: `const o = { x: null, toString() { this.x = b; this.x.parent = null; return ''; } }; String(o) + o;`,
    toJSON: `const o = { b, toJSON() { this.b.parent = null; return 1; } }; JSON.stringify(o);`,
    'an iterator of its own': `const o = { [Symbol.iterator]() { let n = 0; return { next: () => ({ done: n++ > 0, value: b }) }; } }; for (const x of o) x.parent = null; const [y] = o; y.parent = a;`,
    then: `const o = { then(done) { done(b); } }; (async () => { (await o).parent = null; })();`,
    'Map and Set': `const m = new Map([['k', b]]); m.get('k').parent = null; for (const [, v] of m) v.parent = a; [...new Set([b])][0].parent = null; m.forEach((v) => { v.parent = a; });`,
    'methods of arrays': `[b].map((x) => x)[0].parent = null; [[b]].flat()[0].parent = a; [b].concat([])[0].parent = null; Array.from([b], (x) => x)[0].parent = a; held.find((x) => x === b).parent = null; [1].reduce((x) => x, b).parent = a;`,
    'natives as callbacks': `const s = new Set(); [b].forEach(s.add, s); for (const x of s) x.parent = null;`,
    'Object.values and entries': `for (const x of Object.values({ b })) x.parent = null; for (const [, x] of Object.entries({ b })) x.parent = a; Object.fromEntries([['q', b]]).q.parent = null;`,
    descriptors: `const o = {}; Object.defineProperty(o, 'q', { value: b }); o.q.parent = null; Object.defineProperty(o, 'g', { get() { return b; } }); o.g.parent = a;`,
    arguments: `function f() { arguments[0].parent = null; } f(b); function g(...r) { r[0].parent = a; } g(...[b]); f.apply(null, [b]);`,
    'what is thrown': `try { throw b; } catch (e) { e.parent = null; } const o = { e: b }; try { throw o; } catch ({ e }) { e.parent = a; }`,
    'a container that is taken': `const { kids } = a; const other = new Node(); held.push(other); kids.push(other); const k = [a.kids][0]; k.length = 0; k[0] = other;`,
    events: `const E = require('node:events'); const e = new E(); e.on('x', (n) => { n.parent = null; }); e.emit('x', b);`,
    'a class that extends a native': `class L extends Array { first() { return this[0]; } } const l = new L(); l.push(b); l.first().parent = null; l.map((x) => x)[0].parent = a;`,
    timers: `setTimeout((x) => { x.parent = null; }, 0, b); setImmediate(() => { b.parent = a; });`,
    'another constructor': `const Old = function () { this.kids = []; this.parent = null; }; Old.prototype = Node.prototype; const o = new Old(); held.push(o); o.kids.push(b);`,
    'a constructor that gives another': `class Giver { constructor() { return b; } } class Taker extends Giver { constructor() { super(); this.parent = null; } } new Taker();`,
    'a private name on it': `class Giver { constructor(o) { return o; } } class Stamp extends Giver { #x = 1; static go(o) { new Stamp(o); o.parent = null; } } Stamp.go(b);`,
    'static methods': `class S { static go(x) { x.parent = null; } } S.go(b); const { go } = S; go(b); S['g' + 'o'](b);`,
    'natives that are replaced': `const push = Array.prototype.push; const seen = []; Array.prototype.push = function (...x) { seen[0] = x[0]; return push.apply(this, x); }; const l = []; l.push(b); seen[0].parent = null; Array.prototype.push = push;`,
    'tagged templates': 'const t = (s, x) => x; t`${b}`.parent = null;',
    'optional chains': `const o = { b }; o?.b; (o?.['b']).parent = null; const f = { go: (x) => x }; f?.go?.(b) && (f.go(b).parent = a);`,
    WeakRef: `new WeakRef(b).deref().parent = null;`,
    'Promise.all': `Promise.all([b]).then(([x]) => { x.parent = null; });`,
    'labels of a map by name': `const table = {}; table.q = b; for (const k in table) table[k].parent = null; const copy = {}; for (const k in table) copy[k] = table[k]; copy.q.parent = a;`,
    delete: `const o = { b }; delete o.b.parent;`,
    'sort and its like': `const l = [b, a]; l.sort((x, y) => { x.parent = null; return 0; }); l.filter((x) => x === b).forEach((x) => { x.parent = a; });`,
    'new.target': `function F() { if (new.target) return new.target.it; } F.it = b; new F().parent = null;`,
    'super in literals': `const base = { go() { return b; } }; const o = { __proto__: base, run() { super.go().parent = null; } }; o.run();`,
    globals: `globalThis.it = b; it.parent = null; global.it.parent = a;`,
    'logical assignment': `const o = { x: null }; o.x ??= b; o.x.parent &&= null; let y; y ||= b; y.parent ??= a;`,
    'a native that is replaced behind its calls': `const log = []; function add(x) { log.push(x); } Array.prototype.push = function (x) { x.parent = null; }; add(b);`,
    'accessors that all objects inherit': `Object.defineProperty(Object.prototype, 'it', { get() { return b; }, set(v) { v.parent = null; }, configurable: true }); ({}).it.parent = a; ({}).it = b;`,
    'accessors that see what inherits them': `Object.defineProperty(Object.prototype, 'it', { get() { this.parent = null; return 1; } }); b.it; Object.defineProperties(Object.prototype, { that: { get() { this.parent = a; return 1; } } }); b.that;`,
    'accessors of old code': `Object.prototype.__defineGetter__('it', function () { this.parent = null; return b; }); b.it; [].it.parent = a;`,
    'what texts and numbers inherit': `String.prototype.it = b; 'x'.it.parent = null; Number.prototype.go = (x) => { x.parent = a; }; (5).go(b); Object.defineProperty(String.prototype, 'that', { get() { return b; } }); 'x'.that.parent = null; Object.assign(String.prototype, { other: b }); 'x'.other.parent = a;`,
    'another prototype of all arrays': `Array.prototype.__proto__ = { __proto__: Object.prototype, it: b }; [].it.parent = null;`,
    'a prototype of all arrays that is set': `Object.setPrototypeOf(Array.prototype, { __proto__: Object.prototype, it: b }); [].it.parent = null;`,
    'a computed prototype beside a written one': `const p = { drop(x) { x.parent = null; } }; const q = {}; q.__proto__ = {}; const o = {}; o['__pro' + 'to__'] = p; o.drop(b);`,
    'what natives hand on': `const E = require('node:events'); const e = new E(); e.on('x', (p) => { p.it = b; Object.defineProperty(p, 'that', { get() { this.parent = null; return 1; } }); }); e.emit('x', Object.prototype); ({}).it.parent = a; b.that;`,
    'a property of a native that all arrays have': `[].push.it = b; []['pu' + 'sh'].it.parent = null;`,
    'functions of Reflect and Object that are taken': `const { get, set, apply } = Reflect; const o = { b }; Reflect.get(o, 'b').parent = null; get({ o }, 'o').b.parent = a; const p = {}; Reflect.set(p, 'x', b); p.x.parent = null; set(p, 'y', b); p.y.parent = a; function f(x) { x.parent = null; } apply(f, null, [b]); const { values, entries } = Object; values({ b })[0].parent = a; entries({ b })[0][1].parent = null;`,
    'a prototype that Reflect gives': `Reflect.get(b, '__proto__').parent = null;`,
    'elements by defineProperty': `const l = []; Object.defineProperty(l, '0', { value: b }); l[0].parent = null; const o = {}; Object.defineProperties(o, { q: { value: b }, g: { get() { return b; } } }); o.q.parent = a; o.g.parent = null;`,
    'a writing native that is handed on': `const E = require('node:events'); const e = new E(); const o = {}; e.on('x', (f) => { f(o, { x: b }); }); e.emit('x', Object.assign); o.x.parent = null;`,
    'a class that is handed on': `const E = require('node:events'); const e = new E(); class Base { constructor() { this.go(); } } e.on('x', (C) => { class S extends C { go() { this.kept = b; this.kept.parent = null; } } new S(); }); e.emit('x', Base);`,
    'a prototype that is handed on': `const E = require('node:events'); const e = new E(); e.on('x', (P) => { const o = Object.create(P); o.kept = b; o.it; o.that = b; }); e.emit('x', { get it() { this.kept.parent = null; return 1; }, set that(v) { v.parent = a; } });`,
    'accessors that are defined elsewhere': `const E = require('node:events'); const e = new E(); e.on('x', (p) => { Object.defineProperty(p, 'it', { set(v) { v.parent = null; } }); }); const o = {}; e.emit('x', o); o.it = b;`,
    'symbols that the language asks for': `const o = { kept: b, [Symbol.toPrimitive]() { this.kept.parent = null; return 1; } }; o + 1; const r = { [Symbol.replace](s, x) { x.parent = a; return ''; } }; 'abc'.replace(r, b); class M { [Symbol.split](s, x) { x.parent = null; return []; } } 'abc'.split(new M(), b); const h = { [Symbol.hasInstance](x) { x.parent = null; return true; } }; b instanceof h;`,
    'values that come back into a generator': `function* g() { try { yield 1; } catch (x) { x.parent = null; } } const it = g(); it.next(); it.throw(b); function* h() { const y = yield 1; y.parent = a; } const jt = h(); jt.next(); jt.next(b);`,
    'calls of calls': `function f() { this.parent = null; } f.call.call(f, b); Function.prototype.apply.call(f, b, []); Reflect.apply(f.call, f, [b]);`,
    'parameters and arguments that are one': `function f(x) { arguments[0] = b; x.parent = null; } f(1); function g(x) { x = b; arguments[0].parent = a; } g(1);`,
    'private members': `class S { #go(x) { x.parent = null; } set #p(x) { x.parent = a; } get #q() { return b; } run(x) { this.#go(x); this.#p = x; this.#q.parent = null; } } new S().run(b);`,
  };
  for (const [name, text] of Object.entries(adversaries)) it(`is right of ${name}`, async () => void (await checked(`${text}\n`)));

  // No analysis proves that they are not there: the run meets them.
  const unexpected: Readonly<Record<string, string>> = {
    'a prototype by a computed name': `const o = { kids: [], parent: null }; o['__pro' + 'to__'] = Node.prototype; held.push(o); o.kids.push(b);`,
    'a prototype by a name in data': `for (const k of Object.keys(JSON.parse('{"__proto__": 1}'))) { const o = { kids: [], parent: null }; o[k] = Node.prototype; held.push(o); o.kids.push(b); }`,
    'a prototype of no watched class': `const p = { drop(x) { x.parent = null; } }; const o = {}; o['__pro' + 'to__'] = p; o.drop(b);`,
    'what a text inherits': `const k = 'con' + 'structor', p = 'proto' + 'type'; 'x'[k][p].it = b; 'x'.it.parent = null;`,
    'a native of all arrays': `const k = 'con' + 'structor', p = 'proto' + 'type'; function f(x) { const l = []; l.push(x); } [][k][p].push = (x) => { x.parent = null; }; f(b);`,
  };
  for (const [name, text] of Object.entries(unexpected))
    it(`tells of a computed name that changes ${name}`, async () => {
      for (const isPruningChecked of [true, false]) {
        const options = { pruning: { types: true, aliases: true, patienceMs: 100_000 }, isRecomputed: false, isPruningChecked };
        const {
          fault,
          rules: held,
          notes,
        } = await watched(`${head}${text}\n`, rules, {
          files: { 'node.cjs': node },
          options,
          name: 'prog.cjs',
        });
        assert.deepEqual([fault, held[0]?.complete], [null, false]);
        assert.ok(
          notes.some((note) => note.includes('by a computed')),
          notes.join(),
        );
      }
    });

  it('expects nothing that does not happen', async () => {
    const {
      rules: held,
      probes,
      notes,
    } = await checked(`const list = [1], map = {}; for (const k of ['x', 'y']) map[k] = list; list.push(2);\n`);
    assert.deepEqual([held[0]?.complete, notes.filter((note) => note.includes('computed'))], [true, []]);
    assert.ok((probes.leftOut.types ?? 0) > 0);
  });

  it('is right of subclasses and classes in other files', async () => {
    const files = {
      'sub.cjs': `const { Node } = require('./node.cjs'); exports.Sub = class extends Node { touch() { this.parent = null; } };\nexports.drop = (x) => { x.parent = null; };\n`,
      'esm.mjs': `import { Node } from './node.cjs'; export default class extends Node {} export const drop = (x) => { x.parent = null; };\n`,
    };
    await checked(
      `const { Sub, drop } = require('./sub.cjs'); const s = new Sub(); held.push(s); a.adopt(s); s.touch(); drop(b);
import('./esm.mjs').then(({ default: C, drop: other }) => { const c = new C(); held.push(c); a.adopt(c); other(c); });\n`,
      files,
    );
  });

  it('says nothing of a program that may run code which is not in its texts', async () => {
    for (const text of [
      `eval('b.parent = null');`,
      `new Function('x', 'x.parent = null')(b);`,
      `require('node:vm').runInThisContext('(x) => { x.parent = null; }')(b);`,
      `const name = './' + 'late.cjs'; require(name).drop(b);`,
      `(() => {}).constructor('x', 'x.parent = null')(b);`,
      `module.constructor._load; require.main.exports;`,
    ]) {
      const { probes, unpruned } = await checked(`${text}\n`, { 'late.cjs': 'exports.drop = (x) => { x.parent = null; };\n' });
      assert.deepEqual([probes.leftOut.types, probes.leftOut.aliases], [0, 0], text);
      assert.ok(
        unpruned.some((note) => note.includes('code that is not in its texts')),
        text,
      );
    }
  });

  it('is right of a package that is another one to import than to require', async () => {
    const manifest = { name: 'dual', exports: { import: './i.mjs', require: './r.cjs' } };
    const { probes, told } = await checked(
      `require('dual').drop(b); const list = [1]; list.push(2);\nimport('dual').then(({ drop }) => drop(b));\n`,
      {
        'node_modules/dual/package.json': JSON.stringify(manifest),
        'node_modules/dual/r.cjs': 'exports.drop = (x) => x;\n',
        'node_modules/dual/i.mjs': 'export const drop = (x) => { x.parent = null; };\n',
      },
    );
    assert.ok((probes.leftOut.aliases ?? 0) > 0);
    assert.equal(told.length, 1);
  });

  it('does not say a text is known that is loaded by another name', async () => {
    const program = `${head}const list = [1]; list.push(2);\n`;
    const options = { pruning: { types: true, aliases: true, patienceMs: 100_000 } };
    const files = { 'node.cjs': node, 'late.mjs': 'export const one = 1;\n' };
    const hidden = `${program}const { promises } = require('node:fs'); promises.readFile(__filename).then(() => import('./late.mjs?again'));\n`;
    const { unpruned } = await watched(hidden, rules, { files, options, name: 'prog.cjs' });
    assert.ok(
      unpruned.some((note) => note.includes('code that is not in its texts')),
      unpruned.join(),
    );
    const { complete, probes } = await watched(program, rules, { files, options, name: 'prog.cjs' });
    assert.deepEqual([complete, (probes.leftOut.aliases ?? 0) > 0], [true, true]);
  });
});
