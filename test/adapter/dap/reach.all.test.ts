import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { WebSocket } from 'ws';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { testedNodes } from '../../support/nodes.js';

const program = `
const { Worker } = require('node:worker_threads');
new Worker('setInterval(() => {}, 1000)', { eval: true, env: { ...process.env, OTHER: '1' } });
const { fork, spawn } = require('node:child_process');
if (process.argv[2] === undefined) {
  fork(__filename, ['child']);
  spawn(process.execPath, ['--inspect=0', __filename, 'child'], { stdio: 'ignore' });
}
setInterval(() => {}, 1000);
debugger;
`;

/** The addresses of the inspectors of three processes: the program, its child, and one that opens an inspector by itself. */
async function addresses(debugged: Debugged): Promise<readonly URL[]> {
  const found: URL[] = [];
  while (found.length < 3) {
    const stopped = await debugged.stopped();
    found.push(await addressAt(debugged, stopped));
  }
  return found;
}

async function addressAt(debugged: Debugged, stopped: Stopped): Promise<URL> {
  const { result } = await debugged.evaluate("process.getBuiltinModule('node:inspector').url()", 'watch', stopped);
  return new URL(result.slice(1, -1));
}

/** The status of an answer to a socket's request. */
function refusal(url: URL): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    socket.on('open', () => resolve('open'));
    socket.on('error', (error) => resolve(error.message));
    socket.on('open', () => socket.terminate());
  });
}

/** What another user of this machine gets from a process: the answer at its port, its environment, the session's folder. */
const intruder = `
const fs = require('node:fs');
const [, port, pid, folder] = process.argv;
const attempt = (read) => { try { return String(read()).length; } catch (error) { return error.code; } };
fetch('http://127.0.0.1:' + port + '/json/list').then(async (answer) => {
  console.log(JSON.stringify([answer.status, await answer.text(), attempt(() => fs.readFileSync('/proc/' + pid + '/environ')), attempt(() => fs.readdirSync(folder))]));
});
`;

describe('who reaches a program that is debugged', () => {
  for (const { name, path } of testedNodes)
    it(`only who knows the address of its inspector, which nobody tells, ${name}`, () =>
      debugging({ 'program.js': program }, async (debugged) => {
        await debugged.launch({ runtimeExecutable: path() });
        const urls = await addresses(debugged);
        for (const url of urls) {
          for (const page of ['/json', '/json/list', '/json/version', '/json/protocol', '/'])
            assert.equal((await fetch(`http://${url.host}${page}`)).status >= 400, true, page);
          assert.match(await refusal(new URL(`ws://${url.host}/`)), /40\d|hang up/);
          assert.match(await refusal(new URL(`ws://${url.host}/${'0'.repeat(36)}`)), /40\d|hang up/);
          assert.equal(await refusal(url), 'open');
        }
      }));

  it('not another user of the machine', () =>
    debugging({ 'program.js': 'debugger;' }, async (debugged) => {
      await debugged.launch();
      const stopped = await debugged.stopped();
      const url = await addressAt(debugged, stopped);
      const settings = await debugged.evaluate('process.env.WHENCE_RENDEZVOUS', 'clipboard', stopped);
      const { folder } = JSON.parse(settings.result) as { folder: string };
      const pid = (await debugged.evaluate('process.pid', 'watch', stopped)).result;
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.endsWith('.json')),
        [],
      );
      assert.equal(folder.startsWith(dirname(folder)), true);
      if (process.getuid?.() !== 0) return;
      const other = { uid: 65_534, gid: 65_534, cwd: '/', encoding: 'utf8' } as const;
      const { stdout, stderr } = spawnSync(process.execPath, ['-e', intruder, '--', url.port, pid, folder], other);
      const [status, text, environment, entries] = JSON.parse(stdout || assert.fail(stderr)) as readonly unknown[];
      assert.deepEqual(
        [status, text === '' || !String(text).includes(url.pathname), environment, entries],
        [404, true, 'EACCES', 'EACCES'],
      );
    }));
});
