import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { programSeed } from '../random.js';
import { askPruned, holdKeys } from './pruned.js';

/** A fixed seed, so that a failure is found again; `npm run soundness:pruned` tries others. */
const seed = seedOf(11);

describe('probes that are proven to be needed by nobody', () => {
  it('of random programs are missed by no answer', async () => {
    for (let index = 0; index < countOf('pruned'); index++) {
      const { text, different } = await askPruned(programSeed(seed, index));
      assert.deepEqual(different, [], text);
    }
  });

  it('are of stores whose keys are as proven whenever random programs make them', () => {
    let made = 0;
    for (let index = 0; index < countOf('provenKeys'); index++) {
      const held = holdKeys(programSeed(seed, index));
      assert.deepEqual(held.wrong, [], held.text);
      made += held.made;
    }
    assert.ok(made > countOf('provenKeys'), `only ${made} stores`);
  });
});
