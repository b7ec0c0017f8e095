import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import { plainScript, plainScriptOfValid, specifiersOf, withMocksFirst } from '../../server/syntax/diagnosis/plainScript.js';
import { ModuleResolver } from '../../server/syntax/modules/moduleResolution.js';
import { ProjectConfigs } from '../../server/syntax/modules/projectConfig.js';
import type { WorkerModule } from '../tests/testMessages.js';
import { scriptRunners, testCommand, type Environment, type TestCommand } from './testCommand.js';
import { DiagnosisError, RunnerUnknown, type DiagnosisRequest, type RunnerName } from './request.js';

/** The modules of a program that its tests load: texts, and where their imports lead. */
export interface TestedProgram {
  /** Absolute, each once. */
  readonly tests: readonly string[];
  readonly modules: ReadonlyMap<string, ProgramModule>;
  /** The modules that are suspected: those that were named, else all that are no tests. */
  readonly suspects: readonly string[];
  readonly runner: RunnerName;
  /** What their command sets in their environment. */
  readonly environment: Environment;
}

export interface ProgramModule {
  readonly path: string;
  readonly text: string;
  /** The program's own modules by specifier. */
  readonly own: Readonly<Record<string, string>>;
  readonly specifiers: readonly string[];
}

const mostFiles = 2_000;

/** Finds the tests and what they load; a file is read once. Throws a `DiagnosisError`. */
export function findProgram(given: DiagnosisRequest): TestedProgram {
  const reader = new ModuleReader();
  const request = withTests(given, reader);
  for (const file of [...request.files, ...request.tests.map((test) => test.file)])
    if (reader.read(file) === undefined) throw new DiagnosisError(`${shown(file, request.cwd)}: there is no such file.`);
  for (const file of request.files)
    if (file.split(sep).includes('node_modules'))
      throw new DiagnosisError(`${shown(file, request.cwd)} is in node_modules: only the program's own files are suspected.`);
  const command = request.command.length === 0 ? null : testCommand(request.command, request.cwd);
  if (command !== null && command.missing !== null && request.tests.length === 0)
    throw new DiagnosisError(`${command.missing}: there is no such file of tests.`);
  const named = request.tests.length > 0 ? request.tests.map(({ file }) => file) : testsIn(command?.paths ?? []);
  const tests = named.length > 0 ? named : testsOf(request, reader);
  if (tests.length === 0) throw new DiagnosisError('No tests were found: name their files with --tests.');
  const modules = closureOf(tests, reader);
  const suspects =
    request.files.length > 0
      ? request.files
      : [...modules.keys()].filter((path) => !tests.includes(path) && !isTestName(basename(path)) && !path.endsWith('.json'));
  for (const file of request.files)
    if (!modules.has(file)) throw new DiagnosisError(`${shown(file, request.cwd)} is imported by none of the tests.`);
  const runner = request.runner === 'auto' ? (command?.runner ?? runnerOf(tests, modules, request.cwd)) : request.runner;
  for (const test of tests) refuseOther(test, modules.get(test), runner, request.cwd);
  const usual = command ?? usualCommand(tests[0] ?? request.cwd);
  const environment = usual?.runner === runner ? usual.environment : {};
  return { tests: [...new Set(tests)], modules, suspects, runner, environment };
}

/** A file of tests that is given like a suspect is meant as one of tests: nobody suspects it. */
function withTests(request: DiagnosisRequest, reader: ModuleReader): DiagnosisRequest {
  const isOfTests = (file: string): boolean => {
    const text = reader.read(file);
    return isTestName(basename(file)) || (text !== undefined && (runnerImported(specifiersOf(text)) !== null || declaresTests(file, text)));
  };
  const tests = request.files.filter(isOfTests);
  if (tests.length === 0) return request;
  const files = request.files.filter((file) => !tests.includes(file));
  return { ...request, files, tests: [...request.tests, ...tests.map((file) => ({ file, line: null }))] };
}

/** Whether the file lies where tests do, and declares some. */
const declaresTests = (file: string, text: string): boolean => isTestFile(file) && /^\s*(?:test|it|describe)(?:\.\w+)*\(/m.test(text);

const shown = (file: string, cwd: string): string => relative(cwd, file);

/** Reads texts and resolves specifiers, each once. */
export class ModuleReader {
  private readonly texts = new Map<string, string | undefined>();
  private readonly host = { readIfPresent: (path: string): string | undefined => this.read(path) };
  private readonly resolver = new ModuleResolver(this.host, new ProjectConfigs(this.host));

  read(path: string): string | undefined {
    if (!this.texts.has(path)) {
      let text: string | undefined;
      try {
        text = readIfThere(path);
      } catch {
        text = undefined;
      }
      this.texts.set(path, text);
    }
    return this.texts.get(path);
  }

  module(path: string): ProgramModule | null {
    const text = this.read(path);
    if (text === undefined) return null;
    if (path.endsWith('.json')) return { path, text, own: {}, specifiers: [] };
    const specifiers = specifiersOf(text);
    const own: Record<string, string> = {};
    for (const specifier of specifiers) {
      const found =
        specifier.endsWith('.json') && specifier.startsWith('.') ? join(dirname(path), specifier) : this.resolver.resolve(specifier, path);
      if (found !== null && !found.split('/').includes('node_modules')) own[specifier] = found;
    }
    return { path, text, own, specifiers };
  }
}

/** The modules that some load, each behind who loads it first. */
export function closureOf(tests: readonly string[], reader: Pick<ModuleReader, 'module'>): ReadonlyMap<string, ProgramModule> {
  const modules = new Map<string, ProgramModule>();
  const pending = [...tests].reverse();
  for (let path = pending.pop(); path !== undefined && modules.size < mostFiles; path = pending.pop()) {
    if (modules.has(path)) continue;
    const module = reader.module(path);
    if (module === null) continue;
    modules.set(path, module);
    pending.push(...Object.values(module.own));
  }
  return modules;
}

/** The files that look like tests by their names, and import what is suspected. */
function testsOf(request: DiagnosisRequest, reader: ModuleReader): readonly string[] {
  const candidates = sourceFiles(request.cwd).filter(isTestFile);
  return candidates.filter((test) => {
    if (request.files.length === 0) return true;
    const modules = closureOf([test], reader);
    return request.files.some((file) => modules.has(file));
  });
}

/** Files that a command names, and in folders that it names those that look like tests; if none does, all sources there. */
function testsIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
    const files = sourceFiles(path).filter((file) => /\.[cm]?[jt]sx?$/.test(file));
    const tests = files.filter((file) => isTestName(basename(file)));
    return tests.length > 0 ? tests : files;
  });
}

/** Whether a runner would take the file for one of tests. */
function isTestFile(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && (isTestName(basename(path)) || /[\\/](__tests__|tests?)[\\/]/.test(path));
}

/** Whether a runner takes a file of this name for one of tests, wherever it lies. */
export const isTestName = (name: string): boolean => /[.-](test|spec)\.[cm]?[jt]sx?$/.test(name) || /^test(-.*)?\.[cm]?[jt]sx?$/.test(name);

function sourceFiles(folder: string): readonly string[] {
  const found: string[] = [];
  const pending = [folder];
  for (let next = pending.pop(); next !== undefined && found.length < mostFiles; next = pending.pop()) {
    let entries;
    try {
      entries = readdirSync(next, { withFileTypes: true });
    } catch {
      continue;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === 'dist') continue;
      if (entry.isDirectory()) pending.push(join(next, entry.name));
      else if (entry.isFile()) found.push(join(next, entry.name));
    }
  }
  return found;
}

function runnerOf(tests: readonly string[], modules: ReadonlyMap<string, ProgramModule>, cwd: string): RunnerName {
  const runners = new Set(tests.map((test) => runnerImported(modules.get(test)?.specifiers ?? []) ?? installedRunner(test, cwd)));
  const [runner] = runners;
  if (runners.size > 1)
    throw new DiagnosisError(`The tests are for two runners (${[...runners].sort().join(', ')}): name one with --runner.`);
  return runner ?? 'node';
}

/** Throws a `DiagnosisError` where a file declares its tests with another runner than the one that is to run them. */
function refuseOther(test: string, module: ProgramModule | undefined, runner: RunnerName, cwd: string): void {
  const imported = runnerImported(module?.specifiers ?? []);
  if (module === undefined || imported === null || imported === runner) return;
  // Tests of other runners may use the mocks of node:test.
  if (imported === 'node' && !declaresByNode.test(module.text)) return;
  throw new DiagnosisError(`${shown(test, cwd)} is for ${imported === 'node' ? 'node:test' : imported}: ${runner} does not run it.`);
}

const declaresByNode = /\b(?:test|it|describe|suite)\b[^;'"]*(?:\bfrom|\brequire\()\s*['"]node:test['"]/;

/** The runner of one file of tests. Throws a `DiagnosisError` where it is not known. */
export function runnerOfFile(file: string, cwd: string): RunnerName {
  return runnerImported(specifiersOf(readIfThere(file) ?? '')) ?? installedRunner(file, cwd);
}

function runnerImported(specifiers: readonly string[]): RunnerName | null {
  if (specifiers.includes('node:test')) return 'node';
  if (specifiers.includes('vitest')) return 'vitest';
  if (specifiers.includes('@jest/globals')) return 'jest';
  return specifiers.includes('mocha') ? 'mocha' : null;
}

/**
 * The one runner on which the nearest package.json depends that names any; of several the one whose script runs the file; of none the one
 * that its script `test` starts. Throws `RunnerUnknown` where there is none, or more.
 */
function installedRunner(test: string, cwd: string): RunnerName {
  for (const start of [dirname(test), cwd])
    for (let folder = start; ; folder = dirname(folder)) {
      const { dependencies, devDependencies, scripts } = JSON.parse(readIfThere(join(folder, 'package.json')) ?? '{}') as Partial<
        Record<string, Readonly<Record<string, string>>>
      >;
      const found = (['vitest', 'jest', 'mocha'] as const).filter((name) => name in { ...dependencies, ...devDependencies });
      const [runner] = found;
      if (runner !== undefined && found.length === 1) return runner;
      const started = scripts?.['test'] === undefined ? null : startedIn(folder);
      if (found.length > 1) return runnerOfScript(test, folder, found, started);
      if (started !== null) return started;
      if (dirname(folder) === folder) break;
    }
  throw new RunnerUnknown(['vitest', 'jest', 'mocha', 'node']);
}

function runnerOfScript(test: string, folder: string, installed: readonly RunnerName[], started: RunnerName | null): RunnerName {
  const runners = scriptRunners(test, folder).filter((name) => name === 'node' || installed.includes(name));
  const [runner = started ?? undefined] = runners;
  if (runner === undefined || runners.length > 1) throw new RunnerUnknown(runners.length > 1 ? runners : installed);
  return runner;
}

/** What the script `test` of the nearest package.json starts; null where no runner is recognised. */
function usualCommand(test: string): TestCommand | null {
  for (let folder = dirname(test); ; folder = dirname(folder)) {
    if (readIfThere(join(folder, 'package.json')) !== undefined) return commandIn(folder);
    if (dirname(folder) === folder) return null;
  }
}

/** The runner that a folder's script `test` starts; null where none is recognised. */
const startedIn = (folder: string): RunnerName | null => commandIn(folder)?.runner ?? null;

function commandIn(folder: string): TestCommand | null {
  try {
    return testCommand(['npm', 'test'], folder);
  } catch (error) {
    if (error instanceof DiagnosisError) return null;
    throw error;
  }
}

/** The last script that was made: what was asked whether it is a program is what is loaded then. */
let lastScript: { readonly path: string; readonly text: string; readonly script: string | null } | null = null;

/** A module as the worker loads it; null where the compiler finds that it is no program. */
export function workerScript({ path }: ProgramModule, text: string): string | null {
  if (path.endsWith('.json')) return '';
  if (lastScript?.path !== path || lastScript.text !== text) {
    const script = plainScriptOfValid(text, path);
    lastScript = { path, text, script: script === null ? null : withMocksFirst(script) };
  }
  return lastScript.script;
}

export const workerModule = (module: ProgramModule, text: string): WorkerModule => ({
  path: module.path,
  script: workerScript(module, text) ?? withMocksFirst(plainScript(text, module.path)),
  own: module.own,
});
