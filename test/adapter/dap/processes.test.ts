import type { DebugProtocol } from '@vscode/debugprotocol';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { debugging, type Debugged } from '../../support/debugging.js';

/** Whether a process is there that is no zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(...pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 10));
}

const threadNames = async (debugged: Debugged) =>
  (await debugged.client.request<DebugProtocol.ThreadsResponse['body']>('threads', {})).threads.map(({ name }) => name);

const parent = `
const { fork, spawn } = require('node:child_process');
const child = fork(__dirname + '/child.js');
const other = spawn('sleep', ['1000']);
child.on('message', (text) => console.log('child says', text, other.pid)); //message
`;
const child = 'process.send(process.pid); //child\nsetInterval(() => {}, 1000);';

describe('processes', () => {
  it('that the program starts are threads; all of them end with the session', () =>
    debugging({ 'program.js': parent, 'child.js': child }, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//child'], {}, 'child.js'));
      const stopped = await debugged.stopped();
      assert.equal(stopped.frame.source?.name, 'child.js');
      const names = await threadNames(debugged);
      assert.deepEqual(
        names.map((name) => name.replace(/\d+/, 'N')),
        ['program.js [N]', 'child.js [N]'],
      );
      await debugged.client.request('continue', { threadId: stopped.threadId });
      const said = (await debugged.client.event('output', ({ output }: { output: string }) => /child says/.test(output))).body as {
        output: string;
      };
      const pids = [...names.map((name) => Number(/\d+/.exec(name)?.[0])), Number(/(\d+)\s*$/.exec(said.output)?.[1])];
      assert.equal(pids.every(isAlive), true);
      await debugged.client.request('terminate', {});
      await debugged.client.event('terminated');
      await gone(...pids);
    }));

  it('of the program alone, when its children are to be left alone', () =>
    debugging(
      {
        'program.js':
          "require('node:child_process').execFile(process.execPath, [__dirname + '/child.js'], (e, out) => console.log('out', out, process.env.NODE_OPTIONS));",
        'child.js': "console.log('free'); //child",
      },
      async (debugged) => {
        await debugged.launch({ autoAttachChildProcesses: false, env: { NODE_OPTIONS: '--no-deprecation' } }, () =>
          debugged.breakAt(['//child'], {}, 'child.js'),
        );
        assert.match(await debugged.finish(), /out free\n --no-deprecation/);
      },
    ));

  it('a process that is slow to begin its wait runs all the same', () =>
    debugging(
      {
        'program.js': "console.log('it runs'); //here",
        'slow.cjs': `const fs = require('node:fs');
const { renameSync } = fs;
fs.renameSync = (...paths) => {
  renameSync(...paths); // with this the process is announced
  for (const end = Date.now() + 300; Date.now() < end; ) Math.random();
};`,
      },
      async (debugged) => {
        await debugged.launch({ env: { NODE_OPTIONS: `--require ${debugged.path('slow.cjs')}` } }, () => debugged.breakAt(['//here']));
        assert.match(await debugged.finish(await debugged.stopped()), /it runs/);
      },
    ));

  it('worker threads stop at breakpoints of their own', () =>
    debugging(
      {
        'program.js':
          "const { Worker } = require('node:worker_threads');\nnew Worker(__dirname + '/worker.js', { workerData: 4 }).on('message', function (n) { console.log('got', n); this.unref(); });",
        'worker.js':
          "const { parentPort, workerData } = require('node:worker_threads');\nparentPort.postMessage(workerData * 2); //here\nsetInterval(() => {}, 1000);",
      },
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//here'], {}, 'worker.js'));
        const stopped = await debugged.stopped();
        assert.equal((await debugged.evaluate('workerData', 'watch', stopped)).result, '4');
        assert.equal((await threadNames(debugged)).length, 2);
        assert.match(await debugged.finish(stopped), /got 8/);
      },
    ));

  it('are started in a terminal of the client', () =>
    debugging("console.log('in', process.env.FROM, process.argv[2]); //here\nprocess.exitCode = 0;", async (debugged) => {
      let started: ChildProcess | undefined;
      debugged.client.onRequest = ({ command, arguments: args }) => {
        assert.equal(command, 'runInTerminal');
        const { args: words, cwd, env, kind } = args as DebugProtocol.RunInTerminalRequestArguments;
        assert.equal(kind, 'integrated');
        started = spawn(words[0] ?? '', words.slice(1), { cwd, env: { ...process.env, ...env } as NodeJS.ProcessEnv, stdio: 'ignore' });
        return Promise.resolve({ processId: started.pid });
      };
      await debugged.launch({ console: 'integratedTerminal', args: ['word'], env: { FROM: 'terminal' } }, () =>
        debugged.breakAt(['//here']),
      );
      const stopped = await debugged.stopped();
      assert.match(await debugged.finish(stopped), /in terminal word/);
    }));

  it('end and begin anew at a restart, with the breakpoints kept', () =>
    debugging("console.log('first', process.pid); //here\nsetInterval(() => {}, 1000);", async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//here']));
      const before = await debugged.stopped();
      const { result } = await debugged.evaluate('process.pid', 'watch', before);
      await debugged.client.request('restart', {});
      const after = await debugged.stopped();
      assert.deepEqual([after.line, (await debugged.evaluate('process.pid', 'watch', after)).result === result], [1, false]);
      const ended = debugged.client.events.findIndex(
        ({ event, body }) => event === 'continued' && (body as { threadId: number }).threadId === before.threadId,
      );
      assert.notEqual(ended, -1, 'VS Code shows a stop until it has heard the end of it');
      await gone(Number(result));
    }));

  it('live on when the client says so, and end with the adapter otherwise', () =>
    debugging('debugger;\nsetInterval(() => {}, 1000);', async (debugged) => {
      await debugged.launch();
      const pid = Number((await debugged.evaluate('process.pid', 'watch', await debugged.stopped())).result);
      await debugged.client.request('disconnect', { terminateDebuggee: false });
      assert.equal(isAlive(pid), true);
      process.kill(pid, 'SIGKILL');
    }));

  it('that run already are attached to by their port, and live on', () =>
    debugging("let n = 0;\nfunction tick() {\n  n++; //tick\n}\nsetInterval(tick, 5);\nconsole.error('begun');", async (debugged) => {
      const program = spawn(process.execPath, ['--inspect=0', debugged.path('program.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
      try {
        let text = '';
        program.stderr.on('data', (data: Buffer) => (text += data.toString()));
        while (!/begun/.test(text)) await once(program.stderr, 'data');
        const port = Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
        await debugged.start('attach', { port }, () => debugged.breakAt(['//tick']));
        const stopped = await debugged.stopped();
        assert.equal(stopped.line, debugged.line('//tick'));
        await debugged.client.request('disconnect', {});
        assert.equal(program.exitCode, null);
      } finally {
        program.kill('SIGKILL');
      }
    }));

  it('that wait for a debugger stop where they begin, or go on', () =>
    debugging("console.log('ran'); //first\nsetInterval(() => {}, 1000);", async (debugged) => {
      const program = spawn(process.execPath, ['--inspect-brk=0', debugged.path('program.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
      try {
        const [text] = (await once(program.stderr, 'data')) as [Buffer];
        await debugged.start('attach', { websocketAddress: /ws:\S+/.exec(text.toString())?.[0] });
        const stopped = await debugged.stopped();
        assert.deepEqual([stopped.reason, stopped.line], ['entry', 1]);
        const printed = debugged.client.event('output');
        await debugged.client.request('continue', { threadId: stopped.threadId });
        assert.equal(((await printed).body as { output: string }).output, 'ran\n');
      } finally {
        program.kill('SIGKILL');
      }
    }));

  it('are attached to again when others take their place, if that is wanted', () =>
    debugging('setInterval(() => {}, 1000);', async (debugged) => {
      const programs: ChildProcess[] = [];
      const start = async (port: number) => {
        const program = spawn(process.execPath, [`--inspect=${port}`, debugged.path('program.js')], {
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        programs.push(program);
        const [text] = (await once(program.stderr, 'data')) as [Buffer];
        return Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(text.toString())?.[1]);
      };
      try {
        const port = await start(0);
        await debugged.start('attach', { port, restart: { delay: 10, maxAttempts: 1000 }, timeout: 0 });
        await debugged.client.event('thread', ({ reason }: { reason: string }) => reason === 'started');
        programs[0]?.kill('SIGKILL');
        await debugged.client.event('thread', ({ reason }: { reason: string }) => reason === 'exited');
        await start(port);
        await debugged.client.event('thread', ({ reason }: { reason: string }) => reason === 'started');
      } finally {
        for (const program of programs) program.kill('SIGKILL');
      }
    }));
});
