import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import type { InstalledRunner } from './runner.js';
import { passingIn, runUnder } from './runnerReport.js';
import { isTestName, type TestedProgram } from './testedProgram.js';

/** A folder of our own below the temporary one; `remove` takes it away. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'whence-diagnose-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The tests of these names that pass with other texts for some files; null where nobody could wait for the end of the run. */
export type ColdRun = (texts: ReadonlyMap<string, string>, names: readonly string[]) => Promise<ReadonlySet<string> | null>;

export interface ColdOptions {
  readonly runner: InstalledRunner;
  /** The folder in which copies are made. */
  readonly folder: string;
  /** The time at which nobody waits any more. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Runs the tests with other texts in a worker of their own: where Node can't read the program's TypeScript itself. */
  readonly inWorker: ColdRun;
}

/** Milliseconds that a run may take, the same once more, and what is left for it at least. */
const firstMs = 30_000;
const secondMs = 120_000;
const leastMs = 5_000;

/**
 * Runs tests as their runner does, in a process of its own, on a copy of the program's modules with the edited texts; the user's files
 * stay as they are.
 */
export function coldRuns(program: TestedProgram, { runner, folder, until, signal, inWorker }: ColdOptions): ColdRun {
  let copies = 0;
  return async (texts, names) => {
    if (signal.aborted) return null;
    // Some runners transform what they load themselves.
    if (!runner.hasSettings && !isReadByNode(program)) return inWorker(texts, names);
    const root = commonFolder([...program.modules.keys(), join(runner.folder, 'package.json')]);
    const number = copies++;
    const copy = join(folder, `copy${number}`);
    copyModules(program, texts, root, copy);
    const tests = program.tests.map((test) => join(copy, relative(root, test)));
    const at = {
      folder: join(copy, relative(root, runner.folder)),
      file: join(folder, `report${number}`),
      signal,
      environment: program.environment,
    };
    // A run that does not end may be one that a busy machine keeps from its end.
    for (const ms of [firstMs, secondMs]) {
      const timeoutMs = Math.min(ms, Math.max(leastMs, until - Date.now()));
      const run = await runUnder(runner, tests, { ...at, timeoutMs });
      if (run.exitCode !== null || timeoutMs === secondMs) return new Set(passingIn(run, tests, names));
      if (signal.aborted || Date.now() > until) break;
    }
    return null;
  };
}

/** Whether Node can run the program's files as they are. */
export function isReadByNode(program: TestedProgram): boolean {
  const isTyped = [...program.modules.keys()].some((path) => /\.[cm]?tsx?$/.test(path));
  const { typescript } = process.features as { readonly typescript?: unknown };
  return !isTyped || (typescript !== undefined && typescript !== false);
}

/** Code and settings may say where they lie, and reach others from there: they are copied, and what is only read is linked. */
const copied = /(?:\.[cm]?[jt]sx?|\.jsonc?|\.ya?ml|rc)$/;

function copyModules(program: TestedProgram, texts: ReadonlyMap<string, string>, root: string, copy: string): void {
  const { modules } = program;
  const paths = [...modules.keys(), ...settingsFiles(program, root)];
  const write = (path: string, text: string): void => {
    const target = join(copy, relative(root, path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  for (const { path, text } of modules.values()) write(path, texts.get(path) ?? text);
  for (const folder of new Set(paths.flatMap((path) => foldersUpTo(dirname(path), root)))) {
    const target = join(copy, relative(root, folder));
    mkdirSync(target, { recursive: true });
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === '.git' || existsSync(join(target, entry.name))) continue;
      const path = join(folder, entry.name);
      // Tests that nobody asked for are not there: settings would find them.
      if (isTestName(entry.name)) continue;
      const text = entry.isFile() && copied.test(entry.name) ? readIfThere(path) : undefined;
      if (text !== undefined) write(path, text);
      else if (!hasCopies(path, paths))
        link(path, join(target, entry.name), statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
    }
  }
  // What is above the copy's root decides how Node reads the files, too.
  const above = foldersUpTo(dirname(root), '/').find((folder) => existsSync(join(folder, 'package.json')));
  const own = join(copy, 'package.json');
  if (!existsSync(own) && above !== undefined) writeFileSync(own, readIfThere(join(above, 'package.json')) ?? '{}');
  const packages = foldersUpTo(dirname(root), '/')
    .map((folder) => join(folder, 'node_modules'))
    .find((folder) => existsSync(folder));
  if (packages !== undefined && !existsSync(join(copy, 'node_modules'))) link(packages, join(copy, 'node_modules'), true);
}

const hasCopies = (folder: string, paths: readonly string[]): boolean => paths.some((path) => path.startsWith(`${folder}${sep}`));

/** The files below a folder that a command names as settings. */
function settingsFiles({ command }: TestedProgram, root: string): readonly string[] {
  const paths = (command?.words ?? []).map((word) => resolve(command?.folder ?? root, word.replace(/^--[\w.]+=/, '')));
  return paths.filter((path) => path.startsWith(`${root}${sep}`) && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

/** What tests only read is there without a copy. */
function link(path: string, target: string, isFolder: boolean): void {
  try {
    symlinkSync(path, target, isFolder ? 'junction' : 'file');
  } catch {
    // Where links are not allowed, a test that needs the file fails, and nothing is shown of it.
  }
}

function foldersUpTo(folder: string, root: string): readonly string[] {
  const folders = [folder];
  for (let next = folder; next !== root && dirname(next) !== next;) folders.push((next = dirname(next)));
  return folders;
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '/');
  const isAbove = (path: string): boolean => path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
  while (!paths.every(isAbove) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
