import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { examineRecording } from './examineRecording.js';
import { loggedProgram } from './loggedProgram.js';

describe('recordings of random programs', function () {
  this.timeout(1_800_000);

  it('hold every call, argument, exit, write, test and exception that the programs themselves log, in order', async () => {
    const kinds = new Set<unknown>();
    for (let round = 0; round < countOf('recordings'); round++) {
      const seed = seedOf(round * 7919);
      const { ours, logged } = await examineRecording(seed);
      const at = logged.findIndex((one, index) => JSON.stringify(one) !== JSON.stringify(ours[index]));
      const from = Math.max(0, at - 8);
      if (at >= 0 || ours.length !== logged.length)
        assert.deepEqual(ours.slice(from, from + 20), logged.slice(from, from + 20), `seed ${seed}:\n${loggedProgram(seed).plain}`);
      assert.equal(ours.length, logged.length);
      for (const [kind] of logged) kinds.add(kind);
    }
    assert.equal(kinds.size, 10, [...kinds].join());
  });
});
