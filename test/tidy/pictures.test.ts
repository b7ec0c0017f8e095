import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectFiles, read, root } from './files.js';

describe('pictures', () => {
  it('are small enough to be loaded at once: less than 150 kB each', () => {
    const large = projectFiles.filter((file) => /\.(png|jpg|gif|svg)$/.test(file) && statSync(join(root, file)).size >= 150_000);
    assert.deepEqual(large, []);
  });

  it('and pages that pages lead to are there, and each picture is shown', () => {
    const pages = projectFiles.filter((file) => file.endsWith('.md'));
    const linked = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target = '']) =>
        /^\w+:/.test(target) ? [] : [posix.join(posix.dirname(page), target)],
      ),
    );
    assert.deepEqual(
      linked.filter((file) => !existsSync(join(root, file))),
      [],
    );
    const pictures = projectFiles.filter((file) => /^(media\/readme|examples\/stories)\/.*\.png$/.test(file));
    assert.deepEqual(
      pictures.filter((file) => !linked.includes(file)),
      [],
    );
  });
});
