import assert from 'node:assert/strict';
import ts from 'typescript';
import type { AssertionComment } from '../../../server/syntax/assertions/assertion.js';
import { collectAssertions } from '../../../server/syntax/assertions/collect.js';

describe('an assertion comment', () => {
  describe('on a line of its own', () => {
    it('is about the point just before the next statement', () => check('f();\n// @always x > 0\ng();\nh();', 'always x > 0, before g();'));

    it('is about the point after the last statement where none follows', () => {
      check('f();\n// @always x > 0\n', 'always x > 0, at the end of the file');
      check('{ f();\n// @always x > 0\n}', 'always x > 0, at the end of { f();');
    });

    it('is about the inside of an empty block', () => {
      check('while (c) {\n  // @sometime x\n}', 'sometime x, at the start of {');
      check('// @always x', 'always x, at the start of the file');
    });

    it('is about the sole statement of a branch or loop', () => {
      check('if (c)\n  // @always c\n  f();', 'always c, before f();');
      check('if (c) f();\nelse\n  // @always !c\n  g();', 'always !c, before g();');
      check('again:\n// @always c\nfor (;;) f();', 'always c, before for (;;) f();');
    });

    it('ends a case when the next case follows', () => {
      check('switch (x) { case 1:\n f();\n // @always a\n case 2: g(); }', 'always a, at the end of case 1:');
      check('switch (x) {\n case 1:\n // @always a\n case 2: g(); }', 'always a, at the start of case 1:');
      check('switch (x) {\n default:\n f();\n // @always a\n }', 'always a, at the end of default:');
    });

    it('needs no line of its own before another comment', () =>
      check(
        '// @always a\n// @always b\n/* @always c */ /* else */\nf();',
        'always a, before f();',
        'always b, before f();',
        'always c, before f();',
      ));

    it('may stand in functions, methods, static blocks and namespaces', () => {
      check('const f = (n) => {\n  // @always n\n  return n;\n};', 'always n, before return n;');
      check(
        'class A { m() {\n  // @always n\n} static {\n  // @always m\n} }',
        'always n, at the start of {',
        'always m, at the start of {',
      );
      check('namespace N {\n  // @always n\n  f();\n}', 'always n, before f();');
    });
  });

  describe('behind the opening of a block', () => {
    it('is about its start', () => {
      check('function f(n) { // @always n > 0\n  g();\n}', 'always n > 0, at the start of { // @always n > 0');
      check('if (c) { /* @always c */ g(); }', 'always c, at the start of { /* @always c */ g(); }');
      check('if (c) {} else { //@always !c\n g();\n}', 'always !c, at the start of { //@always !c');
      check('switch (x) { case 1: // @always a\n f();\n }', 'always a, at the start of case 1: // @always a');
      check(
        'try { // @always a\n f();\n} catch { // @always b\n} finally { // @always c\n}',
        'always a, at the start of { // @always a',
        'always b, at the start of { // @always b',
        'always c, at the start of { // @always c',
      );
    });

    it('is about the start of a body whose brace is still to come', () => {
      check('while (c) // @always c\n{ f(); }', 'always c, at the start of { f(); }');
      check('for (const x of xs) // @always x\n  f(x);', 'always x, before f(x);');
    });
  });

  describe('behind a statement on its line', () => {
    it('is about the point after the last statement that ends there', () => {
      check('f(); // @always a\ng();', 'always a, after f();');
      check('f(); g(); // @always a', 'always a, after g();');
      check('f(); /* @always a */ g();', 'always a, after f();');
      check('f(); /* for ever */ // @always a', 'always a, after f();');
      check('const x = {\n  y: 1,\n}; // @always x', 'always x, after const x = {');
    });

    it('is about the whole statement that began on the line', () => {
      check('if (c) f(); // @always a', 'always a, after if (c) f();');
      check('if (c) throw x; // @always !c', 'always !c, after if (c) throw x;');
    });

    it('is about the inner statement when only that began on the line', () => {
      check('if (c)\n  f(); // @always a\ng();', 'always a, after f();');
      check('if (c)\n  f(); // @always a\nelse\n  g(); // @always b', 'always a, after f();', 'always b, after g();');
    });

    it('is about the whole statement behind its closing brace', () => {
      check('while (c) {\n  f();\n} // @always !c\ng();', 'always !c, after while (c) {');
      check('function f() {\n} // @always a\ng();', 'always a, after function f() {');
    });

    it('is about the end of a block when its statement goes on', () => {
      check('if (c) {\n  f();\n} // @always a\nelse g();', 'always a, at the end of {');
      check(
        'try {\n  f();\n} // @always a\ncatch {\n  g();\n} // @always b\nfinally {}',
        'always a, at the end of {',
        'always b, at the end of {',
      );
      check('do {\n  f();\n} // @always a\nwhile (c);', 'always a, at the end of {');
    });

    it('is about the point before a jump', () => {
      check('function f() { return 1; // @always a\n}', 'always a, before return 1;');
      check('throw x; // @always a', 'always a, before throw x;');
      check(
        'for (;;) {\n  if (c)\n    break; // @always a\n  continue; // @always b\n}',
        'always a, before break;',
        'always b, before continue;',
      );
      check('switch (x) { case 1: break; // @always a\n case 2: }', 'always a, before break;');
    });
  });

  describe('elsewhere', () => {
    const elsewhere = (where: string): string => `@always cannot stand ${where}; write it before or after a statement.`;

    it('is invalid', () => {
      checkInvalid('f(a, // @always a\n  b);', 'a', elsewhere('in an expression'));
      checkInvalid('const x = /* @always y */ 5;', 'y', elsewhere('in an expression'));
      checkInvalid('const x = [ // @always y\n 1];', 'y', elsewhere('in an expression'));
      checkInvalid('class A {\n  // @always this.x\n  m() {}\n}', 'this.x', elsewhere('in a class body outside its methods'));
      checkInvalid('interface A {\n  // @always z\n}', 'z', elsewhere('in a type'));
      checkInvalid('const x = <p>{/* @always y */}</p>;', 'y', elsewhere('in JSX'));
      checkInvalid('switch (x) {\n  // @always y\n  case 1:\n}', 'y', elsewhere('before the first case of a switch'));
      checkInvalid('if (c) f();\n// @always d\nelse g();', 'd', elsewhere('in the middle of a statement'));
    });
  });

  it('is a comment: strings, templates, regular expressions and JSX text are none', () => {
    check('const s = "//@always x"; f();');
    check('const s = `//@always x ${1} /* @always y */`;');
    check('const s = `${ /* a */ f(\n) }//@always x`;');
    check('const r = /[/]\\/\\/@always x/;');
    check('const x = <p>// @always y</p>;');
    check('const s = `${a}`; // @always x', 'always x, after const s = `${a}`;');
  });

  it('begins with one of our tags', () => {
    check('// see @always x\nf(); /*@1*/ /* @2 */ // @alwaysTrue\n// @always-on x\n/* the tag @always x */');
    check('/** Writes `// @always x` there. */ f();');
  });
});

/** Checks the assertions of a program, each told as `tag text, place`; of a place's node the first line is shown. */
function check(program: string, ...expected: readonly string[]): void {
  const { assertions, invalid, notes } = collectAssertions(parse(program));
  assert.deepEqual({ assertions: assertions.map(show), invalid, notes }, { assertions: expected, invalid: [], notes: [] });
  for (const { span, text } of assertions) assert.equal(program.slice(span.start, span.end), text);
}

function checkInvalid(program: string, place: string, message: string): void {
  const { assertions, invalid } = collectAssertions(parse(program));
  assert.deepEqual(assertions, []);
  assert.deepEqual(
    invalid.map((each) => [program.slice(each.span.start, each.span.end), each.message]),
    [[place, message]],
  );
}

function parse(program: string): ts.SourceFile {
  return ts.createSourceFile('program.tsx', program, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
}

function show({ tag, text, attachment }: AssertionComment): string {
  switch (attachment.kind) {
    case 'before':
    case 'after':
      return `${tag} ${text}, ${attachment.kind} ${firstLine(attachment.statement)}`;
    case 'start':
    case 'end':
      return `${tag} ${text}, at the ${attachment.kind} of ${ts.isSourceFile(attachment.block) ? 'the file' : firstLine(attachment.block)}`;
    default:
      return `${tag} ${text}, ${attachment.kind}`;
  }
}

function firstLine(node: ts.Node): string {
  return node.getText().split('\n')[0] ?? '';
}
