import assert from 'node:assert/strict';
import { all, any, compare, literal, named, not, type ConditionTree } from '../../../server/findings/conditionTree.js';
import { printShown, withoutUnlikely, WrittenNumbers } from '../../../server/findings/shown.js';
import { checkText } from '../../support/checking.js';

const above = (name: string, bound: number): ConditionTree => compare(named(name), '>', literal(bound));
const isNothing = (name: string): ConditionTree => compare(named(name), '==', literal(null));
const beyond = compare(named('i'), '>=', named('rows.length'));

describe('a condition as it is shown', () => {
  it('tells relations first, then values, then kinds', () => {
    assert.equal(printShown(any(isNothing('rows'), above('i', 3), beyond)), 'i >= rows.length || i > 3 || rows == null');
    assert.equal(printShown(all(not(above('i', 3)), not(beyond))), '!(i >= rows.length) && !(i > 3)');
  });

  it('keeps a guard before what it guards, but for what reading a member says', () => {
    const isText: ConditionTree = { kind: 'typeof', subject: named('s'), type: 'string', equal: true };
    assert.equal(printShown(all(isText, above('s.length', 3))), 'typeof s === "string" && s.length > 3');
    const isThere = compare(named('s'), '!=', literal(null));
    assert.equal(printShown(all(isThere, above('s.length', 3))), 's.length > 3');
    assert.equal(printShown(all(isThere, above('n', 3))), 's != null && n > 3');
  });

  it('shows of many tests the last, which decide, and nothing deep that is long', () => {
    assert.equal(printShown(all(above('a', 1), above('b', 1), above('c', 1), above('d', 1))), '… && b > 1 && c > 1 && d > 1');
    const deep = any(above('c', 1), all(above('d', 1), above('e', 1)));
    assert.equal(printShown(any(above('a', 1), all(above('b', 1), deep))), 'a > 1 || (b > 1 && (c > 1 || (d > 1 && e > 1)))');
    const long = any(above('c', 1), all(above('options.numberOfRows', 1), above('options.numberOfColumns', 1)));
    assert.equal(printShown(any(above('a', 1), all(above('b', 1), long))), 'a > 1 || (b > 1 && (c > 1 || …))');
  });

  it('has three parts at most', () =>
    assert.equal(printShown(any(above('a', 1), above('b', 1), above('c', 1), above('d', 1))), 'a > 1 || b > 1 || c > 1 || …'));

  it('names no bound that no run comes to, unless the program does', () => {
    const written = new WrittenNumbers(['if (n > 2 ** 40 || m > 0xffff_ffff) throw 1;']);
    const shown = (condition: ConditionTree): string | null => {
      const likely = withoutUnlikely(condition, written);
      return likely === null ? null : printShown(likely);
    };
    assert.equal(shown(any(compare(named('n'), '<', literal(0)), compare(named('n'), '>=', literal(Infinity)))), 'n < 0');
    assert.equal(shown(above('n', 5368709119)), null);
    assert.equal(shown(above('n', 2 ** 40)), 'n > 1099511627776');
    assert.equal(shown(above('m', 4294967295)), 'm > 4294967295');
    assert.equal(shown(all(above('k', 1), any(above('n', 2 ** 53)))), null);
  });

  it('leaves out bigints where the program speaks of none', () => {
    const isBigint: ConditionTree = { kind: 'typeof', subject: named('n'), type: 'bigint', equal: true };
    const shown = (text: string, condition: ConditionTree): string | null => {
      const likely = withoutUnlikely(condition, new WrittenNumbers([text]));
      return likely === null ? null : printShown(likely);
    };
    assert.equal(shown('let n = 1;', any(all(isBigint, above('n', 3)), above('m', 3))), 'm > 3');
    assert.equal(shown('let n = 1;', all(isBigint, above('n', 3))), null);
    for (const text of ['let n = 1n;', 'BigInt(n)', 'let n: bigint'])
      assert.equal(shown(text, all(isBigint, above('n', 3))), 'typeof n === "bigint" && n > 3');
  });

  it('is no finding where it only says that memory is exhausted', () => {
    const { findings, functions } = checkText("export function main(n: number) { return 'x'.padEnd(n); }");
    assert.deepEqual([findings.length, functions[0]?.requires === null], [0, false]);
  });

  it('blames no way that unknown code decides, if another one may go well', () => {
    const text = "export function main(n: number) { const s = new Array(n + 1).join('-'); if (n > 5) throw new Error('long'); return s; }";
    const { findings } = checkText(text, { unknownCalls: 'return-or-throw' });
    assert.match(findings[0]?.message ?? '', /^main fails if .*n > 5.*it throws new Error\('long'\)/);
    assert.doesNotMatch(findings[0]?.message ?? '', /not a function/);
  });
});
