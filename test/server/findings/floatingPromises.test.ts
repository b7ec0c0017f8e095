import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';
import { ending, failing } from './floatingPrograms.js';

const ofModule = (text: string): string | null =>
  checkText(`${text}\nexport {};`, 'program.mjs', testSettings).findings.find(({ within }) => within === '')?.message ?? null;

describe('a promise that is rejected, and that nobody handles', () => {
  it('is no failure where somebody handles it in time, in every way that people do', () => {
    for (const text of ending) assert.equal(ofModule(text), null, text);
  });

  it('is a failure of the module, and told with its place', () => {
    for (const [text, words] of failing) assert.match(ofModule(text) ?? 'nothing', words, text);
  });
});
