import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** The message of what is found of f. */
function messageOf(text: string): string | undefined {
  return checkText(text, {}, [], 'reasons.mjs').findings.find(({ message }) => message.startsWith('f '))?.message;
}

const classes = 'class A { m() { return null; } } class B { m() { return { x: 1 }; } }';

describe('the reason of a failure', () => {
  it('is not a superclass that is one of two classes', () => {
    const reason = 'f fails if Boolean(flag): new K().m().x is a property of undefined or null (line 2).';
    for (const body of [
      'class K extends (flag ? A : B) {} return new K().m().x;',
      'const Base = flag ? A : B; class K extends Base {} return new K().m().x;',
    ])
      assert.equal(messageOf(`${classes}\nexport function f(flag) { ${body} }`), reason);
  });

  it('stays a superclass that is none', () => {
    const text = 'export function f() { class K extends (() => 1) {} return K; }';
    assert.equal(checkText(text, {}, [], 'reasons.mjs').functions.find(({ name }) => name === 'f')?.requires, 'false');
  });

  it('is an entry that is no object', () => {
    for (const entry of [`'ab'`, '1'])
      assert.equal(
        messageOf(`export function f() { return Object.fromEntries([${entry}]).a.length; }`),
        `f always fails: Object.fromEntries([${entry}]) throws a TypeError (line 1).`,
      );
  });

  it('is the recursion where no call of it is known, and is told once', () => {
    const text = `export function f(n: number): number { return n === 0 ? 1 : n * f(n - 1); }
export function even(n: number): boolean { return n === 0 ? true : odd(n - 1); }
export function odd(n: number): boolean { return n === 0 ? false : even(n - 1); }
export function down(n: number): number { while (n !== 0) n--; return n; }`;
    assert.deepEqual(
      checkText(text, {}, [], 'reasons.ts').findings.map(({ message }) => message),
      [
        'f fails if n < 0: its recursion does not end.',
        'even fails if n !== 0 && n < 1: its recursion does not end.',
        'odd fails if n !== 0 && n < 1: its recursion does not end.',
        'down fails if n !== 0 && n < 1: it does not end.',
      ],
    );
  });
});
