import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplayedInput } from '../../adapter/launch/input.js';
import { check } from '../../adapter/operations/check.js';
import { graphs } from '../../adapter/operations/graphs.js';
import { Cancelled } from '../../adapter/operations/operation.js';
import { readQuestions } from '../../adapter/operations/askedChain.js';
import { programOf } from '../../adapter/operations/programs.js';
import { why, type WhyContext, type WhyRequest } from '../../adapter/operations/why.js';
import { runtimePath } from '../support/querying.js';

const settings = {
  integers: false,
  termination: true,
  arrayIndex: 'error',
  unknownCalls: 'return-or-throw',
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

  it('a text that is no question, and a question that cannot be asked, are refused with a sentence', async () => {
    assert.throws(() => request(['whatever(sum)']), /is no question/);
    for (const [question, sentence] of [
      [{ kind: 'lastChange' }, /must name a place/],
      [{ kind: 'lastChange', expression: 'sum', of: 'P7' }, /P7, which is no earlier point/],
      [{ kind: 'lastChange', expression: 'sum', frame: 0.5 }, /no whole number/],
      [{ kind: 'candidate', of: 'P1' }, /must name a point and a place/],
    ] as const)
      await assert.rejects(why({ ...request([]), questions: [question] }, await context()), sentence);
  });

  it('a question is the same as data and as a text', async () => {
    const asked = { kind: 'lastChange', of: 'P1', frame: 0, expression: 'sum', index: -2 } as const;
    const [data, text] = [{ ...request([]), questions: [asked] }, request(['lastChange(P1(0): sum)[-2]'])];
    const results = [await why(data, await context()), await why(text, await context())];
    assert.deepEqual(results[0]?.queries, results[1]?.queries);
    assert.deepEqual(results[0]?.points, results[1]?.points);
  });

  function request(questions: readonly string[]): WhyRequest {
    return {
      stop: { kind: 'line', file: join(folder, 'sum.js'), line: 4, column: null, hit: 1, when: null },
      ...readQuestions(questions, []),
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
