import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  all,
  any,
  compare,
  lengthOf,
  literal,
  named,
  not,
  type Comparison,
  type ConditionTree,
} from '../../../server/findings/conditionTree.js';
import { printCondition } from '../../../server/findings/printCondition.js';
import { simplify } from '../../../server/findings/simplify.js';
import { checkText, requiresOf } from '../../support/checking.js';
import { runsOf } from '../../support/counts.js';

const holds = (operator: Comparison, value: number): ConditionTree => compare(named('n'), operator, literal(value));
const isKind = (type: string, equal = true): ConditionTree => ({ kind: 'typeof', subject: named('n'), type, equal });
const isNothing = (operator: Comparison, value: null | undefined): ConditionTree => compare(named('n'), operator, literal(value));
const length = (operator: Comparison, value: number): ConditionTree => compare(lengthOf('s'), operator, literal(value));

const text = (tree: ConditionTree): string => printCondition(simplify(tree));

describe('a simplified condition', () => {
  it('asks nothing twice', () => {
    assert.equal(text(all(isKind('number'), any(holds('>', 9), all(isKind('number'), holds('>', 9))))), 'typeof n === "number" && n > 9');
    assert.equal(text(any(holds('<', 0), all(not(holds('<', 0)), holds('>', 9)))), 'n < 0 || n > 9');
  });

  it('says once that something is no object', () => {
    const isObject = (equal = true): ConditionTree => ({ kind: 'isObject', subject: named('n'), equal });
    const isArray: ConditionTree = { kind: 'test', of: named('Array.isArray(n)') };
    const isTrue: ConditionTree = { kind: 'test', of: named('n'), isTruth: true };
    assert.equal(text(any(isObject(false), isKind('object', false))), 'typeof n !== "object" || n === null');
    assert.equal(text(all(isObject(), isKind('object'))), 'typeof n === "object" && n !== null');
    assert.equal(text(any(isObject(false), not(isArray))), '!Array.isArray(n)');
    assert.equal(text(any(all(isObject(false), isTrue), all(isTrue, not(isArray)))), 'Boolean(n) && !Array.isArray(n)');
    assert.equal(text(all(isKind('function', false), not(isTrue))), '!n');
  });

  it('does not say that one text is no other', () => {
    const is = (operator: Comparison, value: string): ConditionTree => compare(named('s'), operator, literal(value));
    assert.equal(text(all(is('!==', 'open'), is('!==', 'paid'), is('===', 'returned'))), 's === "returned"');
    assert.equal(text(any(is('===', 'open'), is('!==', 'returned'))), 's !== "returned"');
  });

  it('has no part that is always true', () => {
    const other = (operator: Comparison, value: number): ConditionTree => compare(named('m'), operator, literal(value));
    const twice = all(not(any(holds('<', 0), other('>', 8))), not(any(holds('<', 0), other('<', 2))));
    assert.match(text(twice), /n < 0/);
    const program = `async function small(n: number): Promise<number> {
  if (n < 0) throw new Error('negative');
  if (n > 8) throw new Error('large');
  return n;
}
export async function main(n: number): Promise<number> {
  for (const x of [n, n + 1]) await small(x);
  return 1;
}`;
    assert.equal(requiresOf(checkText(program)), '!(n < 0) && !(n + 1 > 8)');
  });

  it('has no way that nothing takes', () =>
    assert.equal(
      text(any(all(isKind('string'), holds('===', 3)), all(isKind('string', false), isKind('string')), holds('>', 5))),
      'n > 5',
    ));

  it('keeps the weaker of two bounds where one is enough, the stronger where both are needed', () => {
    assert.equal(text(any(holds('>', 3), holds('>', 2.5))), 'n > 2.5');
    assert.equal(text(all(holds('>', 3), holds('>', 2.5))), 'n > 3');
    assert.equal(text(all(not(holds('>', 3)), not(holds('>', 2.5)))), '!(n > 2.5)');
  });

  it('knows what null and undefined are', () => {
    assert.equal(text(all(isNothing('!==', null), isNothing('==', null))), 'n === undefined');
    assert.equal(text(any(isNothing('===', null), isNothing('===', undefined))), 'n == null');
    assert.equal(text(all(isNothing('!=', null), isNothing('!==', undefined))), 'n != null');
  });

  it('knows that a length is whole and not negative', () => {
    assert.equal(text(not(length('>', 0))), 's.length === 0');
    assert.equal(text(length('<', 1)), 's.length === 0');
    assert.equal(text(not(length('>=', 3))), 's.length < 3');
    assert.equal(text(length('>=', 0)), 'true');
  });

  it('says by values that a text is empty', () =>
    assert.equal(text(all({ kind: 'typeof', subject: named('s'), type: 'string', equal: true }, length('===', 0))), 's === ""'));

  it('has no part that another one covers', () => {
    const isObject: ConditionTree = { kind: 'isObject', subject: named('n'), equal: false };
    const isTruthy: ConditionTree = { kind: 'test', of: named('n'), isTruth: true };
    assert.equal(text(any(all(isObject, isTruthy), all(isKind('object', false), isTruthy))), 'typeof n !== "object" && Boolean(n)');
  });

  it('is not split by a test where both sides ask the same', () => {
    const small = compare(named('m'), '<', literal(1));
    const either = any(all(isKind('undefined'), small), all(isKind('undefined', false), any(isNothing('===', null), small)));
    assert.equal(text(either), 'm < 1 || n === null');
    const both = all(any(isKind('undefined'), small), any(isKind('undefined', false), all(isNothing('!==', null), small)));
    assert.equal(text(both), 'm < 1');
    const others = any(all(isKind('undefined'), small), all(isKind('undefined', false), compare(named('m'), '>', literal(3))));
    assert.match(text(others), /typeof n/);
  });

  it('says that a number is to be finite', () => {
    const { findings } = checkText('export function main(x: number) { if (!Number.isFinite(x)) throw new RangeError(String(x)); }');
    assert.deepEqual(
      findings.map(({ message }) => message),
      ['main fails if !Number.isFinite(x): it throws new RangeError(String(x)) (line 1).'],
    );
  });

  it('means the same', () => {
    const trees = fc.letrec<{ tree: ConditionTree; leaf: ConditionTree }>((tie) => ({
      leaf: fc.oneof(numberTests, kindTests, lengthTests, relations),
      tree: fc.oneof(
        { maxDepth: 4 },
        tie('leaf'),
        tie('tree').map(not),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((of) => all(...of)),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((of) => any(...of)),
      ),
    })).tree;
    fc.assert(
      fc.property(trees, (tree) => {
        const [before, after] = [printCondition(tree), printCondition(simplify(tree))];
        const [meant, said] = [evaluator(before), evaluator(after)];
        for (const n of samples) {
          for (const m of [3, NaN, '5'])
            for (const s of ['', 'ab', [], [1]])
              if (said(n, m, s) !== meant(n, m, s)) assert.fail(`${before} is not ${after} for ${String(n)}, ${m}, ${String(s)}`);
        }
      }),
      { numRuns: runsOf(2000) },
    );
  });
});

const samples: readonly unknown[] = [
  ...[undefined, null, true, false, '', 'a', '5', 0, -0, 1, 2.5, 3, -7, NaN, Infinity, -Infinity, 5n],
  ...[2 ** 53, -(2 ** 53), Number.MAX_VALUE, {}, () => 0],
];

const relational: readonly Comparison[] = ['<', '<=', '>', '>='];
const numberTests: fc.Arbitrary<ConditionTree> = fc.oneof(
  fc
    .tuple(fc.constantFrom<Comparison>(...relational, '===', '!=='), fc.constantFrom(0, 1, 2.5, 3, 5, -7, Infinity, -Infinity, 2 ** 53))
    .map(([operator, value]) => holds(operator, value)),
  fc.constantFrom<ConditionTree>(
    { kind: 'isNaN', subject: named('n') },
    { kind: 'isInteger', subject: named('n') },
    { kind: 'isFinite', subject: named('n') },
    { kind: 'test', of: named('n'), isTruth: true },
  ),
);
const kindTests: fc.Arbitrary<ConditionTree> = fc.oneof(
  fc
    .tuple(fc.constantFrom('number', 'string', 'object', 'function', 'undefined', 'bigint', 'boolean'), fc.boolean())
    .map(([type, equal]) => isKind(type, equal)),
  fc
    .tuple(fc.constantFrom<Comparison>('===', '!==', '==', '!='), fc.constantFrom(null, undefined))
    .map(([operator, value]) => isNothing(operator, value)),
  fc.boolean().map((equal): ConditionTree => ({ kind: 'isObject', subject: named('n'), equal })),
  fc.constantFrom<ConditionTree>(compare(named('n'), '===', literal('a')), compare(named('n'), '!==', literal(true))),
);
const lengthTests: fc.Arbitrary<ConditionTree> = fc.oneof(
  fc.tuple(fc.constantFrom(...relational, '===' as const), fc.constantFrom(0, 1, 2)).map(([operator, value]) => length(operator, value)),
  fc.boolean().map((equal): ConditionTree => ({ kind: 'typeof', subject: named('s'), type: 'string', equal })),
);
const relations: fc.Arbitrary<ConditionTree> = fc
  .constantFrom<Comparison>(...relational, '===', '!==')
  .map((operator) => compare(named('n'), operator, named('m')));

function evaluator(condition: string): (n: unknown, m: unknown, s: unknown) => unknown {
  return new Function('n', 'm', 's', `'use strict'; return ${condition};`) as (n: unknown, m: unknown, s: unknown) => unknown;
}
