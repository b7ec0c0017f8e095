import assert from 'node:assert/strict';
import type { Comparison } from '../../server/lattice/comparison.js';
import { contains, isEmpty, leq, noNumber, numberRange, show } from '../../server/lattice/number.js';
import type { NumberValue } from '../../server/lattice/number.js';
import * as refine from '../../server/lattice/numberRefine.js';
import type { Operands } from '../../server/lattice/numberRefine.js';
import { manyCases } from './numberSamples.js';

type Unary = readonly [concrete: (x: number) => number, backward: (result: NumberValue, a: NumberValue) => NumberValue];
type Binary = readonly [
  concrete: (x: number, y: number) => number,
  backward: (result: NumberValue, a: NumberValue, b: NumberValue) => Operands,
];

const unary: Readonly<Record<string, Unary>> = {
  '-': [(x) => -x, refine.refineNegate],
  '~': [(x) => ~x, refine.refineBitNot],
  'Math.floor': [Math.floor, refine.refineFloor],
  'Math.ceil': [Math.ceil, refine.refineCeil],
  'Math.trunc': [Math.trunc, refine.refineTrunc],
  'Math.round': [Math.round, refine.refineRound],
  'Math.abs': [Math.abs, refine.refineAbs],
  'Math.sign': [Math.sign, refine.refineSign],
  'Math.sqrt': [Math.sqrt, refine.refineSqrt],
};

const binary: Readonly<Record<string, Binary>> = {
  '+': [(x, y) => x + y, refine.refineAdd],
  '-': [(x, y) => x - y, refine.refineSubtract],
  '*': [(x, y) => x * y, refine.refineMultiply],
  '/': [(x, y) => x / y, refine.refineDivide],
  '%': [(x, y) => x % y, refine.refineRemainder],
  '|': [(x, y) => x | y, refine.refineBitOr],
  '&': [(x, y) => x & y, refine.refineBitAnd],
  '<<': [(x, y) => x << y, refine.refineShiftLeft],
  '>>': [(x, y) => x >> y, refine.refineShiftRight],
  '>>>': [(x, y) => x >>> y, refine.refineShiftRightUnsigned],
  'Math.min': [Math.min, refine.refineMin],
  'Math.max': [Math.max, refine.refineMax],
};

const comparisons: Readonly<Record<Comparison, (x: number, y: number) => boolean>> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  '===': (x, y) => x === y,
  '!==': (x, y) => x !== y,
};

const casesPerOperation = 60_000;

/** Draws operands whose result is in a random set, and fails if refining them by that set loses them, or adds to the sets. */
function keepsThePairs(name: string, [concrete, backward]: Binary): void {
  manyCases(casesPerOperation, (sampler) => {
    const x = sampler.double();
    const y = sampler.oneIn(4) ? sampler.below(64) : sampler.double();
    const a = sampler.setAround(x);
    const b = sampler.setAround(y);
    const value = concrete(x, y);
    const result = sampler.setAround(value);
    const refined = backward(result, a, b);
    const kept = contains(refined.a, x) && contains(refined.b, y);
    if (!kept)
      assert.fail(
        `${x} ${name} ${y} = ${value} ∈ ${show(result)} is lost: (${show(a)}) ${name} (${show(b)}) became (${show(refined.a)}) and (${show(refined.b)})`,
      );
    assert.ok(leq(refined.a, a) && leq(refined.b, b), 'an operand grew');
    assert.ok((refined.a === a || !leq(a, refined.a)) && (refined.b === b || !leq(b, refined.b)), 'an unchanged operand was copied');
  });
}

describe('backward arithmetic keeps every pair that gives the result', () => {
  for (const [name, operation] of Object.entries(binary)) it(`x ${name} y`, () => keepsThePairs(name, operation));
  for (const [name, [concrete, backward]] of Object.entries(unary)) {
    it(name, () =>
      manyCases(casesPerOperation, (sampler) => {
        const x = sampler.double();
        const a = sampler.setAround(x);
        const result = sampler.setAround(concrete(x));
        const refined = backward(result, a);
        if (!contains(refined, x))
          assert.fail(`${name} ${x} = ${concrete(x)} ∈ ${show(result)} is lost: ${show(a)} became ${show(refined)}`);
        assert.ok(leq(refined, a), 'the operand grew');
        assert.ok(refined === a || !leq(a, refined), 'an unchanged operand was copied');
      }),
    );
  }
  for (const [operator, concrete] of Object.entries(comparisons)) {
    it(`x ${operator} y`, () =>
      manyCases(casesPerOperation, (sampler) => {
        const x = sampler.double();
        const y = sampler.oneIn(4) ? x : sampler.double();
        const a = sampler.setAround(x);
        const b = sampler.setAround(y);
        const truth = concrete(x, y);
        const refined = refine.refineCompare(operator as Comparison, truth, a, b);
        const kept = contains(refined.a, x) && contains(refined.b, y);
        if (!kept)
          assert.fail(
            `${x} ${operator} ${y} is ${truth}: (${show(a)}) ${operator} (${show(b)}) became (${show(refined.a)}) and (${show(refined.b)})`,
          );
        assert.ok(leq(refined.a, a) && leq(refined.b, b), 'an operand grew');
        assert.ok((refined.a === a || !leq(a, refined.a)) && (refined.b === b || !leq(b, refined.b)), 'an unchanged operand was copied');
      }));
  }

  it('nothing comes from nothing, and no operand without the other', () => {
    const five = numberRange(5, 5, true, false);
    for (const [, backward] of Object.values(binary)) {
      for (const [result, a, b] of [
        [noNumber, five, five],
        [five, noNumber, five],
        [five, five, noNumber],
      ] as const) {
        const refined = backward(result, a, b);
        assert.ok(isEmpty(refined.a) && isEmpty(refined.b));
      }
    }
  });
});

describe('a refinement that loses a pair is caught', () => {
  const naive: Binary = [
    (x, y) => x + y,
    (result, a, b) => ({ a: refine.refineCompare('<=', true, a, numberRange(result.max - b.min, result.max - b.min, false, false)).a, b }),
  ];
  it('x = y - c, rounded to nearest', () => assert.throws(() => keepsThePairs('+', naive)));
  const forgetful: Binary = [
    (x, y) => x + y,
    (result, a, b) => refine.refineAdd(numberRange(result.min, result.max, result.integer, false), a, b),
  ];
  it('NaN is forgotten', () => assert.throws(() => keepsThePairs('+', forgetful)));
  const hasty: Binary = [
    (x, y) => x * y,
    (result, a, b) => (b.min > 0 ? { a: refine.refineCompare('<=', true, a, result).a, b } : { a, b }),
  ];
  it('a factor below 1', () => assert.throws(() => keepsThePairs('*', hasty)));
});

const int = (min: number, max: number): NumberValue => numberRange(min, max, true, false);
const real = (min: number, max: number): NumberValue => numberRange(min, max, false, false);
const orNan = (a: NumberValue): NumberValue => numberRange(a.min, a.max, a.integer, true);
const anyInteger = int(-(2 ** 53) + 1, 2 ** 53 - 1);
const shown = ({ a, b }: Operands): string => `${show(a)}; ${show(b)}`;

describe('backward arithmetic is exact on integers and sharp on doubles', () => {
  const pairs: readonly (readonly [what: string, actual: Operands, expected: string])[] = [
    ['n + 1 in 1..100', refine.refineAdd(int(1, 100), anyInteger, int(1, 1)), '0..99 int; 1'],
    [
      'n + 10 in -∞..100 (McCarthy: n > 90)',
      refine.refineAdd(int(101, 2 ** 53 - 1), anyInteger, int(10, 10)),
      '91..9007199254740981 int; 10',
    ],
    ['n - 10 in 91..91', refine.refineSubtract(int(91, 91), anyInteger, int(10, 10)), '101; 10'],
    ['i + 1 beyond 2^53 is absorbed', refine.refineAdd(int(2 ** 53, 2 ** 53), int(0, 2 ** 54), int(1, 1)), '(2^53-1)..2^53 int; 1'],
    ['x + 1 ≥ 1 for doubles', refine.refineAdd(real(1, Infinity), real(-5, 5), int(1, 1)), '-1.1102230246251565e-16..5; 1'],
    ['x + 0.5 ≥ 0', refine.refineAdd(real(0, Infinity), real(-5, 5), real(0.5, 0.5)), '-0.5..5; 0.5'],
    ['x * 2 in 5..10', refine.refineMultiply(real(5, 10), real(-100, 100), int(2, 2)), '2.5..5; 2'],
    ['n * 2 in 5..11', refine.refineMultiply(real(5, 11), int(-100, 100), int(2, 2)), '3..5 int; 2'],
    ['n * 0 in 0..5', refine.refineMultiply(int(0, 5), int(-100, 100), int(0, 0)), '-100..100 int; 0'],
    ['n * m in 6..9 for m in 0..3', refine.refineMultiply(int(6, 9), int(-100, 100), int(0, 3)), '2..9 int; 1..3 int'],
    ['n * 3 = 7 has no solution', refine.refineMultiply(int(7, 7), int(-100, 100), int(3, 3)), '⊥; ⊥'],
    ['x / 2 in 0..10', refine.refineDivide(real(0, 10), int(-100, 100), int(2, 2)), '0..20 int; 2'],
    ['x / 2 in 0..10 for doubles', refine.refineDivide(real(0, 10), real(-100, 100), int(2, 2)), '-1e-323..20; 2'],
    ['100 / n in 10..20', refine.refineDivide(real(10, 20), int(100, 100), int(-50, 50)), '100; 5..10 int'],
    ['n % 2 = 1', refine.refineRemainder(int(1, 1), int(0, 10), int(2, 2)), '1..9 int; 2'],
    ['n % m = 3 needs m > 3', refine.refineRemainder(int(3, 3), int(0, 10), int(1, 10)), '3..10 int; 4..10 int'],
    ['n % 0 is never a number', refine.refineRemainder(int(0, 9), int(0, 10), int(0, 0)), '⊥; ⊥'],
    ['n | 0', refine.refineBitOr(int(1, 9), orNan(real(-100, 100)), int(0, 0)), '1..9.999999999999998; 0'],
    ['n | 0 may wrap', refine.refineBitOr(int(1, 9), real(-Infinity, Infinity), int(0, 0)), '-∞..∞; 0'],
    ['NaN | 0', refine.refineBitOr(int(0, 9), orNan(int(-100, 100)), int(0, 0)), '0..9 int | NaN; 0'],
    ['(lo + hi) >> 1 in 3..4', refine.refineShiftRight(int(3, 4), int(0, 100), int(1, 1)), '6..9 int; 1'],
    ['n << 2 in 5..20', refine.refineShiftLeft(int(5, 20), int(0, 100), int(2, 2)), '2..5 int; 2'],
    ['Math.max(n, 5) in 5..9', refine.refineMax(int(5, 9), anyInteger, int(5, 5)), '-(2^53-1)..9 int; 5'],
    ['Math.max(n, 5) in 7..9', refine.refineMax(int(7, 9), anyInteger, int(5, 5)), '7..9 int; 5'],
    ['Math.min(n, 5) in 0..3', refine.refineMin(int(0, 3), anyInteger, int(5, 5)), '0..3 int; 5'],
  ];
  for (const [what, actual, expected] of pairs) it(what, () => assert.equal(shown(actual), expected));

  it('Math.floor, ceil, trunc, round, abs, sqrt', () => {
    assert.deepEqual(
      [
        refine.refineFloor(int(0, 9), real(-100, 100)),
        refine.refineCeil(int(0, 9), real(-100, 100)),
        refine.refineTrunc(int(0, 9), real(-100, 100)),
        refine.refineRound(int(0, 9), real(-100, 100)),
        refine.refineAbs(real(2, 3), real(0, 100)),
        refine.refineAbs(real(2, 3), real(-100, 100)),
        refine.refineSqrt(real(2, 3), real(-100, 100)),
        refine.refineSqrt(orNan(real(2, 3)), real(-100, 100)),
      ].map(show),
      [
        '0..9.999999999999998',
        '-0.9999999999999999..9',
        '-0.9999999999999999..9.999999999999998',
        '-0.5..9.499999999999998',
        '2..3',
        '-3..3',
        '4..9',
        '-100..9',
      ],
    );
  });

  it('+ and - leave the smallest ranges of integers, also of large ones', () => {
    for (const [name, sign, backward] of [
      ['+', 1, refine.refineAdd],
      ['-', -1, refine.refineSubtract],
    ] as const) {
      manyCases(20_000, (sampler) => {
        const range = (origin: number): NumberValue => {
          const min = origin + sampler.below(14) - 7;
          return int(min, min + sampler.below(5));
        };
        const origin = sampler.oneIn(2) ? 0 : 2 ** 52;
        const [result, a, b] = [range(sign * origin), range(0), range(origin)];
        const xs: number[] = [];
        const ys: number[] = [];
        for (let x = a.min; x <= a.max; x++) {
          for (let y = b.min; y <= b.max; y++) {
            if (!contains(result, x + sign * y)) continue;
            xs.push(x);
            ys.push(y);
          }
        }
        const expected = { a: int(Math.min(...xs), Math.max(...xs)), b: int(Math.min(...ys), Math.max(...ys)) };
        assert.equal(shown(backward(result, a, b)), shown(expected), `(${show(a)}) ${name} (${show(b)}) ∈ ${show(result)}`);
      });
    }
  });
});

describe('comparisons refine', () => {
  const five = int(5, 5);
  const pairs: readonly (readonly [what: string, actual: Operands, expected: string])[] = [
    ['x < 5, integers', refine.refineCompare('<', true, int(0, 100), five), '0..4 int; 5'],
    ['x < 5, doubles', refine.refineCompare('<', true, real(0, 100), five), '0..4.999999999999999; 5'],
    ['x < 4.5, x an integer', refine.refineCompare('<', true, int(0, 100), real(4.5, 4.5)), '0..4 int; 4.5'],
    ['x < y on both sides', refine.refineCompare('<', true, int(0, 9), int(0, 9)), '0..8 int; 1..9 int'],
    ['!(x < 5) may be NaN', refine.refineCompare('<', false, orNan(real(0, 100)), five), '5..100 | NaN; 5'],
    [
      '!(x < y), y may be NaN: nothing is known of x',
      refine.refineCompare('<', false, real(0, 100), orNan(real(0, 9))),
      '0..100; 0..9 | NaN',
    ],
    ['x < 5 excludes NaN', refine.refineCompare('<', true, orNan(real(0, 100)), five), '0..4.999999999999999; 5'],
    ['x === 5', refine.refineCompare('===', true, orNan(real(0, 100)), five), '5; 5'],
    ['x !== 0, an integer', refine.refineCompare('!==', true, int(0, 100), int(0, 0)), '1..100 int; 0'],
    ['x !== 5 inside tells nothing', refine.refineCompare('!==', true, orNan(int(0, 100)), five), '0..100 int | NaN; 5'],
    ['!(x !== 5)', refine.refineCompare('!==', false, orNan(int(0, 100)), five), '5; 5'],
    ['5 !== 5', refine.refineCompare('!==', true, five, five), '⊥; ⊥'],
    ['x !== x only for NaN', refine.refineCompare('!==', true, orNan(int(5, 5)), orNan(int(5, 5))), '5 | NaN; 5 | NaN'],
    ['x > ∞', refine.refineCompare('>', true, real(-Infinity, Infinity), real(Infinity, Infinity)), '⊥; ⊥'],
  ];
  for (const [what, actual, expected] of pairs) it(what, () => assert.equal(shown(actual), expected));
});
