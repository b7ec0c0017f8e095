import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ModuleReader } from '../../../adapter/diagnosis/testedProgram.js';

describe('what a module of a tested program imports', () => {
  it('is the file that is named, where JavaScript imports what was made of a text beside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'whence-modules-'));
    try {
      for (const name of ['both.js', 'both.ts', 'typed.ts']) writeFileSync(join(folder, name), 'export const a = 1;\n');
      for (const name of ['test.js', 'test.ts']) writeFileSync(join(folder, name), "import './both.js';\nimport './typed.js';\n");
      const reader = new ModuleReader();
      const own = (name: string): readonly string[] =>
        Object.values(reader.module(join(folder, name))?.own ?? {}).map((path) => basename(path));
      assert.deepEqual(own('test.js'), ['both.js', 'typed.ts']);
      assert.deepEqual(own('test.ts'), ['both.ts', 'typed.ts']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
