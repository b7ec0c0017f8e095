import { setImmediate } from 'node:timers/promises';
import type { Component } from '../../server/ir/component.js';
import { heldText } from '../../server/syntax/diagnosis/heldAssertions.js';
import type { OwnCandidate, SuspectText } from '../../server/syntax/diagnosis/suspectText.js';
import type { Evidence } from '../../server/syntax/diagnosis/expressionEdits.js';
import type { TransformedText } from '../tests/settings.js';
import type { LoadSettings, TrialRequest, WorkerModule, WorkerProgram } from '../tests/testMessages.js';
import type { TestWorker, Tried } from '../tests/workerProcess.js';
import type { InstalledRunner } from './runner.js';
import { validOnes } from './validText.js';
import { validScript, workerModule, type ConfiguredTests, type ProgramModule, type TestedProgram } from './testedProgram.js';

/** A candidate with which every test of its problem has passed in the worker. */
export interface Survivor {
  readonly suspect: SuspectText;
  readonly candidate: OwnCandidate;
}

export interface RepairProblem {
  readonly program: TestedProgram;
  readonly runner: InstalledRunner;
  readonly suspects: readonly SuspectText[];
  /** The components that may be changed. */
  readonly isWanted: (component: Component) => boolean;
  /** What tests and texts tell of right changes. */
  readonly evidence: Evidence;
  /** How much a component is suspected, from 0 to 1. */
  readonly suspicion: (component: number) => number;
  /** Whether the compiler finds no more errors of types with a change than without. */
  readonly isTyped: (survivor: Survivor) => boolean;
  readonly trial: TrialRequest;
  readonly timeoutMs: number;
  /** The time at which the search ends. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Told as soon as the worker has candidates to load: until then nothing else is to be computed here. */
  readonly onLoading: () => void;
}

export interface RepairSearch {
  readonly survivors: readonly Survivor[];
  readonly tried: number;
  readonly of: number;
  /** The time at which the first one had passed all tests. */
  readonly firstAt: number | null;
  /** Milliseconds in which the worker tried candidates. */
  readonly workerMs: number;
}

/** Larger texts with switches take long to load. */
const mostCandidates = 12_000;
/** Candidates in one text; the smallest come first, in a text that is soon loaded. Behind it are as many as were tried before. */
const inFirstText = 500;
const perText = (before: number): number => Math.min(3_000, before);
/** Once there is a repair, only candidates that are not much larger are tried. */
const slack = 2.5;

/** Milliseconds of work in which more repairs are looked for once there is one, and how many times as long as until the first at most. */
const moreMs = 4_000;
const moreTimes = 2;
/** The same where the compiler refuses all repairs until then, in times of the above; and repairs that it is asked about. */
const untypedTimes = 3;
const mostAsked = 8;

/** Tries candidates in the worker, the smallest first; those that survive pass all tests of the problem. */
export async function searchRepairs(worker: TestWorker, problem: RepairProblem): Promise<RepairSearch> {
  const made: Survivor[] = [];
  for (const suspect of problem.suspects) {
    // Who cancels is heard meanwhile.
    await setImmediate();
    if (problem.signal.aborted) break;
    for (const candidate of suspect.candidates(problem.isWanted, problem.evidence)) made.push({ suspect, candidate });
  }
  await setImmediate();
  const all = made
    .map((entry) => ({ ...entry, cost: costOf(entry.candidate, problem) }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, mostCandidates);
  const survivors: Survivor[] = [];
  let tried = 0;
  let smallest = Infinity;
  let firstAt: number | null = null;
  let workerMs = 0;
  const before = worker.workMs;
  /** The worker's work until the first one. */
  let firstMs: number | null = null;
  const leftMs = (): number => {
    const left = problem.until - Date.now();
    if (firstMs === null) return left;
    const more = Math.max(moreMs, moreTimes * firstMs) * (smallest === Infinity ? untypedTimes : 1);
    return Math.min(left, firstMs + more - (worker.workMs - before));
  };
  let asked = 0;
  /** What does not fit by its type is no reason to look for nothing larger. */
  const isSound = (survivor: Survivor): boolean => smallest < Infinity || asked++ >= mostAsked || problem.isTyped(survivor);
  for (let from = 0, to = inFirstText; from < all.length && leftMs() > 0 && !problem.signal.aborted; from = to, to += perText(to)) {
    const numbered = all.slice(from, to).map((entry, i) => ({ ...entry, number: i + 1 }));
    const wanted = numbered.filter(({ candidate }) => candidate.size <= smallest + slack);
    if (wanted.length === 0) break;
    const on = await unlessCancelled(() => loadSwitched(worker, problem, wanted), problem.signal);
    if (on === null) break;
    const switches = wanted.flatMap(({ number }) => ({ number, on: on.get(number) ?? [] })).filter((one) => one.on.length > 0);
    const told = ({ number, failedBy }: Tried): void => {
      const entry = numbered[number - 1];
      if (failedBy !== null || entry === undefined) return;
      firstAt ??= Date.now();
      firstMs ??= worker.workMs - before;
      const survivor = { suspect: entry.suspect, candidate: entry.candidate };
      survivors.push(survivor);
      if (isSound(survivor)) smallest = Math.min(smallest, entry.candidate.size);
    };
    const began = Date.now();
    const ended = (await unlessCancelled(() => worker.try(switches, problem.trial, leftMs, told), problem.signal)) ?? 0;
    // What is no program needs no trial.
    tried += ended === switches.length ? wanted.length : ended;
    workerMs += Date.now() - began;
  }
  return { survivors, tried, of: all.length, firstAt, workerMs };
}

/** Null where somebody has cancelled it meanwhile: what was found until then stays. */
async function unlessCancelled<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Small changes of what is much suspected come first. */
function costOf({ size, component, edits }: OwnCandidate, { suspicion }: RepairProblem): number {
  return size + (component === null ? 0.3 : 0.5 * (1 - suspicion(component))) + 0.001 * (edits[0]?.text.length ?? 0);
}

type Numbered = { readonly number: number; readonly suspect: SuspectText; readonly candidate: OwnCandidate };

/** Loads the program with some candidates; gives the places that each switches on. */
async function loadSwitched(
  worker: TestWorker,
  { program, runner, timeoutMs, onLoading, signal }: RepairProblem,
  numbered: readonly Numbered[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const texts = new Map<string, string>();
  const on = new Map<number, readonly number[]>();
  let places = 0;
  for (const suspect of new Set(numbered.map((entry) => entry.suspect))) {
    await setImmediate();
    signal.throwIfAborted();
    const first = places;
    const module = program.modules.get(suspect.path);
    const scriptOf = (some: readonly Numbered[]): string | null => {
      if (module === undefined) return '';
      return validScript(module.path, suspect.switched(some, first).text);
    };
    const own = numbered.filter((entry) => entry.suspect === suspect);
    const switched = suspect.switched(validOnes(own, scriptOf), first);
    texts.set(suspect.path, switched.text);
    for (const [number, at] of switched.on) {
      on.set(number, at);
      places = Math.max(places, ...at.map((place) => place + 1));
    }
  }
  const loading = await workerProgram(program, runner, texts, timeoutMs);
  const loaded = worker.load(loading);
  onLoading();
  await loaded;
  return on;
}

/** The program for the worker, some of its texts replaced; the assertions of the others are held. */
export async function workerProgram(
  program: TestedProgram,
  { name, manifest }: InstalledRunner,
  texts: ReadonlyMap<string, string>,
  timeoutMs: number,
): Promise<WorkerProgram> {
  const { configured, tests } = program;
  const modules = await Promise.all(
    [...program.modules.values()].map(async (module): Promise<WorkerModule> => {
      const text = texts.get(module.path);
      if (text === undefined) return unchanged(program, module);
      return workerModule({ ...module, made: module.made === null ? null : await transformed(program, module.path, text) }, text);
    }),
  );
  return {
    modules,
    tests,
    runner: { name, manifest },
    timeoutMs,
    settings: configured === null ? null : loadSettings(configured),
    main: null,
  };
}

function loadSettings({ settings, environment, folder }: ConfiguredTests): LoadSettings {
  const { setup, variables, globals, renewed, timeoutMs: ownTimeoutMs } = settings;
  return { setup, environment, folder, variables, globals, renewed, ownTimeoutMs };
}

/** A text as the runner transforms it; null where it can't. */
async function transformed({ configured }: TestedProgram, path: string, text: string): Promise<TransformedText | null> {
  try {
    return (await configured?.help.transform([[path, text]]))?.[0] ?? null;
  } catch {
    return null;
  }
}

const scripts = new WeakMap<ProgramModule, WorkerModule>();

async function unchanged(program: TestedProgram, module: ProgramModule): Promise<WorkerModule> {
  const known = scripts.get(module);
  if (known !== undefined) return known;
  const text = heldText(module.text, module.path);
  const isPlain = module.made === null || text === module.text;
  const script = workerModule(isPlain ? module : { ...module, made: await transformed(program, module.path, text) }, text);
  scripts.set(module, script);
  return script;
}
