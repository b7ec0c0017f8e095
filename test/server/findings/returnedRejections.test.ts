import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';

/** The claim about the function `f`, behind its condition. */
function claimOf(body: string, before = ''): string | undefined {
  const text = `${before}\nexport async function f(n, log) {\n  ${body}\n  return log(n);\n}`;
  const found = checkText(text, 'program.mjs', testSettings).findings.find(({ within }) => within === 'f');
  return found?.message.replace(/ \(line \d+\)\.?$/, '');
}

describe('an async function that returns a rejected promise', () => {
  it('fails for what the promise is rejected with, and for nothing that stands behind it', () => {
    const told = "f fails if n === 3: it rejects with new Error('no')";
    assert.equal(claimOf("if (n === 3) return Promise.reject(new Error('no'));"), told);
    assert.equal(claimOf("if (n === 3) { const e = Promise.reject(new Error('no')); return e; }"), told);
    assert.equal(claimOf("try { if (n === 3) return Promise.reject(new Error('no')); } catch { return 5; }"), told);
    assert.equal(claimOf('if (n === 3) return Promise.reject();'), 'f fails if n === 3: it returns Promise.reject(), which is rejected');
  });

  it('fails where a function that it calls rejects the promise', () => {
    const helper = 'const no = (m) => Promise.reject(new TypeError(m));';
    assert.equal(claimOf("if (n === 3) return no('three');", helper), 'f fails if n === 3: it rejects with new TypeError(m)');
  });

  it('does not fail where it awaits the promise and catches', () => {
    const caught = 'try { if (n === 3) return await Promise.reject(n); } catch { return 5; }';
    assert.doesNotMatch(claimOf(caught) ?? '', /reject/);
  });
});
