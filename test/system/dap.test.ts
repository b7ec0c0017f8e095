import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requests } from '../../adapter/dap/querypoints/protocol.js';
import { projectFolder } from '../support/command.js';
import { DapClient } from '../support/dapClient.js';

/** The built adapter as VS Code starts it, and a program that runs until it is ended. */
async function withAdapter(
  use: (client: DapClient, adapter: ReturnType<typeof spawn>, pid: number) => Promise<void>,
  text = 'setInterval(() => {}, 1000);',
  configure: (client: DapClient, program: string) => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whence-adapter-')));
  const program = join(folder, 'program.js');
  writeFileSync(program, `console.log('pid', process.pid);\n${text}`);
  const adapter = spawn(process.execPath, [join(projectFolder, 'dist/adapter.cjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const client = new DapClient(adapter.stdout, adapter.stdin);
    await client.request('initialize', { adapterID: 'whence' });
    const launched = client.request('launch', { program });
    await client.event('initialized');
    await configure(client, program);
    await client.request('configurationDone', {});
    await launched;
    const { body } = await client.event('output');
    await use(client, adapter, Number(/pid (\d+)/.exec((body as { output: string }).output)?.[1]));
  } finally {
    adapter.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until a process is gone. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the debug adapter, built', () => {
  it('leaves no process when the session ends', () =>
    withAdapter(async (client, adapter, pid) => {
      const exited = once(adapter, 'exit');
      await client.request('disconnect', {});
      assert.deepEqual((await exited)[0], 0);
      await gone(pid);
    }));

  it('leaves no process when the editor goes away', () =>
    withAdapter(async (_client, adapter, pid) => {
      adapter.stdin?.end();
      await gone(pid);
    }));

  it('leaves no process when it is killed', () =>
    withAdapter(async (_client, adapter, pid) => {
      adapter.kill('SIGKILL');
      await gone(pid);
    }));

  it('leaves no process when it is killed while the program turns no event loop, nor what that has started', () =>
    withAdapter(async (client, adapter, pid) => {
      const { body } = await client.event('output');
      const other = Number(/other (\d+)/.exec((body as { output: string }).output)?.[1]);
      adapter.kill('SIGKILL');
      await gone(pid);
      await gone(other);
    }, "console.log('other', require('node:child_process').spawn('sleep', ['1000']).pid); for (;;);"));

  it('leaves no process when it is killed while a question is answered', () => {
    const text = `const box = { n: 1 };
require('node:fs').writeFileSync(__filename + '.pid', String(process.pid));
if (process.env.WHENCE_RENDEZVOUS === undefined) for (;;);
box.n++; //stop
`;
    let file = '';
    const stopAt = async (client: DapClient, program: string) => {
      file = `${program}.pid`;
      await client.request('setBreakpoints', { source: { path: program }, breakpoints: [{ line: 5 }] });
    };
    return withAdapter(
      async (client, adapter, pid) => {
        await client.event('stopped');
        client.request(requests.ask, { kind: 'lastChange', expression: 'box.n' }).catch(() => {});
        let other = pid;
        while (other === pid || other === 0) {
          await new Promise((resolve) => setTimeout(resolve, 10));
          other = Number(readFileSync(file, 'utf8')); // while it is written, nothing
        }
        assert.equal(process.kill(other, 0), true);
        adapter.kill('SIGKILL');
        await gone(pid);
        await gone(other);
      },
      text,
      stopAt,
    );
  });

  it('has a thread that finds the conditions which a program must keep', () =>
    withAdapter(
      async (client) => {
        const { body } = await client.event('stopped');
        const { reason, text } = body as { reason: string; text: string };
        assert.deepEqual([reason, text], ['exception', '@always n < 2 is violated.']);
      },
      'for (const n of [1, process.argv.length]) {\n  // @always n < 2\n  console.log(n);\n}',
      (client) => client.request('setExceptionBreakpoints', { filters: ['necessary'] }),
    ));

  it('tells that the program was killed, and ends the session', () =>
    withAdapter(async (client, _adapter, pid) => {
      process.kill(pid, 'SIGKILL');
      await client.event('terminated');
    }));
});
