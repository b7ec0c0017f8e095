import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineMap } from '../../../server/base/span.js';
import { diagnose, type DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { builtOnce } from '../../support/builtOnce.js';
import { countOf } from '../../support/counts.js';
import { root } from '../../tidy/files.js';

const programs = join(root, 'test/programs/diagnosis');
/** By program, the line that is wrong. */
const lines = JSON.parse(readFileSync(join(programs, 'lines.json'), 'utf8')) as Readonly<Record<string, number>>;

async function diagnosed(name: string): Promise<DiagnosisResult> {
  const folder = await builtOnce({ entryPoints: { testWorker: 'adapter/tests/worker.ts' }, format: 'esm' });
  const request = {
    cwd: join(programs, name),
    files: [],
    tests: [{ file: join(programs, name, `${name}.test.ts`), line: null }],
    test: null,
    runner: 'auto',
    cardinality: 1,
    repairs: true,
    timeoutMs: 120_000,
  } as const;
  return diagnose(request, { worker: join(folder, 'testWorker.js'), signal: new AbortController().signal, onProgress: () => {} });
}

/** Whether the program with its first repair also passes what its tests do not ask. */
function isRight(name: string, result: DiagnosisResult): boolean {
  const repair = result.diagnoses.flatMap(({ repairs }) => repairs)[0];
  if (repair === undefined) return false;
  const file = readdirSync(join(programs, name)).find((each) => each === `${name}.ts`) ?? '';
  let text = readFileSync(join(programs, name, file), 'utf8');
  const map = new LineMap(text);
  for (const { span, text: by } of repair.edits) {
    const start = map.offsetOf(span);
    const end = map.offsetOf({ line: span.endLine, column: span.endColumn });
    text = text.slice(0, start) + by + text.slice(end);
  }
  const folder = mkdtempSync(join(tmpdir(), 'whence-repaired-'));
  try {
    writeFileSync(join(folder, file), text);
    copyFileSync(join(programs, name, 'more.ts'), join(folder, 'more.ts'));
    return spawnSync(process.execPath, ['--import', 'tsx', join(folder, 'more.ts')], { cwd: root }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('faulty programs', function () {
  this.timeout(240_000);
  const names = Object.keys(lines).slice(0, countOf('faultyPrograms'));
  for (const name of names) {
    it(`${name}: the wrong line is among the first three, and the first repair is right`, async () => {
      const result = await diagnosed(name);
      const line = lines[name] ?? 0;
      const rank = result.diagnoses.findIndex(
        ({ components: [component] }) => component !== undefined && component.span.line <= line && line <= component.span.endLine,
      );
      assert.ok(rank >= 0 && rank < 3, `rank ${rank + 1}`);
      assert.ok(isRight(name, result), result.diagnoses[0]?.repairs[0]?.diff);
      assert.equal(result.diagnoses[0]?.repairs[0]?.cold, true);
    });
  }
});
