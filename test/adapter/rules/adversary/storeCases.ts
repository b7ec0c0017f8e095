import type { RuledCase } from './ruledCases.js';

const low = `@N
export const low = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v < 0, check: 'change', found: ({ n }) => report('low', n.name) });
`;

const negative = `@N
export const negative = rule({
  foreach: { n: extent(N) }, where: ({ n }) => n.list.some((k) => k < 0), check: 'change', found: ({ n }) => report('negative', n.name),
});
`;

/** Stores under keys of every kind, stores that are refused, and prototypes that change. */
export const storeCases: readonly RuledCase[] = [
  {
    name: 'keys that are objects',
    program: `export class N { v = 0; name = 'a'; }
const a = new N();
a[{ toString() { return 'v'; } }] = -1; //! low a
a[['v']] = 1;
a[new String('v')] -= 9; //! low a
a[{ [Symbol.toPrimitive]() { return 'v'; } }]++;
a.v = 9;
[a[{ toString: () => 'v' }]] = [-3]; //! low a
delete a[new String('v')];
a.v = -4; //! low a
`,
    rules: low,
  },
  {
    name: 'keys that are other primitives',
    program: `export class N { true = 0; null = 0; undefined = 0; }
const a = new N();
a[true] = -1; //! low
a[!0] = 1;
a[null] = -1; //! low
delete a[null];
a[undefined] = -1; //! low
a[void 0] = 1;
let is = true;
a[is] = -3; //! low
a[1 > 0] += 5;
`,
    rules: `@N
export const low = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.true < 0 || n.null < 0 || n.undefined < 0, found: () => report('low') });
`,
  },
  {
    name: 'indexes that are big integers',
    program: `export class N { list = [1, 2]; name = 'a'; }
const a = new N();
let i = 1n;
a.list[i] = -4; //! negative a
delete a.list[i];
a.list[i + 1n] = -4; //! negative a
a.list[1n + 1n] = 4;
[a.list[i]] = [-1]; //! negative a
`,
    rules: negative,
  },
  {
    name: 'numbers that are no indexes',
    program: `export class N { list = [1, 2]; name = 'a'; }
const a = new N();
a.list[-1] = -5;
a.list[1.5] = -5;
a.list[NaN] = -5;
a.list[2 ** 32 - 1] = -5;
a.list['4294967295'] = -5;
a.list[Infinity] = -5;
a.list[-1] = 5;
delete a.list[-1];
a.list[-0] = -5; //! negative a
a.list[0] = 1;
a.list['1'] = -3; //! negative a
`,
    rules: negative,
  },
  {
    name: 'lengths of every kind',
    program: `export class N { list = [1]; }
const a = new N();
let count = 0;
const length = (n) => ({ valueOf() { count++; return n; } });
a.list.length = '3'; //! long
a.list.length = length(1);
a.list.length = length(4); //! long
if (count !== 4) process.exitCode = 3;
for (const wrong of [-1, 1.5, 2 ** 32, 1n, Symbol('s'), 'x'])
  try { a.list.length = wrong; } catch (error) { if (!error.stack.split('\\n')[1].includes(import.meta.url)) process.exitCode = 4; }
a.list.length = true;
a.list.length = [5]; //! long
Object.defineProperty(a.list, 3, { value: 1, configurable: false });
try { a.list.length = 0; } catch { }
a.list = [];
a.list = [1, 2, 3, 4]; //! long
Object.defineProperty(a.list, 1, { value: 1, configurable: false });
try { a.list.length = 0; } catch { }
a.list[0] = 0;
a.list.push(1); //! long
`,
    rules: `@N
export const long = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.list.length > 2, check: 'change', found: ({ n }) => report('long') });
`,
  },
  {
    name: 'stores that are refused',
    extension: '.cjs',
    program: `exports.N = class N { constructor(name) { this.name = name; this.list = [1, 2]; } };
const { N } = exports;
N.prototype.list = [];
const fixed = Object.defineProperty(Object.create(N.prototype), 'v', { value: 1, writable: false });
const a = Object.assign(Object.create(fixed), { name: 'a' });
a.v = -1;
Object.defineProperty(a, 'v', { value: -1, writable: true, configurable: true }); //! low a
delete a.v;
a.v = -5;
Object.setPrototypeOf(a, N.prototype);
a.v = -5; //! low a
const b = new N('b');
Object.defineProperty(b.list, 'length', { writable: false });
b.list[2] = -1;
b.list[1] = -1; //! negative b
exports.keep = [a, b];
`,
    rules:
      low +
      `export const negative = rule({
  foreach: { n: extent(N) }, where: ({ n }) => n.list.some((k) => k < 0), check: 'change', found: ({ n }) => report('negative', n.name),
});
`,
  },
  {
    name: 'a prototype of an object is exchanged',
    program: `export class N { constructor(name) { this.name = name; this.v = 0; } }
const a = new N('a');
const b = new N('b');
b.v = -1; //! low b
const c = Object.create(b, { name: { value: 'c' } }); //! low c
Object.setPrototypeOf(c, a);
Object.defineProperty(a, 'v', { value: -6 }); //! low a //! low c
a.v = 1;
c.__proto__ = b; //! low c
Object.setPrototypeOf(c, null);
b.v = 1;
Object.setPrototypeOf(c, b);
b.v = -1; //! low b //! low c
`,
    rules: low,
  },
  {
    name: 'through a Proxy without a trap',
    extension: '.cjs',
    program: `class N { v = 1; l = []; }
const a = exports.a = new N(), log = [];
const p = new Proxy(new Proxy(a, {}), { get(t, k, r) { log.push(String(k)); return Reflect.get(t, k, r); } });
p.v = -1; //! low
p['v'] = 1;
p['v'] -= 4; //! low
p.v = 1;
Object.assign(p, { v: -2 }); //! low
p.v = 1;
Object.defineProperty(p, 'v', { value: -3 }); //! low
p.v = 1;
delete p.v; //! gone
p.v = 1;
delete p['v']; //! gone
p.v = 1;
Reflect.deleteProperty(p, 'v'); //! gone
p.v = 1;
const l = new Proxy(a.l, {});
l.push(1);
l.push(2); //! long
l.pop();
l[1] = 3; //! long
l.length = 1;
l.splice(0, 0, 7); //! long
a.l.length = 0;
l.length = 5; //! long
l.fill(1);
const { proxy, revoke } = Proxy.revocable(a, {});
proxy.v = -1; //! low
proxy.v = 1;
revoke();
try { proxy.v = -1; } catch (error) { log.push(error.name); }
const other = new Proxy(a, { set() { return true; }, defineProperty() { return true; }, deleteProperty() { return true; } });
other.v = -5;
delete other.v;
const through = new Proxy(a, {
  set(t, k, v, r) { return Reflect.set(t, k, v, r); },
  defineProperty(t, k, d) { return Reflect.defineProperty(t, k, d); }, //! low
});
through.v = -1;
new Proxy(Object.freeze(new N()), {}).v = -1;
class Traps { constructor() { return new Proxy(this, { getPrototypeOf() { log.push('asked'); return null; } }); } }
new Traps().v = -1;
if (log.join() !== 'v,TypeError') throw new Error(log.join());
module.exports = { N };
`,
    rules: `@N
export const low = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v < 0, check: 'change', found: () => report('low') });
export const gone = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === undefined, check: 'change', found: () => report('gone') });
export const long = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.l.length > 1, check: 'change', found: () => report('long') });
`,
  },
];
