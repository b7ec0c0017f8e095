import assert from 'node:assert/strict';
import { CheckedFiles } from '../../server/check/checkedFiles.js';
import { pauseConditions, type PauseCondition } from '../../server/check/pauseConditions.js';

function conditionsOf(text: string, settings?: unknown): readonly PauseCondition[] {
  const host = { readFile: () => text, readIfPresent: () => undefined, progress: () => {} };
  return pauseConditions({ file: '/p/a.ts', cwd: '/p', settings }, new CheckedFiles(host, '/p'), (path) => `/p/${path}`);
}

/** Of each condition, what begins where a debugger is to check it, and the condition. */
function found(text: string): readonly string[] {
  const lines = text.split('\n');
  return conditionsOf(text).map(({ line, column, condition, isAssertion }) => {
    const place = (lines[line - 1] ?? '').slice(column - 1);
    return `${place} | ${isAssertion ? '@' : ''}${condition}`;
  });
}

const thrower = "if (n > 9) throw new Error('n');";

describe('conditions that a debugger checks', () => {
  it('are those that the settings ask for', () => {
    const text = 'export function f(n: number) {\n  for (let i = 0; i !== n; i++) console.log(i);\n  return [1, 2][n];\n}\n';
    const of = (settings: unknown): readonly string[] => conditionsOf(text, settings).map(({ condition }) => condition);
    assert.deepEqual(of({ requireTermination: false }), []);
    assert.notDeepEqual(of({}), []);
    assert.notDeepEqual(of({ numbers: 'integers' }), of({}));
    assert.notDeepEqual(of({ arrayIndex: 'error' }), of({}));
    assert.deepEqual(of({ exclude: ['*.ts'] }), []);
    assert.deepEqual(of({ numbers: 'no', rounds: -1, exclude: 5, arrayIndex: null }), of(undefined));
  });

  for (const [form, text, expected] of [
    ['a function', `export function f(n: number) {\n${thrower}\n}`, [`${thrower} | !(n > 9)`]],
    ['an arrow', `export const f = (n: number) => {\n${thrower}\n};`, [`${thrower} | !(n > 9)`]],
    ['a method', `export class A {\n  m(n: number) {\n${thrower}\n}\n}`, [`${thrower} | !(n > 9)`]],
    ['a constructor', `export class A {\n  constructor(n: number) {\n${thrower}\n}\n}`, [`${thrower} | !(n > 9)`]],
    [
      'a function whose first statement is tried',
      `export function f(n: number) {\n  try {\n${thrower}\n} finally {\nconsole.log(1);\n}\n}`,
      [`${thrower} | !(n > 9)`],
    ],
  ] as const)
    it(`at the entry of ${form}`, () => assert.deepEqual(found(text), expected));

  it('not where a statement is come to again by a loop', () =>
    assert.deepEqual(found(`export function f(n: number) {\n  while (n < 5) n++;\n${thrower}\n}`), []));

  it('of assertions: before a statement, behind one, at the end of a function, and not at the end of another block', () =>
    assert.deepEqual(
      found(`let n = Math.random();
// @always n >= 0
n = n + 1; // @always n >= 1
function f(m: number) {
  if (m > 3) {
    n = 5; // @always n === 5
  }
  n = 6; // @always n === 6
}
f(1);
`),
      ['n = n + 1; // @always n >= 1 | @n >= 0', 'f(1); | @n >= 1', '} | @n === 6'],
    ));

  it('of calls from outside where a function always fails, which others in the file may catch', () => {
    const text = `export function f(): number {
  return (0 as any)();
}
export function g(): number {
  try {
    return f();
  } catch {
    return 1;
  }
}
`;
    assert.deepEqual(
      conditionsOf(text).map(({ line, condition, isFromOutside }) => ({ line, condition, isFromOutside })),
      [{ line: 2, condition: 'false', isFromOutside: true }],
    );
  });

  it('behind what decides them', () => {
    const text = `export function f(text: string) {
  const n = JSON.parse(text);
  console.log('read');
  // @always n < 10
  return n;
}
`;
    assert.deepEqual(found(text).length > 0, true);
    assert.equal(found(text).at(-1), 'return n; | @n < 10');
  });
});
