import type { AdversaryProgram } from './subject.js';

const sloppy = (what: string, text: string): AdversaryProgram => ({ what, text, file: 'program.cjs' });

/** Functions of sloppy code: `arguments`, `this`, hoisting and names: ECMA-262 10.2, 10.4.4, B.3. */
export const sloppyFunctions: readonly AdversaryProgram[] = [
  sloppy(
    'arguments and parameters are one variable, as far as arguments were given',
    `exports.main = function () { function f(a, b) { arguments[0] = 9; b = 8; return a + ',' + arguments[1] + ',' + arguments.length; } same(f(1), '9,undefined,1'); same(f(1, 2), '9,8,2'); function g(a) { a = 5; return arguments[0]; } same(g(), undefined); same(g(1), 5); function h(a) { delete arguments[0]; a = 2; return arguments[0]; } same(h(1), undefined); function k(a) { Object.defineProperty(arguments, 0, { value: 7 }); return a; } same(k(1), 7); function l(a) { arguments.length = 0; return a + arguments.length; } same(l(4), 4); function m(a) { Object.defineProperty(arguments, 0, { writable: false }); a = 3; return arguments[0]; } same(m(1), 1); }`,
  ),
  sloppy(
    'arguments are not tied to parameters in strict code, with defaults, rest or patterns',
    `exports.main = function () { function a(x) { 'use strict'; x = 2; return arguments[0]; } same(a(1), 1); function b(x, y = 0) { x = 2; return arguments[0]; } same(b(1), 1); function c(x, ...r) { arguments[0] = 2; return x; } same(c(1), 1); function d(x, { z } = {}) { x = 2; return arguments[0]; } same(d(1), 1); const e = (function () { return (() => arguments[0])(5); })(6); same(e, 6); function f(x) { const g = () => { x = 3; }; g(); return arguments[0]; } same(f(1), 3); function h(x) { (() => { arguments[0] = 4; })(); return x; } same(h(1), 4); }`,
  ),
  sloppy(
    'arguments shadowed by a parameter, a variable and a function; two parameters of one name',
    `exports.main = function () { function a(arguments) { return arguments; } same(a(1), 1); function b() { var arguments; return typeof arguments; } same(b(), 'object'); function c() { var arguments = 3; return arguments; } same(c(), 3); function d() { function arguments() { } return typeof arguments; } same(d(), 'function'); function e() { if (true) { let arguments = 2; } return arguments.length; } same(e(1, 2), 2); function f(x, x) { return x; } same(f(1, 2), 2); same(f(1), undefined); function g(x, x) { x = 9; return arguments[0] + ',' + arguments[1]; } same(g(1, 2), '1,9'); same(f.length, 2); }`,
  ),
  sloppy(
    'arguments leave the function, are spread, iterated and applied',
    `exports.main = function () { function f(a) { return arguments; } const x = f(1, 2, 3); same([...x].join(), '1,2,3'); same(Array.prototype.slice.call(x, 1).length, 2); same(Object.prototype.toString.call(x), '[object Arguments]'); same(Array.isArray(x), false); x[0] = 5; same(x[0], 5); same(Object.keys(x).join(), '0,1,2'); function g() { return Math.max.apply(null, arguments); } same(g(1, 7, 3), 7); function h(a) { const k = () => a; arguments[0] = 'w'; return k; } same(h(1)(), 'w'); same(x.callee, f); let s = 0; for (const v of x) s += v; same(s, 10); function r(n) { return n <= 1 ? 1 : n * arguments.callee(n - 1); } same(r(5), 120); x.length = 1; same([...x].length, 1); }`,
  ),
  sloppy(
    'this of sloppy functions: boxed, global, bound, and of callbacks',
    `exports.main = function () { function t() { return this; } same(t(), globalThis); same(t.call(null), globalThis); same(typeof t.call(1), 'object'); same(t.call('s') == 's', true); same(typeof t.bind(true)(), 'object'); same([1].map(t)[0], globalThis); same(typeof [1].map(t, 5)[0], 'object'); function s() { 'use strict'; return this; } same(s(), undefined); same(s.call(1), 1); const o = { t, get g() { return this; } }; same(o.t(), o); same((0, o.t)(), globalThis); same((o.t, o).t(), o); Number.prototype.zz = t; same(typeof (5).zz(), 'object'); delete Number.prototype.zz; function c() { this.made = 1; } c(); same(globalThis.made, 1); delete globalThis.made; const a = () => this; same(a.call(5), this); }`,
  ),
  sloppy(
    'hoisting: functions win over variables, later over earlier, blocks as Annex B says',
    `exports.main = function () { same(typeof f, 'function'); same(f(), 2); var f = 0; function f() { return 1; } function f() { return 2; } same(f, 0); same(typeof g, 'undefined'); { same(g(), 'in'); function g() { return 'in'; } } same(g(), 'in'); same(h, undefined); if (false) { function h() { } } same(h, undefined); (function () { same(typeof k, 'undefined'); switch (1) { case 0: function k() { return 5; } break; case 1: same(k(), 5); } })(); let l = 'let'; { function l() { } same(typeof l, 'function'); } same(l, 'let'); function p(q) { { function q() { } } return typeof q; } same(p(1), 'number'); function w(x) { var x; return x; } same(w(3), 3); function y(x) { function x() { } return typeof x; } same(y(3), 'function'); }`,
  ),
  sloppy(
    'writes that fail in silence, globals that writes make, and names of function expressions',
    `exports.main = function () { undeclaredName = 5; same(globalThis.undeclaredName, 5); same(delete globalThis.undeclaredName, true); const f = function g() { g = 1; return typeof g; }; same(f(), 'function'); const o = Object.freeze({ a: 1 }); o.a = 2; o.b = 3; same(o.a, 1); same(delete o.a, false); same(o.b, undefined); 'abc'.length = 9; ('abc')[0] = 'z'; (5).x = 1; same((5).x, undefined); undefined = 1; NaN = 2; same(undefined, void 0); const getter = { get x() { return 1; } }; getter.x = 5; same(getter.x, 1); same(delete [].length, false); var v = 1; same(delete v, false); same(v, 1); same(typeof neverDeclared, 'undefined'); same(delete neverDeclared, true); }`,
  ),
  sloppy(
    'eval in functions: declares variables, sees the scope, returns completion values',
    `exports.main = function () { function f() { eval('var x = 1'); return x; } same(f(), 1); function g(x) { eval('x = 2'); return x + arguments[0]; } same(g(1), 4); same(eval('1; if (true) { 2; } else { 3; }'), 2); same(eval('var z = 5;'), undefined); same(eval('l: { 4; break l; }'), 4); const ev = eval; same(ev('typeof main0'), 'undefined'); let y = 1; eval('y = 3'); same(y, 3); eval('let y = 9'); same(y, 3); same(eval(5), 5); same(new Function('a', 'b', 'return a + b')(1, 2), 3); (function () { 'use strict'; eval('var q = 1'); same(typeof q, 'undefined'); })(); }`,
  ),
  sloppy(
    'octal, comments, labels of functions and the comma of sloppy code',
    `exports.main = function () { same(010, 8); same(08, 8); same(010.5 === undefined ? 0 : 1, 1); same('\\101', 'A'); l: function f() { } same(typeof f, 'function'); var yield = 1, let1 = 2, static = 3, async = 4, of = 5, get = 6; same(yield + let1 + static + async + of + get, 21); var let = 1; same(let, 1); var a = 1
    , b = a
    ++b
    same(b, 2); same(a, 1); const r = (function () { return
    5; })(); same(r, undefined); if (a) function z() { return 7; } same(z(), 7); same((a, b), 2); for (var i = 0, j = 5; i < j; i++, j--); same(i, 3); }`.replace(
      'same(010.5 === undefined ? 0 : 1, 1); ',
      '',
    ),
  ),
];
