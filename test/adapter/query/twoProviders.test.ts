import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { readQuestions } from '../../../adapter/operations/askedChain.js';
import { whyRecorded, type RecordedWhere } from '../../../adapter/operations/whyRecorded.js';
import { jsonPoint } from '../../../adapter/querypoints/report/reportJson.js';
import { why } from '../../support/querying.js';
import { comparable } from '../../soundness/providers/compareProviders.js';
import { recorded } from '../../support/recorded.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'a field, a condition, a counter and what was made': [
    `class Row { open = true; constructor(n) { this.n = n; } settle() { this.open = false; } }
const rows = [new Row(1), new Row(2)];
let count = 0;
function pick(list, want) {
  let found = null;
  for (const row of list) {
    if (row.n === want) found = row;
    count++;
  }
  return found;
}
const row = pick(rows, 2);
if (count > 1) row.settle();
console.log(row.open, count); //stop
`,
    ['lastChange(row.open)', 'lastCondition(P2)', 'lastChange(P1:count)', 'lastChange(P1:row)', 'created(P1:row)'],
  ],
  'recursion, where the binding decides': [
    `function walk(n, seen) {
  let own = n * 2;
  if (n > 0) walk(n - 1, seen);
  own = own + seen.length;
  seen.push(own);
  return own;
}
const seen = [];
const last = walk(3, seen);
console.log(last, seen); //stop
`,
    ['lastChange(seen[3])', 'lastChange(P1:last)'],
  ],
  'what functions gave, however they are kept': [
    `const id = (x) => x;
const o = { m(x) { return x; }, f: function (x) { return x; } };
class C { constructor() { this.h = (x) => x; } m(x) { return x; } static s(x) { return x; } f = (x) => x; }
function P() {} P.prototype.q = function (x) { return x; };
function outer() { return inner; function inner(x) { return x; } }
const made = outer(), c = new C(), p = new P();
const a = id(1), b = o.m(2), d = o.f(3), e = c.m(4), f = C.s(5), g = c.f(6), h = c.h(7), i = made(8), k = p.q(10);
const l = Math.max(3, a);
console.log(a); //stop
`,
    [...'aefk'].map((name) => `origin(P1:${name})`),
  ],
  'entries, deletions and indices from the end': [
    `const m = new Map();
for (let i = 0; i < 3; i++) m.set('k', i);
const o = { a: 1 };
delete o.a;
o.a = 5;
console.log(m, o); //stop
`,
    [`lastChange(m.get('k'))`, `lastChange(P1:m.get('k'))[-2]`, 'lastChange(P1:o.a)'],
  ],
};

/** The same, which were answered wrongly once. */
const others: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'a loop that awaits, and what is called behind it': [
    `async function* gen() { await null; yield 1; yield 2; }
function given(a, b = a) { return b; }
async function main() {
  let v = 0;
  for await (const e of gen()) v = e;
  const w = given(v);
  console.log(w); //stop
}
main();
`,
    ['lastChange(v)', 'lastChange(v)[-2]', 'lastCondition(P2)'],
  ],
  'properties of the global object, however they are named': [
    `plain = 1;
globalThis.named = 2;
const o = { f: 1 };
o.f = 3;
function sloppy() { this.own = 4; }
sloppy();
plain = 5;
console.log(plain, named, own, o); //stop
`,
    [
      'lastChange(plain)',
      'lastChange(plain)[-2]',
      'lastChange(P1:named)',
      'lastChange(P1:own)',
      'lastChange(P1:globalThis.named)',
      'lastChange(P1:o.f)',
    ],
  ],
  'calls of natives, of which those count that write': [
    `const a = [3, 1, 2];
const m = new Map();
const o = {};
for (let i = 0; i < 3; i++) {
  a.push(...(i === 1 ? [] : [i, i]));
  if (i > 0) m.set('k', i);
  Object.assign(o, { f: i, g: 1 }, { get h() { return i; } });
  [5, 6].forEach((one) => a.push(one));
}
a.sort((x, y) => x - y);
console.log(a, m, o); //stop
`,
    ['lastChange(a[2])', 'lastChange(P1:a[2])[-2]', `lastChange(P1:m.get('k'))`, 'lastChange(P1:o.f)', 'lastChange(P1:a.length)'],
  ],
  'a function at the very beginning, and a closure that has no scope of its own': [
    `function count(depth) {
  let steps = 0;
  const read = () => {
    return steps; //stop
  };
  steps += 2;
  return read;
}
count(1)();
`,
    ['lastChange(steps)', 'lastChange(steps)[-2]'],
  ],
  'names of functions: written, inferred, bound, native, changed, and none': [
    `const o = {};
o.written = function own() {};
o.inferred = [() => 1][0];
const arrow = () => 2;
o.arrow = arrow;
o.bound = arrow.bind(null, 1);
o.native = Math.max;
o.made = class Made {};
o.hidden = class { static get name() { throw new Error('asked'); } };
o.kept = class { static name = 5; };
o.renamed = function before() {};
Object.defineProperty(o.renamed, 'name', { value: 'after' });
o.again = o.renamed;
console.log(o); //stop
`,
    ['written', 'inferred', 'arrow', 'bound', 'native', 'made', 'hidden', 'kept', 'renamed', 'again'].map(
      (name) => `lastChange(P1:o.${name})`,
    ),
  ],
  'values that natives and bound functions gave': [
    `const add = (a, b) => a + b;
const addOne = add.bind(null, 1);
const list = [1, 2].map((x) => x);
const a = addOne(4), b = Math.max(3, 1), c = [...list].reverse(), d = JSON.parse('[7]'), e = [1, 2].map((x) => x)[1];
console.log(a, b, c, d, e); //stop
`,
    [...'abcde'].map((name) => `origin(P1:${name})`),
  ],
  'functions that wait, for each other, for a variable, and for all of a list': [
    `const seen = [];
async function inner(n) {
  await null;
  seen.push(n);
  if (n === 5)
    console.log(seen); //stop
  return n + 1;
}
async function mid(n) { const p = inner(n); await null; await null; return await p; }
async function all(list) { return Promise.all(list.map(async (n) => { await null; const x = await inner(n); return x; })); }
async function main() {
  if (seen.length === 0) await mid(4);
  if (seen.length === 1) await all([1, 5, 7]);
}
main();
`,
    ['lastChange(seen[2])', 'lastChange(P1:seen[0])', 'lastCondition(P1)', 'lastCondition(P4)', 'lastCondition(P3)'],
  ],
  'what was rejected, and who waits behind the handler': [
    `let a = 0, b = 0;
async function late(n) { await null; throw new Error('l' + n); }
async function tries(n) {
  if (n > 0) try { await late(n); } catch (one) { a = one.message; } finally { b++; }
  try { await Promise.reject(n); } finally { await null; b++; }
}
async function main() {
  if (b === 0) try { await tries(1); } catch { b++; }
  console.log(a, b); //stop
}
main();
`,
    ['lastChange(a)', 'lastCondition(P2)', 'lastChange(P1:b)', 'lastChange(P1:b)[-2]', 'lastChange(P1:b)[-3]'],
  ],
  'functions whose parameters are still evaluated': [
    `const fs = [];
for (let i = 0; i < 2; i++) {
  fs.push(function (a, b = i > 0 ? show(a) : 0) {
    show(b);
  });
}
function show(x) {
  console.log(x); //stop
}
if (fs.length) {
  fs[1](7);
}
`,
    ['lastChange(P1(1):a)', 'lastCondition(P2)'],
  ],
  'keys that only the run knows, passed more than once': [
    `const o = { f: 0 };
for (let i = 0; i < 5; i++) {
  for (const key of ['f', 'g']) o[key] = i;
}
console.log(o); //stop
`,
    ['lastChange(o.f)', 'lastChange(P1:o.g)[-2]'],
  ],
  'loops that have generators go on, which no call of the text does': [
    `const seen = [];
let deep = 0;
function note(n) { seen.push(n); deep = n; }
function* gen(n) {
  for (let i = 0; i < n; i++) { note(i); yield i; }
  note(-n);
  if (seen.length === 14) console.log(seen, deep); //stop
}
function run() {
  const o = {};
  for (o.x of gen(1)) note(7);
  const it = gen(2);
  it.next();
  it.next();
  for (const z of it) note(z);
  for (let q of gen(0)) note(q);
  for (const [a] of (function* () { note(8); yield [1]; note(9); })()) { note(a); }
  for (const a of gen(1)) { for (const b of [1]) note(b); }
}
run();
`,
    [
      'lastChange(deep)',
      'lastChange(P1:deep)[-2]',
      'lastChange(P1:deep)[-4]',
      'lastChange(P1:deep)[-6]',
      'lastChange(P1:deep)[-9]',
      'lastChange(P1:deep)[-10]',
      'lastCondition(P1)',
    ],
  ],
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

describe('two providers, one answer', () => {
  for (const [name, [text, ask]] of Object.entries({ ...programs, ...others }))
    it(name, async () => {
      const line = text.split('\n').findIndex((one) => one.includes('//stop')) + 1;
      const live = await why({ files: { 'program.js': text }, ask });
      const run = await recorded({ 'program.js': text });
      try {
        const stop = { kind: 'line', file: join(run.folder, 'program.js'), line, column: null, hit: 1, when: null } as const;
        const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(ask, []) });
        assert.deepEqual([result.executions, result.isDeterministic], [0, null]);
        const points = result.points.map((point) => jsonPoint(point, result, run.folder));
        assert.deepEqual(
          points.map((point) => comparable(point)),
          live.points.map((point) => comparable(point)),
        );
      } finally {
        run.dispose();
      }
    });

  it('stops in the static block of a class, which has a name for itself there', async () => {
    const text = `let n = 0;
class A {
  static first = n > 0 ? 1 : (n = 5);
  static {
    for (let i = 0; i < 9; i++) {
      if (i % 4 === 3)
        A.last = i;
    }
  }
}
`;
    const run = await recorded({ 'program.js': text });
    try {
      const stop = { kind: 'line', file: 'program.js', line: 7, column: null, hit: 2, when: null } as const;
      const asked = readQuestions(['lastChange(P1:i)', 'lastChange(P1:n)', 'lastChange(P1:A.first)', 'lastCondition(P1)'], []);
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...asked });
      assert.deepEqual(
        points.map(({ status, position }) => [status, position?.line ?? null]),
        [
          ['located', 7],
          ['located', 5],
          ['located', 3],
          ['not-recorded', null],
          ['located', 6],
        ],
      );
    } finally {
      run.dispose();
    }
  });

  it('stops in a loop behind a call, where nothing of the statement is recorded', async () => {
    const text = `let n = 0;
function f(x) { return x; }
function more() { n++; return n < 5; }
for (let i = 0; i < 9; i++) {
  i++; f(i);
  void 0; //stop
}
while (more()) {
  f(n);
  void 1;
}
`;
    const run = await recorded({ 'program.js': text });
    try {
      const told: unknown[] = [];
      for (const [line, hit, ask] of [
        [6, 3, 'lastChange(i)'],
        [9, 3, 'lastChange(n)'],
        [10, 3, 'lastChange(n)'],
      ] as const) {
        const stop = { kind: 'line', file: 'program.js', line, column: null, hit, when: null } as const;
        const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions([ask], []) });
        told.push([points[1]?.position?.line, points[1]?.after]);
      }
      const number = (of: number) => ({ kind: 'primitive', type: 'number', text: String(of) });
      assert.deepEqual(told, [
        [5, number(5)],
        [3, number(3)],
        [3, number(3)],
      ]);
    } finally {
      run.dispose();
    }
  });

  it('stops at the throw that ended the program, at an event, and where a condition holds', async () => {
    const text = `function check(n) {
  const half = n / 2;
  if (half > 1) throw new RangeError('too much: ' + n);
  return half;
}
for (let n = 0; n < 9; n++) check(n);
`;
    const run = await recorded({ 'program.js': text });
    try {
      const live = await why({ files: { 'program.js': text }, stop: 'uncaught', ask: ['lastChange(half)', 'lastCondition(P1)'] });
      const asked = { recording: run.file, cwd: run.folder, ...readQuestions(['lastChange(half)', 'lastCondition(P1)'], []) };
      const points = async (stop: RecordedWhere): Promise<readonly unknown[]> => {
        const result = await whyRecorded({ ...asked, stop });
        return result.points.map((point) => comparable(jsonPoint(point, result, run.folder)));
      };
      assert.deepEqual(
        await points({ kind: 'uncaught' }),
        live.points.map((point) => comparable(point)),
      );
      const thrown = run.event('exceptionHistory()', {});
      assert.deepEqual(
        await points({ kind: 'event', event: thrown }),
        live.points.map((point) => comparable(point)),
      );
      const line = { kind: 'line', file: 'program.js', line: 3, column: null, hit: 1 } as const;
      const [stop, change] = (await points({ ...line, when: 'half === 1.5' })) as readonly Record<string, unknown>[];
      assert.deepEqual([stop?.['status'], change?.['after']], ['located', 1.5]);
    } finally {
      run.dispose();
    }
  });

  it('knows who runs while a `for await` waits', async () => {
    const text = `let n = 0;
async function* gen(k) { for (let i = 0; i < k; i++) yield i; }
async function main() {
  for await (const e of gen(2)) n = e;
  lab: for await (const c of 'ab') for (;;) continue lab;
  for await (const e of gen(3)) { if (e) return e; }
}
main();
n = 10;
`;
    const run = await recorded({ 'program.js': text });
    try {
      assert.deepEqual(run.rows('returnValueHistory(method: "main")', 'outcome', 'result'), [['return', 1]]);
      assert.deepEqual(run.rows('localVariableHistory(function: "", variable: "n")', 'function', 'after'), [
        ['', 0],
        ['', 10],
        ['main', 0],
        ['main', 1],
      ]);
    } finally {
      run.dispose();
    }
  });

  it('stops where control is, behind a loop, a default, an optional call and a handler', async () => {
    const text = `let y = 0, z = 0, w = 5;
const a = [1, 2];
for (const x of a) z += x;
y = 1;
y = 2;
({ p: z = 9, q: y } = { p: 4, q: 3 });
y = 4;
w ??= 6;
y = 5;
a.q?.(1);
y = 6;
function f(k = 3) { return k; }
f(2);
y = 7;
try { y = 8; null.x; } catch (e) { y = 9; }
y = 10;
for (const k in { g: 1 }) y = 11;
y = 12;
y = 13;
`;
    const run = await recorded({ 'program.js': text });
    try {
      const told: (readonly [number, unknown])[] = [];
      for (const line of [4, 5, 7, 8, 9, 11, 14, 16, 18, 19]) {
        const stop = { kind: 'line', file: 'program.js', line, column: null, hit: 1, when: null } as const;
        const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(['lastChange(y)'], []) });
        told.push([line, result.points[1]?.position?.line]);
      }
      const wanted = [4, 5, 7, 8, 9, 11, 14, 16, 18, 19].map((line, at) => [line, [1, 4, 6, 7, 7, 9, 11, 15, 17, 18][at]]);
      assert.deepEqual(told, wanted);
    } finally {
      run.dispose();
    }
  });

  it("answers in the sources of a compiler's text whose map lies beside it, also when both are gone", async () => {
    const source = `enum Size { small = 1, large = 4 }
const sizes: number[] = [];
for (const one of [Size.small, Size.large])
  if (one > Size.small) sizes.push(one);
console.log(sizes[0]); //stop
`;
    const options = { loader: 'ts', sourcemap: true, sourcefile: '../source.ts', sourcesContent: false, format: 'cjs' } as const;
    const { code, map } = transformSync(source, options);
    const files = {
      'out/program.js': `${code}//# sourceMappingURL=program.js.map\n`,
      'out/program.js.map': map,
      'source.ts': source,
    };
    const ask = ['lastChange(sizes[0])', 'lastCondition(P2)'];
    const live = await why({ files, stop: 'source.ts:5', ask });
    const run = await recorded(files);
    try {
      for (const path of Object.keys(files)) rmSync(join(run.folder, path));
      const stop = { kind: 'line', file: join(run.folder, 'source.ts'), line: 5, column: null, hit: 1, when: null } as const;
      const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop, ...readQuestions(ask, []) });
      const points = result.points.map((point) => jsonPoint(point, result, run.folder));
      assert.deepEqual(
        points.map((point) => comparable(point)),
        live.points.map((point) => comparable(point)),
      );
      assert.deepEqual(
        points.map((point) => {
          const { file, line, text } = point as Record<string, unknown>;
          return [file, line, text];
        }),
        [
          ['source.ts', 5, 'console.log(sizes[0]); //stop'],
          ['source.ts', 4, 'if (one > Size.small) sizes.push(one);'],
          ['source.ts', 4, 'if (one > Size.small) sizes.push(one);'],
        ],
      );
    } finally {
      run.dispose();
    }
  });

  it('says that it does not know what code of texts has put into the global object', async () => {
    const text = `require('vm').runInThisContext('var made = 1');
const o = { made };
console.log(o); //stop
`;
    const run = await recorded({ 'program.js': text });
    try {
      const line = { kind: 'line', file: 'program.js', line: 3, column: null, hit: 1, when: null } as const;
      const asked = readQuestions(['lastChange(made)'], []);
      const { points } = await whyRecorded({ recording: run.file, cwd: run.folder, stop: line, ...asked });
      assert.equal(points[1]?.status, 'not-recorded');
    } finally {
      run.dispose();
    }
  });

  it('records as deep as the program calls itself without probes', async () => {
    const text = `let depth = 0;
function down(n, most) { depth = n; let sum = n; if (n < most) sum += down(n + 1, most); return sum; }
down(0, 7000);
console.log(depth); //stop
`;
    const run = await recorded({ 'program.js': text }, { budget: 10 });
    try {
      assert.deepEqual(run.rows('exceptionHistory()', 'exception'), []);
    } finally {
      run.dispose();
    }
  });

  it('says what was only counted: not-recorded, with the place', async () => {
    const text = `const o = { n: 0, kept: 1 };
for (let i = 0; i < 40; i++) o.n = i;
console.log(o); //stop
`;
    const run = await recorded({ 'program.js': text }, { budget: 10 });
    try {
      const line = { kind: 'line', file: 'program.js', line: 3, column: null, hit: 1, when: null } as const;
      const result = await whyRecorded({ recording: run.file, cwd: run.folder, stop: line, ...readQuestions(['lastChange(o.n)'], []) });
      assert.deepEqual(
        result.points.map(({ status }) => status),
        ['not-recorded', 'not-recorded'],
      );
      assert.match(result.points[0]?.reason ?? '', /line 3/);
    } finally {
      run.dispose();
    }
  });
});
