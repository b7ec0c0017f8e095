import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardSession } from './watchdog.js';

/** A folder of one debug session, which only this user can look into. Its name says whose it is: a killed process can no longer tell. */
export class SessionFolder {
  private readonly letGo: () => void;
  private now: string;

  private constructor(readonly path: string) {
    this.now = path;
    this.letGo = guardSession(path);
    mkdirSync(path, { mode: 0o700 });
    chmodSync(path, 0o700);
  }

  /** Throws the system's reason when there can be none. */
  static make(): SessionFolder {
    return new SessionFolder(join(tmpdir(), `whence-${ownerName(process.pid)}-${randomBytes(6).toString('base64url')}`));
  }

  /** From now on nobody finds it; gives where it is. */
  retire(): string {
    try {
      const retired = `${this.path}${retiredEnd}`;
      renameSync(this.path, retired);
      this.now = retired;
    } catch {
      // The program has removed it, or the system keeps folders whose files are open where they are.
    }
    return this.now;
  }

  remove(): void {
    rmSync(this.now, { recursive: true, force: true });
    this.letGo();
  }
}

const retiredEnd = '.over';
const named = /^whence-(\d+-[\da-z]*-[\da-z]*)-[\w-]{8}(\.over)?$/;

/**
 * Removes what processes of this user have left that were killed together with their watchdogs: only folders with our names whose process is
 * gone, of this machine and since it was started. Links are not followed.
 */
export async function removeLeftovers(): Promise<void> {
  const folder = tmpdir();
  const user = process.getuid?.();
  for (const name of await readdir(folder).catch(() => [])) {
    const [, owner] = named.exec(name) ?? [];
    if (owner === undefined || !isOver(owner)) continue;
    const path = join(folder, name);
    const status = await lstat(path).catch(() => null);
    if (status?.isDirectory() === true && (user === undefined || status.uid === user))
      await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Whether the process of a folder's name is gone. Of another machine's or container's processes nobody knows. */
function isOver(owner: string): boolean {
  const [pid, , machine] = owner.split('-');
  if (machine !== ownerName(process.pid).split('-')[2] || !(Number(pid) > 0)) return false;
  return !isAlive(Number(pid)) || ownerName(Number(pid)) !== owner;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `PID-START-MACHINE`: numbers of processes come again, with another start; and in each container there are others. */
function ownerName(pid: number): string {
  return `${pid}-${startOf(pid)}-${machine()}`;
}

/** When a process was started, since its system was; nothing where the system does not say. */
function startOf(pid: number): string {
  const status = textOf(`/proc/${pid}/stat`);
  // A name may hold blanks and brackets: what is counted stands behind it.
  const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? '' : Number(ticks).toString(36);
}

function machine(): string {
  const boot = textOf('/proc/sys/kernel/random/boot_id').slice(0, 4);
  return `${boot}${/\d+/.exec(linkOf('/proc/self/ns/pid'))?.[0] ?? ''}`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
