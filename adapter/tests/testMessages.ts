import type { ModulePlace, ScriptPlace } from './scriptPlaces.js';
import type { RenewedMocks, ResolvedModule, RunnerSettings, SettingsRequest, TransformedText } from './settings.js';

/** The program as a worker loads it: nothing of it is read from the disk but packages. */
export interface WorkerProgram {
  readonly modules: readonly WorkerModule[];
  /** The modules that declare tests, by path. */
  readonly tests: readonly string[];
  readonly runner: RunnerOfTests;
  /** Milliseconds that one test may wait for something. */
  readonly timeoutMs: number;
  /** What the settings of the runner say; null where they say nothing. */
  readonly settings: LoadSettings | null;
  /** A program without tests, and the words behind its name; null where there are tests. */
  readonly main: { readonly path: string; readonly words: readonly string[] } | null;
}

/** What settings say of a program as a worker loads it. */
export interface LoadSettings {
  /** The modules before each file of tests, by path: the program's own, and those of packages. */
  readonly setup: readonly string[];
  readonly environment: EnvironmentOfTests;
  /** The folder from which the environment is found. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly globals: Readonly<Record<string, unknown>>;
  readonly renewed: readonly RenewedMocks[];
  /** Milliseconds that a test may wait by its runner; null: it does not say. */
  readonly ownTimeoutMs: number | null;
}

/** What tests find around them, by its name or its file. */
export interface EnvironmentOfTests {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The runner whose stand-in the tests get; `manifest`: the package.json of its package, where it is one. */
export interface RunnerOfTests {
  readonly name: 'node' | 'mocha' | 'vitest' | 'jest';
  readonly manifest: string;
}

export interface WorkerModule {
  /** Absolute. */
  readonly path: string;
  /** CommonJS, with switches where it is suspected. */
  readonly script: string;
  /** The program's own modules by specifier; other specifiers are packages. */
  readonly own: Readonly<Record<string, string>>;
  /** The files of packages that settings put in the place of others, by specifier. */
  readonly packages: Readonly<Record<string, string>>;
  /** The program's own modules that stand for others where they are mocked, by specifier. */
  readonly mocks: Readonly<Record<string, string>>;
}

/** What is switched on in a run; number 0 is the program as it is. */
export interface Switch {
  readonly number: number;
  readonly on: readonly number[];
}

/** What tests are run as they are. */
export interface CaptureRequest {
  /** Their names, in this order; null: all as they are declared. */
  readonly names: readonly string[] | null;
  /** Passages after which one is given up. */
  readonly fuel: number;
  /** What ran in each is noted. */
  readonly isCounted: boolean;
}

export type Request =
  /** Reads the settings of a runner; what follows asks by them. */
  | ({ readonly kind: 'settings' } & SettingsRequest)
  | { readonly kind: 'resolve'; readonly asked: readonly (readonly [specifier: string, from: string])[] }
  /** A text is null where the runner loads it itself. */
  | { readonly kind: 'transform'; readonly texts: readonly (readonly [path: string, text: string | null])[] }
  | { readonly kind: 'load'; readonly program: WorkerProgram }
  | ({ readonly kind: 'capture' } & CaptureRequest)
  /** Runs a program without tests, and tells which values marked expressions have. */
  | { readonly kind: 'observe'; readonly on: Switch; readonly fuel: number }
  /** Runs candidates one by one, each until a test fails, for at most so many milliseconds. */
  | ({ readonly kind: 'try'; readonly switches: readonly Switch[]; readonly milliseconds: number } & TrialRequest);

/** How the tests are run with candidates. */
export interface TrialRequest {
  /** The names of tests, those first that fail. */
  readonly order: readonly string[];
  /** Passages after which a test is given up. */
  readonly fuel: number;
  /** Milliseconds with nothing to do after which a test is given up. */
  readonly idleMs: number;
  /** Milliseconds of work after which a candidate that says nothing is one that hangs. */
  readonly hangsMs: number;
}

/** What is told of a test that failed. */
export interface TestError {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  /** The assertion of the program that did not hold. */
  readonly broken?: BrokenAssertion;
  /** The test itself ended well: nobody has caught what it began. */
  readonly isUnheard?: boolean;
}

/** An assertion that the program has as a comment, where it did not hold in a test. */
export interface BrokenAssertion {
  readonly tag: 'always' | 'sometime' | 'requires' | 'ensures' | 'range' | 'invariant' | 'protocol';
  readonly text: string;
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  /** Of a protocol: the method that was called, and the state of its object. */
  readonly called?: { readonly method: string; readonly state: string };
}

export interface TestOutcome {
  /** The names of suites and test, joined by ` > `. */
  readonly name: string;
  readonly file: string;
  /** Where the script of its file was when it declared it, the innermost call first; empty where nothing is counted. */
  readonly places: readonly ScriptPlace[];
  readonly error: TestError | null;
  readonly isSkipped: boolean;
  /** What it failed without, as the process does not give it: `the network`; null: nothing. */
  readonly needs: string | null;
  /** Components that ran, by number, how often. */
  readonly covered: readonly (readonly [number, number])[];
  readonly passages: number;
  readonly milliseconds: number;
}

/** What one run of a program has shown. */
export interface ObservedRun {
  /** By the number of a mark its values, one for each time that the run came there. */
  readonly values: readonly (readonly ObservedValue[])[];
  /** By the number of a mark, how many components had run when the run came there last. */
  readonly ranBefore: readonly number[];
  /** The exception that ended the program. */
  readonly error: TestError | null;
  /** Components that ran, in the order of their first passages, by number, how often. */
  readonly covered: readonly (readonly [number, number])[];
}

export interface ObservedValue {
  readonly shown: string;
  /** An expression that gives a value like it; null where none does. */
  readonly literal: string | null;
  /** The expression had no value: why. */
  readonly failure: string | null;
}

export type Reply =
  | { readonly kind: 'settings'; readonly settings: RunnerSettings }
  | { readonly kind: 'resolved'; readonly modules: readonly (ResolvedModule | null)[] }
  | { readonly kind: 'transformed'; readonly texts: readonly TransformedText[] }
  /** `heap`: megabytes in use. */
  | { readonly kind: 'loaded'; readonly heap: number }
  | { readonly kind: 'captured'; readonly outcomes: readonly TestOutcome[]; readonly milliseconds: number; readonly heap: number }
  | { readonly kind: 'observed'; readonly run: ObservedRun }
  /** A module could not be loaded; `place`: where in the script of a module it threw, where that is known. */
  | { readonly kind: 'failed'; readonly place: ModulePlace | null; readonly message: string }
  /** One candidate was tried: how many tests passed until one failed, and which one. */
  | { readonly kind: 'tried'; readonly number: number; readonly passed: number; readonly failedBy: string | null }
  /** A candidate has begun, or still runs; `usedMs`: processor time of the process. */
  | { readonly kind: 'begun'; readonly number: number; readonly usedMs: number }
  /** So many candidates were tried, with so many milliseconds of work. */
  | { readonly kind: 'done'; readonly tried: number; readonly workMs: number };
