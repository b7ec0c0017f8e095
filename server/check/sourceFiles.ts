import { readdirSync, statSync, type Dirent } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import { kindOf, readErrorText } from '../files/regularFile.js';
import { skippedAmong, type SkipReason } from '../files/skippedFiles.js';
import { reportPath } from '../findings/reportPath.js';
import type { ErrorReport, SkippedReport } from '../findings/result.js';

export interface SourceFiles {
  /** Absolute, each once; in the order of the paths, inside a folder by name. */
  readonly files: readonly string[];
  readonly errors: readonly ErrorReport[];
  /** What folders hold that nobody writes by hand or keeps; as reports name it. */
  readonly skipped: readonly SkippedReport[];
}

const sourceExtensions = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);

/**
 * The source files that paths of the command line name: files, or folders with all that is below them but declaration files,
 * node_modules, dist, folders that start with a dot, and what Git ignores, is generated or minified. A path that is named itself is taken
 * even if it is one of these.
 * Never throws: what cannot be looked at is an entry of `errors`.
 */
export function findSourceFiles(cwd: string, paths: readonly string[]): SourceFiles {
  const search: Search = { files: new Set(), named: new Set(), folders: [], errors: [], cwd };
  for (const path of paths) addPath(resolve(cwd, path), search);
  const skipped = new Map<string, SkipReason>();
  const isBelow = (file: string, folder: string): boolean => file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  for (const folder of search.folders) {
    const found = [...search.files].filter((file) => isBelow(file, folder) && !search.named.has(file) && !skipped.has(file));
    for (const [file, reason] of skippedAmong(folder, found)) skipped.set(file, reason);
  }
  return {
    files: [...search.files].filter((file) => !skipped.has(file)),
    errors: search.errors,
    skipped: [...skipped].map(([file, reason]) => ({ file: reportPath(cwd, file), reason })),
  };
}

interface Search {
  readonly files: Set<string>;
  /** Those that were named themselves. */
  readonly named: Set<string>;
  /** The folders that were named. */
  readonly folders: string[];
  readonly errors: ErrorReport[];
  readonly cwd: string;
}

function addPath(path: string, search: Search): void {
  const sizeBefore = search.files.size;
  let isFolder: boolean;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    report(search, path, readErrorText(error));
    return;
  }
  if (!isFolder) {
    // Whatever else it is, reading it says so.
    if (!isSource(path)) {
      report(search, path, notSource(path));
      return;
    }
    search.files.add(path);
    search.named.add(path);
    return;
  }
  search.folders.push(path);
  const found = addFolder(path, search);
  if (!found && search.files.size === sizeBefore) report(search, path, 'The folder holds no TypeScript or JavaScript files.');
}

/** Whether anything was found or reported. Links to folders are not followed: they may lead back. */
function addFolder(folder: string, search: Search): boolean {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    report(search, folder, readErrorText(error));
    return true;
  }
  let found = false;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isSkippedFolder(entry.name)) found = addFolder(path, search) || found;
    } else if (isSource(path) && !isLockOfEmacs(entry)) {
      found = addEntry(path, search) || found;
    }
  }
  return found;
}

/** Something that is called as a source file is: a file, or a link to one. */
function addEntry(path: string, search: Search): boolean {
  try {
    const status = statSync(path);
    if (status.isDirectory()) return false;
    if (status.isFile()) search.files.add(path);
    else report(search, path, `It is ${kindOf(status)}: only regular files are read.`);
  } catch (error) {
    report(search, path, isBroken(error) ? missing(path) : readErrorText(error));
  }
  return true;
}

function report({ errors, cwd }: Search, path: string, message: string): void {
  errors.push({ file: reportPath(cwd, path) || '.', message });
}

function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name === 'dist';
}

/** Emacs puts a link that leads nowhere beside each file that is being edited. */
function isLockOfEmacs(entry: Dirent): boolean {
  return entry.isSymbolicLink() && entry.name.startsWith('.#');
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Of an entry that a folder has and that is not there. */
function missing(path: string): string {
  return path.includes('\ufffd')
    ? 'Its name is no text in UTF-8: it cannot be opened.'
    : 'It is a link that leads nowhere, or it has vanished.';
}

function isSource(path: string): boolean {
  return sourceExtensions.has(extname(path)) && !isDeclaration(path);
}

function isDeclaration(path: string): boolean {
  return /\.d\.([^./\\]+\.)?[cm]?ts$/.test(path);
}

function notSource(path: string): string {
  return isDeclaration(path) ? 'A declaration file has no code to check.' : 'This is not a TypeScript or JavaScript file.';
}
