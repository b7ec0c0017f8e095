import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../soundness/random.js';
import { countOf, seedOf } from '../../support/counts.js';
import { McpClient, whencePath } from './mcpClient.js';

/** A call that was cancelled, and a server whose client was killed, must have ended what they started by then, in milliseconds. */
const bar = 1000;

/** A diagnosis hears of it once it has loaded the compiler and read the program: on a busy machine that takes longer. */
const barOfDiagnosis = 5000;

const waits = `const { spawn } = require('node:child_process');
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
setInterval(() => {}, 1000);
`;

const rules = `import { extent, report, rule } from 'whence/rules';
import { Thing } from './things.mjs';
export const large = rule({ foreach: { n: extent(Thing) }, where: ({ n }) => n.size > 1, found: () => report('large') });
`;

/** The n-th function of a file that takes long to check. */
const slow = (n: number): string =>
  `export function f${n}(x, y) { let s = 0; for (let i = 0; i < x.length; i++) for (let j = i; j < y; j++) s += x[i] * j; return s; }\n`;

/** Every kind of call that starts processes, or works for long. */
const calls: readonly (readonly [tool: string, given: object])[] = [
  ['why', { program: ['waits.js'], stop: 'uncaught', ask: ['lastChange(x)'] }],
  ['why', { command: 'node waits.js', stop: 'uncaught', ask: ['lastChange(x)'] }],
  ['record', { program: ['waits.js'] }],
  ['diagnose', { tests: ['waits.test.mjs'] }],
  ['watch', { program: ['things.mjs'] }],
  ['check', { paths: ['slow.mjs'] }],
];

describe('the server for agents leaves no process', () => {
  let root = '';

  // Only there can processes be listed.
  before(function () {
    if (!existsSync('/proc/self/cwd')) return this.skip();
    root = realpathSync(mkdtempSync(join(tmpdir(), 'whence-mcp-')));
    writeFileSync(join(root, 'waits.js'), waits);
    writeFileSync(join(root, 'waits.test.mjs'), "import { test } from 'node:test';\ntest('any', () => { for (;;); });\n");
    writeFileSync(join(root, 'things.mjs'), 'export class Thing {\n  size = 0;\n}\nnew Thing();\nsetInterval(() => {}, 1000);\n');
    writeFileSync(join(root, 'things.rules.ts'), rules);
    writeFileSync(join(root, 'slow.mjs'), Array.from({ length: 400 }, (_, n) => slow(n)).join(''));
  });

  after(() => rmSync(root, { recursive: true, force: true }));

  /** Processes in the folder, and those that the server has started; but the watchdog, which guards the server as long as it is there. */
  const left = (server: number): readonly number[] =>
    processes().flatMap(({ pid, parent, folder }) => ((parent === server && folder !== '/') || folder === root ? [pid] : []));

  for (const [index, [tool, given]] of calls.entries()) {
    const count = countOf('cancelledCalls');
    it(`of ${tool} (${Object.keys(given)[0]}), cancelled at ${count} random moments`, async () => {
      const random = new Random(seedOf(20_261_130) + index);
      const server = await McpClient.open(root);
      try {
        const pid = server.transport.pid ?? assert.fail('the server has no process');
        for (let time = 0; time < count; time++) {
          const moment = random.below(1500);
          const cancelling = new AbortController();
          // What was answered before is over as well.
          const ended = server.call(tool, { ...given }, { signal: cancelling.signal }).catch(() => undefined);
          await passed(moment);
          cancelling.abort();
          await ended;
          await until(() => left(pid).length === 0, `${tool}, cancelled after ${moment} ms`, tool === 'diagnose' ? barOfDiagnosis : bar);
        }
        assert.match((await server.call('check', { paths: ['waits.js'] })).text, /^No findings in 1 file/);
      } finally {
        await server.close();
      }
    });
  }

  it('when its client is killed', async () => {
    const random = new Random(seedOf(20_261_130));
    for (let time = 0; time < countOf('killedClients'); time++) {
      const moment = random.below(2500);
      const client = spawn(process.execPath, ['-e', clientText(root)], { stdio: ['ignore', 'pipe', 'ignore'] });
      const server = Number(await firstLine(client.stdout));
      await passed(moment);
      client.kill('SIGKILL');
      await until(() => left(server).length === 0 && !isAlive(server), `killed after ${moment} ms`, bar);
    }
  });
});

/** A client without any package: it asks a server for a run that does not end, and tells the server's number once that has answered. */
function clientText(root: string): string {
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const messages = [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: opening },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'record', arguments: { program: ['waits.js'] } } },
  ];
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const words = JSON.stringify([whencePath, 'mcp', '--root', root]);
  return `const server = require('node:child_process').spawn(process.execPath, ${words}, { stdio: ['pipe', 'pipe', 'ignore'] });
server.stdout.once('data', () => console.log(server.pid));
server.stdin.write(${JSON.stringify(lines)});`;
}

function firstLine(from: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => from.once('data', (data: Buffer) => resolve(data.toString())));
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly folder: string;
}

function processes(): readonly Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, state = '', parent = ''] = /^\d+ \(.*\) (\S) (\d+) /s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), folder: readlinkSync(`/proc/${name}/cwd`) }];
    } catch {
      return []; // it has ended since, or is not ours
    }
  });
}

const isAlive = (pid: number): boolean => processes().some((one) => one.pid === pid);

async function until(isSo: () => boolean, what: string, milliseconds: number): Promise<void> {
  const began = Date.now();
  while (!isSo()) {
    if (Date.now() - began > milliseconds) assert.fail(`${what}: processes are left after ${milliseconds} ms`);
    await passed(10);
  }
}

const passed = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
