import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';
import { proves } from '../../support/proving.js';

describe('accesses of what has no type are inside of what its length says', () => {
  it('counting up to it, whether or not it is kept in a variable', () =>
    proves(
      `export function plain(a) { for (let i = 0; i < a.length; i++) console.log(a[i]); }
       export function cached(a) { var i = -1, length = a == null ? 0 : a.length, s = 0; while (++i < length) s += a[i]; return s; }
       export function before(a) { for (let i = 1; i < a.length; i++) if (a[i - 1] === a[i]) return i; return -1; }
       export function found(o) { const items = o.items; for (let i = 0; i < items.length; i++) if (items[i].good) return items[i]; }
       export function last(a) { if (a.length > 0) return a[a.length - 1]; }
       export function copied(a) { const b = []; for (let i = 0; i < a.length; i++) b.push(a[i]); return b; }`,
      { plain: '1/1', cached: '1/1', before: '2/2', found: '2/2', last: '1/1', copied: '1/1' },
    ));

  it('of strings, and of what may be undefined', () =>
    proves(
      `export function letters(s: string) { let n = 0; for (let i = 0; i < s.length; i++) if (s[i] === 'x') n++; return n; }
       export function optional(a?: readonly string[]) { const n = a?.length ?? 0; for (let i = 0; i < n; i++) console.log(a![i]); }
       export function given(a: any) { for (let i = 0; i < a.length; i++) a[i] = 1; }`,
      { letters: '1/1', optional: '1/1', given: '1/1' },
    ));

  it('where its length is made a number, and what is below another number is not', () =>
    proves(
      `export function sum(a) { const n = +a.length; let s = 0; for (let j = 0; j < n; j++) s += a[j]; return s; }
       export function upTo(a) { const n = +a.length; for (let j = 0; j <= n; j++) if (a[j]) return j; }
       export function negated(a) { const n = -a.length; for (let j = 0; j < n; j++) if (a[j]) return j; }
       export function more(a) { const n = +a.length + 1; for (let j = 0; j < n; j++) if (a[j]) return j; }
       export function other(a, b) { const n = +b; for (let j = 0; j < n; j++) if (a[j]) return j; }`,
      { sum: '1/1', upTo: '0/1', negated: '0/1', more: '0/1', other: '0/1' },
    ));

  it('where other elements are written, that may be its own', () =>
    proves(`export function written(a, b) { let i = 0; while (i < a.length) { b[i + 5] = 1; console.log(a[i]); i++; } }`, {
      // The console is no unknown code.
      written: '1/2',
    }));
});

describe('accesses of what is reached from something unknown are inside of what its length says', () => {
  it('as long as nothing can have changed what leads there', () =>
    proves(
      `export class Box { constructor(items) { this.items = items; this.count = 0; }
         first(f) { for (let i = 0; i < this.items.length; i++) { if (this.items[i]) return f(i); } }
         counted() { for (let i = 0; i < this.items.length; i++) { this.count++; if (this.items[i]) return i; } }
         last() { if (this.items.length > 0) return this.items[this.items.length - 1]; } }
       export function field(o) { for (let i = 0; i < o.b.length; i++) if (o.b[i] === 3) return i; }
       export function rows(m) { for (let i = 0; i < m.length; i++) for (let j = 0; j < m[i].length; j++) if (m[i][j]) return j; }`,
      { 'Box.first': '1/1', 'Box.counted': '1/1', 'Box.last': '1/1', field: '1/1', rows: '3/3' },
    ));

  it('but not where something else may be there now', () =>
    proves(
      `export function rewritten(o, b) { for (let i = 0; i < o.b.length; i++) { o.b = b; console.log(o.b[i]); } }
       export function alias(o, p) { for (let i = 0; i < o.b.length; i++) { p.b = []; console.log(o.b[i]); } }
       export function number(o, p) { for (let i = 0; i < o.b.length; i++) { p.b = 1; console.log(o.b[i]); } }
       export function computed(o, k) { for (let i = 0; i < o.b.length; i++) { o[k] = []; console.log(o.b[i]); } }
       export function base(o, p) { for (let i = 0; i < o.b.length; i++) { o = p; console.log(o.b[i]); } }
       export function popped(o) { for (let i = 0; i < o.b.length; i++) { o.b.pop(); console.log(o.b[i]); } }
       export function cut(o) { for (let i = 0; i < o.b.length; i++) { o.b.length = 0; console.log(o.b[i]); } }
       export function told(o, f) { for (let i = 0; i < o.b.length; i++) { f(); console.log(o.b[i]); } }
       export function row(m, n) { for (let i = 0; i < m[0].length; i++) { m[n] = []; console.log(m[0][i]); } }
       export function other(m) { let k = 0; for (let i = 0; i < m[k].length; i++) { k++; console.log(m[k][i]); } }
       export async function waits(o) { for (let i = 0; i < o.b.length; i++) { await 1; console.log(o.b[i]); } }
       function swap(o) { o.b = []; }
       export function called(o) { for (let i = 0; i < o.b.length; i++) { swap(o); console.log(o.b[i]); } }`,
      {
        rewritten: '0/1',
        alias: '0/1',
        number: '0/1',
        computed: '0/2',
        base: '0/1',
        popped: '0/1',
        cut: '0/1',
        told: '0/1',
        row: '0/4',
        other: '0/3',
        waits: '0/1',
        called: '0/1',
      },
    ));

  it('but not where the module itself has such a getter or setter', () =>
    proves(
      `export class List { get items() { return []; } set count(n) { kept.b.pop(); } }
       let kept = { b: [] };
       export function got(o) { for (let i = 0; i < o.items.length; i++) console.log(o.items[i]); }
       export function set(o, p) { kept = o; for (let i = 0; i < o.b.length; i++) { p.count = 1; console.log(o.b[i]); } }`,
      { got: '0/1', set: '0/1' },
    ));
});

describe('reading what is not known', () => {
  it('changes no array', () =>
    proves(
      `export function named(a, o, k) { const n = a.length; for (let i = 0; i < n; i++) { if (o[k]) return a[i]; } }
       export function listed(a, o) { const n = a.length; for (let i = 0; i < n; i++) { for (const k in o) if (k === 'x') return a[i]; if (a[i]) return i; } }
       export function rounded(a, x) { const n = a.length; for (let i = 0; i < n; i++) { if (Math.floor(x) > 1) return a[i]; } }
       export function backwards(a) { let i = a.length; while (--i >= 0) if (a[i]) return i; }`,
      { named: '1/2', listed: '2/2', rounded: '1/1', backwards: '1/1' },
    ));

  it('but a getter of the module, a proxy or an iterator may', () =>
    proves(
      `let kept = [];
       export class Thief { get first() { kept.length = 0; return 1; } }
       export function named(a, o, k) { kept = a; const n = a.length; for (let i = 0; i < n; i++) { if (o[k]) return a[i]; } }
       export function iterated(a, o) { const n = a.length; for (let i = 0; i < n; i++) { for (const k of o) if (k) return a[i]; } }
       export function backwards(a) { let i = a.length; while (--i >= -1) if (a[i]) return i; }`,
      { named: '0/2', iterated: '0/1', backwards: '0/1' },
    ));

  it('by a proxy of the module', () =>
    proves(
      `let kept = [];
       export const thief = new Proxy({}, { ownKeys() { kept.length = 0; return []; } });
       export function listed(a, o) { kept = a; const n = a.length; for (let i = 0; i < n; i++) { for (const k in o) console.log(k); console.log(a[i]); } }`,
      { listed: '0/1' },
    ));
});

describe('accessors that are defined by a description', () => {
  const loop = 'for (let i = 0; i < o.b.length; i++) { p.count = 1; p.size; console.log(o.b[i]); }';
  const thief = `let kept = { b: [] }; function steal() { kept.b.pop(); } export function set(o, p, k) { kept = o; ${loop} }`;

  it('count as those of classes', () => {
    for (const definition of [
      `Object.defineProperty({}, 'count', { set: steal })`,
      `Reflect.defineProperty({}, 'size', { get: steal })`,
      `({}).__defineGetter__('size', steal)`,
      `Object.defineProperties({}, { size: { get() { steal(); } } })`,
      `Object.create({}, { size: { get: steal } })`,
    ])
      proves(`${thief} ${definition};`, { set: '0/1' });
  });

  it('have names that are told by a literal, which may be given more', () => {
    const table = `const table = { other: {} }; Object.defineProperties({}, table);`;
    proves(`${thief} ${table} table.other.get = steal;`, { set: '1/1' });
    proves(`${thief} ${table} table.size = { get: steal };`, { set: '0/1' });
    proves(`${thief} ${table} table.other = { get: steal }; table.last = {};`, { set: '1/1' });
    proves(`${thief} Object.defineProperty({}, 'other', { get: steal }); Object.create({}, { another: { get: steal } });`, { set: '1/1' });
    proves(`${thief} class C { get [Symbol.toStringTag]() { steal(); return ''; } }`, { set: '1/1' });
  });

  it('have any name where that is not told', () => {
    for (const definition of [
      `export function any(k) { Object.defineProperty({}, k, { get: steal }); }`,
      `export function any(d) { d.x.get = steal; Object.defineProperties({}, d); }`,
      `const table = { other: {} }; table.other.get = steal; export function any(f) { f(table); } Object.defineProperties({}, table);`,
      `const table = { other: {} }; export function any(k) { table[k] = { get: steal }; } Object.defineProperties({}, table);`,
      `let table = { other: {} }; table = { size: { get: steal } }; Object.defineProperties({}, table);`,
      `const table = { other: {} }; const same = table; same.size = { get: steal }; Object.defineProperties({}, table);`,
      `const inner = { size: { get: steal } }; Object.defineProperties({}, { other: {}, ...inner });`,
      `const define = Object.defineProperty; define({}, 'size', { get: steal });`,
      `export function any(k) { class C { get [k]() { steal(); } } }`,
      `class C { get other() { steal(); } } export function any(k) { Object.defineProperty({}, k, Object.getOwnPropertyDescriptor(C.prototype, 'other')); }`,
    ])
      proves(`${thief} ${definition}`, { set: '0/1' });
  });

  it('are none where a description has a value', () =>
    proves(
      `${thief} export function any(k) { Object.defineProperty({}, k, { value: 1, writable: true }); } class Bag { get(x) { return x; } }
       export function put(m) { m.get = steal; }`,
      { set: '1/1' },
    ));
});

describe('what is equal or different', () => {
  it('says as much as what is less', () =>
    proves(
      `export function one(a) { if (a.length == 1) return a[0]; }
       export function two(a) { if (a.length !== 2) return; return a[1]; }
       export function same(a, b) { if (a.length !== b.length) return false; for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false; }
       export function next(a) { let i = 0; while (i < a.length) { if (i + 1 === a.length || a[i + 1] > 3) return false; i += 2; } }
       export function down(a) { for (let i = a.length - 1; i >= 0; --i) if (a[i]) return i; }
       export function until(a) { const last = a.length - 1; for (let i = 0; i <= last; i++) if (a[i]) return i; }`,
      { one: '1/1', two: '1/1', same: '2/2', next: '1/1', down: '1/1', until: '1/1' },
    ));

  it('but not more', () =>
    proves(
      `export function loose(a, b) { if (a.length != b.length) return false; for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false; }
       export function one(a) { if (a.length != 1) return a[0]; }
       export function over(a) { let i = 0; while (i < a.length) { if (i + 2 === a.length || a[i + 1] > 3) return false; i += 2; } }
       export function negative(a) { let i = a.count; while (i--) if (a[i]) return i; }
       export function above(a) { const last = a.length + 1; for (let i = 0; i <= last; i++) if (a[i]) return i; }
       export function text(a) { const last = a.length + 1; if (last > 0) return a[last - 1]; }`,
      { loose: '1/2', one: '0/1', over: '0/1', negative: '0/1', above: '0/1', text: '0/1' },
    ));
});

describe('a write of an element', () => {
  it('makes an array as long as its index says', () =>
    proves(
      `export function append(n) { const r = []; let k = 0; for (let i = 0; i < n; i++) { r[k++] = i; } let s = 0; for (let j = 0; j < k; j++) s += r[j]; return s; }
       export function mapped(a, f) { const r = []; for (let i = 0; i < a.length; i++) r[i] = f(i); return r; }
       export function made(a, f) { let i = -1; const n = a == null ? 0 : a.length, r = Array(n); while (++i < n) r[i] = f(i); return r; }
       export function end(f) { const r = []; while (f()) r[r.length] = 1; return r; }`,
      { append: '2/2', mapped: '1/1', made: '1/1', end: '1/1' },
    ));

  it('but no other one, and not where it may leave a hole, or is made shorter again', () =>
    proves(
      `export function ahead(a, f) { const r = []; for (let i = 1; i < a.length; i++) r[i] = f(i); return r; }
       export function twice(a, f) { const r = []; let k = 0; for (let i = 0; i < a.length; i++) { r[k++] = f(i); k++; } return r; }
       export function popped(a, f) { const r = []; for (let i = 0; i < a.length; i++) { r[i] = f(i); if (f(0)) r.pop(); } return r; }
       export function other(a, f) { const r = [], q = []; for (let i = 0; i < a.length; i++) { r[i] = f(i); if (f(0)) q[i] = 1; } return r; }
       export function frozen(a) { const r = Object.freeze([]); let k = 0; for (let i = 0; i < a.length; i++) r[k++] = 1; return r; }
       export function fraction(n) { const r = []; let k = 0.5; for (let i = 0; i < n; i++) { r[k] = i; k += 1; } return r[0]; }
       export function leaked(a, f) { const r = []; f(r); for (let i = 0; i < a.length; i++) { r[i] = f(i); } return r; }`,
      { ahead: '0/1', twice: '0/1', popped: '0/1', other: '1/2', frozen: '0/1', fraction: '0/2', leaked: '0/1' },
    ));
});

describe('an index that is converted', () => {
  it('tells nobody of the array', () =>
    proves(
      `const table = [1, 2, 3, 4];
       export function masked(x) { return table[x & 3]; }
       export function outside(x) { return table[x & 7]; }`,
      { masked: '1/1', outside: '0/1' },
    ));

  it('by code of the module may change it', () =>
    proves(
      `const table = [1, 2, 3, 4];
       export const index = { valueOf() { table.pop(); return 3; } };
       export function masked(x) { return table[x & 3]; }`,
      { masked: '0/1' },
    ));
});

describe('accesses of what has no type are not proven', () => {
  it('where unknown code may have made it shorter', () =>
    proves(
      `export function told(a, f) { for (let i = 0; i < a.length; i++) { f(); console.log(a[i]); } }
       export function kept(a, f) { const n = a.length; for (let i = 0; i < n; i++) f(a[i]); }
       export function cut(a, b) { for (let i = 0; i < a.length; i++) { b.length = 1; console.log(a[i]); } }
       export function popped(a, b) { for (let i = 0; i < a.length; i++) { b.pop(); console.log(a[i]); } }`,
      { told: '0/1', kept: '0/1', cut: '0/1', popped: '0/1' },
    ));

  it('where the bound is another, or the index no integer', () =>
    proves(
      `export function behind(a) { for (let i = 0; i <= a.length; i++) console.log(a[i]); }
       export function fraction(a) { for (let i = 0.5; i < a.length; i++) console.log(a[i]); }
       export function negative(a) { for (let i = -1; i < a.length; i++) console.log(a[i]); }
       export function other(a, b) { const n = a.length; if (b) a = b; for (let i = 0; i < n; i++) console.log(a[i]); }
       export function fixed(a) { const n = a ? a.length : 5; for (let i = 0; i < n; i++) console.log(a[i]); }
       export function last(a) { return a[a.length - 1]; }`,
      { behind: '0/1', fraction: '0/1', negative: '0/1', other: '0/1', fixed: '0/1', last: '0/1' },
    ));

  it('where the module itself says what a length is, or how something is converted', () =>
    proves(
      `export class List { get length() { return Math.random() * 9; } }
       export function own(a) { for (let i = 0; i < a.length; i++) console.log(a[i]); }`,
      { own: '0/1' },
    ));

  it('where converting to a number may run code of the module', () =>
    proves(
      `let kept = [];
       export const number = { valueOf() { kept.length = 0; return 3; } };
       export function converted(a, n) { kept = a; for (let i = 0; i < a.length; i++) { if (n > 2) console.log(a[i]); } }`,
      { converted: '0/1' },
    ));

  it('where numbers are too large to be exact', () =>
    proves(
      `export function large(a, n) { let i = 2 ** 53; while (i < n) i++; const j = i - 9007199254740992; if (j < a.length) console.log(a[j]); }`,
      { large: '1/1' },
    ));
});

describe('typed arrays that the program makes', () => {
  it('have the length that they were made with, wherever they are', () =>
    proves(
      `const table = new Uint32Array(64);
       export function masked(n: number) { for (let i = 0; i < 64; i++) table[i] = i; return table[n & 63]; }
       export function outside(n: number) { return table[n & 127]; }
       export function made(n: number) { if (!Number.isInteger(n) || n < 0) return; const a = new Float64Array(n); for (let i = 0; i < n; i++) a[i] = 1; return a; }
       export function fraction(n: number) { const a = new Float64Array(n); for (let i = 0; i < n; i++) a[i] = 1; return a; }
       export function handed(f: (a: Uint8Array) => void) { const a = new Uint8Array(8); f(a); return a[7]; }
       export function like(b: number[]) { const a = new Int32Array([1, 2, 3]); return a[2] + a[3]; }`,
      { masked: '2/2', outside: '0/1', made: '1/1', fraction: '0/1', handed: '1/1', like: '1/2' },
    ));

  it('are made of the elements of an array', () =>
    proves(
      `const table = Uint8Array.from([1, 2, 3, 4]); const holes = Uint8Array.from([1, , 3]);
       export function masked(n: number) { return table[n & 3] + holes[2]; }
       export function outside(n: number) { return table[n & 7]; }
       export function mapped() { const a = Uint8Array.from([1, 2], (x) => x); return a[1]; }
       export function grown(n: number) { const b = [1]; b.push(2, 3); const a = Uint8Array.from(b); return a[2]; }
       export function other(f: any) { const a = f.from([1, 2, 3]); return a[2]; }
       export function iterated(f: any) { const a = Uint8Array.from(f); return a[0]; }
       export function borrowed(f: any) { const a = Uint8Array.from.call(f, [1, 2, 3]); return a[2]; }`,
      { masked: '2/2', outside: '0/1', mapped: '0/1', grown: '1/1', other: '0/1', iterated: '0/1', borrowed: '0/1' },
    ));

  it('may be what a function is given', () => {
    const { functions } = checkText(
      `const table = new Uint8Array(4);
       export function own() { return table; }
       export function same(a: Uint8Array) { if (a !== table) throw new Error('other'); return 1; }`,
      { integers: false },
    );
    assert.notEqual(functions.find(({ name }) => name === 'same')?.requires, 'false');
  });
});

describe('the arguments of a function', () => {
  it('stay as many as long as it only reads them', () =>
    proves(
      `export function all(f) { let s = 0; for (let i = 0; i < arguments.length; i++) { f(); s += arguments[i]; } return s; }
       export function one(a, f) { if (arguments.length === 1) { f(); if (!arguments[0]) return 1; } }
       export function alias(f) { const args = arguments, n = args.length, r = Array(n); let i = n; while (i--) { f(); r[i] = args[i]; } return r; }
       export function rest(f) { const others = []; for (let i = 1; i < arguments.length; i++) { others.push(f); f(); others[i - 1] = arguments[i]; } return others; }`,
      { all: '1/1', one: '1/1', alias: '2/2', rest: '2/2' },
    ));

  it('but not where others may have them, or it writes them itself', () =>
    proves(
      `export function handed(f) { let s = 0; for (let i = 0; i < arguments.length; i++) { f(arguments); s += arguments[i]; } return s; }
       export function cut(f) { let s = 0; for (let i = 0; i < arguments.length; i++) { arguments.length = 0; s += arguments[i]; } return s; }
       export function arrow(f) { let s = 0; f(() => { arguments.length = 0; }); for (let i = 0; i < arguments.length; i++) { f(); s += arguments[i]; } return s; }
       export function kept(f) { const o = { a: arguments }; let s = 0; for (let i = 0; i < arguments.length; i++) { o.a.length = 0; s += arguments[i]; } return s; }
       export function other(a, f) { let s = 0; for (let i = 0; i < a.length; i++) s += arguments[i]; return s; }
       export function either(a, f) { let args = arguments; if (f) args = a; const n = args.length; for (let i = 0; i < n; i++) { a.pop(); f(args[i]); } }`,
      { handed: '0/1', cut: '0/1', arrow: '0/1', kept: '0/1', other: '0/1', either: '0/1' },
    ));

  it('are the parameters, in sloppy code', () => {
    const text = (directive: string): string =>
      `exports.assigned = function (p) { ${directive} p = [1, 2]; const q = arguments[0]; q.pop(); return p[1]; };
       exports.listed = function (p, q) { ${directive} [p] = [[1, 2]]; const r = arguments[0]; r.pop(); return p[1]; };
       exports.replaced = function (a) { ${directive} let s = 0; for (let i = 0; i < arguments.length; i++) { a = []; s += arguments[i]; } return s; };`;
    proves(text(''), { assigned: '0/2', listed: '0/2', replaced: '1/1' }, 'program.js');
    proves(text(`'use strict';`), { assigned: '1/2', listed: '1/2', replaced: '1/1' }, 'program.js');
  });
});

describe('matches of regular expressions', () => {
  const patterns = 'const re = /(a)(b)?(?:c)(?<d>e)[(]/; const spaces = /\\s+/g; const words = /(\\w)/y;';

  it('have an element for each group', () =>
    proves(
      `${patterns}
       export function groups(s) { const m = re.exec(s); if (m) { return m[0] + m[3]; } }
       export function any(s) { spaces.lastIndex = s.pos; return spaces.exec(s.input)[0]; }
       export function sticky(s) { const m = words.exec(s); return m ? m[1] : null; }
       export function text(s: string) { const m = s.match(/(x)(y)/); if (m) return m[2]; }
       export function all(s: string) { const m = s.match(/(x)(y)/g); if (m) return m[0]; }`,
      { groups: '2/2', any: '1/1', sticky: '1/1', text: '1/1', all: '1/1' },
    ));

  it('and no more, unless others or the program have changed them', () =>
    proves(
      `${patterns}
       export function behind(s) { const m = re.exec(s); if (m) return m[4]; }
       export function global(s: string) { const m = s.match(/(x)(y)/g); if (m) return m[1]; }
       export function either(s, f) { const r = f ? /(a)(b)/ : /(a)/; const m = r.exec(s); if (m) return m[2]; }
       export function handed(s, f) { const r = /(a)(b)/; f(r); const m = r.exec(s); if (m) return m[2]; }
       export function own(s) { const r: any = /(a)(b)/; r.exec = () => []; const m = r.exec(s); if (m) return m[2]; }`,
      { behind: '0/1', global: '0/1', either: '0/1', handed: '0/1', own: '0/1' },
    ));
});

describe('an argument that a built-in converts', () => {
  it('changes no array', () =>
    proves(
      `export function parts(a, s) { const n = a.length; for (let i = 0; i < n; i++) { if ('abc'.indexOf(s) > 0) return a[i]; } }
       export function start(a, s) { const n = a.length; for (let i = 0; i < n; i++) { if ('abc'.slice(s).length > 0) return a[i]; } }`,
      { parts: '1/1', start: '1/1' },
    ));

  it('but by code of the module it may', () =>
    proves(
      `let kept = []; export const text = { toString() { kept.length = 0; return 'b'; } };
       export function parts(a, s) { kept = a; const n = a.length; for (let i = 0; i < n; i++) { if ('abc'.indexOf(s) > 0) return a[i]; } }
       export function known(a) { kept = a; const n = a.length; for (let i = 0; i < n; i++) { if ('abc'.indexOf(text as any) > 0) return a[i]; } }`,
      { parts: '0/1', known: '0/1' },
    ));

  it('or by a method that a pattern has', () =>
    proves(
      `export function split(a, s) { const n = a.length; for (let i = 0; i < n; i++) { if ('abc'.split(s).length > 1) return a[i]; } }`,
      { split: '0/1' },
    ));
});
