import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const gitTimeoutMs = 10_000;

/**
 * The files below a folder that differ from a Git revision, untracked ones included, absolute. No program that the repository names is run.
 * Throws one sentence when there is no repository or no such revision.
 */
export function gitChanges(folder: string, revision: string): readonly string[] {
  if (!/^[\w@][\w./~^@{}-]{0,200}$/.test(revision)) throw new Error(`${JSON.stringify(revision)} is no Git revision.`);
  const changed = git(folder, [
    'diff',
    '--name-only',
    '--relative',
    '--no-ext-diff',
    '--no-textconv',
    '--diff-filter=d',
    '-z',
    revision,
    '--',
  ]);
  const untracked = git(folder, ['ls-files', '--others', '--exclude-standard', '-z']);
  if (changed === null || untracked === null) throw new Error(`Git knows no revision ${revision} in ${folder}.`);
  return [...new Set([...changed, ...untracked])].map((file) => resolve(folder, file));
}

/** The paths that Git prints; null where it fails: no repository, no such revision, no Git. */
function git(folder: string, words: readonly string[]): readonly string[] | null {
  try {
    const guarded = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-C', folder, ...words];
    const answer = execFileSync('git', guarded, {
      env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: gitTimeoutMs,
      maxBuffer: 64 << 20,
    });
    return answer
      .toString('utf8')
      .split('\0')
      .filter((path) => path !== '');
  } catch {
    return null;
  }
}
