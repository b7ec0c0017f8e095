import assert from 'node:assert/strict';
import { parseSource } from '../../adapter/instrument/parse.js';
import type { ValueReport } from '../../adapter/events/rows.js';
import { placesRead, simulate } from '../../adapter/querypoints/text/failing.js';
import { failureAt } from '../../adapter/querypoints/text/failureAt.js';

const value = (of: unknown): ValueReport =>
  of === null ? { kind: 'primitive', type: 'null', text: 'null' } : { kind: 'primitive', type: typeof of as 'number', text: String(of) };

/** Whether an assertion about `x` fails for a value, at the word that V8 tells; null where that is not known. */
function fails(text: string, word: string, x: unknown): boolean | null {
  const failure = failureAt(parseSource(text, 'commonjs'), text.lastIndexOf(word), 'AssertionError: no');
  if (failure === null) return null;
  const found = simulate(failure.expression, {
    variable: () => value(x),
    self: () => undefined,
    member: () => undefined,
    call: () => undefined,
  });
  return failure.doubt?.isOf(found) === true ? null : failure.isFailing(found);
}

describe('what a failed assertion is about', () => {
  const assertions: readonly (readonly [text: string, word: string, fails: readonly unknown[], holds: readonly unknown[]])[] = [
    ['assert.strictEqual(x, 3)', 'strictEqual', [2, '3', NaN], [3]],
    ['assert.equal(x, 3, "told")', 'equal', [2, 'a'], [3]],
    ['assert.notStrictEqual(x, 3)', 'notStrictEqual', [3], [2, '3']],
    ['assert(x)', 'assert', [0, '', null, undefined, NaN], [1, 'a']],
    ['ok(x > 2)', 'ok', [1, 2], [3]],
    ['assert.isAbove(x, 2)', 'isAbove', [1, 2], [3]],
    ['expect(x).toBe(NaN === 1)', 'toBe', [true, 0], [false]],
    ['expect(x).not.toBe(3)', 'toBe', [3], [2]],
    ['expect(x).toEqual("a")', 'toEqual', ['b', undefined], ['a']],
    ['expect(x).toBeGreaterThan(2)', 'toBeGreaterThan', [2], [3]],
    ['expect(x).toBeUndefined()', 'toBeUndefined', [null, 0], [undefined]],
    ['expect(x).to.equal(3)', 'equal', [2], [3]],
    ['expect(x).to.not.be.null', 'null', [null], [0]],
    ['expect(x).to.be.at.least(2)', 'least', [1], [2]],
    ['expect(x).to.be.true', 'true', [1, false], [true]],
  ];
  for (const [text, word, failing, holding] of assertions)
    it(`is held as it says: ${text}`, () => {
      for (const x of failing) assert.equal(fails(text, word, x), true, `of ${String(x)}`);
      for (const x of holding) assert.equal(fails(text, word, x), false, `of ${String(x)}`);
    });

  it('is not known where ways to compare differ, of other assertions, and of what nobody tells', () => {
    assert.equal(fails('assert.equal(x, 3)', 'equal', '3'), null);
    assert.equal(fails('expect(x).toBe(0)', 'toBe', 0), null);
    for (const text of ['assert.throws(x)', 'expect(x).to.be.near.equal(3)', 'expect(...x).toBe(3)', 'assert.equal(...x)', 'f(() => x)'])
      assert.equal(fails(text, text.includes('equal(') ? 'equal(' : text.includes('toBe') ? 'toBe' : text.slice(0, 1), 3), null, text);
  });

  it('reads the places of both sides, and of what is called; what writes is none', () => {
    const at = (text: string) => failureAt(parseSource(text, 'commonjs'), text.indexOf('equal'), 'AssertionError: no');
    const places = (text: string) => placesRead(at(text)?.expression ?? assert.fail(text));
    const read = { variables: ['cart', 'limit'], fields: ['total'], hasElements: false };
    assert.deepEqual(places('assert.equal(cart.total, limit)'), { ...read, hasCalls: false });
    assert.deepEqual(places('assert.equal(cart.total(), limit)'), { ...read, hasCalls: true });
    assert.equal(places('assert.equal((cart.total = 3), limit)'), null);
  });
});
