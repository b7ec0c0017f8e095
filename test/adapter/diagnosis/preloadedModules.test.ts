import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';

/** What the command says of files of a program by a command of tests. */
function diagnosed(files: Readonly<Record<string, string>>, command: readonly string[]): DiagnosisResult {
  const folder = mkdtempSync(join(tmpdir(), 'whence-preloaded-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const words = [join(root, 'dist/whence.js'), 'diagnose', '--json', ...(command.length === 0 ? [] : ['--', ...command])];
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    assert.equal(stderr.includes('could not'), false, stderr);
    return JSON.parse(stdout) as DiagnosisResult;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const firstEdit = ({ diagnoses }: DiagnosisResult): string | undefined => diagnoses[0]?.repairs[0]?.edits[0]?.text;

const program = {
  'package.json': '{ "type": "module" }',
  'src/a.js': 'export const inc = (x) => x - 1;\n',
  'test/helper.js': 'export const two = () => 2;\n',
  'test/a.test.js': `import test from 'node:test';
import assert from 'node:assert/strict';
import { inc } from '../src/a.js';
import { two } from './helper.js';
test('inc', () => assert.equal(inc(two()) + (globalThis.more ?? 0), 3 + (globalThis.more ?? 0)));
test('same', () => assert.equal(inc(1) + 10, globalThis.expected ?? 12));
`,
};

describe('what Node loads before tests', function () {
  this.timeout(90_000);

  it('is loaded in the worker, what is required first', () => {
    const setup = { 'setup.cjs': 'globalThis.expected = 1;\n', 'setup.mjs': 'globalThis.expected += 11;\n' };
    const result = diagnosed({ ...program, ...setup }, ['node', '--import', './setup.mjs', '-r', './setup.cjs', '--test']);
    assert.deepEqual(
      [result.runner.name, firstEdit(result), result.diagnoses[0]?.repairs[0]?.tests],
      ['node', '+', { passed: 2, total: 2 }],
    );
  });

  it('makes it read TypeScript: the worker reads that itself; of other loaders there is a note', () => {
    const hooks = `import { register } from 'node:module';\nif (globalThis.never) register('./none.mjs', import.meta.url);\n`;
    const result = diagnosed({ ...program, 'hooks.mjs': hooks }, ['node', '--import=tsx', '--import', './hooks.mjs', '--test']);
    assert.equal(firstEdit(result), '+');
    assert.ok(
      result.notes.includes('What node does by hooks of modules in ./hooks.mjs is not done where Whence runs the tests.'),
      result.notes.join('\n'),
    );
  });

  it('leaves the runner known where a helper beside the tests imports none', () => {
    const result = diagnosed(program, []);
    assert.deepEqual([result.runner.name, firstEdit(result)], ['node', '+']);
  });
});

describe('names without types', function () {
  this.timeout(90_000);

  it('are indices where a method of a list hands them over', () => {
    const text = `exports.groups = function (re, names, text) {
  const m = re.exec(text);
  const out = {};
  names.forEach((n, i) => {
    out[n] = m[i];
  });
  return out;
};
`;
    const tests = `const test = require('node:test');
const assert = require('node:assert/strict');
const { groups } = require('./a.js');
test('one', () => assert.deepEqual(groups(/^u(\\d+)$/, ['id'], 'u7'), { id: '7' }));
test('two', () => assert.deepEqual(groups(/^(\\w)(\\d)$/, ['x', 'y'], 'u7'), { x: 'u', y: '7' }));
`;
    assert.equal(firstEdit(diagnosed({ 'package.json': '{}', 'a.js': text, 'a.test.js': tests }, [])), 'i + 1');
  });

  it('are handed over where a call of what has no type gives nothing', () => {
    const text = `export class Parts {
  constructor(sink) {
    this.sink = sink;
  }
  end(rest) {
    if (rest) this.sink.push();
    return this.sink;
  }
}
`;
    const tests = `import test from 'node:test';
import assert from 'node:assert/strict';
import { Parts } from './a.js';
test('rest', () => assert.deepEqual(new Parts([]).end('b'), ['b']));
test('none', () => assert.deepEqual(new Parts(['a']).end(''), ['a']));
`;
    const result = diagnosed({ 'package.json': '{ "type": "module" }', 'a.js': text, 'a.test.js': tests }, []);
    assert.match(firstEdit(result) ?? '', /push\(rest\)|^rest$/);
  });
});
