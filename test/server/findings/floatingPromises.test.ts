import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import type { Finding } from '../../../server/findings/result.js';
import { testSettings } from '../../support/checking.js';
import { ending, failing } from './floatingPrograms.js';

const findingsOf = (text: string): readonly Finding[] => checkText(`${text}\nexport {};`, 'program.mjs', testSettings).findings;

const ofModule = (text: string): string | null => findingsOf(text).find(({ within }) => within === '')?.message ?? null;

describe('a promise that is rejected, and that nobody handles', () => {
  it('is no failure where somebody handles it in time, in every way that people do', () => {
    for (const text of ending) assert.equal(ofModule(text), null, text);
  });

  it('is a failure of the module, and told with its place', () => {
    for (const [text, words] of failing) assert.match(ofModule(text) ?? 'nothing', words, text);
  });

  it('is told once, and not again of the function that fails', () => {
    const places = (text: string): readonly string[] =>
      findingsOf(text).flatMap(({ severity, within }) => (severity === 'error' ? [within] : []));
    assert.deepEqual(places(`async function main() {\n  await null;\n  JSON.parse('{');\n}\nmain();`), ['']);
    assert.deepEqual(places(`(async () => {\n  const user = { name: 'Ada' };\n  console.log(user.address.city);\n})();`), ['']);
    // Another failure is told, too.
    const two = `async function main() {\n  JSON.parse('{');\n}\nexport function other() {\n  return JSON.parse('}');\n}\nmain();`;
    assert.deepEqual(places(two), ['', 'other']);
  });
});
