import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplayedInput } from '../../adapter/launch/input.js';
import { check } from '../../adapter/operations/check.js';
import { graphs } from '../../adapter/operations/graphs.js';
import { Cancelled } from '../../adapter/operations/operation.js';
import { programOf, why, type WhyContext, type WhyRequest } from '../../adapter/operations/why.js';
import { runtimePath } from '../support/querying.js';

const settings = {
  integers: false,
  termination: true,
  arrayIndex: 'error',
  unknownCalls: 'may-exit',
  rounds: 1,
  unfolding: true,
  gate: true,
} as const;

describe('operations', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whence-operations-'));
    writeFileSync(join(folder, 'fails.js'), 'const list = null;\nlist.name;\n');
    writeFileSync(join(folder, 'sum.js'), 'let sum = 0;\nfor (const n of [1, 2, 3])\n  sum += n;\nconsole.log(sum);\n');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('check says what is found in files, and what could not be checked, as data', async () => {
    const seen: string[] = [];
    const { result, fileCount } = await check(
      { paths: ['.', 'missing.js'], cwd: folder, settings, at: [] },
      { onProgress: ({ done, total }) => seen.push(`${done}/${total}`), signal: new AbortController().signal },
    );

    assert.deepEqual(
      result.findings.map(({ file, span }) => [file, span.line]),
      [['fails.js', 1]],
    );
    assert.deepEqual([fileCount, result.errors.map(({ file }) => file)], [2, ['missing.js']]);
    assert.deepEqual(seen, ['0/2', '1/2']);
  });

  it('check ends when it is cancelled', async () => {
    const cancelling = new AbortController();
    const checked = check(
      { paths: ['.'], cwd: folder, settings, at: [] },
      { onProgress: () => cancelling.abort(), signal: cancelling.signal },
    );

    await assert.rejects(checked, Cancelled);
  });

  it('graphs are a text', async () => {
    assert.match(await graphs('sum.js', folder), /sum/);
    await assert.rejects(graphs('.', folder), /a folder/);
  });

  it('why answers with the chain, and tells which run is on', async () => {
    const runs: number[] = [];
    const result = await why(request(['lastChange(sum)']), { ...(await context()), onProgress: ({ run }) => runs.push(run) });
    const answer = result.points.find(({ id }) => id === 'P2');

    assert.deepEqual([answer?.status, answer?.position?.line, answer?.hit], ['located', 3, 3]);
    assert.deepEqual(
      runs,
      Array.from({ length: result.executions }, (_, index) => index + 1),
    );
  });

  it('why ends its program when it is cancelled', async () => {
    const cancelling = new AbortController();
    const asked = why(request(['lastChange(sum)']), {
      ...(await context()),
      signal: cancelling.signal,
      onProgress: () => cancelling.abort(),
    });

    await assert.rejects(asked, Cancelled);
  });

  it('why rejects with a sentence when a question is none', async () => {
    await assert.rejects(why(request(['whatever(sum)']), await context()), /is no question/);
  });

  function request(questions: readonly string[]): WhyRequest {
    return {
      stop: { kind: 'line', file: join(folder, 'sum.js'), line: 4, column: null, hit: 1, when: null },
      questions,
      shows: [],
      program: programOf(['sum.js'], { node: process.execPath, cwd: folder }),
      isPinned: false,
      timeoutMs: 60_000,
    };
  }
});

async function context(): Promise<WhyContext> {
  return {
    runtime: await runtimePath(),
    output: 'ignore',
    input: new ReplayedInput(null),
    signal: new AbortController().signal,
    onProgress: () => {},
  };
}
