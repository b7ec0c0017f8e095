import assert from 'node:assert/strict';
import { answeredTest } from '../../../../server/syntax/diagnosis/answeredTest.js';

/** The lines that are written behind the test that calls `max`. */
function written(text: string, call: string, value: string): readonly string[] | null {
  const insertion = answeredTest(text, 'a.test.ts', text.indexOf('max('), { call, value });
  if (insertion === null) return null;
  const whole = text.slice(0, insertion.offset) + insertion.text + text.slice(insertion.offset);
  assert.equal(whole.replace(insertion.text, ''), text);
  return insertion.text.split('\n').slice(2);
}

describe('a test that says what a call gives', () => {
  const cases: readonly (readonly [name: string, text: string, call: string, value: string, expected: readonly string[] | null])[] = [
    [
      'as assert says it',
      "test('a', () => assert.equal(max([1]), 1));\n",
      'max([])',
      '-Infinity',
      ["test('max([]) is -Infinity', () => {", '  assert.deepEqual(max([]), -Infinity);', '});'],
    ],
    [
      'strictly where it is strict, inside of its suite',
      "describe('s', () => {\n  it('a', () => {\n    assert.strictEqual(max([1]), 1);\n  });\n});\n",
      "max(['it'])",
      "'it'",
      ["  it('max([\\'it\\']) is \\'it\\'', () => {", "    assert.deepStrictEqual(max(['it']), 'it');", '  });'],
    ],
    [
      'as expect says it',
      "test.each([[1]])('a', (n) => {\n  expect(max([n])).toBe(n);\n})\n",
      'max([])',
      'undefined',
      ["test('max([]) is undefined', () => {", '  expect(max([])).toEqual(undefined);', '});'],
    ],
    [
      'as a chain says it',
      "it('a', function () { expect(max([1])).to.equal(1); });",
      'max([])',
      '[1, 2]',
      ["it('max([]) is [1, 2]', () => {", '  expect(max([])).to.deep.equal([1, 2]);', '});'],
    ],
    [
      'by the parameter of its callback',
      "test('a', (t) => { t.assert.equal(max([1]), 1); });",
      'max([])',
      'throws RangeError',
      ["test('max([]) throws', (t) => {", '  t.assert.throws(() => max([]));', '});'],
    ],
    [
      'waiting for a promise',
      "test('a', async () => { assert.equal(await max([1]), 1); });",
      'await max([])',
      '0',
      ["test('await max([]) is 0', async () => {", '  assert.deepEqual(await max([]), 0);', '});'],
    ],
    [
      'by a function that is imported, of what it compares',
      "test('a', () => equal(max([1]), 1));",
      'max([])',
      '0',
      ["test('max([]) is 0', () => {", '  equal(max([]), 0);', '});'],
    ],
    ['and not of an object by that function', "test('a', () => equal(max([1]), 1));", 'max([])', '[]', null],
    ['and not where nothing is asserted', "test('a', () => { if (max([1]) !== 1) throw new Error(); });", 'max([])', '0', null],
    ['and not of a value that was cut', "test('a', () => assert.equal(max([1]), 1));", 'max([])', "'aaa…", null],
  ];
  for (const [name, text, call, value, expected] of cases)
    it(name, () => {
      assert.deepEqual(written(text, call, value), expected);
    });
});
