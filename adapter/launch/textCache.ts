import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { insertedLength, isInsertedInto, type InsertedLength } from '../instrument/edits.js';
import type { Instrumented, LeftOut } from '../instrument/instrument.js';
import { keepFile, keptFolder, nameOf } from '../../server/files/keptFiles.js';

/** How much is kept: bytes, and files, which are counted now and then. */
const largest = 200_000_000;
const mostFiles = 4000;

export type CachedText = Pick<Instrumented, 'text' | 'sites' | 'leftOut'>;

/** The name of a text where nobody means to pass another off as it: 64 bits, and its length. */
export const hashOfText = (text: string): string => `${nameOf(text)} ${text.length}`;

/**
 * Texts that were instrumented before. Each has a file that holds whatever the result depends on, the text too: nothing is taken for
 * something else.
 */
export class TextCache {
  private folder: string | null | undefined;
  private isTidy = false;

  constructor(
    /** Whatever else than the text the results depend on. */
    private readonly settings: string,
  ) {}

  /** What `make` gives, now or when it was asked for the same before; null is not kept. */
  get(text: string, about: string, make: () => Instrumented | undefined | null): CachedText | undefined | null {
    if (this.folder === undefined) this.folder = keptFolder();
    if (this.folder === null) return make();
    const wanted = `${this.settings} ${about}`;
    const name = nameOf(`${wanted} ${text.length}`);
    const file = join(this.folder, name);
    const known = stored(file, wanted, text);
    if (known !== null) return known;
    const result = make();
    if (result === null) return null;
    const insertions = result?.insertions.map(insertedLength) ?? [];
    const head: Head = {
      about: wanted,
      sites: result?.sites ?? null,
      leftOut: result?.leftOut ?? { names: 0, types: 0, aliases: 0 },
      insertions,
    };
    keepFile(file, `${JSON.stringify(head)}\n${result?.text ?? text}`);
    // To look at thousands of files takes 30 ms.
    if (name.startsWith('00')) this.tidy(this.folder);
    return result;
  }

  /** Forgets what was kept longest ago when there is too much; at most once in a process. */
  private tidy(folder: string): void {
    if (this.isTidy) return;
    this.isTidy = true;
    const files = readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      // Another process may have renamed or removed it meanwhile.
      const status = statSync(path, { throwIfNoEntry: false });
      return status === undefined ? [] : [{ path, size: status.size, mtimeMs: status.mtimeMs }];
    });
    let [total, count] = [0, 0];
    for (const { path, size } of files.sort((a, b) => b.mtimeMs - a.mtimeMs))
      if ((total += size) > largest || ++count > mostFiles) rmSync(path, { force: true });
  }
}

/** The first line of a file; the text with its insertions follows. */
interface Head {
  readonly about: string;
  /** null: the text needs no probes. */
  readonly sites: Instrumented['sites'] | null;
  readonly leftOut: LeftOut;
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
    const { about: known, sites, leftOut, insertions } = JSON.parse(bytes.toString('utf8', 0, end)) as Head;
    if (known !== about) return null;
    const result = bytes.toString('utf8', end + 1);
    if (!isInsertedInto(text, insertions, result)) return null;
    return sites === null ? undefined : { sites, leftOut, text: result };
  } catch {
    return null;
  }
}
