import assert from 'node:assert/strict';
import { watched } from '../../../support/watching.js';
import { containerCases } from './containerCases.js';
import { existenceCases } from './existenceCases.js';
import { objectCases } from './objectCases.js';
import { differences, filesOf } from './ruledCases.js';
import { timeCases } from './timeCases.js';

describe('rules over programs of which the findings were worked out by hand', () => {
  for (const [subject, cases] of Object.entries({ objects: objectCases, containers: containerCases, times: timeCases })) {
    it(`find that and no more: ${subject}`, async () => {
      const { main, files } = filesOf(cases);
      const result = await watched(main, null, { files, options: { isRecomputed: false, timeoutMs: 200_000 } });
      assert.deepEqual(differences(cases, result), []);
    });
  }

  it('find that and no more: what exists is asked each time', async () => {
    const { main, files } = filesOf(existenceCases);
    const result = await watched(main, null, { files, options: { isRecomputed: false, sweepPauseMs: 0 } });
    assert.deepEqual(differences(existenceCases, result), []);
  });
});
