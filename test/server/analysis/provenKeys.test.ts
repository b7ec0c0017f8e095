import assert from 'node:assert/strict';
import { proofsOf } from '../../../server/check/proofs.js';

/** What is proven of the only store `o[…] = …` of a text: its kinds in words; null where it may be anything. */
function proven(text: string): string | null {
  const end = text.indexOf(']', text.indexOf('o[')) + 1;
  const proof = proofsOf({ file: '/project/file.cjs', text }).stores.find((one) => one.end === end);
  if (proof === undefined) return null;
  const { mayBeNumber, prefix, isWhole } = proof;
  return [...(mayBeNumber ? ['number'] : []), ...(prefix === null ? [] : [isWhole ? `"${prefix}"` : `"${prefix}…"`])].join(' | ');
}

describe('the keys of stores, whoever calls the code', () => {
  const cases: readonly (readonly [text: string, key: string | null])[] = [
    ['for (let i = 0; i < 9; i++) o[i] = 1;', 'number'],
    ['for (var i = 0; i < 9; i += 2) o[i + 1] = 1;', 'number'],
    ['let i = 0; function f(p) { o[i++ * 2 - 1] = p; i = p | 0; }', 'number'],
    ['function f(p) { o[p * 2] = 1; }', 'number'],
    ['function f(p) { o[p] = 1; }', null],
    ['function f(p) { o[p + 1] = 1; }', 'number | "…"'],
    ['let i = 0; function f(p) { i = p; } o[i] = 1;', null],
    ["let i = 0; const f = () => { i = 'price'; }; o[i] = 1;", 'number | "price"'],
    ["const k = 'row' + n; o[k] = 1;", '"row…"'],
    ['const k = `row${n}`; o[k] = 1;', '"row…"'],
    ["let k = 'rows'; if (n) k = 'rover'; o[k] = 1;", '"ro…"'],
    ["let k = 'a'; while (n) k = 'a' + k; o[k] = 1;", '"a…"'],
    ["let k = 'a'; while (n) k = n + k; o[k] = 1;", '"…"'],
    ['var k; o[k] = 1; k = 1;', 'number'],
    ['for (const k in n) o[k] = 1;', '"…"'],
    ['for (const k of n) o[k] = 1;', null],
    ['try { n(); } catch (k) { o[k] = 1; }', null],
    ['const k = n.length; o[k] = 1;', null],
    ['const k = Math.floor(n); o[k] = 1;', null],
    ['const k = [1]; o[k] = 1;', null],
    ['const k = () => 1; o[k] = 1;', null],
    ["let i = 0; eval('i = 1'); o[i] = 1;", null],
    ['let i = 0; with (n) { i = 1; } o[i] = 1;', null],
    ["let i = 0; function f() { eval(''); (() => { o[i] = 1; })(); }", null],
    ["let i = 'price' <!-- - 1\n; o[i] = 1;", null],
    ['/** @type {number} */ const k = n; o[k] = 1;', null],
    ['function f(/** @type {number} */ k) { o[k] = 1; }', null],
    ['function f(i = 0) { o[i] = 1; }', null],
    ['let [i = 0] = n; o[i] = 1;', null],
    ['let i = 0; [i] = n; o[i] = 1;', null],
    ['let i = 0; ({ i } = n); o[i] = 1;', null],
    ['let i = 0; for (i of n); o[i] = 1;', null],
    ['function* f() { const i = yield; o[i] = 1; }', null],
    ['async function f() { const i = await 1; o[i] = 1; }', null],
    ['let i = 0; i ||= n; o[i] = 1;', null],
  ];
  for (const [text, key] of cases) it(`${text} ${key === null ? 'may be anything' : `is ${key}`}`, () => assert.equal(proven(text), key));

  it('says nothing of a file that is declared to hold types', () => {
    const text = 'function f(k: number) { o[k] = 1; }';
    assert.deepEqual(proofsOf({ file: '/project/file.ts', text }).stores, []);
  });
});
