import type { AdversaryProgram } from './subject.js';

const sloppy = (what: string, text: string): AdversaryProgram => ({ what, text, file: 'program.cjs' });

/** Which variable a name means: scopes of parameters, bodies and loop heads: ECMA-262 10.2.11, 14.7.5. */
export const scopes: readonly AdversaryProgram[] = [
  {
    what: 'a default sees the names around the function, not those that the body declares',
    text: `const limit = 5; function c(a = limit) { const limit = a * 2; return limit; } same(c(), 10); function l(a = limit) { let limit = 1; return a + limit; } same(l(), 6); function v(a = limit) { var limit = 7; return a + limit; } same(v(), 12); function k(a = typeof limit) { class limit { } return a + typeof limit; } same(k(), 'numberfunction'); function f(a = limit) { function limit() { } return a + typeof limit; } same(f(), '5function'); const w = (a = () => limit) => { var limit = 1; return a() + limit; }; same(w(), 6); class A { static base = 7; m(a = A.base) { var A = a * 2; return A; } set s({ [limit]: a }) { var limit = a; same(limit, 9); } } same(new A().m(), 14); new A().s = { 5: 9 };`,
  },
  {
    what: 'a variable of the body begins with the value of the parameter of its name, and is another one',
    text: `function f(a, b = () => a) { var a; const first = a; a = 2; return first + ':' + b() + ':' + a; } same(f(1), '1:1:2'); function g(a, b = () => { a = 9; }) { var a; b(); return a; } same(g(1), 1); function h(a, b = () => a) { function a() { } return typeof b() + typeof a; } same(h(1), 'numberfunction'); function d({ a }, b = () => a) { var a = a + 1; return a * 10 + b(); } same(d({ a: 1 }), 21); function p(a, b = () => a) { for (var a = 0; a < 3; a++); return b() + ':' + a; } same(p(7), '7:3'); function q(a, b = () => a) { var { a, c } = { a: 4, c: 1 }; return b() + ':' + a + c; } same(q(1), '1:41'); function o(a, b = () => a) { a = 2; return b() + ':' + a; } same(o(1), '2:2'); function u(a, b = () => a) { for (var a of [3, 4]); return b() + a; } same(u(1), 5); function s(a = 1, b = () => a) { if (a > 0) { var a = 8; } return b() + a; } same(s(), 9);`,
  },
  {
    what: 'bodies of generators, async functions, methods and constructors have their own variables too',
    text: `function* g(a, b = () => a) { var a = 5; yield b(); yield a; } same([...g(1)].join(), '1,5'); class A { kept; constructor(a, b = () => a) { var a = 4; this.kept = b() + ':' + a; } } same(new A(2).kept, '2:4'); const o = { m(a, b = () => a) { var a = 3; return () => a + b(); } }; same(o.m(1)(), 4); let later = ''; async function f(a, b = () => a) { var a = 6; await null; later = b() + ':' + a; } f(1); const r = (a, b = () => a) => { var a; { var a = 2; } return [a, b()].join(); }; same(r(1), '2,1'); function rec(n, get = () => n) { var n = n - 1; return n > 0 ? rec(n) + get() : get(); } same(rec(3), 6);`,
  },
  sloppy(
    'a variable called arguments, and functions of blocks, in bodies of functions with defaults',
    `exports.main = function () { function f(a, g = () => arguments[0]) { var arguments = [5]; return g() + arguments[0]; } same(f(1), 6); function h(a = 1) { var arguments; return arguments.length; } same(h(1, 2), 2); function k(a, g = () => typeof a) { { function a() { } } return g() + typeof a; } same(k(1), 'numbernumber'); function m(b, g = () => b) { { function z() { return 3; } } return z() + g(); } same(m(1), 4); function n(a, g = () => arguments.length) { function arguments() { } return g() + typeof arguments; } same(n(1), '1function'); const q = 1; function w() { { function q() { } } return typeof q; } same(w(), 'function'); };`,
  ),
  {
    what: 'the names of a loop have no values while what it goes through is evaluated',
    text: `const name = (f) => { try { f(); return 'none'; } catch (e) { return e.name; } }; same(name(() => { for (const x of [x]) return x; }), 'ReferenceError'); same(name(() => { for (let x in { a: x }) return x; }), 'ReferenceError'); same(name(() => { for (const [x, y] of [y]) return x; }), 'ReferenceError'); let kept; for (const x of [1, 2]) { kept = () => x; } same(kept(), 2); let get; for (const x of [() => x]) get = x; same(name(get), 'ReferenceError'); const x = [4]; let sum = 0; { for (var z of x) sum += z; } same(sum, 4); same(name(() => { for (const x of x) return x; }), 'ReferenceError'); let total = 0; for (const i of ((i) => [i, i])(3)) total += i; same(total, 6);`,
  },
  {
    what: 'parts of a namespace share what they export, which others may write, and nothing else',
    text: `namespace Log { export let level = 1; export const raise = () => ++level; export function get() { return level; } export function set(n: number) { level = n; } }
const n = 1;
namespace A { const n = 2; export const own = n; }
namespace A { export const m = n; export const o = own; }
namespace B { export let a = 1, b = a + 1; export const [c, d = c] = [4]; export const { e, f: [g] } = { e: a, f: [b] }; }
namespace C { export const early = typeof late; export var late = 3; [late] = [late + 1]; ({ late } = { late: late * 2 }); for (late of [9, 10]); }
namespace D { export function f() { return g(); } export class K { v = 1; } export enum E { X = 4 } }
namespace D { export function g() { return new K().v + E.X + f.length; } }
namespace P.Q { export let x = 1; export function inc() { x++; return x; } }
namespace P.Q { export const y = inc() + x; }
namespace P { export const z = Q.x; }
namespace H { export let n: number; export function init() { n = 3; } }
class Foo { static s = 1; }
namespace Foo { export const K = 5; export let w = Foo.s; }
namespace Foo { export function f() { return K + w; } }
export function main() { Log.raise(); Log.level += 3; same(Log.get(), 5); Log.set(7); same(Log.level, 7); same(A.m, 1); same(A.o, 2); same(B.b, 2); same(B.d, 4); same(B.g, 2); same(C.early, 'undefined'); same(C.late, 10); same(D.f(), 5); same(P.Q.y, 4); same(P.z, 2); same(Object.keys(H).length, 1); H.init(); same(H.n, 3); Foo.s = 9; Foo.w = 4; same(Foo.f(), 9); }`,
    calls: ['main()'],
  },
];
