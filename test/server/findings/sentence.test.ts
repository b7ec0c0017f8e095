import assert from 'node:assert/strict';
import {
  all,
  always,
  any,
  compare,
  lengthOf,
  literal,
  named,
  never,
  not,
  test,
  unaryPrecedence,
} from '../../../server/findings/conditionTree.js';
import type { Comparison, ConditionTree, Operand } from '../../../server/findings/conditionTree.js';
import { failingSideOf } from '../../../server/findings/failingSide.js';
import { inWords } from '../../../server/findings/sentence.js';
import { printCondition } from '../../../server/findings/printCondition.js';

const is = (name: string, operator: Comparison, value: number | bigint | string | null | undefined): ConditionTree =>
  compare(named(name), operator, literal(value));
const isNaN: ConditionTree = { kind: 'isNaN', subject: named('n') };
const isInteger: ConditionTree = { kind: 'isInteger', subject: named('n') };
const product = (text: string): Operand => ({ text, precedence: unaryPrecedence - 2 });

/** A condition, how it is printed, what it asks in plain words, and its failing side. */
const table: readonly (readonly [ConditionTree, string, string, string])[] = [
  [is('n', '<=', 99), 'n <= 99', 'n must be at most 99, and not NaN', 'n > 99'],
  [not(is('n', '>', 99)), '!(n > 99)', 'n must be at most 99, or NaN', 'n > 99'],
  [all(is('n', '>', 0), is('n', '<=', 5)), 'n > 0 && n <= 5', 'n must be greater than 0 and at most 5, and not NaN', 'n <= 0 || n > 5'],
  [not(any(is('n', '<', 0), is('n', '>', 9))), '!(n < 0 || n > 9)', 'n must be from 0 to 9, or NaN', 'n < 0 || n > 9'],
  [compare(literal(0), '<=', named('n')), 'n >= 0', 'n must be at least 0, and not NaN', 'n < 0'],
  [is('n', '===', 5), 'n === 5', 'n must be 5', 'n !== 5'],
  [is('n', '===', -0), 'n === -0', 'n must be -0', 'n !== -0'],
  [not(isNaN), '!Number.isNaN(n)', 'n must not be NaN', 'Number.isNaN(n)'],
  [
    any(isNaN, all(isInteger, is('n', '>=', 0))),
    'Number.isNaN(n) || (Number.isInteger(n) && n >= 0)',
    'n must be NaN, or a whole number at least 0',
    '!Number.isNaN(n) && (!Number.isInteger(n) || n < 0)',
  ],
  [
    all(isInteger, is('n', '>=', 0), is('n', '<=', 2)),
    'Number.isInteger(n) && n >= 0 && n <= 2',
    'n must be a whole number from 0 to 2',
    '!Number.isInteger(n) || n < 0 || n > 2',
  ],
  [
    any(is('n', '===', undefined), is('n', '<=', 10)),
    'n === undefined || n <= 10',
    'n must be undefined, or at most 10 and not NaN',
    'n !== undefined && n > 10',
  ],
  [
    any({ kind: 'typeof', subject: named('n'), type: 'number', equal: false }, is('n', '<=', 10)),
    'typeof n !== "number" || n <= 10',
    'n must not be a number, or must be at most 10 and not NaN',
    'typeof n === "number" && n > 10',
  ],
  [is('x', '!=', null), 'x != null', 'x must not be null or undefined', 'x == null'],
  [{ kind: 'isObject', subject: named('x'), equal: true }, 'Object(x) === x', 'x must be an object or a function', 'Object(x) !== x'],
  [is('s', '!==', ''), 's !== ""', 's must not be ""', 's === ""'],
  [
    all(compare(lengthOf('s'), '>=', literal(3)), is('n', '<', 7)),
    's.length >= 3 && n < 7',
    'the length of s must be at least 3; n must be less than 7, and not NaN',
    's.length < 3 || n >= 7',
  ],
  [
    any(is('a', '<=', 3), is('b', '>=', 2)),
    'a <= 3 || b >= 2',
    'one of these must hold: (a must be at most 3, and not NaN) or (b must be at least 2, and not NaN)',
    'a > 3 && b < 2',
  ],
  [is('k', '>=', 5n), 'k >= 5n', 'k must be at least 5n', 'k < 5n'],
  [compare(named('i'), '<', lengthOf('a')), 'i < a.length', 'i must be less than a.length', 'i >= a.length'],
  [not(compare(named('i'), '>=', named('m'))), '!(i >= m)', 'i must be less than m unless one of them is NaN', 'i >= m'],
  [compare(product('n * 2'), '<=', literal(100)), 'n * 2 <= 100', 'n * 2 must be at most 100, and not NaN', 'n * 2 > 100'],
  [
    all(test('Boolean(o)'), compare(product('n % 2'), '!==', literal(1))),
    'Boolean(o) && n % 2 !== 1',
    '`Boolean(o)` must be true; n % 2 must not be 1',
    '!Boolean(o) || n % 2 === 1',
  ],
  [never, 'false', 'no input succeeds', 'true'],
  [always, 'true', 'nothing is needed', 'false'],
];

describe('conditions in plain words', () => {
  for (const [condition, text, words, failing] of table) {
    it(text, () => {
      assert.equal(printCondition(condition), text);
      assert.equal(inWords(condition, { integers: false }), words);
      assert.equal(printCondition(failingSideOf(condition)), failing);
    });
  }

  it('say nothing of NaN where numbers are integers', () => {
    assert.equal(inWords(all(is('n', '<=', 99), is('n', '>=', 0)), { integers: true }), 'n must be from 0 to 99');
  });

  const samples = [NaN, -0, 0, 0.5, 1, 2, 3, 5, 7, 9, 10, 11, 99, 100, -1, Infinity, -Infinity, undefined, null, '', 'abc', 5n, {}, true];

  it('are violated by whatever satisfies the failing side', () => {
    for (const [, condition, , failing] of table) {
      for (const x of samples) {
        const isGood = evaluate(condition, x);
        if (isGood === true) assert.notEqual(evaluate(failing, x), true, `${condition} with ${String(x)}`);
      }
    }
  });

  it('and the failing side misses nothing but NaN, where numbers are compared', () => {
    for (const [, condition, , failing] of table.filter(([, text]) => !text.includes('length'))) {
      for (const x of samples.filter((sample) => typeof sample === 'number' && !Number.isNaN(sample))) {
        if (evaluate(condition, x) === false) assert.equal(evaluate(failing, x), true, `${condition} with ${String(x)}`);
      }
    }
  });
});

const names = ['n', 'x', 's', 'a', 'b', 'k', 'i', 'm', 'o'];

/** The same value for all names; null where the expression throws. */
function evaluate(expression: string, value: unknown): unknown {
  try {
    // Conditions are claimed to be JavaScript: here they are run.
    return new Function(...names, `return ${expression}`)(...names.map(() => value)) as unknown;
  } catch {
    return null;
  }
}
