import assert from 'node:assert/strict';
import { DocumentText } from '../../../server/lsp/documentText.js';
import { testLenses } from '../../../server/lsp/testLenses.js';

const linesOf = (uri: string, text: string): readonly number[] =>
  testLenses(uri, new DocumentText(text)).map(({ range }) => range.start.line);

describe('lenses at tests', () => {
  it('stand above each test of a file of tests, not above its suites', () => {
    const text = "describe('cart', () => {\n  it('adds', () => {});\n  it.each([1])('counts %i', () => {});\n});\n";
    assert.deepEqual([...new Set(linesOf('file:///a/cart.test.ts', text))], [1, 2]);
  });

  it('stand where a runner is imported, whatever the name of the file', () => {
    const text = "import { test } from 'node:test';\ntest('adds', () => {});\n";
    assert.deepEqual([...new Set(linesOf('file:///a/cart.ts', text))], [1]);
  });

  it('are none where `test` is a function of the program', () => {
    assert.deepEqual(linesOf('file:///a/regexps.ts', "const test = (text: string) => /a/.test(text);\ntest('adds');\n"), []);
  });

  it('name the place of the test, as their commands take it', () => {
    const [lens] = testLenses('file:///a/cart.test.ts', new DocumentText("\n  test('adds', () => {});\n"));
    assert.deepEqual(lens?.command?.arguments, ['file:///a/cart.test.ts', { line: 1, character: 2 }]);
  });
});
