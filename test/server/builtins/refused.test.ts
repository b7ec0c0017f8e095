import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** The errors of a program, without their places. */
const errors = (text: string): readonly string[] =>
  checkText(text)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message.replace(/ \(line \d+\)\.$/, ''));

describe('what is not among the elements of an array', () => {
  it('is not found by includes, indexOf and lastIndexOf', () => {
    assert.deepEqual(
      errors(
        "const sizes = [1, 2];\nfunction f(n: number) { if (sizes.indexOf(n) < 0) throw new Error('n'); }\nexport function main() { f(3); }",
      ),
      ["main always fails: it throws new Error('n')"],
    );
    assert.deepEqual(
      errors(
        "function f(k: string) { const a = ['x']; if (a.lastIndexOf(k) === -1) throw new Error(k); }\nexport function main() { f('y'); }",
      ),
      ['main always fails: it throws new Error(k)'],
    );
    assert.deepEqual(
      errors(
        "function f(k: unknown) { if (![1, null].includes(k as null)) throw new Error('k'); }\nexport function main() { f(undefined); }",
      ),
      ["main always fails: it throws new Error('k')"],
    );
  });

  it('may be found where it may be the same', () => {
    const found = (of: string, wanted: string): readonly string[] =>
      errors(`function f(k: unknown) { if (!${of}.includes(k)) throw new Error('k'); }\nexport function main() { f(${wanted}); }`);
    assert.deepEqual(found('[NaN]', '0 / 0'), []);
    assert.deepEqual(found('[0]', '-0'), []);
    assert.deepEqual(found('[1, , 2]', 'undefined'), []);
    assert.deepEqual(found('[k, 3]', '{}'), []);
    assert.deepEqual(found('[1, 2]', '...([2] as const)'), []);
  });
});

describe('a promise without an executor', () => {
  it('cannot be made', () => {
    for (const argument of ['', 'undefined as never', '3 as never', 'null as never'])
      assert.deepEqual(errors(`export function main() { return new Promise(${argument}); }`).length, 1, argument);
  });

  it('can be made with one, or with what may be one', () =>
    assert.deepEqual(
      errors('export function main(f: never) { return [new Promise((r) => { r(1); }), new Promise(main), new Promise(f)]; }'),
      [],
    ));
});
