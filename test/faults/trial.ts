import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How long a process may need to end after whoever started it was killed. */
const patienceMs = 60_000;

/**
 * One program in a folder of its own, with a temporary directory of its own. Its processes are known by a word that stands in their
 * arguments, so that they are found whatever they have made of their environment, group and session.
 */
export class Trial {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'whence-trial-')));
  /** Its name is none that shells like. */
  readonly temporary = join(this.folder, "tmp [a] 'b' *");
  /** Seconds that nobody else sleeps. */
  readonly word = `${randomInt(100_000, 999_999)}.${randomInt(100_000, 999_999)}`;

  constructor(files: Readonly<Record<string, string>>) {
    mkdirSync(this.temporary);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text.replaceAll('SECONDS', this.word));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  environment(): NodeJS.ProcessEnv {
    return { ...process.env, TMPDIR: this.temporary };
  }

  /** The processes of this program that run, without those that are named. */
  processes(but: readonly number[] = []): readonly number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && !but.includes(pid) && this.isOurs(pid));
  }

  /** What is left when there was time to end: the commands of processes, and names of folders. */
  async left(but: readonly number[] = []): Promise<readonly string[]> {
    for (const started = Date.now(); this.all(but).length > 0 && Date.now() - started < patienceMs;) await pause(20);
    // Whoever is about to start another process has had the time to do so.
    await pause(50);
    return this.all(but);
  }

  /** Ends what is left. */
  dispose(): void {
    for (let pids = this.processes(); pids.length > 0; pids = this.processes()) {
      for (const pid of pids) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended meanwhile.
        }
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private all(but: readonly number[]): readonly string[] {
    const folders = readdirSync(this.temporary).filter((name) => !name.startsWith('whence-texts-') && name !== 'node-compile-cache');
    return [...this.processes(but).map(commandOf), ...folders.map((name) => `folder ${name}`)];
  }

  private isOurs(pid: number): boolean {
    const command = commandOf(pid);
    return command.includes(this.folder) || command.includes(this.word);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // it has ended meanwhile
  }
}

/** As `pause`, and no reason for this process to stay: it is raced against something that mostly comes first. */
export function deadline(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
