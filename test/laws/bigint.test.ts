import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  add,
  anyBigint,
  bigintConstant,
  bigintLattice,
  bigintRange,
  contains,
  join,
  lowest,
  meet,
  narrow,
  noBigint,
  onlyZero,
  show,
  widen,
  withoutZero,
} from '../../server/lattice/bigint.js';
import type { BigintValue } from '../../server/lattice/bigint.js';
import { compare, compute, mayThrow, refineAdd, refineCompare, refineSubtract } from '../../server/lattice/bigintArithmetic.js';
import type { BigintOperator } from '../../server/lattice/bigintArithmetic.js';
import type { Comparison } from '../../server/lattice/comparison.js';
import { itIsCaught, itObeysTheLaws } from './latticeLaws.js';
import type { Subject } from './latticeLaws.js';
import { runsOf } from '../support/counts.js';

const limit = 2n ** 128n;
const concrete = fc.oneof(
  fc.bigInt(-6n, 6n),
  fc.constantFrom(2n ** 31n, 2n ** 53n, -(2n ** 63n), 2n ** 64n, limit, limit + 1n, -limit, limit - 1n, limit * limit, -limit * 3n),
  fc.bigInt(-(2n ** 70n), 2n ** 70n),
);
const bound = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: concrete });
const sets = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(noBigint, anyBigint) },
  {
    weight: 6,
    arbitrary: fc.tuple(bound, bound).map(([x, y]) => (x !== null && y !== null && x > y ? bigintRange(y, x) : bigintRange(x, y))),
  },
);

const subject: Subject<BigintValue, bigint> = {
  lattice: bigintLattice,
  values: sets,
  concrete,
  contains,
  rise: (value, step) =>
    value === noBigint ? bigintConstant(1n) : bigintConstant(step % 2 ? (value.max ?? 0n) + 1n : (value.min ?? 0n) - 1n),
  fall: (value, step) =>
    step % 2 ? bigintRange((value.min ?? -1000n) + 1n, value.max) : bigintRange(value.min, (value.max ?? 1000n) - 1n),
  thresholds: [-1, 0, 10.5, 100, Infinity],
  longestChain: 50,
};

describe('the lattice of sets of bigints', () => {
  itObeysTheLaws(subject);

  describe('an adversary', () => {
    itIsCaught('a widening that never widens', subject, { widen: join }, 'every ascending chain ends');
    itIsCaught('a widening that forgets', subject, { widen: (x) => x }, 'widen is an upper bound, and stays when nothing is new');
    itIsCaught(
      'a join that keeps the upper bound',
      subject,
      { join: (x, y) => bigintRange(join(x, y).min, x.max) },
      'join is the least upper bound',
    );
    itIsCaught(
      'a meet that keeps the lower bound',
      subject,
      { meet: (x, y) => bigintRange(x.min, meet(x, y).max) },
      'meet is the greatest lower bound and loses no common value',
    );
    itIsCaught('a narrowing that always takes the next', subject, { narrow: (_, y) => y }, 'every descending chain ends');
  });

  it('shows ranges, and the parts by truth', () => {
    const count = bigintRange(0n, 10n);
    assert.deepEqual([noBigint, anyBigint, bigintConstant(5n), count, withoutZero(count), onlyZero(count)].map(show), [
      '⊥',
      '-∞n..∞n',
      '5n',
      '0n..10n',
      '1n..10n',
      '0n',
    ]);
  });
  it('bounds beyond 2^128 are given up', () => {
    assert.equal(show(add(bigintRange(0n, limit), bigintConstant(1n))), `1n..∞n`);
    assert.equal(lowest(bigintConstant(limit * 2n)), limit);
  });
  it('widens to the limits of machine integers, and narrows from there', () => {
    const counter = widen(bigintRange(0n, 1n), bigintRange(0n, 2n), []);
    assert.equal(show(counter), '0n..2147483647n');
    assert.equal(show(narrow(counter, bigintRange(0n, 100n))), '0n..100n');
  });
});

/** A set with the bigint in it, at its edge or not. */
const around = (value: bigint): fc.Arbitrary<BigintValue> =>
  fc
    .tuple(fc.constantFrom(0n, 0n, 1n, 7n, null), fc.constantFrom(0n, 0n, 2n, 9n, null))
    .map(([below, above]) => bigintRange(below === null ? null : value - below, above === null ? null : value + above));
const element = concrete.chain((value) => fc.tuple(fc.constant(value), around(value)));
const smallElement = fc.bigInt(-8n, 8n).chain((value) => fc.tuple(fc.constant(value), around(value)));
const runs = { numRuns: runsOf(20_000) };

const operations: Readonly<Record<BigintOperator, (x: bigint, y: bigint) => bigint>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '%': (x, y) => x % y,
  '**': (x, y) => x ** y,
  '<<': (x, y) => x << y,
  '>>': (x, y) => x >> y,
  '&': (x, y) => x & y,
  '|': (x, y) => x | y,
  '^': (x, y) => x ^ y,
};

const comparisons: Readonly<Record<Comparison, (x: bigint, y: bigint) => boolean>> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  '===': (x, y) => x === y,
  '!==': (x, y) => x !== y,
};

function isOperator(name: string): name is BigintOperator {
  return name in operations;
}
function isComparison(name: string): name is Comparison {
  return name in comparisons;
}

describe('arithmetic on sets of bigints', () => {
  for (const [operator, operation] of Object.entries(operations)) {
    assert.ok(isOperator(operator));
    const heavy = operator === '**' || operator === '<<' || operator === '>>';
    const right = heavy ? smallElement : fc.oneof(element, smallElement);
    it(`x ${operator} y is in the result, or it may throw`, () => {
      fc.assert(
        fc.property(fc.oneof(element, smallElement), right, ([x, a], [y, b]) => {
          let value: bigint;
          try {
            value = operation(x, y);
          } catch {
            assert.ok(mayThrow(operator, a, b), 'it throws');
            return;
          }
          const result = compute(operator, a, b);
          assert.ok(contains(result, value), `${value} is not in ${show(result)} = (${show(a)}) ${operator} (${show(b)})`);
        }),
        runs,
      );
    });
  }

  const results: readonly (readonly [what: string, actual: BigintValue, expected: string])[] = [
    ['division truncates', compute('/', bigintRange(-5n, 5n), bigintConstant(2n)), '-2n..2n'],
    ['division by 0n gives nothing', compute('/', bigintRange(-5n, 5n), bigintConstant(0n)), '⊥'],
    ['remainder', compute('%', bigintRange(0n, 100n), bigintConstant(10n)), '0n..9n'],
    ['power', compute('**', bigintRange(2n, 3n), bigintConstant(4n)), '16n..81n'],
    ['mask', compute('&', anyBigint, bigintConstant(255n)), '0n..255n'],
  ];
  for (const [what, actual, expected] of results) it(what, () => assert.equal(show(actual), expected));
});

describe('refining sets of bigints keeps every pair', () => {
  for (const [operator, operation] of Object.entries(comparisons)) {
    assert.ok(isComparison(operator));
    it(`x ${operator} y`, () => {
      fc.assert(
        fc.property(fc.oneof(element, smallElement), fc.oneof(element, smallElement), ([x, a], [y, b]) => {
          const truth = operation(x, y);
          const decided = compare(operator, a, b);
          assert.ok(truth ? decided.mayBeTrue : decided.mayBeFalse, 'decision');
          const refined = refineCompare(operator, truth, a, b);
          assert.ok(contains(refined.a, x) && contains(refined.b, y), `(${show(a)}) ${operator} (${show(b)}) is ${truth}`);
        }),
        runs,
      );
    });
  }
  it('x + y and x - y', () => {
    const delta = fc.constantFrom(0n, 1n, 5n, null);
    fc.assert(
      fc.property(element, smallElement, delta, delta, ([x, a], [y, b], below, above) => {
        const near = (value: bigint): BigintValue =>
          bigintRange(below === null ? null : value - below, above === null ? null : value + above);
        for (const refined of [refineAdd(near(x + y), a, b), refineSubtract(near(x - y), a, b)]) {
          assert.ok(
            contains(refined.a, x) && contains(refined.b, y),
            `${show(a)}, ${show(b)} became ${show(refined.a)}, ${show(refined.b)}`,
          );
        }
      }),
      runs,
    );
  });
  it('is exact', () => {
    const less = refineCompare('<', true, bigintRange(0n, 9n), bigintRange(0n, 9n));
    assert.deepEqual([show(less.a), show(less.b)], ['0n..8n', '1n..9n']);
    assert.equal(show(refineAdd(bigintRange(1n, 100n), anyBigint, bigintConstant(1n)).a), '0n..99n');
    assert.equal(show(refineSubtract(bigintRange(1n, 100n), anyBigint, bigintConstant(1n)).a), '2n..101n');
  });
});
