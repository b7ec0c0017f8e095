import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DapClient } from '../support/dapClient.js';
import { Random } from '../soundness/random.js';
import { framed, message } from './messages.js';
import { pause, Trial } from './trial.js';

/** So long may an answer take, and the end. */
const patienceMs = 10_000;

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
    const beginAt = random.below(Math.max(1, Math.floor(count / 4)));
    for (let seq = 1; seq <= count && !hasEnded; seq++) {
      const sent = seq === beginAt ? begin(random, seq, trial) : message(random, seq, trial.path('program.js'));
      if (sent.seq !== null) waiting.set(sent.seq, sent.command);
      adapter.stdin.write(sent.bytes);
      // Some of them come while others are under way, some when all is done.
      if (random.chance(0.1)) await pause(random.below(20));
    }
    if (beginAt > 0) adapter.stdin.write(framed(JSON.stringify({ seq: 0, type: 'request', command: 'configurationDone' })));
    for (const started = Date.now(); waiting.size > 0 && !hasEnded && Date.now() - started < patienceMs;) await pause(20);
    for (const [seq, command] of waiting) faults.push(`request ${seq}, ${command.slice(0, 40)}, got no response`);
    if (hasEnded) faults.push(`the adapter has ended: ${said.slice(0, 500)}`);
    adapter.stdin.write(framed(JSON.stringify({ seq: count + 1, type: 'request', command: 'disconnect' })));
    const [code] = await Promise.race([ended, pause(patienceMs).then(() => ['it did not end'] as const)]);
    if (code !== 0) faults.push(`after disconnect: ${code}`);
    if (said !== '') faults.push(`it wrote: ${said.slice(0, 500)}`);
    faults.push(...(await trial.left()));
  } finally {
    adapter.kill('SIGKILL');
    trial.dispose();
  }
  return faults;
}

/** Launches or attaches, mostly as it must be done. */
function begin(random: Random, seq: number, trial: Trial) {
  const [command, args] = random.choice([
    ['launch', { program: trial.path('program.js') }],
    ['launch', { program: trial.path('program.js'), stopOnEntry: true }],
    ['launch', { program: trial.path('program.js'), console: 'integratedTerminal' }],
    [
      'launch',
      {
        program: trial.path('program.js'),
        args: random.choice([5, null, [{}], 'a b', ['\0']]),
        env: random.choice([5, [], null, { A: {} }]),
      },
    ],
    ['launch', { program: random.choice(['/nothing', 5, '', null, '/']) }],
    ['attach', { port: random.choice([1, 0, -1, 'x', 65536]), timeout: 10 }],
    ['attach', { processId: random.choice(['x', 2 ** 40, -1, 1.5]), timeout: 10 }],
    ['attach', { websocketAddress: random.choice(['ws://127.0.0.1:1/x', 'nothing', 'http://', 5]) }],
  ] as const);
  return { bytes: framed(JSON.stringify({ seq, type: 'request', command, arguments: args })), seq, command };
}
