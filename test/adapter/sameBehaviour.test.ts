import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { comparable, plainRun, planOfFolder, probedRun } from '../support/sameBehaviour.js';
import { root } from '../tidy/files.js';

const folder = join(root, 'test/programs/behaviour');

describe('a program with all its probes does what it does without', () => {
  const plan = planOfFolder(folder);
  for (const program of readdirSync(folder)) {
    it(program, async () => {
      const plain = plainRun(process.execPath, [program], folder);
      const probed = await probedRun(process.execPath, [program], folder, plan);
      assert.deepEqual(comparable(probed), comparable(plain));
    });
  }
});
