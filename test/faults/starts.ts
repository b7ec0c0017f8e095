import type { DebugProtocol } from '@vscode/debugprotocol';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { requests } from '../../adapter/dap/querypoints/protocol.js';
import { DapClient } from '../support/dapClient.js';
import type { Trial } from './trial.js';

/** A way to start a program with Whence. */
export interface Start {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Begins, and gives what is to be killed; `reached` is called when the start has come that far. */
  begin(trial: Trial, dist: string, reached: (what: string) => void): Begun;
}

export interface Begun {
  readonly whence: ChildProcess;
  /** Processes that the user has started, and that must stay. */
  readonly own: readonly ChildProcess[];
}

const idle = 'setInterval(() => {}, 1000);';
const busy = 'for (;;);';
const stubborn = "for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});\nsetInterval(() => {}, 1000);";
const worker = `new (require('node:worker_threads').Worker)('for (;;);', { eval: true });\n${idle}`;

/** Starts processes in every way in which they can get away from their parent. */
const family = `
const { spawn, fork } = require('node:child_process');
const { PATH } = process.env;
spawn('sleep', ['SECONDS'], { stdio: 'ignore' });
spawn('sleep', ['SECONDS'], { stdio: 'ignore', detached: true }).unref();
spawn('sleep', ['SECONDS'], { stdio: 'ignore', detached: true, env: { PATH } }).unref();
spawn('sh', ['-c', 'setsid sleep SECONDS & exit'], { stdio: 'ignore', env: { PATH } });
fork(__dirname + '/child.js', { stdio: 'ignore' });
fork(__dirname + '/child.js', { stdio: 'ignore', detached: true }).unref();
`;
const child = 'for (;;);';

export const starts: readonly Start[] = [
  launching('launch', { 'program.js': idle }),
  launching('busy', { 'program.js': busy }),
  launching('stubborn', { 'program.js': stubborn }),
  launching('worker', { 'program.js': worker }),
  launching('children', { 'program.js': `${family}\n${idle}`, 'child.js': child }),
  launching('children let alone', { 'program.js': `${family}\n${idle}`, 'child.js': child }, { autoAttachChildProcesses: false }),
  launching('terminal', { 'program.js': `${family}\n${idle}`, 'child.js': child }, { console: 'integratedTerminal' }),
  asking('question', {
    'program.js': `const box = { n: 1 };\n${family.replaceAll('\n', ' ')}\nbox.n++;\nfor (const end = Date.now() + 300; Date.now() < end; );\nbox.n;\n`,
    'child.js': child,
  }),
  attaching('attach'),
  command('why', {
    'program.js': `const box = { n: 1 };\n${family.replaceAll('\n', ' ')}\nbox.n++;\nfor (const end = Date.now() + 100; Date.now() < end; );\nbox.n;\n`,
    'child.js': child,
  }),
  command('why, busy', { 'program.js': `const box = { n: 1 };\n\nbox.n++;\n${busy}\nbox.n;\n` }),
];

function launching(name: string, files: Readonly<Record<string, string>>, attributes: object = {}): Start {
  return {
    name,
    files,
    begin(trial, dist, reached) {
      const { whence, client } = adapter(trial, dist, reached);
      void converse(async () => {
        await client.request('initialize', { adapterID: 'whence', supportsRunInTerminalRequest: true });
        const launched = client.request('launch', { program: trial.path('program.js'), cwd: trial.folder, ...attributes });
        await client.event('initialized');
        reached('initialized');
        await client.request('configurationDone', {});
        await launched;
        reached('launched');
      });
      return { whence, own: [] };
    },
  };
}

function asking(name: string, files: Readonly<Record<string, string>>): Start {
  return {
    name,
    files,
    begin(trial, dist, reached) {
      const { whence, client } = adapter(trial, dist, () => {});
      void converse(async () => {
        const program = trial.path('program.js');
        await client.request('initialize', { adapterID: 'whence' });
        const launched = client.request('launch', { program, cwd: trial.folder });
        await client.event('initialized');
        await client.request('setBreakpoints', { source: { path: program }, breakpoints: [{ line: 5 }] });
        await client.request('configurationDone', {});
        await launched;
        await client.event('stopped');
        reached('initialized');
        await client.request(requests.ask, { kind: 'lastChange', expression: 'box.n' });
        reached('answered');
      });
      return { whence, own: [] };
    },
  };
}

function attaching(name: string): Start {
  return {
    name,
    files: { 'program.js': `console.error('begun');\n${idle}` },
    begin(trial, dist, reached) {
      const program = spawn(process.execPath, ['--inspect=0', trial.path('program.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
      const { whence, client } = adapter(trial, dist, reached);
      void converse(async () => {
        const [said] = (await once(program.stderr, 'data')) as [Buffer];
        await client.request('initialize', { adapterID: 'whence' });
        const attached = client.request('attach', { websocketAddress: /ws:\S+/.exec(said.toString())?.[0] });
        await client.event('initialized');
        reached('initialized');
        await client.request('configurationDone', {});
        await attached;
        reached('launched');
      });
      return { whence, own: [program] };
    },
  };
}

function command(name: string, files: Readonly<Record<string, string>>): Start {
  return {
    name,
    files,
    begin(trial, dist, reached) {
      const words = ['why', '--stop', 'program.js:5', '--ask', 'lastChange(box.n)', '--', 'program.js'];
      const whence = spawn(process.execPath, [join(dist, 'whence.js'), ...words], {
        cwd: trial.folder,
        env: trial.environment(),
        stdio: ['ignore', 'ignore', 'ignore'],
      });
      whence.on('spawn', () => reached('initialized'));
      return { whence, own: [] };
    },
  };
}

function adapter(trial: Trial, dist: string, reached: (what: string) => void) {
  const whence = spawn(process.execPath, [join(dist, 'adapter.cjs')], {
    env: trial.environment(),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  whence.stdin.on('error', () => {});
  const client = new DapClient(whence.stdout, whence.stdin);
  client.onRequest = ({ arguments: args }) => {
    const { args: words, cwd, env } = args as DebugProtocol.RunInTerminalRequestArguments;
    const terminal = spawn(words[0] ?? '', words.slice(1), {
      cwd,
      env: { ...process.env, ...env } as NodeJS.ProcessEnv,
      stdio: 'ignore',
      detached: true,
    });
    reached('terminal');
    return Promise.resolve({ processId: terminal.pid });
  };
  return { whence, client };
}

/** The other end may be killed at any moment: then nothing answers any more. */
async function converse(action: () => Promise<void>): Promise<void> {
  await action().catch(() => {});
}
