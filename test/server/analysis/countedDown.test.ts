import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';
import { proves } from '../../support/proving.js';
import { claims } from './running.js';

describe('what is declared an array and is not empty has a first and a last element', () => {
  it('by the truth of its length, or where it differs from 0', () =>
    proves(
      `export function truth(a: unknown[]) { return a.length ? a[a.length - 1] : null; }
       export function none(a: unknown[]) { if (!a.length) return; return a[0]; }
       export function both(o: { b: unknown[] }) { if (o.b && o.b.length) return o.b[0]; }
       export function same(a: unknown[]) { if (a.length === 0) return; return [a[0], a[a.length - 1]]; }
       export function differs(a: unknown[]) { if (a.length != 0) return a[0]; }
       export function kept(a: unknown[]) { const n = a == null ? 0 : a.length; return n ? a[n - 1] : null; }
       export function pushed(a: unknown[]) { if (a.length) return; a[a.length] = 1; }
       export function second(a: unknown[]) { if (a.length === 0 || a.length === 1) return; return a[1]; }`,
      { truth: '1/1', none: '1/1', both: '1/1', same: '2/2', differs: '1/1', kept: '1/1', pushed: '1/1', second: '1/1' },
    ));

  it('but not where it is empty, is made empty, or where something else was tested, or its kind is not told', () =>
    proves(
      `export function empty(a: any[]) { if (a.length) return; return a[0]; }
       export function other(a: any[]) { if (a.count) return a[0]; }
       export function first(a: any[]) { if (a.length !== 1) return a[0]; }
       export function two(a: any[]) { if (a.length) return a[1]; }
       export function told(a: any[], f) { if (a.length) { f(); return a[0]; } }
       export function popped(a: any[]) { if (a.length) { a.pop(); return a[0]; } }
       export function undeclared(a) { if (a.length) return a[0]; }
       export function number(a: any[], n) { if (n) return a[n - 1]; }`,
      { empty: '0/1', other: '0/1', first: '0/1', two: '0/1', told: '0/1', popped: '0/1', undeclared: '0/1', number: '0/1' },
    ));

  it('and a length that the module itself makes negative is told apart', () => {
    const text = `const o = { length: -1 }; if (o.length) { if (o.length < 0) console.log(1); else throw new Error('never'); }
      export function own(p) { const q = { length: -3, p }; if (q.length) { if (q.length < 0) return 1; throw new Error('never'); } }`;
    assert.deepEqual(checkText(text).findings, []);
  });
});

describe('a counter that begins at the length of a declared array and counts down', () => {
  it('is an index before it reaches 0', () =>
    proves(
      `export function loop(a: unknown[], x) { let i = a.length; while (i--) if (a[i] === x) return i; return -1; }
       export function optional(a: unknown[], x) { var n = a == null ? 0 : a.length; while (n--) { if (a[n][0] === x) return n; } return -1; }
       export function pairs(a: unknown[], b: unknown[]) { let n = a.length; if (n !== b.length) return false; while (n--) if (a[n] !== b[n]) return false; return true; }
       export function forward(a: unknown[]) { for (let i = a.length; i-- > 0; ) if (a[i]) return i; }
       export function twice(a: unknown[]) { let i = a.length; while (i--) { if (a[i] === a[i - 1]) return; } }`,
      { loop: '1/1', optional: '1/2', pairs: '2/2', forward: '1/1', twice: '1/2' },
    ));

  it('but no longer where it goes on by more, begins elsewhere, or the array may be shorter', () =>
    proves(
      `export function more(a: unknown[]) { let i = a.length; while (i) { i -= 2; if (a[i]) return i; } }
       export function given(a: unknown[], i) { while (i--) if (a[i]) return i; }
       export function negative(a: unknown[], n) { let i = a.length; if (n) i = -1; while (i--) if (a[i]) return i; }
       export function told(a: unknown[], f) { let i = a.length; while (i--) f(a[i]); }
       export function after(a: unknown[], x) { let i = a.length; while (i--) if (a[i] === x) break; return a[i]; }
       export function other(a: unknown[], o: { rank: number }) { let i = o.rank; while (i--) if (a[i]) return i; }`,
      { more: '0/1', given: '0/1', negative: '0/1', told: '0/1', after: '1/2', other: '0/1' },
    ));

  it('where fractions are told apart: 5e-324 - 3 is -3', () =>
    claims(
      `export function main(n: number): number {
         let y = 0;
         while (y < n) {
           y = n - 3;
           if (y <= -3) return y;
           y = n;
         }
         throw new Error('none');
       }`,
      { also: [5e-324] },
    ));
});
