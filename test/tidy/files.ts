import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Every file of the project, relative to its root: tracked, or about to be. */
export const projectFiles: readonly string[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** Our own code: what is neither an example nor input of a test. */
export const codeFiles = projectFiles.filter((file) => /\.[cm]?[jt]s$/.test(file) && !/^(examples|test\/programs)\//.test(file));

const binary = /\.(png|jpg|gif|ico|woff2?|vsix|gz|bin)$/;

/** Files that hold text that someone wrote. */
export const textFiles = projectFiles.filter((file) => file !== 'package-lock.json' && !binary.test(file));

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** What a file imports, as written: types, re-exports and dynamic imports included, text inside strings not. */
export function importsOf(file: string): readonly string[] {
  return ts.preProcessFile(read(file), true, true).importedFiles.map(({ fileName }) => fileName);
}
