import type { AdversaryProgram } from './subject.js';

const js = (
  what: string,
  text: string,
  calls: readonly string[],
  file: 'program.mjs' | 'program.js' | 'program.cjs' = 'program.mjs',
): AdversaryProgram => ({ what, text, calls, file });

/** Types in comments of JavaScript files: nothing holds because of them. */
export const comments: readonly AdversaryProgram[] = [
  js(
    'a union of literals: the default branch stays',
    `/** @param {'XYX' | 'YXY'} order */ export function main(order) { switch (order) { case 'XYX': return 1; case 'YXY': return 2; default: same(order, 'ZZZ'); return 3; } }\n/** @param {'a'|'b'} x */ export function g(x) { if (x === 'a') throw new Error(); if (x === 'b') throw new Error(); }`,
    [`main('ZZZ')`, `g('c')`],
  ),
  js(
    'a number',
    `/** @param {number} n */ export function main(n) { if (typeof n === 'number') throw new Error(); return n; }\n/** @param {number} n @returns {number} */ export function g(n) { if (n <= 0 || n > 0 || n !== n) throw new Error(); return n; }`,
    [`main('s')`, `g('x')`, 'g(undefined)'].filter((_, i) => i !== 1 && i !== 2),
  ),
  js(
    'a string',
    `/** @param {string} s */ export function main(s) { if (s.length >= 0) throw new Error(); return s; }\n/** @param {string} s */ export function up(s) { if (typeof s !== 'string') return 0; throw new Error(); }`,
    ['main({})', 'main([] - 1)', 'up(5)'],
  ),
  js(
    'an object',
    `/** @param {{ x: number }} o */ export function main(o) { if (o) throw new Error(); return o?.x; }\n/** @param {{ a: string }} p */ export function g(p) { if (typeof p.a === 'string') throw new Error(); }`,
    ['main(null)', 'main(undefined)', 'g({ a: 1 })', 'g(5)'],
  ),
  js(
    'an array',
    `/** @param {number[]} list */ export function main(list) { if (Array.isArray(list)) throw new Error(); for (const x of list) if (typeof x === 'number') throw new Error(); return 1; }\n/** @param {Array<string>} a */ export function g(a) { if (a.length >= 0) throw new Error(); }\n/** @param {...number} r */ export function rest(...r) { if (typeof r[0] === 'number') throw new Error(); }`,
    [`main('ab')`, 'main(new Set([]))', 'g({})', `rest('x')`, 'rest()'],
  ),
  js(
    'never and void',
    `/** @returns {never} */ export function fail() { return 1; }\nexport function main(n) { const v = fail(); same(v, 1); return v; }\n/** @returns {void} */ function g() { return 5; } export function h() { if (g() === undefined) throw new Error(); }`,
    ['main(1)', 'fail()', 'h()'],
  ),
  js(
    '@type of a variable',
    `/** @type {number} */ let v = 's'; /** @type {'a'} */ export const c = globalThis.nothing; export function main(n) { if (typeof v === 'number') throw new Error(); v = n; same(c, undefined); if (c === 'a') throw new Error(); }`,
    [`main('t')`, 'main(null)'],
  ),
  js(
    '@type of a class field and this',
    `export class A { /** @type {number} */ x; /** @type {string[]} */ list = null; constructor() { same(this.x, undefined); } m() { if (typeof this.x === 'number') throw new Error(); if (Array.isArray(this.list)) throw new Error(); return 1; } /** @param {string} s */ set(s) { this.x = s; } }`,
    ['new A().m()', `{ const a = new A(); a.set({}); a.m(); }`],
  ),
  js(
    'casts',
    `export function main(x) { const n = /** @type {number} */ (x); if (typeof n === 'number') throw new Error(); const s = /** @type {'a'|'b'} */ (x); if (s === 'a' || s === 'b') throw new Error(); const c = /** @type {const} */ (['q']); same(c[0], 'q'); return 1; }`,
    ['main(null)', `main('z')`],
  ),
  js(
    'a cast around a callee keeps the receiver',
    `export function main(o) { same((/** @type {any} */ (o.f))(), 'o'); same(/** @type {() => string} */ (o?.f)(), 'o'); }`,
    [`main({ name: 'o', f() { return this.name; } })`],
  ),
  js(
    '@typedef',
    `/** @typedef {{ kind: 'circle', r: number } | { kind: 'square', s: number }} Shape */\n/** @param {Shape} shape */ export function area(shape) { switch (shape.kind) { case 'circle': throw new Error(); case 'square': throw new Error(); } return 0; }\n/** @typedef {'on'|'off'} State */ /** @type {State} */ let state = globalThis.nothing; export function main(n) { if (state === 'on' || state === 'off') throw new Error(); return state; }`,
    [`area({ kind: 'triangle' })`, 'main(1)'],
  ),
  js(
    '@template and @callback',
    `/** @template {string} T @param {T} x @returns {T} */ export function id(x) { if (typeof x === 'string') throw new Error(); return x; }\n/** @callback Done @param {Error|null} e */ /** @param {Done} done */ export function main(done) { if (typeof done === 'function') throw new Error(); }`,
    ['id(5)', 'main(undefined)'],
  ),
  js(
    'nullable and optional',
    `/** @param {?number} a @param {!Object} b @param {number=} c @param {number} [d] */ export function main(a, b, c, d) { if (a === null || typeof a === 'number') throw new Error(); if (b !== null) throw new Error(); if (c === undefined || typeof c === 'number') throw new Error(); if (d === undefined || typeof d === 'number') throw new Error(); }`,
    [`main('x', null, 'y', 'z')`],
  ),
  js(
    'CommonJS',
    `/** @param {number} n */ exports.main = function (n) { if (typeof n === 'number') throw new Error(); };\n/** @type {(x: string) => void} */ exports.g = (x) => { if (typeof x === 'string') throw new Error(); };\n/** @param {{a: number}[]} rows */ module.exports.h = function h(rows) { for (const { a } of rows) if (typeof a === 'number') throw new Error(); };`,
    [`main('s')`, 'g(1)', `h([{ a: 's' }])`],
    'program.cjs',
  ),
  js(
    '@ts-check',
    `// @ts-check\n/** @param {boolean} flag */ export function main(flag) { if (flag === true) throw new Error(); if (flag === false) throw new Error(); return flag; }`,
    ['main(1)', 'main(undefined)'],
  ),
  js(
    '@enum, @readonly, @private',
    `/** @enum {number} */ export const Level = { low: 'l', high: 2 }; /** @param {Level} l */ export function main(l) { if (typeof l === 'number') throw new Error(); return l; } export class P { /** @private @readonly @type {number} */ v = null; m() { if (this.v !== null) throw new Error(); } }`,
    [`main('s')`, 'new P().m()'],
  ),
  js(
    '@returns of a local function',
    `/** @returns {string} */ function name(x) { return x; } export function main(x) { if (typeof name(x) === 'string') throw new Error(); }\n/** @returns {x is string} */ function is(x) { return 'truthy'; } export function h(x) { if (is(x) === true || is(x) === false) throw new Error(); }`,
    ['main(1)', 'h(1)'],
  ),
  js(
    '@this, @extends, @implements',
    `/** @this {{ v: number }} */ export function main() { if (this !== undefined) throw new Error(); return 1; }\n/** @extends {Map<string, number>} */ export class M extends Map { m() { if (typeof this.get('a') === 'number') throw new Error(); } }`,
    ['main()', `new M([['a', 's']]).m()`],
  ),
  js(
    'a destructured parameter',
    `/** @param {{ a: number, b?: 'x' }} options */ export function main({ a, b }) { if (typeof a === 'number') throw new Error(); if (b === 'x' || b === undefined) throw new Error(); }\n/** @param {object} o @param {string} o.name @param {number[]} o.list */ export function g(o) { if (typeof o.name === 'string' || Array.isArray(o.list)) throw new Error(); }`,
    [`main({ a: 's', b: 'y' })`, 'g({ name: 1, list: 2 })', 'g(5)'],
  ),
  js(
    'an arrow and a default',
    `/** @param {number} n */ export const main = (n = 1) => { if (typeof n === 'number') throw new Error(); };\n/** @type {(a: number, b: string) => void} */ export const g = (a, b) => { if (typeof a === 'number' || typeof b === 'string') throw new Error(); };`,
    [`main('s')`, 'main(null)', `g('s', 1)`],
  ),
  js(
    'accessors',
    `export class A { /** @type {number} */ get v() { return this.w; } /** @param {number} x */ set v(x) { if (typeof x === 'number') throw new Error(); this.w = x; } m() { if (typeof this.v === 'number') throw new Error(); } }`,
    [`{ const a = new A(); a.v = 's'; a.m(); }`],
  ),
  js(
    'a loop over what a comment calls numbers ends',
    `/** @param {number} n */ export function main(n) { for (let i = 0; i !== n; i++) if (i > 3) return i; return 0; }\n/** @param {number[]} xs */ export function sum(xs) { let t = 0; for (let i = 0; i < xs.length; i++) t += xs[i]; if (t >= 0 || t < 0 || t !== t) throw new Error(); return t; }`,
    [`main('x')`, `sum(['a'])`].slice(0, 1),
  ),
  js(
    '@satisfies and import types',
    `/** @type {import('node:fs').Stats} */ let stats; /** @satisfies {Record<string, number>} */ export const table = { a: 's' }; export function main(k) { if (typeof table[k] === 'number') throw new Error(); if (stats !== undefined) throw new Error(); }`,
    [`main('a')`, `main('b')`],
  ),
  js(
    'a .js file',
    `/** @param {'XYX'|'ABC'} order @param {Date} d */\nexport function main(order, d) { if (order === 'XYX') throw new Error(); if (order === 'ABC') throw new Error(); if (d instanceof Date) throw new Error(); if (typeof d === 'object') throw new Error(); }`,
    [`main(1, 2)`],
    'program.js',
  ),
  {
    what: 'param type of literals with default branch',
    file: 'program.js',
    text: `/** @param {'a'|'b'} k */ export function f(k) { switch (k) { case 'a': return 1; case 'b': return 2; default: return 3; } }
/** @param {number} n @returns {string} */ export function g(n) { if (typeof n !== 'number') return 'no'; return n.toFixed(2); }`,
    calls: [`f('c')`, 'f(undefined)', `g('x')`, 'g(null)', 'g(3)'],
  },
  {
    what: '@type on variables and casts',
    file: 'program.js',
    text: `/** @type {string[]} */ let list = /** @type {any} */ (null);
export function f(x) { /** @type {number} */ const n = x; if (typeof n === 'string') return n.length; const m = /** @type {Map<string, number>} */ (x); return m && m.get ? m.get('a') : 0; }
export function g() { return list ? list.length : 0; }`,
    calls: [`f('ab')`, 'f(null)', 'f(new Map())', 'f(5)', 'g()'],
  },
  {
    what: '@returns never, @this, @template',
    file: 'program.js',
    text: `/** @returns {never} */ function fail() { return 5; }
/** @this {{x: number}} */ export function f() { return this ? this.x : -1; }
export function g(b) { if (b) fail(); return 1; }
/** @template T @param {T[]} xs @returns {T} */ export function h(xs) { return xs[0]; }`,
    calls: ['f()', 'f.call({ x: 1 })', 'g(true)', `h('ab')`, 'h({ 0: 1 })', 'h([])'],
  },
  {
    what: '@typedef, @callback, @enum, @implements',
    file: 'program.js',
    text: `/** @typedef {{ kind: 'circle', r: number } | { kind: 'square', s: number }} Shape */
/** @param {Shape} s */ export function area(s) { if (s.kind === 'circle') return s.r; if (s.kind === 'square') return s.s; return 0; }
/** @callback Cb @param {number} x @returns {number} */
/** @param {Cb} cb */ export function call(cb) { return typeof cb === 'function' ? cb(1) : 0; }`,
    calls: [`area({ kind: 'hex' })`, 'area(1)', `area('x')`, 'call(null)', `call(() => 'str')`],
  },
  {
    what: '@readonly, @const, @private, @deprecated',
    file: 'program.js',
    text: `export class C { constructor() { /** @readonly @type {number} */ this.n = 1; /** @private */ this._p = 2; } /** @param {number} v */ set(v) { this.n = v; this._p = v; return this.n; } }
/** @const {number} */ export let k = 1;
export function f() { k = 'a'; return k.length; }`,
    calls: [`new C().set('x')`, 'new C().set(null)', 'f()'],
  },
  {
    what: '@param optional and rest',
    file: 'program.js',
    text: `/** @param {number} a @param {number} [b] @param {...number} rest */ export function f(a, b, ...rest) { return (b === undefined ? 0 : b) + rest.length + (a ? 1 : 0); }
/** @param {{a: {b: number}}} o */ export function g(o) { return o?.a?.b ?? 'none'; }
/** @param {object} options @param {string} options.name */ export function h(options = {}) { return String(options.name).length; }`,
    calls: ['f()', `f('x', null)`, 'f(1, 2, 3)', 'g()', 'g(null)', 'g({})', 'g({ a: null })', 'h()', 'h({ name: null })', 'h(5)'],
  },
  {
    what: '@type {boolean} and dead branches',
    file: 'program.js',
    text: `/** @param {boolean} b */ export function f(b) { if (b === true) return 1; if (b === false) return 2; return 3; }
/** @param {number[]} xs */ export function g(xs) { let s = 0; for (const x of xs) { if (typeof x === 'number') s += x; else s += 1; } return s; }
/** @param {null} x */ export function h(x) { return x === null ? 0 : 1; }`,
    calls: ['f(5)', 'f()', `g('abc')`, 'g(new Set([null]))', 'h(1)', 'h()'],
  },
  {
    what: '@satisfies, @overload, @extends',
    file: 'program.mjs',
    text: `/** @overload @param {string} a @returns {string} */
/** @overload @param {number} a @returns {number} */
export function f(a) { return typeof a === 'string' ? a.length : typeof a === 'number' ? a : -1; }
/** @extends {Array<string>} */ export class L extends Array { first() { return this.length > 0 ? this[0] : null; } }
export const o = /** @satisfies {Record<string, number>} */ ({ a: 'x' });
export function g() { return o.a.length; }`,
    calls: ['f(null)', 'f(1n)', 'L.of(1).first()', 'new L().first()', 'g()'],
  },
  {
    what: 'asserts and type guards in comments',
    file: 'program.js',
    text: `/** @param {any} x @returns {asserts x is string} */ function assertString(x) { }
/** @param {any} x @returns {x is number} */ function isNumber(x) { return true; }
export function f(x) { assertString(x); return typeof x === 'string' ? x.length : -1; }
export function g(x) { if (isNumber(x)) return typeof x; throw new Error('never'); }`,
    calls: ['f(5)', 'f(null)', `g('a')`, 'g()'],
  },
  {
    what: 'comments in sloppy CommonJS',
    file: 'program.cjs',
    text: `/** @type {(a: string) => string} */
exports.f = function (a) { if (a === undefined) return 0; return a && a.length ? a.length : 1; };
/** @param {1|2|3} n */ exports.g = function (n) { var table = { 1: 'a', 2: 'b', 3: 'c' }; var t = table[n]; if (t === undefined) return 'none'; return t.length; };
/** @type {number} */ var counter; exports.h = function () { counter = (counter || 0) + 1; return counter; };`,
    calls: ['f()', 'f(null)', 'f(5)', 'g(4)', `g('x')`, 'g()', 'h()', 'h()'],
  },
];
