import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const header = `declare const ext: (...given: any[]) => any;
async function load(id: number): Promise<number> { await null; if (id < 0) throw new RangeError('no such id'); return id; }
`;

/** What is required of `f` in a text. */
function required(text: string): string | null {
  const { functions } = checkText(header + text, { unknownCalls: 'return-or-throw' });
  return functions.find(({ name }) => name === 'f')?.requires ?? null;
}

describe('an async function that returns the promise of another', () => {
  const failing: readonly (readonly [text: string, requires: string])[] = [
    ['export async function f() { ext(); return load(-1); }', 'false'],
    ['export const f = async () => load(-1);', 'false'],
    ['export async function f(n: number) { ext(); if (n > 3) return load(-n); return 1; }', '!(n > 3)'],
    ['export async function f(n: number) { await ext(); { const id = n; return (load(id)); } }', '!(n < 0)'],
    ['async function inner(n: number) { return load(n); } export async function f(n: number) { ext(); return inner(n); }', '!(n < 0)'],
    ['export async function f(n: number) { try { ext(); } catch {} return load(n); }', '!(n < 0)'],
  ];
  for (const [text, requires] of failing) it(`fails as that one: ${text}`, () => assert.equal(required(text), requires));

  const good = [
    'export async function f(n: number) { ext(); return load(n).catch(() => 1); }',
    'export async function f(n: number) { ext(); return load(n)?.catch(() => 1); }',
    'export async function f(n: number) { try { return await load(n); } catch { return 1; } }',
    'export async function f(n: number) { return ext(load(n)); }',
    'export function f(n: number) { ext(); return load(n); }',
    'export async function* f(n: number) { yield 1; return load(n); }',
    'export async function f(n: number) { return [load(n)]; }',
  ];
  for (const text of good) it(`need not fail: ${text}`, () => assert.equal(required(text), null));

  it('fails where that one threw, whatever it threw', () => {
    const retry = `async function retry(f: () => Promise<number>, times: number) {
  let last: unknown;
  for (let i = 0; i < times; i++) try { return await f(); } catch (error) { last = error; }
  throw last;
}
export async function f() { return await retry(async () => 1, 0); }`;
    assert.deepEqual(
      checkText(retry).findings.map(({ message }) => message),
      ['f always fails: it throws last (line 4).'],
    );
  });

  it('settles as late as the language says', () => {
    const program = (order: string): string => `const log: string[] = [];
async function b() { await null; log.push('b'); return 1; }
async function a() { return b(); }
a().then(() => { log.push('a'); });
let turn: Promise<void> = Promise.resolve();
for (const name of ['1', '2', '3', '4', '5', '6']) turn = turn.then(() => { log.push(name); });
turn.then(() => { if (log.join('') !== '${order}') throw new Error(log.join('')); });`;
    assert.equal(checkText(program('b12a3456'), {}).findings.length, 0);
    assert.equal(checkText(program('b1a23456'), {}).findings.length, 1);
  });
});
