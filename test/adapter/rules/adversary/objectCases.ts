import type { RuledCase } from './ruledCases.js';

/** Objects that come, change and go. */
export const objectCases: readonly RuledCase[] = [
  {
    name: 'one field',
    program: `export class N { constructor(v) { this.v = v; } }
const a = new N(1);
const b = new N(-1); //! low
a.v = -2; //! low
a.v = -3;
a.v = 4;
a.v = -5; //! low
b.v -= 1;
`,
    rules: `@N
export const low = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v < 0, found: ({ n }) => report('low') });
`,
  },
  {
    name: 'delete of a field',
    program: `export class N { x = 1; constructor(name) { this.name = name; } }
const a = new N('a');
delete a.x; //! gone a
a.x = 1;
delete a['x']; //! gone a
Reflect.set(a, 'x', 2);
Reflect.deleteProperty(a, 'x'); //! gone a
Object.defineProperty(a, 'x', { value: 3, configurable: true });
delete a?.x; //! gone a
`,
    rules: `@N
export const gone = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.x === undefined, found: ({ n }) => report('gone', n.name) });
`,
  },
  {
    name: 'inherited field value',
    program: `export class N { constructor(name) { this.name = name; } }
N.prototype.limit = 5;
const a = new N('a');
a.limit = 10; //! big a
delete a.limit;
N.prototype.limit = 20; //! big a
`,
    rules: `@N
export const big = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.limit > 5, found: ({ n }) => report('big', n.name) });
`,
  },
  {
    name: 'prototype changes',
    program: `export class N { v = 0; }
class Other { v = 9; }
const o = new Other();
Object.setPrototypeOf(o, N.prototype); //! nine 9
Object.setPrototypeOf(o, Other.prototype);
o.__proto__ = N.prototype; //! nine 9
Reflect.setPrototypeOf(o, null);
const p = Object.create(N.prototype, { v: { value: 9, writable: true } }); //! nine 9
const q = { __proto__: N.prototype, v: 9 }; //! nine 9
const made = Object.create(N.prototype);
made.v = 9; //! nine 9
globalThis.keep = [o, p, q, made];
`,
    rules: `@N
export const nine = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 9, found: ({ n }) => report('nine', n.v) });
`,
  },
  {
    name: 'subclasses',
    program: `export class Base { constructor() { this.kind = 'base'; } }
export class Sub extends Base { constructor() { super(); this.kind = 'bad'; this.kind = 'sub'; } }
class Deep extends Sub { constructor() { super(); this.kind = 'bad'; } }
const s = new Sub();
const d = new Deep(); //! base bad //! sub bad
const b = new Base();
b.kind = 'bad'; //! base bad
const r = Reflect.construct(Base, [], Deep);
r.kind = 'bad'; //! base bad //! sub bad
globalThis.keep = [s, d, b, r];
`,
    rules: `@Base, Sub
export const base = rule({ foreach: { n: extent(Base) }, where: ({ n }) => n.kind === 'bad', found: ({ n }) => report('base', n.kind) });
export const sub = rule({ foreach: { n: extent(Sub) }, where: ({ n }) => n.kind === 'bad', found: ({ n }) => report('sub', n.kind) });
`,
  },
  {
    name: 'prototype objects do not belong',
    program: `export class Base { }
class Sub extends Base { }
Sub.prototype.kind = 'bad';
Base.prototype.other = 1;
const s = new Sub(); //! bad bad
globalThis.s = s;
`,
    rules: `@Base
export const bad = rule({ foreach: { n: extent(Base) }, where: ({ n }) => n.kind === 'bad', found: ({ n }) => report('bad', n.kind) });
`,
  },
  {
    name: 'private field',
    program: `export class Acc {
  #sum = 0; name;
  constructor(name) { this.name = name; }
  add(n) { this.#sum += n; this.#sum = this.#sum * 1; }
  twice(n) { this.#sum = -1; this.#sum = n; } 
  static drain(a) { a.#sum = -7; } //! neg a //! chg a
  swap(o) { [this.#sum, o.#sum] = [o.#sum, this.#sum]; } //! neg b
  inc() { this.#sum++; }
}
const a = new Acc('a'), b = new Acc('b');
a.add(3); a.twice(5);
Acc.drain(a);
a.inc();
a.swap(b);
globalThis.keep = [a, b];
`,
    rules: `@Acc
export const neg = rule({ foreach: { n: extent(Acc) }, where: ({ n }) => field(n, '#sum') < 0, found: ({ n }) => report('neg', n.name) });
export const chg = rule({ foreach: { n: extent(Acc) }, where: ({ n }) => field(n, '#sum') === -7, check: 'change', found: ({ n }) => report('chg', n.name) });
`,
  },
  {
    name: 'NaN and minus zero',
    program: `export class N { v = 0; a = []; constructor(name) { this.name = name; } }
const a = new N('a'); //! zero a
a.v = NaN; //! nan a
a.v = -0; //! zero a
a.v = 0;
a.a.push(NaN); //! incnan a
a.a[0] = -0; //! inc0 a
`,
    rules: `@N
export const nan = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v !== n.v, found: ({ n }) => report('nan', n.name) });
export const zero = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 0, found: ({ n }) => report('zero', n.name) });
export const incnan = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.a.includes(NaN), found: ({ n }) => report('incnan', n.name) });
export const idxnan = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.a.indexOf(NaN) >= 0, found: ({ n }) => report('idxnan', n.name) });
export const inc0 = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.a.includes(0), found: ({ n }) => report('inc0', n.name) });
`,
  },
  {
    name: 'destructuring writes',
    program: `export class N { v = 0; w = 0; constructor(name) { this.name = name; } }
const a = new N('a'), b = new N('b');
[a.v, b.v] = [1, 2]; //! v1 a
({ x: a.v, y: b.v } = { x: 2, y: 1 }); //! v1 b
({ x: a.v = 1 } = {}); //! v1 a
[b.v = 1] = []; 
[...a.w] = [1];
({ ...b.w } = { k: 1 });
for (a.v of [3, 1]); //! v1 a
for (b.v in { 1: 0 });
for ([a.v, b.v] of [[5, 1]]); //! v1 b
[a.v, a.w] = [1, 1]; //! v1 a
`,
    rules: `@N
export const v1 = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 1, found: ({ n }) => report('v1', n.name) });
`,
  },
  {
    name: 'Object assign and define',
    program: `export class N { v = 0; constructor(name) { this.name = name; } }
const a = new N('a');
Object.assign(a, { v: 1 }); //! one a
Object.assign(a, { v: 2 }, { v: 1 }, { v: 3 });
Object.defineProperty(a, 'v', { value: 1, writable: true, configurable: true, enumerable: true }); //! one a
Object.defineProperties(a, { v: { value: 2 } });
Object.defineProperties(a, { v: { value: 1 } }); //! one a
Reflect.defineProperty(a, 'v', { value: 5 });
Reflect.set(a, 'v', 1); //! one a
a.v++;
--a.v; //! one a
a.v &&= 0;
a.v ||= 1; //! one a
a.v ??= 3;
a['v'] = 2;
const k = 'v'; a[k] = 1; //! one a
a.v **= 2; a.v <<= 1; a.v >>= 1; //! one a
`,
    rules: `@N
export const one = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 1, found: ({ n }) => report('one', n.name) });
`,
  },
  {
    name: 'frozen and sealed',
    program: `export class N { v = 0; constructor(name, v) { this.name = name; this.v = v; Object.freeze(this); } }
const a = new N('a', 1); //! one a
try { a.v = 0; } catch { }
try { delete a.v; } catch { }
Reflect.set(a, 'v', 0);
const b = new N('b', 0);
try { b.v = 1; } catch { }
export class F { a = Object.freeze([1]); }
const f = new F(); //! f
try { f.a.push(2); } catch { }
f.a = Object.freeze([2]);
try { f.a.length = 0; } catch { }
`,
    rules: `@N, F
export const one = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 1, found: ({ n }) => report('one', n.name) });
export const f = rule({ foreach: { n: extent(F) }, where: ({ n }) => n.a.includes(1), found: ({ n }) => report('f') });
export const g = rule({ foreach: { n: extent(F) }, where: ({ n }) => n.a.length === 0, found: ({ n }) => report('g') });
`,
  },
  {
    name: 'symbol keys',
    program: `const s = Symbol('s');
export class N { [s] = 0; v = 0; constructor(name) { this.name = name; } }
const a = new N('a');
a[s] = 1;
a.v = s; //! sym a
a.v = Symbol('s');
a.v = 's';
`,
    rules: `@N
export const sym = rule({ foreach: { n: extent(N) }, where: ({ n }) => typeof n.v === 'symbol', found: ({ n }) => report('sym', n.name) });
`,
  },
  {
    name: 'getter is a fault',
    program: `export class N { _v = 0; get v() { return this._v; } set v(x) { this._v = x; } }
const a = new N();
a.v = 5;
globalThis.a = a;
`,
    rules: `@N
export const acc = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v > 3, found: ({ n }) => report('acc') });
export const back = rule({ foreach: { n: extent(N) }, where: ({ n }) => n._v > 9, found: ({ n }) => report('back') });
`,
    faults: ['accessor'],
  },
  {
    name: 'setter writes the field',
    program: `export class N { _v = 0; get v() { return this._v; } set v(x) { this._v = x; } } //! big
const a = new N();
a.v = 5;
Object.assign(a, { v: 1 });
globalThis.a = a;
`,
    rules: `@N
export const big = rule({ foreach: { n: extent(N) }, where: ({ n }) => n._v > 3, found: ({ n }) => report('big') });
`,
  },
  {
    name: 'map subclass',
    program: `export class M extends Map { }
const m = new M([['a', 1]]); //! hasa
m.delete('a');
m.set('a', 2); //! hasa
class S2 extends M { set(k, v) { super.set('x', v); return super.set(k, v); } } //! hasa
const s = new S2();
s.set('a', 1);
globalThis.keep = [m, s];
`,
    rules: `@M
export const hasa = rule({ foreach: { m: extent(M) }, where: ({ m }) => m.has('a'), found: ({ m }) => report('hasa') });
`,
  },
  {
    name: 'constructor returns other object',
    program: `const other = { v: 9 };
export class N { v = 9; constructor(o) { if (o) return other; } }
const a = new N(true);
const b = new N(false); //! nine
class W extends N { w = 1; constructor(o) { super(o); } }
const c = new W(true);
globalThis.keep = [a, b, c];
`,
    rules: `@N
export const nine = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 9, found: ({ n }) => report('nine') });
`,
  },
  {
    name: 'constructor function and util inherits',
    extension: '.cjs',
    program: `function N(v) { this.v = v; }
function Sub(v) { N.call(this, v); this.w = 1; }
Object.setPrototypeOf(Sub.prototype, N.prototype);
Sub.prototype.go = function () { this.v = 9; this.v = 1; };
const a = new N(9); //! nine
const b = new Sub(9); //! nine
b.v = 0;
b.go();
b.v = 9; //! nine
exports.N = N;
exports.keep = [a, b];
`,
    rules: `@N
export const nine = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 9, found: ({ n }) => report('nine') });
`,
  },
  {
    name: 'path of two fields',
    program: `export class A { b = null; constructor(n) { this.n = n; } }
class B { v = 0; }
const x = new B(), y = new B();
const a = new A('a'), c = new A('c');
a.b = x; c.b = x;
x.v = 7; //! seven a //! seven c
a.b = y;
y.v = 7; //! seven a
x.v = 8;
a.b = null;
a.b = { v: 7 }; //! seven a
a.b.v = 6;
a.b.v = 7; //! seven a
globalThis.keep = [a, c];
`,
    rules: `@A
export const seven = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.b !== null && a.b.v === 7, found: ({ a }) => report('seven', a.n) });
export const opt = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.b?.v === 7.5, found: ({ a }) => report('opt', a.n) });
`,
  },
  {
    name: 'site extents',
    program: `const made = [];
for (let i = 0; i < 3; i++) {
  made.push({ id: i, ok: true });
}
made[1].ok = false; //! bad 1
made[1].ok = true;
const other = { id: 9, ok: true };
other.ok = false;
delete made[2].ok;
made[2].ok = false; //! bad 2
function Point(x) { return { x, ok: x > 0, id: x }; }
made.push(Point(-1)); 
globalThis.m = made;
`,
    rules: `export const bad = rule({ foreach: { o: extent(site('p.mjs:3')) }, where: ({ o }) => o.ok === false, found: ({ o }) => report('bad', o.id) });
`,
  },
  {
    name: 'site with object made false',
    program: `const made = [];
function point(x) { return { x, ok: x > 0 }; } //! bad -1
made.push(point(-1), point(1));
made[1].ok = false; //! bad 1
globalThis.m = made;
`,
    rules: `export const bad = rule({ foreach: { o: extent(site('p.mjs:2')) }, where: ({ o }) => !o.ok, found: ({ o }) => report('bad', o.x) });
`,
  },
  {
    name: 'private method and static private',
    program: `export class A { static #count = 0; #v = 0; n;
  constructor(n) { this.n = n; A.#count++; }
  #bump() { this.#v = 3; this.#v = 4; }
  bump() { this.#bump(); this.#v = 3; } //! three a
  set(v) { ({ x: this.#v } = { x: v }); } //! three a
  or() { this.#v ||= 3; } //! three a
  static has(o) { return #v in o; } }
const a = new A('a');
a.bump(); a.set(0); a.set(3); a.set(0); a.or();
A.has(a);
`,
    rules: `@A
export const three = rule({ foreach: { a: extent(A) }, where: ({ a }) => field(a, '#v') === 3, found: ({ a }) => report('three', a.n) });
`,
  },
  {
    name: 'eval and new Function',
    program: `export class A { v = 0; constructor(n) { this.n = n; } }
const a = new A('a');
(0, eval)('(a) => { a.v = 1; }')(a);
a.v = 1; //! one a
a.v = 0;
new Function('a', 'a.v = 1')(a);
a.n = 'a';
a.v = 0;
a.v = 1; //! one a
`,
    rules: `@A
export const one = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.v === 1, found: ({ a }) => report('one', a.n) });
`,
  },
  {
    name: 'class expression and inner extends call',
    program: `const mixin = (B) => class extends B { x = 9; };
export class Base { x = 1; }
const K = mixin(Base);
const k = new K(); //! nine
const L = class extends K { x = 8; };
const l = new L();
l.x = 9; //! nine
globalThis.keep = [k, l];
`,
    rules: `@Base
export const nine = rule({ foreach: { n: extent(Base) }, where: ({ n }) => n.x === 9, found: () => report('nine') });
`,
  },
  {
    name: 'default export class and alias',
    program: `export default class Thing { v = 0; }
const t = new Thing();
t.v = 1; //! one
`,
    rules: `import Renamed from './p.mjs';
export const one = rule({ foreach: { t: extent(Renamed) }, where: ({ t }) => t.v === 1, found: () => report('one') });
`,
  },
  {
    name: 'assigned to const class',
    program: `export const Thing = class { v = 0; };
const Inner = class Named { v = 0; };
export { Inner as Outer };
const t = new Thing(), u = new Inner();
t.v = 1; //! one
u.v = 1; //! two
`,
    rules: `@Thing, Outer
export const one = rule({ foreach: { t: extent(Thing) }, where: ({ t }) => t.v === 1, found: () => report('one') });
export const two = rule({ foreach: { t: extent(Outer) }, where: ({ t }) => t.v === 1, found: () => report('two') });
`,
  },
  {
    name: 'private in found',
    program: `export class N { #p = 1; name = 'a'; set(v) { this.#p = v; } }
const a = new N(); //! p 1
globalThis.a = a;
`,
    rules: `@N
export const p = rule({ foreach: { n: extent(N) }, where: ({ n }) => field(n, '#p') === 1, found: ({ n }) => report('p', field(n, '#p')) });
`,
  },
  {
    name: 'field redefined as accessor',
    program: `export class N { v = 0; }
const a = new N();
Object.defineProperty(a, 'v', { get() { return 5; }, configurable: true });
globalThis.a = a;
`,
    rules: `@N
export const five = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 5, found: () => report('five') });
`,
    faults: ['accessor'],
  },
  {
    name: 'class redefined prototype chain later',
    program: `export class Base { }
class Sub { v = 1; }
const s = new Sub();
Object.setPrototypeOf(Sub.prototype, Base.prototype); //! one
globalThis.s = s;
s.v = 2;
s.v = 1; //! one
`,
    rules: `@Base
export const one = rule({ foreach: { n: extent(Base) }, where: ({ n }) => n.v === 1, found: () => report('one') });
`,
  },
  {
    name: 'mid construction sweep',
    program: `const reg = [];
export class Flag { v = 0; }
export class N { constructor(f) { reg.push(this); f.v++; this.ok = true; f.v = 5; } } //! flag 5 //! flag 5
const f = new Flag();
new N(f);
f.v = 0;
new N(f);
globalThis.k = [reg, f];
`,
    rules: `@N, Flag
export const bad = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.ok !== true, found: () => report('bad') });
export const flag = rule({ foreach: { n: extent(Flag) }, where: ({ n }) => n.v === 5, found: () => report('flag', 5) });
`,
  },
  {
    name: 'class field initialisers and statics',
    program: `export class N { static all = []; static count = 0; a = 1; b = this.a + 1; ['c'] = this.b + 1; static { N.count = 5; } constructor() { N.all.push(this); } }
const n = new N(); //! c 3
N.count = 9;
n.c = 4;
n.c = 3; //! c 3
`,
    rules: `@N
export const c = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.c === 3, found: ({ n }) => report('c', n.c) });
`,
  },
  {
    name: 'json and structuredClone',
    program: `export class N { list = []; constructor(n) { this.n = n; } }
const a = new N('a');
a.list = JSON.parse('[1,2,9]'); //! nine a
a.list = [];
a.list = structuredClone([9]); //! nine a
a.list = [];
a.list = '1,9'.split(',').map(Number); //! nine a
a.list.length = 1;
a.list = Object.keys({ x: 1 }).concat(9); //! nine a
`,
    rules: `@N
export const nine = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.list.includes(9), found: ({ n }) => report('nine', n.n) });
`,
  },
  {
    name: 'commonjs exports class',
    extension: '.cjs',
    program: `class N { constructor() { this.v = 1; } }
module.exports = { N, other: class Other { v = 2; } };
const n = new N(); //! one
const o = new module.exports.other(); //! two
`,
    rules: `@N, other
export const one = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 1, found: () => report('one') });
export const two = rule({ foreach: { n: extent(other) }, where: ({ n }) => n.v === 2, found: () => report('two') });
`,
  },
  {
    name: 'global class',
    program: `const m = new Map();
m.set('k', 1);
m.set('bad', 1); //! bad
const e = new Error('x');
e.code = 7; //! code
globalThis.k = [m, e];
`,
    rules: `export const bad = rule({ foreach: { m: extent(Map) }, where: ({ m }) => m.has('bad'), found: () => report('bad') });
export const code = rule({ foreach: { e: extent(Error) }, where: ({ e }) => e.code === 7, found: () => report('code') });
`,
  },
  {
    name: 'weird names',
    program: `export class N { 'a-b' = 0; 0 = 1; __proto = 1; }
const n = new N();
n['a-b'] = 1; //! ab
n[0] = 5;
n['0'] = 6;
n.constructor = 4; //! ctor
`,
    rules: `@N
export const ab = rule({ foreach: { n: extent(N) }, where: ({ n }) => n['a-b'] === 1, found: () => report('ab') });
export const ctor = rule({ foreach: { n: extent(N) }, where: ({ n }) => (n as any).constructor === 4, found: () => report('ctor') });
`,
  },
  {
    name: 'prototypes that are made',
    extension: '.cjs',
    program: `function Base() { this.v = 1; this.own = true; }
exports.Base = Base;
function Sub() { Base.call(this); }
Sub.prototype = Object.create(Base.prototype);
Sub.prototype.constructor = Sub;
function Old() { }
Old.prototype = new Base();
const s = new Sub(); //! one
const o = new Old(); //! one
o.v = 2;
class Made extends Base { }
Made.prototype.v = 1;
const m = new Made(); //! one
m.v = 5;
delete m.v; //! one
exports.keep = [s, o, m];
`,
    rules: `@Base
export const one = rule({ foreach: { n: extent(Base) }, where: ({ n }) => n.v === 1, found: () => report('one') });
`,
  },
  {
    name: 'literal prototypes',
    program: `export class N { v = 0; }
const a = { __proto__: N.prototype, v: 1 }; //! one
const b = { ['__proto__']: N.prototype, v: 1 };
const c = { v: 1 };
c.__proto__ = N.prototype; //! one
c.__proto__ = null;
Object.getOwnPropertyDescriptor(Object.prototype, '__proto__').set.call(b, null);
Reflect.set({}, '__proto__', N.prototype);
globalThis.k = [a, b, c];
`,
    rules: `@N
export const one = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 1, found: () => report('one') });
`,
  },
];
