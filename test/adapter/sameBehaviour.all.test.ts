import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparable, plainRun, planOfFolder, probedRun } from '../support/sameBehaviour.js';
import { plansOfStops } from '../support/planOfEverything.js';
import { root } from '../tidy/files.js';

const folder = join(root, 'test/programs/behaviour');
const programs = readdirSync(folder).filter((name) => name.includes('.'));
/** Every other gets to its end. */
const endsWithError = 'errors.cjs';

describe('a program with all its probes does what it does without', () => {
  const plan = planOfFolder(folder);
  for (const program of programs) {
    it(program, async () => {
      const plain = plainRun(process.execPath, [program], folder);
      assert.equal(plain.code, program === endsWithError ? 1 : 0, plain.err);
      const probed = await probedRun(process.execPath, [program], folder, plan);
      assert.deepEqual(comparable(probed), comparable(plain));
    });

    it(`${program}, where activations keep what was last`, async () => {
      const path = join(folder, program);
      const plain = comparable(plainRun(process.execPath, [program], folder));
      for (const stopped of plansOfStops(path, readFileSync(path, 'utf8'), 8))
        assert.deepEqual(comparable(await probedRun(process.execPath, [program], folder, stopped)), plain, `line ${stopped.stop?.line}`);
    });
  }
});
