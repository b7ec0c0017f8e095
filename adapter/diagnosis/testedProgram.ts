import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import { plainScript, plainScriptOfValid, specifiersOf, withMocksFirst } from '../../server/syntax/diagnosis/plainScript.js';
import { ModuleResolver } from '../../server/syntax/modules/moduleResolution.js';
import { ProjectConfigs } from '../../server/syntax/modules/projectConfig.js';
import { mockBeside } from '../tests/packageFiles.js';
import type { ResolvedModule, RunnerSettings, TransformedText } from '../tests/settings.js';
import type { EnvironmentOfTests, WorkerModule } from '../tests/testMessages.js';
import { environmentOf } from './environmentOf.js';
import { notLoaded } from './request.js';
import type { RunnerHelp } from './runnerHelp.js';
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
  /** The command that starts the runner; null where none is known. */
  readonly command: TestCommand | null;
  /** What the settings of the runner say, and who is asked by them; null where there are none. */
  readonly configured: ConfiguredTests | null;
}

export interface ConfiguredTests {
  readonly settings: RunnerSettings;
  readonly environment: EnvironmentOfTests;
  /** The folder in which the runner runs. */
  readonly folder: string;
  readonly help: RunnerHelp;
}

/** A module that nobody transforms or mocks. */
export const plainModule = (path: string, text: string, own: ProgramModule['own'], specifiers: readonly string[] = []): ProgramModule => ({
  ...{ path, text, own, specifiers },
  ...{ packages: {}, mocks: {}, made: null },
});

/** Who is asked for the settings of a runner; null where it has none that matter. */
export type HelpFor = (asked: {
  readonly runner: RunnerName;
  readonly tests: readonly string[];
  readonly command: TestCommand | null;
  readonly modules: ReadonlyMap<string, ProgramModule>;
}) => Promise<{ readonly help: RunnerHelp; readonly folder: string } | null>;

export interface ProgramModule {
  readonly path: string;
  readonly text: string;
  /** The program's own modules by specifier. */
  readonly own: Readonly<Record<string, string>>;
  /** As `WorkerModule` has them. */
  readonly packages: Readonly<Record<string, string>>;
  readonly mocks: Readonly<Record<string, string>>;
  readonly specifiers: readonly string[];
  /** What its runner makes of it; null: what we do. */
  readonly made: TransformedText | null;
}

const mostFiles = 2_000;

/** Who is asked where a program and its tests are looked for. */
export interface ProgramFinding {
  /** What the command of tests starts. Throws a `DiagnosisError` where that is no runner. */
  readonly started: (request: DiagnosisRequest) => Promise<TestCommand>;
  readonly helpFor: HelpFor;
}

/** Finds the tests and what they load; a file is read once. Throws a `DiagnosisError`. */
export async function findProgram(given: DiagnosisRequest, { started, helpFor }: ProgramFinding): Promise<TestedProgram> {
  const reader = new ModuleReader();
  const request = withTests(given, reader);
  for (const file of [...request.files, ...request.tests.map((test) => test.file)])
    if (reader.read(file) === undefined) throw new DiagnosisError(`${shown(file, request.cwd)}: there is no such file.`);
  for (const file of request.files)
    if (file.split(sep).includes('node_modules'))
      throw new DiagnosisError(`${shown(file, request.cwd)} is in node_modules: only the program's own files are suspected.`);
  const command = request.command.length === 0 ? null : await started(request);
  if (command !== null && command.missing !== null && request.tests.length === 0)
    throw new DiagnosisError(`${command.missing}: there is no such file of tests.`);
  const named = request.tests.length > 0 ? request.tests.map(({ file }) => file) : testsIn(command?.paths ?? []);
  const first = named.length > 0 ? named : testsOf(request, reader, sourceFiles(request.cwd).filter(isTestFile));
  const looked = first.length > 0 ? first : sourceFiles(request.cwd).filter(isTestFile);
  const before = closureOf(looked, reader);
  const runner = request.runner === 'auto' ? (command?.runner ?? runnerOf(looked, before, request.cwd)) : request.runner;
  for (const test of first) refuseOther(test, before.get(test), runner, request.cwd);
  const usual = command ?? usualCommand(looked[0] ?? join(request.cwd, 'none'));
  const starting = usual?.runner === runner ? usual : null;
  const helper = await helpFor({ runner, tests: first, command: starting, modules: before });
  if (helper?.help.settings.resolves === true)
    await reader.settle([...looked, ...helper.help.settings.tests, ...helper.help.settings.setup], helper.help);
  const { settings } = helper?.help ?? {};
  // A runner finds its files by its own patterns.
  const found = settings === undefined || settings.tests.length === 0 ? looked : settings.tests;
  const tests = [...new Set(named.length > 0 ? named : testsOf(request, reader, found))];
  if (tests.length === 0 && request.files.length > 0)
    throw new DiagnosisError(`${shown(request.files[0] ?? '', request.cwd)} is imported by none of the tests.`);
  if (tests.length === 0) throw new DiagnosisError('No tests were found: name their files with --tests.');
  const setup = settings?.setup.filter((path) => reader.read(path) !== undefined && !path.split(sep).includes('node_modules')) ?? [];
  const modules = closureOf([...tests, ...setup], reader);
  const isSuspect = (path: string): boolean =>
    isCode(path) && !tests.includes(path) && !setup.includes(path) && !isTestName(basename(path)) && !path.split(sep).includes('__mocks__');
  const suspects = request.files.length > 0 ? request.files : [...modules.keys()].filter(isSuspect);
  for (const file of request.files)
    if (!modules.has(file)) throw new DiagnosisError(`${shown(file, request.cwd)} is imported by none of the tests.`);
  for (const test of tests) refuseOther(test, modules.get(test), runner, request.cwd);
  const configured =
    helper === null || settings === undefined
      ? null
      : {
          ...helper,
          settings,
          environment: environmentOf(
            tests.map((test) => reader.read(test) ?? ''),
            settings.environment,
          ),
        };
  return { tests, modules, suspects, runner, environment: starting?.environment ?? {}, command: starting, configured };
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

const isJavaScript = (path: string): boolean => /\.[cm]?js$/.test(path);

/** Reads texts and resolves specifiers, each once. */
export class ModuleReader {
  private readonly texts = new Map<string, string | undefined>();
  /** Where specifiers lead by the runner, by importer and specifier. */
  private readonly resolved = new Map<string, ResolvedModule | null>();
  private readonly made = new Map<string, TransformedText>();
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
    const [own, packages, mocks]: [Record<string, string>, Record<string, string>, Record<string, string>] = [{}, {}, {}];
    const made = this.made.get(path) ?? null;
    if (path.endsWith('.json')) return plainModule(path, text, {});
    const specifiers = this.specifiersOf(path, text);
    for (const specifier of specifiers) {
      const known = this.resolved.get(`${path}\0${specifier}`);
      if (known !== undefined && known !== null) {
        if (known.isOwn) own[specifier] = known.path;
        else if (known.path !== specifier) packages[specifier] = known.path;
        if (known.mock !== null) mocks[specifier] = known.mock;
      }
      if (known !== undefined) continue;
      const found = this.asWritten(specifier, path) ?? this.resolver.resolve(specifier, path);
      if (found === null || found.split('/').includes('node_modules')) continue;
      own[specifier] = found;
      const mock = mockBeside(found);
      if (mock !== null) mocks[specifier] = mock;
    }
    return { path, text, own, packages, mocks, specifiers, made };
  }

  /** The file that Node loads, where a specifier names it; TypeScript would rather see the text that it may have been made of. */
  private asWritten(specifier: string, from: string): string | null {
    if (!specifier.startsWith('.')) return null;
    const path = join(dirname(from), specifier);
    return path.endsWith('.json') || (isJavaScript(path) && isJavaScript(from) && this.read(path) !== undefined) ? path : null;
  }

  /** What a module loads, and what it makes of others. */
  private specifiersOf(path: string, text: string): readonly string[] {
    const made = this.made.get(path);
    return made === undefined
      ? specifiersOf(text)
      : [...new Set([...(isCode(path) ? specifiersOf(text) : []), ...specifiersOf(made.code)])];
  }

  /** Asks a runner what becomes of modules, and where their imports lead, until all that they load is known. Throws a `DiagnosisError`. */
  async settle(paths: readonly string[], help: RunnerHelp): Promise<void> {
    const seen = new Set<string>();
    for (let pending = [...new Set(paths)]; pending.length > 0 && seen.size < mostFiles;) {
      for (const path of pending) seen.add(path);
      const texts = pending.flatMap((path) => {
        const text = path.endsWith('.json') ? undefined : this.read(path);
        return text === undefined ? [] : [[path, text] as const];
      });
      const needed = texts.filter(([path]) => help.settings.transformsAll || !/\.[cm]?[jt]s$/.test(path));
      try {
        const made = await help.transform(needed.map(([path, text]) => [path, isCode(path) ? text : null]));
        for (const [i, [path]] of needed.entries()) if (made[i] !== undefined) this.made.set(path, made[i]);
      } catch (error) {
        throw notLoaded('The tests', error);
      }
      const asked = texts.flatMap(([path, text]) => this.specifiersOf(path, text).map((specifier) => [specifier, path] as const));
      const found = await help.resolve(asked);
      for (const [i, [specifier, path]] of asked.entries()) this.resolved.set(`${path}\0${specifier}`, found[i] ?? null);
      const next = found.flatMap((each) =>
        each === null ? [] : [...(each.isOwn ? [each.path] : []), ...(each.mock === null ? [] : [each.mock])],
      );
      pending = [...new Set(next)].filter((path) => !seen.has(path));
    }
  }
}

/** Whether a file is written in a language that we read. */
const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

/** The modules that some load, each behind who loads it first. */
export function closureOf(tests: readonly string[], reader: Pick<ModuleReader, 'module'>): ReadonlyMap<string, ProgramModule> {
  const modules = new Map<string, ProgramModule>();
  const pending = [...tests].reverse();
  for (let path = pending.pop(); path !== undefined && modules.size < mostFiles; path = pending.pop()) {
    if (modules.has(path)) continue;
    const module = reader.module(path);
    if (module === null) continue;
    modules.set(path, module);
    pending.push(...Object.values(module.own), ...Object.values(module.mocks));
  }
  return modules;
}

/** Those files of tests that import what is suspected. */
function testsOf(request: DiagnosisRequest, reader: ModuleReader, candidates: readonly string[]): readonly string[] {
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
  const imported = tests.map((test) => runnerImported(modules.get(test)?.specifiers ?? []));
  const told = imported.filter((runner) => runner !== null);
  // Helpers beside tests import no runner: where that of the others is known, nobody need guess theirs.
  const guessed = (test: string): RunnerName => {
    try {
      return installedRunner(test, cwd);
    } catch (error) {
      const [known] = told;
      if (known !== undefined && error instanceof RunnerUnknown) return known;
      throw error;
    }
  };
  const runners = new Set(tests.map((test, i) => imported[i] ?? guessed(test)));
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

/** A text as the worker loads it, of which no runner makes something; null where the compiler finds that it is no program. */
export function validScript(path: string, text: string): string | null {
  if (path.endsWith('.json')) return '';
  if (lastScript?.path !== path || lastScript.text !== text) {
    const script = plainScriptOfValid(text, path);
    lastScript = { path, text, script: script === null ? null : withMocksFirst(script) };
  }
  return lastScript.script;
}

/** A module as the worker loads it. */
export function workerModule({ path, own, packages, mocks, made }: ProgramModule, text: string): WorkerModule {
  const script = path.endsWith('.json') ? '' : scriptOf(path, text, made);
  return { path, script, own, packages, mocks };
}

/** The script of a module; of what its runner makes, where it makes something. */
const scriptOf = (path: string, text: string, made: TransformedText | null): string =>
  made === null
    ? (validScript(path, text) ?? withMocksFirst(plainScript(text, path)))
    : withMocksFirst(plainScript(made.code, madeName(path)));

/** What a runner makes of a module is JavaScript. */
export const madeName = (path: string): string => `${path}.js`;
