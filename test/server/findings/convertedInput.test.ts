import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const said = (body: string): readonly string[] =>
  checkText(`import { get, log } from 'outside';\nexport function main(given: { n: string }) { ${body} }`, { gate: true }).findings.map(
    ({ severity, span, message }) => `${severity} ${span.line}: ${message}`,
  );

describe('a number that a function makes of what comes from outside', () => {
  it('is asked for where a built-in refuses it, untested', () => {
    assert.deepEqual(said('const n = Number(get() ?? 20);\nreturn new Array(n);'), [
      'warning 3: Fails if n < 0 || !Number.isInteger(n): new Array(n) throws (line 3).',
    ]);
    assert.deepEqual(said('const digits = Number.parseInt(get(), 10);\nreturn (3).toFixed(digits);'), [
      'warning 3: Fails if digits < 0 || digits > 100: (3).toFixed(digits) throws (line 3).',
    ]);
    assert.deepEqual(said('const n = get() ? +get() : 3;\nreturn new Array(n);'), [
      'warning 3: Fails if n < 0 || !Number.isInteger(n): new Array(n) throws (line 3).',
    ]);
  });

  it('is asked for behind unknown code, which may have changed what it is made of', () => {
    assert.deepEqual(said('log(given.n);\nconst n = Number(given.n);\nreturn new Array(n);'), [
      'warning 4: Fails if n < 0 || !Number.isInteger(n): new Array(n) throws (line 4).',
    ]);
    assert.deepEqual(said('const n = Number(given.n);\nreturn new Array(n);').length, 1);
  });

  it('is nothing to speak of where it is tested, or no number is made', () => {
    assert.deepEqual(said('const n = Number(get());\nif (!(n >= 0 && n < 10)) return [];\nreturn (3).toFixed(n);'), []);
    assert.deepEqual(said('const n = Number(get());\ntry { return new Array(n); } catch { return []; }'), []);
    assert.deepEqual(said('const n = get();\nreturn new Array(n);'), []);
    assert.deepEqual(said('const n = get() - 3;\nreturn new Array(n);'), []);
  });
});
