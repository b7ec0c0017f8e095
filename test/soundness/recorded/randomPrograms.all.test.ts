import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { loggedProgram } from '../recordings/loggedProgram.js';
import { examineRecorded } from './examineRecorded.js';

describe('recorded values of random programs', function () {
  this.timeout(1_800_000);

  it('lie in the reachable states', async () => {
    let held = 0;
    for (let round = 0; round < countOf('recordedStates'); round++) {
      const seed = seedOf(round * 6151);
      const { plain } = loggedProgram(seed);
      const { values, outside } = await examineRecorded(plain);
      assert.deepEqual(outside, [], `seed ${seed}:\n${plain}`);
      held += values;
    }
    assert.ok(held > 0);
  });
});
