import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { ending, failing } from './floatingPrograms.js';

/** Whether a program ends well, as a module of a thread of its own. */
function endsWell(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const url = new URL(`data:text/javascript,${encodeURIComponent(`${text}\nexport {};`)}`);
    const worker = new Worker(url, { stdout: true, stderr: true, execArgv: [] });
    let failed = false;
    worker.on('error', () => (failed = true));
    worker.on('exit', (code) => resolve(!failed && (code === 0 || code === 13)));
  });
}

describe('programs whose promises are rejected, in Node', () => {
  it('end as the analysis is asked to say of them', async () => {
    for (const text of ending) assert.equal(await endsWell(text), true, text);
    for (const [text] of failing) assert.equal(await endsWell(text), false, text);
  });
});
