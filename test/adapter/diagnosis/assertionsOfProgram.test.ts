import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';

function diagnosed(program: string, tests: string): { readonly result: DiagnosisResult; readonly text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'whence-held-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'p.ts'), program);
    writeFileSync(
      join(folder, 'p.test.ts'),
      `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport * as p from './p.ts';\n${tests}`,
    );
    const run = (words: readonly string[]): string =>
      spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'diagnose', '--tests', 'p.test.ts', ...words], {
        cwd: folder,
        encoding: 'utf8',
      }).stdout;
    return { result: JSON.parse(run(['--json'])) as DiagnosisResult, text: run(['--no-repairs']) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const firstEdit = ({ diagnoses }: DiagnosisResult): string | undefined => diagnoses[0]?.repairs[0]?.edits[0]?.text.trim();

describe('a test that breaks an assertion of the program', function () {
  this.timeout(120_000);

  it('fails, is followed, and is repaired', () => {
    const program = `/** @ensures result >= 0 */
export function sum(xs: number[]): number {
  let s = 0;
  for (const x of xs) s -= x;
  return s;
}
`;
    const { result, text } = diagnosed(
      program,
      "test('two', () => { p.sum([1, 2]); });\ntest('none', () => assert.equal(p.sum([]), 0));\n",
    );
    const [failing, ...others] = result.tests.failing;
    assert.deepEqual([failing?.name, others, result.tests.passing], ['two', [], 1]);
    assert.equal(failing?.form, 'lowered');
    assert.deepEqual(failing.inputs, [{ function: 'sum', arguments: [[1, 2]] }]);
    assert.deepEqual(failing.assertion, { tag: 'ensures', text: 'result >= 0', file: 'p.ts', line: 1 });
    assert.match(text, /^fails p\.test\.ts:4 two: @ensures result >= 0 does not hold \(p\.ts:1\)$/m);
    const loop = result.diagnoses.find(({ components: [component] }) => component?.span.line === 4 && component.kind === 'statement');
    assert.equal(loop?.status, 'repaired');
    assert.ok(loop.requirement.length > 0);
  });

  it('is one in which the program breaks a precondition, and none that hands over itself what is to be refused', () => {
    const program = `/** @requires n >= 0 */
export function root(n: number): number {
  if (n < 0) throw new RangeError('negative');
  return Math.sqrt(n);
}
export function below(n: number): number {
  return root(n - 1);
}
`;
    const refused = "test('refuses', () => assert.throws(() => p.root(-1), /negative/));\n";
    const { result } = diagnosed(program, refused + "test('below', () => { try { p.below(0.5); } catch {} });\n");
    assert.deepEqual([result.tests.failing.map(({ name }) => name), result.tests.passing], [['below'], 1]);
    assert.deepEqual(result.tests.failing[0]?.assertion, { tag: 'requires', text: 'n >= 0', file: 'p.ts', line: 1 });
  });

  it('is told the call that a protocol misses', () => {
    const program = `/** @protocol start -open-> opened -walk-> opened -close-> start */
export class Door {
  passed = 0;
  open(): void {}
  walk(): void { this.passed++; }
  close(): void {}
}
export function through(times: number): number {
  const door = new Door();
  for (let i = 0; i < times; i++) door.walk();
  door.close();
  return door.passed;
}
`;
    const { result } = diagnosed(
      program,
      "test('once', () => assert.equal(p.through(1), 1));\ntest('thrice', () => assert.equal(p.through(3), 3));\n",
    );
    assert.deepEqual(result.tests.failing[0]?.assertion?.called, { method: 'walk', state: 'start' });
    assert.deepEqual(
      result.tests.failing.map(({ inputs }) => inputs),
      [[{ function: 'through', arguments: [1] }], [{ function: 'through', arguments: [3] }]],
    );
    assert.equal(firstEdit(result), 'door.open();');
    assert.equal(result.diagnoses[0]?.repairs[0]?.cold, true);
    assert.ok(result.refuted.some(({ component }) => component.span.line === 3));
  });
});
