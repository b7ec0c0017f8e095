import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';
import { claims, findingsOf } from './running.js';

describe('the state of a module', () => {
  it('that nobody rewrites keeps its value', () =>
    claims(
      `let limit = 5;
       export function main(n: number) { if (limit !== 5) throw new Error('limit'); if (n > limit) throw new Error('n'); }`,
      { refuses: [6, 10] },
    ));

  it('is in namespaces, too, whose parts are one object', () => {
    const config = 'namespace Config { export const n = 1; export let level = n; }\n';
    const later = 'namespace Config { export function two() { return n * 2; } export function get() { return level; } }\n';
    const same = 'function same(a: unknown, b: unknown): void { if (a !== b) throw new Error("other"); }\n';
    const tested = (text: string): number => checkText(`${config}${later}${same}${text}\n`).findings.length;
    for (const [value, other] of [
      ['Config.two()', 2],
      ['Config.get()', 1],
      ['Config.level', 1],
      ['(Config.level = 5, Config.get())', 5],
    ] as const)
      assert.deepEqual([tested(`same(${value}, ${other});`), tested(`same(${value}, ${other + 1});`)], [0, 1], value);
  });

  it('that another exported function rewrites is forgotten', () => {
    const result = checkText(
      `let mode = 1;
       export function set(m: number) { mode = m; }
       export function main() { if (mode === 1) throw new Error('not set'); }`,
    );
    assert.equal(requiresOf(result), null, 'set(2) may have been called before');
    assert.deepEqual(findingsOf(result), []);
  });

  it('counts the calls of exported functions', () =>
    claims(
      `let calls = 0;
       export function main(n: number) { calls++; if (calls < 0) throw new Error('calls'); if (n > 3) throw new Error('n'); }`,
      { refuses: [4, 5] },
    ));

  it('holds after any number of calls, not only the first', () => {
    const result = checkText(
      `let calls = 0;
       export function main() { calls++; if (calls === 1) throw new Error('the first call fails, the second does not'); }`,
    );
    assert.equal(requiresOf(result), null);
  });

  it('includes the length of a private array that nobody resizes', () => {
    const result = checkText(
      `const table = [10, 20, 30];
       export function put(v: number) { table[1] = v; }
       export function main() { if (table.length !== 3) throw new Error('length'); return table[2]; }`,
    );
    assert.deepEqual(result.functions.find(({ name }) => name === 'main')?.accesses, { total: 1, proven: 1 });
  });

  it('forgets the length of an array that an exported function shortens', () => {
    const result = checkText(
      `const table = [10, 20, 30];
       export function drop() { table.pop(); }
       export function main() { return table[2]; }`,
    );
    assert.deepEqual(result.functions.find(({ name }) => name === 'main')?.accesses, { total: 1, proven: 0 });
  });

  it('forgets the length of an array that is exported', () => {
    const result = checkText(`export const table = [10, 20, 30];\nexport function main() { return table[2]; }`);
    assert.deepEqual(result.functions.find(({ name }) => name === 'main')?.accesses, { total: 1, proven: 0 });
  });

  it('that asynchronous functions share is seen by all of them', () =>
    claims(
      `let turn = 0;
       export async function main(n: number) { turn = 1; await null; if (turn === 1 && n > 5) throw new Error('n'); turn = 2; }
       export function reset() { turn = 0; }`,
    ));

  it('fails with the top level', () => {
    assert.deepEqual(findingsOf(checkText(`const o = null as { v: number } | null;\nconsole.log(o!.v);\n`)), ['1 null-access error false']);
  });

  it('settles, however many functions add to it', () => {
    const functions = Array.from({ length: 40 }, (_, i) => `function f${i}() { list.push(() => { total += ${i}; }); }`);
    const result = checkText(['let total = 0;', 'const list: (() => void)[] = [];', ...functions].join('\n'));
    assert.ok(result.functions.every((report) => report.complete));
  });
});
