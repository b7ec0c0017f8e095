import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';

/** The findings of a function that says a line 40 times: written out, what it asks at last has 2 ** 40 parts. */
function findingsOf(line: string, last: string): readonly string[] {
  const text = `export function f(s: string, n: number) {\n${`  ${line}\n`.repeat(40)}  if (${last}) throw new Error('no');\n}`;
  return checkText(text, 'program.ts', testSettings).findings.map(({ message }) => message);
}

describe('quantities of which each speaks twice of the one before', () => {
  for (const line of ['s = s.trim() + s.slice(1);', 's = s.slice(s.length - 1);']) {
    it(`are followed, and not written out: ${line}`, () => {
      assert.deepEqual(findingsOf(line, "s === 'x'"), []);
    });

    it(`leave what is asked beside them: ${line}`, () => {
      const [message = ''] = findingsOf(line, 'n === 7');
      assert.match(message, /^f fails if n === 7: /);
    });
  }
});
