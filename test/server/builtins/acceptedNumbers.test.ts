import assert from 'node:assert/strict';
import { abstractBuiltins } from '../../../server/builtins/abstractModels.js';
import * as numbers from '../../../server/lattice/number.js';
import * as values from '../../../server/lattice/value.js';
import { acceptedBy } from '../../../server/semantics/call.js';

const tried = [
  ...[-Infinity, -2, -1, -0.999, -0, 0, 0.5, 0.999, 1, 1.5, 2, 9.9, 36, 36.5, 37, 99.5, 100, 100.999, 101, 101.5, 1e6],
  ...[0x10ffff, 0x10ffff + 0.5, 0x110000, 2 ** 32 - 1, 2 ** 32, 2 ** 53, Number.MAX_VALUE, Infinity, NaN],
];

const builtins: readonly (readonly [string, (number: number) => unknown])[] = [
  ['Number.prototype.toFixed', (digits) => NaN.toFixed(digits)],
  ['Number.prototype.toString', (radix) => NaN.toString(radix)],
  ['BigInt.prototype.toString', (radix) => 5n.toString(radix)],
  ['String.prototype.repeat', (times) => ''.repeat(times)],
  ['String.fromCodePoint', (point) => String.fromCodePoint(point)],
  ['Array', (length) => new Array(length).length],
];

describe('the numbers that a built-in accepts', () => {
  for (const [name, call] of builtins) {
    it(`are those with which ${name} does not throw`, () => {
      const accepted = acceptedBy(abstractBuiltins, name, 0, 1).number;
      for (const number of tried) assert.equal(numbers.contains(accepted, number), succeeds(call, number), `${name} with ${number}`);
    });
  }

  it('are any where a receiver that has no digits accepts them', () => {
    assert.equal(NaN.toPrecision(-1), 'NaN');
    assert.equal(acceptedBy(abstractBuiltins, 'Number.prototype.toPrecision', 0, 1), values.top);
    assert.equal(Infinity.toExponential(-1), 'Infinity');
    assert.equal(acceptedBy(abstractBuiltins, 'Number.prototype.toExponential', 0, 1), values.top);
  });

  it('are asked of the first argument, of each, or of the only one', () => {
    assert.equal(acceptedBy(abstractBuiltins, 'String.fromCodePoint', 3, 4).number.max, 0x10ffff);
    assert.equal(acceptedBy(abstractBuiltins, 'Number.prototype.toFixed', 1, 2), values.top);
    assert.equal(acceptedBy(abstractBuiltins, 'Array', 0, 2), values.top);
  });
});

function succeeds(call: (number: number) => unknown, number: number): boolean {
  try {
    call(number);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
