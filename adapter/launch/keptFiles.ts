import { lstatSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for what is kept between runs: the user's alone, because it holds programs' texts, and code that is run. null where there is
 * none.
 */
export function keptFolder(): string | null {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `whence-texts-${user ?? 'user'}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const status = lstatSync(folder);
    return status.isDirectory() && (user === undefined || (status.uid === user && (status.mode & 0o077) === 0)) ? folder : null;
  } catch {
    return null;
  }
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
  try {
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, path);
  } catch {
    // a full disk costs time, nothing else
  }
}
