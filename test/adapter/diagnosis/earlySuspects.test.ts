import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisRequest, TestsMessage } from '../../../adapter/diagnosis/protocol.js';
import { root } from '../../tidy/files.js';

/** All that the process of the tests tells an editor. */
function told(request: DiagnosisRequest): Promise<readonly TestsMessage[]> {
  return new Promise((resolve) => {
    const child = fork(join(root, 'dist/testsProcess.js'), {
      cwd: request.cwd,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const messages: TestsMessage[] = [];
    child.on('message', (message: TestsMessage) => messages.push(message));
    child.on('exit', () => resolve(messages));
    child.send({ kind: 'diagnose', request });
  });
}

describe('suspects', () => {
  it('are told in their order before they are followed and repairs are tried', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'whence-early-'));
    try {
      writeFileSync(join(cwd, 'package.json'), '{"type": "module"}');
      writeFileSync(
        join(cwd, 'larger.js'),
        'export function larger(a, b) {\n  if (a < b) {\n    return a;\n  }\n  return a;\n}\nexport const never = () => 1;\n',
      );
      const tests = `import test from 'node:test';
import assert from 'node:assert';
import { larger } from './larger.js';
test('second', () => assert.equal(larger(1, 2), 2));
test('first', () => assert.equal(larger(2, 1), 2));
`;
      writeFileSync(join(cwd, 'larger.test.js'), tests);
      const common = { cwd, files: [], test: null, runner: 'auto', command: [], cardinality: 1, repairs: true, timeoutMs: 60_000 } as const;
      const messages = await told({ ...common, tests: [{ file: join(cwd, 'larger.test.js'), line: null }] });
      const kinds = messages.map(({ kind }) => kind).filter((kind) => kind !== 'progress');
      assert.deepEqual(kinds, ['suspects', 'result']);
      for (const message of messages) {
        if (message.kind === 'suspects') {
          const { diagnoses, tests: ran, complete } = message.early;
          assert.deepEqual(
            diagnoses.map(({ components: [one], repairs }) => [one?.span.line, repairs.length]),
            [
              [3, 0],
              [2, 0],
            ],
          );
          assert.deepEqual([ran.failing.map(({ name, line }) => [name, line]), ran.passing, complete], [[['second', 4]], 1, false]);
        }
        if (message.kind === 'result') {
          const { suspects, capture, followed, repair } = message.result.milliseconds;
          assert.ok(suspects > 0 && suspects <= capture && capture <= followed && suspects < repair);
          assert.equal(message.result.diagnoses[0]?.components[0]?.span.line, 3);
        }
      }
    } finally {
      rmSync(cwd, { recursive: true });
    }
  }).timeout(120_000);
});
