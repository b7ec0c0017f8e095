import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnswerCache } from '../../../adapter/operations/answerCache.js';

describe('saved answers', () => {
  let folder: string;
  let file: string;
  let asked: number;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whence-answers-'));
    file = join(folder, 'run.trace');
    writeFileSync(file, 'one');
    asked = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const cacheOf = (answerer = 'build 1') => new AnswerCache(answerer, join(folder, 'answers'));
  const ask = (question: string, cache = cacheOf()) => cache.answer(question, [file], () => ({ number: ++asked }));

  it('are given again, and not for another question, recording or build', async () => {
    assert.deepEqual([await ask('a'), await ask('a')], [{ number: 1 }, { number: 1 }]);
    assert.deepEqual(await ask('b'), { number: 2 });
    assert.deepEqual(await ask('a', cacheOf('build 2')), { number: 3 });
    const { atime, mtime } = statSync(file);
    writeFileSync(file, 'two');
    // Neither size nor time says that it is another one.
    utimesSync(file, atime, mtime);
    assert.deepEqual(await ask('a'), { number: 4 });
    writeFileSync(file, 'one');
    assert.deepEqual(await ask('a'), { number: 1 });
  });

  it('are not saved of a recording that changes meanwhile', async () => {
    const answer = await cacheOf().answer('a', [file], () => {
      writeFileSync(file, 'more');
      return 1;
    });
    assert.equal(answer, 1);
    assert.deepEqual(await ask('a'), { number: 1 });
    writeFileSync(file, 'one');
    assert.deepEqual(await ask('a'), { number: 2 });
  });

  it('are for their owner alone, and a damaged one is asked again', async () => {
    await ask('a');
    const [name = ''] = readdirSync(join(folder, 'answers'));
    const saved = join(folder, 'answers', name);
    if (process.platform !== 'win32') assert.equal(statSync(saved).mode & 0o777, 0o600);
    truncateSync(saved, 5);
    assert.deepEqual(await ask('a'), { number: 2 });
  });

  it('take bounded space: the oldest go', async () => {
    const cache = cacheOf();
    const large = 'x'.repeat(3_900_000);
    for (let index = 0; index < 20; index++) await cache.answer(index, [file], () => large);
    const sizes = readdirSync(join(folder, 'answers')).map((name) => statSync(join(folder, 'answers', name)).size);
    assert.ok(sizes.length >= 16 && sizes.reduce((sum, size) => sum + size, 0) <= 64 * 2 ** 20);
    await cache.answer('too large', [file], () => 'x'.repeat(5_000_000));
    await ask('too large', cache);
    assert.equal(asked, 1);
  });

  it('are no error where they cannot be kept', async () => {
    writeFileSync(join(folder, 'answers'), 'a file');
    assert.deepEqual([await ask('a'), await ask('a')], [{ number: 1 }, { number: 2 }]);
  });
});
