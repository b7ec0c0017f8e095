import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { sampled } from '../../support/counts.js';
import { examineAdversary, moduleText } from './examine.js';
import { families } from './index.js';

describe('programs that run to their ends, from the specification: nothing false is said of them', () => {
  for (const [family, programs] of Object.entries(families)) {
    for (const program of sampled(programs, 8)) {
      it(`${family}: ${program.what}`, async () => {
        assert.deepEqual(await examineAdversary(program), [], moduleText(program));
      });
    }
  }
});
