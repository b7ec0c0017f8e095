import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for what is kept between runs: the user's alone, because it holds programs' texts, and code that is run. null where there is
 * none, or where somebody else could put another in its place.
 */
export function keptFolder(): string | null {
  const user = process.getuid?.();
  const parent = tmpdir();
  const folder = join(parent, `whence-texts-${user ?? 'user'}`);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    if (user === undefined) return lstatSync(folder).isDirectory() ? folder : null;
    return isPrivate(lstatSync(folder), user) && isKept(statSync(parent), user) ? folder : null;
  } catch {
    return null;
  }
}

function isPrivate(status: Stats, user: number): boolean {
  return status.isDirectory() && status.uid === user && (status.mode & 0o077) === 0;
}

/** Whether nobody but its owner can rename what is in a folder: it is writable for nobody else, or sticky. */
function isKept({ uid, mode }: Stats, user: number): boolean {
  return (uid === user || uid === 0) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
}

/** 64 bits of a hash, which need not be good: each file says what it was made of. */
export function nameOf(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b) ^ (other >>> 15);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Writes a file of which nobody sees a part. */
export function keepFile(path: string, content: string | Buffer): void {
  // Threads of one process may write the same.
  const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch {
    // A full disk costs time, nothing else.
    removeQuietly(temporary);
  }
}

/** So long something is kept; where it is needed later, it is made again. */
const keptMs = 30 * 86_400_000;

/** Removes what was kept long ago, by versions of ours and of programs that may be no more. */
export function removeOldFiles(folder: string): void {
  const now = Date.now();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && now - status.mtimeMs > keptMs) removeQuietly(path);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // whoever tidies the folder does so
  }
}
