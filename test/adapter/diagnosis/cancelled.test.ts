import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { descendantsOf } from '../../../adapter/launch/descendants.js';
import { root } from '../../tidy/files.js';

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a diagnosis that is cancelled', () => {
  // Only Linux shows which processes were started.
  for (const signal of process.platform === 'linux' ? (['SIGINT', 'SIGKILL'] as const) : [])
    it(`leaves no process (${signal}), although a test of it never ends`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'whence-cancelled-'));
      try {
        writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
        writeFileSync(join(folder, 'wait.js'), 'export const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n');
        writeFileSync(
          join(folder, 'wait.test.js'),
          `import test from 'node:test';\nimport { wait } from './wait.js';\ntest('waits', () => wait());\n`,
        );
        const child = spawn(process.execPath, [join(root, 'dist/whence.js'), 'diagnose', 'wait.test.js'], { cwd: folder });
        const ended = once(child, 'exit');
        let started: readonly number[] = [];
        // The worker and the watchdog.
        while (started.length < 2 && child.exitCode === null) {
          await setTimeout(20);
          started = descendantsOf(child.pid ?? 0);
        }
        assert.ok(started.length >= 2);
        child.kill(signal);
        const [code] = (await ended) as [number | null];
        assert.equal(code, signal === 'SIGINT' ? 2 : null);
        while (started.some(isThere)) await setTimeout(20);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});
