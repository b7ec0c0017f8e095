/** A program with operations in each place where JavaScript has them: what it gives, throws and calls its functions it writes to the file that is named. */
export const everyForm = `import { writeFileSync } from 'node:fs';
const log = [];
const out = (...v) => log.push(v.map((x) => (typeof x === 'function' ? \`fn:\${x.name}\` : typeof x === 'bigint' ? \`\${x}n\` : typeof x === 'symbol' ? 'sym' : JSON.stringify(x))).join(' '));
const tries = [];
const t = (f) => tries.push(f);
class Base { constructor(v) { this.v = v; this.nt = new.target.name; } m(x) { return [this.v, x]; } get p() { return this.v; } set p(v) { this.v = v; } static s(x) { return [this.name, x]; } }
class Sub extends Base {
  #q = 5; #f(x) { return this.#q + x; }
  constructor(v) { super(v); }
  m(x) { return super.m(x); }
  get p() { return super.p; } set p(v) { super.p = v; }
  read() { return this.#q; } call(x) { return this.#f(x); } has(o) { return #q in o; } inc() { return [++this.#q, this.#q++, this.#q--, --this.#q]; }
  opt(o) { return [o?.#q, o?.#f(1)]; } bad() { return this.#q(1); } set(v) { this.#q = v; return this.#q += 2; }
  sup() { super.p++; ++super.p; super['p'] = 4; return super['m'](2); } supbad() { return super.nope(1); }
  static s(x) { return super.s(x); }
  opts() { return super.m?.(3); }
}
class Empty extends Base { constructor() { super(); } }
class Spread extends Base { constructor(...a) { super(...a); } }
class Imp extends Base {}
const mk = () => ({ p: 1, q: { p: 2, r: { p: 3, m(x) { return [this.p, x]; } } }, k: 4, a: [1, 2, 3], n: null, u: undefined, m(x) { return [this.k, x]; }, f() { return this?.k; }, fn(a) { return a; }, foo: 7 });
const ob = mk();
const g = function (x) { return [typeof this, x]; };
let n = 1;
t(() => { n = 2; n += 3; n -= 1; n **= 2; n ||= 5; n &&= 6; n ??= 7; return n; });
t(() => { let a; a = function () {}; let b; b = () => 1; let c; c = class {}; let d; d ??= () => 2; let e = 1; e &&= function () {}; (a) = a; let h; (h) = () => 3; return [a.name, b.name, c.name, d.name, e.name, h.name]; });
t(() => { const o = mk(); o.p = () => 1; o['q'] = class {}; return [o.p.name, o.q.name]; });
t(() => { const o = mk(); return [o.m(1), (o.m)(2), o['m'](3), o?.m(4), o.m?.(5), o?.m?.(6), (o?.m)(7), o?.['m'](8), o?.['m']?.(9), (0, o.f)(), (o.f)(), (o?.f)()]; });
t(() => { const o = mk(); return [o.q.r.m(1), o?.q.r.m(2), o?.q?.r.m(3), o.q?.r?.m?.(4), o?.q.r.m?.(5), (o?.q.r.m)(6), o?.q?.['r']?.['m']?.(7), o.n?.q.r.m(8), o.n?.q?.r.m?.(9), o.u?.(1), o.n?.[n++], n]; });
t(() => { const o = mk(); return [o?.q.p, o.q?.p, o?.q?.r?.p, o?.a[1], o?.a?.[1], o?.['a'][0], o.n?.p, o.n?.p.q.r, o?.m(1)?.[0], o?.m(1)[1], o?.m(1).length, o.m(1)?.length]; });
t(() => { const o = mk(); ({ a: o.p, b: o['k'], ...o.q } = { a: 9, b: 8, c: 7 }); [o.p, o.a[0], ...o.a] = [1, 2, 3, 4]; [o.foo = 3] = []; return o; });
t(() => { const o = mk(); for (o.p of [1, 2]) out(o.p); for (o.q in { z: 1 }) out(o.q); for ([o.k] of [[5]]) out(o.k); for ({ a: o.k } of [{ a: 3 }]) out(o.k); return o; });
t(() => { const o = mk(); return [delete o.p, delete o['k'], delete o?.q, delete o.a?.[0], delete o.n?.x, delete o?.m.name, o]; });
t(() => { const o = mk(); return [++o.p, o.p++, --o.p, o.p--, ++o['p'], o['p']++, o.p, ++o.a[0], o.a[n - n]++, o.a]; });
t(() => { let x = 1n; const y = '5'; let z = y; return [++x, x++, --x, x--, z++, z, -z, +y, ~z, !z, typeof z, void z, typeof undeclared, typeof undeclared.x]; });
t(() => typeof undeclaredName);
t(() => { const o = { tag(s, ...v) { return [this === o, s.raw, v]; } }; return [o.tag\`a\${1}b\`, o['tag']\`x\`, (o.tag)\`z\`, g\`\${2}\`]; });
t(() => { const s = new Sub(3); return [s.v, s.nt, s.m(2), s.p, (s.p = 8), s.read(), s.call(1), s.has({}), s.has(s), s.inc(), s.opt(s), s.opt(null), s.set(3), s.sup(), s.opts(), Sub.s(4), new Empty().v, new Spread(...[4, 5]).v, new Imp(6).v]; });
t(() => new Sub(1).bad()); t(() => new Sub(1).supbad()); t(() => new Sub(1).opt({}));
t(() => { const ns = { C: class { constructor(x) { this.x = x; } }, in: { D: function (x) { this.x = x; } }, get() { return ns.C; } }; return [new ns.C(1), new ns.C, new ns.in.D(2), new (ns.get())(3), new ns['C'](4), new (ns.C)(5), new (class { q = 1; })(), new ns.in['D'](...[6]), new ns.C(7).x, (new ns.C(8)).x, new Date(0).getTime(), new (ns.in.D)]; });
t(() => { const c = new (class { })(); return c.constructor.name; });
t(() => [(function () { return 1; })(), (() => 2)(), (function (x) { return x; }(3)), !function () { return 4; }(), (async () => 1)() instanceof Promise]);
t(() => { const name = (f) => f.name; return [name(() => 1), name(function () {}), name(class {}), name(function x() {}), [() => 1][0].name, name((0, () => 1))]; });
t(() => { const o = { f: () => 'old' }; return o.f((o.f = () => 'new', 1)); });
t(() => { let f = () => 'old'; return f(f = () => 'new'); });
t(() => { let log2 = []; try { undefined.m(log2.push(1)); } catch {} try { null[log2.push(2)]; } catch {} try { ({}).m(log2.push(3)); } catch {} return log2; });
t(() => [1 + 2, '1' + 2, 5 - 3, 2 * 3, 7 / 2, 7 % 4, 2 ** 3, 5 & 3, 5 | 3, 5 ^ 3, 1 << 2, -8 >> 1, -8 >>> 28, 1 < 2, 1 <= 1, 2 > 1, 2 >= 3, 1 == '1', 1 != 2, 1 === 1, 1 !== 1, 'p' in { p: 1 }, [] instanceof Array, 1n + 2n]);
t(() => 1n + 1); t(() => 'x' in 'y'); t(() => [] instanceof 5); t(() => [] instanceof {}); t(() => Symbol() + '');
t(() => [null ?? 1, 0 || 2, 0 && 3, 1 && 2, 1 || n++, null ?? (0 || 4), n]);
for (const v of [0, 1]) t(() => { const r = []; for (let i = 0; i < 2; i++) r.push(v && i, v || i, (v === 0 ? null : v) ?? i); return r; });
t(() => mk().foo()); t(() => ({}).foo()); t(() => mk().nope(1)); t(() => ob['nope'](1)); t(() => ob[n](1)); t(() => [].foo(1)); t(() => 'abc'.foo(1)); t(() => (5).foo(1)); t(() => mk().q.r.z(1)); t(() => n(1)); t(() => n()); t(() => new n()); t(() => new n(1)); t(() => new (ob.foo)(1)); t(() => new (() => 1)()); t(() => mk().u.x); t(() => mk().u.x(1)); t(() => mk().n[0]); t(() => mk()?.foo(1)); t(() => mk()?.q.foo(1)); t(() => ob.foo?.(1)); t(() => (1, n)(1)); t(() => (n || g)(1)); t(() => g(1)(1)); t(() => null(1)); t(() => /x/.foo(1)); t(() => (() => 1).foo(1)); t(() => undeclared1(1)); t(() => new undeclared2(1)); t(() => \`a\`.foo(1)); t(() => ob[n](1, 2)); t(() => import.meta.foo(1)); t(() => mk().toString().foo(1));
t(() => g(...undefined)); t(() => g(...5)); t(() => g(1, ...undefined)); t(() => new g(...undefined)); t(() => mk().m(...null)); t(() => g(...undefined, 1));
t(() => Reflect.construct(Sub, [1]).v); t(() => Base(1)); t(() => { x1(1); let x1; }); t(() => { x2 = 1; let x2; }); t(() => { ++x3; let x3; }); t(() => typeof x4 + (() => { let x4; })()); t(() => { typeof x5; let x5; }); t(() => { undeclared7 = 1; }); t(() => { undeclared8++; }); t(() => { const c = 1; c = 2; }); t(() => { const c = 1; c++; });
t(() => { const d = (a, b = a.p, c = b?.q, e = g(b)[1]) => [a, b, c, e]; return d({ p: { q: 1 } }); });
t(() => { class K { a = n; b = this.a + 1; ['c' + 1] = g(this.b)[1]; static d = mk().p; static { K.e = K.d + 1; } f = () => this.b; static #z = 1; static z() { return K.#z; } } const k = new K(); return [k, K.d, K.e, k.f(), K.z()]; });
t(() => { class X extends mk().Nope {} }); t(() => { const ns = { B: Base }; class X extends ns.B {} return new X(1).v; }); t(() => { const ns = { B: Base }; class X extends (ns?.B) {} return new X(1).v; });
t(() => { function* gen(o) { const a = yield o.p; const b = yield g(yield 1)[1]; yield* [a, b]; return g(yield)[1]; } const it = gen(mk()); return [it.next(), it.next(3), it.next(4), it.next(5), it.next(6), it.next(7), it.next(8)]; });
t(() => { const o = mk()
  n = o
  o.p = 3
  let z = o
  o?.q.p
  ;[1].length
  z = n
  o.m(1)
  n = 1
  ++n
  return [z === o, o.p, n] });
t(() => { const o = mk(); let i = 0; if (o.p) o.m(1); else o.q.p; while (i++ < 2) o.k++; do o.k--; while (o.k > 5); for (; o.p < 3; o.p++); for (let j = ('p' in o), k = o.p; j; j = !j) i += k; lab: for (const q of o.a) { if (q > 1) continue lab; } switch (o.p) { case 1 + 2: i++; } throwIf(false); return [o, i]; });
function throwIf(x) { if (x) throw mk().p; }
t(() => { const o = mk(); const { p, q: { r: { p: z = o.k } }, ['k' + '']: w = o.p } = o; const [a = o.p, ...b] = o.a; return [p, z, w, a, b, { ...o.q, [o.k]: o.p, get x() { return o.p; } }, [...o.a], \`\${o.p}\${o.m(1)}\`, o.p ? o.k : o.q, (o.p, o.k)]; });
t(() => { const get = []; const o = { get a() { get.push('a'); return { get b() { get.push('b'); return { c() { get.push('c'); return this !== undefined; } }; } }; } }; return [o.a.b.c(1), o?.a?.b?.c?.(1), o.a.b, get]; });
t(() => { const key = { toString() { out('key'); return 'p'; } }; const o = mk(); return [o[key], o[key] = 4, o[key]++, o?.[key], delete o[key]]; });
t(() => { 'use strict'; Object.defineProperty(Number.prototype, 'th', { configurable: true, get() { 'use strict'; return typeof this; } }); return [(5).th, (5)?.th]; });
t(() => { const f = function () { return [arguments.length, [...arguments]]; }; return [f(), f(1), f(1, 2,), f(...[1, 2]), f(1, ...[2], 3)]; });
t(() => { const o = mk(); const rec = (x) => (x <= 1 ? 1 : x * rec(x - 1)); return [rec(5), o.fn(o.fn(o.fn(3))), g(g(g(1)[1])[1])]; });
t(() => (() => { try { return mk().p; } finally { n++; } })());
t(() => eval('1 + 1')); t(() => { const loc = 4; return eval('loc'); }); t(() => (0, eval)('typeof loc')); t(() => eval?.('3'));
t(() => { let a, b; a = b = mk().p; [a, b] = [b, a]; ({ a, b = 3 } = { a: 1 }); const r = [a, b]; [a] = r; return [a, b, (a = 4), (a += 1), ([a] = [9])]; });
t(() => { const o = {}; o.x ??= () => 1; o.y ||= 1; o.y &&= 2; o['z'] ??= n; return [o.x.name, o]; });
t(() => JSON.stringify({ a: [1, { b: 2 }] })); t(() => [3, 1, 2].sort((a, b) => a - b).map((x) => x * 2).filter((x) => x > 2)); t(() => Math.max(...[1, 2])); t(() => 'abc'.replace(/b/g, (m) => m.toUpperCase()));
t(() => new Proxy(mk(), { get: (o, k) => [typeof k] }).zz); t(function () { return new.target; }); t(() => String(Object(1n))); t(() => document);
t(() => { const o = { __proto__: { p: 3 }, get q() { return super.p; }, m() { return super.toString === Object.prototype.toString; } }; return [o.q, o.m()]; });
t(() => { const o = mk(); void o.p; void g(1); return [!o.p, !o.m(1), -o.p, typeof o.p, typeof o?.p, typeof g, !(o.p in o), !g(1), - -n, + +n, - - -n, !!n, typeof typeof n, void 0 === undefined]; });
t(() => { label: { g(1); break label; } return g?.(1); });
const results = [];
for (const [i, f] of tries.entries()) { try { n = 1; const r = f(); out(i, r); } catch (e) { out(i, e?.name, e?.message ?? e); } }
const ns = await import('data:text/javascript,export const p = 5; export default (x) => x;');
out(ns.p, ns.default(3), (await import('data:text/javascript,export const p = 5;')).p, await (async (o) => { const a = await o.p; const b = await g(await 1); for await (const c of [o.p, Promise.resolve(2)]) out(c); return [a, b, (await o).p, (await mk()).m(await 4)]; })(mk()));
await Promise.all([1, 2].map(async (v) => { const o = { v, async m(x) { await null; return [this.v, x]; } }; out(await o.m(await v), (await o.m(1))[0] + (await o.m(2))[1]); }));
writeFileSync(process.env.EVERY_FORM ?? process.argv[2], log.join('\\n') + '\\n');
`;

/** A pattern of each form that docs/rules.md names, and some that are put together of them. */
export const patternsOfEveryForm: readonly string[] = [
  '(f) => f()',
  '(f, a) => f(a)',
  '(f, a, b) => f(a, b)',
  '(f, ...r) => f(...r)',
  '(o) => o.m()',
  '(o, x) => o.m(x)',
  '(o, ...r) => o.foo(...r)',
  '(o, ...r) => o.nope(...r)',
  '(o, k, x) => o[k](x)',
  '(C) => new C()',
  '(C, x) => new C(x)',
  '(C, ...r) => new C(...r)',
  '(n, x) => new n.C(x)',
  '(x) => x.p',
  '(x, k) => x[k]',
  '(x) => x.q.r.p',
  '(x, y) => x.q.r.m(y)',
  '(x) => x.q',
  '(x) => x.a',
  '(x, v) => x = v',
  '(x, v) => x += v',
  '(x, v) => x -= v',
  '(x, v) => x ||= v',
  '(x, v) => x &&= v',
  '(x, v) => x ??= v',
  '(x, v) => x.p = v',
  '(x, k, v) => x[k] = v',
  '(x, k, v) => x[k] ??= v',
  ...[
    '+',
    '-',
    '*',
    '/',
    '%',
    '**',
    '&',
    '|',
    '^',
    '<<',
    '>>',
    '>>>',
    '<',
    '<=',
    '>',
    '>=',
    '==',
    '!=',
    '===',
    '!==',
    'in',
    'instanceof',
    '&&',
    '||',
    '??',
  ].map((o) => `(a, b) => a ${o} b`),
  ...['!', '-', '+', '~', 'typeof ', 'void ', '++', '--'].map((o) => `(a) => ${o}a`),
  '(a) => a++',
  '(a) => a--',
  '(a) => ++a.p',
  '(a) => a.p++',
  '(a, k) => a[k]++',
  '(a) => delete a.p',
  '(a, k) => delete a[k]',
  '(a) => -a.p',
  '(x) => x.v',
  '() => this.v',
  '(a) => n(a)',
  '(x) => x.p.q',
  '(f, x) => f(x.p)',
  '(a) => g(a)[1]',
  '(a) => a.length',
  '(a) => a.name',
  '(a) => void g(a)',
  '(o) => o.f()',
];
