import { findingsOf, claims } from './running.js';
import assert from 'node:assert/strict';

const integers = { integers: true };

describe('recursion', () => {
  it('that passes its end fails', async () => {
    const factorial = `function factorial(n: number): number { return n === 0 ? 1 : n * factorial(n - 1); }
       export function main(n: number) { return factorial(n); }`;
    const result = await claims(factorial, { settings: integers, refuses: [-1, -2] });
    assert.deepEqual(findingsOf(result), ['2 not-terminating hint n >= 0']);
    await claims(factorial, { refuses: [-1, -Infinity, Infinity] });
  });

  it('may be mutual', () =>
    claims(
      `function even(n: number): boolean { return n === 0 ? true : odd(n - 1); }
       function odd(n: number): boolean { return n === 0 ? false : even(n - 1); }
       export function main(n: number) { return even(n); }`,
      { settings: integers, refuses: [-1, -2] },
    ));

  it('has variables of its own in each call', () =>
    claims(
      `function depth(n: number): number { let here = n; if (n > 0) depth(n - 1); return here; }
       export function main(n: number) { if (n < 3 && depth(n) !== n && n === n) throw new Error('shared'); }`,
    ));

  it('without end is no failure where a handler catches the RangeError', () =>
    claims(
      `function down(n: number): number { return n === 0 ? 0 : down(n - 1); }
       export function main(n: number) { try { return down(n); } catch { return -1; } }`,
    ));

  it('without end arrives at the handler as a RangeError', () =>
    claims(
      `function forever(n: number): number { return forever(n + 1); }
       export function main(n: number) { try { forever(n); } catch (e) { if (n > 3) throw e; } }`,
      { refuses: [4, 5, 100] },
    ));

  it('without end runs finally', () =>
    claims(
      `function forever(n: number): number { return forever(n + 1); }
       export function main(n: number) { try { forever(n); } finally { if (n < 3) return 5; } return 1; }`,
      { refuses: [3, 4, 100] },
    ));

  it('without end is no failure when a handler lies in the recursive function', () =>
    claims(
      `function down(n: number): number { try { return n === 0 ? 0 : down(n - 1); } catch { return -1; } }
       export function main(n: number) { return down(n); }`,
    ));
});

describe('termination', () => {
  const untilTen = `export function main(n: number) { while (n !== 10) n++; }`;

  it('is asked of loops', () => claims(untilTen, { settings: integers, refuses: [11, 50] }));

  it('is not asked with --no-termination', async () => {
    const result = await claims(untilTen, { settings: { ...integers, termination: false } });
    assert.deepEqual(findingsOf(result), []);
  });

  it('is not asked of a loop without a way out', async () => {
    const result = await claims(`export function main(n: number) { if (n > 5) throw new Error('x'); for (;;) {} }`, { refuses: [6] });
    assert.deepEqual(findingsOf(result), ['1 uncaught-exception hint !(n > 5)']);
  });
});
