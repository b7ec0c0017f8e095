import assert from 'node:assert/strict';
import fc from 'fast-check';
import { anyNumber, contains, noNumber, numberRange } from '../../../server/lattice/number.js';
import * as values from '../../../server/lattice/value.js';
import { inputsOutside, numbersOutside } from '../../../server/execution/concrete/inputs.js';

describe('the inputs tried before a certain failure is published', () => {
  it('lie next to the bounds, and are special values and fractions', () => {
    const outside = numbersOutside(numberRange(0, 99, true, false));
    for (const value of [100, -1, 99.5, NaN, Infinity, -Infinity]) assert.ok(outside.includes(value), String(value));
  });

  it('are none when every number is good', () => {
    assert.deepEqual(numbersOutside(anyNumber), []);
    assert.deepEqual(inputsOutside([{ before: values.anyNumberValue, good: null, assumption: { kind: 'number' } }]), []);
  });

  it('are usual numbers when none is good', () => {
    assert.equal(numbersOutside(noNumber).length, 12);
  });

  it('are safe integers when numbers are taken for integers', () => {
    assert.ok(numbersOutside(numberRange(0, 99, true, false), 12, 'integers').every(Number.isSafeInteger));
  });

  it('break the condition of at least one parameter', () => {
    const good = numberRange(1, 5, false, false);
    const number = { before: values.anyNumberValue, good: values.ofNumber(good), assumption: { kind: 'number' } } as const;
    const inputs = inputsOutside([
      number,
      number,
      { before: values.unknownObject, good: null, assumption: { kind: 'array', element: { kind: 'number' } } },
    ]);
    assert.equal(inputs.length, 12);
    for (const [a, b, list] of inputs) {
      assert.ok(Array.isArray(list));
      assert.ok(!contains(good, Number(a)) || !contains(good, Number(b)));
    }
  });

  it('are what the declared type admits and the condition does not', () => {
    const nullable = values.join(values.nullValue, values.anyStringValue);
    const assumption = { kind: 'union', of: [{ kind: 'null' }, { kind: 'string' }] } as const;
    assert.deepEqual(inputsOutside([{ before: nullable, good: values.anyStringValue, assumption }]), [[null]]);
    assert.deepEqual(inputsOutside([{ before: values.anyBoolean, good: values.falseValue, assumption: { kind: 'boolean' } }]), [[true]]);
    assert.deepEqual(inputsOutside([{ before: nullable, good: values.nullValue, assumption }]), [[''], ['text'], ['0']]);
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
