import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as conditions from '../../../server/findings/conditionOn.js';
import type { ConditionTree } from '../../../server/findings/conditionTree.js';
import { printCondition } from '../../../server/findings/printCondition.js';
import * as bigints from '../../../server/lattice/bigint.js';
import * as numbers from '../../../server/lattice/number.js';
import * as texts from '../../../server/lattice/text.js';
import * as values from '../../../server/lattice/value.js';
import { Bit, type Value } from '../../../server/lattice/value.js';
import { checkText, requiresOf } from '../../support/checking.js';
import { runsOf } from '../../support/counts.js';

const printedOrNull = (tree: ConditionTree | null): string | null => (tree === null ? null : printCondition(tree));
const conditionOn = (...of: Parameters<typeof conditions.conditionOn>): string | null => printedOrNull(conditions.conditionOn(...of));
const failingSide = (...of: Parameters<typeof conditions.failingSide>): string | null => printedOrNull(conditions.failingSide(...of));

const { anyNumberValue: anyNumber, top, bottom } = values;
const range = (min: number, max: number, nan = false): Value => values.ofNumber(numbers.numberRange(min, max, false, nan));
const integers = (min: number, max: number, nan = false): Value => values.ofNumber(numbers.numberRange(min, max, true, nan));
const text = (...of: string[]): Value => values.ofText(texts.textOneOf(of));
const lengths = (min: number, max: number): Value => values.ofText(texts.textOfLength(min, max));
const bigint = (min: bigint | null, max: bigint | null): Value => values.ofBigint(bigints.bigintRange(min, max));
const bits = (...of: number[]): Value => values.ofBits(of.reduce((sum, bit) => sum | bit, 0));
const either = (...of: Value[]): Value => of.reduce(values.join, bottom);
const safeIntegers = integers(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

describe('a condition on a number', () => {
  it('says nothing where every reachable value is good', () => {
    condition(anyNumber, anyNumber, null);
    condition(range(0, 10), range(2, 5), null);
    condition(top, top, null);
    condition(range(0, 1), bottom, null);
  });

  it('is false where no value is good', () => {
    condition(bottom, anyNumber, 'false');
    condition(text('a'), anyNumber, 'false');
    condition(range(5, 6), range(1, 2), 'false');
  });

  it('is a comparison, which NaN does not pass', () => {
    condition(range(-Infinity, 99), anyNumber, 'n <= 99');
    condition(range(0, Infinity), anyNumber, 'n >= 0');
    condition(range(0, 99), anyNumber, 'n >= 0 && n <= 99');
    condition(range(-5, -5), anyNumber, 'n === -5');
  });

  it('is a negation where NaN is good', () => {
    condition(range(-Infinity, 99, true), anyNumber, '!(n > 99)');
    condition(range(0, 99, true), anyNumber, '!(n < 0 || n > 99)');
    condition(range(5, 5, true), anyNumber, '!(n < 5 || n > 5)');
  });

  it('names NaN only where it alone is good or bad', () => {
    condition(values.ofNumber(numbers.nanOnly), anyNumber, 'Number.isNaN(n)');
    condition(values.ofNumber(numbers.anyButNan), anyNumber, '!Number.isNaN(n)');
  });

  it('has only the bounds that are not those of the reachable values', () => {
    condition(range(0, 5), range(0, 10), 'n <= 5');
    condition(range(0, 5, true), range(0, 10), 'n <= 5');
    condition(range(10, 10), range(0, 10), 'n === 10');
    condition(range(-100, 5), range(0, 10), 'n <= 5');
  });

  it('writes the shorter bound', () => {
    condition(range(Number.MIN_VALUE, Infinity), anyNumber, 'n > 0');
    condition(range(-Infinity, -Number.MIN_VALUE, true), anyNumber, '!(n >= 0)');
    condition(range(0, 99.99999999999999), anyNumber, 'n >= 0 && n < 100');
    condition(range(-Infinity, Number.MAX_VALUE), anyNumber, 'n < Infinity');
    condition(range(Infinity, Infinity), anyNumber, 'n === Infinity');
  });

  it('asks for an integer where fractions are reachable', () => {
    condition(integers(0, 9), anyNumber, 'Number.isInteger(n) && n >= 0 && n <= 9');
    condition(integers(0, 9), integers(-5, 20), 'n >= 0 && n <= 9');
    condition(integers(0, 9, true), anyNumber, 'Number.isNaN(n) || (Number.isInteger(n) && n >= 0 && n <= 9)');
    condition(values.ofNumber(numbers.anyFiniteInteger), anyNumber, 'Number.isInteger(n)');
    condition(integers(0, Infinity), anyNumber, 'n >= 0');
  });

  it('does not repeat the assumption that numbers are safe integers', () => {
    const n = (good: Value, reachable: Value): string | null => conditionOn('n', good, reachable, { integers: true });
    assert.equal(n(integers(Number.MIN_SAFE_INTEGER, 101), safeIntegers), 'n <= 101');
    assert.equal(n(integers(Number.MIN_SAFE_INTEGER, 101), integers(-Infinity, Infinity)), 'n <= 101');
    assert.equal(n(safeIntegers, integers(-Infinity, Infinity)), null);
    assert.equal(n(integers(-10, 10), safeIntegers), 'n >= -10 && n <= 10');
  });
});

describe('a condition on a value of one kind', () => {
  it('is a comparison of booleans', () => {
    condition(values.falseValue, values.anyBoolean, 'n === false');
    condition(values.trueValue, values.anyBoolean, 'n === true');
  });

  it('is a comparison of strings, or of their length', () => {
    condition(text('a'), values.anyStringValue, 'n === "a"');
    condition(text('a', 'it\'s "b"'), values.anyStringValue, 'n === "a" || n === "it\'s \\"b\\""');
    condition(text('a', 'b', 'c'), text('a', 'b', 'c', 'd'), 'n !== "d"');
    condition(lengths(0, 5), values.anyStringValue, 'n.length <= 5');
    condition(lengths(2, 5), values.anyStringValue, 'n.length >= 2 && n.length <= 5');
    condition(lengths(3, 3), values.anyStringValue, 'n.length === 3');
    condition(lengths(1, 1e12), values.anyStringValue, 'n !== ""');
  });

  it('is a comparison of bigints', () => {
    condition(bigint(0n, null), values.anyBigintValue, 'n >= 0n');
    condition(bigint(-5n, 5n), values.anyBigintValue, 'n >= -5n && n <= 5n');
    condition(bigint(5n, 5n), values.anyBigintValue, 'n === 5n');
  });
});

describe('a condition on a value of several kinds', () => {
  const withoutBits = (...of: number[]): Value => values.withBits(top, top.bits & ~of.reduce((sum, bit) => sum | bit, 0));

  it('leaves unrestricted kinds alone', () => {
    condition(values.withNumber(top, range(-Infinity, 10).number), top, 'typeof n !== "number" || n <= 10');
    condition(values.withNumber(top, range(-Infinity, 10, true).number), top, 'typeof n !== "number" || !(n > 10)');
    condition(values.withNumber(top, range(0, 10).number), top, 'typeof n !== "number" || (n >= 0 && n <= 10)');
    condition(values.withNumber(top, numbers.noNumber), top, 'typeof n !== "number"');
  });

  it('excludes kinds', () => {
    condition(withoutBits(Bit.Undefined), top, 'n !== undefined');
    condition(withoutBits(Bit.Undefined, Bit.Null), top, 'n != null');
    condition(withoutBits(Bit.True, Bit.False), top, 'typeof n !== "boolean"');
    condition(withoutBits(Bit.UnknownObject), top, 'Object(n) !== n');
    condition(anyNumber, either(anyNumber, values.undefinedValue), 'n !== undefined');
    condition(range(0, 9), either(anyNumber, values.undefinedValue), 'n !== undefined && n >= 0 && n <= 9');
  });

  it('or names those that are left', () => {
    condition(anyNumber, top, 'typeof n === "number"');
    condition(range(-Infinity, 10), top, 'typeof n === "number" && n <= 10');
    condition(values.nullValue, bits(Bit.Null, Bit.UnknownObject), 'n === null');
    condition(values.unknownObject, bits(Bit.Null, Bit.UnknownObject), 'n !== null');
    condition(
      either(values.undefinedValue, range(0, 9)),
      either(anyNumber, values.undefinedValue),
      'n === undefined || (n >= 0 && n <= 9)',
    );
  });

  it('restricts several at once', () => {
    const good = values.withText(values.withNumber(top, range(0, Infinity).number), lengths(0, 5).text);
    condition(good, top, '(typeof n !== "number" || n >= 0) && (typeof n !== "string" || n.length <= 5)');
  });

  it('cannot tell one object from another', () => condition(values.ofObjects([1]), values.ofObjects([1, 2]), null));
});

describe('the failing side of a condition', () => {
  it('is what to say after "fails if"', () => {
    failing(range(-Infinity, 99), anyNumber, 'n > 99');
    failing(range(-Infinity, 99, true), anyNumber, 'n > 99');
    failing(range(0, 99), anyNumber, 'n < 0 || n > 99');
    failing(range(5, 5), anyNumber, 'n !== 5');
    failing(range(5, 5, true), anyNumber, 'n < 5 || n > 5');
    failing(values.ofNumber(numbers.anyButNan), anyNumber, 'Number.isNaN(n)');
    failing(values.falseValue, values.anyBoolean, 'n === true');
    failing(text('a', 'b'), values.anyStringValue, 'n !== "a" && n !== "b"');
    failing(values.withNumber(top, range(-Infinity, 10).number), top, 'typeof n === "number" && n > 10');
    failing(range(0, 9), either(anyNumber, values.undefinedValue), 'n === undefined || n < 0 || n > 9');
    failing(values.withBits(top, top.bits & ~(Bit.Undefined | Bit.Null)), top, 'n == null');
  });

  it('is no plain test where NaN, which counts as false, fails', () => {
    const reachable = either(anyNumber, values.anyStringValue);
    const noNan = failingSide('n', either(range(0, 0), text('')), reachable, { integers: false });
    assert.notEqual(noNan, 'Boolean(n)');
    failing(either(range(0, 0, true), text('')), reachable, 'Boolean(n)');
  });

  it('is null where nothing fails, and "true" where all does', () => {
    failing(anyNumber, range(1, 2), null);
    failing(bottom, anyNumber, 'true');
  });
});

describe('the text of a condition', () => {
  it('is true exactly for the good values', () =>
    fc.assert(
      fc.property(someValue, someValue, (good, reachable) => {
        const condition = conditionOn('n', good, reachable, { integers: false });
        const failing = failingSide('n', good, reachable, { integers: false });
        assert.equal(condition === null, failing === null);
        for (const concrete of samples) {
          if (!has(reachable, concrete)) continue;
          const isGood = has(good, concrete);
          const holds = condition === null || evaluate(condition, concrete);
          const fails = failing !== null && evaluate(failing, concrete);
          const about = `${String(condition)}, failing ${String(failing)}, for ${String(concrete)}`;
          if (isGood) assert.ok(holds && !fails, `a good value is refused by ${about}`);
          else if (!isVague(good)) assert.ok(!holds, `a bad value is admitted by ${about}`);
          if (!isGood && !isVague(good) && !Number.isNaN(concrete)) assert.ok(fails, `a bad value is not named by ${about}`);
        }
      }),
      { numRuns: runsOf(3000) },
    ));

  it('under the assumption of integers refuses no good value', () =>
    fc.assert(
      fc.property(someValue, someValue, (good, reachable) => {
        const condition = conditionOn('n', good, reachable, { integers: true });
        for (const concrete of samples) {
          if (condition !== null && has(reachable, concrete) && has(good, concrete)) assert.ok(evaluate(condition, concrete), condition);
        }
      }),
      { numRuns: runsOf(1000) },
    ));

  it('never mentions -0', () =>
    fc.assert(
      fc.property(
        someValue,
        someValue,
        (good, reachable) => !/-0(?![.\d])/.test(conditionOn('n', good, reachable, { integers: false }) ?? ''),
      ),
    ));
});

function condition(good: Value, reachable: Value, expected: string | null): void {
  assert.equal(conditionOn('n', good, reachable, { integers: false }), expected);
}

function failing(good: Value, reachable: Value, expected: string | null): void {
  assert.equal(failingSide('n', good, reachable, { integers: false }), expected);
}

function evaluate(condition: string, n: unknown): boolean {
  const result: unknown = new Function('n', `'use strict'; return ${condition};`)(n);
  assert.equal(typeof result, 'boolean', condition);
  return result === true;
}

const bounds = [
  -Infinity,
  -Number.MAX_VALUE,
  -(2 ** 53),
  -10.5,
  -1,
  -Number.MIN_VALUE,
  0,
  Number.MIN_VALUE,
  0.5,
  1,
  2,
  99,
  2 ** 53 - 1,
  2 ** 53,
  Number.MAX_VALUE,
  Infinity,
];

const samples: readonly unknown[] = [
  ...bounds,
  ...bounds.map((bound) => bound + 1),
  -0,
  1.5,
  NaN,
  undefined,
  null,
  true,
  false,
  '',
  'a',
  'b',
  'ab',
  'abc',
  '5',
  'x'.repeat(100),
  0n,
  1n,
  -1n,
  7n,
  10n ** 20n,
  Symbol('s'),
  {},
  [1],
  () => 1,
];

const someNumber = fc
  .tuple(fc.constantFrom(...bounds), fc.constantFrom(...bounds), fc.boolean(), fc.boolean())
  .map(([min, max, integer, nan]) => numbers.numberRange(min, max, integer, nan));
const someText = fc.oneof(
  fc.subarray(['', 'a', 'b', 'ab', '5']).map((of) => texts.textOneOf(of)),
  fc.tuple(fc.nat(4), fc.nat(4)).map(([min, max]) => texts.textOfLength(min, max)),
  fc.constant(texts.anyString),
);
const someBigint = fc
  .tuple(fc.constantFrom(null, -1n, 0n, 1n, 7n), fc.constantFrom(null, -1n, 0n, 1n, 7n))
  .map(([min, max]) => bigints.bigintRange(min, max));
const maybe = <T>(some: fc.Arbitrary<T>, none: T): fc.Arbitrary<T> => fc.oneof(some, fc.constant(none));
const someValue: fc.Arbitrary<Value> = fc
  .tuple(
    fc.oneof(
      fc.constant(0),
      fc.nat(127).map((some) => some & top.bits),
      fc.constant(top.bits),
    ),
    fc.oneof(maybe(someNumber, numbers.noNumber), fc.constant(numbers.anyNumber)),
    maybe(someText, texts.noString),
    maybe(someBigint, bigints.noBigint),
  )
  .map(([kinds, number, string, big]) =>
    either(values.ofBits(kinds), values.ofNumber(number), values.ofText(string), values.ofBigint(big)),
  );

function has(value: Value, concrete: unknown): boolean {
  switch (typeof concrete) {
    case 'undefined':
      return (value.bits & Bit.Undefined) !== 0;
    case 'boolean':
      return (value.bits & (concrete ? Bit.True : Bit.False)) !== 0;
    case 'number':
      return numbers.contains(value.number, concrete);
    case 'string':
      return texts.contains(value.text, concrete);
    case 'bigint':
      return bigints.contains(value.bigint, concrete);
    case 'symbol':
      return (value.bits & Bit.Symbol) !== 0;
    default:
      return (value.bits & (concrete === null ? Bit.Null : Bit.UnknownObject)) !== 0;
  }
}

/** Sets of integers that contain an infinity are told without their integrality. */
function isVague(good: Value): boolean {
  return good.number.integer && !(Number.isFinite(good.number.min) && Number.isFinite(good.number.max));
}

describe('a condition on NaN', () => {
  it('reads a member that is held against itself once: a getter may count', () => {
    const of = (test: string): string | null | undefined =>
      requiresOf(checkText(`export function main(p: { x: number }) { const x = p.x; if (${test}) throw new Error('f'); }`));
    assert.equal(of('x !== x'), '!Number.isNaN(p.x)');
    assert.equal(of('x == x'), 'Number.isNaN(p.x)');
  });
});

describe('a condition behind a callback of the language', () => {
  const of = (test: string): string | null | undefined =>
    requiresOf(checkText(`export function main(a: string[]) { if (a.length !== 1) return; if (${test}) throw new Error('f'); }`));

  it('names what the function looks at, not all that it is given', () => {
    assert.equal(of('a.map(Number)[0]! > 3'), 'a.length !== 1 || !(Number(a[0]) > 3)');
    assert.equal(of('a.some(Boolean)'), 'a.length !== 1 || !a[0]');
  });
});

describe('a condition on the only part of a text', () => {
  it('is one on the text', () =>
    assert.equal(
      requiresOf(
        checkText("export function main(s: string) { const p = s.split(','); if (p.length === 1 && p[0] === 'x') throw new Error('f'); }"),
      ),
      's.split(",").length !== 1 || s !== "x"',
    ));
});

describe('a condition on what an error says', () => {
  it('knows that undefined is no message', () =>
    assert.equal(
      requiresOf(checkText("export function main(p?: string) { if (new Error(p).message !== '') throw new Error('f'); }")),
      'p === undefined || p === ""',
    ));
});
