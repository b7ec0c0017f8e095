import assert from 'node:assert/strict';
import type { Expression } from '../../../server/ir/expression.js';
import { GoodEntries } from '../../../server/execution/symbolic/goodEntries.js';
import { Quantities } from '../../../server/execution/symbolic/quantities.js';

describe('entries from which a run may be good', () => {
  const quantities = new Quantities();
  const named = ['a', 'b', 'c'].map((_, variable): Expression => ({
    kind: 'variable',
    variable: quantities.idOf({ kind: 'parameter', variable, assumption: null }),
  }));
  const free: Expression = { kind: 'variable', variable: quantities.idOf({ kind: 'unknown', what: 'the result of a call' }) };
  /** `aB?`: a holds, b does not, and the unknown result does. */
  const decided = (text: string): Parameters<GoodEntries['add']>[0] =>
    [...text].map((letter) => {
      const condition = letter === '?' ? free : (named['abc'.indexOf(letter.toLowerCase())] ?? free);
      return { condition, truth: letter === letter.toLowerCase(), isFirst: true, isRepeated: false, isOfRefusal: false };
    });
  const entries = (...runs: string[]): GoodEntries => {
    const good = new GoodEntries(quantities);
    for (const run of runs) good.add(decided(run));
    return good;
  };

  it('are those that decide as the run did, whatever has no name', () => {
    const good = entries('a?B');
    assert.deepEqual(
      ['aB', 'aB?', 'aBc', 'a', 'ab', 'AB', ''].map((each) => good.includes(decided(each))),
      [true, true, true, false, false, false, false],
    );
  });

  it('are all entries, where only what has no name was decided', () => {
    assert.equal(entries('?').includes(decided('')), true);
  });

  it('are one set, where two differ in one decision alone', () => {
    assert.equal(entries('ab', 'aB').includes(decided('a')), true);
    assert.equal(entries('a', 'Ab').includes(decided('b')), true);
    assert.equal(entries('ab', 'aB', 'A').includes(decided('')), true);
  });

  it('are no more than that', () => {
    assert.equal(entries('ab', 'Ac').includes(decided('')), false);
    assert.equal(entries('ab', 'AB').includes(decided('a')), false);
    assert.equal(entries('abc', 'aBC').includes(decided('a')), false);
  });
});
