import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { inFolder, projectFolder, whence, whenceWith, type Outcome } from '../support/command.js';

const program = `const o = { f: 1 };
if (o.f === 1) {
  o.f = 2;
}
console.log(o.f);
`;

const compiledSource = `const o: { f: number } = { f: 1 };
o.f = 2;
console.log(o.f);
`;
/** `compiledSource`, whose source map names `../src/b.ts`, line by line. */
const compiled = `const o = { f: 1 };
o.f = 2;
console.log(o.f);
//# sourceMappingURL=data:application/json,${encodeURIComponent(JSON.stringify({ version: 3, sources: ['../src/b.ts'], names: [], mappings: 'AAAA;AACA;AACA' }))}
`;

interface WhyResult {
  readonly schema: string;
  readonly deterministic: boolean | null;
  readonly executions: number;
  readonly points: readonly Readonly<Record<string, unknown>>[];
}

/** What is told of the write goes through a pipe: what Node looked at last is no file. */
const linking = `const o = { f: 1 };
o.f = 2;
console.log(require('node:path').basename(require('node:path').dirname(require('./src/name.js'))), 'name.js');
console.log(o.f);
`;

describe('whence why', () => {
  it('prints one JSON object; what the program prints goes to standard error, once', () =>
    inFolder({ 'a.js': `console.error('started');\n${program}` }, (folder) => {
      const outcome = whence(
        folder,
        'why',
        '--json',
        '--stop',
        'a.js:6',
        '--ask',
        'lastChange(o.f)',
        '--ask',
        'why = lastCondition(P2)',
        '--',
        'a.js',
      );
      const { schema, deterministic, points } = parse(outcome);
      assert.deepEqual([outcome.code, schema, deterministic], [0, 'whence.why/1', true]);
      assert.deepEqual(
        points.map(({ id, kind, of, status, file, line, column, text, hit, before, after, taken }) => ({
          id,
          kind,
          of,
          status,
          file,
          line,
          column,
          text,
          hit,
          before,
          after,
          taken,
        })),
        [
          {
            id: 'P1',
            kind: 'stop',
            of: null,
            status: 'located',
            file: 'a.js',
            line: 6,
            column: 1,
            text: 'console.log(o.f);',
            hit: 1,
            before: undefined,
            after: undefined,
            taken: null,
          },
          {
            id: 'P2',
            kind: 'lastChange',
            of: 'P1',
            status: 'located',
            file: 'a.js',
            line: 4,
            column: 3,
            text: 'o.f = 2;',
            hit: 1,
            before: 1,
            after: 2,
            taken: null,
          },
          {
            id: 'why',
            kind: 'lastCondition',
            of: 'P2',
            status: 'located',
            file: 'a.js',
            line: 3,
            column: 5,
            text: 'if (o.f === 1) {',
            hit: 1,
            before: undefined,
            after: undefined,
            taken: 'then',
          },
        ],
      );
      assert.equal(outcome.err, 'started\n');
    }));

  it('shows people the chain, with arrows from effect to cause', () =>
    inFolder({ 'a.js': program }, (folder) => {
      const { code, out } = whence(folder, 'why', '--stop', 'a.js:5', '--ask', 'lastChange(o.f)', '--explain', '--', 'a.js');
      assert.equal(code, 0);
      assert.match(out, /● P1 a\.js:5:1\n {4}5 \| console\.log\(o\.f\);/);
      assert.match(out, /↑ lastChange\(o\.f\) from P1\n● P2 a\.js:3:3\n {4}3 \| {3}o\.f = 2;\n {6}\| {3}\^\^\^\n {8}1 → 2\n/);
      assert.match(
        out,
        /Probed in 1 of 1 texts: writes to properties \(2\), to variables \(0\), conditions \(0\)\.\nNot in them, because nobody asks: .* variables \(1\), conditions of other functions \(1\)/,
      );
    }));

  it('counts the probes that are proven to be needed by nobody, and keeps them when it is told to', () => {
    const text =
      "const o = { f: 1 };\nconst a = [];\nfor (let i = 0; i < 3; i++) a[i] = i;\no[process.argv[2] ?? 'f'] = 2;\nconsole.log(o.f);\n";
    inFolder({ 'a.js': text }, (folder) => {
      const ask = (...more: string[]) => {
        const { code, out } = whence(folder, 'why', '--stop', 'a.js:5', '--ask', 'lastChange(o.f)', '--explain', ...more, '--', 'a.js');
        assert.deepEqual([code, /● P2 (a\.js:\d+)/.exec(out)?.[1]], [0, 'a.js:4']);
        return /Proven to need no probe: .* asked about \((\d+)\)/.exec(out)?.[1];
      };
      assert.deepEqual([ask(), ask('--no-prune')], ['1', '0']);
    });
  });

  it('colours what goes to a pipe only when it is asked to, on a build server too', () =>
    inFolder({ 'a.js': program }, (folder) => {
      const ask = (variables: Readonly<Record<string, string>>) =>
        whenceWith(variables, folder, 'why', '--stop', 'a.js:5', '--ask', 'lastChange(o.f)', '--', 'a.js').out;
      const plain = ask({});
      assert.equal(plain, stripVTControlCharacters(plain));
      assert.equal(ask({ CI: 'true' }), plain);
      const colored = ask({ FORCE_COLOR: '1' });
      assert.notEqual(colored, plain);
      assert.equal(stripVTControlCharacters(colored), plain);
    }));

  it('leaves modules behind symbolic links what they are', () =>
    inFolder({ 'real/name.js': 'module.exports = __filename;', 'main.js': linking }, (folder) => {
      symlinkSync(join(folder, 'real'), join(folder, 'src'), 'junction');
      const { out } = whence(folder, 'why', '--stop', 'main.js:4', '--ask', 'lastChange(o.f)', '--', 'main.js');
      assert.match(out, /^real name\.js\n/);
    }));

  it('stops in a file that is reached through a symbolic link, as the source of a compiled text too', () =>
    inFolder({ 'real/a.js': program, 'real/b.ts': compiledSource, 'dist/b.js': compiled }, (folder) => {
      mkdirSync(join(folder, 'links'));
      symlinkSync(join(folder, 'real'), join(folder, 'src'), 'junction');
      symlinkSync(join(folder, 'real/a.js'), join(folder, 'links/other.js'));
      const ask = (stop: string, command: string) => {
        const outcome = whence(folder, 'why', '--json', '--stop', stop, '--ask', 'lastChange(o.f)', '--', command);
        return [outcome.code, ...parse(outcome).points.map(({ file, line }) => `${String(file)}:${String(line)}`)];
      };
      for (const [stop, command] of [
        ['src/a.js:5', 'src/a.js'],
        ['links/other.js:5', 'real/a.js'],
        ['real/a.js:5', 'links/other.js'],
      ] as const)
        assert.deepEqual(ask(stop, command), [0, 'real/a.js:5', 'real/a.js:3'], `${stop} of ${command}`);
      // Nobody resolves what a source map names.
      assert.deepEqual(ask('src/b.ts:3', 'dist/b.js'), [0, 'src/b.ts:3', 'src/b.ts:2']);
    }));

  it('stops in TypeScript that a loader compiles for a command, whose threads go on', () => {
    const files = {
      'run.ts': `import { Worker } from 'node:worker_threads';
const o: { f: number } = { f: 1 };
new Worker('./thread.cjs').on('message', (n: number) => {
  o.f = n;
  console.log(o as object);
});
`,
      'thread.cjs': "require('node:worker_threads').parentPort.postMessage(2);\n",
    };
    inFolder(files, (folder) => {
      const tsx = pathToFileURL(join(projectFolder, 'node_modules/tsx/dist/loader.mjs')).href;
      const { code, out, err } = whence(
        folder,
        'why',
        '--stop',
        'run.ts:5',
        '--ask',
        'lastChange(o.f)',
        '--',
        'node',
        '--import',
        tsx,
        'run.ts',
      );
      assert.match(out, /● P1 run\.ts:5:3\n[^]*● P2 run\.ts:4:3\n {4}4 \| {3}o\.f = n;\n {6}\| {3}\^\^\^\n {8}1 → 2\n/);
      assert.equal(code, 0, err);
    });
  });

  it('stops in threads and processes of a program that does not load the file itself', () => {
    const files = {
      'thread.cjs': "new (require('node:worker_threads').Worker)(`${__dirname}/a.js`);",
      'child.cjs': "require('node:child_process').fork(`${__dirname}/a.js`);",
      'none.cjs': 'console.log(1);',
      'b.ts': 'const n: number = 1;\nexport default n;\n',
      'a.js': program,
    };
    inFolder(files, (folder) => {
      const ask = (stop: string, file: string) => whence(folder, 'why', '--stop', stop, '--ask', 'lastChange(o.f)', '--', file).out;
      const located = /● P1 a\.js:5:1\n[^]*● P2 a\.js:3:3\n[^]*Decided in 3 runs\.\nThe stop is in the process /;
      assert.match(ask('a.js:5', 'thread.cjs'), located);
      assert.match(ask('a.js:5', 'child.cjs'), located);
      assert.match(
        ask('b.ts:2', 'none.cjs'),
        /✖ P1 The program ended with exit code 0; no statement of a text that it loaded starts on line 2\./,
      );
    });
  });

  it('finds what a thread or a child process has thrown, where nobody listens to its errors, too', () => {
    const failing = `let total = 1;
total += 2;
function check(sum) { if (sum > 2) throw new Error('too much'); }
check(total);
`;
    const files = {
      'alone.cjs': "new (require('node:worker_threads').Worker)(`${__dirname}/fails.cjs`);",
      'heard.cjs': "new (require('node:worker_threads').Worker)(`${__dirname}/fails.cjs`).on('error', () => {});",
      'waited.cjs': "require('node:child_process').spawnSync(process.execPath, [`${__dirname}/fails.cjs`]);",
      'asserts.cjs': "require('node:child_process').fork(`${__dirname}/assertion.cjs`, { stdio: 'ignore' });",
      'fails.cjs': failing,
      'assertion.cjs': "let total = 1;\ntotal += 2;\nrequire('node:assert').equal(total, 2);\n",
    };
    inFolder(files, (folder) => {
      const ask = (stop: string, file: string) => whence(folder, 'why', '--stop', stop, '--ask', 'lastChange(total)', '--', file).out;
      for (const file of ['alone.cjs', 'heard.cjs', 'waited.cjs'])
        assert.match(
          ask('uncaught', file),
          /● P1 fails\.cjs:3:36 in check\n[^]*not caught[^]*● P2 fails\.cjs:2:1\n[^]*The stop is in the process /,
        );
      assert.match(ask('caught', 'heard.cjs'), /✖ P1 The program ended without an exception that it caught\./);
      assert.match(ask('failure', 'asserts.cjs'), /● P1 assertion\.cjs:3:24\n[^]*● P2 assertion\.cjs:2:1\n/);
    });
  });

  it('tells what a thread catches beside a main thread that throws, what ends a thread, and errors without a constructor', () => {
    const worker = "const { Worker, isMainThread } = require('node:worker_threads');\n";
    const files = {
      'both.cjs': `${worker}if (isMainThread) new Worker(__filename).on('exit', () => { throw new Error('main'); });
else try { throw new Error('in the thread'); } catch {}
`,
      'asserts.cjs': `${worker}if (isMainThread) new Worker(__filename).on('error', () => {});
else require('node:assert').equal(1, 2);
`,
      'copied.cjs': "throw Object.create(RangeError.prototype, { message: { value: 'a copy' } });\n",
      'handled.cjs': "process.on('uncaughtException', () => {});\nthrow new Error('handled');\n",
      'ended.cjs': "process.on('uncaughtException', () => process.exit(3));\nthrow new Error('ends');\n",
    };
    inFolder(files, (folder) => {
      const ask = (stop: string, file: string) => {
        const { out } = whence(folder, 'why', '--json', '--stop', stop, '--ask', 'lastCondition(P1)', '--', file);
        return (JSON.parse(out) as WhyResult).points[0] ?? {};
      };
      const [both, asserted, copied] = [ask('caught', 'both.cjs'), ask('failure', 'asserts.cjs'), ask('uncaught', 'copied.cjs')];
      assert.deepEqual([both['line'], both['exception']], [3, { class: 'Error', message: 'in the thread', caught: true }]);
      assert.deepEqual([asserted['line'], (asserted['exception'] as { readonly caught: unknown }).caught], [3, false]);
      assert.deepEqual(copied['exception'], { class: 'RangeError', message: 'a copy', caught: false });
      assert.equal(ask('uncaught', 'handled.cjs')['reason'], 'The program ended without an uncaught exception.');
      assert.equal(ask('uncaught', 'ended.cjs')['line'], 2);
    });
  });

  it('exits with 1 when a question has no answer, with 2 and one sentence when it could not ask', () =>
    inFolder({ 'a.js': program, 'loop.js': 'for (;;) {}\nconsole.log(1);\n' }, (folder) => {
      const ask = (...args: readonly string[]) => {
        const { code, err } = whence(folder, 'why', '--json', ...args);
        return [code, err];
      };
      assert.equal(ask('--stop', 'a.js:5', '--hit', '2', '--ask', 'lastChange(o.f)', '--', 'a.js')[0], 1);
      assert.equal(ask('--stop', 'a.js:5', '--ask', 'lastChange(nobody.f)', '--', 'a.js')[0], 1);
      assert.deepEqual(ask('--stop', 'a.js:5', '--ask', 'lastChange(o.f)', '--', 'b.js'), [2, 'whence: b.js: There is no such file.\n']);
      assert.deepEqual(ask('--stop', 'a.js:5', '--ask', 'lastChange(o f)', '--', 'a.js'), [2, 'whence: “o f” is no expression.\n']);
      assert.deepEqual(ask('--stop', 'a.js:5', '--when', 'o f', '--ask', 'lastChange(o.f)', '--', 'a.js'), [
        2,
        'whence: --when o f: it is no expression.\n',
      ]);
      assert.deepEqual(ask('--stop', 'loop.js:2', '--timeout', '1', '--ask', 'lastChange(x)', '--', 'loop.js'), [
        2,
        'whence: The program did not get there within 1 seconds: raise --timeout.\n',
      ]);
    }));

  it('has a program that waits for requests do again what led to the stop', () => {
    const server = `const totals = { sum: 0 };
const server = require('node:http').createServer((request, response) => {
  totals.sum += 5;
  response.end(String(totals.sum));
});
server.listen(0, '127.0.0.1');
`;
    return inFolder({ 'a.js': server, 'get.js': "fetch('http://127.0.0.1:' + process.argv[2]).catch(() => {});" }, (folder) => {
      const reproduce = `"${process.execPath}" get.js \${port}`;
      const words = ['why', '--json', '--stop', 'a.js:4', '--ask', 'lastChange(totals.sum)', '--reproduce', reproduce, '--', 'a.js'];
      const [, change] = parse(whence(folder, ...words)).points;
      assert.deepEqual([change?.['line'], change?.['before'], change?.['after']], [3, 0, 5]);
    });
  });

  it('gives the program its input in every run, and does not wait for the end of its own', async () => {
    const child = spawn(
      process.execPath,
      [
        join(projectFolder, 'dist/whence.js'),
        'why',
        '--json',
        '--stop',
        'examples/records.cjs:31',
        '--ask',
        'lastChange(assignee)',
        '--',
        'examples/records.cjs',
      ],
      {
        cwd: projectFolder,
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    child.stdout.resume();
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 0);
  });
});

function parse({ out }: Outcome): WhyResult {
  return JSON.parse(out) as WhyResult;
}
