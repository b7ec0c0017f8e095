import assert from 'node:assert/strict';
import { claims } from './running.js';

describe('getters and setters', () => {
  it('are called where a property is read', async () => {
    const result = await claims(
      `class Square { constructor(private readonly side: number) {} get area() { if (this.side < 0) throw new Error('side'); return this.side * 2; } }
       export function main(n: number) { if (new Square(n).area > 20) throw new Error('area'); }`,
      { refuses: [-1, 50] },
    );
    assert.ok(result.functions.every(({ complete }) => complete));
  });

  it('write state', () =>
    claims(
      `export function main(n: number) {
         let count = 0;
         const o = { get next() { return ++count; }, set limit(v: number) { if (v > 9) throw new Error('limit'); } };
         o.limit = n;
         if (o.next + o.next !== 3 || count !== 2) throw new Error('never');
       }`,
      { refuses: [10, 11] },
    ));

  it('give what they return', () =>
    claims(
      `class Box { #v: number | undefined; fill(n: number) { this.#v = n; } get value() { if (this.#v === undefined) throw new Error('empty'); return this.#v; } }
       export function main(n: number) { const b = new Box(); if (n > 5) b.fill(n); return b.value; }`,
      { refuses: [NaN, 5, -1] },
    ));

  it('are called where a property is written', () =>
    claims(
      `class Level { #value = 0; get value() { return this.#value; } set value(v: number) { if (v < 0) throw new RangeError('v'); this.#value = v; } }
       export function main(n: number) { const level = new Level(); level.value = n; if (level.value > 10) throw new Error('high'); }`,
      { refuses: [-1, 11, 1000] },
    ));

  it('read, then write in a compound assignment', () =>
    claims(
      `class Level { #v = 0; get v() { return this.#v; } set v(x: number) { if (x > 100) throw new RangeError('v'); this.#v = x; } }
       export function main(n: number) { const l = new Level(); l.v += n; l.v += 50; l.v++; l.v ||= 3; }`,
      { refuses: [100, 1000] },
    ));

  it('without a setter refuse writes in strict code, and ignore them in other', () =>
    Promise.all([
      claims(
        `class C { get x() { return 1; } }
         export function main(n: number) { const c = new C() as { x: number }; if (n > 3) c.x = n; }`,
        { refuses: [4, 1000] },
      ),
      claims(
        `const o = { get x() { return 1; } };
         exports.main = /** @param {number} n */ function main(n) { if (n > 3) o.x = n; if (o.x !== 1) throw new Error('x'); if (n > 50) throw new Error('n'); };`,
        { file: 'program.js' },
      ),
    ]));

  it('without a getter give undefined', () =>
    claims(
      `const o = { set x(v: number) {} };
       export function main(n: number) { if (n > 3 && o.x === undefined) throw new Error('undefined'); }`,
      { refuses: [4, 1000] },
    ));

  it('are inherited, and hidden by own properties', () =>
    Promise.all([
      claims(
        `class A { n = 0; get twice() { return this.n + this.n; } set half(v: number) { if (v > 8) throw new Error('half'); this.n = v / 2; } }
         class B extends A { constructor() { super(); } }
         export function main(n: number) { const b = new B(); b.half = n; if (b.twice > 4) throw new Error('twice'); }`,
        { refuses: [9, 10, 1000] },
      ),
      claims(
        `class A { get x() { throw new Error('never'); } }
         class B extends A { constructor(n) { super(); Object.defineProperty(this, 'x', { value: n }); } }
         /** @param {number} n */ export function main(n) { if (new B(n).x > 3) throw new Error('x'); }`,
        { file: 'program.js' },
      ),
      claims(
        `class A { get x() { throw new Error('never'); } }
         class B extends A { x = 3; constructor() { super(); } }
         /** @param {number} n */ export function main(n) { if (new B().x !== 3) throw new Error('x'); if (n > 3) throw new Error('n'); }`,
        { file: 'program.js', refuses: [4] },
      ),
    ]));

  it('of several objects are told apart', () =>
    claims(
      `const low = { get limit() { return 3; } }, high = { get limit() { return 30; } }, plain = { limit: 300 };
       function limitOf(kind: number) { return kind === 0 ? low : kind === 1 ? high : plain; }
       export function main(n: number) { if (n > limitOf(2).limit) throw new Error('n'); const o = limitOf(n); if (o.limit < 3) throw new Error('never'); }`,
      { refuses: [1000] },
    ));

  it('are static, too', () =>
    claims(
      `class Config { static #limit = 5; static get limit() { return Config.#limit; } static set limit(v: number) { if (v > 50) throw new Error('v'); Config.#limit = v; } }
       export function main(n: number) { Config.limit = n; if (Config.limit < 0) throw new Error('sign'); }`,
      { refuses: [99, 1000, -1] },
    ));

  it('are caught', () =>
    claims(
      `const o = { get x(): number { throw new Error('x'); } };
       export function main(n: number) { try { return o.x; } catch { if (n > 3) throw new Error('n'); return 0; } }`,
      { refuses: [4] },
    ));

  it('recur', () =>
    claims(
      `const o = { n: 0, get down(): number { if (this.n <= 0) return 0; this.n--; return this.down + 1; } };
       export function main(n: number) { o.n = n > 5 ? 5 : 0; const d = o.down; if (d < 0) throw new Error('never'); if (n > 50) throw new Error('n'); }`,
      { refuses: [99] },
    ));

  it('are called by what is not followed', () =>
    claims(
      `let seen = 0;
       const o = { get x() { seen++; return 1; } };
       export function main(n: number) { seen = 0; const copy = { ...o }; JSON.stringify(o); Object.assign({}, o); if (seen !== 3 || copy.x !== 1) throw new Error('seen'); if (n > 3) throw new Error('n'); }`,
    ));

  it('under a computed name are not followed', () =>
    claims(
      `const key = ['a', 'b'][1];
       let count = 0;
       const o = { get [key]() { count++; return count; } };
       /** @param {number} n */ export function main(n) { count = 0; const seen = o.b; if (count !== 1 || seen !== 1) throw new Error('count'); if (n > 3) throw new Error('n'); }`,
      { file: 'program.js' },
    ));
});
