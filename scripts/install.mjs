import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/**
 * Installs the packages of package-lock.json unless node_modules holds them already. Nothing but Node is needed to run
 * this file, so that `npm start` and `npm test` work in a fresh clone.
 */
export function ensureInstalled() {
  const missing = firstMissingPackage();
  if (missing === null || isLink(join(root, 'node_modules'))) return;
  console.error(`Installing packages (${missing})…`);
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) {
    console.error('The packages could not be installed: see the message of `npm ci` above.');
    process.exit(1);
  }
}

/** A node_modules that is a link belongs to another checkout, where npm would delete what it holds. */
function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/**
 * Why node_modules is stale, or null. npm writes what it installed to node_modules/.package-lock.json; contents are compared
 * rather than file times, because a checkout gives the lock file a new time. Optional packages belong to other platforms.
 */
function firstMissingPackage() {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return 'there is no node_modules';
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '' || optional) continue;
    if (installed[path]?.version !== version || !existsSync(join(root, path))) return `${path} is not ${version}`;
  }
  return null;
}
