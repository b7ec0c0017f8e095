import { proves } from '../../support/proving.js';

describe('what is below the smaller of two lengths', () => {
  it('is below both, where only a comparison tells that they are numbers', () =>
    proves(
      `export function zip(a, b) { const r = []; let i = 0; const n = Math.min(a.length, b.length); while (i < n) { r[i] = [a[i], b[i]]; i += 1; } return r; }
       export function three(a, b, k) { const m = Math.min(a.length, k, b.length); let j = 0; while (m > j) { if (a[j] === b[j]) return j; j++; } }
       export function next(a, k) { const m = Math.min(a.length - 1, k); for (let j = 0; j < m; j++) if (a[j] === a[j + 1]) return j; }
       export function some(a, b) { const m = Math.min(a.length, b.length); if (m > 0) return [a[0], b[0]]; }
       export function between(a, b, g) { const m = Math.min(a.length, b.length); for (let j = 0; j < m; j++) { const k = j; g(k); } let s = 0; for (let j = 0; j < m; j++) s = a[j]; return s; }
       export function known(a: number[], b: number[]) { const m = Math.min(a.length, b.length); for (let j = 0; j < m; j++) if (a[j] !== b[j]) return j; }`,
      // Others may have changed the array while the other loop ran.
      { zip: '3/3', three: '2/2', next: '2/2', some: '2/2', between: '0/1', known: '2/2' },
    ));

  it('but not where the comparison is not true: nothing is below NaN, and everything may be not below it', () =>
    proves(
      `export function not(a, b) { const m = Math.min(a.length, b.length); for (let j = 0; !(j >= m); j++) if (a[j] === 1) return b[j]; }
       export function one(a, b) { const m = Math.min(a.length, b.length); if (!(m <= 0)) return [a[0], b[0]]; }
       export function otherwise(a, b) { const m = Math.min(a.length, b.length); let j = 0; for (;;) { if (j >= m) break; if (a[j] === b[j]) return; j++; } }`,
      { not: '0/2', one: '0/2', otherwise: '0/2' },
    ));

  it('nor below the larger one, up to the limit, or where limit or lengths are others by then', () =>
    proves(
      `export function larger(a, b) { const m = Math.max(a.length, b.length); for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; }
       export function upTo(a, b) { const m = Math.min(a.length, b.length); for (let j = 0; j <= m; j++) if (a[j] === 1) return b[j]; }
       export function above(a, b) { const m = Math.min(a.length + 1, b.length + 1); for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; }
       export function sometimes(a, b, c) { let m; if (c) m = Math.min(a.length, b.length); else m = 7; for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; }
       export function unknown(a, b, c) { let m = c; if (c) m = Math.min(a.length, b.length); for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; }
       export function later(a, b, c) { var m = c; for (;;) { for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; m = Math.min(a.length, b.length); c(); } }
       export function replaced(a, b, c) { let m = Math.min(a.length, b.length); m = c; for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; }
       export function copied(a, b, c) { let m = Math.min(a.length, b.length); m = c.length; for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; }
       export function stepped(a, b) { let m = Math.min(a.length, b.length); m++; for (let j = 0; j < m; j++) if (a[j] === 1) return b[j]; }
       export function told(a, b, f) { const m = Math.min(a.length, b.length); for (let j = 0; j < m; j++) f(a[j], b[j]); }
       export function shared(a, b, f) { let m = Math.min(a.length, b.length); f(() => (m = 9)); for (let j = 0; j < m; j++) if (a[j] === b[j]) return; }
       export function emptied(a, b) { const m = Math.min(a.length, b.length); for (let j = 0; j < m; j++) { a.length = 0; if (b[j]) return a[j]; } }
       export function half(a, b) { const m = Math.min(a.length, b.length); for (let j = 0.5; j < m; j++) if (a[j] === 1) return b[j]; }
       export function again(a, b, c) { let m = c; m = Math.min(m, a.length); m = Math.min(m, b.length); for (let j = 0; j < m; j++) if (a[j] === b[j]) return; }`,
      {
        larger: '0/2',
        upTo: '0/2',
        above: '0/2',
        sometimes: '0/2',
        unknown: '0/2',
        later: '0/2',
        replaced: '0/2',
        copied: '0/2',
        stepped: '0/2',
        told: '0/2',
        shared: '0/2',
        emptied: '0/2',
        half: '0/2',
        // Of the first minimum nothing is kept: only the last one tells.
        again: '1/2',
      },
    ));
});
