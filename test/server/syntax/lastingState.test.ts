import assert from 'node:assert/strict';
import { mayShareState } from '../../../server/syntax/diagnosis/lastingState.js';

/** Whether tests of a module that is written so may find what others left. */
const shares = (text: string): boolean => mayShareState(text, '/t.test.ts');

describe('state that outlives a test', () => {
  const suite = (hook: string, behind = "it('t', () => { x.add(1); });"): string =>
    `describe('s', () => {\n  let x: Cart;\n  ${hook}\n  ${behind}\n});`;

  it('is none where each test gets a value of its own', () => {
    assert.equal(shares(suite('beforeEach(() => { x = new Cart(); });')), false);
    assert.equal(shares(suite('beforeEach(async () => { x = new Cart(); await x.load(); });')), false);
    assert.equal(shares(suite('test.beforeEach(function () { const list = [1]; x = new Cart(list); });')), false);
    assert.equal(shares("let x = 0;\nbeforeEach(() => { x = 1; });\ntest('t', () => { x++; });"), false);
  });

  it('may be read before the hook assigns it', () => {
    assert.equal(shares(suite('before(() => { x = new Cart(); });')), true);
    assert.equal(shares(suite('beforeEach(() => { if (fresh) x = new Cart(); });')), true);
    assert.equal(shares(suite('beforeEach(() => { if (done) return; x = new Cart(); });')), true);
    assert.equal(shares(suite('beforeEach(() => { x ??= new Cart(); });')), true);
    assert.equal(shares(suite('beforeEach(() => { x = next(x); });')), true);
    assert.equal(shares(suite('beforeEach(() => { x?.close(); x = new Cart(); });')), true);
    assert.equal(shares(suite('beforeEach(() => { close(); x = new Cart(); });\n  function close() { x?.end(); }')), true);
    assert.equal(shares(suite("it('r', () => { x.add(1); });\n  beforeEach(() => { x = new Cart(); });")), true);
    assert.equal(shares(suite("describe('inner', () => { beforeEach(() => { x = new Cart(); }); });")), true);
  });

  it('is not in a table that is only read', () => {
    const table = 'const table = { a: (n: number) => n + 1, b: 2 };\n';
    assert.equal(shares(`${table}export const f = (key: string, n: number) => Object.keys(table).length + table[key](n);`), false);
    assert.equal(shares(`${table}export const f = () => { table.b = 3; };`), true);
    assert.equal(shares(`${table}export const f = () => { table.a.calls = 3; };`), true);
    assert.equal(shares(`${table}export const f = () => { delete table['a'].calls; };`), true);
    assert.equal(shares(`${table}export const f = () => Object.assign(table, { b: 3 });`), true);
    assert.equal(shares('const table = { a() { this.b = 1; }, b: 2 };\nexport const f = () => table.a();'), true);
  });
});
