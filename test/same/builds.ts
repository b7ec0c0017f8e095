import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/files.js';

/** A checkout that is built: its `dist/whence.js` is the command. */
export interface Build {
  /** Absolute. */
  readonly folder: string;
  /** Where its outputs are kept. */
  readonly outputs: string;
}

/** Builds of other commits and all outputs: ignored by git, kept between runs. */
const kept = join(root, '.cache/same');

export const currentBuild: Build = { folder: root, outputs: join(kept, 'current') };

/** The commit in a checkout of its own, built once. Its packages are those of this checkout. */
export function buildOf(revision: string): Build {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const build: Build = { folder: join(kept, `build-${commit.slice(0, 12)}`), outputs: join(kept, commit.slice(0, 12)) };
  mkdirSync(kept, { recursive: true });
  if (!existsSync(build.folder)) git('worktree', 'add', '--detach', build.folder, commit);
  const modules = join(build.folder, 'node_modules');
  if (!existsSync(modules)) symlinkSync(join(root, 'node_modules'), modules, 'junction');
  if (!existsSync(join(build.folder, 'dist/whence.js')))
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: build.folder, stdio: ['ignore', 'inherit', 'inherit'] });
  return build;
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
