import { jestSettings } from './jestSettings.js';
import { mochaSettings } from './mochaSettings.js';
import { nodeSettings } from './nodeSettings.js';
import type { EnvironmentOfTests, RunnerOfTests } from './testMessages.js';
import { vitestSettings } from './vitestSettings.js';

/** What a runner's own settings say of how its tests are loaded and run. */
export interface RunnerSettings {
  /** The files of tests that it finds by itself, and runs with these settings; absolute. */
  readonly tests: readonly string[];
  /** What is loaded before each file of tests, in this order; absolute. */
  readonly setup: readonly string[];
  /** Where a file of tests does not name another one. */
  readonly environment: EnvironmentOfTests;
  /** Set in the environment of the process. */
  readonly variables: Readonly<Record<string, string>>;
  /** Global variables of the tests. */
  readonly globals: Readonly<Record<string, unknown>>;
  /** What is done with all mocks before each test. */
  readonly renewed: readonly RenewedMocks[];
  /** Milliseconds that each test may wait; null: as long as the runner always lets it. */
  readonly timeoutMs: number | null;
  /** It finds modules in a way of its own. */
  readonly resolves: boolean;
  /** All modules pass through what the settings name: what has no syntax of its own is loaded as it is. */
  readonly transformsAll: boolean;
  /** What it makes of a text does the same. */
  readonly keepsMeaning: boolean;
  /** What it does that is not done here, each as the end of a sentence. */
  readonly missing: readonly string[];
}

export type RenewedMocks = 'clear' | 'reset' | 'restore' | 'environment' | 'globals';

/** Where a specifier leads by a runner's own resolution; null: where Node finds it. */
export interface ResolvedModule {
  /** Absolute. */
  readonly path: string;
  /** It is one of the program's own. */
  readonly isOwn: boolean;
  /** The file below `__mocks__` that stands for it where it is mocked; null: there is none. */
  readonly mock: string | null;
}

/** A module as its runner transforms it. */
export interface TransformedText {
  readonly code: string;
  /** Its source map as JSON; empty: lines and columns are the same. */
  readonly map: string;
}

/** The settings of a project, and what the runner does by them; it runs in a process that is not confined. */
export interface OpenSettings {
  readonly settings: RunnerSettings;
  resolve(specifier: string, from: string): Promise<ResolvedModule | null>;
  transform(path: string, text: string | null): Promise<TransformedText>;
}

/** Which settings are read. */
export interface SettingsRequest {
  readonly runner: RunnerOfTests;
  /** Where the runner runs. */
  readonly folder: string;
  /** The words that the user gives to it. */
  readonly words: readonly string[];
  /** Files of tests that are wanted; none: all. */
  readonly wanted: readonly string[];
  /** Where something may be kept. */
  readonly cache: string;
}

/** Reads the settings of a project by its runner. Throws what stands in the way. */
export async function openSettings(request: SettingsRequest): Promise<OpenSettings> {
  process.chdir(request.folder);
  switch (request.runner.name) {
    case 'vitest':
      return vitestSettings(request);
    case 'jest':
      return jestSettings(request);
    case 'mocha':
      return mochaSettings(request);
    case 'node':
      return nodeSettings(request);
  }
}
