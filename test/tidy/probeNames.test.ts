import assert from 'node:assert/strict';
import { codeFiles, read } from './files.js';

/** Parts of the runtime that give probes to `probes.ts`, which puts them into one object. What rules put in their place is another. */
const parts = codeFiles.filter((file) => /^adapter\/runtime\/(?:record|probes|lastOnly|traces)\/.*\.ts$/.test(file));

describe('probes', () => {
  it('have names of their own: one would take the place of another', () => {
    const files = new Map<string, string[]>();
    for (const file of parts)
      for (const [, name = ''] of read(file).matchAll(/^ {2}(__w_\w+)[(:]/gm)) files.set(name, [...(files.get(name) ?? []), file]);
    assert.ok(files.size > 50);
    assert.deepEqual(
      [...files].filter(([, places]) => places.length > 1),
      [],
    );
  });
});
