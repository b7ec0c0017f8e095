import fc from 'fast-check';
import { nextDown, nextUp } from '../../server/lattice/double.js';
import {
  anyFinite,
  anyFiniteInteger,
  anyInt32,
  anyNumber,
  anySafeInteger,
  anyUint32,
  nanOnly,
  noNumber,
  numberRange,
} from '../../server/lattice/number.js';
import type { NumberValue } from '../../server/lattice/number.js';
import { runsOf } from '../support/counts.js';

/** Where doubles behave unlike integers or reals. */
const specialDoubles: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2,
  -2,
  3,
  -3,
  5,
  7,
  9,
  10,
  -10,
  31,
  32,
  33,
  64,
  99,
  100,
  101,
  255,
  0.5,
  -0.5,
  1.5,
  -1.5,
  2.5,
  0.1,
  -0.1,
  0.3,
  1 / 3,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 31 + 1,
  -(2 ** 31),
  -(2 ** 31) - 1,
  -(2 ** 31) - 0.5,
  2 ** 32,
  2 ** 32 - 1,
  2 ** 32 + 5,
  -(2 ** 32),
  2 ** 52,
  2 ** 52 - 0.5,
  2 ** 52 + 1,
  -(2 ** 52),
  2 ** 53,
  2 ** 53 - 1,
  2 ** 53 + 2,
  -(2 ** 53),
  -(2 ** 53) + 1,
  2 ** 54,
  2 ** 60,
  1e21,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  2 ** -1022,
  nextDown(2 ** -1022),
  Number.EPSILON,
  nextDown(1),
  nextUp(1),
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  2 ** 1023,
  1e308,
  1e-308,
  1e154,
  Infinity,
  -Infinity,
  NaN,
  Math.PI,
  Math.PI / 2,
];

/** Pairs of these have results of their own (∞ - ∞, 0 * ∞, 0 / 0, 1 ** ∞), so they must meet often. */
const criticalDoubles = [0, -0, 1, -1, Infinity, -Infinity, NaN];

/** The values that the lattice laws combine: few bounds, so that any three values are often comparable. */
export const numberValues: fc.Arbitrary<NumberValue> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(noNumber, nanOnly, anyNumber, anySafeInteger, anyInt32, anyUint32, anyFinite, anyFiniteInteger) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom(-Infinity, -(2 ** 53), -5.5, -5, -1, -0, 0, 0.5, 3, 7.25, 9),
        fc.constantFrom(-5, 0, 0.5, 2.5, 7, 9, 10, 2 ** 53, Infinity),
        fc.boolean(),
        fc.boolean(),
      )
      .map(([min, max, integer, nan]) => numberRange(min, max, integer, nan)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.double(), fc.double(), fc.boolean(), fc.boolean())
      .map(([x, y, integer, nan]) => numberRange(Math.min(x, y), Math.max(x, y), integer, nan)),
  },
);

export const doubles: fc.Arbitrary<number> = fc.oneof(fc.constantFrom(...specialDoubles), fc.double());

/** A small fast generator (xorshift32): fast-check draws the seed, a batch of cases follows from it. */
class Sampler {
  private state: number;

  constructor(seed: number) {
    // Spreads neighbouring seeds, which fast-check prefers; the state of a xorshift is never 0.
    this.state = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ 0x9e3779b9 || 1;
  }

  /** 0 ≤ result < count */
  below(count: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % count;
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  double(): number {
    switch (this.below(9)) {
      case 0:
        return criticalDoubles[this.below(criticalDoubles.length)] ?? 0;
      case 1:
      case 2:
        return specialDoubles[this.below(specialDoubles.length)] ?? 0;
      case 3:
      case 4:
        return this.below(41) - 20;
      case 5:
        return this.below(4001) / 16 - 125;
      case 6:
        return (this.below(2 ** 30) - 2 ** 29) * 2 ** (this.below(60) - 20);
      default:
        return this.anyBits();
    }
  }

  private anyBits(): number {
    const view = new DataView(new ArrayBuffer(8));
    view.setInt32(0, this.state);
    this.below(2);
    view.setInt32(4, this.state);
    this.below(2);
    return view.getFloat64(0);
  }

  /** A set with `concrete` in it, often tightly, often as an integer range. */
  setAround(concrete: number): NumberValue {
    const integer = !this.oneIn(4) && (Number.isInteger(concrete) || !Number.isFinite(concrete));
    const nan = this.oneIn(4);
    if (Number.isNaN(concrete)) {
      const x = this.double();
      const y = this.double();
      return numberRange(Math.min(x, y), Math.max(x, y), this.oneIn(2), true);
    }
    return numberRange(-this.boundAbove(-concrete), this.boundAbove(concrete), integer, nan);
  }

  private boundAbove(concrete: number): number {
    switch (this.below(7)) {
      case 0:
      case 1:
        return concrete;
      case 2:
        return nextUp(concrete);
      case 3:
        return concrete + this.below(8) + 0;
      case 4:
        return Infinity;
      default: {
        const other = this.double();
        return other > concrete ? other : concrete;
      }
    }
  }
}

/** Runs `count` cases in batches; a failure is reported with its batch's seed and the message of `test`. */
export function manyCases(count: number, test: (sampler: Sampler) => void): void {
  const perBatch = 250;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const sampler = new Sampler(seed);
      for (let i = 0; i < perBatch; i++) test(sampler);
    }),
    { numRuns: runsOf(Math.ceil(count / perBatch)), endOnFailure: true },
  );
}
