import type { CaptureRequest, TestOutcome } from '../tests/testMessages.js';
import type { TestWorker } from '../tests/workerProcess.js';
import { WorkerGone } from '../tests/workerProcess.js';
import { DiagnosisError, notLoaded } from './request.js';
import { hasFailed, type RunnerRun } from './runnerReport.js';

/** The tests of a program, run several times. */
export interface Captured {
  readonly outcomes: readonly TestOutcome[];
  /** All tests, in the order in which they are declared. */
  readonly declared: readonly TestOutcome[];
  /** The names of those that passed once and failed once. */
  readonly flaky: readonly string[];
  /** The names of those that fail behind others, and pass alone. */
  readonly besideOthers: readonly string[];
  /** Another order of the tests has other outcomes: candidates are tried in the order in which the tests are declared. */
  readonly orderMatters: boolean;
  /** The names of those that end otherwise under their own runner than with us: they are left out. */
  readonly unlike: readonly string[];
  /** The names of those of them that fail under their own runner alone. */
  readonly failingElsewhere: readonly string[];
  /** With what their runner ends although no test fails; null: no such thing is known. */
  readonly exitCode: number | null;
  readonly milliseconds: number;
}

/** Passages of a test that is run as it is, before anybody asks whether it ends at all; and until it is known that it does not. */
const quickFuel = 1_000_000;
const fullFuel = 8_000_000;
/** Tests that take longer are run again only where they fail. */
const quickMs = 1_000;
/** Failing tests that are also run alone. */
const mostAlone = 12;

/**
 * Runs the tests that are loaded three times, then those first that fail, then each of those alone. `onFirst` is told of the first run as soon
 * as it is over. Throws a `DiagnosisError`.
 */
export async function captureTests(
  worker: TestWorker,
  timeoutMs: number,
  onFirst: (first: Captured) => void = () => {},
): Promise<Captured> {
  const { fuel, ...run } = await firstCapture(worker, timeoutMs);
  const nothingElse = { flaky: [], besideOthers: [], orderMatters: false, unlike: [], failingElsewhere: [], exitCode: null };
  const first: Captured = { ...run, declared: run.outcomes, ...nothingElse };
  const [failing, passing] = [namesOf(first.outcomes, true), namesOf(first.outcomes, false)];
  if (failing.length === 0) return first;
  onFirst(first);
  const isQuick = first.milliseconds < quickMs;
  const differing = async (names: readonly string[] | null): Promise<readonly string[]> => {
    const { outcomes } = await captureOnce(worker, { names, fuel, isCounted: false }, timeoutMs);
    const before = new Map(first.outcomes.map(({ name, error }) => [name, error !== null]));
    return outcomes.filter(({ name, error }) => before.get(name) !== (error !== null)).map(({ name }) => name);
  };
  const flaky = new Set<string>();
  for (let again = 0; again < 2; again++) for (const name of await differing(isQuick ? null : failing)) flaky.add(name);
  const isSteady = (name: string): boolean => !flaky.has(name);
  const reordered = isQuick ? await differing([...failing, ...passing]) : [];
  const besideOthers: string[] = [];
  for (const name of failing.filter(isSteady).slice(0, mostAlone)) besideOthers.push(...(await differing([name])));
  const orderMatters = besideOthers.length > 0 || reordered.some(isSteady);
  return { ...first, flaky: [...flaky], besideOthers, orderMatters };
}

/** With the outcomes of tests as they are that failed for want of something, from a worker that has it. Throws a `DiagnosisError`. */
export async function withNeeds(captured: Captured, freeWorker: () => Promise<TestWorker>, timeoutMs: number): Promise<Captured> {
  if (captured.outcomes.every(({ needs }) => needs === null)) return captured;
  const worker = await freeWorker();
  try {
    const { outcomes: all } = await captureOnce(worker, { names: null, fuel: quickFuel, isCounted: true }, timeoutMs);
    const free = new Map(all.map((outcome) => [outcome.name, outcome]));
    const real = (outcomes: readonly TestOutcome[]): readonly TestOutcome[] =>
      outcomes.map((outcome) => (outcome.needs === null ? outcome : { ...outcome, ...free.get(outcome.name), needs: outcome.needs }));
    return { ...captured, outcomes: real(captured.outcomes), declared: real(captured.declared) };
  } finally {
    worker.end();
  }
}

/** All tests with what ran in each, and the fuel with which those that end do so. */
async function firstCapture(
  worker: TestWorker,
  timeoutMs: number,
): Promise<{ readonly outcomes: readonly TestOutcome[]; readonly milliseconds: number; readonly fuel: number }> {
  const quick = await captureOnce(worker, { names: null, fuel: quickFuel, isCounted: true }, timeoutMs);
  const endless = quick.outcomes.filter(isEndless).map(({ name }) => name);
  if (endless.length === 0) return { ...quick, fuel: quickFuel };
  // Counting takes most of the time of what never ends.
  const again = await captureOnce(worker, { names: endless, fuel: fullFuel, isCounted: false }, timeoutMs);
  if (again.outcomes.every(isEndless)) return { ...quick, fuel: quickFuel };
  return { ...(await captureOnce(worker, { names: null, fuel: fullFuel, isCounted: true }, timeoutMs)), fuel: fullFuel };
}

export const isEndless = ({ error }: TestOutcome): boolean => error?.name === 'OutOfFuel';

/** Whether a test took longer than it may by its own word. */
export const isLate = ({ error }: TestOutcome): boolean => error?.name === 'TestTimedOut';

/** Whether somebody waited for a test until he did no longer. */
export const isWaitedFor = (outcome: TestOutcome): boolean => isLate(outcome) || outcome.error?.name === 'TestGivenUp';

/** Whether a test ended only because what it runs on was used up: it loops, or calls itself, without end. */
export const isWithoutEnd = (outcome: TestOutcome): boolean =>
  isEndless(outcome) || (outcome.error?.name === 'RangeError' && /call stack/.test(outcome.error.message));

/** Without the tests that end otherwise under their own runner: what our stand-in can't do is no fault of the program. */
export function confirmedBy(run: RunnerRun | null, captured: Captured): Captured {
  const report = run?.report ?? null;
  if (run === null || report === null) return captured;
  const names = captured.outcomes.map(({ name }) => name);
  // What one name says of several tests is not known.
  const shared = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  const isUnlike = ({ name, error, isSkipped }: TestOutcome): boolean => {
    // What nobody catches may fail the run alone.
    if (error?.isUnheard === true && !run.passed) return false;
    // The runner knows nothing of the program's assertions.
    const failed = shared.has(name) || error?.broken !== undefined ? undefined : hasFailed(report, name);
    return !isSkipped && failed !== undefined && failed !== (error !== null) && !captured.flaky.includes(name);
  };
  const apart = captured.outcomes.filter(isUnlike);
  const unlike = apart.map(({ name }) => name);
  const failingElsewhere = apart.filter(({ error }) => error === null).map(({ name }) => name);
  const isOdd = !run.passed && unlike.length === 0 && captured.declared.every(({ error }) => error === null);
  const exitCode = isOdd ? run.exitCode : null;
  return { ...captured, unlike, failingElsewhere, exitCode, outcomes: captured.outcomes.filter((outcome) => !isUnlike(outcome)) };
}

const namesOf = (outcomes: readonly TestOutcome[], areFailing: boolean): readonly string[] =>
  outcomes.filter(({ error, isSkipped }) => !isSkipped && (error !== null) === areFailing).map(({ name }) => name);

async function captureOnce(
  worker: TestWorker,
  request: CaptureRequest,
  timeoutMs: number,
): Promise<{ readonly outcomes: readonly TestOutcome[]; readonly milliseconds: number }> {
  try {
    return await worker.capture(request, timeoutMs);
  } catch (error) {
    if (error instanceof WorkerGone) throw new DiagnosisError('A test ends its process or never ends: run the tests without it.');
    throw notLoaded('The tests', error);
  }
}
