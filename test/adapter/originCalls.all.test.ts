import { check } from '../support/querying.js';

describe('origin, through calls,', () => {
  it('follows what a function returned, and then within it', () =>
    check(
      `
function make(a) {
  const doubled = a * 2; //P2
  return doubled;
}
const x = make(4);
const o = { v: x };
console.log(o.v); //stop
`,
      ['origin(o.v)'],
      { P2: { column: 9, after: 8 } },
    ));

  it('follows to the return that computed it', () =>
    check(
      `
function make(a) {
  if (a > 100) return 0;
  return a * 2; //P2
}
const x = make(4);
console.log(x); //stop
`,
      ['origin(x)'],
      { P2: { column: 10, after: 8, function: 'make' } },
    ));

  it('follows parts of what nested calls of arrow functions returned', () =>
    check(
      `
const id = (v) => v;
const wrap = (v) => ({ inner: id(v) });
const seed = Math.max(3, 4); //P2
const r = wrap(seed).inner;
console.log(r); //stop
`,
      ['origin(r)'],
      { P2: { after: 4 } },
    ));

  it('follows the argument that a call gave', () =>
    check(
      `
function f(p) {
  console.log(p); //stop
}
function g(q) { return q + 1; } //P2
f(g(2));
`,
      ['origin(p)'],
      { P2: { function: 'g', after: 3 } },
    ));

  it('follows methods that put into a container and get from it', () =>
    check(
      `
class Repo {
  #rows = new Map();
  add(k, v) { this.#rows.set(k, v); return this; }
  get(k) { return this.#rows.get(k); }
  find(k) { const r = this.#rows.get(k); return r; }
}
const repo = new Repo();
const value = [1, 2].length; //P2
repo.add('a', value).add('b', 9);
const f = repo.find('a');
console.log(f); //stop
`,
      ['origin(f)'],
      { P2: { after: 2 } },
    ));

  it('follows what an async function returned, whatever others return meanwhile', () =>
    check(
      `
async function inner(n) {
  await null;
  const w = n + 1; //P2
  return w;
}
async function main() {
  const v = await inner(4);
  console.log(v); //stop
}
main(); inner(7);
`,
      ['origin(v)'],
      { P2: { after: 5 } },
    ));

  it('follows what a generator yielded to a loop', () =>
    check(
      `
function* g() {
  const a = 3 * 2; //P2
  yield 1;
  yield a;
}
for (const x of g()) {
  if (x > 1) {
    console.log(x); //stop
  }
}
`,
      ['origin(x)'],
      { P2: { after: 6 } },
    ));

  it('follows what an async generator yielded', () =>
    check(
      `
async function* g(n) { const b = n + 1; await null; yield b; } //P2
async function main() {
  for await (const x of g(1)) {
    console.log(x); //stop
  }
}
main();
`,
      ['origin(x)'],
      { P2: { after: 2 } },
    ));

  it('follows what is sent into a generator, and what next gives', () =>
    check(
      `
function* g() {
  const a = 3 * 2; //P2
  const got = yield a;
  yield got;
}
const it = g();
const x = it.next().value;
const seven = 3 + 4; //P3
const y = it.next(seven).value;
console.log(x, y); //stop
`,
      ['origin(x)', 'origin(P1:y)'],
      { P2: { after: 6 }, P3: { after: 7 } },
    ));

  it('follows the element that a callback was given, taken apart', () =>
    check(
      `
const rows = [{ v: 2 * 3 }, { v: 4 }]; //P2
let kept;
rows.forEach(({ v }) => { kept ??= v; });
console.log(kept); //stop
`,
      ['origin(kept)'],
      { P2: { after: 6 } },
    ));

  it('follows the element of an index that the callback was given too', () =>
    check(
      `
const rows = [6, 6].map((x) => x * 1);
const other = [6, 6];
other[1] = 2 * 3; //P2
let kept;
other.forEach((x, i) => { kept = x; });
console.log(kept); //stop
`,
      ['origin(kept)'],
      { P2: { after: 6 } },
    ));

  it('follows into another module', () =>
    check(
      '',
      ['origin(v)'],
      { P2: { after: 1 } },
      {
        files: {
          'program.mjs': `import { load } from './lib.mjs';
const v = load('k');
console.log(v); //stop
`,
          'lib.mjs': `const cache = { k: [1].length }; //P2
export function load(k) { return cache[k]; }
`,
        },
      },
    ));

  it('tells calls of an async function apart by what was awaited, also where they return the same', () =>
    check(
      `
async function inner(n) {
  const w = n.flag;
  await null;
  return w;
}
const a = { flag: true }, b = {};
b.flag = a !== null; //P2
async function main(d) {
  const v = await inner(d);
  await null; await null;
  if (d === b)
    console.log(v); //stop
}
main(a); main(b);
`,
      ['origin(v)'],
      { P2: { after: true } },
    ));

  it('says where it cannot be told which of several calls gave it', () =>
    check(
      `
async function inner(n) {
  await null;
  return n * 0 + 1;
}
async function main(d) {
  const p = inner(d);
  const v = await p;
  await null; await null;
  console.log(v); //stop
}
main(1); main(2);
`,
      ['origin(v)'],
      {
        P2: {
          status: 'not-found',
          line: null,
          reason: 'It was followed to line 7 of program.js; but which call of `inner` gave it cannot be told: several returned the same.',
        },
      },
    ));

  it('follows through call, apply, Reflect and constructors that hand all on', () =>
    check(
      `
function set(o, v) { o.v = v; }
class Base { constructor(v) { this.v = v; } }
class Middle extends Base {}
class Derived extends Base { constructor(...all) { super(...all); } }
const eight = 4 * 2; //P2 P3 P4 P5 P6 P7
const a = {}, b = {}, c = {};
set.call(null, a, eight);
set.apply(null, [b, eight]);
const list = [c, eight];
Reflect.apply(set, null, list);
const d = new Middle(eight), e = new Derived(eight), f = Reflect.construct(Base, [eight]);
console.log(a.v); //stop
`,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `origin(P1:${name}.v)`),
    ));

  it('follows through getters and setters', () =>
    check(
      `
class Box {
  #v = 0;
  w = 2;
  get v() { const kept = this.#v; return kept; }
  set v(value) { this.#v = value; }
  get area() { return this.w * 3; } //P3
}
const box = new Box();
const sixteen = 4 * 4; //P2
box.v = sixteen;
const x = box.v, y = box.area;
console.log(x, y); //stop
`,
      ['origin(x)', 'origin(P1:y)'],
    ));

  it('follows functions that bind has made, and what it was given', () =>
    check(
      `
const v = 2 + 3, w = 3 * 3; //P2 P3
function f(x, y, z) {
  if (z !== 1) return z * 2; //P4
  console.log(x, y, z); //stop
}
const g = f.bind(null, v), h = g.bind(null, w); //P5
const r = h(4);
const s = r && h(1);
`,
      ['origin(x)', 'origin(P1:y)', 'origin(P1(1):r)', 'created(P1(1):h)'],
      { P2: { column: 7 }, P3: { column: 18 }, P4: { after: 8 }, P5: { column: 32 } },
    ));

  it('says so where it is not known what has called a function', () =>
    check(
      `
class A {
  on(n) {
    console.log(n); //stop
  }
}
const v = 6 * 7;
setTimeout(new A().on, 1, v);
`,
      ['origin(n)'],
      { P2: { reason: 'It was followed to line 3 of program.js; but what called this function by itself gave it.' } },
    ));

  it('follows what generators were given when they were called', () =>
    check(
      `
function* g(p, q = p) {
  yield 0;
  if (q === 8) {
    console.log(p, q); //stop
  }
  yield p;
}
const v = 3 + 3; //P2 P4
const [, x] = g(v);
const it = g(x, 8); //P3
it.next();
for (const y of [...it]) y;
`,
      ['origin(p)', 'origin(P1:q)', 'origin(P1(1):x)'],
      { P2: { after: 6 } },
    ));

  it('follows what generators have others yield, what these return and are sent', () =>
    check(
      `
const xs = [1, 2 * 2]; //P2
let got, result;
function* inner(n) {
  yield n * 5; //P3
  got = yield 1;
  return n + 100; //P5
}
function* outer() {
  yield* xs;
  result = yield* inner(2);
}
const it = outer();
it.next();
const a = it.next().value;
const b = it.next().value;
it.next();
const sent = 7 * 7; //P4
it.next(sent);
console.log(a, b, got, result); //stop
`,
      ['origin(a)', 'origin(P1:b)', 'origin(P1:got)', 'origin(P1:result)'],
      { P2: { after: 4 }, P3: { after: 10 }, P4: { after: 49 }, P5: { after: 102 } },
    ));
});
