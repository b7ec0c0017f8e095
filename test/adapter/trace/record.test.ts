import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrittenFile } from '../../../adapter/operations/recording/writtenFile.js';
import { root } from '../../tidy/files.js';
import { traceRows, type ShownRow, type ShownTrace } from '../../support/traceRows.js';

const folder = mkdtempSync(join(tmpdir(), 'whence-record-'));
after(() => rmSync(folder, { recursive: true }));

interface Recorded extends ShownTrace {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function command(words: readonly string[]): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

function recorded(
  text: string,
  { name = 'a.js', options = [] }: { readonly name?: string; readonly options?: readonly string[] } = {},
): Recorded {
  writeFileSync(join(folder, name), text);
  const result = command(['record', '--out', 'a.trace', '--force', ...options, '--', name]);
  assert.equal(result.code, 0, result.stderr);
  return { ...result, ...traceRows(join(folder, 'a.trace')) };
}

/** What happened, in the words of the program: calls, arguments, ends, throws and handlers, by the name of the function that runs. */
function story({ rows }: ShownTrace): readonly string[] {
  const names = new Map<number, string>();
  const told: string[] = [];
  for (const row of rows) {
    if (row.kind === 'call') names.set(row.subject, row.key === 'program' ? '' : (/^\w+/.exec(row.text)?.[0] ?? '=>'));
    const name = names.get(row.subject) ?? '?';
    const line = toldOf(row, name);
    if (line !== null && name !== '') told.push(line);
  }
  return told;
}

function toldOf(row: ShownRow, name: string): string | null {
  const value = String(row.value);
  switch (row.kind) {
    case 'call':
      return `${name}(`;
    case 'argument':
      return `${String(row.key).replace('argument ', '')}=${value}`;
    case 'exit':
      return `${name} -> ${row.tag === 12 ? 'as before' : value}`;
    case 'throw':
      return `${name} throws`;
    case 'catch':
      return `${name} catches`;
    case 'last':
      return `${name} finally${row.value === true ? ' after return' : ''}`;
    case 'suspend':
      return `${name} waits ${value}`;
    case 'resume':
      return `${name} goes on ${value}`;
    default:
      return null;
  }
}

const writesOf = ({ rows }: ShownTrace, name: string): readonly unknown[] =>
  rows.filter(({ kind, key }) => key === name && /^(write|define|native|result|delete)$/.test(kind)).map(({ value }) => value);

describe('whence record', () => {
  it('tells calls with arguments as they were passed, and results', () => {
    const trace = recorded(`
      function sum(a, b = 2, ...rest) { return a + b + rest.length + arguments.length; }
      sum(1); sum(1, 1, 1, 1);
      const arrow = (x, { y }) => { x = 5; return x + y; };
      arrow(1, { y: 2 });
      const short = (x) => x;
      short();
      class Plain { go() { return 1; } }
      const made = new Plain; made.go?.(); made.none?.(); made?.go();
      console.log(new Plain().go(), (new Plain).go(), new (class { x = 1; })().x);
    `);
    assert.deepEqual(story(trace), [
      ...['sum(', '0=1', 'sum -> 4'],
      ...['sum(', '0=1', '1=1', '2=1', '3=1', 'sum -> 8'],
      ...['=>(', '0=1', '=> -> 7'],
      ...['=>(', '0=undefined', '=> -> undefined'],
      ...['class(', 'class -> undefined', '=>(', '=> -> 1', '=>(', '=> -> 1'],
      ...['class(', 'class -> undefined', '=>(', '=> -> 1', 'class(', 'class -> undefined', '=>(', '=> -> 1'],
      ...['class(', 'class -> undefined'],
    ]);
    assert.equal(trace.stdout.split('\n')[0], '1 1 1');
  });

  it('tells ends of every kind, also those by exceptions that pass through natives', () => {
    const trace = recorded(`
      function falls() { 1; }
      function empty() { return; }
      function deep(n) { if (n === 0) throw new Error('deep'); deep(n - 1); }
      function through() { [1].forEach(() => deep(1)); }
      function overrides() { try { return 1; } finally { return 2; } }
      function rethrows() { try { deep(0); } catch { return 'caught'; } finally { falls(); } }
      falls(); empty();
      try { through(); } catch {}
      overrides(); rethrows();
    `);
    assert.deepEqual(story(trace), [
      ...['falls(', 'falls -> undefined', 'empty(', 'empty -> undefined'],
      ...['through(', '=>(', 'deep(', '0=1', 'deep(', '0=0', 'deep throws'],
      ...['overrides(', 'overrides -> 1', 'overrides finally after return', 'overrides -> 2'],
      ...['rethrows(', 'deep(', '0=0', 'deep throws', 'rethrows catches', 'rethrows -> "caught"', 'rethrows finally after return'],
      ...['falls(', 'falls -> undefined', 'rethrows -> as before'],
    ]);
  });

  it('tells exceptions that V8, natives and Node throw, in the function that ran', () => {
    const text = `
      const fs = require('fs');
      function reads(o) { return o.gone.x; }
      function parses(text) { return JSON.parse(text); }
      function opens() { return fs.readFileSync('/no/such/file'); }
      function cleans(f, v) { try { return f(v); } finally { Math.max(1); } }
      function* gives() { yield 1; null.x; }
      class Plain {}
      function tries(f, v) { try { f(v); } catch (e) { return e.name; } }
      tries(reads, {}); tries(parses, '{'); tries(opens); tries((v) => cleans(reads, v), {}); tries(() => Plain());
      tries(() => { for (const each of gives()); }); tries(() => { let late = later; let later; });
      function own() { const e = new Error('own'); throw e; }
      tries(own);
      process.on('uncaughtException', () => {});
      function last() { undefined.x; }
      last();
    `;
    const trace = recorded(text);
    const lines = text.split('\n');
    const throws = trace.rows
      .filter(({ kind }) => kind === 'throw')
      .map(({ subject, at }) => {
        const call = trace.rows.find((row) => row.kind === 'call' && row.subject === subject);
        const [, line = 0, column = 0] = at.split(':').map(Number);
        return `${/^\w+/.exec(call?.text ?? '')?.[0] ?? '=>'}: ${lines[line - 1]?.slice(column - 1, column + 3) ?? ''}`;
      });
    assert.deepEqual(throws, [
      ...['reads: x; }', 'parses: pars', 'opens: read', 'reads: x; }', '=>: Plai'],
      ...['gives: x; }', '=>: late', 'own: e; }', 'last: x; }'],
    ]);
    const messages = trace.rows.filter(({ kind, key }) => kind === 'result' && key === 'message').map(({ value }) => value);
    assert.equal(messages[0], `"Cannot read properties of undefined (reading 'x')"`);
    assert.equal(messages.length, throws.length);
  });

  it('tells constructors that nobody has written, and shows traces as they are without them', () => {
    const text = `
      class Base { x = boom(0); constructor(a) { this.a = a; this.at = new Error('at').stack; } }
      class Middle extends Base {}
      class Leaf extends Middle { y = 1; }
      function boom(n) { if (n) throw new Error('boom'); return 1; }
      class Fails { x = boom(1); }
      class Plain {}
      const leaf = new Leaf(7, 8, 9);
      new Plain();
      try { new Fails(); } catch (e) { console.log(e.stack); }
      console.log(leaf.at, leaf.a, Leaf.length, String(Leaf), Object.getOwnPropertyNames(Plain.prototype));
    `;
    const trace = recorded(text);
    const plain = spawnSync(process.execPath, ['a.js'], { cwd: folder, encoding: 'utf8' }).stdout;
    assert.equal(trace.stdout.slice(0, plain.length), plain);
    const calls = trace.rows.filter(({ kind, text: code }) => kind === 'call' && !code.startsWith('boom'));
    assert.deepEqual(
      calls.slice(1).map(({ text: code }) => code),
      ['class Leaf extends Middle', 'class Middle extends Base', "(a) { this.a = a; this.at = new Error('at').stack; }", 'class Plain'],
    );
    const given = trace.rows.filter(({ kind, subject }) => kind === 'argument' && subject === calls[2]?.subject);
    assert.deepEqual(
      given.map(({ value }) => value),
      [7, 8, 9],
    );
  });

  it('tells where generators and async functions wait and go on', () => {
    const trace = recorded(`
      function* counts() { const got = yield 1; try { yield got; } finally { 1; } }
      async function later(v) { const w = await v; return w + 1; }
      async function fails() { await null; throw 1; }
      async function all() { try { await fails(); } catch (e) { return later(e); } }
      const g = counts(); g.next(); g.next(7); g.return(9);
      all().then((v) => console.log(v));
    `);
    assert.equal(trace.stdout.split('\n')[0], '2');
    assert.deepEqual(
      story(trace).filter((line) => line.startsWith('counts')),
      ['counts(', 'counts waits 1', 'counts goes on 7', 'counts waits 7', 'counts finally'],
    );
    assert.deepEqual(
      story(trace).filter((line) => /^(all|fails|later)/.test(line)),
      [
        ...['all(', 'fails(', 'fails waits null'],
        `all waits ${String(trace.rows.find(({ kind, text }) => kind === 'suspend' && text === 'fails()')?.value)}`,
        ...['fails goes on null', 'fails throws', 'all catches', 'later(', 'later waits 1'],
        `all -> ${String(trace.rows.find(({ kind, text }) => kind === 'exit' && text === 'later(e)')?.value)}`,
        ...['later goes on 1', 'later -> 2'],
      ],
    );
  });

  it('tells every write, with its value, in order', () => {
    const trace = recorded(`
      class A { #hidden = 1; field = 2; static made = 0; constructor() { A.made++; this.#hidden = 3; } }
      const a = new A();
      const list = [1]; list.push(2); list[0] = 9; list.length = 1;
      let { x, ...others } = { x: 1, y: 2 };
      [x] = [5]; x **= 2; x ??= 0;
      for (const each of [7, 8]) x = each;
      delete others.y;
      Object.assign(a, { field: 4 });
    `);
    assert.deepEqual(writesOf(trace, '#hidden'), [1, 3]);
    assert.deepEqual(writesOf(trace, 'field'), [2, 4, 4]);
    assert.deepEqual(writesOf(trace, 'made'), [0, 1]);
    assert.deepEqual(writesOf(trace, 'x'), [1, 1, 5, 25, 7, 8]);
    assert.deepEqual(
      trace.rows.filter(({ kind, key }) => kind === 'delete' && key === 'y').map(({ value }) => value),
      ['absent'],
    );
    const list = trace.rows.filter(({ kind, key, subject }) => kind === 'native' && (key === 1 || key === 'length') && subject > 0);
    assert.deepEqual(
      list.map(({ key, value }) => [key, value]),
      [
        [1, 2],
        ['length', 2],
      ],
    );
  });

  it('leaves the program as it is: output, exit code, trace of an exception', () => {
    const text = `
      console.log(process.argv.length, typeof __w_a, Object.keys(globalThis).length, sum.toString());
      function sum(a) { return a + 1; }
      setTimeout(() => { throw new TypeError('no'); }, 1);
      process.on('exit', (code) => console.log('code', code));
    `;
    writeFileSync(join(folder, 'b.js'), text);
    const plain = spawnSync(process.execPath, ['b.js'], { cwd: folder, encoding: 'utf8' });
    const trace = recorded(text, { name: 'b.js', options: ['--json'] });
    const [recording] = (JSON.parse(trace.stdout) as { recordings: { exit: unknown; complete: boolean; pid: number }[] }).recordings;
    assert.deepEqual(recording?.exit, { code: 1, signal: null });
    assert.equal(recording?.complete, true);
    const uncaught = trace.end?.uncaught?.value;
    assert.equal(uncaught?.kind === 'object' && uncaught.preview, 'TypeError: no');
    const shown = (output: string): string => output.replaceAll(folder, '').replace(/Node\.js v.*/, '');
    assert.equal(shown(trace.stderr), shown(plain.stdout + plain.stderr));
  });

  it('has code that is made of texts import as the file does that makes it', () => {
    mkdirSync(join(folder, 'deep'), { recursive: true });
    writeFileSync(join(folder, 'deep/other.mjs'), 'export const x = 5;');
    const text = `
      const made = new Function('m', 'return import(m)');
      const AsyncFunction = (async () => {}).constructor;
      const tried = [made('node:path'), made('./other.mjs'), AsyncFunction('m', 'return (await import(m)).x')('./other.mjs')];
      tried.push((0, eval)('import("./other.mjs")'), made('./none.mjs'));
      Promise.allSettled(tried).then((all) => {
        for (const { value, reason } of all) console.log(typeof value, value?.x, reason?.message);
        try { new Function('/* import */ throw new Error("in")')(); } catch (e) { console.log(e.stack); }
        console.log(made.toString());
      });
    `;
    for (const name of ['deep/a.cjs', 'deep/a.mjs']) {
      const trace = recorded(text, { name });
      const plain = spawnSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' });
      assert.match(plain.stdout, /^object 5/m);
      assert.equal(trace.stdout.slice(0, plain.stdout.length), plain.stdout);
      assert.equal(trace.stderr.replace(/.*events.*\n/, ''), plain.stderr);
      const asked = command(['why', '--stop', `${name}:7`, '--show', 'all[1].status', '--ask', 'lastChange(all)', '--json', '--', name]);
      assert.match(asked.stdout, /"all\[1\]\.status":"fulfilled"/);
    }
  });

  it('runs loops and handlers that declare something, and bodies that do', () => {
    const trace = recorded(`
      for (const x of [1]) { const y = x; console.log((() => x + y)()); }
      for (const k in { a: 1 }) { let y = k; console.log(y); }
      try { null.x; } catch (e) { const { name } = e; console.log(name); }
      for (const x of [2]) for (const y of [x]) { const z = y; console.log(z); }
    `);
    assert.match(trace.stdout, /^2\na\nTypeError\n2\n/);
    assert.deepEqual(writesOf(trace, 'y'), [1, '"a"', 2]);
  });

  it('counts the processes that it does not record, and does not call that complete', () => {
    const text = `
      const { Worker } = require('node:worker_threads');
      const { spawn } = require('node:child_process');
      new Worker('1', { eval: true }); spawn(process.execPath, ['-e', '1']); spawn(process.execPath, ['-e', '1']);
    `;
    const trace = recorded(text);
    assert.match(trace.stdout, /; not recorded: 2 child processes \(--out FOLDER\/ records each process\)\.\n$/);
    assert.deepEqual([trace.end?.unrecorded, trace.end?.complete], [{ threads: 0, children: 2 }, false]);
    assert.deepEqual(recorded('1;').end?.unrecorded, { threads: 0, children: 0 });
  });

  it('keeps a beginning, the length and a hash of a long text', () => {
    const trace = recorded(`let long = 'x'.repeat(100); let short = 'y'.repeat(10);`, { options: ['--strings', '10'] });
    assert.deepEqual(writesOf(trace, 'long'), ['"xxxxxxxxxx… (100)"']);
    assert.deepEqual(writesOf(trace, 'short'), ['"yyyyyyyyyy"']);
    // Half of a sign stays what it is, and a text that is a key and a value both is whole as the former.
    const odd = recorded(`let text = '\\ud800é€'.repeat(40); const row = { ['k'.repeat(30)]: 'k'.repeat(30) };`, {
      options: ['--strings', '4'],
    });
    assert.deepEqual(writesOf(odd, 'text'), [`${JSON.stringify('\ud800é€\ud800… (120)')}`]);
    assert.deepEqual(writesOf(odd, 'k'.repeat(30)), [`"${'k'.repeat(30)}"`]);
  });

  it('keeps of values under telling names their length, unless it may keep them', () => {
    const text = `
      function login(user, password) { return { user, token: password + '!' }; }
      const key = 'apiKey';
      const all = { [key]: login('ann', 'hush').token, pin: 7, cookies: 9 };
    `;
    const shownOf = (trace: ShownTrace): string => JSON.stringify(trace.rows.map(({ value }) => value));
    const trace = recorded(text);
    assert.deepEqual([writesOf(trace, 'password'), writesOf(trace, 'token')], [['tag 10 4'], ['tag 10 5']]);
    assert.deepEqual([writesOf(trace, 'apiKey'), writesOf(trace, 'cookies')], [['tag 10 5'], ['tag 12 0']]);
    assert.deepEqual([writesOf(trace, 'user')[0], writesOf(trace, 'pin')], ['"ann"', [7]]);
    assert.deepEqual(
      trace.rows.filter(({ kind }) => kind === 'argument').map(({ value }) => value),
      ['"ann"', 'tag 10 4'],
    );
    assert.ok(!shownOf(trace).includes('hush\\"'));
    assert.deepEqual(writesOf(recorded(text, { options: ['--no-redaction'] }), 'password'), ['"hush"']);
  });

  it('keeps no more of what functions give that is under such a name', () => {
    const text = `
      const user = { name: 'ann', password: 'hush' };
      function joined(u) { let token = u.name + u.password; return token; }
      const of = (u) => u?.password;
      const either = (u, ok) => (ok ? u['password'] : 'none');
      const first = (password) => password || 'no';
      const plain = (u) => u.name;
      function* gives(secret) { yield secret; }
      async function waits(secret) { return await secret; }
      const all = [joined(user), of(user), either(user, true), first('hush'), plain(user), ...gives('hush')].length;
      waits('hush');
    `;
    const given = ['return', 'exit', 'suspend', 'resume'];
    const shownOf = ({ rows }: ShownTrace): string =>
      JSON.stringify(rows.filter(({ kind }) => given.includes(kind)).map(({ kind, value }) => [kind, value]));
    const ofGiven = (trace: ShownTrace) => trace.rows.filter(({ kind }) => kind === 'exit').map(({ value }) => value);
    const trace = recorded(text);
    assert.ok(!shownOf(trace).includes('hush'), shownOf(trace));
    assert.deepEqual(ofGiven(trace).slice(0, 5), ['tag 10 7', 'tag 10 4', 'tag 10 4', 'tag 10 4', '"ann"']);
    assert.ok(ofGiven(recorded(text, { options: ['--no-redaction'] })).includes('"annhush"'));
  });

  it('leaves stack traces, messages and names as they are, also beyond a budget', () => {
    const text = `function bar() { return 5; }
      const list = [() => new Error('a').stack, () => bar().x.y(), () => [...bar()], () => { for (const x of bar()); }].slice();
      for (let round = 0; round < 3; round++)
        for (const attempt of [...list, () => null.f])
          try { console.log(attempt().split('\\n')[1]); } catch (error) { console.log(error.stack.split('\\n').slice(0, 2).join()); }
      console.log([function () {}, class {}].map((one) => { let held; held = [one]; return held[0].name; }).join());`;
    for (const options of [[], ['--budget', '2']]) {
      const trace = recorded(text, { options });
      const plain = spawnSync(process.execPath, ['a.js'], { cwd: folder, encoding: 'utf8' }).stdout;
      assert.equal(plain.split('\n').length, 17);
      assert.equal(trace.stdout.slice(0, plain.length), plain);
    }
  });

  it('leaves what V8 says of what it refuses, and where', () => {
    const text = readFileSync(join(root, 'test/programs/recorded/refused.mjs'), 'utf8');
    const { stdout } = recorded(text, { name: 'refused.mjs' });
    const plain = spawnSync(process.execPath, ['refused.mjs'], { cwd: folder, encoding: 'utf8' }).stdout;
    assert.equal(stdout.replace(/^a\.trace: .*\n/m, ''), plain);
  });

  it('only counts what has used its budget, but for calls in which something else is recorded', () => {
    const text = `let sum = 0, seldom = 0;
      function add(n) { sum += n; }
      function own(n) { if (n % 5 === 0) seldom = n; }
      for (let i = 0; i < 50; i++) { add(i); own(i); }`;
    const trace = recorded(text, { options: ['--budget', '20'] });
    assert.equal(writesOf(trace, 'sum').length, 21);
    assert.equal(story(trace).filter((line) => line === 'add(').length, 20);
    assert.equal(story(trace).filter((line) => line === 'own(').length, 26);
    assert.equal(writesOf(trace, 'seldom').length, 11);
    assert.equal(trace.end?.complete, false);
    assert.ok(trace.counts.some(({ from, total }) => from === 21 && total === 50));
    assert.deepEqual(
      [writesOf(recorded(text, { options: ['--complete'] }), 'sum').length, writesOf(recorded(text), 'sum').length],
      [51, 51],
    );
  });

  it('tells only the length of a text that each passage makes longer, but for some', () => {
    const text = `const part = 'x'.repeat(100); let grown = '', same = '';
      for (let i = 0; i < 2000; i++) grown += part;
      for (let i = 0; i < 2000; i++) same = grown;`;
    const trace = recorded(text);
    const told = trace.rows.filter(({ kind, key }) => key === 'grown' && /^(write|define)$/.test(kind));
    assert.deepEqual([told.length, told[1]?.value, told.at(-1)?.tag], [2001, JSON.stringify('x'.repeat(100)), 10]);
    assert.equal(told.at(-1)?.value, 'tag 10 200000');
    const lengths = told.filter(({ tag }) => tag === 10).length;
    assert.ok(lengths > 1000 && lengths < 1900, `${lengths} lengths`);
    // What stays the same costs nothing.
    assert.ok(trace.rows.filter(({ key }) => key === 'same').every(({ tag }) => tag === 5));
    const whole = recorded(text, { options: ['--complete'] });
    assert.ok(whole.rows.every(({ tag }) => tag !== 10));
  });

  it('looks at no more elements than the budget of a native allows', () => {
    const text = `const queue = Array.from({ length: 30 }, (_, i) => i);
      while (queue.length > 0) queue.shift();
      new Uint8Array(50).fill(7);`;
    const trace = recorded(text, { options: ['--budget', '40'] });
    const natives = trace.rows.filter(({ kind, tag }) => kind === 'native' && tag !== 11 && tag !== 13);
    assert.equal(natives.length, 40 + 40);
    // The calls behind are counted, not their elements.
    assert.ok(trace.counts.every(({ from, total }) => from === 41 && total < 100));
  });

  it('has all but the last moment of a program that is killed in a loop which never ends', () => {
    const trace = recorded(`
      let round = 0;
      const wait = new Int32Array(new SharedArrayBuffer(4));
      const until = Date.now() + 1500;
      while (Date.now() < until) { round++; Atomics.wait(wait, 0, 0, 1); }
      console.log(round);
      process.kill(process.pid, 'SIGKILL');
      for (;;);
    `);
    const rounds = Number(trace.stdout.split('\n')[0]);
    assert.deepEqual([trace.end?.signal, trace.end?.complete], ['SIGKILL', false]);
    assert.ok(writesOf(trace, 'round').length > rounds / 3, `${writesOf(trace, 'round').length} of ${rounds}`);
  });

  it('records what lies in node_modules by its calls alone', () => {
    const text = `exports.f = function f(a) { let inner = a; this.seen = inner; return inner; };`;
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/m.js'), text);
    const trace = recorded(`const { f } = require('./node_modules/m.js'); let mine = f.call({}, 3);`);
    assert.deepEqual(writesOf(trace, 'inner'), []);
    assert.deepEqual(writesOf(trace, 'mine'), [3]);
    assert.deepEqual(
      story(trace).filter((line) => /^f|^0=3/.test(line)),
      ['f(', '0=3', 'f -> 3'],
    );
    const full = recorded(`const { f } = require('./node_modules/m.js'); let mine = f.call({}, 3);`, { options: ['--include', '**/*.js'] });
    assert.deepEqual(writesOf(full, 'inner'), [3]);
  });

  it('leaves a file that can be read, and no process, when the recorder is killed', async () => {
    writeFileSync(join(folder, 'd.js'), 'let round = 0; console.log(process.pid); setInterval(() => { round++; }, 5);');
    const recorder = spawn(process.execPath, [join(root, 'dist/whence.js'), 'record', '--out', 'd.trace', '--force', '--', 'd.js'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) => recorder.stdout.once('data', (data: Buffer) => resolve(Number(data))));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    recorder.kill('SIGKILL');
    await new Promise((resolve) => recorder.once('exit', resolve));
    const trace = traceRows(join(folder, 'd.trace'));
    assert.equal(trace.end, null);
    assert.ok(writesOf(trace, 'round').length > 20);
    for (let tries = 0; isAlive(pid); tries++) {
      assert.ok(tries < 100, 'the program is still there');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('writes a file that only its owner reads, and never over another', () => {
    writeFileSync(join(folder, 'a.js'), '1;');
    rmSync(join(folder, 'c.trace'), { force: true });
    assert.equal(command(['record', '--out', 'c.trace', '--', 'a.js']).code, 0);
    if (process.platform !== 'win32') assert.equal(statSync(join(folder, 'c.trace')).mode & 0o777, 0o600);
    const again = command(['record', '--out', 'c.trace', '--', 'a.js']);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /^whence: .*c\.trace is there already: --force replaces it\.\n$/);
    const nowhere = command(['record', '--out', 'none/c.trace', '--', 'a.js']);
    assert.match(nowhere.stderr, /^whence: .*none: There is no such folder\.\n$/);
    assert.equal(existsSync(join(folder, 'none')), false);
  });

  it('is never written by two recorders, also when they are forced', () => {
    const path = join(folder, 'two.trace');
    writeFileSync(path, 'what was there');
    const [first, second] = [new WrittenFile(path, true), new WrittenFile(path, true)];
    first.write(Buffer.from('first'));
    second.write(Buffer.from('second'));
    first.write(Buffer.from('first'));
    first.close();
    second.close();
    assert.equal(readFileSync(path, 'utf8'), 'second');
    assert.match(String(first.failure), /two\.trace was removed or replaced while it was written\.$/);
    assert.equal(second.failure, null);
    if (process.platform === 'win32') return;
    const [link, pipe] = [join(folder, 'link.trace'), join(folder, 'pipe.trace')];
    symlinkSync(path, link);
    const linked = new WrittenFile(link, true);
    linked.write(Buffer.from('linked'));
    linked.close();
    assert.deepEqual([linked.failure, readFileSync(path, 'utf8'), readlinkSync(link)], [null, 'linked', path]);
    execFileSync('mkfifo', [pipe]);
    assert.throws(() => new WrittenFile(pipe, true), /pipe\.trace cannot be written: ENXIO\.$/);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
