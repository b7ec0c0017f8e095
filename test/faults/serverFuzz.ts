import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Random } from '../soundness/random.js';
import { deadline, pause } from './trial.js';

/** So long may an answer take. */
const patienceMs = 60_000;

const text = 'export function f(n: number) {\n  // @always n < 3\n  return n;\n}\n';
const uri = 'file:///nowhere/a.ts';
const at = { textDocument: { uri }, position: { line: 2, character: 9 } };

const odd: readonly unknown[] = [
  ...[null, true, '', 'x', '\0', '__proto__', 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], [null], {}, { uri: 1 }, { length: 2 ** 32 }],
  ...[
    { textDocument: null },
    { changes: {} },
    { changes: [null] },
    { settings: null },
    { settings: { whence: { rounds: 'x', exclude: 5 } } },
  ],
];

/** Right parameters of what the server handles. */
const known: Readonly<Record<string, unknown>> = {
  initialize: { processId: null, rootUri: null, capabilities: {} },
  initialized: {},
  'textDocument/didOpen': { textDocument: { uri, languageId: 'typescript', version: 1, text } },
  'textDocument/didChange': { textDocument: { uri, version: 2 }, contentChanges: [{ text }] },
  'textDocument/didClose': { textDocument: { uri } },
  'workspace/didChangeConfiguration': { settings: {} },
  'workspace/didChangeWatchedFiles': { changes: [{ uri, type: 2 }] },
  'workspace/didChangeWorkspaceFolders': { event: { added: [{ uri: 'file:///nowhere', name: 'x' }], removed: [] } },
  '$/cancelRequest': { id: 1 },
  '$/progress': { token: 1, value: 1 },
  '$/setTrace': { value: 'verbose' },
  'window/workDoneProgress/cancel': { token: 'x' },
  'textDocument/hover': at,
  'textDocument/definition': at,
  'textDocument/prepareRename': at,
  'textDocument/rename': { ...at, newName: 'm' },
  'textDocument/completion': at,
  'textDocument/codeAction': { ...at, range: { start: at.position, end: at.position }, context: { diagnostics: [] } },
  'textDocument/codeLens': at,
  'textDocument/inlayHint': { ...at, range: { start: at.position, end: at.position } },
  'textDocument/diagnostic': at,
  'textDocument/semanticTokens/full': at,
  'whence/stateAt': at,
  'whence/conditions': at,
  'whence/explain': at,
  'whence/negateAssertion': at,
  'whence/analyseWorkspace': {},
};
const methods = Object.keys(known);
const oddMethods: readonly unknown[] = ['', 'x', '__proto__', 'constructor', '$/x', 'textDocument/x', 5, null, {}, 'a'.repeat(10_000)];

interface Sent {
  readonly bytes: Buffer;
  /** The request that it is, if it is one that must be answered with its id. */
  readonly id: string | number | null;
}

function framed(body: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]);
}

/** A message, right or not, after which the next one can be found. */
function message(random: Random, number: number): Sent {
  const method = random.chance(0.9) ? random.choice(methods) : random.choice(oddMethods);
  const right = typeof method === 'string' ? known[method] : undefined;
  const params = random.chance(0.4) ? random.choice(odd) : random.chance(0.3) ? spoilt(random, right) : right;
  const id = random.chance(0.9) ? number : random.choice<unknown>([1, 'x', number - 1, {}, [], null, true, 1.5]);
  // Some are repeated while the first is under way: both are to be answered.
  const isRequest = random.chance(0.6);
  const isAnswered = isRequest && (typeof id === 'number' || typeof id === 'string');
  switch (random.below(14)) {
    case 0:
      return { bytes: framed(JSON.stringify({ jsonrpc: '2.0', id, method, params }).slice(0, -1 - random.below(9))), id: null };
    case 1:
      return {
        bytes: framed(random.choice(['', 'null', '[]', '5', '{}', '{"id":1}', '{"id":1,"error":5}', '{"result":1}', '\ufeff{}'])),
        id: null,
      };
    case 2:
      return { bytes: framed(Buffer.from([0x7b, 0xff, 0xfe, random.below(256), 0x7d])), id: null };
    case 3:
      return { bytes: framed(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), id: null };
    case 4:
      return { bytes: framed(JSON.stringify({ jsonrpc: '2.0', id: random.below(50), result: random.choice(odd) })), id: null };
    default:
      return {
        bytes: framed(JSON.stringify({ jsonrpc: '2.0', ...(isRequest ? { id } : {}), method, params })),
        id: isAnswered ? id : null,
      };
  }
}

/** One member of them, somewhere inside, is something else. */
function spoilt(random: Random, params: unknown): unknown {
  if (typeof params !== 'object' || params === null || Object.keys(params).length === 0 || random.chance(0.3)) return random.choice(odd);
  const name = random.choice(Object.keys(params));
  const members: Readonly<Record<string, unknown>> = { ...params };
  const changed = { ...members, [name]: spoilt(random, members[name]) };
  return Array.isArray(params) ? Object.values(changed) : changed;
}

/** What no framing is, or one that cannot be believed. */
function unframed(random: Random): Buffer {
  return Buffer.from(
    random.choice([
      ...[
        'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
        'Content-Length: x\r\n\r\n{}',
        'Content-Length: -5\r\n\r\n',
        'Content-Length\r\n\r\n',
        '\r\n\r\n',
      ],
      ...['Content-Length: 99999999999999\r\n\r\n{}', 'Content-Length: 1e3\r\n\r\n', '{"jsonrpc":"2.0"}'.repeat(1_000), '\0'.repeat(9_000)],
    ]),
  );
}

/** A language server, and what was wrong with it. */
class Session {
  readonly faults: string[] = [];
  hasEnded = false;
  private said = '';
  private readonly waiting = new Map<string, number>();
  private readonly child;
  private readonly ended: Promise<[number | null, string | null]>;
  private buffer = Buffer.alloc(0);
  private readonly answers = new Map<string, unknown>();

  constructor(dist: string) {
    this.child = spawn(process.execPath, [join(dist, 'server.js'), '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.child.stderr.setEncoding('utf8').on('data', (piece: string) => (this.said += piece));
    this.child.stdin.on('error', () => {});
    this.child.stdout.on('data', (data: Buffer) => this.hear(data));
    this.ended = once(this.child, 'exit') as Promise<[number | null, string | null]>;
    void this.ended.then(() => (this.hasEnded = true));
  }

  send({ bytes, id }: Sent): void {
    if (id !== null) this.waiting.set(JSON.stringify(id), (this.waiting.get(JSON.stringify(id)) ?? 0) + 1);
    this.child.stdin.write(bytes);
  }

  ask(id: string, method: string, params: unknown): void {
    this.send({ bytes: framed(JSON.stringify({ jsonrpc: '2.0', id, method, params })), id });
  }

  tell(method: string, params: unknown): void {
    this.child.stdin.write(framed(JSON.stringify({ jsonrpc: '2.0', method, params })));
  }

  answerTo(id: string): unknown {
    return this.answers.get(id);
  }

  async settle(): Promise<void> {
    for (const started = Date.now(); this.waiting.size > 0 && !this.hasEnded && Date.now() - started < patienceMs;) await pause(10);
    if (!this.hasEnded) for (const id of this.waiting.keys()) this.faults.push(`request ${id.slice(0, 40)} got no answer`);
  }

  /** After something that ends it: one sentence, and no crash. */
  async mustEnd(): Promise<void> {
    const outcome = await Promise.race([this.ended, deadline(patienceMs).then(() => null)]);
    if (outcome === null) this.faults.push('it did not end');
    else if (outcome[0] !== 1 && outcome[0] !== 0) this.faults.push(`it ended with ${String(outcome[0] ?? outcome[1])}`);
    const sentences = this.said.split('\n').filter((line) => line !== '');
    if (!sentences.some((line) => /^whence: .+\.$/.test(line))) this.faults.push(`it said: ${this.said.slice(0, 300)}`);
    if (sentences.some((line) => /^\s+at |failed and ends/.test(line))) this.faults.push(`it failed: ${this.said.slice(0, 500)}`);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private hear(data: Buffer): void {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(this.buffer.toString('latin1', 0, Math.max(0, end)))?.[1]);
      if (end < 0 || this.buffer.length < end + 4 + length) return;
      const body = JSON.parse(this.buffer.toString('utf8', end + 4, end + 4 + length)) as Readonly<Record<string, unknown>>;
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.receive(body);
    }
  }

  private receive({ id, method, result }: Readonly<Record<string, unknown>>): void {
    if (method !== undefined || id === null || id === undefined) return;
    const key = JSON.stringify(id);
    const left = (this.waiting.get(key) ?? 0) - 1;
    if (left > 0) this.waiting.set(key, left);
    else this.waiting.delete(key);
    if (typeof id === 'string') this.answers.set(id, result);
  }
}

/** Sends so many messages to a language server, and in the end asks it something; gives what was wrong with what came back. */
export async function fuzzServer(seed: number, count: number, dist: string): Promise<readonly string[]> {
  const random = new Random(seed);
  const session = new Session(dist);
  try {
    const beginAt = random.below(Math.max(1, Math.floor(count / 4)));
    let isInitialised = false;
    for (let number = 1; number <= count && !session.hasEnded; number++) {
      if (number === beginAt) session.ask('begin', 'initialize', known['initialize']);
      else session.send(message(random, number));
      isInitialised ||= number === beginAt;
      if (random.chance(0.05)) await pause(random.below(20));
    }
    if (!isInitialised) session.ask('begin', 'initialize', known['initialize']);
    await session.settle();
    const name = 'file:///nowhere/last.ts';
    session.tell('textDocument/didOpen', { textDocument: { uri: name, languageId: 'typescript', version: 1, text } });
    session.ask('last', 'whence/conditions', { textDocument: { uri: name }, position: at.position });
    await session.settle();
    if (!JSON.stringify(session.answerTo('last') ?? null).includes('n < 3')) {
      session.faults.push(`the last answer is ${JSON.stringify(session.answerTo('last') ?? null).slice(0, 200)}`);
    }
    session.send({ bytes: unframed(random), id: null });
    await session.mustEnd();
  } finally {
    session.kill();
  }
  return session.faults;
}
