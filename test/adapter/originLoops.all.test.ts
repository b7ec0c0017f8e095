import { originsAreTold, type OriginCase } from '../support/originCases.js';

/** Programs that have a loop leave something in `v`, and the line from which it came; null where that cannot be told. */
const cases: readonly OriginCase[] = [
  ['the first of two alike', ['const a = [1,', '1];', 'let v, n = 0;', 'for (const x of a) { if (n++ === 0) v = x; }'], 1],
  ['the second of two alike, in a module by its syntax', ['const a = [1,', '1];', 'let v;', 'for (const x of a) v = x;', 'export {};'], 2],
  ['the second of two alike', ['const a = [1,', '1];', 'let v, n = 0;', 'for (const x of a) { if (n++ === 1) v = x; }'], 2],
  [
    'an element that was pushed while the loop went on',
    ['const a = [1];', 'let v, n = 0;', 'for (const x of a) {', '  if (n++ === 0) a.push(1);', '  v = x;', '}'],
    4,
  ],
  [
    'an element behind one that was passed over',
    ['const a = [1,', '1];', 'let v;', 'let n = 0;', 'for (const x of a) { if (n++ < 1) continue; v = x; }'],
    2,
  ],
  ['where the loop was left', ['const a = [1,', '1,', '1];', 'let v, n = 0;', 'for (const x of a) { v = x; if (n++ === 1) break; }'], 2],
  [
    'the second time, where it was left the first',
    ['const a = [1,', '1,', '1];', 'let v;', 'for (let i = 0; i < 2; i++) {', '  for (const x of a) { v = x; if (i === 1) break; }', '}'],
    1,
  ],
  [
    'the second time, where it was left by an exception',
    [
      'const a = [1,',
      '1,',
      '1];',
      'let v, n = 0;',
      'while (n < 2) {',
      '  n++;',
      '  try {',
      '    for (const x of a) { v = x; if (x) throw n; }',
      '  } catch {}',
      '}',
    ],
    1,
  ],
  [
    'behind a label',
    [
      'const a = [1,',
      '1,',
      '1];',
      'let v, n = 0;',
      'out: for (const y of [1, 2]) {',
      '  for (const x of a) { v = x; if (n++ > 0) continue out; }',
      '}',
    ],
    1,
  ],
  ['two loops in one line', ['const a = [2,', '2];', 'let v, w;', 'for (const x of a) w = x; for (const x of a) { v = x; break; }'], 1],
  ['an element of an element', ['const a = [[1,', '1],', '[1,', '1]];', 'let v;', 'for (const b of a) for (const x of b) v = x;'], 4],
  ['a part of an element', ['const a = [{ q: 1 },', '{ q: 1 }];', 'let v;', 'for (const { q } of a) v = q;'], 2],
  ['a default', ['const a = [{ q: 1 },', '{}];', 'let v;', 'for (const { q =', '1 } of a) v = q;'], 4],
  ['no default, though the element before has it', ['const a = [{},', '{ q: 1 }];', 'let v;', 'for (const { q = 1 } of a) v = q;'], 2],
  ['a default of a pattern', ['const a = [[1],', '[]];', 'let v;', 'for (const [q =', '1] of a) v = q;'], 4],
  ['an outer variable', ['const a = [1,', '1];', 'let v;', 'for (v of a);'], 2],
  [
    'a function that calls itself',
    [
      'let v;',
      'function f(node) {',
      '  for (const x of node.tags) { if (node.kids.length > 0 || x) v = x; if (v) break; }',
      '  for (const kid of node.kids) f(kid);',
      '}',
      "f({ tags: [], kids: [{ tags: ['a',",
      "'a'], kids: [] }] });",
    ],
    6,
  ],
  [
    'a function that waits, called twice',
    [
      'const a = [1,',
      '1];',
      'const b = [1, 1];',
      'let v;',
      'async function f(list) { for (const x of list) { await null; if (list === a) v = x; } }',
      'await Promise.all([f(a), f(b)]);',
      'export {};',
    ],
    2,
  ],
  ['a generator', ['const a = [1,', '1];', 'let v;', 'function* g() { for (const x of a) yield x; }', 'for (const x of g()) v = x;'], 2],
  [
    'the value of a Map, two of which are alike',
    ["const a = new Map([['p', 1]]);", "a.set('q', 1);", 'let v;', 'for (const [k, x] of a) v = x;'],
    2,
  ],
  ['an array that the loop has forgotten', ['let a = [1, 1];', 'let v;', 'for (const x of a) {', '  v = x;', '  a = [2, 1];', '}'], null],
  [
    'an array that a function has taken away',
    ['let a = [1, 1];', 'let v;', 'function other() {', '  a = [2, 1];', '}', 'for (const x of a) { v = x; other(); }'],
    null,
  ],
  [
    'a field that has another array by now',
    ['const o = { a: [1, 1] };', 'let v;', 'for (const x of o.a) {', '  v = x;', '  o.a = [2, 1];', '}'],
    null,
  ],
  ['an element that stands there', ['let v;', 'for (const x of [1,', '1]) v = x;'], 3],
  ['a part of what stands there', ['let v, n = 0;', 'for (const [q, r] of [', '[1, 2],', '[1, 2],', '[1, 2]]) if (n++ < 2) v = r;'], 4],
  ['a default of what stands there', ['let v;', 'for (const { q =', '1 } of [{ q: 1 },', '{}]) v = q;'], 3],
  ['a variable that stands there', ['const b =', '1;', 'let v;', 'for (const x of [1, b]) v = x;'], 1],
  ['what is spread there', ['const a = [1,', '1];', 'let v;', 'for (const x of [0, ...a]) v = x;'], 2],
  ['a variable that stands there and is written', ['let b = 1, v;', 'for (const x of [1, b]) { v = x; b = 1; }'], null],
  [
    'an array that is gone through in its own way',
    [
      'const a = [1, 2, 1];',
      'a[Symbol.iterator] = function* () { yield a[2]; yield a[1]; yield a[0]; };',
      'let v;',
      'for (const x of a) v ??= x;',
    ],
    null,
  ],
  [
    'a class of arrays',
    [
      'class L extends Array { *[Symbol.iterator]() { yield this[1]; yield this[0]; } }',
      'const a = L.of(1, 1);',
      'let v;',
      'for (const x of a) v ??= x;',
    ],
    null,
  ],
];

describe('the origin of what a loop has taken', () => {
  originsAreTold(cases);
});
