import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
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

/**
 * Starts a program that stands for one in a terminal, and then the watchdog, which is told to guard it. The program then starts a process
 * that leaves its group and inherits no environment. Tells how many of these there are while the watchdog is there, and after it.
 */
function leftOfTerminal(): { readonly during: number; readonly after: number } {
  const seconds = `${randomInt(100_000, 999_999)}.${randomInt(100_000, 999_999)}`;
  const inTerminal = `process.stdin.once('data', () => {
    const options = { stdio: 'ignore', detached: true, env: { PATH: process.env.PATH } };
    require('node:child_process').spawn('sleep', ['${seconds}'], options).on('spawn', () => console.log('started'));
  });`;
  const program = `
    const { readFileSync, readdirSync } = require('node:fs');
    const { spawn } = require('node:child_process');
    const read = (file) => { try { return readFileSync(file, 'utf8'); } catch { return ''; } };
    const isSigned = (pid) => /^Max file locks +4294967357 /m.test(read('/proc/' + pid + '/limits'));
    const count = () => readdirSync('/proc').filter((pid) => read('/proc/' + pid + '/cmdline').startsWith('sleep\\x00${seconds}')).length;
    const terminal = spawn(process.execPath, ['-e', process.argv[2]], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    const args = ['-c', process.argv[1], 'sh', '4294967357', String(process.pid)];
    const shell = spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    shell.stdin.write('+ ' + terminal.pid + '\\n');
    const timer = setInterval(() => {
      if (!isSigned(terminal.pid)) return;
      clearInterval(timer);
      terminal.stdin.write('go');
    }, 10);
    terminal.stdout.once('data', () => {
      const during = count();
      shell.on('exit', () => console.log(JSON.stringify({ during, after: count() })));
      shell.stdin.end();
    });`;
  const { stdout } = spawnSync(process.execPath, ['-e', program, watchdogScript, inTerminal], { encoding: 'utf8', timeout: 20_000 });
  return JSON.parse(stdout) as { readonly during: number; readonly after: number };
}

if (process.platform === 'linux')
  describe('the watchdog', () => {
    it('puts no sign on a stranger, as its parent is once the one who started it is gone', () => {
      const { before, after } = limitsAround('String(process.pid + 1)');
      assert.equal(after, before);
    });

    it('ends what a program in a terminal has started, which inherits nothing from us', () => {
      assert.deepEqual(leftOfTerminal(), { during: 1, after: 0 });
    });

    it('ends although something that carries its sign cannot be ended', () => {
      const { after } = limitsAround('String(process.pid)');
      assert.notEqual(after, '');
    });
  });
