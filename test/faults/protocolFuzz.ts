import type { DebugProtocol } from '@vscode/debugprotocol';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DapClient } from '../support/dapClient.js';
import { Random } from '../soundness/random.js';
import { framed, message, type Sent } from './messages.js';
import { deadline, pause, Trial } from './trial.js';

/** So long may an answer take, and the end. */
const patienceMs = 30_000;

/** It stops, goes on, throws and catches, and ends by itself after a while. */
const program = `
const box = { n: 0 };
function add(amount) {
  box.n += amount;
  if (box.n % 7 === 0) try { throw new Error('seven'); } catch {}
}
const timer = setInterval(() => add(1), 5);
setTimeout(() => clearInterval(timer), 60000);
`;

/** Sends so many messages, of one session, to a debug adapter; gives what was wrong with what came back. */
export async function fuzzSession(seed: number, count: number, dist: string): Promise<readonly string[]> {
  const random = new Random(seed);
  const trial = new Trial({ 'program.js': program });
  const adapter = spawn(process.execPath, [join(dist, 'adapter.cjs')], {
    env: trial.environment(),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const faults: string[] = [];
  try {
    let said = '';
    adapter.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    adapter.stdin.on('error', () => {});
    const ended = once(adapter, 'exit') as Promise<[number | null, string | null]>;
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    const client = new DapClient(adapter.stdout, adapter.stdin);
    const waiting = new Map<number, string>();
    client.onResponse = ({ request_seq: seq }) => void waiting.delete(seq);
    client.onRequest = () =>
      random.choice([() => Promise.reject(new Error('no')), () => Promise.resolve({ processId: random.choice([0, -1, 1]) })])();
    // In some sessions messages come while others are under way, in some when all is done.
    const slowness = random.choice([0.02, 0.1, 0.6]);
    const send = (sent: Sent) => {
      if (sent.seq !== null) waiting.set(sent.seq, sent.command);
      adapter.stdin.write(sent.bytes);
    };
    let seq = 0;
    const request = (command: string, args: object) => send(requestOf(++seq, command, args));
    // Most messages are about a program that waits; some come too early, too late, or while it is started.
    const isStopped = random.chance(0.7);
    const beginAt = isStopped ? 0 : random.below(Math.floor(count / 4));
    if (isStopped) {
      const stopped = client.event('stopped');
      request('initialize', { adapterID: 'whence', supportsProgressReporting: random.chance(0.5) });
      request('launch', { program: trial.path('program.js'), stopOnEntry: true });
      await client.event('initialized');
      request('configurationDone', {});
      await Promise.race([stopped, ended]);
      request('stackTrace', { threadId: 1 });
    }
    while (seq < count && !hasEnded) {
      seq++;
      send(seq === beginAt ? begin(random, seq, trial) : message(random, seq, trial.path('program.js')));
      if (random.chance(slowness)) await pause(random.below(20));
    }
    request('configurationDone', {});
    // What is evaluated may have stopped itself: it is answered when it is let go on.
    const nothing = { breakpoints: [], filters: [], source: { path: trial.path('program.js') } };
    for (const kind of ['setBreakpoints', 'setFunctionBreakpoints', 'setDataBreakpoints', 'setExceptionBreakpoints'])
      request(kind, nothing);
    for (const started = Date.now(); waiting.size > 0 && !hasEnded && Date.now() - started < patienceMs;) {
      // A program that has taken the place of another has threads of its own.
      for (const { event, body } of [...client.events])
        if (event === 'thread') request('continue', { threadId: (body as DebugProtocol.ThreadEvent['body']).threadId });
      await pause(100);
    }
    for (const [seq, command] of waiting) faults.push(`request ${seq}, ${command.slice(0, 40)}, got no response`);
    if (hasEnded) faults.push(`the adapter has ended: ${said.slice(0, 500)}`);
    request('disconnect', {});
    const [code] = await Promise.race([ended, deadline(patienceMs).then(() => ['it did not end'] as const)]);
    if (code !== 0) faults.push(`after disconnect: ${code}`);
    if (said !== '') faults.push(`it wrote: ${said.slice(0, 500)}`);
    faults.push(...(await trial.left()));
  } finally {
    adapter.kill('SIGKILL');
    trial.dispose();
  }
  return faults;
}

/** Launches or attaches, mostly as it cannot be done. */
function begin(random: Random, seq: number, trial: Trial): Sent {
  const program = trial.path('program.js');
  const [command, args] = random.choice([
    ['launch', { program }],
    ['launch', { program, console: 'integratedTerminal' }],
    ['launch', { program, args: random.choice([5, null, [{}], 'a b', ['\0']]), env: random.choice([5, [], null, { A: {} }]) }],
    ['launch', { program: random.choice(['/nothing', 5, '', null, '/']) }],
    ['attach', { port: random.choice([1, 0, -1, 'x', 65536]), timeout: 10 }],
    ['attach', { processId: random.choice(['x', 2 ** 40, -1, 1.5]), timeout: 10 }],
    ['attach', { websocketAddress: random.choice(['ws://127.0.0.1:1/x', 'nothing', 'http://', 5]) }],
  ] as const);
  return requestOf(seq, command, args);
}

function requestOf(seq: number, command: string, args: object): Sent {
  return { bytes: framed(JSON.stringify({ seq, type: 'request', command, arguments: args })), seq, command };
}
