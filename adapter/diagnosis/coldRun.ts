import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import type { InstalledRunner } from './runner.js';
import type { TestedProgram } from './testedProgram.js';

/** A folder of our own below the temporary one; `remove` takes it away. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'whence-diagnose-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Whether all tests pass with other texts for some files. */
export type ColdRun = (texts: ReadonlyMap<string, string>) => Promise<boolean>;

export interface ColdOptions {
  readonly runner: InstalledRunner;
  readonly cwd: string;
  /** The folder in which copies are made. */
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Runs the tests with other texts in a worker of their own: where Node can't read the program's TypeScript itself. */
  readonly inWorker: ColdRun;
}

/**
 * Runs tests as their runner does, in a process of its own, on a copy of the program's modules with the edited texts; the user's files
 * stay as they are.
 */
export function coldRuns(program: TestedProgram, { runner, cwd, folder, timeoutMs, signal, inWorker }: ColdOptions): ColdRun {
  let copies = 0;
  return async (texts) => {
    if (signal.aborted) return false;
    if (!isReadByNode(program)) return inWorker(texts);
    const root = commonFolder([...program.modules.keys(), cwd]);
    const copy = join(folder, `copy${copies++}`);
    copyModules(program, texts, root, copy);
    const tests = program.tests.map((test) => join(copy, relative(root, test)));
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [...runner.words, ...tests], {
        cwd: join(copy, relative(root, cwd)),
        env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined },
        stdio: 'ignore',
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        signal,
      });
      child.on('error', () => resolve(false));
      child.on('exit', (code) => resolve(code === 0));
    });
  };
}

function isReadByNode(program: TestedProgram): boolean {
  const isTyped = [...program.modules.keys()].some((path) => /\.[cm]?tsx?$/.test(path));
  const { typescript } = process.features as { readonly typescript?: unknown };
  return !isTyped || (typescript !== undefined && typescript !== false);
}

function copyModules({ modules }: TestedProgram, texts: ReadonlyMap<string, string>, root: string, copy: string): void {
  const write = (path: string, text: string): void => {
    const target = join(copy, relative(root, path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  for (const { path, text } of modules.values()) write(path, texts.get(path) ?? text);
  const folders = new Set([...modules.keys()].flatMap((path) => foldersUpTo(dirname(path), root)));
  for (const folder of folders) {
    for (const name of ['package.json', 'tsconfig.json', '.mocharc.json', '.mocharc.cjs', '.mocharc.js', '.mocharc.yml', '.mocharc.yaml']) {
      const text = readIfThere(join(folder, name));
      if (text !== undefined) write(join(folder, name), text);
    }
    const packages = join(folder, 'node_modules');
    const target = join(copy, relative(root, packages));
    if (existsSync(packages) && !existsSync(target)) symlinkSync(packages, target, 'junction');
  }
  // What is above the copy's root decides how Node reads the files, too.
  const above = foldersUpTo(dirname(root), '/').find((folder) => existsSync(join(folder, 'package.json')));
  const own = join(copy, 'package.json');
  if (!existsSync(own) && above !== undefined) writeFileSync(own, readIfThere(join(above, 'package.json')) ?? '{}');
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
