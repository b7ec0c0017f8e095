import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

/**
 * `npm run engines`: puts DuckDB and ClickHouse's engine into .cache/engines, where `whence query --engine` and the nightly tests look for them
 * behind the working directory. They take 600 MB, so that they are no dependency.
 */
const engines = { '@duckdb/node-api': '1.5.6-r.1', chdb: '3.4.0' };

const folder = join(root, '.cache/engines');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: engines }, null, 2) + '\n');
const npm = process.env.npm_execpath;
const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
const options = { cwd: folder, stdio: 'inherit' };
const result = npm?.endsWith('.js')
  ? spawnSync(process.execPath, [npm, ...args], options)
  : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
process.exitCode = result.status ?? 1;
