import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';
import { claims } from './running.js';

describe('a class that other code gets hold of', () => {
  it('keeps its methods, getters and setters', () =>
    Promise.all([
      claims(
        `export class A { x: number; constructor(x: number) { this.x = x; } check() { if (this.x > 5) throw new Error('x'); } }
         export function main(n: number) { new A(n).check(); }`,
        { refuses: [6, 1000] },
      ),
      claims(
        `export class A { constructor(readonly x: number) {} check() { if (this.x > 5) throw new Error('x'); } }
         export class B extends A { get next() { return this.x + 1; } static make(n: number) { if (n < 0) throw new RangeError('n'); return new B(n); } }
         export function main(n: number) { const b = B.make(n); b.check(); if (b.next > 4) throw new Error('next'); }`,
        { refuses: [-1, 4, 6, 1000] },
      ),
      claims(
        `export default class Stack {
           #items: number[] = [];
           push(n: number) { this.#items.push(n); }
           pop() { if (this.#items.length === 0) throw new Error('empty'); return this.#items.pop(); }
         }
         export function main(n: number) { const s = new Stack(); if (n > 3) s.push(n); s.pop(); }`,
        { refuses: [3, 0, NaN] },
      ),
      claims(
        `class Range { constructor(lo, hi) { if (lo > hi) throw new RangeError('range'); this.lo = lo; this.hi = hi; } get size() { return this.hi - this.lo; } }
         /** @param {number} n */
         function main(n) { return new Range(0, n).size; }
         module.exports = { Range, main };
         if (typeof exports === 'object') exports.main = main;`,
        { file: 'program.js' },
      ),
      claims(
        `class Limit { static #max = 5; static get max() { return Limit.#max; } static set max(v) { if (v < 0) throw new RangeError('v'); Limit.#max = v; } }
         export { Limit };
         /** @param {number} n */ export function main(n) { Limit.max = n; }`,
        { file: 'program.js', refuses: [-1] },
      ),
    ]));

  it('loses what its static fields hold', async () => {
    const result = await claims(
      `export class Config { static limit = 5; }
       export function main(n: number) { if (n > Config.limit) throw new Error('limit'); }`,
    );
    assert.equal(requiresOf(result), null);
  });

  it('is rewritten by the text itself', () =>
    Promise.all([
      claims(
        `class A { check(n) { if (n > 3) throw new Error('n'); } }
         export function patch() { A.prototype.check = () => 1; }
         patch();
         /** @param {number} n */
         export function main(n) { new A().check(n); }`,
        { file: 'program.js' },
      ),
      claims(
        `export class A { check(n) { if (n > 3) throw new Error('n'); } }
         Object.assign(A.prototype, { check() { return 1; } });
         /** @param {number} n */
         export function main(n) { new A().check(n); }`,
        { file: 'program.js' },
      ),
      claims(
        `export class A { check(n) { if (n > 3) throw new Error('n'); } }
         const proto = A.prototype;
         function later() { proto.check = () => 1; }
         export function main(n) { later(); new A().check(n); }`,
        { file: 'program.js' },
      ),
      claims(
        `export class A { static check(n) { if (n > 3) throw new Error('n'); } }
         export function patch() { A.check = () => 1; }
         /** @param {number} n */
         export function main(n) { patch(); A.check(n); }`,
        { file: 'program.js' },
      ),
    ]));

  it('is rewritten by what is handed the class', () =>
    Promise.all([
      claims(
        `class A { check(n) { if (n > 3) throw new Error('n'); } }
         const patch = new Function('C', 'C.prototype.check = () => 1;');
         patch(A);
         /** @param {number} n */
         export function main(n) { new A().check(n); }`,
        { file: 'program.js' },
      ),
      claims(
        `class A { check(n) { if (n > 3) throw new Error('n'); } }
         const patch = new Function('C', 'C.prototype.check = () => 1;');
         /** @param {number} n */
         export function main(n) { new A().check(0); patch(A); new A().check(n); }`,
        { file: 'program.js' },
      ),
      claims(
        `class A { static check(n) { if (n > 3) throw new Error('n'); } }
         const patch = new Function('C', 'C.check = () => 1;');
         /** @param {number} n */
         export function main(n) { patch(A); A.check(n); }`,
        { file: 'program.js' },
      ),
    ]));

  it('are asked what their constructors and methods ask, whatever fields these read and write before', () => {
    const asked = (text: string): readonly (string | null)[] => checkText(text).functions.map(({ requires }) => requires);
    const check = "if (n < 0) throw new RangeError('n');";
    const classes = [
      `export class A { x = 0; constructor(n: number) { ${check} } }`,
      `export class A { constructor(private readonly n: number) { ${check} } get() { return this.n; } }`,
      `export class A { x; constructor(n: number) { this.x = n; ${check} } }`,
      `export class A extends Map { x = 1; constructor(n: number) { super(); this.x = n; ${check} } }`,
      `export class A { x = 0; set(n: number) { this.x = n; ${check} } }`,
      `export class A { x: unknown; set(n: number) { if (this.x > 3) this.x = 0; ${check} } }`,
    ];
    for (const text of classes)
      assert.ok(asked(text).includes('!(n < 0)') || asked(text).includes('n >= 0'), `${text}: ${asked(text).join()}`);
    // A setter of the class itself may end the program.
    const ended = `export class A { constructor(n: number) { this.x = n; ${check} } set x(n) { if (n < -5) process.exit(); } }`;
    assert.ok(asked(ended).every((requires) => requires === null));
  });
});
