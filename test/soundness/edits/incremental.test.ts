import assert from 'node:assert/strict';
import { checkText, type CheckSettings } from '../../../server/check/checkFile.js';
import { DocumentSession } from '../../../server/check/session.js';
import { countOf, seedOf } from '../../support/counts.js';
import { programSeed, Random } from '../random.js';
import { edited, startingText } from './edit.js';

const settings: CheckSettings = {
  integers: false,
  termination: true,
  arrayIndex: 'hint',
  unknownCalls: 'return-or-throw',
  rounds: 1,
  unfolding: true,
  gate: true,
};
const editsOfOne = 4;
const seed = seedOf(1);

/** Edits a text of its own again and again, and holds what is said of each version against what is said of it alone. */
function examine(index: number): void {
  const random = new Random(programSeed(seed, index));
  const session = new DocumentSession('edited.ts');
  const versions: string[] = [];
  // Some edits are undone: what is said of the version before is known.
  const known = new Map<string, ReturnType<typeof checkText>>();
  let text = startingText(random);
  for (let version = 0; version <= editsOfOne; version++) {
    // Questions between the two parts of a check must leave no trace in it.
    const control = { cancelled: () => false };
    if (version % 2 === 1 && session.begin(text, settings, control)?.length === 0) {
      session.statesAt({ line: 1 + (index % text.split('\n').length), column: null }, control);
    }
    const incremental = session.check(text, settings, { cancelled: () => false });
    const fresh = known.get(text) ?? checkText(text, 'edited.ts', settings);
    known.set(text, fresh);
    if (JSON.stringify(incremental) !== JSON.stringify(fresh)) {
      assert.deepEqual(incremental, fresh, `sequence ${index} of seed ${seed}, version ${version}:\n${text}`);
    }
    versions.push(text);
    text = edited(text, random, versions);
  }
}

describe('the check of an edited document equals one from scratch, byte for byte', () => {
  const count = countOf('edits');
  const batch = 10;
  for (let start = 0; start < count; start += batch) {
    const end = Math.min(start + batch, count);
    it(`in random edit sequences ${start} to ${end - 1}`, () => {
      for (let index = start; index < end; index++) examine(index);
    });
  }
});
