import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root } from '../process.mjs';

/** The files that differ from where this branch left main, and those that are not committed. */
export function changedFiles() {
  const base = firstLine(['merge-base', 'HEAD', 'main']) ?? firstLine(['merge-base', 'HEAD', 'origin/main']) ?? 'HEAD';
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

/**
 * The code that imports one of these files, or imports a file that does: the nearest first, the files themselves before all. An import of
 * types alone does not count: it changes nothing that runs.
 */
export function reachedBy(files) {
  const importers = new Map();
  const code = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !/^(examples|test\/programs)\//.test(file) && existsSync(join(root, file)),
  );
  for (const file of code) for (const target of importsOf(file)) importers.set(target, [...(importers.get(target) ?? []), file]);
  const reached = new Set(files);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer); // a set is walked while it grows
  return [...reached];
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^(?:import|export) type [^;]*? from '[^']*';/gm, '');
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(file), fileName))
    .map((path) =>
      existsSync(join(root, path))
        ? path
        : path.replace(/\.([cm]?)js$/, existsSync(join(root, path.replace(/js$/, 'tsx'))) ? '.$1tsx' : '.$1ts'),
    );
}

function firstLine(args) {
  try {
    return git(...args)[0];
  } catch {
    return undefined; // there is no such branch
  }
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');
}
