import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertedLength, isInsertedInto, type InsertedLength } from '../instrument/edits.js';
import type { Instrumented } from '../instrument/instrument.js';

/** How much is kept: bytes, and files, which are counted now and then. */
const largest = 200_000_000;
const mostFiles = 4000;

export type CachedText = Pick<Instrumented, 'text' | 'sites'>;

/**
 * Texts that were instrumented before. Each has a file that holds whatever the result depends on, the text too: nothing is taken for
 * something else. The folder is the user's alone, because it holds the program's text.
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
  get(text: string, about: string, make: () => Instrumented | undefined): CachedText | undefined {
    if (!this.prepare()) return make();
    const wanted = `${this.settings} ${about}`;
    const name = nameOf(`${wanted} ${text.length}`);
    const file = join(this.folder, name);
    const known = stored(file, wanted, text);
    if (known !== null) return known;
    const result = make();
    const insertions = result?.insertions.map(insertedLength) ?? [];
    this.put(file, { about: wanted, sites: result?.sites ?? null, insertions }, result?.text ?? text);
    // To look at thousands of files takes 30 ms.
    if (name.startsWith('00')) this.tidy();
    return result;
  }

  private put(file: string, head: Head, text: string): void {
    try {
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, `${JSON.stringify(head)}\n${text}`, { mode: 0o600 });
      renameSync(temporary, file);
    } catch {
      // a full disk costs time, nothing else
    }
  }

  /** Forgets the texts that were made longest ago when there are too many; at most once in a process. */
  private tidy(): void {
    if (this.isTidy) return;
    this.isTidy = true;
    const files = readdirSync(this.folder).flatMap((name) => {
      const path = join(this.folder, name);
      // Another process may have renamed or removed it meanwhile.
      const status = statSync(path, { throwIfNoEntry: false });
      return status === undefined ? [] : [{ path, size: status.size, mtimeMs: status.mtimeMs }];
    });
    let [total, count] = [0, 0];
    for (const { path, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs))
      if ((total += size) > largest || ++count > mostFiles) rmSync(path, { force: true });
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

/** The first line of a file; the text with its insertions follows. */
interface Head {
  readonly about: string;
  /** null: the text needs no probes. */
  readonly sites: Instrumented['sites'] | null;
  readonly insertions: readonly InsertedLength[];
}

/**
 * What a file holds of a text; null when it holds nothing of it. A text that is decoded in one piece is made, and read by V8, in half the
 * time that it takes to put insertions into one.
 */
function stored(file: string, about: string, text: string): CachedText | undefined | null {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf(10);
    const { about: known, sites, insertions } = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
    if (known !== about) return null;
    const result = bytes.toString('utf8', end + 1);
    if (!isInsertedInto(text, insertions, result)) return null;
    return sites === null ? undefined : { sites, text: result };
  } catch {
    return null;
  }
}

/** 64 bits of a hash, which need not be good: the file holds what it was made of. */
function nameOf(text: string): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b) ^ (other >>> 15);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
