import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';
import { findingsOf } from './running.js';

const found = (text: string): readonly string[] => findingsOf(checkText(text));

describe('@always', () => {
  it('that some inputs violate is a condition on them', () => {
    assert.deepEqual(found(`export function main(n: number) {\n  const m = n + 1;\n  // @always m < 10\n  return m;\n}`), [
      '1 assertion-conditional warning n < 9',
    ]);
  });

  it('that always holds says nothing', () => {
    assert.deepEqual(found(`export function main(n: number) {\n  if (n > 5) return 0;\n  // @always !(n > 5)\n  return n;\n}`), []);
  });

  it('that never holds is an error', () => {
    assert.deepEqual(found(`export function main() {\n  const a = [1, 2, 3];\n  // @always a.length === 4\n  return a;\n}`), [
      '1 assertion-violated error false',
    ]);
  });

  it('that an unknown input decides is reported at that input', () => {
    assert.deepEqual(found(`export function main() {\n  const x = Math.random();\n  // @always x < 0.5\n  return x;\n}`), [
      '2 assertion-conditional warning x < 0.5',
    ]);
  });
});

describe('@sometime', () => {
  it('is decided behind an await that is returned, not where all ways of the function join', () => {
    const main = `export async function main(g: () => unknown) {\n  const [x] = await [g()];\n  if (x) {\n    return await 0;\n  }\n  // @sometime true\n}`;
    assert.deepEqual(found(main), ['4 sometime-unreachable error false']);
  });

  it('says nothing where the function ends, whose names are gone', () => {
    const main = `export function main(n: any) {
  let x = 0;
  const o: any = { [Symbol.iterator]() { let k = 0; return { next() { x += 13; return k++ < 3 ? { value: n, done: false } : { done: true }; } }; } };
  let m = Math.max(...o);
  const p: any = { ...new Error('m', { cause: n + 1 }) };
  let y = p.x;
  if (y >= -1) {
    return n * -20;
  }
  // @sometime 4 < x
  return 10;
}`;
    assert.equal(
      found(main).some((finding) => finding.startsWith('1 ')),
      false,
    );
  });

  it('at the end is a condition on the runs', () => {
    assert.deepEqual(found(`export function main(n: number) {\n  let done = false;\n  if (n > 3) done = true;\n  // @sometime done\n}`), [
      '1 sometime-conditional warning n > 3',
    ]);
  });

  it('that no run passes is an error', () => {
    assert.deepEqual(found(`export function main(n: number) {\n  for (let i = 0; i < 5; i++) {\n    // @sometime i === 9\n  }\n}`), [
      '1 sometime-unreachable error false',
    ]);
  });

  it('replaces the duty to end', () => {
    assert.deepEqual(found(`export function main(n: number) {\n  // @sometime true\n  while (n > 0) n = n + 0;\n}`), []);
  });
});

describe('@requires', () => {
  const root = `/** @requires n >= 0 */\nfunction root(n: number) { return Math.sqrt(n); }\n`;

  it('is a condition on callers', () => {
    assert.deepEqual(found(`${root}export function main(n: number) { return root(n - 1); }`), ['3 requires-violated warning n >= 1']);
  });

  it('that a caller never keeps is an error', () => {
    assert.deepEqual(found(`${root}export function main() { return root(-1); }`), ['3 requires-violated error false']);
  });

  it('refuses NaN where it says so', () => {
    assert.equal(requiresOf(checkText(`/** @requires n >= 0 */\nexport function main(n: number) { return n; }`)), 'n >= 0');
    assert.deepEqual(found(`/** @requires n >= 0 */\nexport function main(n: number) { return n; }`), ['2 requires-violated hint n >= 0']);
  });
});

describe('@ensures', () => {
  it('speaks of the result', () => {
    assert.deepEqual(found(`/** @ensures result >= 0 */\nexport function main(n: number) { return n; }`), [
      '2 ensures-violated warning n >= 0',
    ]);
  });

  it('says nothing where it is kept', () => {
    assert.deepEqual(found(`/** @ensures result >= 0 */\nexport function main(n: number) { return n > 0 ? n : 0; }`), []);
  });
});

describe('@range', () => {
  it('of a variable holds after every assignment', () => {
    const text = `export function main(n: number) {\n  // @range 1..100\n  let percent = 1;\n  percent = n;\n  return percent;\n}`;
    assert.deepEqual(found(text), ['1 range-violated warning n >= 1 && n <= 100']);
  });

  it('of a type holds for what is declared with it', () => {
    const text = `/** @range 0..9 */\ntype Digit = number;\nexport function main(n: number) { const d: Digit = n; return d; }`;
    assert.deepEqual(found(text), ['3 range-violated warning n >= 0 && n <= 9']);
  });

  it('of a parameter is a condition on callers', () => {
    const text = `function f(/** @range 1..100 */ n: number) { return n; }\nexport function main(n: number) { f(n); }`;
    assert.deepEqual(found(text), ['2 range-violated warning n >= 1 && n <= 100']);
  });
});

describe('a wrong assertion', () => {
  it('is reported in the comment, and asks nothing', () => {
    const result = checkText(`export function main(n: number) {\n  // @always n <\n  // @always m > 1\n  return n;\n}`);
    assert.deepEqual(findingsOf(result), ['2 assertion-invalid warning null', '3 assertion-invalid warning null']);
    assert.equal(requiresOf(result), null);
  });
});
