import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { mutantReports } from './refutations.js';

describe('random programs with one mutated expression', function () {
  this.timeout(600_000);

  it('are never wrong somewhere else: the mutated part is not refuted', async () => {
    let [mutants, followed] = [0, 0];
    const seed = seedOf(4711);
    for (let index = 0; mutants < countOf('mutants'); index++)
      for await (const report of mutantReports(seed, index, { count: 3, withOthers: false })) {
        mutants++;
        if (report.isFollowed) followed++;
        assert.equal(report.isWronglyRefuted, false, `program ${index}, now \`${report.mutation.text}\`:\n${report.text}\n${report.tests}`);
      }
    assert.ok(followed > 0);
  });
});
