import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const requires = (test: string): string | null =>
  checkText(`export function main(n: number, s: string) { if (${test}) throw new Error('n'); }`).functions[0]?.requires ?? null;

describe('what arithmetic gives back as it is', () => {
  for (const text of ['s.length - 1 - 0', '0 + (s.length - 1)', '(s.length - 1) * 1', '(s.length - 1) / 1', '1 * (s.length - 1) + 0'])
    it(text, () => assert.equal(requires(`s.charCodeAt(${text}) < n`), '!(s.charCodeAt(s.length - 1) < n)'));

  it('is nothing that may be -0, or no number', () => {
    assert.equal(requires('Object.is(n + 0, -0)'), '!Object.is(n + 0, -0)');
    assert.match(requires('Object.is(n - 0, -0)') ?? '', /Object\.is\(n(?: - 0)?, -0\)/);
    const ofAny = `export function main(s) { if (s + 0 === '50') throw new Error('n'); }`;
    assert.ok(checkText(ofAny, {}, [], 'main.js').findings.every(({ condition }) => condition?.includes('s + 0') !== false));
  });
});
