import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** So many bytes of answers are kept, of which one may have a sixteenth: what was asked longest ago goes first. */
const mostBytes = 64 * 2 ** 20;
const largestAnswer = mostBytes / 16;

/** Recordings of more bytes than these in all are asked again: to know them is to read them. */
const mostRead = 2 ** 30;

/** Answers to questions that were asked before, in this user's cache folder. An answer is known by what was asked, and by every byte that was asked about. */
export class AnswerCache {
  constructor(
    /** Whatever else an answer depends on: the program that gives it. */
    private readonly answerer: string,
    private readonly folder = join(cacheFolder(), 'whence', 'answers'),
  ) {}

  /** The answer of `find`, or the one that it gave to the same question about the same files. Nothing that goes wrong with the cache is an error. */
  async answer<T>(question: unknown, files: readonly string[], find: () => Promise<T> | T): Promise<T> {
    const key = await this.keyOf(question, files);
    const known = key === null ? undefined : this.read(key);
    if (known !== undefined) return known as T;
    const found = await find();
    // What was read in between may be another file.
    if (key !== null && (await this.keyOf(question, files)) === key) this.write(key, found);
    return found;
  }

  private async keyOf(question: unknown, files: readonly string[]): Promise<string | null> {
    try {
      const statuses = files.map((file) => statSync(file));
      // Devices and pipes have no size, and may never end.
      if (!statuses.every((status) => status.isFile()) || statuses.reduce((sum, { size }) => sum + size, 0) > mostRead) return null;
      const key = createHash('sha256').update(JSON.stringify([this.answerer, question]));
      for (const file of files) key.update(`\n${await hashOf(file)}`);
      return key.digest('hex');
    } catch {
      return null;
    }
  }

  private read(key: string): unknown {
    const file = join(this.folder, key);
    try {
      const known: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const now = new Date();
      utimesSync(file, now, now);
      return (known as { readonly answer: unknown }).answer;
    } catch {
      return undefined;
    }
  }

  /** Two that write at once write the same; a file is there when all of it is. */
  private write(key: string, answer: unknown): void {
    const text = JSON.stringify({ answer });
    if (text.length > largestAnswer) return;
    const part = join(this.folder, `${key}.${randomUUID()}`);
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(part, text, { mode: 0o600, flag: 'wx' });
      renameSync(part, join(this.folder, key));
      this.removeOldest();
    } catch {
      removed(part);
    }
  }

  private removeOldest(): void {
    const files = readdirSync(this.folder).map((name) => ({ name, ...sizeAndTime(join(this.folder, name)) }));
    let left = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of files.sort((a, b) => a.time - b.time)) {
      if (left <= mostBytes) return;
      removed(join(this.folder, name));
      left -= size;
    }
  }
}

function removed(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Another one is at it.
  }
}

function sizeAndTime(file: string): { readonly size: number; readonly time: number } {
  const status = statSync(file, { throwIfNoEntry: false });
  return { size: status?.size ?? 0, time: status?.mtimeMs ?? 0 };
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return XDG_CACHE_HOME !== undefined && XDG_CACHE_HOME !== '' ? XDG_CACHE_HOME : join(homedir(), '.cache');
}
