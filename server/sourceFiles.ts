import { readFileSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { reportPath } from './findings/reportPath.js';
import type { ErrorReport } from './findings/result.js';

export interface SourceFiles {
  /** Absolute, each once; in the order of the paths, inside a folder by name. */
  readonly files: readonly string[];
  readonly errors: readonly ErrorReport[];
}

const sourceExtensions = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);

/**
 * The source files that paths of the command line name: files, or folders with all that is below them but declaration files,
 * node_modules, dist and folders that start with a dot. A path that is named itself is taken even if it is one of these.
 */
export function findSourceFiles(cwd: string, paths: readonly string[]): SourceFiles {
  const files = new Set<string>();
  const errors: ErrorReport[] = [];
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const sizeBefore = files.size;
    try {
      if (!statSync(absolute).isDirectory()) {
        if (isSource(absolute)) files.add(absolute);
        else errors.push({ file: reportPath(cwd, absolute), message: notSource(absolute) });
        continue;
      }
    } catch (error) {
      errors.push({ file: reportPath(cwd, absolute), message: readErrorText(error) });
      continue;
    }
    const found = addFolder(absolute, files, cwd, errors);
    if (!found && files.size === sizeBefore) {
      errors.push({ file: reportPath(cwd, absolute) || '.', message: 'The folder holds no TypeScript or JavaScript files.' });
    }
  }
  return { files: [...files], errors };
}

/** Whether anything was found or reported. Links to folders are not followed: they may lead back. */
function addFolder(folder: string, files: Set<string>, cwd: string, errors: ErrorReport[]): boolean {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    errors.push({ file: reportPath(cwd, folder), message: readErrorText(error) });
    return true;
  }
  let found = false;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isSkippedFolder(entry.name)) found = addFolder(path, files, cwd, errors) || found;
    } else if (isSource(path) && isFile(path, entry)) {
      files.add(path);
      found = true;
    }
  }
  return found;
}

function isSkippedFolder(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name === 'dist';
}

function isFile(path: string, entry: Dirent): boolean {
  return entry.isFile() || (entry.isSymbolicLink() && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false));
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

/** The text of a source file. Throws with one sentence for the user when it cannot be read. */
export function readSource(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(readErrorText(error), { cause: error });
  }
}

function readErrorText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'There is no such file or folder.';
    case 'EACCES':
    case 'EPERM':
      return 'It cannot be read: permission is denied.';
    case 'EISDIR':
      return 'It is a folder, not a file.';
    default:
      return `It cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The text of a file, or undefined when it cannot be read. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
