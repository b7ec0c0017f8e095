import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { passingIn, readTap } from '../../../adapter/diagnosis/runnerReport.js';
import { root } from '../../tidy/files.js';

/** What the command says of a program and its tests of node:test. */
function diagnosed(program: string, tests: string): DiagnosisResult {
  const folder = mkdtempSync(join(tmpdir(), 'whence-unheard-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'p.js'), program);
    const head = `import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport * as p from './p.js';\n`;
    writeFileSync(join(folder, 'p.test.js'), head + tests);
    const words = [join(root, 'dist/whence.js'), 'diagnose', '--json', '--tests', 'p.test.js'];
    return JSON.parse(spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).stdout) as DiagnosisResult;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const messagesOf = ({ tests }: DiagnosisResult): readonly string[] => tests.failing.map(({ name, message }) => `${name}: ${message}`);

describe('what nobody catches', function () {
  this.timeout(90_000);

  it('fails the test that began it, at once or late', () => {
    const program = `const asked = async (host) => {
  await null;
  if (host === undefined) throw new Error('no host');
};
export const all = (hosts, count) => {
  for (let i = 0; i <= count; i++) asked(hosts[i]);
  return count;
};
export const later = (ms) => {
  setTimeout(() => {
    if (ms > 20) throw new Error('late');
  }, ms);
  return ms;
};
`;
    const tests = `test('good', () => assert.equal(p.later(5), 5));
test('late', () => assert.equal(p.later(30), 30));
test('two', () => assert.equal(p.all(['a', 'b'], 2), 2));
`;
    const result = diagnosed(program, tests);
    assert.deepEqual(messagesOf(result), ['late: Error: late (nothing catches it)', 'two: Error: no host (nothing catches it)']);
    assert.equal(result.tests.passing, 1);
  });

  it('is no part of a repair: what waits for it is', () => {
    const program = `export class Lane {
  busy = false;
  done = 0;
}
async function work(lane, ms) {
  if (lane.busy) throw new Error('busy');
  lane.busy = true;
  await new Promise((resolve) => setTimeout(resolve, ms));
  lane.busy = false;
  lane.done++;
}
export async function all(lanes, jobs) {
  let count = 0;
  for (const [i, ms] of jobs.entries()) {
    work(lanes[i % lanes.length], ms);
    count++;
  }
  return count;
}
`;
    const tests = `test('one', async () => assert.equal(await p.all([new p.Lane()], [1, 2]), 2));
test('two', async () => assert.equal(await p.all([new p.Lane(), new p.Lane()], [1, 2]), 2));
`;
    const { diagnoses } = diagnosed(program, tests);
    const [edit] = diagnoses[0]?.repairs[0]?.edits ?? [];
    assert.match(edit?.text ?? '', /^await/);
  });

  it('fails a run beside its tests: that is told where it is no test that fails', () => {
    const program = `export const one = () => 1;\n`;
    const result = diagnosed(program, `process.exitCode = 3;\ntest('one', () => assert.equal(p.one(), 1));\n`);
    assert.deepEqual(messagesOf(result), []);
    assert.deepEqual(result.notes, ['No test fails, but node ends with the exit code 1: something fails that is no test.']);
  });
});

describe('a run that ends with a failure', () => {
  const late = `# Subtest: two
ok 1 - two
# Error: Test "two" at a.test.js:4:1 generated asynchronous activity after the test ended. This activity created the error "Error: no"
# Subtest: one
ok 2 - one
`;
  const ofFile = '# Subtest: /w/a.test.js\nnot ok 3 - /w/a.test.js\n';

  it('names the tests behind whose ends something failed', () => {
    const report = readTap(late + ofFile);
    assert.deepEqual([report.get('two'), report.get('one'), report.size], [true, false, 2]);
    assert.deepEqual(passingIn({ passed: false, report }, ['/w/a.test.js'], ['one', 'two']), ['one']);
  });

  it('has passed nothing where it is not known which test is part of it', () => {
    const report = readTap(`# Subtest: one\nok 1 - one\n${ofFile}`);
    assert.deepEqual(passingIn({ passed: false, report }, ['/w/a.test.js'], ['one']), []);
    assert.deepEqual(passingIn({ passed: false, report: new Map([['one', false]]) }, ['/w/a.test.js'], ['one']), []);
    assert.deepEqual(passingIn({ passed: true, report: null }, ['/w/a.test.js'], ['one']), ['one']);
  });
});
