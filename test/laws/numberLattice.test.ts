import assert from 'node:assert/strict';
import {
  anyNumber,
  anySafeInteger,
  contains,
  equal,
  join,
  meet,
  nanOnly,
  narrow,
  noNumber,
  numberConstant,
  numberLattice,
  numberRange,
  restrict,
  show,
  standardThresholds,
  widen,
  withoutZeroAndNaN,
} from '../../server/lattice/number.js';
import type { NumberValue } from '../../server/lattice/number.js';
import { nextDown, nextUp } from '../../server/lattice/double.js';
import { itIsCaught, itObeysTheLaws } from './latticeLaws.js';
import type { Subject } from './latticeLaws.js';
import { doubles, numberValues } from './numberSamples.js';

/** Programs compare with fractions too. */
const thresholds = [...standardThresholds, -5.25, 2.5, 8.5, 10.5].sort((x, y) => x - y);

const subject: Subject<NumberValue, number> = {
  lattice: numberLattice,
  values: numberValues,
  concrete: doubles,
  contains,
  rise(value, step) {
    if (value.min > value.max) return step % 2 ? numberConstant(step) : nanOnly;
    switch (step % 5) {
      case 0:
        return numberConstant(value.max + 1);
      case 1:
        return numberConstant(value.min - 1);
      case 2:
        return numberConstant(nextUp(value.max));
      case 3:
        return numberConstant(nextDown(value.min));
      default:
        return nanOnly;
    }
  },
  fall(value, step) {
    switch (step % 4) {
      case 0:
        return numberRange(value.min, nextDown(value.max), false, true);
      case 1:
        return numberRange(nextUp(value.min), value.max, false, true);
      case 2:
        return numberRange(
          value.min === -Infinity ? -1e9 - step : value.min + 1,
          value.max === Infinity ? 1e9 + step : value.max - 1,
          true,
          true,
        );
      default:
        return numberRange(value.min, value.max, value.integer, false);
    }
  },
  thresholds,
  longestChain: 2 * thresholds.length + 6,
};

describe('the lattice of sets of doubles', () => {
  itObeysTheLaws(subject);

  describe('an adversary', () => {
    const widening = 'every ascending chain ends';
    itIsCaught('a widening that never widens', subject, { widen: join }, widening);
    itIsCaught(
      'a widening that keeps the lower bound',
      subject,
      { widen: (x, y) => numberRange(join(x, y).min, Infinity, false, true) },
      widening,
    );
    const upper = 'widen is an upper bound, and stays when nothing is new';
    itIsCaught('a widening that forgets the new value', subject, { widen: (x) => x }, upper);
    itIsCaught(
      'a widening to the threshold below',
      subject,
      { widen: (x, y) => (y.max > x.max ? numberRange(x.min, 7, x.integer, true) : widen(x, y, [])) },
      upper,
    );
    const joining = 'join is the least upper bound';
    itIsCaught('a join that loses NaN', subject, { join: (x, y) => ({ ...join(x, y), nan: x.nan }) }, joining);
    itIsCaught(
      'a join that keeps the integer flag of one side',
      subject,
      { join: (x, y) => ({ ...join(x, y), integer: x.integer || y.integer }) },
      joining,
    );
    itIsCaught('a join that copies', subject, { join: (x, y) => ({ ...join(x, y) }) }, joining);
    itIsCaught('a join that gives up', subject, { join: (x, y) => (equal(x, y) ? x : anyNumber) }, joining);
    const meeting = 'meet is the greatest lower bound and loses no common value';
    itIsCaught('a meet that keeps NaN', subject, { meet: (x, y) => ({ ...meet(x, y), nan: x.nan || y.nan }) }, meeting);
    itIsCaught(
      'a meet that does not round to integers',
      subject,
      { meet: (x, y) => ({ ...meet(x, y), min: Math.max(x.min, y.min) }) },
      meeting,
    );
    itIsCaught('a meet that is always empty', subject, { meet: () => noNumber }, meeting);
    const order = 'leq is a partial order between bottom and top, and inclusion of concrete values';
    itIsCaught(
      'an order that ignores NaN',
      subject,
      { leq: (x, y) => x.min >= y.min && x.max <= y.max && (x.integer || !y.integer) },
      order,
    );
    itIsCaught(
      'an order that ignores the integer flag',
      subject,
      { leq: (x, y) => x.min >= y.min && x.max <= y.max && (y.nan || !x.nan) },
      order,
    );
    itIsCaught('a narrowing that always takes the next', subject, { narrow: (_, y) => y }, 'every descending chain ends');
    itIsCaught(
      'a narrowing below the next',
      subject,
      { narrow: (_, y) => restrict(y, 0, Infinity, true) },
      'narrow stays between its arguments',
    );
  });

  describe('a value is canonical', () => {
    it('bounds of integer ranges are rounded inwards', () =>
      assert.deepEqual(numberRange(0.5, 9.5, true, false), numberRange(1, 9, true, false)));
    it('an integer range between two integers is empty', () => assert.equal(numberRange(0.5, 0.7, true, false), noNumber));
    it('a single integer, an infinity and doubles from 2^52 on have no fractions', () => {
      for (const value of [numberConstant(5), numberConstant(Infinity), numberRange(2 ** 52, 1e300, false, false)])
        assert.ok(value.integer);
      assert.ok(!numberRange(2 ** 52 - 1, 1e300, false, false).integer);
    });
    it('a bound is never -0', () => {
      for (const value of [numberConstant(-0), numberRange(-0, 5, true, false), numberRange(-0.5, -0, true, false)]) {
        assert.ok(!Object.is(value.min, -0) && !Object.is(value.max, -0));
      }
    });
  });

  it('shows ranges as people write them', () => {
    assert.deepEqual(
      [
        noNumber,
        anyNumber,
        nanOnly,
        numberConstant(5),
        numberRange(-Infinity, 10, false, false),
        numberRange(0, 9, true, false),
        numberRange(0, 1.5, false, true),
      ].map(show),
      ['⊥', '⊤', 'NaN', '5', '-∞..10', '0..9 int', '0..1.5 | NaN'],
    );
  });

  it('widens to the next threshold, and narrowing improves what a machine limit or infinity bounds', () => {
    const counter = widen(numberRange(0, 1, true, false), numberRange(0, 2, true, false), [0, 10, 2 ** 53]);
    assert.equal(show(counter), '0..10 int');
    const beyond = widen(counter, numberRange(0, 11, true, false), [0, 10, 2 ** 53]);
    assert.equal(show(narrow(beyond, numberRange(0, 100, true, false))), '0..100 int');
    assert.equal(show(narrow(counter, numberRange(0, 9, true, false))), '0..10 int');
  });

  it('truth excludes NaN and a bound of 0', () => {
    assert.equal(show(withoutZeroAndNaN(numberRange(0, 10, true, true))), '1..10 int');
    assert.equal(show(withoutZeroAndNaN(anySafeInteger)), show(anySafeInteger));
  });

  it('neighbours of doubles', () => {
    assert.deepEqual(
      [
        nextUp(0),
        nextDown(0),
        nextUp(1),
        nextDown(1),
        nextUp(Number.MAX_VALUE),
        nextDown(Infinity),
        nextUp(-Infinity),
        nextUp(-Number.MIN_VALUE),
        nextUp(Infinity),
        nextUp(2 ** 53),
        nextDown(2 ** 53),
      ],
      [5e-324, -5e-324, 1 + 2 ** -52, 1 - 2 ** -53, Infinity, Number.MAX_VALUE, -Number.MAX_VALUE, 0, Infinity, 2 ** 53 + 2, 2 ** 53 - 1],
    );
  });
});
