import assert from 'node:assert/strict';
import { answeredRequests, generatedTables, offeredCapabilities, usedOfCapability, withTable } from '../support/generatedDocuments.js';
import { read } from './files.js';

describe('generated tables', () => {
  for (const generated of generatedTables())
    it(`are as npm run documents writes them: ${generated.name} in ${generated.document}`, () => {
      const page = read(generated.document);
      assert.ok(page.includes(generated.text), 'run npm run documents');
      assert.equal(withTable(page, generated), page);
    });

  it('say what a client uses of each capability, and a test of each request', () => {
    assert.deepEqual(Object.keys(usedOfCapability).sort(), [...offeredCapabilities].sort());
    const page = read('docs/debugAdapter.md');
    const untested = answeredRequests().filter((request) => page.includes(`| \`${request}\` |  |`));
    assert.deepEqual(untested, []);
    assert.ok(answeredRequests().includes('initialize') && answeredRequests().includes('stackTrace'));
  });
});
