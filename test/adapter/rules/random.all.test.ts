import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { ruledDifferences } from './ruledRun.js';

/** Programs that run in one process, one after another. */
const together = 25;

describe('random programs under random rules', function () {
  this.timeout(1_800_000);

  it('fire as a checker that recomputes everything after each operation', async () => {
    const first = seedOf(2101);
    const end = first + countOf('rules');
    for (let from = first; from < end; from += together) {
      const seeds = Array.from({ length: Math.min(together, end - from) }, (_, at) => from + at);
      assert.deepEqual(await ruledDifferences(seeds, {}), []);
    }
  });

  it('find the same when what exists is asked each time', async () => {
    const first = seedOf(3301);
    for (let at = 0; at < Math.ceil(countOf('rules') / 25); at++)
      assert.deepEqual(await ruledDifferences([first + at], { sweepPauseMs: 0 }), []);
  });

  it('keep the tuples that hold, after every update', async () => {
    const first = seedOf(4201);
    for (let at = 0; at < Math.ceil(countOf('rules') / 10); at++)
      assert.deepEqual(await ruledDifferences([first + at], { isRecomputed: true }), []);
  });
});
