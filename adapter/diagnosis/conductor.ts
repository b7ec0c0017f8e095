import { join } from 'node:path';
import { LineMap } from '../../server/base/span.js';
import { parse, syntaxErrors } from '../../server/syntax/source.js';
import { heldText } from '../../server/syntax/diagnosis/heldAssertions.js';
import { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import { typedFiles, type TypedFiles } from '../../server/syntax/diagnosis/typedFiles.js';
import type { ModulePlace } from '../tests/scriptPlaces.js';
import type { TestOutcome } from '../tests/testMessages.js';
import { TestWorker } from '../tests/workerProcess.js';
import { captureTests, confirmedBy, isEndless, withNeeds, type Captured } from './capture.js';
import { coldRuns, isReadByNode, temporaryFolder, type ColdRun } from './coldRun.js';
import { DeclaredPlaces } from './declaredPlaces.js';
import { earlyResult } from './earlyResult.js';
import { messageOf } from './failureMessage.js';
import { diagnoseApart, diagnoseProblem, type DiagnosisCase, type ProblemResult } from './diagnosedProblem.js';
import type { Followed } from './followTests.js';
import { problemsOf } from './problem.js';
import { workerProgram } from './repairSearch.js';
import { DiagnosisError, notLoaded, type DiagnosisRequest, type DiagnosisTools } from './request.js';
import { installedRunner, mayBeSet, refuseOld } from './runner.js';
import { RunnerHelper } from './runnerHelp.js';
import { passing, runUnder } from './runnerReport.js';
import type { Diagnosis, DiagnosisResult, FailingTest, ShownComponent } from './diagnosisResult.js';
import { Shown } from './shown.js';
import { startedRunner } from './startedRunner.js';
import { TellApart } from './tellApart.js';
import { notRecognised, readCommand, type TestCommand } from './testCommand.js';
import { findProgram, type HelpFor, type TestedProgram } from './testedProgram.js';
import { weakTests } from './weakTests.js';

/** Milliseconds that one test may wait for something. */
const waitMs = 2_000;

/** Milliseconds in which a command of tests has to start a runner. */
const startMs = 60_000;

/** Milliseconds that the runner may still take once all is known but what it says, and the same in times of the first run in the worker. */
const leastPatienceMs = 5_000;
const patienceTimes = 5;

/** Runs the tests, tells which parts of the program may be wrong, and which changes make all tests pass. Throws a `DiagnosisError`. */
export async function diagnose(request: DiagnosisRequest, tools: DiagnosisTools): Promise<DiagnosisResult> {
  const began = Date.now();
  const folder = temporaryFolder();
  // What was started ends with us, whatever made us end.
  const ending = new AbortController();
  const signal = AbortSignal.any([tools.signal, ending.signal]);
  const common = { script: tools.worker, folder: folder.path, isFree: false, signal: tools.signal };
  const started: { end(): void }[] = [];
  try {
    const helpFor: HelpFor = async ({ runner: name, tests: wanted, command, modules }) => {
      const place = { cwd: request.cwd, tests: wanted, command: request.command, set: command };
      const found = installedRunner(name, place);
      refuseOld(found);
      const { manifest, folder: at } = found;
      const words = command?.words ?? [];
      if (words.length === 0 && !mayBeSet(name, at, [...modules.keys()])) return null;
      tools.onProgress('reading the settings');
      const helper = await RunnerHelper.start(
        { runner: { name, manifest }, folder: at, words, wanted },
        { ...common, environment: command?.environment ?? {} },
      );
      started.push(helper);
      return { help: helper, folder: at };
    };
    const recognised = async ({ command, cwd }: DiagnosisRequest): Promise<TestCommand> => {
      const read = readCommand(command, cwd);
      if (read?.isSure === true) return read;
      tools.onProgress('looking for the runner');
      const found = await startedRunner(command, { cwd, folder: folder.path, timeoutMs: startMs, signal });
      const known = found ?? read;
      if (known === null) throw notRecognised(command);
      return known;
    };
    const program = await findProgram(request, { started: recognised, helpFor });
    const { tests, environment } = program;
    const runner = installedRunner(program.runner, { cwd: request.cwd, tests, command: request.command, set: program.command });
    refuseSyntaxErrors(program, request.cwd);
    const placeText = (place: ModulePlace): string | null => {
      const line = program.modules.has(place.file) ? DeclaredPlaces.of(program, place.file).lineIn(place) : null;
      return line === null ? null : `${Shown.path(request.cwd, place.file)}:${line}`;
    };
    const options = { ...common, environment, placeText };
    const worker = new TestWorker(options);
    started.push(worker);
    tools.onProgress('running the tests');
    worker.begin();
    const files = typedFiles(program.suspects, (path) => program.modules.get(path)?.text);
    const suspects = suspectTexts(program, files);
    const loading = loadWorker(worker, { program, runner }, suspects);
    loading.catch(() => undefined);
    const { folder: own, hasSettings } = runner;
    const patient = new AbortController();
    const at = {
      folder: own,
      file: join(folder.path, 'report'),
      timeoutMs: 60_000,
      signal: AbortSignal.any([signal, patient.signal]),
      environment,
    };
    const running = hasSettings || isReadByNode(program) ? runUnder(runner, tests, at) : null;
    // The process of the tests loads them meanwhile.
    files.warm();
    await loading;
    const freeWorker = async (): Promise<TestWorker> => {
      const free = new TestWorker({ ...options, isFree: true });
      await loadWorker(free, { program, runner }, suspects);
      return free;
    };
    const known = { request, runner, program, suspects };
    const told = { suspectsMs: 0, captureMs: 0 };
    const onFirst = (first: Captured): void => {
      told.suspectsMs = Date.now() - began;
      tools.onSuspects?.(earlyResult({ ...known, captured: select(first, request, program) }, told.suspectsMs));
    };
    const captured = await withNeeds(await captureTests(worker, request.timeoutMs, onFirst), freeWorker, request.timeoutMs);
    told.captureMs = Date.now() - began;
    // Under its runner a test that never ends does so, too.
    const isOver = !captured.outcomes.some(isEndless);
    const confirmed = async (): Promise<Captured> => confirmedBy(isOver ? await running : null, captured);
    const until = began + request.timeoutMs;
    const inWorker: ColdRun = (texts, names) => passesIn(new TestWorker(options), { program, runner }, texts, names);
    const cold = coldRuns(program, { runner, folder: folder.path, until, signal, inWorker });
    const apart = new TellApart(program, files);
    const diagnosed = (of: Captured, ends: AbortSignal): Promise<DiagnosisResult> => {
      const all = { ...known, files, captured: select(of, request, program), ran: ranIn(of), worker, cold, apart, until };
      return diagnoseCase(all, { ...tools, signal: ends }, began, told);
    };
    // The runner seldom says something else than our stand-in: nobody waits for it. Where it does, all that was found is in vain.
    const inVain = new AbortController();
    const said = confirmed().then((sure) => {
      if (isOtherwise(sure)) inVain.abort();
      return sure;
    });
    said.catch(() => undefined);
    const result = await diagnosed(captured, AbortSignal.any([tools.signal, inVain.signal]));
    // A process that something keeps from ending tells nothing.
    const patience = hasSettings ? undefined : setTimeout(() => patient.abort(), Math.max(leastPatienceMs, patienceTimes * told.captureMs));
    const sure = tools.signal.aborted ? captured : await said;
    clearTimeout(patience);
    return isOtherwise(sure) ? await diagnosed(sure, tools.signal) : result;
  } finally {
    ending.abort();
    for (const each of started) each.end();
    folder.remove();
  }
}

/** Whether the runner says something of the tests that our stand-in does not. */
const isOtherwise = ({ unlike, exitCode }: Captured): boolean => unlike.length > 0 || exitCode !== null;

function refuseSyntaxErrors(program: TestedProgram, cwd: string): void {
  for (const { path, text } of program.modules.values()) {
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue;
    const [error] = syntaxErrors(parse(text, path));
    if (error === undefined) continue;
    const { line } = new LineMap(text).positionOf(error.span.start);
    throw new DiagnosisError(`${Shown.path(cwd, path)}:${line} has a syntax error: ${error.message}`);
  }
}

function suspectTexts(program: TestedProgram, files: TypedFiles): readonly SuspectText[] {
  let next = 0;
  return program.suspects.flatMap((path) => {
    const file = files.fileOf(path);
    if (file === null) return [];
    const suspect = new SuspectText(path, file, files, next);
    next += suspect.size;
    return [suspect];
  });
}

/** A program and who runs its tests. */
type Run = Pick<DiagnosisCase, 'program' | 'runner'>;

async function loadWorker(worker: TestWorker, { program, runner }: Run, suspects: readonly SuspectText[]): Promise<void> {
  const texts = new Map(suspects.map((suspect) => [suspect.path, suspect.switched([], 0).text]));
  try {
    await worker.load(await workerProgram(program, runner, texts, waitMs));
  } catch (error) {
    throw notLoaded('The tests', error);
  }
}

/** The tests that pass with other texts, in a fresh process. */
async function passesIn(
  worker: TestWorker,
  { program, runner }: Run,
  texts: ReadonlyMap<string, string>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  try {
    const held = new Map([...texts].map(([path, text]) => [path, heldText(text, path)]));
    await worker.load(await workerProgram(program, runner, held, waitMs));
    const { outcomes } = await captureTests(worker, 30_000);
    return new Set(passing(new Map(outcomes.map(({ name, error }) => [name, error !== null])), names));
  } catch {
    return new Set();
  } finally {
    worker.end();
  }
}

/** The tests that were asked for: by a part of their name, or by a line of their file. Throws a `DiagnosisError` where there is none. */
function select(captured: Captured, { test, tests, cwd }: DiagnosisRequest, { modules }: TestedProgram): Captured {
  const spots = tests.flatMap(({ file, line }) => {
    if (line === null) return [];
    const places = DeclaredPlaces.of({ modules }, file);
    const isAt = (outcome: Pick<TestOutcome, 'file' | 'places'>): boolean => places.isAt(outcome, line);
    if (!captured.declared.some(isAt)) throw new DiagnosisError(`No test is at ${Shown.path(cwd, file)}:${line}.`);
    return [isAt];
  });
  if (test !== null && !captured.declared.some(({ name }) => name.includes(test)))
    throw new DiagnosisError(`No test has ${JSON.stringify(test)} in its name.`);
  const isAsked = (outcome: TestOutcome): boolean =>
    (test === null || outcome.name.includes(test)) && (spots.length === 0 || spots.some((isAt) => isAt(outcome)));
  // Passing tests that were not asked for still tell which repairs are wrong.
  const outcomes = captured.outcomes.filter((outcome) => outcome.error === null || isAsked(outcome));
  return { ...captured, outcomes };
}

/** The tests that say something: none that was skipped, or fails now and then. */
const ranIn = ({ outcomes, flaky }: Captured): readonly TestOutcome[] =>
  outcomes.filter(({ isSkipped, name }) => !isSkipped && !flaky.includes(name));

/** Milliseconds from the start until suspects were told (0: none were), and until all runs were over. */
interface Told {
  readonly suspectsMs: number;
  readonly captureMs: number;
}

async function diagnoseCase(known: DiagnosisCase, tools: DiagnosisTools, began: number, told: Told): Promise<DiagnosisResult> {
  const { captured, suspects, program, request } = known;
  const ran = ranIn(captured);
  const failing = ran.filter(({ error }) => error !== null);
  const succeeding = ran.filter(({ error }) => error === null);
  const [elsewhere] = captured.failingElsewhere;
  if (failing.length === 0 && elsewhere !== undefined)
    throw new DiagnosisError(
      `The test ${JSON.stringify(elsewhere)} fails under ${known.runner.name} and passes as Whence runs it: it can't be diagnosed.`,
    );
  const shown = new Shown(request.cwd, suspects);
  const results: ProblemResult[] = [];
  const explainingAll = new Set<string>();
  const isFree = ({ needs }: TestOutcome): boolean => needs !== null;
  const isConfined = (outcome: TestOutcome): boolean => !isFree(outcome);
  // No candidate is run with what they need.
  const without = { ...known, request: { ...request, repairs: false } };
  for (const group of problemsOf(failing.filter(isFree), succeeding, suspects))
    results.push(await diagnoseProblem(without, group, shown, tools));
  for (const group of problemsOf(failing.filter(isConfined), succeeding.filter(isConfined), suspects)) {
    if (tools.signal.aborted) break;
    const whole = await diagnoseProblem(known, group, shown, tools);
    const apart = whole.isRepaired ? [] : await diagnoseApart(known, group, shown, tools);
    // Repairs of single tests say more than that no one change serves all.
    if (apart.every(({ isRepaired }) => !isRepaired)) results.push(whole);
    else {
      const common = whole.diagnoses.filter(({ status }) => status === 'consistent');
      for (const one of common) explainingAll.add(placeOf(one));
      // What has a repair of one of them is told with it.
      const repaired = new Set(apart.flatMap((one) => one.diagnoses.filter(({ repairs }) => repairs.length > 0).map(placeOf)));
      results.push({ ...whole, diagnoses: common.filter((one) => !repaired.has(placeOf(one))), refuted: [] }, ...apart);
    }
  }
  const sum = (of: (result: ProblemResult) => number): number => results.reduce((total, result) => total + of(result), 0);
  const candidates = sum(({ found }) => found.tried);
  const lowered = new Set(results.flatMap(({ followed }) => [...followed.lowered]));
  const replayed = new Map(results.flatMap(({ followed }) => [...followed.replayed]));
  const inputs = new Map(results.flatMap(({ followed }) => [...followed.inputs]));
  const refuted = new Set(results.flatMap((result) => result.refuted));
  const all = withoutTwins(inTurn(results.map((result) => result.diagnoses)));
  const diagnoses = results.length > 1 ? bestFirst(all, explainingAll) : all;
  const explaining = new Set(
    diagnoses.filter(({ components }) => components.length === 1).map(({ components }) => JSON.stringify(components[0])),
  );
  const firstAt = results.find(({ found }) => found.firstAt !== null)?.found.firstAt ?? null;
  return {
    schema: 'whence.diagnose/1',
    runner: { name: known.runner.name, version: known.runner.version },
    tests: {
      failing: failing.map((outcome) => failingTest(outcome, program, { lowered, replayed, inputs }, request.cwd)),
      passing: succeeding.length,
      flaky: captured.flaky,
      weak: weakTests(results),
    },
    diagnoses,
    // What one test refutes may explain another.
    refuted: [...refuted]
      .map((id) => ({ component: shown.component(id), models: ['followed'], conflict: conflictBeside(id, results, shown) }))
      .filter(({ component }) => !explaining.has(JSON.stringify(component))),
    searched: { checks: sum(({ checks }) => checks), candidates, of: sum(({ found }) => found.of) },
    complete: !tools.signal.aborted && results.every(({ complete }) => complete),
    notes: [
      ...(succeeding.length === 0 && failing.length > 0 ? ['No test passes: nothing says what has to stay as it is.'] : []),
      ...(captured.exitCode === null
        ? []
        : [`No test fails, but ${known.runner.name} ends with the exit code ${captured.exitCode}: something fails that is no test.`]),
      ...captured.besideOthers.map(
        (name) => `The test ${JSON.stringify(name)} fails only behind other tests: what they leave is part of the failure.`,
      ),
      ...ran.flatMap(({ name, needs }) =>
        needs === null
          ? []
          : [`The test ${JSON.stringify(name)} needs ${needs}, which candidates are not given: no repair is tried with it.`],
      ),
      ...(ran.some(({ needs }) => needs === 'another process')
        ? ['What runs in another process is not seen: the cause may be what ran there alone.']
        : []),
      ...(program.configured?.settings.missing ?? []).map(
        (what) => `What ${known.runner.name} ${what} is not done where Whence runs the tests.`,
      ),
      ...captured.unlike.map(
        (name) => `The test ${JSON.stringify(name)} ends otherwise under ${known.runner.name} than where Whence runs it: it is left out.`,
      ),
    ],
    milliseconds: {
      suspects: told.suspectsMs === 0 ? told.captureMs : told.suspectsMs,
      capture: told.captureMs,
      followed: (results.at(-1)?.followedAt ?? Date.now()) - began,
      repair: firstAt === null ? 0 : firstAt - began,
      candidates: sum(({ found }) => found.workerMs),
      total: Date.now() - began,
    },
  };
}

/** A conflict that a component is no part of; empty where none was looked for. */
function conflictBeside(id: number, results: readonly ProblemResult[], shown: Shown): readonly ShownComponent[] {
  const beside = results.flatMap(({ conflicts }) => conflicts).filter((conflict) => !conflict.some((component) => component.id === id));
  const [smallest = []] = [...beside].sort((a, b) => a.length - b.length);
  return smallest.map((component) => shown.component(component.id));
}

function failingTest(
  outcome: TestOutcome,
  program: TestedProgram,
  { lowered, replayed, inputs }: Pick<Followed, 'lowered' | 'replayed' | 'inputs'>,
  cwd: string,
): FailingTest {
  const { name, file, error } = outcome;
  const line = DeclaredPlaces.of(program, file).lineOf(outcome);
  return {
    name,
    file: Shown.path(cwd, file),
    line,
    form: lowered.has(name) ? 'lowered' : 'replayed',
    ...(lowered.has(name) ? {} : { why: replayed.get(name) ?? 'it was not followed' }),
    message: messageOf(error, cwd),
    ...brokenIn(error, cwd),
    inputs: inputs.get(name) ?? [],
  };
}

/** The assertion of the program that the test breaks. */
function brokenIn(error: TestOutcome['error'], cwd: string): Pick<FailingTest, 'assertion'> {
  const { broken } = error ?? {};
  return broken === undefined ? {} : { assertion: { ...broken, file: Shown.path(cwd, broken.file) } };
}

/** What a diagnosis suspects. */
const placeOf = ({ components }: Diagnosis): string => JSON.stringify(components);

/**
 * Of several problems first what has a repair, then what has a requirement; each in its own order. What explains all tests that failed
 * together comes before what explains one of them.
 */
function bestFirst(diagnoses: readonly Diagnosis[], explainingAll: ReadonlySet<string>): readonly Diagnosis[] {
  const standings: readonly Diagnosis['status'][] = ['repaired', 'consistent', 'undecided'];
  const sorted = standings.flatMap((standing) => diagnoses.filter(({ status }) => status === standing));
  const isFirst = (one: Diagnosis): boolean => explainingAll.has(placeOf(one));
  return [...sorted.filter(isFirst), ...sorted.filter((one) => !isFirst(one))];
}

/** The first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

/** Without those of another test that say nothing of their component and repair that is not there already. */
function withoutTwins(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  const keyOf = ({ components, repairs }: Diagnosis): string => JSON.stringify([components, repairs[0]?.edits]);
  const seen = new Set<string>();
  // That one test leaves a component open says nothing more where another knows of it.
  const known = new Set(diagnoses.filter(({ status }) => status !== 'undecided').map(placeOf));
  return diagnoses.filter(
    (diagnosis) =>
      (diagnosis.status !== 'undecided' || !known.has(placeOf(diagnosis))) && !seen.has(keyOf(diagnosis)) && seen.add(keyOf(diagnosis)),
  );
}
