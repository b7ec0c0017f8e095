import { originsAreTold, type OriginCase } from '../support/originCases.js';

/** Programs that leave something in `v`, and the line from which it came. */
const cases: readonly OriginCase[] = [
  ['a default for a written undefined', ['const d = 4;', 'const { v = d } = { v: undefined };'], 1],
  ['a default for an argument that is undefined', ['const d = 4;', 'function f(x = d) { return x; }', 'const v = f(undefined);'], 1],
  ['a default for `void 0`', ['const d = 4;', 'const v = ((x = d) => x)(void 0);'], 1],
  ['the inner default where the outer one lacks it', ['const d = 4;', 'function f({ x = d } = {}) { return x; }', 'const v = f();'], 1],
  ['a part of an outer default that has one inside', ['const d = 4;', 'const { a: { v = 1 } = { v: d } } = {};'], 1],
  [
    'a part of a default of a parameter',
    ['const d = 4;', 'function f({ a: { x = 1 } = {}, b } = { a: { x: d } }) { return x; }', 'const v = f(undefined);'],
    1,
  ],
  ['what is there although all have defaults', ['const d = 4, n =', '7;', 'const { a: { v = d } = {} } = { a: { v: n } };'], 1],
  ['null, for which no default is taken', ['const d = 4, n =', 'null;', 'const { v = d } = { v: n };'], 1],
  ['a default that a call may have given: not known', ['const d = 4;', 'const f = () => ({});', 'const { v = d } = f();'], null],
  [
    'a default in a loop that stands further outside: not known',
    ['const d = 4;', 'let v;', 'for (const { a: { x: y = 1 } = { x: d } } of [{}]) v = y;'],
    null,
  ],
];

describe('where what patterns take came from, or its defaults', () => originsAreTold(cases));
