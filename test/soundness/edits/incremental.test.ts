import assert from 'node:assert/strict';
import { checkText, type CheckSettings } from '../../../server/check/checkFile.js';
import { DocumentSession } from '../../../server/check/session.js';
import { countOf, seedOf } from '../../support/counts.js';
import { programSeed, Random } from '../random.js';
import { edited, startingText } from './edit.js';

const settings: CheckSettings = { integers: false, termination: true, arrayIndex: 'hint', rounds: 1, unfolding: true, gate: true };
const sequences = countOf('edits');
const editsOfOne = 4;
const seed = seedOf(1);

describe('the check of an edited document', () => {
  it(`equals one from scratch, byte for byte (${sequences} random edit sequences)`, () => {
    for (let index = 0; index < sequences; index++) {
      const random = new Random(programSeed(seed, index));
      const session = new DocumentSession('edited.ts');
      const versions: string[] = [];
      let text = startingText(random);
      for (let version = 0; version <= editsOfOne; version++) {
        // Questions between the two parts of a check must leave no trace in it.
        const control = { cancelled: () => false };
        if (version % 2 === 1 && session.begin(text, settings, control)?.length === 0) {
          session.statesAt({ line: 1 + (index % text.split('\n').length), column: null }, control);
        }
        const incremental = session.check(text, settings, { cancelled: () => false });
        const fresh = checkText(text, 'edited.ts', settings);
        if (JSON.stringify(incremental) !== JSON.stringify(fresh)) {
          assert.deepEqual(incremental, fresh, `sequence ${index} of seed ${seed}, version ${version}:\n${text}`);
        }
        versions.push(text);
        text = edited(text, random, versions);
      }
    }
  }).timeout(900_000);
});
