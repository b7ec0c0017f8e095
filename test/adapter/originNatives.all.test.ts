import { check } from '../support/querying.js';

/** Values that functions of the language hand on: they came from where the program computed them. */
describe('origin, through functions of the language,', () => {
  it('follows elements that methods of arrays hand on', () =>
    check(
      `
const xs = [3, 1, 2];
xs[1] = 40 + 2; //P2 P3 P4 P5 P6
const a = xs.filter((x) => x > 3)[0], b = xs.find((x) => x > 3), c = [7].concat(xs)[2], d = xs.at(1);
xs.sort((p, q) => q - p);
const e = xs[0];
console.log(a, b, c, d, e); //stop
`,
      ['a', 'b', 'c', 'd', 'e'].map((name) => `origin(P1:${name})`),
      { P6: { after: 42 } },
    ));

  it('follows what was taken out of arrays', () =>
    check(
      `
const xs = [];
const v = 2 + 2; //P2 P3
xs.push(9, v);
const a = xs.pop();
xs.unshift(v);
const b = xs.shift();
console.log(a, b); //stop
`,
      ['origin(a)', 'origin(P1:b)'],
    ));

  it('follows what callbacks of map and reduce returned', () =>
    check(
      `
const mapped = [1, 2].map((x) => {
  return x * 10; //P2
});
const total = [1, 2, 3].reduce((sum, x) => sum + x, 0); //P3
const best = [{ n: 3 }, { n: 9 }].reduce((p, q) => (p.n > q.n ? p : q)); //P4
const words = 'a,b'.split(',').map((s) => s + '!'); //P5
const none = [].reduce((sum, x) => sum + x, mapped[0]);
console.log(mapped[1], total, best, words[1], none); //stop
`,
      ['origin(mapped[1])', 'origin(P1:total)', 'origin(P1:best)', 'origin(P1:words[1])'],
      { P2: { after: 20 }, P3: { after: 6 } },
    ));

  it('follows values and entries of objects and Maps', () =>
    check(
      `
const base = { u: 1, v: 3 - 1 }; //P2 P3
const map = new Map();
map.set('a', 7 * 7); //P4 P5
const [, x] = Object.values(base);
let y, z, w;
for (const [, v] of Object.entries(base)) y = v;
for (const [, v] of map) z = v;
map.forEach((v) => { w = v; });
console.log(x, y, z, w); //stop
`,
      ['origin(x)', 'origin(P1:y)', 'origin(P1:z)', 'origin(P1:w)'],
    ));

  it('follows promises into what their callbacks are given', () =>
    check(
      `
const seed = 3 * 4; //P2
const made = new Promise((resolve) => {
  const late = 2 * 21; //P3
  setTimeout(() => resolve(late), 2);
});
const f = async (n) => { await null; return n * 7; }; //P4
made.then((w) => {
  Promise.resolve(seed).then((v) => v).then(async (u) => {
    const [, all] = await Promise.all([1, 2].map(f));
    console.log(u, w, all); //stop
  });
});
`,
      ['origin(u)', 'origin(P1:w)', 'origin(P1:all)'],
    ));

  it('follows what generators yield into patterns and spreads, and modules that are required', () =>
    check(
      '',
      ['origin(b)', 'origin(P1:c)', 'origin(P1:base)'],
      {},
      {
        files: {
          'program.js': `const { base } = require('./lib.js');
function* g() { const q = 3 * 3; yield 1; yield q; } //P2
const [, b] = g();
function* h() { const r = 5 * 5; yield 1; yield r; } //P3
const [, , c] = [0, ...h()];
console.log(b, c, base); //stop
`,
          'lib.js': `const own = 2 * 3; //P4\nmodule.exports = { base: own };\n`,
        },
      },
    ));

  it('ends where natives compute, or bring in what was not there', () =>
    check(
      `
const config = JSON.parse('{"a": {"b": 4}}'); //P2
const b = config.a.b;
const root = Math.sqrt(b); //P3
const fs = require('fs');
const text = fs.readFileSync(__filename, 'utf8'); //P4
console.log(b, root, text); //stop
`,
      ['origin(b)', 'origin(P1:root)', 'origin(P1:text)'],
    ));

  it('takes nothing for computed that a native may have taken out of what it was given', () =>
    check(
      `
const base = { v: 2 * 3 }, map = new Map([['k', base.v]]), list = [1, base.v];
const x = Object.assign({}, base).v;
const y = map.values().next().value;
const z = Array.from(list)[1];
const frozen = Object.freeze(base);
const text = JSON.parse(JSON.stringify(base)).v; //P6
console.log(x, y, z, frozen, text); //stop
`,
      ['origin(x)', 'origin(P1:y)', 'origin(P1:z)', 'origin(P1:frozen)', 'origin(P1:text)'],
      {
        P2: { status: 'not-found' },
        P3: { status: 'located', line: 2 },
        P4: { status: 'located', line: 2 },
        P5: { status: 'located', line: 2 },
      },
    ));

  it('says where copies cannot be followed', () =>
    check(
      `
const eight = 4 * 2;
function show(v) {
  console.log(v); //stop
}
[eight].map((n) => show.bind(null, n))[0]();
`,
      ['origin(v)'],
      { P2: { status: 'not-found', reason: 'It was followed to line 3 of program.js; but what called this function by itself gave it.' } },
    ));

  it('follows elements of Sets, in each way to them', () =>
    check(
      `
const v = 2 + 2; //P2 P3 P4 P5 P6 P7
const s = new Set([1, v]), t = new Set();
t.add(7).add(v);
let a, b;
for (const one of s) if (one > 1) a = one;
t.forEach((one) => { if (one < 7) b = one; });
const [, c] = t, d = [...s][1], e = [...t.values()][1], f = Array.from(s)[1];
console.log(a, b, c, d, e, f); //stop
`,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `origin(P1:${name})`),
    ));

  it('follows what Maps are made of, and their keys', () =>
    check(
      `
const v = 2 + 2, key = 'k' + 1, o = { z: 8 / 2 }; //P2 P3 P4 P5 P6
const pairs = [['a', 1], ['b', v]];
const m = new Map(pairs), n = new Map([['c', 2], [key, v]]), p = new Map(m), q = new Map(Object.entries(o));
const a = m.get('b'), b = n.get(key), c = p.get('b'), d = q.get('z');
let k;
for (const [one] of n) k = one;
console.log(a, b, c, d, k); //stop
`,
      ['a', 'b', 'c', 'd', 'k'].map((name) => `origin(P1:${name})`),
      { P2: { column: 7 }, P5: { column: 39 }, P6: { column: 18, after: 'k1' } },
    ));

  it('follows members of what is written there, and says so of functions that natives have made', () =>
    check(
      `
const a = 1 + 1, o = { p: 2 + 2 }; //P2 P3 P4
let i = 1;
const x = [0, a][i], y = (i > 0 ? o : null).p, z = { q: a }['q'];
const twice = require('node:util').deprecate((n) => n * 2, 'old');
const w = twice(a);
console.log(x, y, z, w); //stop
`,
      ['origin(x)', 'origin(P1:y)', 'origin(P1:z)', 'origin(P1:w)'],
      { P5: { reason: 'It was followed to line 6 of program.js; but `twice` hands on what it was made of.' } },
    ));
});
