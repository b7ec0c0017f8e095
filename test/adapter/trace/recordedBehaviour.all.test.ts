import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runtimePath } from '../../support/querying.js';
import { comparable, plainRun } from '../../support/sameBehaviour.js';
import { root } from '../../tidy/files.js';

const folder = join(root, 'test/programs/behaviour');
const programs = readdirSync(folder).filter((name) => name.includes('.'));

describe('a program that is recorded does what it does without', () => {
  before(runtimePath);

  for (const program of programs)
    it(program, () => {
      const scratch = mkdtempSync(join(tmpdir(), 'whence-behaves-'));
      try {
        const plain = plainRun(process.execPath, [program], folder);
        const whence = [...['--import=tsx', join(root, 'adapter/cli/whence.ts'), 'record', '--json', '--out', join(scratch, 'run.trace')]];
        const { stdout, stderr } = spawnSync(process.execPath, [...whence, '--', program], { cwd: folder, encoding: 'utf8', input: '' });
        const [{ exit, complete }] = (JSON.parse(stdout) as { recordings: [{ exit: { code: number }; complete: boolean }] }).recordings;
        // With --json the program's output goes where its errors go.
        const written = comparable({ out: '', err: stderr, code: exit.code });
        const wanted = comparable({ out: '', err: `${plain.out}${plain.err}`, code: plain.code });
        assert.deepEqual([...written.err.split('\n')].sort(), [...wanted.err.split('\n')].sort());
        assert.equal(exit.code, plain.code);
        assert.equal(complete, true);
      } finally {
        rmSync(scratch, { recursive: true });
      }
    });
});
