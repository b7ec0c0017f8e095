import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { debugging } from '../../support/debugging.js';
import { freePort } from '../../support/freePort.js';

const waits = "console.error('begun');\nsetInterval(() => {\n  console.log('tick'); //tick\n}, 5);\n";

/** A program that runs by itself, with what Node says on its standard error until the program has begun. */
async function running(
  args: readonly string[],
  use: (pid: number, said: string, program: ReturnType<typeof spawn>) => Promise<void>,
): Promise<void> {
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let said = '';
    program.stderr.on('data', (data: Buffer) => (said += data.toString()));
    while (!said.includes('begun')) await once(program.stderr, 'data');
    await use(program.pid ?? 0, said, program);
  } finally {
    program.kill('SIGKILL');
  }
}

/** Whether somebody listens at a port. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('faults of a debug session', () => {
  it('a Node that is too old: one sentence, and nothing of the program runs', () =>
    debugging(
      { 'program.js': "console.log('ran');", 'old.cjs': "Object.defineProperty(process, 'version', { value: 'v18.20.0' });" },
      async (debugged) => {
        await debugged.launch({ env: { NODE_OPTIONS: `--require ${JSON.stringify(debugged.path('old.cjs'))}` } });
        assert.equal(
          await debugged.finish(),
          'The program runs on Node 18.20.0; Whence needs Node 20.19 or later. Set “runtimeExecutable” to a newer one.\n',
        );
      },
    ));

  it('an inspector that refuses: one sentence', () =>
    debugging({ 'program.js': waits }, async (debugged) => {
      await running(['--inspect=0', debugged.path('program.js')], async (_pid, said, program) => {
        const address = /ws:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
        await assert.rejects(debugged.start('attach', { websocketAddress: `${address}wrong` }), /refused the connection/);
        assert.equal(program.exitCode, null);
      });
    }));

  it('a port at which something else listens: one sentence', () =>
    debugging('1', async (debugged) => {
      const server = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const { port } = server.address() as AddressInfo;
        await assert.rejects(
          debugged.start('attach', { port, timeout: 200 }),
          new RegExp(`No Node program listens at 127\\.0\\.0\\.1:${port}`),
        );
      } finally {
        server.close();
      }
    }));

  it('a process that does not exist: one sentence', () =>
    debugging('1', async (debugged) => {
      await assert.rejects(debugged.start('attach', { processId: 2 ** 22 + 1 }), /There is no process 4194305/);
    }));

  it('a process that is attached to by its number opens its inspector, and lives on', () =>
    debugging({ 'program.js': waits }, async (debugged) => {
      const port = await freePort();
      await running([`--inspect-port=${port}`, debugged.path('program.js')], async (processId, _said, program) => {
        await debugged.start('attach', { processId, port }, () => debugged.breakAt(['//tick']));
        assert.equal((await debugged.stopped()).line, debugged.line('//tick'));
        await debugged.client.request('disconnect', {});
        // Every user of the machine could reach it.
        while (await isOpen(port)) await new Promise((resolve) => setTimeout(resolve, 20));
        assert.equal(program.exitCode, null);
      });
    }));

  if (process.platform === 'linux')
    it('a process that the signal would end is not sent it', () =>
      debugging('1', async (debugged) => {
        const other = spawn('sleep', ['60']);
        try {
          const attached = debugged.start('attach', { processId: other.pid, port: await freePort(), timeout: 300 });
          await assert.rejects(attached, /opens no inspector when it is asked to/);
          assert.equal(other.signalCode, null);
        } finally {
          other.kill();
        }
      }));

  if (process.platform === 'linux')
    it('a process that has only begun to start is asked when it can be', () =>
      debugging({ 'program.js': waits }, async (debugged) => {
        const port = await freePort();
        // For half a second a shell, which the signal would end.
        const program = spawn('/bin/sh', [
          '-c',
          `sleep 0.5; exec "$0" "--inspect-port=${port}" "$1"`,
          process.execPath,
          debugged.path('program.js'),
        ]);
        try {
          await debugged.start('attach', { processId: program.pid, port }, () => debugged.breakAt(['//tick']));
          assert.equal((await debugged.stopped()).line, debugged.line('//tick'));
          await debugged.client.request('disconnect', {});
        } finally {
          program.kill('SIGKILL');
        }
      }));

  it('an inspector that was open before stays so', () =>
    debugging({ 'program.js': waits }, async (debugged) => {
      const port = await freePort();
      await running([`--inspect=127.0.0.1:${port}`, debugged.path('program.js')], async (processId) => {
        await debugged.start('attach', { processId, port, continueOnAttach: true });
        await debugged.client.request('disconnect', {});
        await new Promise((resolve) => setTimeout(resolve, 300));
        assert.equal(await isOpen(port), true);
      });
    }));

  it('something that speaks no inspector’s language: one sentence, or the session ends', () =>
    debugging('1', async (debugged) => {
      const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
      server.on('connection', (socket) => socket.on('message', () => socket.send('no JSON')));
      await once(server, 'listening');
      try {
        const { port } = server.address() as AddressInfo;
        await debugged.start('attach', { websocketAddress: `ws://127.0.0.1:${port}/x` });
        await debugged.client.event('terminated');
      } finally {
        server.close();
      }
    }));

  it('a program that closes its inspector runs on, and ends with the session', () =>
    debugging("require('node:inspector').close();\nsetInterval(() => console.log('on', process.pid), 50);", async (debugged) => {
      await debugged.launch();
      const { body } = await debugged.client.event('output', ({ output }: { output: string }) => output.startsWith('on'));
      const pid = Number((body as { output: string }).output.slice(3));
      await debugged.client.request('disconnect', {});
      while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    }));

  it('two sessions at once know nothing of each other', () =>
    debugging({ 'program.js': waits }, (first) =>
      debugging({ 'program.js': waits }, async (second) => {
        await Promise.all([first, second].map((one) => one.launch({}, () => one.breakAt(['//tick']))));
        const [stopped] = await Promise.all([first.stopped(), second.stopped()]);
        assert.equal(stopped.frame.source?.path, first.path('program.js'));
        await first.client.request('disconnect', {});
        const { line } = await second.go('continue', { ...stopped, threadId: 1 });
        assert.equal(line, second.line('//tick'));
      }),
    ));

  for (const [how, answer] of [
    ['continue', '5'],
    ['restart', 'The program has ended.'],
    ['terminate', 'The program has ended.'],
    ['its end', 'The program has ended.'],
  ] as const)
    it(`an evaluation that stops in itself, or never ends, is answered after all: ${how}`, () =>
      debugging("console.log('begun');\nsetInterval(() => {}, 1e6);", async (debugged) => {
        await debugged.launch();
        await debugged.client.event('output');
        const { result: pid } = await debugged.evaluate('process.pid', 'repl');
        const answered = (expression: string) => debugged.evaluate(expression, 'repl').catch(({ message }: Error) => ({ result: message }));
        const endless = answered('await new Promise(() => {})');
        const stopping = answered('(() => { debugger; return 5; })()');
        const { threadId } = await debugged.stopped();
        if (how === 'its end') process.kill(Number(pid), 'SIGKILL');
        else await debugged.client.request(how, { threadId });
        assert.equal((await stopping).result, answer);
        if (how === 'continue') process.kill(Number(pid), 'SIGKILL');
        assert.equal((await endless).result, 'The program has ended.');
      }));
});
