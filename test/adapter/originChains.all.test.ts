import { originsAreTold, type OriginCase } from '../support/originCases.js';

/** Programs in which a chain of `?.` leaves something in `v`, and the line from which it came. */
const cases: readonly OriginCase[] = [
  ['a variable without a value', ['let o;', 'const f = () =>', 'o?.a;', 'const v = f();'], 3],
  ['an entry that a Map lacks', ['const m = new Map();', 'const f = () => {', 'return m.get(1)?.a.b;', '};', 'const v = f();'], 3],
  ['a field, with more behind it', ['const o = { a: null };', 'const f = () => {', 'return o?.a?.b.c;', '};', 'const v = f();'], 3],
  ['a function that is none', ['const o = {};', 'const f = () => {', 'return o.g?.();', '};', 'const v = f();'], 3],
  ['a method of nothing', ['const f = (o) => {', 'return o?.g();', '};', 'const v = f(null);'], 2],
  ['a chain that went on to its end', ['const o = {', 'a: undefined };', 'const f = () => o?.a;', 'const v = f();'], 2],
  ['a chain that a default follows', ['const o = null;', 'const d =', '1;', 'const f = () => o?.a ?? d;', 'const v = f();'], 2],
];

describe('the origin of what a chain of ?. gave', () => {
  originsAreTold(cases);
});
