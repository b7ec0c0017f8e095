import { execFileSync } from 'node:child_process';

const gitTimeoutMs = 5000;

/** The Git revision that is checked out around a folder; undefined where there is none. No program that the repository names is run. */
export function gitRevision(folder: string): string | undefined {
  try {
    const answer = execFileSync(
      'git',
      ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-C', folder, 'rev-parse', 'HEAD'],
      {
        env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: gitTimeoutMs,
      },
    );
    const revision = answer.toString('utf8').trim();
    return /^[0-9a-f]{40,64}$/.test(revision) ? revision : undefined;
  } catch {
    return undefined; // no repository, no commit, no Git
  }
}
