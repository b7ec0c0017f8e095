import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';

const messages = (text: string): readonly string[] => checkText(text, 'program.mjs', testSettings).findings.map(({ message }) => message);

describe('a function that is declared in another', () => {
  it('is there for callbacks, whoever calls the outer function again', () => {
    // What only throws is called on purpose: nothing is to be told.
    const text = `export default (reg) => {
      function refuse() { throw new Error('no'); }
      reg.add(function () { refuse(); return 1; });
    };`;
    assert.deepEqual(messages(text), []);
  });

  it('is not there before the statement of a branch that it is declared in', () => {
    const text = `exports.c = function (reg) {
      reg();
      if (typeof k !== 'undefined') throw new Error('k');
      if (reg.x) { function k() { return 3; } reg(k); }
      return () => k();
    };`;
    assert.deepEqual(
      checkText(text, 'program.cjs', testSettings).findings.map(({ message }) => message),
      [],
    );
  });

  it('is not there for what a parameter is by default, as far as is known', () => {
    const text = `export function b(reg, y = k) {
      function k() { return 3; }
      reg(() => k());
      if (y === undefined) return 1;
      throw new Error('y');
    }`;
    assert.ok(messages(text).every((message) => !message.includes('always fails')));
  });
});
