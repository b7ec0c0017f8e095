import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { letGoOn, terminalOption, terminalVariable, type WaitingProgram } from '../../../adapter/launch/waitingProgram.js';
import { terminalConfiguration } from '../../../extension/debugConfiguration.js';
import { builtOnce } from '../../support/builtOnce.js';
import { debugging } from '../../support/debugging.js';

let hooks: Promise<string> | undefined;

/** The hook of terminals, and beside it the one that it loads. */
function terminalHook(): Promise<string> {
  const entryPoints = { attachHook: 'adapter/launch/attachHook.ts', terminalHook: 'adapter/launch/terminalHook.ts' };
  hooks ??= builtOnce({ entryPoints, target: 'node20.18', outExtension: { '.js': '.cjs' } });
  return hooks.then((folder) => join(folder, 'terminalHook.cjs'));
}

/** A terminal, as the extension makes it, in which a command was typed. */
class Terminal {
  readonly folder = mkdtempSync(join(tmpdir(), 'whence-terminal-'));
  private readonly started: ChildProcess;
  readonly code: Promise<number | null>;
  output = '';

  constructor(hook: string, words: readonly string[], cwd: string) {
    const env = { ...process.env, MINE: 'a b', NODE_OPTIONS: `--no-deprecation ${terminalOption(hook)}`, [terminalVariable]: this.folder };
    this.started = spawn(process.execPath, words, { cwd, env });
    this.started.stdout?.on('data', (data: Buffer) => (this.output += String(data)));
    this.started.stderr?.on('data', (data: Buffer) => (this.output += String(data)));
    this.code = once(this.started, 'close').then(([code]) => code as number | null);
  }

  /** What has said that it waits. */
  async program(): Promise<WaitingProgram> {
    for (;;) {
      const name = readdirSync(this.folder).find((one) => one.endsWith('.json'));
      if (name !== undefined) return JSON.parse(readFileSync(join(this.folder, name), 'utf8')) as WaitingProgram;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  close(): void {
    this.started.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function inTerminal(words: readonly string[], cwd: string, use: (terminal: Terminal) => Promise<void>): Promise<void> {
  const terminal = new Terminal(await terminalHook(), words, cwd);
  try {
    await use(terminal);
  } finally {
    terminal.close();
  }
}

const tells =
  'console.log(process.argv.slice(2), process.env.MINE, process.env.NODE_OPTIONS, Object.keys(process.env).filter((n) => /WHENCE_(TERMINAL|RENDEZVOUS)/.test(n)));';

describe('a debug terminal', () => {
  const files = {
    'program.js': `const { execFileSync } = require('node:child_process');
const box = { value: 1 };
box.value = Number(process.argv[2]); //write
console.log('out', box.value, process.env.MINE, process.execArgv.join()); //here
console.log(String(execFileSync(process.execPath, [__dirname + '/child.js'])));
process.exitCode = 3;`,
    'child.js': "console.log('child'); //child",
  };

  it('has what is typed in it debugged where it runs: it stops, is asked, and goes on with its children', () =>
    debugging(files, (debugged) =>
      inTerminal(['--stack-trace-limit=20', 'program.js', '7'], debugged.folder, async (terminal) => {
        const program = await terminal.program();
        assert.deepEqual([program.words.slice(1), program.cwd], [['7'], debugged.folder]);
        const waiting = { folder: terminal.folder, pid: program.pid };
        const configuration = { ...terminalConfiguration(program, process.env), __waiting: waiting };
        assert.equal(configuration['name' as never], 'program.js 7');
        await debugged.start('launch', configuration, async () => {
          await debugged.breakAt(['//here']);
          await debugged.breakAt(['//child'], {}, 'child.js');
        });
        const stopped = await debugged.stopped();
        assert.equal(stopped.line, debugged.line('//here'));
        const asked = { kind: 'lastChange', frameId: stopped.frame.id, expression: 'box.value' };
        const chain = await debugged.client.request<Chain>(requests.ask, asked);
        assert.deepEqual([chain.points[1]?.place?.line, chain.points[1]?.after], [debugged.line('//write'), '7']);
        const inChild = await debugged.go('continue', stopped);
        assert.equal(inChild.frame.source?.name, 'child.js');
        await debugged.client.request('continue', { threadId: inChild.threadId });
        assert.equal(await terminal.code, 3);
        assert.equal(
          terminal.output.replaceAll(/^Debugger.*\n|^For help.*\n|^Waiting for.*\n/gm, ''),
          'out 7 a b --stack-trace-limit=20\nchild\n\n',
        );
      }),
    ));

  it('has a server repeat what it was asked', () =>
    debugging(
      {
        'program.js': `const state = { sum: 0 };
const server = require('node:http').createServer((request, response) => {
  state.sum += Number(request.url.slice(1)); //add
  response.end(); //answer
});
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));`,
      },
      (debugged) =>
        inTerminal(['program.js'], debugged.folder, async (terminal) => {
          const program = await terminal.program();
          const waiting = { folder: terminal.folder, pid: program.pid };
          await debugged.start('launch', { ...terminalConfiguration(program, process.env), __waiting: waiting }, () =>
            debugged.breakAt(['//answer'], { hitCondition: '2' }),
          );
          let port: string | undefined;
          while (port === undefined) {
            await new Promise((resolve) => setTimeout(resolve, 10));
            [, port] = /port (\d+)/.exec(terminal.output) ?? [];
          }
          const ask = (add: number) => fetch(`http://127.0.0.1:${port}/${add}`).catch(() => {});
          void ask(3).then(() => ask(4));
          const stopped = await debugged.stopped();
          const asked = { kind: 'lastChange', frameId: stopped.frame.id, expression: 'state.sum' };
          const chain = await debugged.client.request<Chain>(requests.ask, asked);
          assert.deepEqual([chain.points[1]?.place?.line, chain.points[1]?.before], [debugged.line('//add'), '3']);
        }),
    ));

  it('leaves alone what is no program: a text, a prompt', () =>
    debugging(files, ({ folder }) =>
      inTerminal(['-e', tells, 'x'], folder, async (terminal) => {
        assert.equal(await terminal.code, 0);
        assert.equal(terminal.output, '[] a b --no-deprecation []\n');
        assert.deepEqual(readdirSync(terminal.folder), []);
      }),
    ));

  it('lets a program run as ever that nobody debugs, and one whose window is closed', async () => {
    const told = "[ 'y' ] a b --no-deprecation []\n";
    await debugging({ 'program.js': tells }, async ({ folder }) => {
      await inTerminal(['program.js', 'y'], folder, async (terminal) => {
        const { pid } = await terminal.program();
        letGoOn({ folder: terminal.folder, pid }, { environment: null });
        assert.equal(await terminal.code, 0);
        assert.equal(terminal.output, told);
        assert.deepEqual(readdirSync(terminal.folder), []);
      });
      await inTerminal(['program.js', 'y'], folder, async (terminal) => {
        await terminal.program();
        rmSync(terminal.folder, { recursive: true });
        assert.equal(await terminal.code, 0);
        assert.equal(terminal.output, told);
        assert.equal(existsSync(terminal.folder), false);
      });
    });
  });
});
