import type { RuledCase } from './ruledCases.js';

/** Calls, patterns, and when rules are looked at. */
export const timeCases: readonly RuledCase[] = [
  {
    name: 'async code',
    program: `export class Job {
  state = 'new'; name;
  constructor(name) { this.name = name; }
  async run() {
    this.state = 'bad';
    this.state = 'ok';
    await null;
    this.state = 'bad'; //! r j
    await null; 
    this.state = 'ok';
  }
  async other() { this.state = 'bad'; this.state = 'bad'; await null; this.state = 'fine'; }
}
const j = new Job('j');
await j.run();
j.state = 'bad'; //! r j
await j.other();
globalThis.j = j;
`,
    rules: `@Job
export const r = rule({ foreach: { j: extent(Job) }, where: ({ j }) => j.state === 'bad' && j.name === 'j' && false, found: ({ j }) => report('r', j.name) });
export const r2 = rule({ foreach: { j: extent(Job) }, where: ({ j }) => j.state === 'bad', found: ({ j }) => report('r', j.name) });
`,
  },
  {
    name: 'method boundaries',
    program: `export class A {
  v = 0; name;
  constructor(n) { this.name = n; }
  outer() { this.v = 1; this.inner(); this.v = 2; }
  inner() { this.v = 1; }
  leave() { this.v = 1; } //! one a
  thrown() { this.v = 1; throw new Error('x'); } //! one a
  get g() { this.v = 1; return 1; } //! one a
  set g(x) { this.v = 1; this.v = 2; }
  static st(a) { a.v = 1; a.v = 2; }
  static { globalThis.block = (a) => { a.v = 1; a.v = 0; }; }
  arrow = () => { this.v = 1; this.v = 0; };
  *gen() { this.v = 1; yield 1; this.v = 0; } //! one a
  cb(f) { this.v = 1; f(); this.v = 0; }
}
const a = new A('a');
a.outer();
a.leave(); a.v = 0;
try { a.thrown(); } catch { a.v = 0; }
a.g; a.v = 0;
a.g = 1;
A.st(a);
a.arrow(); //x
const it = a.gen(); it.next(); it.next();
a.cb(() => { a.v = 1; });
globalThis.a = a;
`,
    rules: `@A
export const one = rule({ foreach: { n: extent(A) }, where: ({ n }) => n.v === 1, found: ({ n }) => report('one', n.name) });
`,
  },
  {
    name: 'change check sees all',
    program: `export class A {
  v = 0; name;
  constructor(n) { this.name = n; this.v = 1; this.v = 0; }
  outer() {
    this.v = 1; //! one a
    this.v = 2;
    this.v = 1; //! one a
  }
}
const a = new A('a');
a.outer();
a.v = 1;
a.v = 0;
a.v = 1; //! one a
globalThis.a = a;
`,
    rules: `@A
export const one = rule({ foreach: { n: extent(A) }, where: ({ n }) => n.v === 1, check: 'change', found: ({ n }) => report('one', n.name) });
`,
  },
  {
    name: 'turn check',
    program: `export class A { v = 0; name; constructor(n) { this.name = n; } }
const a = new A('a');
a.v = 1; a.v = 0;
setTimeout(() => {
  a.v = 1;
  a.v = 0;
  a.v = 1; //! one a
}, 1);
setTimeout(() => { a.v = 0; a.v = 2; }, 20);
setTimeout(() => { a.v = 1; Promise.resolve().then(() => { a.v = 0; }); }, 40);
setTimeout(() => { a.v = 1; }, 60); //! one a
`,
    rules: `@A
export const one = rule({ foreach: { n: extent(A) }, where: ({ n }) => n.v === 1, check: 'turn', found: ({ n }) => report('one', n.name) });
`,
  },
  {
    name: 'generators and spread',
    program: `export class A { v = 0; list = []; constructor(n) { this.n = n; } }
function* fill(a) { a.v = 1; yield; a.v = 2; yield; a.v = 1; } //! one a //! one a //! one a //! one a
const a = new A('a');
[...fill(a)]; //x
a.v = 0;
for (const _ of fill(a)) { a.v = 0; } //x
const b = { ...a, v: 1 };
a.list = [...a.list, 1]; //! l a
a.list = [...[]];
Object.assign(a, { ...b, n: 'a', v: 3, list: [1] }); //! l a
`,
    rules: `@A
export const one = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.v === 1, found: ({ a }) => report('one', a.n) });
export const l = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.list.includes(1), found: ({ a }) => report('l', a.n) });
`,
  },
  {
    name: 'match forms',
    program: `function get(o, i) { return o[i]; } //! out 5 //! out 3
const l = [1, 2, 3];
get(l, 0); get(l, 5); get(l, 3); 
l[9]; //! out 9
l?.[8]; //! out 8
l.at(7);
const s = 'abc'; s[5];
`,
    rules: `export const out = rule({ metavariables: { L: of<unknown[]>(), R: of<number>() }, at: [match(({ L, R }) => L[R], { after: ({ L, R }) => { if (Array.isArray(L) && R >= L.length) report('out', R); } })] });
`,
  },
  {
    name: 'state initial values',
    program: `export class N { constructor(name) { this.name = name; } hit() { } }
const a = new N('a'); //! zero a
const b = new N('b'); //! zero b
a.hit();
a.hit(); //! two a
`,
    rules: `@N
const hits = state(N, 0);
export const zero = rule({ foreach: { n: extent(N) }, where: ({ n }) => hits.get(n) === 0, found: ({ n }) => report('zero', n.name) });
export const two = rule({ foreach: { n: extent(N) }, where: ({ n }) => hits.get(n) === 2, check: 'change', found: ({ n }) => report('two', n.name),
  at: [call((x: N) => x.hit(), { before: ({ x }) => hits.set(x, hits.get(x) + 1) })] });
`,
  },
  {
    name: 'instead and settled',
    program: `export class S { async go(x) { if (x < 0) throw new Error('neg'); await null; return x; } sync(x) { return x + 1; } }
const s = new S();
await s.go(1); //! before 1 //! settled 1 
try { await s.go(-1); } catch { } //! before -1 //! settled -1
const v = s.sync(1);
if (v !== 40) throw new Error('instead ' + v);
S.prototype.sync.call(s, 2); 
s.sync?.(3); //! sync 3
s['sync'](4); 
`,
    rules: `@S
export const w = rule({ at: [
  call((s: S, x: number) => s.go(x), { before: ({ x }) => report('before', x), settled: ({ x }) => report('settled', x) }),
  call((s: S, x: number) => s.sync(x), { instead: (proceed, { x }) => { if (x === 1) return 40; if (x === 3) report('sync', x); return proceed(); } }),
] });
`,
  },
  {
    name: 'super call and new match',
    program: `export class A { go(x) { return x; } }
class B extends A { go(x) { return super.go(x); } } //! go 7
const b = new B(); 
b.go(7); //! go 7
const a = new A(); //! new
a.go.call(a, 8); //! go 8
`,
    rules: `@A
export const g = rule({ at: [call((a: A, x: number) => a.go(x), { before: ({ x }) => report('go', x) }), call(() => new A(), { after: () => report('new') })] });
`,
  },
  {
    name: 'match assignment and operator',
    program: `const o = { n: 0 };
function set(o, v) { o.n = v; } //! set 5 //! set 6
set(o, 5); set(o, 6);
function div(a, b) { return a / b; } //! zero
div(1, 2); div(1, 0);
`,
    rules: `export const m = rule({ metavariables: { O: of<any>(), V: of<number>() }, at: [match(({ O, V }) => (O.n = V), { after: ({ V }) => report('set', V) })] });
export const d = rule({ metavariables: { X: of<number>(), Y: of<number>() }, at: [match(({ X, Y }) => X / Y, { before: ({ Y }) => { if (Y === 0) report('zero'); } })] });
`,
  },
  {
    name: 'where with a helper and constants',
    program: `export class N { v = 0; w = 0; }
const a = new N();
a.v = 11; //! r 11
a.w = 11;
a.w = 3; //! r 11
`,
    rules: `@N
const LIMIT = 10;
const over = (n: N) => n.v > LIMIT && n.w < LIMIT;
function alsoOver(n: N) { return over(n); }
export const r = rule({ foreach: { n: extent(N) }, where: ({ n }) => alsoOver(n), found: ({ n }) => report('r', n.v) });
`,
  },
  {
    name: 'where throws in the program',
    program: `export class N { b = { v: 1 }; }
const a = new N();
a.b = null;
globalThis.a = a;
`,
    rules: `@N
export const r = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.b.v === 1.5 });
`,
    faults: ['"v" was read of null'],
  },
  {
    name: 'impure where',
    program: `export class N { v = 1; }
new N();
`,
    rules: `@N
export const r = rule({ foreach: { n: extent(N) }, where: ({ n }) => (n.v = 2) === 2 });
export const s = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.go() });
export const t = rule({ foreach: { n: extent(N) }, where: ({ n }) => m.v === 1 });
`,
    faults: ['not pure', 'may change something', '"m", which is no variable'],
  },
  {
    name: 'found throws or writes',
    program: `export class N { v = 1; w = 1; }
const a = new N();
globalThis.a = a;
`,
    rules: `@N
export const r = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.v === 1, found: () => { throw new Error('mine'); } });
export const s = rule({ foreach: { n: extent(N) }, where: ({ n }) => n.w === 1, found: ({ n }) => { (n as any).w = 2; } });
`,
    faults: ['found failed: mine', 'writes to an object'],
  },
  {
    name: 'tracked primitives',
    program: `export class C { open(h) { } close(h) { } }
const c = new C();
c.open('a'); c.open('b');
c.open('a'); 
c.close('a');
c.open('c'); //! three
c.open('d');
`,
    rules: `@C
const hosts = tracked<string>();
export const three = rule({ foreach: { h: hosts, i: hosts }, where: ({ h, i }) => h === 'b' && i === 'c', check: 'change', found: () => report('three'),
  at: [call((c: C, h: string) => c.open(h), { before: ({ h }) => { hosts.add(h); } }), call((c: C, h: string) => c.close(h), { before: ({ h }) => { hosts.delete(h); } })] });
`,
  },
  {
    name: 'chains and hidden receivers',
    program: `export class S { #secret(x) { return x; } inner = null; go(x) { return x + 1; } call2(x) { return this.#secret(x); }
  opt(o, x) { return o?.#secret(x); } }
class T extends S { go(x) { return super.go(x) * 2; } } //! before 5 //! after 5
const s = new S(), t = new T();
s.inner = t; t.inner = s;
const same = (a, b) => { if (!Object.is(a, b)) throw new Error(\`\${a} is not \${b}\`); };
same(t.go(5), 12); //! before 5 //! after 5
let none;
same(none?.go(1), undefined);
same(none?.go(1).foo.bar, undefined);
same(none?.inner.go(1), undefined);
same(s?.go(2), 3); //! before 2 //! after 2
same(s?.inner.inner.go(3).toFixed(1), '4.0'); //! before 3 //! after 3
same(s.go?.(4), 5); //! before 4 //! after 4
same(s.gone?.(4), undefined);
same(s?.['go'](6), 7); //! before 6 //! after 6
same(s.inner?.inner?.go(7), 8); //! before 7 //! after 7
same((s?.inner).inner.go(8), 9); //! before 8 //! after 8
same(s['go']?.(9), 10); //! before 9 //! after 9
try { s?.nothing.go(1); throw new Error('no'); } catch (e) { same(e instanceof TypeError, true); }
let count = 0;
const get = () => { count++; return s; };
same(get()?.go(10), 11); //! before 10 //! after 10
same(get().go?.(11), 12); //! before 11 //! after 11
same(count, 2);
same(s.call2(70), 70); same(s.opt(s, 1), 1);
class U extends S { go = (x) => super.go?.(x); } //! before 12 //! after 12
same(new U().go(12), 13); //! before 12 //! after 12
`,
    rules: `@S
export const g = rule({ at: [call((a: S, x: number) => a.go(x), { before: ({ x }) => report('before', x), after: ({ x }) => report('after', x) })] });
`,
  },
  {
    name: 'reads in chains',
    program: `const l = [1, 2, 3], m = { l, n: { l: null } };
const same = (a, b) => { if (!Object.is(a, b)) throw new Error(\`\${a} is not \${b}\`); };
same(l?.[7], undefined); //! out 7
same(m?.l[8], undefined); //! out 8
same(m?.l[9]?.x.y, undefined); //! out 9
same(m.n?.l?.[1], undefined);
same(m.none?.l[1], undefined);
same(m?.l[1].toFixed(1), '2.0');
`,
    rules: `export const past = rule({ metavariables: { L: of<unknown[]>(), R: of<number>() }, at: [match(({ L, R }) => L[R], { before: ({ L, R }) => { if (Array.isArray(L) && R >= L.length) report('out', R); } })] });
`,
  },
  {
    name: 'methods of every form',
    extension: '.cjs',
    program: `class A {
  v = 0;
  async inner() { await null; this.v = 1; helper(this); this.v = 0; function helper(a) { a.v = 1; } await null; return 1; }
  arrow = async () => this.inner2(await 1);
  inner2() { this.v = 1; this.v = 0; return 2; }
  bound = async () => { this.v = 1; this.v = 2; await null; this.v = 1; this.v = 0; };
}
function Old() { this.v = 1; this.v = 0; }
Old.prototype.set = function () { this.v = 1; this.v = 0; };
Old.make = function () { const o = new Old(); o.v = 1; o.v = 0; return o; };
function Young() { Old.call(this); this.v = 1; this.v = 0; }
Young.prototype = Object.create(Old.prototype);
Young.prototype.go = function () { this.v = 1; this.set(); this.v = 1; this.v = 0; };
exports.A = A; exports.Old = Old; exports.Young = Young;
(async () => {
  const a = new A();
  await a.arrow(); await a.bound();
  const o = Old.make(); o.set();
  const y = new Young(); y.go(); y.set();
  y.v = 1; //! y
  o.v = 1; //! o
  globalThis.k = [a, o, y];
})().catch((e) => { console.error(e); process.exit(3); });
`,
    rules: `@A, Old, Young
export const a = rule({ foreach: { n: extent(A) }, where: ({ n }) => n.v === 1, found: () => report('a') });
export const o = rule({ foreach: { n: extent(Old) }, where: ({ n }) => n.v === 1 && n.constructor === n.constructor, found: ({ n }) => report((n as any).go ? 'y' : 'o') });
`,
  },
  {
    name: 'async method with functions inside',
    program: `export class A {
  v = 0;
  async inner() { function helper(a) { a.v = 5; } await null; helper(this); await null; return 1; } //! five
}
const a = new A();
if (await a.inner() !== 1) throw new Error('no');
`,
    rules: `@A
export const five = rule({ foreach: { n: extent(A) }, where: ({ n }) => n.v === 5, found: () => report('five') });
`,
  },
  {
    name: 'static blocks are methods',
    program: `export class A {
  v = 0;
  static x; static y = 1; static /* { */ {
    var q = new A();
    function f() { q.v = -1; return 3; }
    this.x = f();
    q.v = 1;
    static_: for (;;) break static_;
    globalThis.left = new A();
    left.v = -1; //! low
  }
}
if (A.x !== 3) throw new Error('changed');
`,
    rules: `@A
export const low = rule({ foreach: { a: extent(A) }, where: ({ a }) => a.v < 0, found: () => report('low') });
`,
  },
  {
    name: 'patterns match callees in parentheses',
    program: `export class A { n = 1; #p(k) { return k + this.n; } get(k) { return k + this.n; } p(k) { return (this.#p /* ( */ )(k); } }
class B extends A { get(k) { return ((super.get))(k); } } //! 7
const a = new A();
const got = [(a.get)(1), //! 1
  ((a).get )(2), //! 2
  (a /* ( */ ['get'] // ( //! 3
  )(3), (0, a).get(4), //! 4
  (a?.get)(5), a.p(6), //! 5
  new B().get(7), //! 7
  (a?.n.toFixed)(1), ((0, a).get)(8)]; //! 8
if (got.join() !== '2,3,4,5,6,7,8,1.0,9') throw new Error(got.join());
for (const none of [null, undefined]) try { (none?.get)(1); throw new Error('called'); } catch (error) { if (!(error instanceof TypeError)) throw error; }
`,
    rules: `@A
export const r = rule({ at: [call((x: A, k: number) => x.get(k), { before: ({ k }) => report(k) })] });
`,
  },
];
