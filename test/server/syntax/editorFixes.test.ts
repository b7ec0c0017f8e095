import assert from 'node:assert/strict';
import { EditorSource } from '../../../server/syntax/editor/editorSource.js';
import { fixPlaces, linePlaceholder, type FixEdit, type FixPlaces } from '../../../server/syntax/editor/fixes.js';
import { negatedAssertion } from '../../../server/syntax/editor/negatedAssertion.js';

/** The text after a line was put in; `|` marks the finding: one place, or the two ends of its span. */
function fixed(
  marked: string,
  which: keyof FixPlaces & ('guard' | 'documentation' | 'assertion' | 'ignore'),
  file = 'a.ts',
): string | null {
  const start = marked.indexOf('|');
  const second = marked.indexOf('|', start + 1);
  const text = marked.replaceAll('|', '');
  const span = { start, end: second < 0 ? start + 1 : second - 1 };
  const edits = fixPlaces(new EditorSource(text, file), span)[which];
  return edits === null ? null : apply(text, edits);
}

function apply(text: string, edits: readonly FixEdit[]): string {
  const ordered = edits.toSorted((a, b) => b.span.start - a.span.start);
  return ordered.reduce((result, { span, text: by }) => {
    return result.slice(0, span.start) + by.replaceAll(linePlaceholder, 'LINE') + result.slice(span.end);
  }, text);
}

describe('places for fixes', () => {
  it('a comment that ignores stands on the line before, as it is indented; none in a template', () => {
    assert.equal(fixed('  return |x;', 'ignore'), '  // LINE\n  return x;');
    assert.equal(fixed('f(\n\t|x,\n);', 'ignore'), 'f(\n\t// LINE\n\tx,\n);');
    assert.equal(fixed('const e = <p>\n  {|x.y}\n</p>;', 'ignore', 'a.tsx'), 'const e = <p>\n  {/* LINE */}\n  {x.y}\n</p>;');
    assert.equal(fixed('const s = `\n${|x}`;', 'ignore'), null);
  });

  it('a guard comes first in the body, as it is indented', () => {
    assert.equal(fixed('function |f(n) {\n\treturn n;\n}', 'guard'), 'function f(n) {\n\tLINE\n\treturn n;\n}');
    assert.equal(fixed('function |f(n) {\n}', 'guard'), 'function f(n) {\n  LINE\n}');
    assert.equal(fixed('function |f(n) {}', 'guard'), 'function f(n) {\n  LINE\n}');
    assert.equal(fixed('  function |f(n) { return n; }', 'guard'), '  function f(n) { LINE\n    return n; }');
    assert.equal(fixed('class A {\n  |m(n) {\n    return n;\n  }\n}', 'guard'), 'class A {\n  m(n) {\n    LINE\n    return n;\n  }\n}');
  });

  it('behind directives, and with the line breaks of the file', () => {
    assert.equal(
      fixed("function |f(n) {\r\n  'use strict';\r\n  return n;\r\n}", 'guard'),
      "function f(n) {\r\n  'use strict';\r\n  LINE\r\n  return n;\r\n}",
    );
  });

  it('a function that is an expression gets a block', () => {
    assert.equal(fixed('const f = (n) |=> n + 1;', 'guard'), 'const f = (n) => {\n  LINE\n  return n + 1;\n};');
  });

  it('a declaration is a line of the comment before the function, or a comment of its own', () => {
    assert.equal(fixed('export function |f(n) {}', 'documentation'), '/** LINE */\nexport function f(n) {}');
    assert.equal(fixed('  const f = (n) |=> n;', 'documentation'), '  /** LINE */\n  const f = (n) => n;');
    assert.equal(fixed('/** Says n. */\nfunction |f(n) {}', 'documentation'), '/**\n * Says n.\n * LINE\n */\nfunction f(n) {}');
    assert.equal(
      fixed('class A {\n  /**\n   * Says n.\n   */\n  |m(n) {}\n}', 'documentation'),
      'class A {\n  /**\n   * Says n.\n   * LINE\n   */\n  m(n) {}\n}',
    );
    assert.equal(fixed('// no documentation\nfunction |f(n) {}', 'documentation'), '// no documentation\n/** LINE */\nfunction f(n) {}');
    assert.equal(fixed('a.map((n) |=> n);', 'documentation'), 'a.map(/** LINE */ (n) => n);');
  });

  it('inside a function a line comes before the statement, or behind one that decides it at its end', () => {
    assert.equal(fixed('{\n  const a = b();\n  use(|a|);\n}', 'assertion'), '{\n  const a = b();\n  LINE\n  use(a);\n}');
    assert.equal(fixed('{\n  const a = b()|;|\n  use(a);\n}', 'assertion'), '{\n  const a = b();\n  LINE\n  use(a);\n}');
  });

  it('a function without a body has no place for a guard', () => {
    assert.equal(fixed('class A { constructor(n: number); constructor(n) {} static { |x|; } }', 'documentation'), null);
  });
});

describe('negated assertions', () => {
  /** The negation of the assertion at the `|`. */
  function negated(marked: string): string | null | undefined {
    return negatedAssertion(new EditorSource(marked.replace('|', ''), 'a.ts'), marked.indexOf('|'))?.text;
  }

  const ending = 'try { if (!(n < 3)) process.exit(0); } catch { process.exit(0); }';

  it('a run that breaks an invariant assertion ends there', () => {
    assert.equal(negated('f();\n// @always |n < 3\ng();'), `f();\n; /* @sometime !(n < 3) */ ${ending}\ng();`);
    assert.equal(negated('f() // @always |n < 3\ng();'), `f() ; /* @sometime !(n < 3) */ ${ending}\ng();`);
  });

  it('where no statement can stand the assertion alone is negated', () => {
    assert.equal(negated('if (a)\n  // @always n |< 3\n  f();'), 'if (a)\n  // @sometime !(n < 3)\n  f();');
    assert.equal(negated('function f() {\n  return n; // @always |n < 3\n}'), 'function f() {\n  return n; // @sometime !(n < 3)\n}');
    assert.equal(negated('const process = 1;\n// @always |n < 3\n'), 'const process = 1;\n// @sometime !(n < 3)\n');
  });

  it('the opposite of an intermittent assertion holds always', () => {
    assert.equal(negated('// @sometime |n === 3\nf();'), '// @always !(n === 3)\nf();');
  });

  it('assertions of values have no negation, and other comments no assertion', () => {
    assert.equal(negated('let n = 1; // @range |0..3'), null);
    assert.equal(negated('// |a remark\nlet n = 1;'), undefined);
  });
});
