import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whence } from '../../support/command.js';
import { recorded } from '../../support/recorded.js';
import { root } from '../../tidy/files.js';

describe('a recording of several threads', () => {
  it('has each with what it did, its start, its end and its exception', async () => {
    const run = await recorded({
      'main.cjs': `
        const { Worker } = require('node:worker_threads');
        class Row { constructor(n) { this.n = n; } }
        const own = new Row(1);
        const begun = new Worker(__dirname + '/square.js', { workerData: 5, env: { A: '1' }, execArgv: [] });
        begun.on('message', (result) => {
          own.n = result;
          const failing = new Worker("function fails() { throw new RangeError('no'); } fails();", { eval: true });
          failing.on('error', () => {
            const text = "let turns = 0; setInterval(() => { turns++; if (turns === 20) require('node:worker_threads').parentPort.postMessage(1); }, 2);";
            const endless = new Worker(text, { eval: true });
            endless.on('message', () => setTimeout(() => endless.terminate(), 1000));
          });
        });
      `,
      'square.js': `
        import { parentPort, workerData } from 'node:worker_threads';
        class Row { constructor(n) { this.n = n; } }
        function square(row) { row.n = row.n * row.n; return row.n; }
        parentPort.postMessage(square(new Row(workerData)));
      `,
      'package.json': '{"type": "module"}',
    });
    try {
      assert.deepEqual(run.rows('threadStatus()', 'thread', 'parent', 'status'), [
        ['main', null, 'exited'],
        ['worker 1', 'main', 'exited'],
        ['worker 2', 'main', 'failed'],
        ['worker 3', 'main', 'exited'],
      ]);
      for (const question of ['callTree()', 'threadStatus()', 'returnValueHistory(method: "square")'])
        assert.deepEqual(run.ask(question).notes, ['The order of events of different threads is approximate.'], question);
      assert.equal(run.ask('callTree(thread: "main")').notes, undefined);
      const [, started] = run.rows('threadStatus()', 'started', 'ended').map(([from, to]) => [Number(from), Number(to)] as const);
      const inside = Math.floor(((started?.[0] ?? 0) + (started?.[1] ?? 0)) / 2);
      assert.deepEqual(run.rows(`isThreadRunning(thread: "worker 1", to: ${inside})`, 'answer'), [[true]]);
      assert.deepEqual(run.rows('hasThreadExited(thread: "worker 1")', 'answer', 'count'), [[true, 1]]);
      assert.deepEqual(run.rows('returnValueHistory(method: "square")', 'thread', 'line', 'result'), [['worker 1', 4, 25]]);
      assert.deepEqual(run.rows('argumentHistory(method: "square", thread: "main")', 'event'), []);
      const at = run.event('returnValueHistory(method: "square")', {});
      assert.deepEqual(run.rows(`callChain(event: ${at})`, 'function', 'thread', 'depth'), [
        ['square', 'worker 1', 0],
        ['square.js:', 'worker 1', 1],
      ]);
      assert.deepEqual(
        run.rows(`localsAfter(event: ${at})`, 'name', 'value').find(([name]) => name === 'workerData'),
        undefined,
      );
      // A place has its key in every thread.
      const fields = run.rows('classFieldHistory(class: "Row", field: "n")', 'thread', 'after');
      assert.deepEqual(fields, []);
      const changes = run.rows('allInstances(class: "Row")', 'thread', 'state');
      assert.deepEqual(changes, [
        ['main', { n: 25 }],
        ['worker 1', { n: 25 }],
      ]);
      assert.deepEqual(run.rows('whereExceptionIsThrown()', 'thread', 'function', 'exception'), [
        ['worker 2', 'fails', { class: 'RangeError', message: 'no', caught: false }],
      ]);
      const turns = run.rows(
        'localVariableHistory(function: "FILE:", variable: "turns")'.replace('FILE', '[worker 3 eval]'),
        'thread',
        'after',
      );
      assert.ok(turns.length >= 20, `${turns.length} turns of a thread that was ended`);
      assert.ok(turns.every(([thread]) => thread === 'worker 3'));
    } finally {
      run.dispose();
    }
  });
});

describe('threads that are given a text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-threads-'));
  after(() => rmSync(folder, { recursive: true }));

  it('list the names and show the places that they do when nobody records them', () => {
    const text = `const { parentPort } = require('node:worker_threads'); var own = 1; let other = 2; class Row { n = own; }
function look(row) { own += row.n; return new Error('looked').stack; } const shown = look(new Row());
const listed = (object) => Object.entries(Object.getOwnPropertyDescriptors(object)).map(([key, one]) => [key, Object.keys(one).join(), one.enumerable]);
parentPort.postMessage([Reflect.ownKeys(globalThis).map(String), listed(globalThis).join(' '), shown, look.toString(), own, other]);
setTimeout(() => { own.a.b; }, 1);`;
    const program = `const { Worker } = require('node:worker_threads');
const [text] = ${JSON.stringify([text])};
const begin = (left) => {
  const worker = new Worker(text, { eval: true });
  worker.on('message', (message) => console.log(JSON.stringify(message)));
  worker.on('error', ({ stack }) => console.log(stack));
  worker.on('exit', (code) => { console.log(code); if (left > 0) begin(left - 1); });
};
begin(1);
`;
    writeFileSync(join(folder, 'main.cjs'), program);

    const plain = spawnSync(process.execPath, ['main.cjs'], { cwd: folder, encoding: 'utf8' });
    const { out } = whence(folder, 'record', '--out', 'a.trace', '--', 'main.cjs');

    assert.match(plain.stdout, /at look \(\[worker eval\]:2:/);
    assert.equal(out.replace(/^a\.trace: .*\n/m, ''), plain.stdout);
  });

  it('list the global object as it is where ES modules are loaded', () => {
    const listed = `for (const [key, one] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) console.log(key, Object.keys(one).join());\n`;
    writeFileSync(join(folder, 'main.mjs'), `const here = 1;\n${listed}export { here };\n`);

    const plain = spawnSync(process.execPath, ['main.mjs'], { cwd: folder, encoding: 'utf8' });
    const { out } = whence(folder, 'record', '--out', 'b.trace', '--', 'main.mjs');

    assert.equal(out.replace(/^b\.trace: .*\n/m, ''), plain.stdout);
  });
});

describe('recordings of several processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-processes-'));
  after(() => rmSync(folder, { recursive: true }));

  interface Told {
    readonly recordings: readonly {
      readonly file: string;
      readonly pid: number;
      readonly program: string;
      readonly exit: { readonly code: number | null; readonly signal: string | null };
      readonly complete: boolean;
    }[];
  }

  function command(...words: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
    return spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], { cwd: folder, encoding: 'utf8' });
  }

  writeFileSync(
    join(folder, 'main.js'),
    `
      const { fork, execFileSync } = require('node:child_process');
      const hidden = [process.env.NODE_OPTIONS, process.env.WHENCE_RECORDING, ...process.execArgv];
      console.log(JSON.stringify(hidden), String(execFileSync(process.execPath, [__dirname + '/child.js', 'alone'])).trim());
      fork(__dirname + '/child.js', ['killed'], { env: { PATH: process.env.PATH } });
      fork(__dirname + '/child.js', ['code']).on('exit', (code) => console.log(code));
    `,
  );
  writeFileSync(
    join(folder, 'child.js'),
    `
      function half(n) { return n / 2; }
      console.log(JSON.stringify([process.env.NODE_OPTIONS, process.env.WHENCE_RECORDING, ...process.execArgv]), half(8));
      if (process.argv[2] === 'killed') setTimeout(() => process.kill(process.pid, 'SIGKILL'), 400);
      if (process.argv[2] === 'code') process.exit(3);
    `,
  );

  it('are files of a folder, also where a child has an environment of its own, and nobody sees how', () => {
    const { status, stdout, stderr } = command('record', '--json', '--out', 'all/', '--', 'main.js');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^\[null,null\] \[null,null\] 4$/m);
    const { recordings } = JSON.parse(stdout) as Told;
    const told = recordings.map(({ program, exit, complete }) => [program, exit.code, exit.signal, complete]);
    assert.deepEqual(told.slice(0, 2), [
      ['main.js', 0, null, true],
      ['child.js', 0, null, true],
    ]);
    const others = [
      ['child.js', null, 'SIGKILL', false],
      ['child.js', 3, null, true],
    ];
    assert.deepEqual(new Set(told.slice(2).map(String)), new Set(others.map(String)));
    assert.equal(readdirSync(join(folder, 'all')).length, 4);
    for (const { file } of recordings) assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    for (const { file } of recordings.slice(1)) {
      const asked = command('query', file, '--json', '--ask', 'returnValueHistory(method: "half")');
      assert.match(asked.stdout, /"result":4,"callArguments":\[8\]/, file);
    }
  });

  it('are those of a command', () => {
    const { status, stdout, stderr } = command(
      'record',
      '--json',
      '--out',
      'command/',
      '--',
      'sh',
      '-c',
      'node child.js; node child.js code',
    );
    assert.equal(status, 0, stderr);
    const { recordings } = JSON.parse(stdout) as Told;
    assert.deepEqual(
      recordings.map(({ program, exit }) => [program, exit.code]),
      [
        ['child.js', 0],
        ['child.js', 3],
      ],
    );
    const one = command('record', '--json', '--out', 'one.trace', '--', 'sh', '-c', 'node child.js; node child.js code');
    assert.deepEqual(
      (JSON.parse(one.stdout) as Told).recordings.map(({ file, exit }) => [file, exit.code]),
      [['one.trace', 0]],
    );
    const none = command('record', '--out', 'none/', '--', 'sh', '-c', 'true');
    assert.deepEqual([none.status, none.stderr], [2, 'whence: sh -c true has started no Node process that could be recorded.\n']);
  });

  it('of one whose loader fails, the failure is its own', () => {
    writeFileSync(
      join(folder, 'loader.mjs'),
      "export const load = (url, context, next) => { if (url.endsWith('.mts')) throw new TypeError('no such text'); return next(url, context); };\n",
    );
    writeFileSync(join(folder, 'register.mjs'), "import { register } from 'node:module';\nregister('./loader.mjs', import.meta.url);\n");
    writeFileSync(join(folder, 'typed.mts'), 'let n = 1;\nn++;\n');
    writeFileSync(join(folder, 'imports.mjs'), "await import('./typed.mts');\n");
    const { stdout, stderr } = command(
      'record',
      '--json',
      '--out',
      'failed.trace',
      '--',
      'node',
      '--import',
      './register.mjs',
      'imports.mjs',
    );
    const { recordings } = JSON.parse(stdout) as Told;
    assert.deepEqual(recordings[0]?.exit, { code: 1, signal: null }, stderr);
    assert.match(stderr, /no such text/);
  });
});
