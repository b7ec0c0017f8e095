import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalysisThread } from '../../adapter/operations/analysisThread.js';

describe('the thread of the analysis', () => {
  it('is not asked again of a file that took too long', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'whence-thread-'));
    const [program, asked] = [join(folder, 'thread.mjs'), join(folder, 'asked')];
    writeFileSync(
      program,
      `import { appendFileSync } from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { appendFileSync(${JSON.stringify(asked)}, 'x'); for (;;); });`,
    );
    const thread = new AnalysisThread(program, 1_000);
    const answers = [1, 2].map(() => thread.ask('forecast', { file: join(folder, 'large.js'), cwd: folder, moments: [] }));
    assert.deepEqual(await Promise.all(answers), [null, null]);
    // A machine that is busy with other things may not have started the thread in time.
    assert.ok(!existsSync(asked) || readFileSync(asked, 'utf8') === 'x');
    thread.end();
    rmSync(folder, { recursive: true });
  });
});
