import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckResult } from '../../server/findings/result.js';

/** The built command: `npm test` bundles it before the tests run, `npm run build` otherwise. */
const command = fileURLToPath(new URL('../../dist/whence.js', import.meta.url));

/** The folder that holds package.json. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `whence` in a folder, with pipes for its output and no word about colours in its environment. */
export function whence(cwd: string, ...args: readonly string[]): Outcome {
  return whenceWith({}, cwd, ...args);
}

/** Runs `whence` as `whence` does, with more variables in its environment. */
export function whenceWith(variables: Readonly<Record<string, string>>, cwd: string, ...args: readonly string[]): Outcome {
  const env = { ...process.env, FORCE_COLOR: undefined, NO_COLOR: undefined, ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return { code: status, out: stdout, err: stderr };
}

export function parseResult({ out }: Outcome): CheckResult {
  return JSON.parse(out) as CheckResult;
}

/** A folder with these files for as long as `use` runs. */
export function inFolder(files: Readonly<Record<string, string>>, use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'whence-test-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
