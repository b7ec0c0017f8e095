import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instrumented } from '../instrument/instrument.js';

/** In UTF-16 units: shorter texts are instrumented in less time than a file is read. */
const worthwhile = 4000;

/** How much is kept, in bytes. */
const largest = 200_000_000;

/**
 * Large texts that were instrumented before, by a hash of everything that the result depends on. The folder is the user's alone,
 * because it holds the program's text.
 */
export class TextCache {
  private readonly folder = join(tmpdir(), `whence-texts-${process.getuid?.() ?? 'user'}`);
  private isUsable: boolean | undefined;
  private isTidy = false;

  constructor(
    /** Whatever else than the text the results depend on. */
    private readonly settings: string,
  ) {}

  /** What `make` gives, now or when it was asked for the same before. */
  get(text: string, about: string, make: () => Instrumented | undefined): Instrumented | undefined {
    if (text.length < worthwhile || !this.prepare()) return make();
    // Loaded only for those who need it: the module costs milliseconds.
    const hash = process
      .getBuiltinModule('node:crypto')
      .createHash('sha256')
      .update(`${this.settings} ${about}\0`)
      .update(text)
      .digest('hex');
    const file = join(this.folder, `${hash}.txt`);
    try {
      return stored(readFileSync(file, 'utf8'));
    } catch {
      const result = make();
      this.put(file, result);
      return result;
    }
  }

  private put(file: string, result: Instrumented | undefined): void {
    try {
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, result === undefined ? '' : `${JSON.stringify(result.sites)}\n${result.text}`, { mode: 0o600 });
      renameSync(temporary, file);
      this.tidy();
    } catch {
      // a full disk costs time, nothing else
    }
  }

  /** Forgets the texts that were made longest ago when there are too many; once in a process. */
  private tidy(): void {
    if (this.isTidy) return;
    this.isTidy = true;
    const files = readdirSync(this.folder).map((name) => {
      const path = join(this.folder, name);
      const { size, mtimeMs } = statSync(path);
      return { path, size, mtimeMs };
    });
    let total = 0;
    for (const { path, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) if ((total += size) > largest) rmSync(path, { force: true });
  }

  private prepare(): boolean {
    if (this.isUsable === undefined) {
      try {
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        const status = lstatSync(this.folder);
        this.isUsable =
          status.isDirectory() && (process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o077) === 0));
      } catch {
        this.isUsable = false;
      }
    }
    return this.isUsable;
  }
}

/** The sites on the first line, then the text as it is: to read megabytes as JSON takes longer than to hash them. */
function stored(content: string): Instrumented | undefined {
  const end = content.indexOf('\n');
  return end < 0 ? undefined : { sites: JSON.parse(content.slice(0, end)) as Instrumented['sites'], text: content.slice(end + 1) };
}
