import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { analyseText, emptyHistory, type CheckHistory, type CheckSettings } from '../../../server/check/checkFile.js';
import { fileAlone } from '../../../server/check/project.js';

const settings: CheckSettings = {
  integers: false,
  termination: true,
  arrayIndex: 'hint',
  unknownCalls: 'return-or-throw',
  rounds: 1,
  unfolding: true,
  gate: true,
};

/** Checks one version; what it was made from can be asked for as long as it is in memory. */
function check(version: number, history: CheckHistory): WeakRef<object> {
  const text = `export function limited(n: number) { if (n > 9${'9'.repeat(version)}) throw new Error(); }`;
  const options = { control: { cancelled: () => false }, at: [], history, file: fileAlone('edited.ts') };
  const { module } = analyseText(text, 'edited.ts', settings, options);
  assert.ok(module !== null);
  return new WeakRef(module);
}

describe('what is remembered of a document', () => {
  it('is its last version: older ones can be collected', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const history = emptyHistory();
    const versions: WeakRef<object>[] = [];
    for (let version = 0; version < 8; version++) {
      versions.push(check(version, history));
      // What a weak reference names stays alive until the end of the task that made it.
      await setTimeout(1);
    }
    collect();
    const alive = versions.filter((reference) => reference.deref() !== undefined);
    // The last, and one at most that the machine has not yet forgotten.
    assert.ok(alive.length <= 2, `${alive.length} versions are still in memory`);
    assert.ok(alive.includes(versions[7] as WeakRef<object>), 'the last version is remembered');
  });
});
