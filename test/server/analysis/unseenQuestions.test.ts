import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const requires = (text: string): string | null | undefined =>
  checkText(text, { unknownCalls: 'return-or-throw' }, [], 'program.mjs').functions.find((each) => each.name === 'f')?.requires;

describe('questions to what is not seen', () => {
  const conditions: readonly (readonly [string, string | null])[] = [
    ['if (/x/.test(o.name)) throw new Error();', 'o != null && (typeof o.name !== "string" || !/x/.test(o.name))'],
    ['if (!/^x/.exec(o)) throw new Error();', 'typeof o !== "string" || /^x/.test(o)'],
    ['if (parseInt(o.n, 10) > 3) throw new Error();', 'o != null && (typeof o.n !== "string" || !(parseInt(o.n, 10) > 3))'],
    ["if ('n' in o) throw new Error();", 'o != null && (typeof o !== "object" || !("n" in o))'],
    ['if (!(key in o)) throw new Error();', 'typeof key !== "string" || (o != null && (typeof o !== "object" || key in o))'],
    ["if (!Object.hasOwn(o, 'n')) throw new Error();", 'o != null && Object.hasOwn(o, "n")'],
    ["if (!Object.prototype.hasOwnProperty.call(o, 'n')) throw new Error();", 'o != null && Object.hasOwn(o, "n")'],
    ['if (Object.keys(o).length === 0) throw new Error();', 'o != null && Object.keys(o).length !== 0'],
    ["if (Object.keys(o)[0] === 'n') throw new Error();", 'o != null && Object.keys(o)[0] !== "n"'],
    ['if (o.count++ > 3) throw new Error();', 'o != null && (typeof o.count !== "number" || !(o.count > 3))'],
  ];
  for (const [body, required] of conditions)
    it(`have answers: ${body}`, () => assert.equal(requires(`export function f(o, key) { ${body} }`), required));

  // What is asked may have changed before, or is asked of something else.
  const open: readonly string[] = [
    "delete o.n; if ('n' in o) throw new Error();",
    "key(); if ('n' in o) throw new Error();",
    'key(); if (Object.keys(o).length === 0) throw new Error();',
    'const keys = Object.keys(o); keys.push(1); if (keys.length === 1) throw new Error();',
    'const keys = Object.keys(o); key(keys); if (keys.length === 1) throw new Error();',
    'o.count = 9; if (o.count++ > 3) throw new Error();',
    'o.count++; if (o.count > 3) throw new Error();',
    'if (Object.keys(o) === Object.keys(o)) throw new Error();',
  ];
  for (const body of open)
    it(`are left open: ${body}`, () =>
      assert.doesNotMatch(requires(`export function f(o, key) { ${body} }`) ?? 'true', /"n"|keys\(o\)\.length|count|false/));
});
