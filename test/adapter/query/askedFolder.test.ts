import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableOf } from '../../../adapter/cli/queryFolder.js';
import { joinedAnswer, queryEach, recordingsOf } from '../../../adapter/operations/queryEach.js';
import { ownQuery } from '../../../adapter/operations/ownQuery.js';
import { magic } from '../../../adapter/trace/format/frameBytes.js';
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

  it('is asked in SQL and Prolog of what can be read, and what is newer or cut is told', async () => {
    const newer = readFileSync(join(folder, 'a.trace'));
    newer[magic.length - 1] = 9;
    writeFileSync(join(folder, 'newer.trace'), newer);
    const own = (text: string, recording = folder) =>
      ownQuery({ recording, file: '', text, limits: { rows: 100, megabytes: 256 }, cwd: folder });
    const sql = await own("SELECT run, count(*) FROM call WHERE method = 'refund' GROUP BY run ORDER BY run");
    assert.deepEqual(sql.rows, [
      ['a.trace', 2],
      ['other/b.trace', 1],
    ]);
    for (const { lacking = [] } of [sql, await own('row(call, [method = refund, event = E])')]) {
      assert.deepEqual(
        lacking.map(({ run, missing }) => [run, missing.map(({ reason }) => reason)]),
        [
          ['cut.trace', ['cut']],
          ['newer.trace', []],
        ],
      );
      assert.match(lacking[1]?.error ?? '', /a newer version \(9\)/);
    }
    const cut = await own('SELECT count(*) FROM call', join(folder, 'cut.trace'));
    assert.deepEqual(cut.lacking?.[0]?.missing.at(-1), { reason: 'cut', from: 0 });
    const alone = await own('SELECT count(*) FROM call', join(folder, 'a.trace'));
    assert.deepEqual(alone.lacking, []);
    await assert.rejects(own('SELECT count(*) FROM call', join(folder, 'newer.trace')), /a newer version/);
    rmSync(join(folder, 'newer.trace'));
  });
});
