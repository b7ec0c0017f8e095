import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';

const needs = (text: string): string | null | undefined => requiresOf(checkText(text, { gate: true }));

describe('a condition that inputs were tried on', () => {
  it('stands when the inputs that it condemns fail', () => {
    for (const [type, test, condition] of [
      ['boolean', 's', 's === false'],
      ['string | null', 's === null', 's !== null'],
      ['{ kind: string } | undefined', 's === undefined', 's !== undefined'],
      ['3 | 4', 's === 3', 's === 4'],
      ['number[] | null', '!s', 's !== null'],
      ['number', 's > 10', '!(s > 10)'],
    ])
      assert.equal(needs(`export function main(s: ${type}) { if (${test}) throw new Error('no'); }`), condition, type);
  });

  it('stands whatever the other parameters are', () =>
    assert.equal(
      needs(
        `export function main(o: { f: number }, n: number | null) { if (n === null && o.f > Infinity) return; if (n === null) throw 1; }`,
      ),
      'n !== null',
    ));
});
