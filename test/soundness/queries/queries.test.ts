import assert from 'node:assert/strict';
import { programSeed } from '../random.js';
import { examine } from './examine.js';

/** A fixed seed, so that a failure is found again; `run.ts` tries others. */
const seed = 5;

describe('what whence why answers is what the program did', () => {
  for (let start = 0; start < 40; start += 10) {
    it(`in random programs ${start} to ${start + 9}: every place, condition, throw, object and origin at a random stop`, async () => {
      for (let index = start; index < start + 10; index++) {
        const { wrong, missing, text, delivery, stopLine, hit } = await examine(programSeed(seed, index));
        assert.deepEqual([wrong, missing], [[], []], `${text}\n${delivery}, stop ${stopLine}, hit ${hit}`);
      }
    });
  }
});
