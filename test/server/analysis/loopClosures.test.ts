import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** Whether what is asked of `root` lets this argument pass. */
function passes(text: string, n: number): boolean {
  const asked = checkText(text).functions.find(({ name }) => name === 'root')?.requires ?? 'true';
  return Boolean(new Function('n', `return ${asked}`)(n));
}

describe('a loop in which closures are made that change a variable', () => {
  for (const [what, body] of [
    ['functions that are called at once', '(() => { n = n + 1; })();'],
    ['functions that are called with a default value', '((to = (n = n + 1)) => to)();'],
    ['functions that others call', '((run: () => void) => run())(() => { n = n + 1; });'],
    [
      'iterators',
      'for (const each of { [Symbol.iterator]: () => ({ next: () => { n = n + 1; return { done: true }; } }) } as any) void each;',
    ],
    ['getters', 'void { get next() { n = n + 1; return n; } }.next;'],
    ['conversions', 'void `${{ toString() { n = n + 1; return ""; } }}`;'],
    ['constructors', 'new (class { constructor() { n = n + 1; } })();'],
  ] as const)
    it(`may change it in any iteration: ${what}`, () => {
      const text = `export function root(n: number): void { while (n < 0) { ${body} if (n === 0) throw new Error(); } }`;
      for (const n of [-1.5, -2.5, -7.25]) assert.ok(passes(text, n), `${n} is said to fail`);
    });

  it('may change a variable of a function that waits', () => {
    const text = `export function root(n: number): void {
      const go = (): void => { for (let k = 0; k < 3; k++) { (() => { n = n + 1; })(); if (n === 0.5) throw new Error(); } };
      if (n < 0) go();
    }`;
    for (const n of [-1, -2, -0.25, -3.5]) assert.ok(passes(text, n), `${n} is said to fail`);
    for (const n of [-0.5, -1.5, -2.5]) assert.ok(!passes(text, n), `${n} fails`);
  });
});
