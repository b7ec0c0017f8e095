import assert from 'node:assert/strict';
import ts from 'typescript';
import type { AssertionComment } from '../../../server/syntax/assertions/assertion.js';
import { collectAssertions } from '../../../server/syntax/assertions/collect.js';

describe('@requires and @ensures', () => {
  it('are about the entry and the normal exit of the documented function', () => {
    check(
      '/** @requires n > 0\n * @ensures result > n */\nfunction f(n) {}',
      'requires n > 0, entry of function f(n) {}',
      'ensures result > n, exit of function f(n) {}',
    );
    check('/** @requires n > 0 */\nexport default function (n) {}', 'requires n > 0, entry of export default function (n) {}');
    check('/** @requires n > 0 */\nexport const f = (n) => n;', 'requires n > 0, entry of (n) => n');
    check('/** @requires n > 0 */\nconst f = function (n) {} as F;', 'requires n > 0, entry of function (n) {}');
    check('/** @requires n > 0 */\nexports.f = (n) => n;', 'requires n > 0, entry of (n) => n');
    check('class A {\n  /** @requires n > 0 */\n  async m(n) {}\n}', 'requires n > 0, entry of async m(n) {}');
    check(
      'class A {\n  /** @requires n > 0 */\n  constructor(n) {}\n  /** @ensures result > 0 */\n  get x() { return 1; }\n}',
      'requires n > 0, entry of constructor(n) {}',
      'ensures result > 0, exit of get x() { return 1; }',
    );
    check('class A {\n  /** @requires n > 0 */\n  m = (n) => n;\n}', 'requires n > 0, entry of (n) => n');
    check('const o = {\n  /** @requires n > 0 */\n  m: (n) => n,\n};', 'requires n > 0, entry of (n) => n');
    check('call(/** @requires n > 0 */ (n) => n);', 'requires n > 0, entry of (n) => n');
  });

  it('belong in a documentation comment before a function', () => {
    checkInvalid('// @requires n > 0\nfunction f(n) {}', 'n > 0', '@requires belongs in a /** … */ comment before a function.');
    checkInvalid(
      '/** @ensures n > 0 */\nlet n = 1;',
      'n > 0',
      '@ensures belongs in the comment before a function, and no function follows here.',
    );
  });

  it('are not checked without a body', () =>
    checkNotes(
      '/** @requires n > 0 */\ndeclare function f(n: number): void;',
      'n > 0',
      '@requires is not checked for a function without a body.',
    ));
});

describe('@range and @invariant', () => {
  it('are about a type alias, variable, property or parameter, before it', () => {
    check('// @range 1..100\ntype Percent = number;', 'range 1..100, value of type Percent = number;');
    check('/** @range 1..100 */\nlet x = 1;', 'range 1..100, value of x = 1');
    check('/** @invariant this >= 0 */\nexport const x = 1;', 'invariant this >= 0, value of x = 1');
    check('class A {\n  /** @range 0..9 */\n  x = 1;\n}', 'range 0..9, value of x = 1;');
    check('interface A {\n  // @range 0..9\n  x: number;\n}', 'range 0..9, value of x: number;');
    check('function f(/* @range 0..9 */ n, /** @range 1..2 */ m) {}', 'range 0..9, value of n', 'range 1..2, value of m');
    check('function f(\n  // @range 0..9\n  n,\n) {}', 'range 0..9, value of n');
    check('class A { constructor(/** @range 0..9 */ private n: number) {} }', 'range 0..9, value of private n: number');
  });

  it('or behind it on its line', () => {
    check('type Percent = number; // @range 1..100\nf();', 'range 1..100, value of type Percent = number;');
    check('let x = 1; // @range 1..100\nlet y = 1;', 'range 1..100, value of x = 1');
    check(
      'let x = 1, // @range 1..100\n  y = 2, // @range 2..3\n  z = 4; // @range 4..5',
      'range 1..100, value of x = 1',
      'range 2..3, value of y = 2',
      'range 4..5, value of z = 4',
    );
    check('class A {\n  x = 1; // @range 0..9\n  y = 2;\n}', 'range 0..9, value of x = 1;');
    check('function f(\n  n, // @range 0..9\n  m // @range 1..2\n) {}', 'range 0..9, value of n', 'range 1..2, value of m');
    check('const {\n  a, // @range 0..9\n} = o;', 'range 0..9, value of a');
    check('for (let i = 0 /* @range 0..9 */; ; ) {}', 'range 0..9, value of i = 0');
  });

  it('take bounds with sign, fraction and exponent', () => {
    for (const [text, min, max] of [
      ['1..100', 1, 100],
      ['-1.5..+2.5', -1.5, 2.5],
      ['0 .. 1e3', 0, 1000],
      ['.5..5E-1', 0.5, 0.5],
      ['-Infinity..1_000', -Infinity, 1000],
    ] as const) {
      const [assertion] = collectAssertions(parse(`let x = 1; // @range ${text} // a remark`)).assertions;
      assert.ok(assertion?.tag === 'range', text);
      assert.deepEqual([assertion.min, assertion.max], [min, max]);
    }
  });

  it('are reported where they cannot be understood', () => {
    checkInvalid('let x = 1; // @range', '@range', 'Two bounds are missing after @range, as in @range 1..100.');
    checkInvalid('let x = 1; // @range 1-100', '1-100', 'After @range two numbers are needed, as in @range 1..100.');
    checkInvalid('let x = 1; // @range 0..n', '0..n', 'After @range two numbers are needed, as in @range 1..100.');
    checkInvalid('let x = 1; // @range 5..1', '5..1', 'The range after @range is empty, because 5 is greater than 1.');
    checkInvalid('f(); // @range 1..2', '1..2', '@range belongs beside a variable, parameter, property or type alias.');
    checkInvalid(
      '// @range 1..2\nlet x = 1, y = 1;',
      '1..2',
      '@range belongs beside one of the variables, because several are declared here.',
    );
    checkInvalid('const [x] = y; // @range 1..2', '1..2', '@range belongs beside one of the names in the pattern, not beside the pattern.');
  });
});

describe('@protocol', () => {
  const read = (comment: string): readonly (readonly [string, Readonly<Record<string, string>>])[] => {
    const { protocols } = collectAssertions(
      parse(`${comment}\nexport class A { set() {} get x() { return 1; } close() {} static make() {} }`),
    );
    return protocols.flatMap(({ states, steps }) =>
      [...steps].map(([method, ways]) => {
        const named = [...ways].map(([from, to]) => [states[from] ?? '', states[to] ?? '']);
        return [method, Object.fromEntries(named) as Readonly<Record<string, string>>] as const;
      }),
    );
  };

  it('is read as steps between states', () => {
    assert.deepEqual(read('/** @protocol start -set-> ready -x-> ready; ready -close-> start */'), [
      ['set', { start: 'ready' }],
      ['x', { ready: 'ready' }],
      ['close', { ready: 'start' }],
    ]);
    assert.deepEqual(read('// @protocol start -set-> ready'), [['set', { start: 'ready' }]]);
    assert.deepEqual(read('/**\n * @protocol start -set-> ready\n *   -x-> ready\n *   start -close-> start\n * What it is for.\n */'), [
      ['set', { start: 'ready' }],
      ['x', { ready: 'ready' }],
      ['close', { start: 'start' }],
    ]);
  });

  it('leads to one of several states where two steps of a method leave one', () => {
    assert.deepEqual(read('// @protocol start -set-> a, start -set-> b, a -x-> a, b -close-> b'), [
      ['set', { start: 'a or b' }],
      ['x', { 'a or b': 'a', a: 'a' }],
      ['close', { 'a or b': 'b', b: 'b' }],
    ]);
  });

  it('belongs before a class, and names its methods', () => {
    const other = 'The protocol names make, which is no method of the class.';
    checkInvalid('// @protocol start -make-> ready\nclass A { static make() {} }', 'start -make-> ready', other);
    checkInvalid('// @protocol start\nclass A {}', 'start', 'The protocol has no steps like "start -open-> opened" in "start".');
    checkInvalid('// @protocol start -set-> ready\nf();', 'start -set-> ready', '@protocol belongs before a class.');
  });
});

function parse(program: string): ts.SourceFile {
  return ts.createSourceFile('program.ts', program, ts.ScriptTarget.Latest, true);
}

function check(program: string, ...expected: readonly string[]): void {
  const { assertions, invalid, notes } = collectAssertions(parse(program));
  assert.deepEqual({ assertions: assertions.map(show), invalid, notes }, { assertions: expected, invalid: [], notes: [] });
}

function checkInvalid(program: string, place: string, message: string): void {
  const { assertions, invalid, notes } = collectAssertions(parse(program));
  const reported = invalid.map(({ span, message: text }) => [program.slice(span.start, span.end), text]);
  assert.deepEqual({ assertions, notes, reported }, { assertions: [], notes: [], reported: [[place, message]] });
}

function checkNotes(program: string, place: string, message: string): void {
  const { assertions, invalid, notes } = collectAssertions(parse(program));
  const noted = notes.map(({ span, message: text }) => [program.slice(span.start, span.end), text]);
  assert.deepEqual({ assertions, invalid, noted }, { assertions: [], invalid: [], noted: [[place, message]] });
}

function show({ tag, text, attachment }: AssertionComment): string {
  switch (attachment.kind) {
    case 'entry':
    case 'exit':
      return `${tag} ${text}, ${attachment.kind} of ${attachment.function.getText()}`;
    case 'value':
      return `${tag} ${text}, value of ${attachment.declaration.getText()}`;
    default:
      return `${tag} ${text}, ${attachment.kind}`;
  }
}
