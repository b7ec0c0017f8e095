import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** How many element accesses of each function are proven: `proven/total`. */
function proves(text: string, expected: Readonly<Record<string, string>>): void {
  const { functions } = checkText(text, { integers: false });
  const proven = Object.fromEntries(functions.map(({ name, accesses }) => [name, `${accesses.proven}/${accesses.total}`]));
  for (const [name, count] of Object.entries(expected)) assert.equal(proven[name], count, name);
}

describe('accesses of what has no type are inside of what its length says', () => {
  it('counting up to it, whether or not it is kept in a variable', () =>
    proves(
      `export function plain(a) { for (let i = 0; i < a.length; i++) console.log(a[i]); }
       export function cached(a) { var i = -1, length = a == null ? 0 : a.length, s = 0; while (++i < length) s += a[i]; return s; }
       export function before(a) { for (let i = 1; i < a.length; i++) if (a[i - 1] === a[i]) return i; return -1; }
       export function found(o) { const items = o.items; for (let i = 0; i < items.length; i++) if (items[i].good) return items[i]; }
       export function last(a) { if (a.length > 0) return a[a.length - 1]; }
       export function copied(a) { const b = []; for (let i = 0; i < a.length; i++) b.push(a[i]); return b; }`,
      { plain: '1/1', cached: '1/1', before: '2/2', found: '2/2', last: '1/1', copied: '1/1' },
    ));

  it('of strings, and of what may be undefined', () =>
    proves(
      `export function letters(s: string) { let n = 0; for (let i = 0; i < s.length; i++) if (s[i] === 'x') n++; return n; }
       export function optional(a?: readonly string[]) { const n = a?.length ?? 0; for (let i = 0; i < n; i++) console.log(a![i]); }
       export function given(a: any) { for (let i = 0; i < a.length; i++) a[i] = 1; }`,
      { letters: '1/1', optional: '1/1', given: '1/1' },
    ));

  it('where other elements are written, that may be its own', () =>
    proves(`export function written(a, b) { let i = 0; while (i < a.length) { b[i + 5] = 1; console.log(a[i]); i++; } }`, {
      // The console is no unknown code.
      written: '1/2',
    }));
});

describe('accesses of what has no type are not proven', () => {
  it('where unknown code may have made it shorter', () =>
    proves(
      `export function told(a, f) { for (let i = 0; i < a.length; i++) { f(); console.log(a[i]); } }
       export function kept(a, f) { const n = a.length; for (let i = 0; i < n; i++) f(a[i]); }
       export function cut(a, b) { for (let i = 0; i < a.length; i++) { b.length = 1; console.log(a[i]); } }
       export function popped(a, b) { for (let i = 0; i < a.length; i++) { b.pop(); console.log(a[i]); } }`,
      { told: '0/1', kept: '0/1', cut: '0/1', popped: '0/1' },
    ));

  it('where the bound is another, or the index no integer', () =>
    proves(
      `export function behind(a) { for (let i = 0; i <= a.length; i++) console.log(a[i]); }
       export function fraction(a) { for (let i = 0.5; i < a.length; i++) console.log(a[i]); }
       export function negative(a) { for (let i = -1; i < a.length; i++) console.log(a[i]); }
       export function other(a, b) { const n = a.length; if (b) a = b; for (let i = 0; i < n; i++) console.log(a[i]); }
       export function fixed(a) { const n = a ? a.length : 5; for (let i = 0; i < n; i++) console.log(a[i]); }
       export function last(a) { return a[a.length - 1]; }`,
      { behind: '0/1', fraction: '0/1', negative: '0/1', other: '0/1', fixed: '0/1', last: '0/1' },
    ));

  it('where the module itself says what a length is, or how something is converted', () =>
    proves(
      `export class List { get length() { return Math.random() * 9; } }
       export function own(a) { for (let i = 0; i < a.length; i++) console.log(a[i]); }`,
      { own: '0/1' },
    ));

  it('where converting to a number may run code of the module', () =>
    proves(
      `let kept = [];
       export const number = { valueOf() { kept.length = 0; return 3; } };
       export function converted(a, n) { kept = a; for (let i = 0; i < a.length; i++) { if (n > 2) console.log(a[i]); } }`,
      { converted: '0/1' },
    ));

  it('where numbers are too large to be exact', () =>
    proves(
      `export function large(a, n) { let i = 2 ** 53; while (i < n) i++; const j = i - 9007199254740992; if (j < a.length) console.log(a[j]); }`,
      { large: '1/1' },
    ));
});

describe('typed arrays that the program makes', () => {
  it('have the length that they were made with, wherever they are', () =>
    proves(
      `const table = new Uint32Array(64);
       export function masked(n: number) { for (let i = 0; i < 64; i++) table[i] = i; return table[n & 63]; }
       export function outside(n: number) { return table[n & 127]; }
       export function made(n: number) { if (!Number.isInteger(n) || n < 0) return; const a = new Float64Array(n); for (let i = 0; i < n; i++) a[i] = 1; return a; }
       export function fraction(n: number) { const a = new Float64Array(n); for (let i = 0; i < n; i++) a[i] = 1; return a; }
       export function handed(f: (a: Uint8Array) => void) { const a = new Uint8Array(8); f(a); return a[7]; }
       export function like(b: number[]) { const a = new Int32Array([1, 2, 3]); return a[2] + a[3]; }`,
      { masked: '2/2', outside: '0/1', made: '1/1', fraction: '0/1', handed: '1/1', like: '1/2' },
    ));

  it('may be what a function is given', () => {
    const { functions } = checkText(
      `const table = new Uint8Array(4);
       export function own() { return table; }
       export function same(a: Uint8Array) { if (a !== table) throw new Error('other'); return 1; }`,
      { integers: false },
    );
    assert.notEqual(functions.find(({ name }) => name === 'same')?.requires, 'false');
  });
});
