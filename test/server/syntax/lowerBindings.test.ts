import assert from 'node:assert/strict';
import { lowered, variableNamed } from './lowering.js';

describe('variables of a module', () => {
  it('are captured when an inner function uses them', () => {
    const module = lowered('function f(a, b) { let c = a; return () => c + b; }');
    assert.equal(variableNamed(module, 'a').captured, false);
    assert.equal(variableNamed(module, 'b').captured, true);
    assert.equal(variableNamed(module, 'c').captured, true);
  });

  it('are captured when only an assertion of an inner function uses them', () => {
    const module = lowered('let limit = 3;\nfunction f(n) {\n  // @always n < limit\n}');
    assert.equal(variableNamed(module, 'limit').captured, true);
  });

  it('are reassigned when something but their declaration writes them', () => {
    const module = lowered('let a = 1, b = 1, c = 1; const d = 1; b = 2; [c] = [3]; function f(p, q) { p++; }');
    const reassigned = ['a', 'b', 'c', 'd', 'p', 'q', 'f'].filter((name) => variableNamed(module, name).reassigned);
    assert.deepEqual(reassigned, ['b', 'c', 'p']);
  });

  it('declared by var in a loop are reassigned by their declaration', () => {
    const module = lowered('var a = 1; for (;;) { var b = 1; }');
    assert.equal(variableNamed(module, 'a').reassigned, false);
    assert.equal(variableNamed(module, 'b').reassigned, true);
  });

  it('say where they are declared and where they can be used', () => {
    const text = 'function f() { { let inner = 1; } }';
    const inner = variableNamed(lowered(text), 'inner');
    const textOf = (span: { start: number; end: number } | null): string => (span === null ? '' : text.slice(span.start, span.end));
    assert.equal(textOf(inner.declaration), 'inner');
    assert.equal(textOf(inner.scope), '{ let inner = 1; }');
  });

  it('belong to the function around a class, but to the constructor in its fields', () => {
    const module = lowered('const a = 1; class A { x = () => a; static y = a; }');
    assert.equal(variableNamed(module, 'a').captured, true);
    assert.equal(
      module.functions.find((each) => each.name === 'A.x')?.parent,
      module.functions.find((each) => each.name === 'A.constructor')?.id,
    );
  });

  it('are exported under their names', () => {
    const module = lowered(
      'export const a = 1, [b] = [2]; let c = 3; export { c as d }; export default function e() {} export * from "x";',
    );
    const exports = module.exports.map(({ name, variable }) => [name, variable === null ? null : module.variables[variable]?.name]);
    assert.deepEqual(exports, [
      ['a', 'a'],
      ['b', 'b'],
      ['d', 'c'],
      ['default', 'e'],
    ]);
  });
});

describe('functions of a module', () => {
  it('are named as JavaScript names them', () => {
    const text = `
      function a() {} const b = () => 1; const o = { c() {}, d: function () {}, get e() { return 1; } };
      class K { constructor() {} m() {} static n = () => 1; } const L = class {}; let x; x = function () {}; (() => 1)(); export default () => 1;`;
    assert.deepEqual(
      lowered(text).functions.map((each) => each.name),
      ['<module>', 'a', 'b', 'c', 'd', 'e', 'K.constructor', 'K.m', 'K.n', 'L.constructor', 'x', '<anonymous>', 'default'],
    );
  });

  it('list their element accesses once, however often they are lowered', () => {
    const text = 'function f(a, i) { while (a[i] > 0) { try { a[i] = a[0]; } finally { a["b"]; a[1]++; } } }';
    const accesses = lowered(text).functions[1]?.accesses ?? [];
    assert.deepEqual(
      accesses.map(({ span, kind }) => `${kind} ${text.slice(span.start, span.end)}`),
      ['read a[i]', 'write a[i]', 'read a[0]', 'write a[1]'],
    );
  });

  it('have the constants of their text and the neighbours as thresholds', () => {
    const module = lowered('function f(n) { const a = [1, 2]; return n < -7 || n > 100; }');
    assert.deepEqual(module.thresholds.get(1), [-8, -7, -6, 0, 1, 2, 3, 99, 100, 101]);
  });
});

describe('tampering with built-ins', () => {
  const tampers = (text: string): boolean => lowered(text, 'a.js').tampersWithBuiltins;

  it('is writing to a standard object or its prototype', () => {
    assert.ok(tampers('Array.prototype.last = function () {};'));
    assert.ok(tampers('Object.defineProperty(String.prototype, "x", {});'));
    assert.ok(tampers('const proto = Array.prototype; proto.map = 1;'));
    assert.ok(tampers('Promise = require("other");'));
    assert.ok(tampers('globalThis.Math = {};'));
    assert.ok(tampers('extend(Array.prototype);'));
  });

  it('is not writing to objects of the module', () => {
    assert.ok(!tampers('function A() {} A.prototype.m = 1; Object.assign(A, {}); exports.Array = 1; const Map = {}; Map.x = 1;'));
    assert.ok(
      !tampers('Error.stackTraceLimit = 5; process.exitCode = 1; process.env.A = "1"; const call = Array.prototype.slice.call(1);'),
    );
  });
});
