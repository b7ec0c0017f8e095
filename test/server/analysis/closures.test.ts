import { claims } from './running.js';

describe('closures', () => {
  it('change the variable that they captured', () =>
    claims(
      `export function main(n: number) {
         let sum = 0;
         const add = (k: number) => { sum += k; };
         add(n);
         add(1);
         if (sum > 10) throw new Error('big');
       }`,
      { refuses: [10, 11, 1000] },
    ));

  it('of two instances have two variables', () =>
    claims(
      `function counter() { let count = 0; return () => ++count; }
       export function main(n: number) {
         const a = counter(), b = counter();
         a(); a(); b();
         if (a() !== 3 || b() !== 2) throw new Error('shared');
         if (n > 3) throw new Error('n');
       }`,
      { refuses: [4, 1000] },
    ));

  it('of two instances, one written: the other may keep its value', () =>
    claims(
      `function cell(start: number) { let value = start; return { set: (v: number) => { value = v; }, get: () => value }; }
       export function main(n: number) {
         const a = cell(n), b = cell(0);
         b.set(99);
         if (a.get() === 99) throw new Error('a');
       }`,
    ));

  it('of a loop see the variable of their own round', () =>
    claims(
      `export function main(n: number) {
         const reads: (() => number)[] = [];
         for (let i = 0; i < 3; i++) reads.push(() => i);
         const first = reads[0];
         if (first === undefined || first() !== 0) throw new Error('first');
         if (n > 9) throw new Error('n');
       }`,
      { refuses: [10] },
    ));

  it('of a loop with var share one', () =>
    claims(
      `export function main(n: number) {
         const reads: (() => number)[] = [];
         for (var i = 0; i < 3; i++) reads.push(() => i);
         if (reads[0]!() !== 3) throw new Error('first');
       }`,
    ));

  it('read what is written after they are made', () =>
    claims(
      `export function main(n: number) {
         let limit = 10;
         const test = (k: number) => { if (k > limit) throw new Error('k'); };
         limit = 100;
         test(n);
       }`,
      { refuses: [101, 1000] },
    ));

  it('that are functions of functions', () =>
    claims(
      `const add = (a: number) => (b: number) => a + b;
       export function main(n: number) { if (add(n)(1) > 10) throw new Error('big'); }`,
    ));
});

describe('functions as arguments', () => {
  it('are called by the one that gets them', () =>
    claims(
      `function apply(f: (n: number) => number, n: number) { return f(n); }
       export function main(n: number) {
         if (apply((x) => x * 2, 4) !== 8) throw new Error('twice');
         if (apply((x) => x + 1, n) > 10) throw new Error('big');
       }`,
      { refuses: [10, 11] },
    ));

  it('may be either of two', () =>
    claims(
      `const small = (n: number) => { if (n > 10) throw new Error('small'); };
       const large = (n: number) => { if (n > 100) throw new Error('large'); };
       export function main(n: number) { const f = Math.random() < 0.5 ? small : large; f(n); }`,
      { refuses: [101, 1000] },
    ));

  it('may be kept and called later', () =>
    claims(
      `let handler: (n: number) => void = () => {};
       function on(f: (n: number) => void) { handler = f; }
       export function main(n: number) { on((k) => { if (k > 5) throw new Error('k'); }); handler(n); }`,
    ));
});

describe('callbacks of arrays', () => {
  it('sum with forEach', () =>
    claims(
      `export function main(n: number) {
         let sum = 0;
         [1, 2, 3].forEach((x) => { sum += x; });
         if (sum < 0) throw new Error('negative');
         if (sum !== 6 && n === 3) throw new Error('sum');
       }`,
    ));

  it('map to an array of the same length', () =>
    claims(
      `export function main(n: number) {
         const products = [1, 2, 3].map((x) => x * n);
         if (products.length !== 3) throw new Error('length');
         if (n > 10) throw new Error('n');
       }`,
      { refuses: [11, 50] },
    ));

  it('reduce to a value of the callback', () =>
    claims(
      `export function main(n: number) {
         const total = [1, 2, 3].reduce((sum, x) => sum + x, 0);
         if (total < 0) throw new Error('negative');
         if (n > 10) throw new Error('n');
       }`,
      { refuses: [11, 50] },
    ));

  it('are not called for an empty array', () =>
    claims(`export function main(n: number) { const none: number[] = []; none.forEach(() => { throw new Error('x'); }); return n; }`));

  it('end the walk by throwing', () =>
    claims(
      `export function main(n: number) { try { [1, 2, 3].forEach((x) => { if (x > n) throw x; }); } catch (e) { if (e === n) throw new Error('same'); } }`,
    ));
});
