import { proves } from '../../support/proving.js';

const table = 'const table = new Uint8Array(256);\n';

describe('an array that is filled in a counted loop', () => {
  it('is as long as the loop has counted', () =>
    proves(
      `export function one() { const a = []; for (let i = 0; i < 14; i++) a.push(i); return a[13]; }
       export function two() { const a = []; for (let i = 0; i < 14; i++) { a.push(i); a.push(2); } return a[27]; }
       export function pairs() { const a = []; for (let i = 0; i < 14; i++) a.push(i, i); return a[27]; }
       export function strides() { const a = []; for (let i = 1; i < 16; i += 2) { a.push(i); a.push(2); } return a[15]; }
       export function beside(x) { const a = []; for (let i = 0, s = 0; i < 14; i++) { a.push(s); for (let k = 0; k < x; k++) s += k; } return a[13]; }`,
      { one: '1/1', two: '1/1', pairs: '1/1', strides: '1/1', beside: '1/1' },
    ));

  it('in nested loops too, where the sum of their counters is an index', () =>
    proves(
      `${table}
       export function inner() { const a = []; for (let j = 0; j < 224; j += 16) for (let o = 1; o < 16; o += 2) { a.push(table[j + o]); a.push(table[j + o - 1]); } return a[223]; }
       export function counted() { const a = []; for (let i = 0, j = 0; i < 14; i++, j += 16) for (let o = 1; o < 16; o += 2) { a.push(table[j + o]); a.push(table[j + o - 1]); } return a[223]; }`,
      { inner: '3/3', counted: '3/3' },
    ));

  it('and what is made of it is as long, whatever its elements are', () =>
    proves(
      `${table}
       const other: any = JSON;
       function made() { const a = []; for (let i = 0, j = 0; i < 14; i++, j += 16) for (let o = 1; o < 16; o += 2) { a.push(other[table[j + o]]); a.push(2); } return new Uint32Array(a); }
       function later() { const a = []; for (let i = 0; i < 9; i++) a.push(other[i]); return new Uint32Array(a); }
       const constants = made(); const others = later();
       export function last() { return constants[223] + others[8]; }
       export function behind() { return constants[224]; }`,
      { last: '2/2', behind: '0/1' },
    ));

  it('but not longer', () =>
    proves(
      `${table}
       export function one() { const a = []; for (let i = 0; i < 14; i++) a.push(i); return a[14]; }
       export function two() { const a = []; for (let i = 0; i < 14; i++) { a.push(i); a.push(2); } return a[28]; }
       export function inner() { const a = []; for (let j = 0; j < 224; j += 16) for (let o = 1; o < 16; o += 2) { a.push(table[j + o]); a.push(2); } return a[224]; }
       export function sums() { const a = []; for (let j = 0; j < 224; j += 16) for (let o = 1; o < 16; o += 2) a.push(table[j + o]); return a[112]; }`,
      { one: '0/1', two: '0/1', inner: '1/2', sums: '1/2' },
    ));

  it('nor where the loop may be left, begin later, push less, or others take something away', () =>
    proves(
      `${table}
       export function left(x) { const a = []; for (let i = 0; i < 14; i++) { if (x === i) break; a.push(i); } return a[13]; }
       export function less(x) { const a = []; for (let i = 0; i < 14; i++) if (x !== i) a.push(i); return a[13]; }
       export function later(x) { const a = []; for (let i = x ? 1 : 0; i < 14; i++) a.push(i); return a[13]; }
       export function popped(x) { const a = []; for (let i = 0; i < 14; i++) { a.push(i); if (x === i) a.pop(); } return a[13]; }
       export function given(f) { const a = []; for (let i = 0; i < 14; i++) { a.push(i); f(a); } return a[13]; }
       export function either(x) { const a = [], b = []; for (let i = 0; i < 14; i++) (x === i ? a : b).push(i); return a[13]; }
       export function renewed(x) { let a = []; for (let i = 0; i < 14; i++) { a.push(i); if (x === i) a = []; } return a[13]; }
       export function shorter(x) { const a = []; for (let j = 0; j < 224; j += 16) for (let o = 1; o < 16; o += 2) { a.push(table[j + o]); if (x) a.push(2); } return a[223]; }
       export function turned(x) { const a = []; for (let j = 0; j < 224; j += 16) for (let o = 1; o < 16; o += 2) { a.push(table[j + o]); a.push(1); if (x) o = 15; } return a[223]; }
       export function ahead() { const a = []; for (let i = 0; i < 14; i++) { if (i === 5) i++; a.push(i); } return a[13]; }`,
      {
        ...{ left: '0/1', less: '0/1', later: '0/1', popped: '0/1', given: '0/1', either: '0/1', renewed: '0/1', shorter: '1/2' },
        ...{ turned: '1/2', ahead: '0/1' },
      },
    ));
});

describe('a constant that loops run beside', () => {
  it('is what it was before them', () =>
    proves(
      `const made = new Uint8Array(256); let n = 0; while (n * 3 < 20) n++;
       const other = new Uint8Array(n + 1);
       function run(x) { for (let i = 0; i < 9; i++) for (let k = 0; k < 9; k++) x(); }
       run(() => 1); run(() => 2);
       export function first() { return made[255]; }`,
      { first: '1/1' },
    ));

  it('but not where it is made in them', () =>
    proves(
      `export function each(x) { let last = new Uint8Array(9); for (let i = 1; i < 9; i++) { const a = new Uint8Array(i); last = a; } return last[8]; }
       export async function waited(x) { let s = 0; for (let i = 0; i < 9; i++) { await x; s += late[3]; } return s; }
       const late = new Uint8Array(4);`,
      { each: '0/1', waited: '1/1' },
    ));
});
