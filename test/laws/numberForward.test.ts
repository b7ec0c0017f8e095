import assert from 'node:assert/strict';
import type { Comparison } from '../../server/lattice/comparison.js';
import { contains, isEmpty, noNumber, numberRange, show } from '../../server/lattice/number.js';
import type { NumberValue } from '../../server/lattice/number.js';
import * as arithmetic from '../../server/lattice/numberArithmetic.js';
import { manyCases } from './numberSamples.js';

type Unary = readonly [concrete: (x: number) => number, abstract: (a: NumberValue) => NumberValue];
type Binary = readonly [concrete: (x: number, y: number) => number, abstract: (a: NumberValue, b: NumberValue) => NumberValue];

const unaryOperations: Readonly<Record<string, Unary>> = {
  '-': [(x) => -x, arithmetic.negate],
  '~': [(x) => ~x, arithmetic.bitNot],
  ToInt32: [(x) => x | 0, arithmetic.toInt32],
  ToUint32: [(x) => x >>> 0, arithmetic.toUint32],
  'Math.floor': [Math.floor, arithmetic.floor],
  'Math.ceil': [Math.ceil, arithmetic.ceil],
  'Math.round': [Math.round, arithmetic.round],
  'Math.trunc': [Math.trunc, arithmetic.trunc],
  'Math.abs': [Math.abs, arithmetic.abs],
  'Math.sign': [Math.sign, arithmetic.sign],
  'Math.sqrt': [Math.sqrt, arithmetic.sqrt],
  'Math.fround': [Math.fround, arithmetic.fround],
  'Math.log': [Math.log, arithmetic.log],
  'Math.log2': [Math.log2, arithmetic.log2],
  'Math.log10': [Math.log10, arithmetic.log10],
  'Math.exp': [Math.exp, arithmetic.exp],
  'Math.sin': [Math.sin, arithmetic.sin],
  'Math.cos': [Math.cos, arithmetic.cos],
  'Math.tan': [Math.tan, arithmetic.tan],
  'Math.atan': [Math.atan, arithmetic.atan],
  'Math.cbrt': [Math.cbrt, arithmetic.cbrt],
  'Math.clz32': [Math.clz32, arithmetic.clz32],
};

const binaryOperations: Readonly<Record<string, Binary>> = {
  '+': [(x, y) => x + y, arithmetic.add],
  '-': [(x, y) => x - y, arithmetic.subtract],
  '*': [(x, y) => x * y, arithmetic.multiply],
  '/': [(x, y) => x / y, arithmetic.divide],
  '%': [(x, y) => x % y, arithmetic.remainder],
  '**': [(x, y) => x ** y, arithmetic.power],
  '&': [(x, y) => x & y, arithmetic.bitAnd],
  '|': [(x, y) => x | y, arithmetic.bitOr],
  '^': [(x, y) => x ^ y, arithmetic.bitXor],
  '<<': [(x, y) => x << y, arithmetic.shiftLeft],
  '>>': [(x, y) => x >> y, arithmetic.shiftRight],
  '>>>': [(x, y) => x >>> y, arithmetic.shiftRightUnsigned],
  'Math.imul': [Math.imul, arithmetic.imul],
  'Math.atan2': [Math.atan2, arithmetic.atan2],
  'Math.min': [Math.min, arithmetic.min],
  'Math.max': [Math.max, arithmetic.max],
  'Math.hypot': [Math.hypot, (a, b) => arithmetic.hypot([a, b])],
};

const comparisons: Readonly<Record<Comparison, (x: number, y: number) => boolean>> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  '===': (x, y) => x === y,
  '!==': (x, y) => x !== y,
};

const casesPerOperation = 40_000;

/** A set is canonical when building it again from its fields changes nothing. */
function assertCanonical(value: NumberValue): void {
  const again = numberRange(value.min, value.max, value.integer, value.nan);
  const same =
    Object.is(again.min, value.min) && Object.is(again.max, value.max) && again.integer === value.integer && again.nan === value.nan;
  if (!same) assert.fail(`not canonical: ${JSON.stringify(value)}`);
}

describe('arithmetic on sets of doubles contains every concrete result', () => {
  for (const [name, [concrete, abstract]] of Object.entries(unaryOperations)) {
    it(name, () =>
      manyCases(casesPerOperation, (sampler) => {
        const x = sampler.double();
        const a = sampler.setAround(x);
        const result = abstract(a);
        assertCanonical(result);
        if (!contains(result, concrete(x))) assert.fail(`${name} ${x} = ${concrete(x)} is not in ${show(result)} = ${name} (${show(a)})`);
      }),
    );
  }
  for (const [name, [concrete, abstract]] of Object.entries(binaryOperations)) {
    it(`x ${name} y`, () =>
      manyCases(casesPerOperation, (sampler) => {
        const x = sampler.double();
        const y = sampler.oneIn(8) ? x : sampler.double();
        const a = sampler.setAround(x);
        const b = sampler.setAround(y);
        const result = abstract(a, b);
        assertCanonical(result);
        if (!contains(result, concrete(x, y)))
          assert.fail(`${x} ${name} ${y} = ${concrete(x, y)} is not in ${show(result)} = (${show(a)}) ${name} (${show(b)})`);
      }));
  }
  for (const [operator, concrete] of Object.entries(comparisons)) {
    it(`x ${operator} y`, () =>
      manyCases(casesPerOperation, (sampler) => {
        const x = sampler.double();
        const y = sampler.oneIn(4) ? x : sampler.double();
        const a = sampler.setAround(x);
        const b = sampler.setAround(y);
        const { mayBeTrue, mayBeFalse } = arithmetic.compareNumbers(operator as Comparison, a, b);
        if (!(concrete(x, y) ? mayBeTrue : mayBeFalse)) assert.fail(`${x} ${operator} ${y} for (${show(a)}) ${operator} (${show(b)})`);
      }));
  }

  it('nothing comes from nothing', () => {
    const five = numberRange(5, 5, true, false);
    for (const [, abstract] of Object.values(unaryOperations)) assert.ok(isEmpty(abstract(noNumber)));
    for (const [, abstract] of Object.values(binaryOperations))
      assert.ok(isEmpty(abstract(noNumber, five)) && isEmpty(abstract(five, noNumber)));
  });
});

describe('an operation that is too small is caught', () => {
  const broken: Readonly<Record<string, Binary>> = {
    '+ without the NaN of ∞ - ∞': [(x, y) => x + y, (a, b) => ({ ...arithmetic.add(a, b), nan: a.nan || b.nan })],
    '/ that forgets -0': [(x, y) => x / y, (a, b) => (b.min === 0 ? numberRange(0, Infinity, false, true) : arithmetic.divide(a, b))],
    '* on two corners': [(x, y) => x * y, (a, b) => numberRange(a.min * b.min, a.max * b.max, false, true)],
  };
  for (const [what, [concrete, abstract]] of Object.entries(broken)) {
    it(what, () =>
      assert.throws(() =>
        manyCases(casesPerOperation, (sampler) => {
          const x = sampler.double();
          const y = sampler.double();
          assert.ok(contains(abstract(sampler.setAround(x), sampler.setAround(y)), concrete(x, y)));
        }),
      ),
    );
  }
});

const int = (min: number, max: number): NumberValue => numberRange(min, max, true, false);
const real = (min: number, max: number): NumberValue => numberRange(min, max, false, false);

describe('arithmetic on sets of doubles is exact where that is cheap', () => {
  const results: readonly (readonly [what: string, actual: NumberValue, expected: string])[] = [
    ['n + 1', arithmetic.add(int(0, 99), int(1, 1)), '1..100 int'],
    ['a counter sticks at 2^53', arithmetic.add(int(0, 2 ** 53), int(1, 1)), '1..2^53 int'],
    ['n - n', arithmetic.subtract(int(0, 9), int(0, 9)), '-9..9 int'],
    ['∞ - ∞', arithmetic.subtract(real(0, Infinity), real(0, Infinity)), '⊤'],
    ['-∞ + x', arithmetic.add(int(-Infinity, -Infinity), real(0, Infinity)), '-∞ | NaN'],
    ['0 * ∞ next to 0 * 5', arithmetic.multiply(int(0, 0), real(5, Infinity)), '0 | NaN'],
    ['1 / x for x in 0..1 is both infinities', arithmetic.divide(int(1, 1), real(0, 1)), '-∞..∞'],
    ['x / 2', arithmetic.divide(int(0, 9), int(2, 2)), '0..4.5'],
    ['x % 10', arithmetic.remainder(int(0, 1e6), int(10, 10)), '0..9 int'],
    ['x % 10 between multiples', arithmetic.remainder(int(23, 27), int(10, 10)), '3..7 int'],
    ['x % 10 for negative x', arithmetic.remainder(int(-5, 5), int(10, 10)), '-5..5 int'],
    ['x % 2.5', arithmetic.remainder(real(0, 100), real(2.5, 2.5)), '0..2.4999999999999996'],
    ['2 ** 10', arithmetic.power(int(2, 2), int(10, 10)), '1024'],
    ['n ** 2', arithmetic.power(int(-3, 5), int(2, 2)), '0..25 int'],
    ['n ** 3', arithmetic.power(int(-3, 5), int(3, 3)), '-27..125 int'],
    ['NaN ** 0', arithmetic.power(numberRange(1, 0, true, true), int(0, 0)), '1'],
    ['(lo + hi) >> 1', arithmetic.shiftRight(int(0, 200), int(1, 1)), '0..100 int'],
    ['x | 0 of NaN and fractions', arithmetic.bitOr(numberRange(0.5, 9.5, false, true), int(0, 0)), '0..9 int'],
    ['2^31 | 0', arithmetic.bitOr(int(2 ** 31, 2 ** 31), int(0, 0)), '-2147483648'],
    ['1e21 | 0', arithmetic.bitOr(int(1e21, 1e21), int(0, 0)), '-559939584'],
    ['-1 >>> 0', arithmetic.shiftRightUnsigned(int(-1, -1), int(0, 0)), '4294967295'],
    ['1 << 32', arithmetic.shiftLeft(int(1, 1), int(32, 32)), '1'],
    ['x & 15', arithmetic.bitAnd(real(-Infinity, Infinity), int(15, 15)), '0..15 int'],
    ['Math.floor', arithmetic.floor(real(-0.5, 9.5)), '-1..9 int'],
    ['Math.round(2.5)', arithmetic.round(real(-0.5, 2.5)), '0..3 int'],
    ['Math.sqrt of a negative number', arithmetic.sqrt(real(-4, 9)), '0..3 | NaN'],
    ['Math.abs', arithmetic.abs(int(-5, 3)), '0..5 int'],
    ['Math.clz32', arithmetic.clz32(int(1, 255)), '24..31 int'],
    ['Math.sin', arithmetic.sin(real(-Infinity, 5)), '-1..1 | NaN'],
  ];
  for (const [what, actual, expected] of results) it(what, () => assert.equal(show(actual), expected));

  it('+, -, * and the bit operations have no smaller range on small integers', () => {
    for (const name of ['+', '-', '*', '&', '|', '^', '<<', '>>', '>>>', 'Math.imul', 'Math.min', 'Math.max']) {
      const [concrete, abstract] = binaryOperations[name] ?? assert.fail(name);
      manyCases(1_000, (sampler) => {
        const isShift = name.includes('<') || name.includes('>');
        const aMin = sampler.below(24) - (name === '>>>' ? 0 : 12);
        const bMin = isShift ? sampler.below(12) : sampler.below(24) - 12;
        const [aMax, bMax] = [aMin + sampler.below(9), bMin + sampler.below(7)];
        const found: number[] = [];
        for (let x = aMin; x <= aMax; x++) for (let y = bMin; y <= bMax; y++) found.push(concrete(x, y));
        const expected = int(Math.min(...found), Math.max(...found));
        assert.equal(show(abstract(int(aMin, aMax), int(bMin, bMax))), show(expected), `${aMin}..${aMax} ${name} ${bMin}..${bMax}`);
      });
    }
  });

  it('a comparison of integers decides as well as all pairs do', () => {
    manyCases(20_000, (sampler) => {
      const [aMin, bMin] = [sampler.below(8), sampler.below(8)];
      const [a, b] = [int(aMin, aMin + sampler.below(4)), int(bMin, bMin + sampler.below(4))];
      for (const [operator, concrete] of Object.entries(comparisons)) {
        const found = new Set<boolean>();
        for (let x = a.min; x <= a.max; x++) for (let y = b.min; y <= b.max; y++) found.add(concrete(x, y));
        const expected = { mayBeTrue: found.has(true), mayBeFalse: found.has(false) };
        assert.deepEqual(arithmetic.compareNumbers(operator as Comparison, a, b), expected);
      }
    });
  });
});
