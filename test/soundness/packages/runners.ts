import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';
import { install } from './install.js';

/** A test runner, and how it is started in the folder of its suite. */
export interface Runner {
  readonly name: string;
  /** null: it is Node's own. */
  readonly version: string | null;
  readonly args: readonly string[];
  /** What differs from one run to the next without probes too. */
  readonly masks: readonly RegExp[];
}

const bin = (path: string) => `../node_modules/${path}`;

/** Durations as runners write them. */
const durations = [/ ?\(?\b\d+(?:\.\d+)? ?(?:ms|s)\b\)?/g, /^Time: .*$/gm, /^( *)duration_ms:? .*$/gm, /# time=\S+/g];

export const runners: readonly Runner[] = [
  { name: 'jest', version: '30.5.2', args: [bin('jest/bin/jest.js'), '-i', '--ci', '--testTimeout=60000'], masks: durations },
  {
    name: 'vitest',
    version: '4.1.12',
    args: [bin('vitest/vitest.mjs'), 'run', '--no-file-parallelism', '--reporter=default', '--no-color', '--testTimeout=60000'],
    masks: [...durations, /Start at .*$/gm, /Duration .*$/gm],
  },
  {
    name: 'mocha',
    version: '12.0.3',
    args: [bin('mocha/bin/mocha.js'), '--check-leaks', '--timeout=60000', '*.test.js'],
    masks: durations,
  },
  { name: 'node-test', version: null, args: ['--test-reporter=spec', 'cart.test.js'], masks: [...durations, /duration_ms \S+/g] },
  // Later ones need a newer Node.
  { name: 'ava', version: '6.4.1', args: [bin('ava/entrypoints/cli.mjs'), '--serial', '--timeout=10m'], masks: durations },
  {
    name: 'tap',
    version: '21.8.0',
    args: [bin('tap/dist/esm/run.mjs'), '--disable-coverage', '--allow-incomplete-coverage', '--reporter=tap', '--jobs=1'],
    masks: durations,
  },
];

/** Where the runners are installed, once, beside copies of their suites. */
export function installRunners(): string {
  const folder = join(root, '.cache/runners');
  const versions = runners.flatMap(({ name, version }) => (version === null ? [] : [[name, version] as const]));
  install(folder, 'runners', Object.fromEntries(versions), join(import.meta.dirname, 'runnersLock.json'));
  const suites = join(root, 'test/programs/runners');
  for (const name of readdirSync(suites)) cpSync(join(suites, name), join(folder, name), { recursive: true });
  return folder;
}

export function masked(text: string, { masks }: Runner): string {
  const shown = masks.reduce((result, mask) => result.replace(mask, ''), text);
  return shown.replace(/\(node:\d+\)/g, '(node:pid)');
}
