import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestOutcome, TrialRequest } from '../../../adapter/tests/testMessages.js';
import { descendantsOf } from '../../../adapter/launch/descendants.js';
import { TestWorker, type Tried } from '../../../adapter/tests/workerProcess.js';
import { root } from '../../tidy/files.js';

const trial: TrialRequest = { order: ['t'], fuel: 100_000, idleMs: 20, hangsMs: 1_500 };

/** A worker that has loaded a file of Mocha's tests. */
async function withTests<T>(
  script: string,
  body: (worker: TestWorker) => Promise<T>,
  { timeoutMs = 500, runner: name = 'mocha' }: { readonly timeoutMs?: number; readonly runner?: 'mocha' | 'node' } = {},
): Promise<T> {
  const options = {
    script: join(root, 'dist/testWorker.js'),
    folder: tmpdir(),
    isFree: false,
    signal: new AbortController().signal,
    environment: {},
  };
  const worker = new TestWorker(options);
  const path = join(root, 'lost.test.js');
  try {
    await worker.load({
      modules: [{ path, script, own: {}, packages: {}, mocks: {} }],
      tests: [path],
      runner: { name, manifest: '' },
      timeoutMs,
      settings: null,
      main: null,
    });
    return await body(worker);
  } finally {
    worker.end();
  }
}

const errorOf = async (script: string, runner: 'mocha' | 'node' = 'mocha'): Promise<TestOutcome['error']> =>
  await withTests(
    script,
    async (worker) => (await worker.capture({ names: null, fuel: 1_000, isCounted: false }, 5_000)).outcomes[0]?.error ?? null,
    { timeoutMs: 60_000, runner },
  );

/** The numbers of the candidates that passed, and how many were tried. */
async function tried(
  body: string,
  { milliseconds = 60_000, timeoutMs = 500 }: { readonly milliseconds?: number; readonly timeoutMs?: number } = {},
): Promise<readonly [readonly number[], number]> {
  const script = `it('t', (done) => { ${body} done(__whence.m % 4 === 0 ? undefined : new Error('no')); });`;
  const told: Tried[] = [];
  let end: number | undefined;
  const switches = Array.from({ length: 12 }, (_, i) => ({ number: i + 1, on: [] }));
  const count = await withTests(
    script,
    (worker) =>
      worker.try(
        switches,
        trial,
        () => (end ??= Date.now() + milliseconds) - Date.now(),
        (one) => told.push(one),
      ),
    { timeoutMs },
  );
  return [told.filter(({ failedBy }) => failedBy === null).map(({ number }) => number), count];
}

describe('candidates that are lost', function () {
  this.timeout(60_000);

  it('are those alone that end their process by what they allocate', async () => {
    const grow = 'if (__whence.m % 4 === 2) { let all = [1]; for (;;) all = [...all, ...all.map((x) => ({ x }))]; }';
    assert.deepEqual(await tried(grow), [[4, 8, 12], 12]);
  });

  it('are those alone that hang', async () => {
    assert.deepEqual(await tried('if (__whence.m === 5 || __whence.m === 7) for (;;);'), [[4, 8, 12], 12]);
  });

  // Only Linux shows which process is ours, and how much it has worked.
  (process.platform === 'linux' ? it : it.skip)('are none that something else keeps from their work', async () => {
    const before = descendantsOf(process.pid);
    let stopped = 0;
    const stop = setInterval(() => {
      const worker = descendantsOf(process.pid).find((pid) => !before.includes(pid));
      if (worker === undefined || stopped++ > 0) return;
      process.kill(worker, 'SIGSTOP');
      setTimeout(() => process.kill(worker, 'SIGCONT'), 4_000);
    }, 1_000);
    try {
      const works = 'const from = process.cpuUsage().user; while (process.cpuUsage().user < from + 150_000);';
      assert.deepEqual(await tried(works), [[4, 8, 12], 12]);
      assert.ok(stopped > 0);
    } finally {
      clearInterval(stop);
    }
  });

  it('cost no time where they wait for nothing', async () => {
    // Nine would wait longer than this test may take.
    assert.deepEqual(await tried('if (__whence.m % 4 > 0) return;', { timeoutMs: 20_000 }), [[4, 8, 12], 12]);
  });

  it('end all their calls by one error', async () => {
    const calls = 'const seen = new Set(); for (let i = 0; i < 1_500; i++) try { __whence.c(0); } catch (error) { seen.add(error); }';
    assert.equal((await errorOf(`it('t', () => { ${calls} throw new Error(String(seen.size)); });`))?.message, '1');
  });

  it('are tried until the time is over', async () => {
    const [passed, count] = await tried('const from = Date.now(); while (Date.now() < from + 200) new Date();', { milliseconds: 1_000 });
    assert.ok(count > 0 && count < 12, String(count));
    assert.ok(passed.length <= count / 4);
  });
});

describe('tests with a plan', () => {
  const planned = (count: number): string =>
    `const test = require('node:test'); test('t', async (t) => { t.plan(${count}); t.assert.ok(true); await t.test('u', () => undefined); });`;

  it('fail where they make more or fewer assertions and subtests', async () => {
    assert.equal(await errorOf(planned(2), 'node'), null);
    for (const count of [1, 3])
      assert.equal((await errorOf(planned(count), 'node'))?.message, `plan expected ${count} assertions but received 2`);
  });
});

describe('tests that wait', function () {
  this.timeout(60_000);

  it('end where nothing is left that could bring what they wait for', async () => {
    assert.match((await errorOf("it('t', (done) => {});"))?.message ?? '', /waits for something that never comes/);
  });

  it('wait for timers', async () => {
    assert.equal(await errorOf("it('t', (done) => { setTimeout(done, 900); });"), null);
  });

  it('fail by what nobody catches', async () => {
    const late = "it('t', (done) => { setImmediate(() => { throw new TypeError('late'); }); });";
    assert.equal((await errorOf(late))?.name, 'TypeError');
    const rejected = "it('t', (done) => { void Promise.reject(new RangeError('late')); });";
    assert.equal((await errorOf(rejected))?.name, 'RangeError');
  });
});

describe('a worker that is asked nothing', () => {
  it('ends when the call is cancelled', async () => {
    const cancelling = new AbortController();
    const worker = new TestWorker({
      script: join(root, 'dist/testWorker.js'),
      folder: tmpdir(),
      isFree: false,
      signal: cancelling.signal,
      environment: {},
    });
    worker.begin();
    cancelling.abort();
    await assert.rejects(worker.observe({ number: 0, changes: [] } as never, 1, 60_000), /No worker was started/);
  });
});
