import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { programSeed } from '../random.js';
import { examine } from './examine.js';
import { askKept } from './kept.js';
import { askTogether } from './together.js';
import { askUntouched } from './untouched.js';

/** A fixed seed, so that a failure is found again; `run.ts` tries others. */
const seed = seedOf(5);

/** So many programs have one that is answered at the stop, whatever the seed. */
const enough = 8;

describe('what whence why answers is what the program did', () => {
  const count = countOf('questions');
  for (let start = 0; start < count; start += 5) {
    const end = Math.min(start + 5, count);
    it(`in random programs ${start} to ${end - 1}: every place, condition, throw, object and origin at a random stop`, async () => {
      for (let index = start; index < end; index++) {
        const { wrong, missing, text, delivery, stopLine, hit } = await examine(programSeed(seed, index));
        assert.deepEqual([wrong, missing], [[], []], `${text}\n${delivery}, stop ${stopLine}, hit ${hit}`);
      }
    });
  }

  it('in random programs whose objects code without probes writes too', async () => {
    for (let index = 0; index < countOf('outside'); index++) {
      const { wrong, missing, text, delivery, stopLine } = await examine(programSeed(seed, index), process.execPath, undefined, 'outside');
      assert.deepEqual([wrong, missing], [[], []], `${text}\n${delivery}, stop ${stopLine}`);
    }
  });

  it('is the same whether questions are asked at once or each by itself', async () => {
    for (const index of [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].slice(0, countOf('together'))) {
      const { asks, different, text, stopLine, hit } = await askTogether(programSeed(seed, index));
      assert.ok(asks.length > 1);
      assert.deepEqual(different, [], `${text}\nstop ${stopLine}, hit ${hit}`);
    }
  });

  it('is the same from rows and frames that were kept, when the program is gone', async () => {
    let [asked, lost] = [0, 0];
    for (let index = 0; index < countOf('kept'); index++) {
      const answers = await askKept(programSeed(seed, index));
      assert.deepEqual(answers.different, [], `program ${index}: ${answers.asks.join(' ')}`);
      asked += answers.asks.length;
      lost += answers.lost;
    }
    assert.ok(asked > countOf('kept'));
    assert.ok(lost > 0, 'half of the rows give the same answers: they do not come from rows');
  });

  it('is the same whether the program waits at a condition or its values and stack are what is left of them at the stop', async () => {
    let answeredAtStop = 0;
    for (let index = 0; index < countOf('untouched'); index++) {
      const { different, executions, text, stopLine, hit } = await askUntouched(programSeed(seed, index));
      assert.equal(different, null, `${text}\nstop ${stopLine}, hit ${hit}`);
      if (executions === 1) answeredAtStop++;
    }
    // A few programs of new seeds may all need the run that waits.
    assert.ok(answeredAtStop > 0 || countOf('untouched') < enough);
  });
});
