import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableOf } from '../../../adapter/cli/queryFolder.js';
import { joinedAnswer, queryEach, recordingsOf } from '../../../adapter/operations/queryEach.js';
import { recorded } from '../../support/recorded.js';

describe('a named question about a folder of recordings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-folder-'));
  after(() => rmSync(folder, { recursive: true }));
  before(async () => {
    mkdirSync(join(folder, 'other'));
    for (const [name, calls] of [
      ['a.trace', 'refund(1); refund(2);'],
      ['other/b.trace', 'refund(3);'],
      ['other/c.trace', ''],
    ] as const) {
      const run = await recorded({ 'shop.js': `'use strict'; function refund(n) { return n; }\n${calls}\n` });
      copyFileSync(run.file, join(folder, name));
      run.dispose();
    }
    writeFileSync(join(folder, 'notes.txt'), 'no recording');
    writeFileSync(join(folder, 'cut.trace'), readFileSync(join(folder, 'a.trace')).subarray(0, 300));
  });

  const ask = (question: string, limit = Infinity) => queryEach(recordingsOf(folder) ?? [], question, { limit, cwd: folder, saved: null });

  it('gives a line for each recording, in the order of their names', async () => {
    const text = tableOf(await ask('argumentHistory(method: "refund")'));
    assert.deepEqual(
      text.split('\n').map((line) => line.replace(/\s{2,}/g, ' | ').replace(/#\d+ .*?shop/, '# shop')),
      [
        'run | rows | first row',
        'a.trace | 2 | # shop.js:2:1 | function refund | arguments [1]',
        'cut.trace | - | No text of the recording has a function "refund".',
        'other/b.trace | 1 | # shop.js:2:1 | function refund | arguments [3]',
        'other/c.trace | 0',
        '',
      ],
    );
  });

  it('says yes or no for each', async () => {
    const lines = tableOf(await ask('wasMethodCalled(method: "refund")')).split('\n');
    assert.deepEqual(
      lines.slice(0, 5).map((line) => line.split(/\s{2,}/).slice(0, 2)),
      [
        ['run', 'answer'],
        ['a.trace', 'yes'],
        ['cut.trace', '-'],
        ['other/b.trace', 'yes'],
        ['other/c.trace', 'no'],
      ],
    );
  });

  it('has the rows of all with their run, limited for each', async () => {
    const { columns, rows, total, complete } = joinedAnswer(await ask('argumentHistory(method: "refund")', 1));
    assert.equal(columns[0], 'run');
    assert.deepEqual(
      rows.map(({ run, arguments: given }) => [run, given]),
      [
        ['a.trace', [1]],
        ['other/b.trace', [3]],
      ],
    );
    assert.deepEqual([total, complete], [3, false]);
  });

  it('refuses a question that is none before a recording is read, and knows a file', async () => {
    await assert.rejects(ask('refunds()'), /There is no question refunds/);
    assert.equal(recordingsOf(join(folder, 'a.trace')), null);
  });
});
