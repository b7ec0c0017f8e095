import assert from 'node:assert/strict';
import { captureTests } from '../../../adapter/diagnosis/capture.js';
import type { CaptureRequest, TestOutcome } from '../../../adapter/tests/testMessages.js';
import type { TestWorker } from '../../../adapter/tests/workerProcess.js';

/** What is asked of a worker whose tests need so many passages until they pass. */
async function asked(needed: Readonly<Record<string, number>>) {
  const requests: CaptureRequest[] = [];
  const outcomeOf = (name: string, { fuel }: CaptureRequest): TestOutcome => {
    const passages = Math.min(needed[name] ?? 0, fuel);
    const error =
      passages < fuel
        ? null
        : { name: 'OutOfFuel', message: 'The test did not end: it was given up.', code: null, expected: null, actual: null };
    return { name, file: '/t.ts', error, places: [], needs: null, isSkipped: false, covered: [], passages, milliseconds: 1 };
  };
  const worker: Pick<TestWorker, 'capture'> = {
    capture: (request) => {
      requests.push(request);
      const outcomes = (request.names ?? Object.keys(needed)).map((name) => outcomeOf(name, request));
      return Promise.resolve({ outcomes, milliseconds: 1 });
    },
  };
  const captured = await captureTests(worker as TestWorker, 1_000);
  return { requests, captured };
}

describe('tests that do not end', () => {
  it('are run with much fuel once, and without counting', async () => {
    const { requests, captured } = await asked({ short: 10, endless: Infinity });
    assert.deepEqual(
      captured.outcomes.filter(({ error }) => error !== null).map(({ name }) => name),
      ['endless'],
    );
    const least = Math.min(...requests.map(({ fuel }) => fuel));
    const long = requests.filter(({ fuel }) => fuel > least);
    assert.deepEqual(
      long.map(({ names, isCounted }) => ({ names, isCounted })),
      [{ names: ['endless'], isCounted: false }],
    );
  });

  it('are not those that only take long', async () => {
    const { captured } = await asked({ short: 10, long: 3_000_000 });
    assert.ok(captured.outcomes.every(({ error }) => error === null));
  });
});
