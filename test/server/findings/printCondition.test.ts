import assert from 'node:assert/strict';
import fc from 'fast-check';
import { all, always, any, compare, literal, loosest, named, never, not, tightest } from '../../../server/findings/conditionTree.js';
import type { Comparison, ConditionTree, Operand } from '../../../server/findings/conditionTree.js';
import { failingSideOf } from '../../../server/findings/failingSide.js';
import { printCondition } from '../../../server/findings/printCondition.js';
import { runsOf } from '../../support/counts.js';

const environments: readonly Readonly<Record<string, unknown>>[] = [
  { n: 3, s: '(', o: { p: { q: 1 } }, größe: NaN, ид$: 5n, flag: true },
  { n: NaN, s: 'a")`\'&& ||', o: {}, größe: -0, ид$: -1n, flag: false },
  { n: -Infinity, s: '', o: { 'a||b': 0 }, größe: 0.5, ид$: 0n, flag: true },
  { n: 0, s: '// no /* comment */', o: { p: null }, größe: Infinity, ид$: 9007199254740993n, flag: false },
];

const expression = (text: string, precedence: number): Operand => ({ text, precedence });

/** Expressions that give any value; how tightly they bind is ECMA-262's. */
const operands: readonly Operand[] = [
  ...['n', 's', 'o', 'größe', 'ид$', 'flag', 's.length', 'o?.p?.q', 'String(n)', '`${s}) || (${n}`', '[n, s].length'].map(named),
  ...[0, -0, 5e-324, -1.5, NaN, Infinity, -Infinity, 3n, -3n, '', '(', '"', '\\', "'`", '// x', '/* y', '&& ||', '\u2028', true, null].map(
    literal,
  ),
  literal(undefined),
  expression('typeof s', 12),
  expression('-n', 12),
  expression('n - 1', 9),
  expression('n * 2', 10),
  expression('n ?? 0', loosest),
  expression('flag ? n : s', loosest),
  expression('n, s', loosest),
  expression('((a) => a && n)(flag)', tightest),
  expression('(a) => a || n', loosest),
];

const tests: readonly Operand[] = [
  ...['/[(]/.test(s)', '/[)"\'`/]||&&/.test(s)', 'flag', 's.includes(")")', '[1, 2, 3].includes(n)', '((a) => a > 0 || !a)(n)'].map(named),
  expression('"p" in o', 7),
  expression('o instanceof Object', 7),
  expression('flag || n > 0', loosest),
  expression('flag && n > 0', 2),
  expression('flag ? n > 0 : s === "||"', loosest),
  expression('!flag', 12),
  expression('typeof o?.p !== "object"', 6),
];

const comparison = fc.constantFrom<Comparison>('<', '<=', '>', '>=', '===', '!==', '==', '!=');
const operand = fc.constantFrom(...operands);
const { tree } = fc.letrec<{ tree: ConditionTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(always, never),
    fc.constantFrom(...tests).map((of): ConditionTree => ({ kind: 'test', of })),
    fc.tuple(operand, comparison, operand).map((parts) => compare(...parts)),
    fc
      .tuple(operand, fc.constantFrom('number', 'string', 'undefined'), fc.boolean())
      .map(([subject, type, equal]): ConditionTree => ({ kind: 'typeof', subject, type, equal })),
    // Each evaluation of an arrow function is another one.
    fc
      .tuple(
        operand.filter(({ text }) => !text.startsWith('(a) =>')),
        fc.boolean(),
      )
      .map(([subject, equal]): ConditionTree => ({ kind: 'isObject', subject, equal })),
    fc.tuple(fc.constantFrom('isNaN' as const, 'isInteger' as const), operand).map(([kind, subject]): ConditionTree => ({ kind, subject })),
    tie('tree').map(not),
    fc.array(tie('tree'), { maxLength: 3 }).map((of) => all(...of)),
    fc.array(tie('tree'), { maxLength: 3 }).map((of) => any(...of)),
  ),
}));

describe('a printed condition', () => {
  it('says what its tree says', () =>
    fc.assert(
      fc.property(tree, fc.constantFrom(...environments), (condition, environment) => {
        const text = printCondition(condition);
        assert.deepEqual(
          outcomeOf(() => evaluate(text, environment)),
          outcomeOf(() => meaning(condition, environment)),
          text,
        );
      }),
      { numRuns: runsOf(4000) },
    ));

  it('is negated by `not`, and twice is itself', () =>
    fc.assert(
      fc.property(tree, fc.constantFrom(...environments), (condition, environment) => {
        const truth = outcomeOf(() => evaluate(printCondition(condition), environment));
        if (truth === 'throws') return;
        assert.equal(evaluate(printCondition(not(condition)), environment), !truth);
        assert.equal(evaluate(printCondition(not(not(condition))), environment), truth);
      }),
      { numRuns: runsOf(2000) },
    ));

  it('is false wherever its failing side is true', () =>
    fc.assert(
      fc.property(tree, fc.constantFrom(...environments), (condition, environment) => {
        const [holds, fails] = [condition, failingSideOf(condition)].map((each) =>
          outcomeOf(() => evaluate(printCondition(each), environment)),
        );
        assert.ok(holds !== true || fails !== true, printCondition(condition));
      }),
      { numRuns: runsOf(2000) },
    ));

  it('keeps its parts together beside a regular expression with a bracket', () => {
    const guard = any({ kind: 'test', of: named('/[(]/.test(s)') }, not(compare(named('m'), '>', literal(3))));
    assert.equal(printCondition(all(not(compare(named('n'), '>', literal(99))), guard)), '!(n > 99) && (/[(]/.test(s) || !(m > 3))');
  });
});

function outcomeOf(evaluated: () => unknown): unknown {
  try {
    return evaluated();
  } catch {
    return 'throws';
  }
}

/** Conditions are claimed to be JavaScript: here they are run. */
function evaluate(text: string, environment: Readonly<Record<string, unknown>>): unknown {
  return new Function(...Object.keys(environment), `'use strict'; return ${text};`)(...Object.values(environment)) as unknown;
}

/** What a tree says, part by part. */
function meaning(condition: ConditionTree, environment: Readonly<Record<string, unknown>>): boolean {
  const value = ({ text }: Operand): unknown => evaluate(`(${text})`, environment);
  switch (condition.kind) {
    case 'all':
      return condition.of.every((part) => meaning(part, environment));
    case 'any':
      return condition.of.some((part) => meaning(part, environment));
    case 'not':
      return !meaning(condition.of, environment);
    case 'compare': {
      const operands = { a: value(condition.subject), b: value(condition.other) };
      return evaluate(`a ${condition.operator} b`, operands) as boolean;
    }
    case 'typeof':
      return (typeof value(condition.subject) === condition.type) === condition.equal;
    case 'isObject': {
      const subject = value(condition.subject);
      return (Object(subject) === subject) === condition.equal;
    }
    case 'isNaN':
      return Number.isNaN(value(condition.subject));
    case 'isInteger':
      return Number.isInteger(value(condition.subject));
    case 'isFinite':
      return Number.isFinite(value(condition.subject));
    case 'test':
      return condition.isTruth === true ? Boolean(value(condition.of)) : (value(condition.of) as boolean);
  }
}
