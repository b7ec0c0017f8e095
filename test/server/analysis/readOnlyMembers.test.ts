import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

describe('a member of the language without setter', () => {
  // The object is one location for all calls: on some ways it seems to have a property of its own already.
  for (const [made, name] of [
    ['/b/', 'flags'],
    ['/b/', 'global'],
    ['new Map()', 'size'],
    ['new Set()', 'size'],
  ]) {
    it(`${made} perhaps refuses ${name}`, () => {
      const text = `export function f() {
  const r: any = ${made};
  r[Symbol.match] = false;
  try { r.${name} = () => r.zoom; } catch { return; }
  throw new Error('it returned');
}`;
      assert.equal(checkText(text, { unknownCalls: 'return-or-throw' }).functions.find((each) => each.name === 'f')?.requires, null);
    });
  }
});
