import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../soundness/random.js';
import { countOf } from '../../support/counts.js';
import { traceRows } from '../../support/traceRows.js';
import { root } from '../../tidy/files.js';

/** A program that never comes back to its event loop, and writes down what time it is. */
const program = `
  let now = 0;
  const fs = require('node:fs');
  const wait = new Int32Array(new SharedArrayBuffer(4));
  const log = fs.openSync('log', 'w');
  fs.writeFileSync('pid', String(process.pid));
  for (;;) { now = Date.now(); fs.writeSync(log, now + ' '); Atomics.wait(wait, 0, 0, 1); }
`;

/** The bar: all but the last second is there. */
const mostLostMs = 1000;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a recording that is ended by SIGKILL', function () {
  this.timeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'whence-killed-'));
  after(() => rmSync(folder, { recursive: true }));
  const whence = join(root, 'dist/whence.js');
  const rounds = countOf('killedRecordings');

  for (const who of ['program', 'recorder', 'both'] as const)
    it(`has all but the last second: ${who}, ${rounds} times`, async () => {
      const random = new Random(who.length);
      writeFileSync(join(folder, 'loop.js'), program);
      for (let round = 0; round < rounds; round++) {
        for (const name of ['pid', 'run.trace']) rmSync(join(folder, name), { force: true });
        const recorder = spawn(process.execPath, [whence, 'record', '--complete', '--out', 'run.trace', '--', 'loop.js'], {
          cwd: folder,
          stdio: 'ignore',
        });
        const ended = new Promise((resolve) => recorder.once('exit', resolve));
        const pid = await pidIn(join(folder, 'pid'));
        await sleep(1100 + random.below(600));
        // What the program has done, not what the clock says: on a loaded machine it may not have run for a while.
        const at = Number(readFileSync(join(folder, 'log'), 'utf8').split(' ').at(-2));
        if (who !== 'recorder') process.kill(pid, 'SIGKILL');
        if (who !== 'program') recorder.kill('SIGKILL');
        await ended;
        // What the recorder had read and what its system still writes.
        await sleep(50);
        await gone(pid);
        const { rows } = traceRows(join(folder, 'run.trace'));
        const last = rows.filter(({ kind, key }) => kind === 'write' && key === 'now').at(-1);
        const lost = at - Number(last?.value);
        assert.ok(lost < mostLostMs, `round ${round}: ${lost} ms are lost`);
      }
    });

  it('is one sentence where the file cannot grow', () => {
    writeFileSync(join(folder, 'big.js'), 'let sum = 0; for (let i = 0; i < 3e6; i++) sum += Math.random();');
    const line = `ulimit -f 200; exec "$0" "$1" record --force --complete --out big.trace -- big.js`;
    const { status, stderr } = spawnSync('sh', ['-c', line, process.execPath, whence], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /^whence: .*big\.trace cannot be written: EFBIG\.\n$/);
    assert.ok(traceRows(join(folder, 'big.trace')).rows.length > 0);
  });
});

async function pidIn(file: string): Promise<number> {
  for (let tries = 0; tries < 2000; tries++) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text !== '') return Number(text);
    await sleep(5);
  }
  return assert.fail('the program has not begun');
}

async function gone(pid: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(50);
  }
  assert.fail('the program is still there');
}
