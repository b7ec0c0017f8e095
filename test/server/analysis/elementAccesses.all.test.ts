import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkText } from '../../support/checking.js';

/** How many element accesses of each function are proven: `proven/total`. */
function provenIn(text: string, integers: boolean): Readonly<Record<string, string>> {
  const { functions } = checkText(text, { integers });
  return Object.fromEntries(functions.map(({ name, accesses }) => [name, `${accesses.proven}/${accesses.total}`]));
}

/** With doubles and with integers. */
function proves(text: string, expected: Readonly<Record<string, string>>): void {
  for (const integers of [false, true]) {
    const proven = provenIn(text, integers);
    for (const [name, count] of Object.entries(expected)) assert.equal(proven[name], count, `${name}, integers: ${integers}`);
  }
}

describe('accesses of an array that a function is given are proven', () => {
  it('counting up, with the length in a variable or not', () =>
    proves(
      `export function cached(a: number[]) { const n = a.length; let s = 0; for (let i = 0; i < n; i++) s += a[i]; return s; }
       export function before(a: number[]) { let s = 0; for (let i = 1; i < a.length; i++) s += a[i - 1]; return s; }
       export function behind(a: number[]) { let s = 0; let i = 0; while (i < a.length - 1) { s += a[i + 1]; i += 1; } return s; }
       export function until(a: readonly number[]) { let s = 0; for (let i = 0; i !== a.length; ++i) s += a[i]; return s; }`,
      { cached: '1/1', before: '1/1', behind: '1/1', until: '1/1' },
    ));

  it('counting down', () =>
    proves(
      `export function last(a: number[]) { let s = 0; for (let i = a.length - 1; i >= 0; i--) s += a[i]; return s; }
       export function test(a: number[]) { let s = 0; for (let i = a.length; i--; ) s += a[i]; return s; }
       export function mirrored(a: number[]) { let s = 0; for (let i = 0; i < a.length; i++) s += a[a.length - 1 - i]; return s; }`,
      { last: '1/1', test: '1/1', mirrored: '1/1' },
    ));

  it('in the middle of two bounds, however that is written', () => {
    const middles = ['Math.floor((lo + hi) / 2)', '(lo + hi) >> 1', '(lo + hi) >>> 1', 'lo + ((hi - lo) >> 1)', '((lo + hi) / 2) | 0'];
    for (const middle of [...middles, 'Math.trunc((lo + hi) / 2)', 'lo + Math.floor((hi - lo) / 2)']) {
      proves(
        `export function closed(a: number[], key: number) { let lo = 0, hi = a.length - 1;
           while (lo <= hi) { const mid = ${middle}; if (a[mid] < key) lo = mid + 1; else hi = mid - 1; } return lo; }
         export function halfOpen(a: number[], key: number) { let lo = 0, hi = a.length;
           while (lo < hi) { const mid = ${middle}; if (a[mid] < key) lo = mid + 1; else hi = mid; } return lo; }`,
        { closed: '1/1', halfOpen: '1/1' },
      );
    }
  });

  it('with two indices', () =>
    proves(
      `export function pointers(a: number[]) { let lo = 0, hi = a.length - 1, s = 0;
         while (lo < hi) { s += a[lo] * a[hi]; if (s > 10) lo++; else hi--; } return s; }
       export function insertion(a: number[]) { for (let i = 1; i < a.length; i++)
         for (let j = i; j > 0 && a[j - 1] > a[j]; j--) { const t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; } }
       export function filter(a: number[]) { let w = 0; for (let r = 0; r < a.length; r++) if (a[r] > 0) { a[w] = a[r]; w++; } return w; }
       export function sliding(a: number[], k: number) { if (!Number.isInteger(k) || k < 1) return 0; let s = 0;
         for (let i = 0, e = k; e <= a.length; i++, e++) s += a[i]; return s; }
       export function merge(a: number[], b: number[]) { const out: number[] = []; let i = 0, j = 0;
         while (i < a.length && j < b.length) { if (a[i] <= b[j]) out.push(a[i++]); else out.push(b[j++]); } return out; }`,
      { pointers: '2/2', insertion: '6/6', filter: '3/3', sliding: '1/1', merge: '4/4' },
    ));

  it('of an array that grows', () =>
    proves(
      `export function queue(a: number[]) { let q = 0, s = 0; while (q < a.length) { const x = a[q]; q++; s += x; if (s > 10) a.push(x - 1); } return s; }`,
      { queue: '1/1' },
    ));

  it('by a function that is called with indices inside', () =>
    proves(
      `function swap(a: number[], i: number, j: number) { const t = a[i]; a[i] = a[j]; a[j] = t; }
       export function reverse(a: number[]) { let i = 0, j = a.length - 1; while (i < j) { swap(a, i, j); i++; j--; } }
       export function bubble(a: number[]) { for (let i = 0; i < a.length; i++)
         for (let j = 0; j < a.length - 1 - i; j++) if (a[j] > a[j + 1]) swap(a, j, j + 1); }`,
      { swap: '4/4', bubble: '2/2' },
    ));
});

describe('accesses are proven of arrays', () => {
  it('in fields of what is given, and of an instance', () =>
    proves(
      `export function field(o: { items: number[]; factor: number }) { let s = 0;
         for (let i = 0; i < o.items.length; i++) s += o.items[i] * o.factor; return s; }
       export class Bag { private items: number[] = []; #more: number[] = [];
         add(x: number) { this.items.push(x); }
         sum() { let s = 0; for (let i = 0; i < this.items.length; i++) s += this.items[i]; return s; }
         last() { return this.#more.length === 0 ? 0 : this.#more[this.#more.length - 1]; } }`,
      { field: '1/1', 'Bag.sum': '1/1', 'Bag.last': '1/1' },
    ));

  it('in arrays', () =>
    proves(
      `export function rows(m: number[][]) { let s = 0; for (let i = 0; i < m.length; i++) for (let j = 0; j < m[i].length; j++) s += m[i][j]; return s; }
       export function row(m: number[][]) { let s = 0; for (let i = 0; i < m.length; i++) { const r = m[i]; for (let j = 0; j < r.length; j++) s += r[j]; } return s; }`,
      { rows: '3/3', row: '2/2' },
    ));

  it('of numbers that keep their length', () =>
    proves(
      `export function typed(a: Float64Array, f: () => void) { let s = 0; const n = a.length; for (let i = 0; i < n; i++) { f(); s += a[i]; } return s; }`,
      { typed: '1/1' },
    ));

  it('that are made with a length', () =>
    proves(
      `export function sums(a: number[]) { const p = new Array<number>(a.length + 1).fill(0); for (let i = 0; i < a.length; i++) p[i + 1] = p[i] + a[i]; return p; }
       export function doubled(a: number[]) { const b = a.slice(); for (let i = 0; i < a.length; i++) b[i] = a[i] * 2; return b; }
       export function found(a: number[], x: number) { const i = a.indexOf(x); return i >= 0 ? a[i] : 0; }`,
      { sums: '3/3', doubled: '2/2', found: '1/1' },
    ));

  it('that lose elements', () =>
    proves(
      `export function stack() { const st: number[] = []; for (let i = 0; i < 10; i++) st.push(i); let s = 0;
         while (st.length > 0) { s += st[st.length - 1]; st.pop(); } return s; }
       export function unique(a: number[]) { if (a.length === 0) return; let w = 1;
         for (let r = 1; r < a.length; r++) if (a[r] !== a[w - 1]) { a[w] = a[r]; w++; } a.length = w; }`,
      { stack: '1/1', unique: '4/4' },
    ));

  it('by what is smaller than they are', () =>
    proves(
      `export function least(a: number[]) { let s = 0; const n = Math.min(a.length, 5); for (let i = 0; i < n; i++) s += a[i]; return s; }
       export function ring(a: number[]) { if (a.length === 0) return 0; let i = 0, s = 0; for (let k = 0; k < 100; k++) { s += a[i]; i = (i + 1) % a.length; } return s; }
       export function clamped(a: number[], i: number) { if (a.length === 0 || !Number.isInteger(i)) return 0; return a[Math.max(0, Math.min(i, a.length - 1))]; }
       export function any(a: number[]) { return a.length > 0 ? a[Math.floor(Math.random() * a.length)] : 0; }
       export function hashed(a: number[], s: string) { return a.length > 0 ? a[s.length % a.length] : 0; }
       export function half(a: number[]) { const n = a.length; for (let i = 0; i < n >> 1; i++) { const t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t; } }
       export function heap(a: number[]) { const n = a.length; for (let i = (n >> 1) - 1; i >= 0; i--) { let k = i;
         for (;;) { let c = 2 * k + 1; if (c >= n) break; if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[c] <= a[k]) break; k = c; } } }
       export function shell(a: number[]) { for (let gap = a.length >> 1; gap > 0; gap >>= 1) for (let i = gap; i < a.length; i++) {
         const t = a[i]; let j = i; while (j >= gap && a[j - gap] > t) { a[j] = a[j - gap]; j -= gap; } a[j] = t; } }`,
      { least: '1/1', ring: '1/1', clamped: '1/1', any: '1/1', hashed: '1/1', half: '4/4', heap: '4/4', shell: '5/5' },
    ));
});

describe('accesses are not proven', () => {
  it('where a difference is too large to be exact', () =>
    proves(
      `export function main(key: number) { const n = 100; let m = 0, left = 1; const a = new Array(100).fill(0);
         if (key !== 9007199254740991) return 0; m = Math.floor((left + n) / 2); if (key < m) return 1; if (left >= 2) return a[100]; return a[m + 50]; }`,
      // What is never reached is proven.
      { main: '1/2' },
    ));

  it('where the index may be the length', () =>
    proves(
      `export function one(a: number[]) { let s = 0; for (let i = 0; i <= a.length; i++) s += a[i]; return s; }
       export function first(a: number[]) { return a[0]; }
       export function last(a: number[]) { return a[a.length - 1]; }
       export function fraction(a: number[], i: number) { return i >= 0 && i < a.length / 2 ? a[i / 2] : 0; }`,
      { one: '0/1', first: '0/1', last: '0/1', fraction: '0/1' },
    ));

  it('where the array has become shorter since it was asked', () =>
    proves(
      `export function popped(a: number[]) { const n = a.length; let s = 0; for (let i = 0; i < n; i++) { s += a[i]; a.pop(); } return s; }
       export function cut(a: number[], b: number[]) { let s = 0; for (let i = 0; i < a.length; i++) { b.length = 0; s += a[i]; } return s; }
       export function told(a: number[], f: () => void) { let s = 0; for (let i = 0; i < a.length; i++) { f(); s += a[i]; } return s; }
       export function replaced(a: number[], b: number[]) { let s = 0; for (let i = 0; i < a.length; i++) { if (s > 9) a = b; s += a[i]; } return s; }`,
      { popped: '0/1', cut: '0/1', told: '0/1', replaced: '0/1' },
    ));

  it('where a callee has made it shorter, or has moved the index', () =>
    proves(
      `function cut(a: number[]) { a.length = 0; }
       export function called(a: number[]) { let s = 0; for (let i = 0; i < a.length; i++) { cut(a); s += a[i]; } return s; }
       export function moved(a: number[]) { let i = 0, s = 0; const next = () => { i += 2; }; while (i < a.length) { next(); s += a[i]; } return s; }`,
      { called: '0/1', moved: '0/1' },
    ));
});

describe('accesses of the programs with direct indexing', () => {
  const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    BinarySearch: { Find: '3/3' },
    HeapSort: { HeapSort: '11/11' },
    HeapSort_guard_first: { HeapSort: '11/11' },
    Matrix: { main: '10/10' },
    Shell: { main: '7/7' },
  };
  for (const [name, expected] of Object.entries(programs)) {
    it(name, () => {
      const text = readFileSync(new URL(`../../programs/accesses/${name}.ts`, import.meta.url), 'utf8');
      proves(`export {};\n${text}`, expected);
    });
  }
});

describe('an array that only variables of running functions hold', () => {
  const others = `let cache: number[] | null = null; let kept: any = null; let other: any = null;
    export function shorten() { if (cache) cache.pop(); }
    export function take() { other = kept; }
    export function pop() { if (other) { other.pop?.(); other.r?.pop(); } }
    function helper(f: () => void) { f(); return 1; }
    function drop(r: number[], f: () => void) { f(); r.pop(); }`;

  it('is changed by no unknown code, whatever becomes of it later', () =>
    proves(
      `${others}
       export function stack(a: number[], f: () => void) { const r = [1]; for (let i = 0; i < a.length; i++) r.push(i);
         while (r.length > 0) { helper(f); console.log(r[r.length - 1]); r.pop(); } return r; }
       export function published(n: number, f: () => void) { const r: number[] = []; for (let i = 0; i < n; i++) { f(); r[i] = i; } cache = r; return r; }`,
      { stack: '1/1', published: '1/1' },
    ));

  it('but by what it is handed to, and by whoever may have found it before', () =>
    proves(
      `${others}
       export function passed(f: () => void) { const r = [1, 2, 3]; drop(r, f); return r[2]; }
       export function leaked(f: () => void) { const r = [1, 2, 3]; kept = r; f(); kept = null; f(); return r[2]; }
       export function inside(f: () => void) { const o = { r: [1, 2, 3] }; kept = o.r; f(); kept = null; f(); return o.r[2]; }
       export function outside(f: () => void) { const o = { r: [1, 2, 3] }; kept = o; f(); kept = null; f(); return o.r[2]; }
       export function captured(f: (g: () => void) => void) { const r = [1, 2, 3]; f(() => r.pop()); f(() => {}); return r[2]; }
       export function early(f: () => void) { let last: number[] | null = null;
         for (let i = 0; i < 3; i++) { const r = [1, 2, 3]; if (last) { f(); console.log(last[2]); } kept = r; f(); kept = null; last = r; } }`,
      { passed: '0/1', leaked: '0/1', inside: '0/1', outside: '0/1', captured: '0/1', early: '0/1' },
    ));
});
