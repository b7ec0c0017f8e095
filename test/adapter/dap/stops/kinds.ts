import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugged, Stopped } from '../../../support/debugging.js';

/** A kind of stop: a program in which `box.value` was last written on the line marked `//last`, and how a debugger comes to wait in it. */
export interface KindOfStop {
  readonly kind: string;
  /** By name, the program first. */
  readonly files: Readonly<Record<string, string>>;
  readonly launch?: Readonly<Record<string, unknown>>;
  /** What is set before the program runs; at the mark `//stop` a breakpoint, if nothing else is said. */
  readonly configure?: (debugged: Debugged) => Promise<unknown>;
  /** From the first stop to the one that is meant. */
  readonly reach?: (debugged: Debugged, first: Stopped) => Promise<Stopped>;
  /** Where no answer is given: what is said instead. */
  readonly refusal?: RegExp;
  /** Where the moment is told by what is seen there: what the note says. */
  readonly alike?: RegExp;
}

const js = (text: string, box = 'const box = { value: 0, other: 0 };\n') => ({ 'program.cjs': `${box}${text}` });
const mjs = (text: string) => ({ 'program.mjs': `const box = { value: 0 };\n${text}` });

const step =
  (...commands: readonly ('next' | 'stepIn' | 'stepOut')[]) =>
  async (debugged: Debugged, first: Stopped): Promise<Stopped> => {
    let stopped = first;
    for (const command of commands) stopped = await debugged.go(command, stopped);
    return stopped;
  };

/** A breakpoint at a text within the line of the mark. */
const atColumn = (text: string) => async (debugged: Debugged) => {
  const file = Object.keys(debugged.files)[0] ?? '';
  const line = debugged.line('//stop');
  const column = ((debugged.files[file] ?? '').split('\n')[line - 1] ?? '').indexOf(text) + 1;
  await debugged.client.request('setBreakpoints', { source: { path: debugged.path(file) }, breakpoints: [{ line, column }] });
};

const exceptions =
  (...filters: readonly string[]) =>
  (debugged: Debugged) =>
    debugged.client.request('setExceptionBreakpoints', { filters });

const nothing = () => Promise.resolve();

/** A data breakpoint at a member of an object, set where the program first waits. */
const watching =
  (name: string, accessType: DebugProtocol.DataBreakpointAccessType = 'write', holder = 'box') =>
  async (debugged: Debugged, first: Stopped) => {
    const object = await debugged.evaluate(holder, 'watch', first);
    const about = await debugged.client.request<DebugProtocol.DataBreakpointInfoResponse['body']>('dataBreakpointInfo', {
      variablesReference: object.variablesReference,
      name,
    });
    await debugged.client.request('setDataBreakpoints', { breakpoints: [{ dataId: about.dataId, accessType }] });
    return debugged.go('continue', first);
  };

/** Asks for a pause when the program has printed something. */
const pausing = async (debugged: Debugged) => {
  void debugged.client
    .event('output', ({ output }: { output: string }) => output.includes('going'))
    .then(() => debugged.client.request('pause', { threadId: 1 }));
};

/** A pause may come while Node still prints: then the program goes on, and is paused again. */
const untilInProgram = async (debugged: Debugged, first: Stopped): Promise<Stopped> => {
  let stopped = first;
  while (stopped.frame.source?.name !== 'program.cjs') {
    const next = debugged.stopped();
    await debugged.client.request('continue', { threadId: stopped.threadId });
    await debugged.client.request('pause', { threadId: stopped.threadId });
    stopped = await next;
  }
  return stopped;
};

export const kindsOfStop: readonly KindOfStop[] = [
  { kind: 'a breakpoint', files: js('box.value = 1;\nbox.value = 2; //last\nconsole.log(box); //stop') },
  {
    kind: 'a breakpoint in the middle of a statement',
    files: js('const put = (n) => { box.value = n; return n; }; //last\nput(1) + put(2) + put(3); //stop'),
    configure: atColumn('put(3)'),
  },
  {
    kind: 'a conditional breakpoint',
    files: js('for (let i = 0; i < 5; i++) {\n  box.value = i; //last\n  box.seen = i; //stop\n}'),
    configure: (debugged) => debugged.breakAt(['//stop'], { condition: 'box.value === 3' }),
  },
  {
    kind: 'a breakpoint that counts its hits',
    files: js('for (let i = 0; i < 5; i++) {\n  box.value = i; //last\n  box.seen = i; //stop\n}'),
    configure: (debugged) => debugged.breakAt(['//stop'], { hitCondition: '4' }),
  },
  {
    kind: 'a breakpoint at a function',
    files: js('function late(n) { return n + box.value; }\nbox.other = 1; //stop\nlate(1);\nbox.value = 4; //last\nlate(3);'),
    reach: async (debugged, first) => {
      await debugged.client.request('setFunctionBreakpoints', { breakpoints: [{ name: 'late' }] });
      return debugged.go('continue', await debugged.go('continue', first));
    },
    alike: /looks like this stop: line 2, the same stack, n = 3\./,
  },
  {
    kind: 'a line with a log message',
    files: js('box.value = 1; //last\nbox.seen = 1; //first\nbox.seen = 2; //logged'),
    configure: async (debugged) => {
      const breakpoints = [{ line: debugged.line('//first') }, { line: debugged.line('//logged'), logMessage: 'at {box.value}' }];
      await debugged.client.request('setBreakpoints', { source: { path: debugged.path('program.cjs') }, breakpoints });
    },
    reach: step('next'),
  },
  {
    kind: 'a data breakpoint at a property',
    files: js('box.other = 1; //stop\nbox.value = 1; //last\nbox.other = 2;\nbox.seen = 3;'),
    reach: async (debugged, first) => {
      return watching('other')(debugged, await debugged.go('next', first));
    },
    alike: /looks like this stop: after the write in line 4, the same stack, box\.other = 2\./,
  },
  {
    kind: 'a data breakpoint at the value that is asked about',
    files: js('box.other = 1; //stop\nfor (const n of [1, 2]) {\n  box.other = n;\n  box.value = n; //last\n}\nbox.seen = 3;'),
    reach: async (debugged, first) => {
      const there = await watching('value')(debugged, first);
      return debugged.go('continue', there);
    },
    alike: /looks like this stop: after the write in line 5, the same stack, box\.value = 2, n = 2\./,
  },
  {
    kind: 'a data breakpoint in a method that counts',
    files: js('const up = { by(n) {\n  box.value = n; //last\n  return ++box.other;\n} };\nbox.seen = 1; //stop\nup.by(3);\nup.by(4);'),
    reach: async (debugged, first) => debugged.go('continue', await watching('other')(debugged, first)),
    alike: /after the write in line 4, the same stack, box\.other = 2, n = 4\./,
  },
  {
    kind: 'a data breakpoint where a property is read',
    files: js('box.seen = 1; //stop\nbox.value = 1; //last\nconst n = 1 + box.other;\nbox.value = n;'),
    reach: watching('other', 'read'),
    alike: /looks like this stop: line 4, the same stack\./,
  },
  {
    kind: 'a data breakpoint where a property is read after a call',
    files: js('const put = (n) => (box.value = n); //last\nbox.seen = 1; //stop\nconst n = put(1) + box.other;\nbox.value = n;'),
    reach: watching('other', 'read'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a data breakpoint where a pattern reads of what a call gave',
    files: js(
      'const put = (n) => {\n  box.value = n; //last\n  return box;\n};\nbox.seen = 1; //stop\nconst { other } = put(1);\nbox.seen = other;',
    ),
    reach: watching('other', 'read'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a data breakpoint where a native reads what a call gave',
    files: js(
      'const put = (n) => {\n  box.value = n; //last\n  return box;\n};\nbox.seen = 1; //stop\nconst text = JSON.stringify(put(1));\nbox.seen = text;',
    ),
    reach: watching('other', 'read'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a data breakpoint where a native reads what it copies',
    files: js('const from = { value: 1, other: 2 };\nbox.seen = 1; //stop //last\nObject.assign(box, from);\nbox.seen = 2;'),
    reach: watching('other', 'read', 'from'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a data breakpoint where a pattern has read an accessor',
    files: js(
      'const from = { get a() { return (box.value = 1); }, other: 2 }; //last\nbox.seen = 1; //stop\nconst { a, other } = from;\nbox.seen = a;',
    ),
    reach: watching('other', 'read', 'from'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a data breakpoint where a template has converted an object',
    files: js(
      'const from = { toString() { return String((box.value = 1)); }, other: 2 }; //last\nbox.seen = 1; //stop\nconst text = `${from}${box.other}`;\nbox.seen = text;',
    ),
    reach: watching('other', 'read'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a data breakpoint where an index is an object that was converted',
    files: js(
      "const key = { toString() { box.value = 1; return 'other'; } }; //last\nbox.seen = 1; //stop\nconst got = box[key];\nbox.seen = got;",
    ),
    reach: watching('other', 'read'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a data breakpoint where an assignment adds to a property',
    files: js('box.seen = 1; //stop\nbox.value = 1; //last\nbox.other += box.value;\nbox.value = 2;'),
    reach: watching('other', 'read'),
    alike: /looks like this stop: line 4, the same stack\./,
  },
  {
    kind: 'a data breakpoint where an element is read by its name',
    files: js("const key = 'other';\nbox.seen = 1; //stop\nbox.value = 1; //last\nconst got = [box?.[key], box[key]];"),
    reach: watching('other', 'read'),
    alike: /looks like this stop: line 5, the same stack, key = "other"\./,
  },
  {
    kind: 'a data breakpoint at a property that a native writes',
    files: js('box.value = 1; //stop //last\nObject.assign(box, { other: 1 });\nbox.value = 2;'),
    reach: watching('other'),
    refusal: /at a value that is watched/,
  },
  {
    kind: 'a step after a data breakpoint',
    files: js('box.other = 1; //stop\nfor (const n of [1, 2]) {\n  box.other = n;\n  box.value = n; //last\n}\nbox.seen = 3;'),
    reach: async (debugged, first) => debugged.go('next', await debugged.go('next', await watching('value')(debugged, first))),
    alike: /looks like this stop/,
  },
  { kind: 'a statement `debugger`', files: js('box.value = 1; //last\ndebugger;\nbox.value = 2;'), configure: nothing },
  {
    kind: 'a statement `debugger` in a text that eval runs',
    files: js("box.value = 1; //last\neval('let inner = 1;\\ndebugger; inner++;');\nbox.value = 2;"),
    configure: nothing,
    refusal: /in the middle of a statement/,
  },
  {
    kind: 'a pause in a loop',
    files: js(
      "box.value = 1; //last\nconsole.log('going');\nlet turns = 0;\nwhile (box.value === 1) {\n  turns++;\n  box.other = 3n ** 3000n > 0n;\n}",
    ),
    configure: pausing,
    reach: untilInProgram,
    alike: /turns = \d+/,
  },
  { kind: 'a step over', files: js('box.seen = 1; //stop\nbox.value = 1; //last\nbox.seen = 2;'), reach: step('next', 'next') },
  {
    kind: 'a step into a function',
    files: js('function inner(n) {\n  return box && n;\n}\nbox.value = 1; //last\ninner(2); //stop'),
    reach: step('stepIn'),
  },
  {
    kind: 'a step out, in the middle of a statement',
    files: js('function inner(n) {\n  box.value = n; //last\n  return n;\n}\nconst sum = inner(2) + inner(3); //stop\nbox.seen = sum;'),
    reach: step('stepIn', 'stepOut'),
  },
  {
    kind: 'a step out to a call whose arguments are calls',
    files: js(
      'const put = (n) => {\n  box.value = n; //last\n  return n;\n};\nbox.seen = Math.max(\n  put(1),\n  put(2), //stop\n);\nbox.seen = 1;',
    ),
    configure: atColumn('put(2)'),
    reach: step('stepIn', 'stepOut'),
  },
  {
    kind: 'a step out to a call that has no arguments',
    files: js('const o = { a() {\n  box.value = 1; //last\n  return this; //stop\n}, b() {} };\no.a()\n  .b();'),
    reach: step('stepOut'),
  },
  {
    kind: 'a step out to a call of a method that is named as a keyword',
    files: js('const o = { a() {\n  box.value = 1; //last\n  return this; //stop\n}, catch() {} };\no.a().catch(() => {}, 1);'),
    reach: step('stepOut'),
  },
  {
    kind: 'a step out to `new` without arguments',
    files: js('class A {}\nfunction put() {\n  box.value = 1; //last\n  return A; //stop\n}\nconst made = [put(), new A];'),
    reach: step('stepOut'),
  },
  {
    kind: 'a step out to a return',
    files: js('function inner() {\n  box.value = 1; //last\n  return 1; //stop\n}\nfunction outer() {\n  return inner() + 1;\n}\nouter();'),
    reach: step('stepOut'),
  },
  {
    kind: 'a step out to a return without a semicolon',
    files: js('function inner() {\n  box.value = 1; //last\n  return 1; //stop\n}\nfunction outer() {return inner()}\nouter();'),
    reach: step('stepOut'),
  },
  {
    kind: 'a step out to the end of a short arrow function',
    files: js('function inner() {\n  box.value = 1; //last\n  return 1; //stop\n}\nconst outer = (n) => ({ n: inner() });\nouter(1);'),
    reach: step('stepOut'),
  },
  {
    kind: 'a step to where a template is handed to its tag',
    files: js('function inner() {\n  box.value = 1; //last\n  return 1; //stop\n}\nconst tag = () => 1;\nbox.seen = tag`a${inner()}b`;'),
    reach: step('stepOut'),
    refusal: /in the middle of a statement/,
  },
  {
    kind: 'a step past the last statement of a function',
    files: js('function inner(n) {\n  box.value = n; //stop //last\n}\ninner(2);\nbox.seen = 1;'),
    reach: step('next'),
  },
  {
    kind: 'a step from a return to the caller',
    files: js('function inner(n) {\n  box.value = n; //last\n  return n; //stop\n}\nbox.seen = inner(2);\nbox.seen = 1;'),
    reach: step('next', 'next'),
  },
  {
    kind: 'a step into a callback of a native',
    files: js('box.value = 1; //last\n[1, 2].forEach((n) => { //stop\n  box.seen = n;\n});'),
    reach: step('stepIn'),
  },
  {
    kind: 'a breakpoint in a callback of sort',
    files: js('[3, 1, 2].sort((a, b) => {\n  if (a === 2) box.seen = 1; //stop\n  box.value = a; //last\n  return a - b;\n});'),
    configure: (debugged) => debugged.breakAt(['//stop'], { condition: 'box.value !== 0' }),
  },
  {
    kind: 'a breakpoint in a getter',
    files: js('const o = { get g() { return box.value; } };//stop\nbox.value = 1; //last\no.g;'),
    configure: atColumn('return'),
  },
  {
    kind: 'a breakpoint in a setter',
    files: js('const o = { set s(n) {\n  box.seen = n; //stop\n} };\nbox.value = 1; //last\no.s = 3;'),
  },
  {
    kind: 'a breakpoint in a trap of a proxy',
    files: js('const p = new Proxy({}, { get(target, key) {\n  return box && key; //stop\n} });\nbox.value = 1; //last\np.x;'),
  },
  {
    kind: 'a breakpoint in a constructor',
    files: js('class A { constructor() {\n  this.x = 1;\n  box.value = 2; //last\n  this.y = 1; //stop\n} }\nnew A();'),
  },
  {
    kind: 'a breakpoint in the initializer of a field',
    files: js('class A {\n  x = box.value; //stop\n}\nbox.value = 2; //last\nnew A();'),
  },
  {
    kind: 'a step between the calls in the initializer of a field',
    files: js('const put = (n) => {\n  box.value = n; //last\n  return n;\n};\nclass A {\n  x = put(1) + put(2); //stop\n}\nnew A();'),
    reach: step('stepIn', 'stepIn', 'stepOut'),
  },
  { kind: 'a breakpoint in a static block', files: js('box.value = 2; //last\nclass A {\n  static {\n    this.x = box; //stop\n  }\n}') },
  {
    kind: 'a breakpoint in the default of a parameter',
    files: js('function f(\n  a = box.seen++, //stop\n) { return a; }\nbox.value = 2; //last\nf();'),
    configure: atColumn('box.seen'),
  },
  {
    kind: 'a step into a function whose parameter has a call as its default',
    files: js('const g = () => 1;\nfunction f(a = g(box)) {\n  return a;\n}\nbox.value = 2; //last\nf(); //stop'),
    reach: step('stepIn'),
  },
  {
    kind: 'a breakpoint after a yield',
    files: js('function* g() {\n  yield 1;\n  box.seen = 1; //stop\n  yield 2;\n}\nfor (const n of g()) box.value = n; //last'),
  },
  {
    kind: 'a breakpoint after an await',
    files: js('async function f() {\n  await null;\n  box.seen = 1; //stop\n}\nf();\nbox.value = 2; //last'),
  },
  {
    kind: 'a breakpoint in a callback of a promise',
    files: js('Promise.resolve(1).then((n) => {\n  box.seen = n; //stop\n});\nbox.value = 2; //last'),
  },
  { kind: 'a breakpoint in a callback of a timer', files: js('setTimeout(() => {\n  box.seen = 1; //stop\n}, 3);\nbox.value = 2; //last') },
  {
    kind: 'a breakpoint in a listener',
    files: js(
      "const e = new (require('node:events'))();\ne.on('x', (n) => {\n  box.seen = n; //stop\n});\nbox.value = 2; //last\ne.emit('x', 1);",
    ),
  },
  {
    kind: 'a breakpoint in a catch clause',
    files: js('try {\n  box.value = 2; //last\n  null.x;\n} catch (error) {\n  box.seen = error; //stop\n}'),
  },
  {
    kind: 'a breakpoint in a finally clause',
    files: js('function f() {\n  try {\n    return (box.value = 2); //last\n  } finally {\n    box.seen = 1; //stop\n  }\n}\nf();'),
  },
  {
    kind: 'an exception that nobody catches',
    files: js('box.value = 2; //last\nconst o = null;\no.x;'),
    configure: exceptions('uncaught'),
  },
  {
    kind: 'an exception that is caught',
    files: js("box.value = 2; //last\ntry {\n  JSON.parse('{');\n} catch {\n  box.value = 3;\n}"),
    configure: exceptions('all'),
  },
  {
    kind: 'a rejection that nobody handles',
    files: js("async function f() {\n  await null;\n  throw new Error('late' + box);\n}\nbox.value = 2; //last\nf();"),
    configure: exceptions('uncaught'),
  },
  {
    kind: 'a breakpoint in a worker thread',
    files: {
      'program.cjs': "const { Worker } = require('node:worker_threads');\nnew Worker(__dirname + '/worker.cjs');",
      'worker.cjs': 'const box = { value: 0 };\nbox.value = 2; //last\nbox.seen = 1; //stop',
    },
    configure: (debugged) => debugged.breakAt(['//stop'], {}, 'worker.cjs'),
    alike: /^Answered for the first thread or process that comes to this stop with the same stack and values\..*The stop is in the process/,
  },
  {
    kind: 'a breakpoint in a child process',
    files: {
      'program.cjs': "require('node:child_process').fork(__dirname + '/child.cjs');",
      'child.cjs': 'const box = { value: 0 };\nbox.value = 2; //last\nbox.seen = 1; //stop',
    },
    configure: (debugged) => debugged.breakAt(['//stop'], {}, 'child.cjs'),
    alike: /^Answered for the first thread or process that comes to this stop with the same stack and values\..*The stop is in the process/,
  },
  {
    kind: 'a breakpoint in the second of two threads that run the same file',
    files: {
      'program.cjs':
        "const { Worker } = require('node:worker_threads');\nnew Worker(__dirname + '/worker.cjs', { workerData: 1 }).on('exit', () =>\n  new Worker(__dirname + '/worker.cjs', { workerData: 2 }));",
      'worker.cjs':
        "const { workerData: n } = require('node:worker_threads');\nconst box = { value: 0 };\nfunction put(m) {\n  box.value = 10 * m; //last\n  box.seen = 1; //stop\n}\nput(n);",
    },
    configure: (debugged) => debugged.breakAt(['//stop'], { condition: 'm === 2' }, 'worker.cjs'),
    alike: /The stop is in the process node .*program\.cjs, worker thread 2/,
  },
  {
    kind: 'a step in a worker thread',
    files: {
      'program.cjs': "const { Worker } = require('node:worker_threads');\nnew Worker(__dirname + '/worker.cjs');",
      'worker.cjs': 'const box = { value: 0 };\nbox.seen = 1; //stop\nbox.value = 2; //last\nbox.seen = 2;\nbox.seen = 3;',
    },
    configure: (debugged) => debugged.breakAt(['//stop'], {}, 'worker.cjs'),
    reach: step('next', 'next'),
    alike: /The stop is in the process/,
  },
  {
    kind: 'a statement `debugger` in a vm context',
    files: js("require('node:vm').runInNewContext('box.value = 2;\\ndebugger;\\nbox.seen = 1;', { box });"),
    configure: nothing,
    refusal: /in the middle of a statement/,
  },
  {
    kind: 'a statement `debugger` in a text of the Function constructor',
    files: js("const f = new Function('box', 'box.value++; debugger; box.seen = 1;');\nbox.value = 2;\nf(box);"),
    configure: nothing,
    refusal: /in the middle of a statement/,
  },
  {
    kind: 'a breakpoint after an await at the top of a module',
    files: mjs('await null;\nbox.value = 2; //last\nawait null;\nbox.seen = 1; //stop'),
  },
  {
    kind: 'a breakpoint in TypeScript',
    files: {
      'program.ts':
        'interface Box { value: number }\nconst box: Box = { value: 0 };\nbox.value = 2; //last\nconsole.log(box as Box); //stop',
    },
    launch: { runtimeArgs: ['--import', import.meta.resolve('tsx')] },
  },
  {
    kind: 'the first statement',
    files: js('', 'const box = { value: 1 }; //last\nbox.seen = 1;'),
    launch: { stopOnEntry: true },
    configure: nothing,
    reach: step('next'),
  },
  {
    kind: 'a breakpoint in a loop over a stream',
    files: mjs(
      "import { Readable } from 'node:stream';\nfor await (const n of Readable.from([1, 2, 3])) {\n  if (n === 3) box.seen = n; //stop\n  box.value = n; //last\n}",
    ),
    configure: (debugged) => debugged.breakAt(['//stop'], { condition: 'n === 3' }),
  },
  {
    kind: 'a breakpoint in a conversion to a text',
    files: js('const o = { toString() {\n  return box && "o"; //stop\n} };\nbox.value = 2; //last\n`${o}`;'),
  },
  {
    kind: 'a breakpoint in a tag of a template',
    files: js('function tag(parts, ...values) {\n  return box && values; //stop\n}\nbox.value = 2; //last\ntag`a${1}b`;'),
  },
  {
    kind: 'a breakpoint in a recursion',
    files: js('function down(n) {\n  box.value = n; //last\n  if (n === 0) return 0; //stop\n  return down(n - 1);\n}\ndown(4);'),
    configure: (debugged) => debugged.breakAt(['//stop'], { condition: 'n === 2' }),
  },
  {
    kind: 'a breakpoint in a private method',
    files: js('class A { #x() {\n  return box && 1; //stop\n}\n go() { return this.#x(); } }\nbox.value = 2; //last\nnew A().go();'),
  },
  {
    kind: 'a breakpoint in a test of node:test',
    files: js("require('node:test')('adds', () => {\n  box.value = 2; //last\n  box.seen = 1; //stop\n});"),
  },
];
