import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyNumber, contains, noNumber, numberRange } from '../../../server/lattice/number.js';
import { inputsOutside, numbersOutside } from '../../../server/semantics/concrete/inputs.js';

describe('the inputs tried before a certain failure is published', () => {
  it('lie next to the bounds, and are special values and fractions', () => {
    const outside = numbersOutside(numberRange(0, 99, true, false));
    for (const value of [100, -1, 99.5, NaN, Infinity, -Infinity]) assert.ok(outside.includes(value), String(value));
  });

  it('are none when every number is good', () => {
    assert.deepEqual(numbersOutside(anyNumber), []);
    assert.deepEqual(inputsOutside([{ good: null, assumption: { kind: 'number' } }]), []);
  });

  it('are usual numbers when none is good', () => {
    assert.equal(numbersOutside(noNumber).length, 12);
  });

  it('are safe integers when numbers are taken for integers', () => {
    assert.ok(numbersOutside(numberRange(0, 99, true, false), 12, 'integers').every(Number.isSafeInteger));
  });

  it('break the condition of at least one parameter', () => {
    const good = numberRange(1, 5, false, false);
    const inputs = inputsOutside([
      { good, assumption: { kind: 'number' } },
      { good, assumption: { kind: 'number' } },
      { good: null, assumption: { kind: 'array', element: { kind: 'number' } } },
    ]);
    assert.equal(inputs.length, 12);
    for (const [a, b, list] of inputs) {
      assert.ok(Array.isArray(list));
      assert.ok(!contains(good, Number(a)) || !contains(good, Number(b)));
    }
  });

  it('never lie inside, whatever the set', () => {
    const bound = fc.double({ noNaN: true });
    fc.assert(
      fc.property(bound, bound, fc.boolean(), fc.boolean(), (a, b, integer, nan) => {
        const good = numberRange(Math.min(a, b), Math.max(a, b), integer, nan);
        assert.ok(numbersOutside(good).every((value) => !contains(good, value)));
      }),
    );
  });
});
