import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'loops over generators that stand behind them, one of which fails when it goes on': [
    `let n = 0;
function main() {
  for (const e of gen(2)) n += e;
  for (let i = 0; i < 2; i++) if (n > i) n++;
  try {
    for (const e of gen(3)) n += e;
  } catch (error) {
    n *= 2;
  }
  if (n > 3) return n; //stop
}
main();
function* gen(most) {
  yield 1;
  for (let i = 0; i < most; i++) if (i > 1) throw new RangeError('no');
  yield 2;
}
`,
    ['lastChange(n)', 'lastCondition(P2)', 'lastChange(P1:n)[-2]', 'lastChange(P1:n)[-3]', 'lastChange(P1:n)[-4]', 'lastCondition(P6)'],
  ],
  'calls of what has no name': [
    `let n = 0;
const o = { delete(f) { return f?.() ?? n++; }, get(f) { return (0, f)(); }, list: [(f) => f()] };
class P { #p(f) { return (f)(); } call(f) { return this.#p(f); } }
const make = () => (f) => f.call(null);
const deep = () => n++; //stop
make()(() => o.list[0](() => new P().call(() => o.get(() => o['get'](() => o.delete(deep))))));
console.log(n);
`,
    ['lastChange(n)'],
  ],
  'methods that are private, or called as those of Maps and Sets are': [
    `class Repo {
  rows = new Map();
  get(id) { return this.rows.get(id); }
  set(id, row) { this.rows.set(id, row); return this.#has(id); }
  #has(id) { return this.rows.has(id); }
  add(id) { this.last = id; return this; }
}
const repo = new Repo(), want = { id: 'k' };
const isThere = repo.set(want.id, [1 + 1]);
const row = repo.get(want.id), last = repo.add(want.id).last;
row; //stop
`,
    ['origin(isThere)', 'origin(P1:row[0])', 'origin(P1:row)', 'origin(P1:last)'],
  ],
  'a cache that is given how to make what it holds': [
    `class Cache {
  #held = new Map();
  get(key, make) { if (!this.#held.has(key)) this.#held.set(key, make(key)); return this.#held.get(key); }
  has(key) { return this.#held.has(key) && key.length > 0; }
}
const cache = new Cache();
const made = cache.get('x', (k) => ({ k, n: 1 })), again = cache.get('x');
const n = cache.get('x').n, isHeld = cache.has('x');
const { k } = cache.get('x');
k; //stop
`,
    ['origin(again)', 'origin(P1:n)', 'origin(P1:isHeld)', 'origin(P1:k)', 'lastChange(P1:cache.get(k))'],
  ],
  'optional calls, of which a frame is at the bracket': [
    `let n = 0;
const add = () => n++; //stop
const o = { add(f) { return f?.(); }, p: { add(f) { o?.add(f); } } };
class B { constructor() { this.init?.(add); } }
class C extends B { init(f) { o.p?.add?.(f); } }
new C();
`,
    ['lastChange(n)', 'lastCondition(P1)', 'lastChange(P1(1):f)'],
  ],
  'exceptions that are caught': [
    `function check(n) { if (n > 1) throw new RangeError('no'); return n; }
let seen = null;
try { seen = check(2); } catch (error) { seen = error.message; }
console.log(seen); //stop
`,
    ['lastChange(seen)', 'lastCondition(P2)'],
  ],
  'what an origin meets: tests, entries, a throw, and a part of what was made': [
    `class Failure extends Error { constructor(code) { super('failed: ' + code); this.code = code; } }
const base = { u: 1, v: 3 - 1 };
const map = new Map([['a', base]]);
function pick(list, want) { return want > 1 ? list[0] : list[1]; }
function fail(n) { if (n > 1) throw new Failure(base.v); return n; }
let x, y, z, kept = { size: null };
for (const [, one] of map) x = one.v;
({ v: y } = base);
try { fail(2); } catch (error) { z = error.code; }
const w = kept.size ?? pick([x, 7], x);
console.log(w, x, y, z); //stop
`,
    [...'wxz'].map((name) => `origin(P1:${name})`),
  ],
  'exceptions behind a point, and which nothing else asks about': [
    `const list = Object.freeze([3]);
const state = { value: 0, left: [1] };
function change() {
  state.value = 1;
  try { list.push(1); } catch {}
  try { state.left = null; state.left.length = 2; } catch (error) { state.error = error; }
}
change();
console.log(state.value, state.left); //stop
`,
    ['lastChange(state.value)', 'exceptionAfter(P2)', 'exceptionAfter(P2)[1]', 'lastChange(P4:state.left)', 'lastChange(P1:state.left)'],
  ],
  'variables that each iteration of a loop has for itself': [
    `const calls = [];
let out = 0;
for (let i = 0, j = 9; i < 4; i += 1) {
  calls.push({ up() { i += 10; return i; }, get: () => [i, j] });
  if (i === 2) j += calls.length;
  out = i + j;
}
calls[0].up();
calls[2].up();
for (let q = (() => 5)(), r = () => q; q < 7; q++) {
  calls.push({ get: r, up: () => ++q });
  if (q === 6) out = q;
}
calls[4].up();
const z = calls[2].get(), y = calls[4].get();
console.log(out, z, y); //stop
`,
    [
      'lastChange(out)',
      'lastCondition(P2)',
      'lastChange(P2:q)',
      'lastChange(P2:q)[-2]',
      'origin(P1:z[0])',
      'lastChange(P1:z[1])',
      'origin(P1:y)',
      'lastChange(P1:out)[-3]',
      'lastChange(P9:j)',
    ],
  ],
  'callers that call by no expression: a getter, and what is spread': [
    `const made = { get twice() { return 3 * this.b; }, b: 1 };
function* given(p, q = p) { yield 0; if (q === 8) seen = p + q; yield p; }
function id(x) { return x; }
let seen = null, f = made.b;
f = 3; f = id(4);
made.b = made.twice + f;
const it = given(7, 8);
it.next();
const all = [...it];
console.log(seen, made.b, all); //stop
`,
    ['lastChange(seen)', 'origin(P1:made.b)', 'lastChange(P1:made.twice)', 'origin(P1:all[0])'],
  ],
  'generators that are written where they are called': [
    `const n = (x) => x * 2;
async function main() {
  const v = n(13) + 0;
  const own = (function* () { yield n(21); yield v; })(), later = (async function* () { yield n(22); yield v; })();
  own.next();
  const a = own.next().value;
  await later.next();
  const b = (await later.next()).value;
  const [c] = [...(function* (given) { yield given; })(v)];
  console.log(a, b, c); //stop
}
main();
main();
`,
    ['origin(a)', 'origin(P1:b)', 'origin(P1:c)'],
  ],
  'how often an element was stored, whatever became of the length': [
    `const list = [], re = /a/;
const kept = { re: null };
for (const k of [0, 1, 5, 2, 9]) list[k] = k;
for (let i = 0; i < 3; i++) { list[20] = i; list[30 + i] = i; }
list.length = 33;
kept.re = re;
kept.re = { f: list.length };
console.log(list, kept); //stop
`,
    [
      'lastChange(list[2])',
      'lastChange(P1:list[20])',
      'lastChange(P1:list.length)',
      'lastChange(P1:list.length)[-2]',
      'lastChange(P1:list.length)[-4]',
      'lastChange(P1:kept.re)',
      'lastChange(P1:kept.re)[-2]',
    ],
  ],
  'lists that an origin looks through, literals in tests, and functions of blocks': [
    `function f(x) {
  if (x) {
    function inner() { return 2; }
  }
  const set = new Set([4, x]), map = new Map([[x, 2]]), o = { a: 1, b: x };
  for (const one of [2, x + 2]) { if (one > 2) { set.add(one); } }
  let got, kept;
  for (const one of set) if (one < 2) got = one;
  [6, 6].forEach((one, at) => { kept = one; });
  const [k] = [...map.keys()], v = Object.values(o)[1], w = [...set][0];
  console.log(inner, set.size, got, kept, k, v, w); //stop
}
f(1);
`,
    [
      'lastChange(P1:inner)',
      'lastChange(P1:set.has(3))',
      'lastCondition(P3)',
      'lastCondition(P4)',
      ...['got', 'v', 'w'].map((name) => `origin(P1:${name})`),
      'lastChange(P1:map.get(7))',
    ],
  ],
  'exceptions behind a point in what is awaited, also of calls that go on together': [
    `async function fetchRow(n) {
  await null;
  if (n === 2) throw new TypeError('two');
  throw new RangeError('other');
}
async function through(n) { return await fetchRow(n); }
async function run(n) {
  const state = { n };
  state.started = true;
  try { await through(n); } catch {}
  const kept = through(5);
  kept.then(null, () => {});
  return state;
}
Promise.all([run(1), run(2), run(3)]).then(([, state]) => {
  console.log(state.started); //stop
});
`,
    ['lastChange(state.started)', 'exceptionAfter(P2)'],
  ],
  'fields that classes initialise, of bases, of what extends them, and without constructors': [
    `let seen = 0;
class A { at = (seen += 1); }
class B {
  at = (seen += 2);
  constructor(x) { this.x = x; }
}
class C extends B { own = (seen += 3); }
class D extends B {
  own = (seen += 4);
  constructor() {
    super(1);
    this.y = seen;
  }
}
class E { f = () => { seen += 7; }; }
function make() { return [new A(), new B(3), new C(4), new D()]; }
make();
new E().f();
const kept = new A();
console.log(seen, kept); //stop
`,
    ['lastChange(seen)', ...[2, 3, 4, 5, 6, 7].map((index) => `lastChange(P1:seen)[-${index}]`), 'lastChange(P1:kept.at)'],
  ],
};

describe('two providers, one answer: calls, exceptions and loops', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
