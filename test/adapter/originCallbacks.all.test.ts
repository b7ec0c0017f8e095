import assert from 'node:assert/strict';
import { originsAreTold, type OriginCase } from '../support/originCases.js';
import { why } from '../support/querying.js';

/** Programs that have a callback leave an element in `v`, and the line from which it came; null where that cannot be told. */
const cases: readonly OriginCase[] = [
  ['the second of two alike', ['const a = [1,', '1];', 'let v, n = 0;', 'a.forEach(x => { if (n++ === 1) v = x; });'], 2],
  ['the first of two alike', ['const a = [1,', '1];', 'let v, n = 0;', 'a.map((x) => { if (n++ === 0) v = x; });'], 1],
  ['a function with a body of its own', ['const a = [1,', '1];', 'let v;', 'a.forEach(function (x) { v = x; });'], 2],
  ['a function of another name', ['const a = [1,', '1];', 'let v;', 'function f(x) { v = x; }', 'a.some(f);'], 2],
  [
    'the second call of the same function',
    ['const a = [1,', '1,', '1];', 'let v;', 'const f = (x) => { v = x; };', 'a.forEach(f);', 'a.find((x) => f(x) || true);'],
    1,
  ],
  [
    'a callback that was called in a loop',
    ['const a = [1,', '1,', '1];', 'let v, n = 0;', 'for (let i = 0; i < 2; i++) a.filter((x) => { if (n++ === 4) v = x; });'],
    2,
  ],
  ['where the search ended', ['const a = [1,', '1,', '1];', 'let v, n = 0;', 'a.find((x) => { v = x; return ++n === 2; });'], 2],
  ['a part of an element', ['const a = [{ q: 1 },', '{ q: 1 }];', 'let v;', 'a.forEach(({ q }) => { v = q; });'], 2],
  [
    'a part in a deeper pattern',
    ['const a = [{ o: [1] },', '{ o: [1] }];', 'let v;', 'a.every(({ o: [q] }) => { v = q; return true; });'],
    2,
  ],
  ['a sum that has a beginning', ['const a = [1,', '1,', '1];', 'let v;', 'a.reduce((s, x) => { v = x; return s + x; }, 0);'], 3],
  ['a sum that begins with an element', ['const a = [1,', '1,', '1];', 'let v;', 'a.reduce((s, x) => { v = x; return s + x; });'], 3],
  [
    'a callback that waits',
    ['const a = [1,', '1];', 'let v;', 'await Promise.all(a.map(async (x) => { await null; v = x; }));', 'export {};'],
    2,
  ],
  [
    'an element that was put in meanwhile',
    ['const a = [1];', 'let v, n = 0;', 'a.push(2);', 'a.forEach((x) => {', '  if (n++ === 0) a[1] = 1;', '  v = x;', '});'],
    5,
  ],
  [
    'a tree',
    [
      'let v;',
      'const walk = ({ tags, kids }) => {',
      '  tags.forEach((tag) => { if (kids.length === 0) v = tag; });',
      '  kids.forEach((kid) => walk(kid));',
      '};',
      "walk({ tags: ['a', 'a'], kids: [{ tags: ['a',",
      "'a'], kids: [] }] });",
    ],
    7,
  ],
  [
    'what a nested callback took',
    ['const a = [1,', '1];', 'let v;', 'a.forEach(() => [0, 0].forEach(() => a.map((x) => { v = x; })));'],
    2,
  ],
  ['an element that stands there', ['let v, n = 0;', '[1,', '1,', '1].forEach((x) => { if (n++ < 2) v = x; });'], 3],
  ['a part of what stands there', ['let v;', '[', '[1, 2],', '[1, 2],', '].map(([q, r]) => { v = r; });'], 4],
  ['a variable that stands there', ['const b =', '1;', 'let v;', '[1, b].some((x) => { v = x; });'], 1],
  ['a variable that stands there and is written', ['let b = 1, v;', '[1, b].forEach((x) => { v = x; b = 1; });'], null],
  ['a callback that says how it is strict', ['const a = [1,', '1];', 'let v;', "a.map((x) => { 'use strict'; v = x; });"], null],
];

describe('the origin of what a callback was given', () => {
  originsAreTold(cases);

  it('changes nothing of a function that is asked for its index', async () => {
    const text = `const a = [1, 1];
let v;
let told = '';
const f = x => { v = x; told = [f.length, f.name, f, new Error('e').stack.split('\\n')[1].replace(/.*program/, 'program')].join('; '); };
a.forEach(f);
v; //stop
export {};
`;
    const { points } = await why({ files: { 'program.mjs': text }, ask: ['origin(v)'], show: ['told'] });
    const source = text.split('\n')[3]?.slice('const f = '.length, -1) ?? '';
    const column = (text.split('\n')[3]?.indexOf('new Error') ?? 0) + 1;
    assert.deepEqual(points[0]?.['values'], { told: `1; f; ${source}; program.mjs:4:${column})` });
    assert.equal(points[1]?.['status'], 'located');
  });
});
