import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { runnerOfFile } from '../../../adapter/diagnosis/testedProgram.js';
import { root } from '../../tidy/files.js';

/** What the command says of a program and its tests of node:test. */
function diagnosed(program: string, tests: string, asked: readonly string[] = ['--tests', 'p.test.js']) {
  const folder = mkdtempSync(join(tmpdir(), 'whence-odd-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'p.js'), program);
    writeFileSync(
      join(folder, 'p.test.js'),
      `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport * as p from './p.js';\n${tests}`,
    );
    const words = [join(root, 'dist/whence.js'), 'diagnose', '--json', ...asked];
    return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const resultOf = (stdout: string): DiagnosisResult => JSON.parse(stdout) as DiagnosisResult;

describe('tests that are not of the usual kind', function () {
  this.timeout(60_000);

  it('need what those before them left, once they are mended', () => {
    const program = 'let calls = 0;\nexport function next() {\n  calls = 1;\n  return calls;\n}\n';
    const tests = "test('first', () => assert.equal(p.next(), 1));\ntest('second', () => assert.equal(p.next(), 2));\n";
    const { diagnoses } = resultOf(diagnosed(program, tests).stdout);
    assert.deepEqual(
      diagnoses[0]?.repairs[0]?.edits.map(({ text }) => text),
      ['+='],
    );
  });

  it('fail with hooks behind them: what these clear is clear for the next one', () => {
    const program = 'export const low = (n) => (n > 1 ? 2 : 3);\n';
    const tests = `import { afterEach } from 'node:test';
const log = [];
afterEach(() => {
  log.length = 0;
});
test('bad', () => {
  log.push(1);
  assert.equal(p.low(2), 3);
});
test('good', () => {
  log.push(2);
  assert.deepEqual(log, [2]);
});
`;
    const { diagnoses, notes, tests: told } = resultOf(diagnosed(program, tests).stdout);
    assert.deepEqual([told.failing.map(({ name, form }) => `${name} ${form}`), told.passing], [['bad lowered'], 1]);
    assert.deepEqual(diagnoses[0]?.repairs[0]?.tests, { passed: 2, total: 2 });
    assert.ok(!notes.some((note) => note.includes('"good"')), notes.join('\n'));
  });

  it('take longer than they allow themselves: only a repair that is quick enough is one', () => {
    const program = 'export const wait = () => new Promise((resolve) => setTimeout(() => resolve(3), 1500));\n';
    const tests = "test('t', { timeout: 100 }, async () => assert.equal(await p.wait(), 2));\n";
    const { diagnoses, tests: told } = resultOf(diagnosed(program, tests, ['--no-repairs', '--tests', 'p.test.js']).stdout);
    assert.equal(told.failing[0]?.message, 'TestTimedOut: The test did not end within its 100 milliseconds.');
    assert.ok(diagnoses.every(({ requirement }) => requirement.every(({ values }) => JSON.stringify(values) !== '[2]')));
  });

  it('start another process: a note says that what runs there is not seen', () => {
    const program = "export const greet = (name) => 'hello ' + name;\nif (process.argv[2] === 'run') console.log(greet('world'));\n";
    const tests = `import { execFileSync } from 'node:child_process';
test('child', () => assert.equal(execFileSync('node', [new URL('./p.js', import.meta.url).pathname, 'run']).toString(), 'hi world'));
`;
    const { notes } = resultOf(diagnosed(program, tests).stdout);
    assert.ok(notes.includes('What runs in another process is not seen: the cause may be what ran there alone.'), notes.join('\n'));
  });

  it('all fail: a note says that nothing has to stay, and each component is told of once where it is known', () => {
    const program = 'export const f = (n) => n + 1;\n';
    const tests = "test('t', () => assert.equal(p.f(1), 5));\ntest('u', () => assert.equal(p.f(2), 9));\n";
    const { diagnoses, notes } = resultOf(diagnosed(program, tests).stdout);
    assert.deepEqual(notes, ['No test passes: nothing says what has to stay as it is.']);
    const places = diagnoses.map(({ components }) => JSON.stringify(components));
    assert.equal(new Set(places).size, places.length);
  });

  it('fail together: what explains all of them comes before a repair of one', () => {
    const program = 'export function f(a) {\n  let b = 0;\n  if (a > 0) b = a * 7;\n  return b + 23;\n}\n';
    const tests = "test('t', () => assert.equal(p.f(0), 41));\ntest('u', () => assert.equal(p.f(1), 31));\n";
    const { diagnoses } = resultOf(diagnosed(program, tests, ['--timeout', '30', '--tests', 'p.test.js']).stdout);
    assert.deepEqual(
      diagnoses.slice(0, 1).map(({ components }) => components.map(({ kind }) => kind)),
      [['return']],
    );
    assert.ok(diagnoses.slice(1).some(({ status }) => status === 'repaired'));
  });

  it('are of a runner that is too old', () => {
    const folder = mkdtempSync(join(tmpdir(), 'whence-odd-'));
    try {
      mkdirSync(join(folder, 'node_modules/jest'), { recursive: true });
      writeFileSync(join(folder, 'node_modules/jest/package.json'), JSON.stringify({ version: '26.6.3', bin: './bin/jest.js' }));
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { jest: '^26' } }));
      writeFileSync(join(folder, 'p.test.js'), "test('t', () => {});\n");
      const words = [join(root, 'dist/whence.js'), 'diagnose', '--', 'npx', 'jest'];
      const { stderr, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
      assert.deepEqual([status, stderr], [2, 'whence: jest 26.6.3 is too old for a diagnosis: it needs jest 29 or later.\n']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are of a runner: another one does not run them, and a script of package.json names it', () => {
    const { stderr, status } = diagnosed('export const f = () => 2;\n', "test('t', () => p.f());\n", [
      '--runner',
      'jest',
      '--tests',
      'p.test.js',
    ]);
    assert.deepEqual([status, stderr], [2, 'whence: p.test.js is for node:test: jest does not run it.\n']);
    const folder = mkdtempSync(join(tmpdir(), 'whence-odd-'));
    try {
      const file = join(folder, 'p.test.js');
      writeFileSync(file, "it('t', () => {});\n");
      const scripts = { test: 'tsc && mocha p.test.js' };
      for (const devDependencies of [{}, { mocha: '*', vitest: '*' }]) {
        writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts, devDependencies }));
        assert.equal(runnerOfFile(file, folder), 'mocha');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('never end: nobody waits for the runner then', () => {
    const program =
      'export function gcd(a, b) {\n  while (b !== 0) {\n    const t = b;\n    b = (a % b) + 1;\n    a = t;\n  }\n  return a;\n}\n';
    const began = Date.now();
    const { stdout } = diagnosed(
      program,
      "test('t', () => assert.equal(p.gcd(12, 8), 4));\ntest('u', () => assert.equal(p.gcd(7, 0), 7));\n",
    );
    assert.equal(resultOf(stdout).diagnoses[0]?.status, 'repaired');
    // The runner would be given a minute.
    assert.ok(Date.now() - began < 40_000);
  });

  it('are not taken in place of those that a command names', () => {
    const failing = "test('t', () => assert.equal(p.f(), 1));\n";
    const run = (...asked: readonly string[]) => diagnosed('export const f = () => 2;\n', failing, ['--no-repairs', ...asked]);
    for (const word of ['none.test.js', 'none/*.test.js']) {
      const { stderr, status, stdout } = run('--', 'node', '--test', word);
      assert.deepEqual([status, stdout, stderr], [2, '', `whence: ${word}: there is no such file of tests.\n`]);
    }
    for (const asked of [
      ['--', 'node', '--test', '--test-name-pattern', 't.js', 'p.test.js'],
      ['--', 'node', '--test', '*.test.js'],
      ['--tests', 'p.test.js', '--', 'node', '--test', 'none.test.js'],
    ])
      assert.deepEqual(
        resultOf(run(...asked).stdout).tests.failing.map(({ name }) => name),
        ['t'],
        asked.join(' '),
      );
  });

  it('are all counted, those included that fail for another reason', () => {
    const program = 'export const sum = (a, b) => a - b;\nexport const product = (a, b) => a + b;\n';
    const tests =
      "test('sum', () => assert.equal(p.sum(2, 3), 5));\ntest('product', () => assert.equal(p.product(2, 3), 6));\ntest('none', () => assert.equal(p.sum(0, 0), 0));\n";
    const { diagnoses } = resultOf(diagnosed(program, tests).stdout);
    const first = diagnoses.filter(({ repairs }) => repairs.length > 0).map(({ repairs }) => repairs[0]?.tests);
    assert.deepEqual(first, [
      { passed: 2, total: 3 },
      { passed: 2, total: 3 },
    ]);
    const asked = resultOf(diagnosed(program, tests, ['--tests', 'p.test.js', '--test', 'sum']).stdout);
    assert.deepEqual(asked.diagnoses[0]?.repairs[0]?.tests, { passed: 2, total: 3 });
  });

  it('fail under their runner alone: they are not said to pass', () => {
    const tests = "test('t', () => assert.equal(process.env.NODE_TEST_CONTEXT, p.f()));\n";
    const { stderr, status } = diagnosed('export const f = () => undefined;\n', tests);
    assert.equal(status, 2);
    assert.match(stderr, /"t" fails under node and passes as Whence runs it/);
  });

  it('are made by helpers and loops: their lines are those of the calls that declare them', () => {
    const tests = `const check = (name, given) => test(name, () => assert.equal(p.f(given), 1));
for (const given of [2, 3])
  test('of ' + given, () => {
    assert.equal(p.f(given), 1);
  });
check('by a helper', 4);
`;
    const run = (at: string) => diagnosed('export const f = (x) => x;\n', tests, ['--no-repairs', '--tests', `p.test.js${at}`]);
    const shown = (at: string) => resultOf(run(at).stdout).tests.failing.map(({ name, line }) => `${line} ${name}`);
    assert.deepEqual(shown(''), ['6 of 2', '6 of 3', '4 by a helper']);
    for (const at of [':6', ':7']) assert.deepEqual(shown(at), ['6 of 2', '6 of 3'], at);
    for (const at of [':4', ':9']) assert.deepEqual(shown(at), ['4 by a helper'], at);
    const { stderr, status, stdout } = run(':2');
    assert.deepEqual([status, stdout, stderr], [2, '', 'whence: No test is at p.test.js:2.\n']);
  });

  it('can not be loaded: it is said why, and in which line', () => {
    const program = "export const one = 1;\n\nfunction check(n) {\n  if (n > 0) throw new Error('boom\\nand more');\n}\n    check(one);\n";
    const { stderr } = diagnosed(program, "test('t', () => {});\n");
    assert.equal(stderr, 'whence: The tests could not be loaded: boom (p.js:4)…\n');
    const ofTests = diagnosed('export const one = 1;\n', "\n  undefined.x;\ntest('t', () => {});\n").stderr;
    assert.equal(ofTests, "whence: The tests could not be loaded: Cannot read properties of undefined (reading 'x') (p.test.js:5).\n");
  });

  it('are none of the name that was asked for: that is said', () => {
    const { stderr, status, stdout } = diagnosed('export const f = () => 1;\n', "test('t', () => assert.equal(p.f(), 1));\n", [
      '--test',
      'u',
    ]);
    assert.deepEqual([status, stdout, stderr], [2, '', 'whence: No test has "u" in its name.\n']);
  });

  it('write files where temporary ones are', () => {
    const program =
      "import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';\nimport { tmpdir } from 'node:os';\nimport { join } from 'node:path';\nexport const file = () => join(mkdtempSync(join(tmpdir(), 'p-')), 'f');\nexport function put(name, text) {\n  writeFileSync(name, name);\n  return readFileSync(name, 'utf8');\n}\n";
    const { tests, diagnoses } = resultOf(diagnosed(program, "test('t', () => assert.equal(p.put(p.file(), 'a'), 'a'));\n").stdout);
    assert.match(tests.failing[0]?.message ?? '', /^expected 'a', got /);
    assert.deepEqual(
      diagnoses[0]?.repairs[0]?.edits.map(({ text }) => text),
      ['text'],
    );
  });

  it('need the network: suspects are those of their own failure', () => {
    const program =
      "import http from 'node:http';\nexport const status = (method) => (method === 'GET' ? 200 : 404);\nexport const app = () => http.createServer((asked, given) => {\n  given.statusCode = status(asked.method);\n  given.end();\n});\nexport const twice = (n) => n * 3;\n";
    const tests = `import { after, before, describe } from 'node:test';
test('twice', () => assert.equal(p.twice(2), 4));
describe('app', () => {
  let url, server;
  before(async () => {
    server = p.app();
    await new Promise((resolve) => server.listen(0, resolve));
    url = 'http://localhost:' + server.address().port;
  });
  after(() => server.close());
  for (const [method, wanted] of [['GET', 200], ['POST', 201]])
    test(method, async () => assert.equal((await fetch(url, { method })).status, wanted));
});
`;
    const result = resultOf(diagnosed(program, tests).stdout);
    assert.deepEqual(
      result.tests.failing.map(({ name, message }) => [name, message]),
      [
        ['twice', 'expected 4, got 6'],
        ['app > POST', 'expected 201, got 404'],
      ],
    );
    assert.equal(result.tests.passing, 1);
    assert.equal(result.diagnoses[0]?.repairs[0]?.cold, true);
    assert.ok(result.diagnoses.some(({ components, repairs }) => components[0]?.function === 'status' && repairs.length === 0));
    for (const name of ['app > GET', 'app > POST'])
      assert.ok(result.notes.some((note) => note.startsWith(`The test "${name}" needs the network,`)));
  });

  it('use things of their runner that no model has', () => {
    const why = (text: string) =>
      resultOf(diagnosed('export const f = () => 1;\n', text, ['--no-repairs', '--tests', 'p.test.js']).stdout).tests.failing[0]?.why;
    assert.equal(
      why("test('t', (t) => { t.diagnostic('x'); assert.equal(p.f(), 2); });\n"),
      'it uses something of its runner that has no model',
    );
  });
});
