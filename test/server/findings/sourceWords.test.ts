import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const saidOf = (parameters: string, body: string): string =>
  checkText(`export function main(${parameters}): unknown {\n${body}\n}`)
    .findings.map(({ message }) => message.replace(/(,|:) (either because|it throws|\S.* throws a) .*/, ''))
    .join('\n');

describe('conditions in the words of the source', () => {
  for (const [parameters, body, said] of [
    // A relation says what a bound of one of its sides would say again.
    ['s: string, width: number', `return ' '.repeat(width - s.length) + s;`, 'width - s.length <= -1'],
    ['s: string, width: number', `return ' '.repeat((width - s.length) / 2) + s;`, '(width - s.length) / 2 <= -1'],
    ['s: string, w: number', `return ' '.repeat(Math.floor((w - s.length) / 2)) + s;`, 'Math.floor((w - s.length) / 2) <= -1'],
    ['n: number, w: number', `return '.'.repeat(w - n.toFixed(2).length) + n;`, 'w - n.toFixed(2).length <= -1'],
    ['n: number, w: number', `return '.'.repeat(w - String(n).length) + n;`, 'w - String(n).length <= -1'],
    ['a: number[], n: number', `return new Array(n - a.length).fill(0);`, 'n < a.length || !Number.isInteger(n - a.length)'],
    // A bound says what a test of a sum would say again.
    ['depth: number', `return ' '.repeat(depth - 1);`, 'depth <= 0'],
    [
      'xs: string[], i: number',
      `if (i < 0) throw new Error('a'); if (i > xs.length) throw new Error('b'); return xs[i];`,
      'i > xs.length || i < 0',
    ],
    // No number that nobody wrote.
    ['n: number', `if (n * 3 < 0.3) throw new Error('x'); return n;`, 'n * 3 < 0.3'],
    ['n: number', `if (Math.trunc(n * 1.19) > 100) throw new Error('x'); return n;`, 'Math.trunc(n * 1.19) > 100'],
    ['n: number', `if (n + 0.1 < 0.3) throw new Error('x'); return n;`, 'n + 0.1 < 0.3'],
    ['n: number', `if (n - 0.7 > 0.2) throw new Error('x'); return n;`, 'n >= 0.9'],
    [
      'a: number, b: number',
      `if (a * 1.08 > 99.99) throw new Error('x'); if (b > 1) throw new Error('y'); return a;`,
      'a * 1.08 > 99.99 || b > 1',
    ],
    // A length that is one number, and nothing added to it.
    [
      'xs: string[], n: number',
      `let t = 0; for (const x of xs) t += x.length; return '-'.repeat(n - t);`,
      'n <= -1 || (xs.length === 1 && n - xs[0].length <= -1)',
    ],
  ] as const)
    it(`are exact: ${body}`, () => assert.equal(saidOf(parameters, body), `main fails if ${said}`));

  it('name in alternatives no bound that no run comes to', () => {
    const body = `return '#'.repeat(Math.round(n / m)) + ' '.repeat(20 - Math.round(n / m));`;
    const [finding] = checkText(`export function main(n: number, m: number): string {\n${body}\n}`).findings;
    assert.ok(finding?.alternatives[0]?.message.startsWith('Fails if 20 - Math.round(n / m) <= -1: '));
  });
});
