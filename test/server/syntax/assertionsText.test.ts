import assert from 'node:assert/strict';
import ts from 'typescript';
import { spanInFile, type AssertionComment } from '../../../server/syntax/assertions/assertion.js';
import { collectAssertions } from '../../../server/syntax/assertions/collect.js';

describe('the text of an assertion', () => {
  it('may follow its tag in any white space and any comment', () => {
    texts('//@always n>0\nf();', 'n>0');
    texts('//   @always   n > 0  \nf();', 'n > 0');
    texts('/*@always n > 0*/ f();', 'n > 0');
    texts('//@always(n > 0)\nf();', '(n > 0)');
    texts('f();\r\n// @always n > 0\r\ng();', 'n > 0');
  });

  it('may be followed by a remark', () => texts('// @always i < n // for the access below\nf();', 'i < n'));

  it('ends at the next tag of a block comment', () => {
    texts('/* @always a > 0\n * @always b > 0\n   @sometime c */ f();', 'a > 0', 'b > 0', 'c');
    texts('/** @requires a > 0 @ensures result > a */\nfunction f(a) { return a + 1; }', 'a > 0', 'result > a');
    texts('/**\n * Adds.\n * @requires a > 0\n * @param a a number\n * @returns more\n */\nfunction f(a) {}', 'a > 0');
  });

  it('may go on in the next line of a block comment', () =>
    texts('/**\n * @requires a > 0 &&\n *   b > 0\n */\nfunction f(a, b) {}', 'a > 0 &&\n *   b > 0'));

  it('ends with its line where prose follows', () => {
    texts('/**\n * @requires a > 0\n * The rest is prose.\n */\nfunction f(a) {}', 'a > 0');
    texts('/* @always a > 0\n   because of f */\ng();', 'a > 0');
  });

  it('is parsed with positions that lead back into the file', () => {
    const program = 'f();\n/*\n * @always a.b\n *   < cd[0]\n */\ng();';
    const [assertion] = collectAssertions(parse(program)).assertions;
    assert.ok(assertion !== undefined && assertion.tag !== 'range');
    const seen: string[] = [];
    const visit = (node: ts.Node): void => {
      const { start, end } = spanInFile(assertion, node);
      seen.push(program.slice(start, end));
      ts.forEachChild(node, visit);
    };
    visit(assertion.expression);
    assert.deepEqual(seen, ['a.b\n *   < cd[0]', 'a.b', 'a', 'b', '<', 'cd[0]', 'cd', '0']);
  });

  describe('that is no expression', () => {
    it('is reported in the comment, where it goes wrong', () => {
      fault('// @always', '@always', 'An expression is missing after @always.');
      fault('// @always n >', '>', 'The expression after @always ends too early.');
      fault('// @always (n > 0', '0', 'The expression after @always ends too early.');
      fault('// @always f(a, ', ',', 'The expression after @always ends too early.');
      fault('// @always n > 0 0', '0', 'The expression after @always cannot go on with "0".', 17);
      fault('// @always n > (0) 1', '1', 'The expression after @always cannot go on with "1".');
      fault('// @always n > 0;', ';', 'The expression after @always cannot go on with ";".');
      fault('// @always n > 0)', ')', 'The expression after @always cannot go on with ")".');
      fault('// @always a) + (b', ')', 'The expression after @always cannot go on with ")".');
      fault('// @always n is positive', 'is', 'The expression after @always cannot go on with "is".');
      fault('// @sometime => 1', '=>', 'The expression after @sometime cannot go on with "=>".');
      fault('/* @always n > 0 @sometime */', '@sometime', 'An expression is missing after @sometime.');
    });

    it('is reported when it is a statement', () => {
      fault('// @always if (x) y', 'if', 'The text after @always is a statement ("if"), but an expression is needed.');
      fault('// @always return x', 'return', 'The text after @always is a statement ("return"), but an expression is needed.');
      fault('// @always let x = 1', 'let', 'The text after @always is a statement ("let"), but an expression is needed.');
    });

    it('is reported when it would change something', () => {
      fault('// @always n = 5', 'n = 5', 'The expression after @always assigns a value; write === to compare.');
      fault('// @always n > 0 && (m += 5)', 'm += 5', 'The expression after @always assigns a value, but it must not change anything.');
      fault('// @always n++ > 5', 'n++', 'The expression after @always counts up or down, but it must not change anything.');
      fault('// @always delete o.x', 'delete o.x', 'The expression after @always deletes a property, but it must not change anything.');
      fault('// @always a > 0, b > 0', 'a > 0, b > 0', 'The expression after @always contains a comma; write && to join two conditions.');
    });

    it('is reported when it is nested too deeply', () => {
      const { invalid } = collectAssertions(parse(`// @always ${'('.repeat(100_000)}`));
      assert.deepEqual(
        invalid.map((each) => each.message),
        ['The expression after @always is nested too deeply.'],
      );
    });
  });

  describe('in a documentation comment', () => {
    it('is documentation unless it is a condition', () => {
      for (const prose of [
        'module:foo',
        'lodash',
        'Node.js',
        '@angular/core',
        'lodash - for sorting',
        './sibling',
        '"fs"',
        '{Foo} bar',
        'the list is sorted',
        '',
      ]) {
        texts(`/** @requires ${prose} */\nfunction f(a) {}`);
        texts(`/** @ensures ${prose} */\nconst a = 1;`);
        texts(`/*! @invariant ${prose} */\nlet a = 1;`);
      }
      texts('/** @range of the values */\nlet a = 1;');
      texts('/** @protocol https */\nlet a = 1;');
    });

    it('may be a name of the function that it documents', () => {
      texts('/** @requires enabled */\nfunction f(enabled) {}', 'enabled');
      texts('/** @requires options.enabled\n * @requires x */\nfunction f(options, [x]) {}', 'options.enabled', 'x');
      texts('/** @ensures result */\nfunction f() {}', 'result');
      texts('/** @requires this.open */\nfunction f() {}', 'this.open');
    });
  });
});

describe('a large file', () => {
  it('is read in time proportional to its length', () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => (i % 5 === 0 ? `// @always x > ${i}` : `f(${i}, "// @always no");`));
    const sourceFile = parse(lines.join('\n'));
    const started = performance.now();
    assert.equal(collectAssertions(sourceFile).assertions.length, 10_000);
    assert.ok(performance.now() - started < 20_000);
  });

  it('may have all its assertions in one place', () => {
    const sourceFile = parse('// @always x\n'.repeat(50_000) + 'f();');
    assert.equal(collectAssertions(sourceFile).assertions.length, 50_000);
  });

  it('may have much of anything on one line', () => {
    const started = performance.now();
    texts(`/* ${'@a '.repeat(50_000)}@always x */ f();`);
    texts(`/* ${' '.repeat(50_000)}@always x */ f();`, 'x');
    texts(`// @always ${'x && '.repeat(10_000)}y\nf();`, `${'x && '.repeat(10_000)}y`);
    assert.ok(performance.now() - started < 20_000);
  });

  it('may be nested deeply', () => {
    const sourceFile = parse('{'.repeat(1000) + '\n// @always x\n' + '}'.repeat(1000));
    assert.equal(collectAssertions(sourceFile).assertions.length, 1);
  });
});

function parse(program: string): ts.SourceFile {
  return ts.createSourceFile('program.ts', program, ts.ScriptTarget.Latest, true);
}

/** The texts of a program's assertions, which are also what stands at their spans. */
function texts(program: string, ...expected: readonly string[]): void {
  const { assertions, invalid, notes } = collectAssertions(parse(program));
  const written = ({ span }: AssertionComment): string => program.slice(span.start, span.end);
  assert.deepEqual({ texts: assertions.map(written), invalid, notes }, { texts: expected, invalid: [], notes: [] }, program);
}

function fault(program: string, place: string, message: string, start?: number): void {
  const { invalid } = collectAssertions(parse(program));
  assert.deepEqual(
    invalid.map((each) => [program.slice(each.span.start, each.span.end), each.message]),
    [[place, message]],
    program,
  );
  if (start !== undefined) assert.equal(invalid[0]?.span.start, start);
}
