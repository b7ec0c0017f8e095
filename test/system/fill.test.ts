import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../tidy/files.js';

describe('whence why --recording --fill', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-fill-'));
  after(() => rmSync(folder, { recursive: true }));

  function command(...words: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
    return spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], { cwd: folder, encoding: 'utf8' });
  }

  it('runs the program again for what was only counted, and only if it is the same', () => {
    const text = 'const o = { f: 0 };\nfor (let i = 0; i < 5000; i++) o.f = i;\nconsole.log(o.f);\n';
    writeFileSync(join(folder, 'loop.js'), text);
    assert.equal(command('record', '--budget', '100', '--out', 'run.trace', '--', 'loop.js').status, 0);
    const why = ['why', '--recording', 'run.trace', '--stop', 'loop.js:3', '--ask', 'lastChange(o.f)', '--json'];
    const asked = command(...why);
    assert.deepEqual([asked.status, /"status":"not-recorded"/.test(asked.stdout)], [1, true], asked.stderr);
    const filled = command(...why, '--fill');
    assert.equal(filled.status, 0, filled.stderr);
    const { executions, points } = JSON.parse(filled.stdout) as {
      readonly executions: number;
      readonly points: readonly { readonly line: number; readonly hit: number; readonly after: unknown }[];
    };
    assert.ok(executions > 0);
    assert.deepEqual(points.map(({ line, hit, after }) => [line, hit, after]).slice(1), [[2, 5000, 4999]]);
    writeFileSync(join(folder, 'loop.js'), `${text}// another line\n`);
    const changed = command(...why, '--fill');
    assert.deepEqual([changed.status, /loop\.js is no longer what was recorded\.\n$/.test(changed.stderr)], [2, true], changed.stderr);
  });
});
