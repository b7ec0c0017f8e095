import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { FileClock } from '../../server/threads/fileClock.js';

describe('the clock of a file', () => {
  it('ends a thread that takes too long, with a sentence', async () => {
    const worker = new Worker('for (;;);', { eval: true });
    const sentence = await new Promise<string>((resolve) => {
      const clock = new FileClock(20, (message) => void worker.terminate().then(() => resolve(message)));
      clock.begin();
    });
    assert.equal(sentence, 'The analysis took longer than 0.02 seconds and was ended.');
  });

  it('begins anew with each file, and says nothing of one that has ended', () => {
    const said: string[] = [];
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const clock = new FileClock(200, (message) => said.push(message));
      for (let file = 0; file < 4; file++) {
        clock.begin();
        mock.timers.tick(199);
      }
      clock.end();
      mock.timers.tick(1_000);
      assert.deepEqual(said, []);
      clock.begin();
      mock.timers.tick(200);
      assert.equal(said.length, 1);
    } finally {
      mock.timers.reset();
    }
  });
});
