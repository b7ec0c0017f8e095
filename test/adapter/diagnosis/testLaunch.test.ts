import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunnerUnknown } from '../../../adapter/diagnosis/request.js';
import { runnerOfFile } from '../../../adapter/diagnosis/testedProgram.js';
import { testLaunch } from '../../../adapter/diagnosis/testLaunch.js';
import { root } from '../../tidy/files.js';

const body = `
const ran = (name) => require('node:fs').appendFileSync(process.env.RAN, name + '\\n');
describe('cart', () => {
  it('adds (a+b)', () => ran('adds'));
  it('adds', () => ran('only adds'));
  describe('empty', () => { it('adds', () => ran('empty adds')); });
  for (const n of [1, 2]) it(\`counts \${n}\`, () => ran('counts ' + n));
});
describe('list', () => { it('adds', () => ran('list adds')); });
`;

const headers = { node: `const { describe, it } = require('node:test');`, mocha: `const { describe, it } = require('mocha');` };

describe('one test by its own runner', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'whence-launch-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [runner, header] of Object.entries(headers)) writeFileSync(join(folder, `${runner}.test.cjs`), `${header}${body}`);
  });
  after(() => rmSync(folder, { recursive: true }));

  const ranAt = (runner: string, line: number | null, name: string | null = null): readonly string[] => {
    const file = join(folder, `${runner}.test.cjs`);
    const { runtimeArgs, program, args, cwd } = testLaunch({ cwd: folder, file, line, name });
    const out = join(folder, `${runner} ran`);
    writeFileSync(out, '');
    const env = { ...process.env, RAN: out, NODE_TEST_CONTEXT: undefined };
    spawnSync(process.execPath, [...runtimeArgs, program, ...args], { cwd, env });
    return spawnSync('cat', [out], { encoding: 'utf8' }).stdout.trim().split('\n');
  };

  for (const runner of Object.keys(headers)) {
    it(`runs alone, whatever signs its name has (${runner})`, () => assert.deepEqual(ranAt(runner, 4), ['adds']));
    it(`runs with all that are written as one (${runner})`, () => assert.deepEqual(ranAt(runner, 7), ['counts 1', 'counts 2']));
    it(`is found by its name (${runner})`, () => assert.deepEqual(ranAt(runner, null, 'adds (a+b)'), ['adds']));
  }

  it('is told from those of its name in other suites', () => assert.deepEqual(ranAt('mocha', 5), ['only adds']));

  it('has the runner whose script names its file, where a package has several', () => {
    const own = join(folder, 'several');
    for (const path of ['unit', 'old', 'own']) mkdirSync(join(own, path), { recursive: true });
    const of = (scripts: object, path: string): string | readonly string[] => {
      const file = join(own, path);
      writeFileSync(file, "it('adds', () => {});");
      writeFileSync(join(own, 'package.json'), JSON.stringify({ scripts, devDependencies: { mocha: '1', vitest: '1' } }));
      try {
        return runnerOfFile(file, own);
      } catch (error) {
        return error instanceof RunnerUnknown ? error.runners : assert.fail(String(error));
      }
    };
    const scripts = { test: 'vitest run', 'test:old': "mocha 'old/**/*.test.js'", 'test:own': 'node --test own/' };
    const paths = ['unit/a.test.js', 'old/b.test.js', 'own/c.test.js'];
    assert.deepEqual(
      paths.map((path) => of(scripts, path)),
      ['vitest', 'mocha', 'node'],
    );
    assert.deepEqual(of({ test: 'vitest run', old: 'mocha' }, 'unit/a.test.js'), ['vitest', 'mocha'], 'the user chooses');
    assert.deepEqual(of({}, 'unit/a.test.js'), ['vitest', 'mocha']);
  });

  it('is refused where there is none', () => {
    const file = join(folder, 'node.test.cjs');
    assert.throws(() => testLaunch({ cwd: folder, file, line: 1, name: null }), { message: 'node.test.cjs:1 is in no test.' });
    assert.throws(() => testLaunch({ cwd: folder, file: join(folder, 'none.test.cjs'), line: 1, name: null }), /there is no such file/);
  });
});
