import assert from 'node:assert/strict';
import { proofsOf } from '../../../server/check/proofs.js';

/** The texts of the functions of a text that no run enters. */
function unentered(text: string): readonly string[] {
  return proofsOf({ file: '/project/file.js', text }).neverEntered.map(({ start, end }) => text.slice(start, end));
}

describe('functions that no run enters', () => {
  it('are those that only variables hold which nothing reads', () => {
    assert.deepEqual(unentered('function f() {}'), ['function f() {}']);
    assert.deepEqual(unentered('const f = () => 1;'), ['() => 1']);
    assert.deepEqual(unentered('function f() { f(); } function g() { f(); }'), ['function f() { f(); }', 'function g() { f(); }']);
    assert.deepEqual(unentered('function f() { function g() {} g(); }').length, 2);
    assert.deepEqual(unentered('function f() {} f = 1;'), ['function f() {}']);
  });

  for (const text of [
    'function f() {} f();',
    'function f() {} new f;',
    'function f() {} f`a`;',
    'function f() {} module.exports = { f };',
    'function f() {} module.exports.f = f;',
    'export function f() {}',
    'function f() {} export { f as g };',
    'export default function () {}',
    'export default function f() {}',
    'const f = function g() { g(); }; f();',
    'function f() {} `${f}`;',
    'function f() {} class A extends f {} new A();',
    'function f() {} let g = null; g ||= f;',
    'function f() {} [f][0]();',
    'function f() {} for (const one of f()) one;',
    'function* f() { yield; } for (const one of f());',
    'let f = null; f = () => 1; const g = f;',
    '{ function f() {} } f();',
    'class A { m() {} get a() { return 1; } static { new A().m(); } }',
    'const o = { get a() { return 1; }, m() {} };',
    '(function () {})();',
    'function f() { return function g() {}; } f()();',
    'const { f = () => 1 } = o; f();',
    'function f(g = () => 1) { g(); } f();',
    "function f() {} eval('f()');",
    'function f() {} function g(code) { return eval(code); } g("f()");',
    'function f() {} with (o) { f(); }',
    '/** @returns {never} */ const f = () => { throw 1; }; setTimeout(f);',
  ])
    it(`are none of ${text}`, () => assert.deepEqual(unentered(text), []));
});
