import { requests as own } from '../../adapter/dap/querypoints/protocol.js';
import type { Random } from '../soundness/random.js';

/** Something that is sent to the debug adapter. */
export interface Sent {
  readonly bytes: Buffer;
  /** The request that it is, if it is one that must be answered; else null. */
  readonly seq: number | null;
  readonly command: string;
}

const program = 'PROGRAM';

/** Values that nobody expects. None of them could be the number of a process. */
const odd: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  '\0',
  '__proto__',
  'constructor',
  '😀'.repeat(100),
  'a'.repeat(100_000),
  0,
  -1,
  1,
  2,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  [],
  [null],
  [[]],
  [1, 'x', {}],
  {},
  { path: 1 },
  { length: 2 ** 32 },
  { toString: 1 },
];

/** JSON that no value of JavaScript's would be written as. */
const oddTexts = ['1e999', '-1e999', '{"__proto__":null}', '{"a":1,"a":2}', `${'['.repeat(2000)}${']'.repeat(2000)}`, '"\\ud800"'];

/** Right arguments of each request. Numbers of threads, frames and variables are small, so that some of them exist. */
const known: Readonly<Record<string, (random: Random) => object>> = {
  initialize: (random) => ({ adapterID: 'whence', linesStartAt1: random.chance(0.9), columnsStartAt1: true }),
  configurationDone: () => ({}),
  setBreakpoints: (random) => ({ source: { path: program }, breakpoints: [{ line: random.between(1, 8), ...asked(random) }] }),
  setFunctionBreakpoints: (random) => ({ breakpoints: [{ name: 'add', ...asked(random) }] }),
  dataBreakpointInfo: (random) => ({ variablesReference: random.between(1, 20), name: random.choice(['n', 'box', 'nothing']) }),
  setDataBreakpoints: (random) => ({ breakpoints: [{ dataId: `1/${random.between(1, 5)}`, ...asked(random) }] }),
  setExceptionBreakpoints: (random) => ({ filters: random.choice([[], ['all'], ['uncaught'], ['all', 'other']]) }),
  breakpointLocations: (random) => ({ source: { path: program }, line: random.between(1, 9), endLine: random.between(1, 1000) }),
  continue: thread,
  next: thread,
  stepIn: (random) => ({ ...thread(random), targetId: random.between(1, 3) }),
  stepOut: thread,
  pause: thread,
  stepInTargets: frame,
  restartFrame: frame,
  toggleSkipFileStatus: () => ({ resource: program }),
  threads: () => ({}),
  stackTrace: (random) => ({ ...thread(random), startFrame: random.between(0, 3), levels: random.between(0, 20) }),
  scopes: frame,
  variables: (random) => ({ variablesReference: random.between(1, 20), start: random.between(0, 5), count: random.between(0, 5) }),
  evaluate: (random) => ({
    expression: random.choice(['1+1', 'box', 'box.n', 'throw 1', 'process.pid', '((', 'new Proxy({}, {})', 'Array(1e6)']),
    ...(random.chance(0.5) ? frame(random) : {}),
    context: random.choice(['watch', 'repl', 'hover', 'clipboard', 'other']),
  }),
  completions: (random) => ({ text: random.choice(['box.', 'pro', '']), column: random.between(0, 6), ...frame(random) }),
  setVariable: (random) => ({ variablesReference: random.between(1, 20), name: 'n', value: random.choice(['1', '((', 'box']) }),
  setExpression: (random) => ({ expression: 'box.n', value: '2', ...frame(random) }),
  exceptionInfo: thread,
  source: (random) => ({ sourceReference: random.between(0, 40) }),
  loadedSources: () => ({}),
  stepBack: thread,
  reverseContinue: thread,
  cancel: (random) => ({ requestId: random.between(1, 300) }),
  [own.chains]: () => ({}),
  [own.live]: (random) => ({ ...frame(random), names: ['box', 'i'] }),
  [own.candidates]: point,
  [own.stopAt]: point,
  [own.ask]: (random) => ({ kind: random.choice(['lastChange', 'lastCondition', 'other']), expression: 'box.n', ...frame(random) }),
};

/** Requests that take long, because the program is run again. */
const slow: ReadonlySet<string> = new Set([own.ask, own.stopAt, 'stepBack', 'reverseContinue']);
/** After these the program does not wait for a while. */
const goesOn: ReadonlySet<string> = new Set(['continue', 'next', 'stepIn', 'stepOut', 'restartFrame']);
const commands = Object.keys(known);
const oddNames = ['', 'x', '\0', '__proto__', 'constructor', 'toString', '😀'.repeat(20), 'a'.repeat(10_000)];

function asked(random: Random): object {
  return random.choice([{}, {}, { condition: 'box.n > 3' }, { condition: '((' }, { hitCondition: '> 2' }, { logMessage: 'n is {box.n}' }]);
}

function thread(random: Random) {
  return { threadId: random.chance(0.9) ? 1 : 2 };
}

function frame(random: Random) {
  return { frameId: random.between(1, 12) };
}

function point(random: Random) {
  return { chain: random.between(1, 2), point: random.choice(['P1', 'P2', 'P9']) };
}

/** A message that comes after `seq` others; `path` is the program that is debugged. */
export function message(random: Random, seq: number, path: string): Sent {
  const kind = random.next();
  if (kind < 0.08) return { bytes: malformed(random), seq: null, command: 'no frame' };
  if (kind < 0.16) return { bytes: framed(noRequest(random)), seq: null, command: 'no request' };
  if (kind < 0.24) {
    const text = `{"seq":${seq},"type":"request","command":"${random.choice(commands)}","arguments":${random.choice(oddTexts)}}`;
    return { bytes: framed(text), seq, command: 'odd JSON' };
  }
  const command = kind < 0.3 ? random.choice(oddNames) : random.choice(commands);
  if (slow.has(command) && random.chance(0.9)) return message(random, seq, path);
  if (goesOn.has(command) && random.chance(0.8)) return message(random, seq, path);
  const right = Object.hasOwn(known, command) ? known[command]?.(random) : undefined;
  const args = random.chance(0.45) ? broken(random, right ?? {}) : (right ?? {});
  const text = JSON.stringify({ seq, type: 'request', command, arguments: args }).replaceAll(JSON.stringify(program), JSON.stringify(path));
  return { bytes: framed(text), seq, command };
}

export function framed(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** With one part replaced, taken away or added, or something else altogether. */
function broken(random: Random, args: object): unknown {
  if (random.chance(0.1)) return random.choice(odd);
  const names = Object.keys(args);
  const name = names.length === 0 || random.chance(0.1) ? random.choice(oddNames) : random.choice(names);
  if (random.chance(0.2)) return Object.fromEntries(Object.entries(args).filter(([one]) => one !== name));
  const value = (args as Readonly<Record<string, unknown>>)[name];
  const inside = typeof value === 'object' && value !== null && random.chance(0.6);
  const other = !inside
    ? random.choice(odd)
    : Array.isArray(value)
      ? value.map((one) => broken(random, one as object))
      : broken(random, value);
  return { ...args, [name]: other };
}

/** Frames that hold no message of the protocol, or one that nobody has waited for. */
function noRequest(random: Random): string {
  return random.choice([
    'null',
    '1',
    '"text"',
    '[]',
    '{}',
    '{"type":"request"',
    '\ufeff{}',
    '{"seq":1,"type":"event","event":"initialized"}',
    '{"seq":1,"type":"response"}',
    '{"seq":1,"type":"response","request_seq":1,"success":true,"command":"runInTerminal"}',
    '{"seq":1,"type":"response","request_seq":"x","success":true,"body":null}',
    '{"seq":1,"type":5,"command":"threads"}',
    ...oddTexts,
  ]);
}

/** Bytes between frames. The next frame must be understood again. */
function malformed(random: Random): Buffer {
  const text = random.choice([
    'hello\r\n\r\n',
    '\r\n\r\n',
    '\r\n',
    'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'Content-Length: x\r\n\r\n',
    'Content-Length: -5\r\n\r\n',
    'Content-Length: 1e3\r\n\r\n',
    'Content-Length: 99999999999999999999\r\n\r\n',
    'Content-Length:\r\n\r\n',
    'content-length: 2\r\n\r\n{}',
    'Content-Type: x\r\n\r\n{}',
    'Content-Length: 0\r\n\r\n',
    '{"seq":1,"type":"request","command":"threads"}',
    'x'.repeat(random.between(1, 20_000)),
    '\0\u0001\u0002',
  ]);
  return Buffer.from(text);
}
