import type { TestOutcome } from '../tests/testMessages.js';
import type { TestWorker } from '../tests/workerProcess.js';
import { WorkerGone } from '../tests/workerProcess.js';
import { DiagnosisError } from './request.js';

/** The tests of a program, run several times. */
export interface Captured {
  readonly outcomes: readonly TestOutcome[];
  /** The names of those that passed once and failed once. */
  readonly flaky: readonly string[];
  readonly milliseconds: number;
}

/** Passages of a test that is run as it is: some seconds. */
const captureFuel = 20_000_000;
/** Tests that take longer are run again only where they fail. */
const quickMs = 1_000;

/** Runs the tests that are loaded three times. Throws a `DiagnosisError`. */
export async function captureTests(worker: TestWorker, timeoutMs: number): Promise<Captured> {
  const first = await captureOnce(worker, null, timeoutMs);
  const failing = first.outcomes.filter(({ error }) => error !== null).map(({ name }) => name);
  if (failing.length === 0) return { ...first, flaky: [] };
  const only = first.milliseconds < quickMs ? null : failing;
  const flaky = new Set<string>();
  for (let again = 0; again < 2; again++) {
    const { outcomes } = await captureOnce(worker, only, timeoutMs);
    const before = new Map(first.outcomes.map(({ name, error }) => [name, error !== null]));
    for (const { name, error } of outcomes) if (before.get(name) !== (error !== null)) flaky.add(name);
  }
  return { ...first, flaky: [...flaky] };
}

async function captureOnce(
  worker: TestWorker,
  only: readonly string[] | null,
  timeoutMs: number,
): Promise<{ readonly outcomes: readonly TestOutcome[]; readonly milliseconds: number }> {
  try {
    return await worker.capture(captureFuel, only, timeoutMs);
  } catch (error) {
    if (error instanceof WorkerGone) throw new DiagnosisError('A test ends its process or never ends: run the tests without it.');
    throw new DiagnosisError(`The tests could not be loaded: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
