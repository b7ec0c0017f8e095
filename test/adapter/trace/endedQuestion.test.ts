import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder, whence } from '../../support/command.js';

const program = `const box = { n: 0 };
for (let i = 0; i < 150000; i++) box.n = (box.n * 7 + i) % 1000;
console.log(box.n);
`;

/** Whether a process has a file open, as far as the system shows that. */
function hasOpen(pid: number, file: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((name) => readlinkSync(join(folder, name)) === file);
  } catch {
    return false; // it has just closed one of them
  }
}

describe('a question about a recording', () => {
  it('is over when a signal comes while it is computed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whence-test-'));
    try {
      writeFileSync(join(folder, 'main.cjs'), program);
      assert.equal(whence(folder, 'record', '--complete', '--out', 'run.trace', '--', 'main.cjs').code, 0);
      const asked = ['why', '--recording', 'run.trace', '--stop', 'main.cjs:3', '--ask', 'lastChange(box.n)'];
      const child = spawn(process.execPath, [join(projectFolder, 'dist/whence.js'), ...asked], { cwd: folder, stdio: 'ignore' });
      const ended = new Promise<string | number | null>((done) => child.once('exit', (code, signal) => done(signal ?? code)));
      while (child.exitCode === null && !hasOpen(child.pid ?? 0, join(folder, 'run.trace'))) await pause(5);
      child.kill('SIGTERM');
      assert.equal(await ended, 'SIGTERM');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
