import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Node tells its version within this time, or is taken to run TypeScript. */
const versionMs = 5_000;

/**
 * What Node loads before a TypeScript program that it does not run by itself: tsx, where the program's project has it. No arguments where
 * Node needs none, or the project has no tsx.
 */
export function loaderArgs(program: string, node: string, cwd: string): readonly string[] {
  const loader = loaderOf(dirname(program));
  if (loader === null || runsTypeScript(versionOf(node, cwd))) return [];
  return ['--import', pathToFileURL(loader).href];
}

/** The nearest, as Node looks for packages. */
function loaderOf(folder: string): string | null {
  const loader = join(folder, 'node_modules', 'tsx', 'dist', 'loader.mjs');
  if (existsSync(loader)) return loader;
  const parent = dirname(folder);
  return parent === folder ? null : loaderOf(parent);
}

function versionOf(node: string, cwd: string): string {
  if (node === process.execPath) return process.versions.node;
  const { stdout } = spawnSync(node, ['--version'], { cwd, encoding: 'utf8', timeout: versionMs });
  return (stdout ?? '').trim();
}

/** Whether Node erases types by itself. What tells no version may be anything. */
export function runsTypeScript(version: string): boolean {
  if (version === '') return true;
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}
