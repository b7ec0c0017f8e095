import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from './builds.js';

/** The answers to all questions that the tests of a checkout ask, by a name made of program and question. See `keepAnswer`. */
export async function answersOfTests(build: Build, isKept: boolean): Promise<ReadonlyMap<string, string>> {
  const folder = join(build.outputs, 'answers');
  if (!isKept || !existsSync(folder)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const options = ['--require', 'test/support/fixedSeed.ts', '--timeout', '240000', '--reporter', 'dot'];
    const { status } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'node_modules/mocha/bin/mocha.js', ...options, 'test/adapter/*.test.ts'],
      { cwd: build.folder, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, WHENCE_ANSWERS: folder } },
    );
    if (status !== 0) throw new Error(`the tests of questions fail in ${build.folder}`);
  }
  return Promise.resolve(
    new Map(readdirSync(folder).map((file) => [file.replace(/\.json$/, ''), readFileSync(join(folder, file), 'utf8')])),
  );
}
