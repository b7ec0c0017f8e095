import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';
import { claims } from './running.js';

describe('parameters', () => {
  it('without a type ask under a typeof test only', async () => {
    const result = await claims(`export function main(n) { if (typeof n === 'number' && n > 99) throw new Error('n'); }`, {
      file: 'program.js',
      refuses: [100, Infinity],
      also: ['100', null, undefined, {}],
    });
    assert.equal(requiresOf(result), 'typeof n !== "number" || !(n > 99)');
  });

  it('without a type may be anything that compares', () =>
    claims(`export function main(n) { if (n > 99) throw new Error('n'); }`, {
      file: 'program.js',
      also: ['7', '700', [], [3], true, null, undefined],
    }));

  it('without a type may be asked for one', () =>
    claims(`export function main(n) { if (typeof n !== 'number') throw new TypeError('n'); if (n < 0) throw new RangeError('n'); }`, {
      file: 'program.js',
      refuses: [-1, '3', undefined, null, true],
    }));

  it('have defaults where they are left out', () =>
    claims(
      `function f(a: number, most = 10) { if (a > most) throw new Error('a'); }
       export function main(n: number) { f(n); f(n, undefined); f(n, 20); }`,
      { refuses: [11, 50] },
    ));

  it('that are left out are undefined', () =>
    claims(`export function main(n?: number) { if (n === undefined) throw new Error('n'); return n; }`, { refuses: [undefined] }));

  it('of rest patterns are an array of the others', () =>
    claims(
      `function f(...xs: number[]) { if (xs.length !== 2) throw new Error('length'); }
       export function main(n: number) { f(n, 1); f(...[n, 2]); if (n > 5) throw new Error('n'); }`,
      { refuses: [6, 10] },
    ));
});

describe('destructuring', () => {
  it('takes defaults for undefined, not for null', () =>
    claims(
      `export function main(n: number) {
         const { a = 1, b = 2 }: { a?: number | null; b?: number } = { a: null };
         if (a !== null || b !== 2) throw new Error('defaults');
       }`,
    ));

  it('of an array takes elements in order, and the rest', () =>
    claims(
      `export function main(n: number) {
         const [a, b = 3, ...rest] = [n];
         if (b !== 3 || rest.length !== 0) throw new Error('pattern');
         if (a > 2) throw new Error('a');
       }`,
    ));

  it('swaps', () =>
    claims(`export function main(n: number) { let a = n, b = 1; [a, b] = [b, a]; if (a !== 1) throw new Error('a'); return b; }`));

  it('of null fails', () =>
    claims(`export function main(n: { v: number } | null) { const { v } = n!; return v; }`, { refuses: [null], also: [{ v: 1 }] }));
});

describe('optional chaining', () => {
  it('gives undefined for null', () =>
    claims(`export function main(n: { v: number } | null) { const v = n?.v; if (v === undefined) throw new Error('v'); }`, {
      refuses: [null],
      also: [{ v: 0 }],
    }));

  it('asks nothing of what may be missing', () =>
    claims(`export function main(n?: { f?: () => number }) { return n?.f?.() ?? 0; }`, { also: [undefined, {}, { f: () => 1 }] }));

  it('a plain access asks for an object', () =>
    claims(`export function main(n: { v: number } | null) { return n!.v; }`, { refuses: [null], also: [{ v: 1 }] }));
});

describe('strings', () => {
  it('are told apart by small sets', () =>
    claims(`export function main(mode: 'r' | 'w' | 'x') { if (mode !== 'r' && mode !== 'w') throw new Error('mode'); }`, {
      refuses: ['x'],
      also: ['r', 'w'],
    }));

  it('may be asked not to be empty', () =>
    claims(`export function main(s: string) { if (s === '') throw new Error('s'); }`, { refuses: [''], also: ['a', ' '] }));

  it('have a length', () =>
    claims(`export function main(s: string) { if (s.length < 0) throw new Error('never'); return s.charAt(0); }`, { also: ['', 'abc'] }));
});

describe('switch', () => {
  it('falls through to the next case', () =>
    claims(
      `export function main(n: number) {
         let sum = 0;
         switch (n) { case 1: sum += 1; case 2: sum += 10; break; default: sum = 100; case 9: sum += 1; }
         if (sum === 11) throw new Error('1');
         if (sum === 0) throw new Error('never');
       }`,
    ));

  it('compares strictly, and -0 with 0', () =>
    claims(`export function main(n: number) { switch (n) { case 0: return 1; default: if (n === 0) throw new Error('never'); } }`));

  it('leaves values to the default', () =>
    claims(
      `export function main(n: number) { switch (n) { case 1: return 'a'; case 200: return 'b'; default: if (n > 10) throw new Error('n'); } }`,
      {
        also: [200],
      },
    ));
});

describe('labels', () => {
  it('continue the loop that they name', () =>
    claims(
      `export function main(n: number) {
         outer: for (let i = 0; i < 10; i++) {
           for (let j = 0; j < 10; j++) { if (j === 5) continue outer; if (j > 5) throw new Error('inner'); }
         }
         if (n > 50) throw new Error('n');
       }`,
      { refuses: [99, 100] },
    ));

  it('break out of blocks', () =>
    claims(`export function main(n: number) { block: { if (n > 5) break block; return 1; } if (n > 10) throw new Error('n'); }`, {
      refuses: [11, 50],
    }));
});

describe('numbers', () => {
  it('are doubles: NaN is good where it is', () => {
    assert.equal(requiresOf(checkText(`export function main(n: number) { if (n > 99) throw new Error('n'); }`)), '!(n > 99)');
    assert.equal(requiresOf(checkText(`export function main(n: number) { if (!(n <= 99)) throw new Error('n'); }`)), 'n <= 99');
  });

  it('overflow to infinity', () =>
    claims(`export function main(n: number) { if (n * 1e308 === Infinity && n > 5) throw new Error('n'); }`, { refuses: [6, 10] }));
});

describe('a variable that is compared with itself', () => {
  it('is what it is, unless it is NaN', async () => {
    for (const [test, refused] of [
      ['n !== n', [NaN]],
      ['!(n <= n)', [NaN]],
      ['n >= n', [-1, 0, Infinity]],
      ['n == n', [-1, 0, Infinity]],
    ] as const)
      await claims(`export function main(n: number) { if (${test}) throw new Error('n'); }`, { refuses: refused });
    await claims(`export function main(n: number) { if (n < n || n > n) throw new Error('never'); if (n > 7) throw new Error('n'); }`, {
      refuses: [8],
    });
  });

  it('does not end a loop', () =>
    claims(`export function main(n: number) { let y = 2; if (n > 50) while (y <= y) y = y + 2; }`, { refuses: [99, 1000] }));

  it('may be undefined, or an object that is converted twice', async () => {
    await claims(`export function main(n: number) { let u: number | undefined; if (n > 3) u = n; if (u! <= u!) throw new Error('u'); }`, {
      refuses: [4, 10],
    });
    await claims(
      `export function main(n: number) { let k = 0; const o: any = { valueOf() { return k++; } }; if (!(o < o)) throw new Error('never'); return o <= o; }`,
    );
  });
});

describe('an array', () => {
  it('has the same property under a number that is no index and under its name', () =>
    claims(`export function main(n: number) {
      const a: Record<string | number, number | undefined> & unknown[] = [] as never;
      a['4294967295'] = 7;
      if (a[4294967295] === undefined) throw new Error('by name');
      a['-1'] = 7;
      a[-1] = 8;
      if (a['-1'] === 7) throw new Error('by number');
      a[0.5] = n;
      if (a['0.5'] === undefined) throw new Error('a fraction');
    }`));
});
