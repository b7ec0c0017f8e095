import assert from 'node:assert/strict';
import { countOf, seedOf } from '../../support/counts.js';
import { programSeed } from '../random.js';
import { examineUnknown } from './examine.js';

describe('conditions behind unknown code', () => {
  it('hold whatever unknown code does (random functions)', async () => {
    let condemned = 0;
    for (let index = 0; index < countOf('unknownCode'); index++) {
      const examination = await examineUnknown(programSeed(seedOf(19), index));
      assert.deepEqual(examination.good, [], `program ${index}: ${examination.requires}\n${examination.text}`);
      condemned += examination.condemned;
    }
    assert.notEqual(condemned, 0, 'no condition was tried');
  });

  it('and the harness finds one that does not hold', async () => {
    const found = await Promise.all(Array.from({ length: 10 }, (_, index) => examineUnknown(programSeed(19, index), 'n === 12345')));
    assert.ok(found.some(({ good }) => good.length > 0));
  });
});
