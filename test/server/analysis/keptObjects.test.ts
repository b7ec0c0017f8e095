import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** Keys that are converted: under each of them an object is found again. */
const keys = {
  'an object': '{}',
  'an array': '[1]',
  'a function': '() => 1',
  'a class': 'class Q {}',
  'a regular expression': '/a/',
  'a date': 'new Date(0)',
  'a wrapper': `new String('k')`,
  toString: `{ toString() { return 'k'; } }`,
  toPrimitive: `{ [Symbol.toPrimitive]() { return 'k'; } }`,
};

describe('what is stored under a key that is an object', () => {
  for (const [name, key] of Object.entries(keys))
    it(`is found again: ${name}`, () => {
      const text = `export function f() { const o = { x: null }; const key = ${key}; const m = {}; m[key] = o; m[key].x = { y: 1 }; return o.x.y; }
export function g() { const o = { x: null }; const key = ${key}; const m = [0]; m[key] = o; m[String(key)].x = { y: 1 }; return o.x.y; }
export function h() { const o = { x: null }; const key = ${key}; const m = {}; m[key] = o; for (const each in m) m[each].x = { y: 1 }; return o.x.y; }`;
      const { functions } = checkText(text, {}, [], 'keys.mjs');
      assert.deepEqual(
        functions.filter(({ requires }) => requires === 'false').map((each) => each.name),
        [],
      );
    });
});
