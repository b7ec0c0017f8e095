import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { watchdogScript } from '../../adapter/launch/watchdogScript.js';

/**
 * Starts the watchdog from a process that says its number is `parent`, lets its input end at once, and tells the limit that this process had
 * before and has after.
 */
function limitsAround(parent: string): { readonly before: string; readonly after: string } {
  const program = `
    const { readFileSync } = require('node:fs');
    const limit = () => /^Max file locks +(\\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))[1];
    const before = limit();
    const args = ['-c', process.argv[1], 'sh', '4294967311', ${parent}];
    const shell = require('node:child_process').spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    shell.on('exit', () => console.log(JSON.stringify({ before, after: limit() })));
    shell.stdin.end();`;
  const { stdout, signal } = spawnSync(process.execPath, ['-e', program, watchdogScript], { encoding: 'utf8', timeout: 20_000 });
  assert.equal(signal, null, 'the watchdog ended who started it');
  return JSON.parse(stdout) as { readonly before: string; readonly after: string };
}

if (process.platform === 'linux')
  describe('the watchdog', () => {
    it('puts no sign on a stranger, as its parent is once the one who started it is gone', () => {
      const { before, after } = limitsAround('String(process.pid + 1)');
      assert.equal(after, before);
    });

    it('ends although something that carries its sign cannot be ended', () => {
      const { after } = limitsAround('String(process.pid)');
      assert.notEqual(after, '');
    });
  });
