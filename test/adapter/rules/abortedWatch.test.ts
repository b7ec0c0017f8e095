import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../../../adapter/operations/built.js';
import { programOf, ReplayedInput } from '../../../adapter/operations/programs.js';
import { watch } from '../../../adapter/operations/watchRules.js';

describe('a run under rules', () => {
  it('ends at once when it was cancelled before the program began', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'whence-watch-'));
    try {
      writeFileSync(join(cwd, 'prog.mjs'), 'export class Thing {}\nsetInterval(() => {}, 1000);\n');
      const imports = "import { extent, report, rule } from 'whence/rules';\nimport { Thing } from './prog.mjs';\n";
      writeFileSync(
        join(cwd, 'r.rules.ts'),
        `${imports}export const one = rule({ foreach: { n: extent(Thing) }, found: () => report('one') });\n`,
      );
      const program = programOf(['prog.mjs'], { node: process.execPath, cwd });
      const settings = { isFirst: false, isSwept: false, isRecomputed: false, isPinned: false, timeoutMs: null };
      const signal = AbortSignal.abort();
      const context = { runtime: builtFile('runtime.cjs'), output: 'ignore', input: new ReplayedInput(null), signal } as const;
      const result = await watch({ program, rulesFiles: [join(cwd, 'r.rules.ts')], ...settings }, { ...context, onProgress: () => {} });
      assert.deepEqual([result.complete, result.exit, result.findings], [false, null, []]);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  });
});
