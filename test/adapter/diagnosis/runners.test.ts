import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';

const program = `export function clamp(value, least, most) {
  if (value < least) return least;
  if (value > most) return least;
  return value;
}
`;

const tests = (head: string): string => `import assert from 'node:assert/strict';
${head}
import { clamp } from '../clamp.js';

describe('clamp', () => {
  let most;
  beforeEach(() => {
    most = 9;
  });
  it('inside', () => assert.equal(clamp(5, 1, most), 5));
  it('above', () => assert.equal(clamp(15, 1, most), 9));
  it('at the end', async () => assert.equal(clamp(9, 1, most), 9));
});
`;

/** A folder with the program and its tests, which the function is given. */
function withProject<T>(script: string, head: string, body: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'whence-runner-'));
  try {
    mkdirSync(join(folder, 'test'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: script } }));
    writeFileSync(join(folder, 'clamp.js'), program);
    writeFileSync(join(folder, 'test/clamp.test.js'), tests(head));
    return body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const whence = (folder: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'diagnose', ...words], { cwd: folder, encoding: 'utf8' });

describe('runners of tests', function () {
  this.timeout(240_000);
  const results: DiagnosisResult[] = [];
  const runners = [
    ['node', 'node --test test/*.test.js', "import { beforeEach, describe, it } from 'node:test';"],
    ['mocha', 'cross-env CI=1 mocha test', '// Mocha has globals.'],
  ] as const;

  for (const [name, script, head] of runners)
    it(`${name} is recognised in npm test, and its repair passes there`, () => {
      withProject(script, head, (folder) => {
        const { stdout, status } = whence(folder, '--json', '--patch', 'patches', '--', 'npm', 'test');
        assert.equal(status, 1);
        const result = JSON.parse(stdout) as DiagnosisResult;
        assert.equal(result.runner.name, name);
        assert.equal(result.tests.failing[0]?.name, 'clamp > above');
        assert.equal(result.diagnoses[0]?.components[0]?.span.line, 3);
        assert.equal(result.diagnoses[0]?.repairs[0]?.cold, true);
        results.push(result);
        assert.match(readFileSync(join(folder, 'patches/1-1-clamp.js.patch'), 'utf8'), /^\+ {2}if \(value > most\) return most;$/m);
      });
    });

  it('give equal results but for the runner', () => {
    const [first, second] = results.map((result) => ({ ...result, runner: null, milliseconds: null, notes: null }));
    assert.deepEqual(second, first);
  });

  it('are told of where they are not known or not there', () => {
    withProject('tsc', '// Nobody.', (folder) => {
      assert.match(whence(folder, '--', 'npm', 'test').stderr, /No runner of tests was recognised in `npm test`/);
      rmSync(join(folder, 'node_modules'));
      const { status, stderr } = whence(folder, '--', 'npx', 'mocha', 'test/clamp.test.js');
      assert.equal(status, 2);
      assert.match(stderr, /mocha is not installed/);
    });
  });

  it('give SARIF with ranks, ways and fixes', () => {
    withProject('node --test', runners[0][2], (folder) => {
      const log = JSON.parse(whence(folder, '--sarif', 'clamp.js').stdout) as {
        readonly runs: readonly { readonly results: readonly Readonly<Record<string, unknown>>[] }[];
      };
      const [first] = log.runs[0]?.results ?? [];
      assert.ok(typeof first?.['rank'] === 'number' && first['rank'] > 50);
      assert.ok(Array.isArray(first['codeFlows']) && Array.isArray(first['fixes']));
    });
  });
});
