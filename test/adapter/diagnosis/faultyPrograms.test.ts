import assert from 'node:assert/strict';
import { join } from 'node:path';
import { diagnose, type DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { builtOnce } from '../../support/builtOnce.js';
import { countOf } from '../../support/counts.js';
import { faultyFolder, faultyLines, isFirstRepairRight, rankOf } from '../../support/faultyPrograms.js';

async function diagnosed(name: string): Promise<DiagnosisResult> {
  const folder = await builtOnce({ entryPoints: { testWorker: 'adapter/tests/worker.ts' }, format: 'esm' });
  const request = {
    cwd: join(faultyFolder, name),
    files: [],
    tests: [{ file: join(faultyFolder, name, `${name}.test.ts`), line: null }],
    test: null,
    runner: 'auto',
    command: [],
    cardinality: 1,
    repairs: true,
    timeoutMs: 120_000,
  } as const;
  return diagnose(request, { worker: join(folder, 'testWorker.js'), signal: new AbortController().signal, onProgress: () => {} });
}

describe('faulty programs', () => {
  const names = Object.keys(faultyLines).slice(0, countOf('faultyPrograms'));
  for (const name of names) {
    it(`${name}: the wrong line is among the first three, and the first repair is right`, async () => {
      const result = await diagnosed(name);
      const rank = rankOf(name, result);
      assert.ok(rank !== null && rank <= 3, `rank ${rank}`);
      assert.ok(isFirstRepairRight(name, result), result.diagnoses[0]?.repairs[0]?.diff);
      assert.equal(result.diagnoses[0]?.repairs[0]?.cold, true);
    });
  }
});
