import { setImmediate } from 'node:timers/promises';
import type { DeclaredTest } from '../../server/diagnosis/followed.js';
import type { Component } from '../../server/ir/component.js';
import { fieldsBeside, type FieldsBeside } from '../../server/syntax/diagnosis/fieldsBeside.js';
import { heldText, mayHaveAssertions, methodsIn } from '../../server/syntax/diagnosis/heldAssertions.js';
import type { SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import type { TextDifference } from '../../server/syntax/diagnosis/textDifference.js';
import type { TypedFiles } from '../../server/syntax/diagnosis/typedFiles.js';
import type { TestOutcome, TrialRequest } from '../tests/testMessages.js';
import { workClock } from '../tests/work.js';
import type { TestWorker } from '../tests/workerProcess.js';
import { isWaitedFor, isWithoutEnd, type Captured } from './capture.js';
import type { ColdRun } from './coldRun.js';
import type { Diagnosis } from './diagnosisResult.js';
import { followSets, type FollowedSets } from './followSets.js';
import { followTests, sharesState, type Followed } from './followTests.js';
import { orderDiagnoses } from './order.js';
import { problemsOf, type Problem } from './problem.js';
import { searchRepairs, workerProgram, type RepairSearch, type Survivor } from './repairSearch.js';
import type { DiagnosisRequest, DiagnosisTools } from './request.js';
import type { InstalledRunner } from './runner.js';
import type { Shown } from './shown.js';
import type { TellApart } from './tellApart.js';
import type { TestedProgram } from './testedProgram.js';

/** The data of one diagnosis, once its tests have run. */
export interface DiagnosisCase {
  readonly request: DiagnosisRequest;
  readonly runner: InstalledRunner;
  readonly program: TestedProgram;
  readonly files: TypedFiles;
  readonly suspects: readonly SuspectText[];
  readonly captured: Captured;
  /** All tests that say something, those included that nobody asked for. */
  readonly ran: readonly TestOutcome[];
  readonly worker: TestWorker;
  readonly cold: ColdRun;
  readonly apart: TellApart;
  /** The time at which the search ends. */
  readonly until: number;
}

/** Milliseconds that a test may wait where a candidate is tried, and that it may say nothing: at least, and in times of the tests as they are. */
const leastWaitMs = 500;
const leastHangsMs = 1_500;
const trialTimes = 3;

/** Milliseconds of our own work for following tests. */
const followMs = 8_000;

/** Tells when we have worked so many milliseconds, or nobody waits any more. */
function overAfter(ms: number, { until }: DiagnosisCase, signal: AbortSignal): () => boolean {
  const worked = workClock();
  return () => signal.aborted || worked() > ms || Date.now() > until;
}

/** The suspects and repairs of one problem. */
export interface ProblemResult {
  readonly failing: readonly TestOutcome[];
  readonly diagnoses: readonly Diagnosis[];
  readonly refuted: readonly number[];
  /** Of each some component is wrong. */
  readonly conflicts: readonly (readonly Component[])[];
  readonly followed: Followed;
  readonly checks: number;
  readonly followedAt: number;
  readonly found: RepairSearch;
  readonly complete: boolean;
  readonly isRepaired: boolean;
}

const noRepairs: RepairSearch = { survivors: [], tried: 0, of: 0, firstAt: null, workerMs: 0 };

/** Follows the failing tests of one problem and tries repairs, at the same time. */
export async function diagnoseProblem(known: DiagnosisCase, group: Problem, shown: Shown, tools: DiagnosisTools): Promise<ProblemResult> {
  const { captured, suspects, program, runner, request, until } = known;
  tools.onProgress(`${group.suspicion.size} suspects; following the tests and trying repairs`);
  let followedAt = 0;
  const follow = async (): Promise<Followed> => {
    await setImmediate();
    const followed = await followTests(
      program,
      suspects,
      { ...group, declared: declaredTests(captured) },
      overAfter(followMs, known, tools.signal),
    );
    followedAt = Date.now();
    return followed;
  };
  const trial = trialOf(group, captured, sharesState(program));
  const timeoutMs = Math.max(leastWaitMs, trialTimes * longestOf(group));
  const passesAsText = async ({ suspect, candidate }: Survivor): Promise<boolean> => {
    // What was found when somebody cancels stays.
    if (tools.signal.aborted || Date.now() > until) return true;
    let passes = false;
    try {
      const held = new Map([[suspect.path, heldText(suspect.edited(candidate), suspect.path)]]);
      await known.worker.load(await workerProgram(program, runner, held, timeoutMs));
      await known.worker.try(
        [{ number: 0, on: [] }],
        trial,
        () => until - Date.now(),
        ({ failedBy }) => void (passes = failedBy === null),
      );
    } catch {
      return tools.signal.aborted;
    }
    return passes;
  };
  const search = (onLoading: () => void): Promise<RepairSearch> =>
    searchRepairs(known.worker, {
      onLoading,
      ...{ program, runner, suspects },
      isWanted: ({ id }) => group.suspicion.has(id),
      suspicion: (id) => group.suspicion.get(id) ?? 0,
      evidence: { differences: differencesOf(group), fields: fieldsOf(program), wantedCalls: wantedCalls(group, program) },
      isTyped: ({ suspect, candidate }) => known.files.worsen(suspect.path, [suspect.edited(candidate)])[0] !== true,
      ...{ trial, timeoutMs },
      until: until - 2_000,
      signal: tools.signal,
    });
  const [found, followed] = await searchedBeside(request.repairs ? search : null, follow);
  const input = {
    ...known,
    group,
    isAll: group.failing.length + group.passing.length === known.ran.length,
    followed,
    found,
    shown,
    passesAsText,
    isHeld: [...program.modules.values()].some(({ text }) => mayHaveAssertions(text)),
  };
  const several = (): Promise<FollowedSets> => setsOf(known, group, followed, tools.signal);
  let sets = request.cardinality > 1 ? await several() : noSets;
  let diagnoses = await orderDiagnoses({ ...input, sets: sets.sets });
  // Nothing explains the failure by itself.
  if (diagnoses.length === 0 && request.cardinality === 1) {
    sets = await several();
    diagnoses = await orderDiagnoses({ ...input, sets: sets.sets });
  }
  return {
    failing: group.failing,
    ...{ diagnoses, refuted: refutedIn(followed, found), conflicts: sets.conflicts, followed, followedAt, found },
    checks: followed.checks + sets.checks,
    complete: !tools.signal.aborted && (found.tried === found.of || found.survivors.length > 0) && sets.isComplete,
    isRepaired: diagnoses.some(({ repairs }) => repairs.length > 0),
  };
}

/** Repairs are looked for first; the tests are followed as soon as the worker has something to do, or nothing is left for it. */
async function searchedBeside(
  search: ((onLoading: () => void) => Promise<RepairSearch>) | null,
  follow: () => Promise<Followed>,
): Promise<readonly [RepairSearch, Followed]> {
  if (search === null) return [noRepairs, await follow()];
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => void (begin = resolve));
  const found = search(begin);
  found.then(begin, begin);
  await begun;
  return Promise.all([found, follow()]);
}

/** All tests; those that now and then fail, or fail under their runner, need not pass. */
const declaredTests = ({ declared, flaky, unlike }: Captured): readonly DeclaredTest[] =>
  declared.map(({ name, error, isSkipped }) => ({
    name,
    passes: error === null && !isSkipped && !flaky.includes(name) && !unlike.includes(name),
  }));

/** The fields of objects that tests and suspects write out. */
const fieldsOf = ({ modules, tests, suspects }: TestedProgram): FieldsBeside =>
  fieldsBeside([...tests, ...suspects].flatMap((path) => modules.get(path) ?? []));

const differencesOf = ({ failing }: Problem): readonly TextDifference[] =>
  failing.flatMap(({ error }) => {
    const { actual = null, expected = null } = error ?? {};
    return actual === null || expected === null ? [] : [{ actual, expected }];
  });

/** The methods that may be called in the states in which objects were when the failing tests broke their protocols. */
function wantedCalls({ failing }: Problem, { modules }: TestedProgram): ReadonlySet<string> {
  const found = failing.flatMap(({ error }) => {
    const { called, file = '', text = '' } = error?.broken ?? {};
    const module = modules.get(file);
    return called === undefined || module === undefined ? [] : methodsIn(called.state, text, module.text, file);
  });
  return new Set(found);
}

const noSets: FollowedSets = { sets: [], conflicts: [], checks: 0, isComplete: true };

/** Sets of two components that explain the failing tests which the interpreter runs; those of one are known. */
async function setsOf(known: DiagnosisCase, group: Problem, followed: Followed, signal: AbortSignal): Promise<FollowedSets> {
  const { tests, lowered } = followed;
  if (tests === null) return noSets;
  const ran = new Set(group.failing.flatMap(({ covered }) => covered.map(([id]) => id)));
  const components = known.suspects.flatMap((suspect) => suspect.components).filter(({ id }) => ran.has(id));
  const found = await followSets({
    ...{ tests, names: [...lowered], areAll: lowered.size >= group.failing.length, components },
    ...{ cardinality: 2, isOver: overAfter(followMs, known, signal) },
  });
  return { ...found, sets: found.sets.filter((set) => set.components.length > 1) };
}

/** Failing tests that are looked at one by one. */
const mostApart = 4;

/** Tests that fail together may have causes of their own, although one component ran in each. */
export async function diagnoseApart(
  known: DiagnosisCase,
  { failing, passing }: Problem,
  shown: Shown,
  tools: DiagnosisTools,
): Promise<readonly ProblemResult[]> {
  if (failing.length < 2 || !known.request.repairs) return [];
  const results: ProblemResult[] = [];
  for (const test of failing.slice(0, mostApart)) {
    if (tools.signal.aborted || Date.now() > known.until - 4_000) break;
    for (const group of problemsOf([test], passing, known.suspects)) results.push(await diagnoseProblem(known, group, shown, tools));
  }
  return results;
}

/** The tests as candidates meet them: those first that fail, of them those last that never ended; unless their order matters, now or once they are mended. */
function orderOf({ failing, passing }: Problem, { outcomes, orderMatters }: Captured, sharesState: boolean): readonly string[] {
  const ended = failing.filter((outcome) => !isWithoutEnd(outcome));
  const names = [...ended, ...failing.filter(isWithoutEnd), ...passing].map(({ name }) => name);
  return orderMatters || sharesState ? outcomes.map(({ name }) => name).filter((name) => names.includes(name)) : names;
}

/** What is refuted: a repair that passes all tests is stronger evidence than any model. */
function refutedIn(followed: Followed, { survivors }: RepairSearch): readonly number[] {
  const repaired = new Set(survivors.map(({ candidate }) => candidate.component));
  return [...followed.verdicts].filter(([id, { kind }]) => kind === 'conflict' && !repaired.has(id)).map(([id]) => id);
}

/** A candidate may need more than what was seen, but not without end; what does not end says nothing of how much it needs. */
function trialOf(group: Problem, captured: Captured, sharesState: boolean): TrialRequest {
  const ended = [...group.failing, ...group.passing].filter((outcome) => !isWithoutEnd(outcome));
  const most = (of: (outcome: TestOutcome) => number): number => Math.max(0, ...ended.map(of));
  return {
    order: orderOf(group, captured, sharesState),
    fuel: 4_000 + 20 * most(({ passages }) => passages),
    idleMs: 10 + 3 * most(({ error, milliseconds }) => (error === null ? milliseconds : 0)),
    hangsMs: Math.max(leastHangsMs, trialTimes * longestOf(group)),
  };
}

/** Milliseconds that the longest test takes which ends by itself. */
const longestOf = ({ failing, passing }: Problem): number =>
  Math.max(
    0,
    ...[...failing, ...passing].filter((each) => !isWithoutEnd(each) && !isWaitedFor(each)).map(({ milliseconds }) => milliseconds),
  );
