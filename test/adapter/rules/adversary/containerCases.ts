import type { RuledCase } from './ruledCases.js';

/** Containers, and what conditions say of them. */
export const containerCases: readonly RuledCase[] = [
  {
    name: 'hole includes undefined',
    program: `export class Bag { items = []; name; constructor(name) { this.name = name; } }
const a = new Bag('a');
a.items = [1, , 2]; //! inc a //! filt a 2
a.items = [1, 2];
a.items.length = 3; //! inc a //! filt a 2
a.items[2] = 5;
const b = new Bag('b');
b.items[1] = 7; //! inc b
`,
    rules: `@Bag
export const inc = rule({ foreach: { b: extent(Bag) }, where: ({ b }) => b.items.includes(undefined), found: ({ b }) => report('inc', b.name) });
export const some = rule({ foreach: { b: extent(Bag) }, where: ({ b }) => b.items.some((x) => x === undefined), found: ({ b }) => report('some', b.name) });
export const filt = rule({ foreach: { b: extent(Bag) }, where: ({ b }) => b.items.filter((x) => true).length === 2 && b.items.length === 3, found: ({ b }) => report('filt', b.name, 2) });
`,
  },
  {
    name: 'hole every and index',
    program: `export class Bag { items = [0]; name; constructor(name) { this.name = name; } }
const a = new Bag('a'); //! every a //! at a
a.items = [undefined]; 
a.items = [, ]; //! every a //! idx a
a.items = [, 3];
delete a.items[1];
a.items[0] = undefined;
`,
    rules: `@Bag
export const every = rule({ foreach: { b: extent(Bag) }, where: ({ b }) => b.items.every((x) => x !== undefined), found: ({ b }) => report('every', b.name) });
export const at = rule({ foreach: { b: extent(Bag) }, where: ({ b }) => b.items.at(0) !== undefined, found: ({ b }) => report('at', b.name) });
export const idx = rule({ foreach: { b: extent(Bag) }, where: ({ b }) => b.items.indexOf(undefined) < 0 && b.items[0] === undefined && b.items.length === b.items.length + 0 && b.items.some((x) => x === 3) !== (b.items.length === 1), found: ({ b }) => report('idx', b.name) });
`,
  },
  {
    name: 'element domain with holes',
    program: `export class Bag { items = []; name; constructor(name) { this.name = name; } }
const a = new Bag('a');
a.items.push(1);
a.items.length = 3; //! dom a undefined
a.items[1] = 4;
a.items[2] = undefined;
a.items.pop();
a.items.push(undefined); //! dom a undefined
`,
    rules: `@Bag
export const dom = rule({ foreach: { b: extent(Bag), x: ({ b }) => b.items }, where: ({ x }) => x === undefined, found: ({ b, x }) => report('dom', b.name, x) });
`,
  },
  {
    name: 'map and set',
    program: `export class G { m = new Map(); s = new Set(); constructor(name) { this.name = name; } }
const a = new G('a');
a.m.set('k', 1);
a.m.set('k', 2); //! two a
a.m.delete('k');
a.s.add('x'); //! hasx a
a.s.clear();
const s = a.s; s.add('x'); //! hasx a
a.s = new Set();
s.delete('x'); s.add('x');
a.s = s; //! hasx a
a.m = new Map([['k', 2]]); //! two a
a.m.clear();
const { set } = Map.prototype;
set.call(a.m, 'k', 2); //! two a
Map.prototype.set.apply(a.m, ['k', 3]);
Reflect.apply(Map.prototype.set, a.m, ['k', 2]); //! two a
`,
    rules: `@G
export const two = rule({ foreach: { g: extent(G) }, where: ({ g }) => g.m.get('k') === 2, found: ({ g }) => report('two', g.name) });
export const hasx = rule({ foreach: { g: extent(G) }, where: ({ g }) => g.s.has('x'), found: ({ g }) => report('hasx', g.name) });
`,
  },
  {
    name: 'array natives',
    program: `export class N { a = []; constructor(name) { this.name = name; } }
const a = new N('a');
const arr = a.a;
arr.push(1, 9); //! nine a
arr.pop();
arr.unshift(9); //! nine a
arr.shift();
arr.splice(0, 1, 9); //! nine a
arr.fill(0);
arr.fill(9, 0, 1); //! nine a
arr.length = 0;
arr[3] = 9; //! nine a
arr.copyWithin(3, 0, 1);
arr[0] = 9; //! nine a
arr.reverse();
arr.sort();
arr.length = 0;
Array.prototype.push.call(arr, 9); //! nine a
arr.splice(0);
[].push.apply(arr, [9]); //! nine a
arr.length--;
Object.assign(arr, [9]); //! nine a
arr.splice(0);
arr.push(...[8, 9]); //! nine a
a.a = arr.concat([9]);
a.a = a.a.filter((x) => x !== 9);
a.a = a.a.with(0, 9); //! nine a
a.a = a.a.toSpliced(0, 1);
a.a = Array.of(9); //! nine a
a.a = Array.from('12');
a.a = Array.from([9]); //! nine a
`,
    rules: `@N
export const nine = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.a.includes(9), found: ({ n }) => report('nine', n.name) });
`,
  },
  {
    name: 'join parent child with alias',
    program: `export class Node { children = []; parent = null; constructor(name) { this.name = name; }
  add(c) { const list = this.children; list.push(c); c.parent = this; } } //! child c of a
const a = new Node('a'), b = new Node('b'), c = new Node('c');
a.add(b);
const x = a.children;
x.push(c); //! child c of a
c.parent = a;
b.add(c);
x.splice(1, 1);
[x[0], x[1]] = [x[0], c]; //! child c of a
c.parent = a; //! child c of b
globalThis.keep = [a, b, c];
`,
    rules: `@Node
export const child = rule({ foreach: { n: extent(Node), m: extent(Node) }, where: ({ n, m }) => n.children.includes(m) && m.parent !== n, found: ({ n, m }) => report('child', m.name, 'of', n.name) });
`,
  },
  {
    name: 'same object twice in a list',
    program: `export class N { kids = []; constructor(name) { this.name = name; } }
const a = new N('a'), b = new N('b');
a.kids.push(b); //! k a b
a.kids.push(b);
a.kids.pop();
a.kids.pop();
a.kids.push(b, b); //! k a b
a.kids.shift();
a.kids.length = 0;
a.kids = [b]; //! k a b
a.kids = [b];
`,
    rules: `@N
export const k = rule({ foreach: { n: extent(N), m: ({ n }) => n.kids }, found: ({ n, m }) => report('k', n.name, m.name) });
`,
  },
  {
    name: 'shared container of two owners',
    program: `export class N { kids = new Set(); constructor(name) { this.name = name; } }
const a = new N('a'), b = new N('b');
b.kids = a.kids;
b.kids.add(a); //! k a //! k b
a.kids = new Set();
a.kids.add(a); //! k a
b.kids.clear();
`,
    rules: `@N
export const k = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.kids.size > 0, found: ({ n }) => report('k', n.name) });
`,
  },
  {
    name: 'path through arrays of arrays',
    program: `export class A { grid = [[0, 0], [0, 0]]; constructor(n) { this.n = n; } }
const a = new A('a');
a.grid[1][0] = 5; //! five a
a.grid[1] = [0];
const row = a.grid[0];
row[1] = 5; //! five a
a.grid.length = 0;
row[1] = 4; row[1] = 5;
a.grid.push(row); //! five a
`,
    rules: `@A
export const five = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.grid.some((r) => r.includes(5)), found: ({ a }) => report('five', a.n) });
`,
  },
  {
    name: 'three way join',
    program: `export class N { kids = []; constructor(name) { this.name = name; } }
const a = new N('a'), b = new N('b'), c = new N('c');
a.kids.push(c);
b.kids.push(c); //! shared a b c //! shared b a c
a.kids.pop();
b.kids.push(b); //! own b
a.kids = b.kids; //! shared a b b //! shared a b c //! shared b a b //! shared b a c
`,
    rules: `@N
export const shared = rule({ foreach: { n: extent(N), m: extent(N), k: extent(N) }, where: ({ n, m, k }) => n !== m && n.kids.includes(k) && m.kids.includes(k), found: ({ n, m, k }) => report('shared', n.name, m.name, k.name) });
export const own = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.kids.includes(n), found: ({ n }) => report('own', n.name) });
`,
  },
  {
    name: 'element filter domain',
    program: `export class K { open = false; constructor(n) { this.n = n; } }
export class N { kids = new Set(); }
const n = new N(), k = new K('k'), j = new K('j');
n.kids.add(k);
k.open = true; //! open k
k.open = false;
n.kids.add(j);
j.open = true; //! open j
n.kids.delete(j);
n.kids.add(j); //! open j
`,
    rules: `@N
export const open = rule({ foreach: { n: extent(N), k: ({ n }) => n.kids.filter((k) => k.open) }, found: ({ k }) => report('open', k.n) });
`,
  },
  {
    name: 'map values domain',
    program: `export class N { m = new Map(); }
const n = new N();
n.m.set('a', 1);
n.m.set('b', 5); //! v 5
n.m.set('c', 5);
n.m.delete('b');
n.m.delete('c');
n.m.set('a', 5); //! v 5
n.m.clear();
n.m.set(5, 0); //! key 5
`,
    rules: `@N
export const v = rule({ foreach: { n: extent(N), v: ({ n }) => n.m.values() }, where: ({ v }) => v === 5, found: ({ v }) => report('v', v) });
export const key = rule({ foreach: { n: extent(N), v: ({ n }) => n.m }, where: ({ v }) => v === 5, found: ({ v }) => report('key', v) });
`,
  },
  {
    name: 'tracked set at calls',
    program: `export class Ftp { constructor(h) { this.h = h; } 
  async cwd(d) { await null; await null; } 
  ls() { return 1; } }
const f = new Ftp('h'), g = new Ftp('i');
f.ls();
const p = f.cwd('x');
f.ls(); //! both
g.ls();
await p;
await null;
f.ls();
try { f.ls.call(f); } catch { }
f?.ls();
`,
    rules: `@Ftp
const going = tracked();
const listing = tracked();
const mine = perCall(null);
export const both = rule({ foreach: { a: listing, b: going }, where: ({ a, b }) => a.h === b, check: 'change', found: () => report('both'),
 at: [call((x: Ftp, d: string) => x.cwd(d), { before: ({ x }) => { going.add(x.h); mine.set(x.h); }, settled: ({ x }) => going.delete(x.h) }),
      call((x: Ftp) => x.ls(), { before: ({ x }) => { listing.add(x); }, after: ({ x }) => { listing.delete(x); } })] });
`,
  },
  {
    name: 'iterating a tracked',
    program: `export class Q { jobs = []; }
const q = new Q();
function put(x) { q.jobs.push(x); }
put(1); put(2); put(1); //! again 1
put(3); put(2); //! again 2
`,
    rules: `@Q
const seen = tracked<number>();
export const again = rule({ at: [call((x: number) => put(x), { before: ({ x }) => { if (seen.has(x)) report('again', x); seen.add(x); } })] });
declare function put(x: number): void;
`,
  },
  {
    name: 'tuples of one object and a set domain element',
    program: `export class T { tags = new Set(); peers = []; constructor(n) { this.n = n; } }
const a = new T('a'), b = new T('b');
a.tags.add('x'); b.tags.add('y');
a.peers.push(b);
b.tags.add('x'); //! both a b x
b.tags.delete('x');
a.tags.add('y'); //! both a b y
`,
    rules: `@T
export const both = rule({ foreach: { t: extent(T), p: ({ t }) => t.peers, x: ({ t }) => t.tags }, where: ({ p, x }) => p.tags.has(x), found: ({ t, p, x }) => report('both', t.n, p.n, x) });
`,
  },
  {
    name: 'sort and index',
    program: `export class L { items = []; }
const l = new L();
l.items.push(1, 3, 2); //! unsorted
l.items.sort();
l.items.reverse(); //! unsorted
l.items.sort((a, b) => a - b);
[l.items[0], l.items[1]] = [l.items[1], l.items[0]]; //! unsorted
`,
    rules: `@L
export const unsorted = rule({ foreach: { l: extent(L) }, where: ({ l }) => l.items.length > 1 && (l.items[0] > l.items[1] || l.items[1] > l.items[2]), found: () => report('unsorted') });
`,
  },
  {
    name: 'callbacks of natives',
    program: `export class N { v = 0; list = [1, 2]; constructor(n) { this.n = n; } }
const a = new N('a');
a.list.forEach((x) => { a.v = x; }); //! two a
a.v = 0;
[3, 2, 1].sort((x, y) => { a.v = 2; return x - y; }); //! two a
a.v = 0;
JSON.stringify({ toJSON() { a.v = 2; return 1; } }); //! two a
a.v = 0;
'xy'.replace(/x/, () => { a.v = 2; return ''; }); //! two a
`,
    rules: `@N
export const two = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 2, found: ({ n }) => report('two', n.n) });
`,
  },
  {
    name: 'iterating and mutating',
    program: `export class N { m = new Map(); constructor(n) { this.n = n; } }
const a = new N('a');
for (const k of ['a', 'b', 'c']) a.m.set(k, k.length); //! big a
for (const [k] of a.m) a.m.delete(k);
new Map([['x', 1], ['y', 2], ['z', 3]]).forEach((v, k) => a.m.set(k, v)); //! big a
a.m = new Map();
a.m = new Map(Object.entries({ a: 1, b: 2, c: 3 })); //! big a
`,
    rules: `@N
export const big = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.m.size > 2, found: ({ n }) => report('big', n.n) });
`,
  },
  {
    name: 'texts as containers',
    program: `export class F { s = 'xyz'; l = ['abc', 'def']; constructor(n) { this.n = n; } }
export class G { v; constructor(v) { this.v = v; } }
const f = new F('f');
const g = globalThis.g = new G('y'); //! of
g.v = 'q';
g.v = 'b'; //! in
f.s = 'bbb'; //! of
f.s = ['b'];
f.s = []; g.v = 'e'; //! in
f.s = 'e'; //! of
globalThis.f = f;
`,
    rules: `@F, G
export const a = rule({ foreach: { n: extent(F), m: extent(G) }, where: ({ n, m }) => n.s.includes(m.v), found: () => report('of') });
export const b = rule({ foreach: { n: extent(F), c: ({ n }) => n.l, m: extent(G) }, where: ({ n, c, m }) => c.includes(m.v), found: () => report('in') });
`,
  },
  {
    name: 'what has elements and is no container',
    program: `export class Own { s = { has() { return true; } }; }
export class Behind { s = new Proxy(new Set(), {}); }
export class Weak { s = new WeakSet(); }
export class Late {}
const late = globalThis.late = new Late();
globalThis.kept = [new Own(), new Behind(), new Weak()];
globalThis.later = new Late();
`,
    rules: `@Own, Behind, Weak, Late
export const own = rule({ foreach: { n: extent(Own), m: extent(Late) }, where: ({ n, m }) => n.s.has(m) });
export const behind = rule({ foreach: { n: extent(Behind), m: extent(Late) }, where: ({ n, m }) => n.s.has(m) });
export const weak = rule({ foreach: { n: extent(Weak), m: extent(Late) }, where: ({ n, m }) => n.s.has(m) });
`,
    faults: ['has was called on an object, which is no array, Set or Map'],
  },
];
