import { check } from '../support/querying.js';

describe('origin, of what no place holds,', () => {
  it('follows parts of what new has just made', () =>
    check(
      `
class Box { constructor(v) { this.v = v; this.inner = { list: [v, 1] }; } }
const v = 6 * 7; //P2 P3 P4
function last(b) { return b; }
const x = new Box(v).v;
const y = last(new Box(v).inner.list[0]);
const { v: z } = new Box(v);
const w = new Box(v).w;
console.log(x, y, z, w); //stop
`,
      ['origin(x)', 'origin(P1:y)', 'origin(P1:z)', 'origin(P1:w)'],
      { P2: { after: 42 }, P5: { status: 'not-found' } },
    ));

  it('takes the object that was made last there, and no other value for the part', () =>
    check(
      `
class Box { constructor(v) { this.v = v; } get changed() { this.v = 7; return this.v; } }
const values = [1 + 1, 2 + 2];
const made = [];
for (let i = 0; i < 2; i++) {
  const one = values[i];
  const x = new Box(one).v;
  made.push(x);
}
const changed = new Box(3).changed;
console.log(made[1], changed); //stop
`,
      ['origin(made[1])', 'origin(P1:changed)'],
      { P2: { status: 'located', line: 3, after: 4 }, P3: { status: 'not-found' } },
    ));

  it('follows what Object.fromEntries and callbacks of Array.from gave', () =>
    check(
      `
const v = 6 * 7; //P2 P3 P4 P6
const map = new Map([['a', 1], ['b', v]]);
const o = Object.fromEntries([['a', 1], ['b', v]]);
const p = Object.fromEntries(map);
const q = Array.from([1, 2], (n) => (n === 2 ? v : 0));
const r = Object.fromEntries([['1', v], [1, 42]]);
const s = Array.from('a\\u{1F600}', (n) => (n === 'a' ? 0 : v));
const t = Object.fromEntries(Object.entries({ a: v }).map(([k, w]) => [k, w]));
console.log(o.b, p.b, q[1], r[1], s[1], t.a); //stop
`,
      ['origin(o.b)', 'origin(P1:p.b)', 'origin(P1:q[1])', 'origin(P1:r[1])', 'origin(P1:s[1])', 'origin(P1:t.a)'],
      { P5: { status: 'located', line: 7 }, P7: { status: 'not-found' } },
    ));

  it('reads promises again of which members are called as words of the language', () =>
    check(
      `
const v = 6 * 7; //P2
Promise.resolve(v).finally(() => 5).then((x) => {
  console.log(x); //stop
});
`,
      ['origin(x)'],
      { P2: { after: 42 } },
    ));

  it('takes nothing for computed that was taken out of what a call gave', () =>
    check(
      `
const v = { a: 6 * 7 };
const copy = structuredClone(Object.freeze(v));
const made = Array.from(new Set([1, v.a]), (n) => n);
const text = JSON.parse(JSON.stringify(v)); //P4
console.log(copy.a, made[1], text.a); //stop
`,
      ['origin(copy.a)', 'origin(P1:made[1])', 'origin(P1:text.a)'],
      { P2: { status: 'not-found' }, P3: { status: 'not-found' }, P4: { after: 42 } },
    ));

  it('ends where V8 has made an error, whoever has caught it since', () =>
    check(
      `
let caught, kept;
const nothing = null;
function fail() { return nothing.f; } //P2 P3
try { try { fail(); } catch (e) { kept = e; throw e; } } catch (e) { caught = e; }
const own = new TypeError('x'); //P4
try { throw own; } catch {}
console.log(caught, kept, own); //stop
`,
      ['origin(caught)', 'created(P1:kept)', 'created(P1:own)'],
    ));
});
