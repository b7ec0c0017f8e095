import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ending, failing } from './loadedPrograms.js';
import type { Files } from './projects.js';

/** Whether the first of the files runs to its end. */
function endsWell(files: Files): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'loaded-'));
  try {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    return spawnSync(process.execPath, [Object.keys(files)[0] ?? ''], { cwd: folder, stdio: 'ignore', env: {} }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('programs that load what fails, in Node', () => {
  it('end as the analysis is asked to say of them', () => {
    for (const files of ending) assert.equal(endsWell(files), true, JSON.stringify(files));
    for (const [files] of failing) assert.equal(endsWell(files), false, JSON.stringify(files));
  });
});
