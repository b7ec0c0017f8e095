import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';
import { claims, findingsOf } from './running.js';

const main = (body: string): string => `export function main(n: number) { ${body} }`;

describe('a run that does not end', () => {
  it('comes back to where it was', async () => {
    await claims(main('let x = n; while (x >= n) x = Math.floor(n / 2) - 1;'), { refuses: [-2, -7.5] });
    await claims(main('let x = n; let y = 0; while (y !== -20) { y = x + 3; y = y - 1; }'), { refuses: [-21, 0, 5], also: [-22] });
    await claims(main('let a = n; let b = 0; while (a > 5) { if (b > 0) { b = 0; a = n; } else { b = a; a = n - 1; } }'), {
      refuses: [10, 100],
      also: [5.5, 6],
    });
  });

  it('leaves what it waits for behind', async () => {
    await claims(main('let x = n - 20; if (x <= n) while (x !== -2) x++;'), { refuses: [19, 50], also: [18] });
    await claims(main('let x = n; while (x !== 7) { x = x - 1; if (x === 3) x = x - 2; }'), { refuses: [-1, 2], also: [7, 9] });
    assert.equal(
      requiresOf(checkText('export function main(a: number, b: number) { for (let i = a; i !== b; i++); }')),
      '!Number.isNaN(a) && !Number.isNaN(b) && !(a > b)',
    );
  });

  it('may take the step from outside', () => {
    const text = 'export function main(to: number, step: number) { for (let i = 0; i < to; i += step); }';
    assert.equal(requiresOf(checkText(text)), '!(to > 0) || !(step <= 0)');
  });

  it('calls itself again and again', async () => {
    const down = 'function down(k: number): number { return k === 0 ? 0 : down(k - 1); }';
    const result = await claims(`${main('let x = n - 7; if (x <= n) x = down(n + 1); return x;')} ${down}`, {
      refuses: [-2, -7.5],
      also: [20],
    });
    assert.deepEqual(findingsOf(result), ['1 not-terminating hint !(n < -1)']);
    await claims(`${main('try { down(n + 1); } catch { return 0; }')} ${down}`);
  });

  it('is none where it is meant not to end, and where no run must', () => {
    const forEver = 'export function main(n: number) { if (n > 5) for (;;) n = 6; }';
    assert.equal(requiresOf(checkText(forEver)), null);
    assert.equal(requiresOf(checkText(main('let x = n; while (x > 5) x = n;'), { termination: false })), null);
  });

  it('is none where two tests of one iteration begin, or end, at one place', async () => {
    for (const test of ['o?.f?.()', "o?.['f']?.()", 'o?.f?.name', '(o?.f)?.()']) {
      const loop = `let x = n; while (x >= 3) { const o = { f() { return 1; } }; ${test}; x -= 1; }`;
      assert.equal(requiresOf(await claims(main(loop))), '!(n >= Infinity)', test);
    }
    const counted = 'let x: any = 1; if (x++) { } const m = new Map<number, number>([[1, n]]); x = m.get(1); while (x > 5) x -= 1;';
    assert.equal(requiresOf(await claims(main(counted))), null);
    const untyped = 'export function main(n) { if (n >= 0 && n < 1e6) while (n--); }';
    assert.equal(requiresOf(checkText(untyped, {}, [], 'main.js')), null);
  });

  it('is none where something changes that matters later', async () => {
    for (const body of [
      'let i = 0; const tick = () => { i++; }; while (i < 10 && n > 5) tick();',
      'const seen: number[] = []; let x = n; while (x === n) { seen.push(1); if (seen.length > 9) x = 0.25; }',
      'const o = { i: 0 }; while (n > 5 && o.i < 9) o.i++;',
      'const m = new Map<number, number>(); while (n > 5 && !m.has(9)) m.set(m.size, n);',
      'let s = ""; while (n > 5 && s.length < 9) s += "x";',
      'let x = n; while (x > 0 && x < 1000) { x = x / 2; if (x < 1e-9) break; }',
      'let x = 1; while (x !== 0 && n > 5) x = x / 2;',
      'for (const each of [1, 2, 3, 4, 5, 6, 7, 8, 9]) { let i = each; while (i > 0) i--; if (n === each) return; }',
      'let x = n; let left = 9; while (x === n) { left -= 1; if (left === 0) break; }',
    ])
      assert.equal(requiresOf(await claims(main(body))), null, body);
  });
});

describe('a comparison of something computed from one number', () => {
  it('is one of the number', () => {
    const asked = (condition: string) => requiresOf(checkText(main(`if (${condition}) throw new Error();`)));
    assert.equal(asked('2 * n + 1 > 20'), '!(n > 9.5)');
    assert.equal(asked('7 - n < 3'), '!(n > 4)');
    assert.equal(asked('Math.floor(n / 2) >= 5'), '!(n >= 10)');
    assert.equal(asked('3 * n === 9'), 'n !== 3');
    assert.equal(asked('n - 7 > n'), null);
    // Several numbers are rounded to the same sum, and not all bounds are short.
    assert.equal(asked('n + 30 === 31'), 'n + 30 !== 31');
    assert.equal(asked('n * 9 / 5 + 32 > 451'), '!(n * 9 / 5 + 32 > 451)');
  });
});

describe('an end of a run that is not known', () => {
  it('is that of one loop behind another, which is left after any number of rounds', async () => {
    const text = 'export function main(n: number, q: number) { for (let i = n; i > 1; i--) q--; while (q !== -7) q += 1; }';
    const requires = requiresOf(checkText(text)) ?? 'true';
    const isGood = new Function('n', 'q', `return ${requires};`) as (n: number, q: number) => boolean;
    assert.deepEqual([isGood(33, 12), isGood(33, -20), isGood(2, -6), isGood(2, -5)], [true, true, true, false]);
  });

  it('stays open where a variable that is assigned another one has lost what related it', () => {
    const text = `declare function ext(x: any): any;
      function read(a: number, b: number) { const t = b; b = a; const q = t + b; if (q === 0) ext(1); ext(b)[0]; }
      export function main() { read(0, undefined as any); }`;
    assert.deepEqual(checkText(text).findings, []);
  });
});
