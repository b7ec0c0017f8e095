import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles, read, root } from './files.js';

describe('pictures', () => {
  it('are small enough to be loaded at once: less than 150 kB each', () => {
    const large = projectFiles.filter((file) => /\.(png|jpg|gif|svg)$/.test(file) && statSync(join(root, file)).size >= 150_000);
    assert.deepEqual(large, []);
  });

  it('of README.md are there', () => {
    const named = [...read('README.md').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file]) => file ?? '');
    assert.deepEqual(
      named.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });
});
