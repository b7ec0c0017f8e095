import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { npmEnvironment } from '../../../scripts/npmEnvironment.mjs';

/**
 * Installs packages into a folder, once, without running what they would run. Not by `npm ci`: it refuses a lock without the optional
 * packages of other systems, which not every registry has.
 */
export function install(folder: string, name: string, dependencies: Readonly<Record<string, string>>, lock: string): void {
  const manifest = JSON.stringify({ name, private: true, dependencies });
  const installed = join(folder, 'package.json');
  if (existsSync(join(folder, 'node_modules')) && existsSync(installed) && readFileSync(installed, 'utf8') === manifest) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(installed, manifest);
  if (existsSync(lock)) cpSync(lock, join(folder, 'package-lock.json'));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    env: npmEnvironment(),
  });
  if (status !== 0) throw new Error('The packages could not be installed: see the message of npm above.');
}
