import { originsAreTold, type OriginCase } from '../support/originCases.js';

/** Programs that leave something in `v`, and the line from which it came. */
const cases: readonly OriginCase[] = [
  ['the one that can win a race', ['const d = 4;', 'const v = await Promise.race([new Promise(() => {}), d]);'], 1],
  ['the one that `any` may take', ['const d = 4;', 'const v = await Promise.any([Promise.reject(1), Promise.reject(d), d]);'], 1],
  ['the one primitive that has the value', ['const d = 4, e =', '5;', 'const v = await Promise.race([e, d]);'], 1],
  ['one of two that have the value: not known', ['const d = 4, e = 4;', 'const v = await Promise.race([e, d]);'], null],
  [
    'what a promise was rejected with',
    ['const d = 4;', 'const all = await Promise.allSettled([1, Promise.reject(d)]);', 'const v = all[1].reason;'],
    1,
  ],
  ['what an object’s own `then` gave: not known', ['const d = 4;', 'const v = await { then(f) { f(d); } };'], null],
  ['what the `then` of what a function made gave: not known', ['const f = () => ({ then: (r) => r(4) });', 'const v = await f();'], null],
  ['the same behind Promise.resolve: not known', ['const v = await Promise.resolve({ then: (r) => r(4) });'], null],
  ['a promise that Promise.resolve was given', ['const d = 4;', 'const v = await Promise.resolve(Promise.resolve(d));'], 1],
  ['an object without a `then`', ['const v = await {', 'a: 1 };'], 1],
  [
    'what a timer hands on: not known',
    ["const { setTimeout } = require('node:timers/promises');", 'const d = 4;', 'const v = await setTimeout(1, d);'],
    null,
  ],
];

describe('where what is awaited came from', () => originsAreTold(cases));
