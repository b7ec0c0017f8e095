import { CheckedFiles } from '../../../server/check/checkedFiles.js';
import { fromEntry, type EntryVerdict } from '../../../server/check/fromEntry.js';
import { readIfThere, readRegularFile } from '../../../server/files/regularFile.js';
import { openRecording } from '../../../adapter/query/openReader.js';
import { recordedEntry } from '../../../adapter/operations/recordedEntry.js';
import { Kind } from '../../../adapter/trace/store/rowMeaning.js';

/** What was said of the calls of a recording from the states in which they began, and how they ended. */
export interface EntriesHeld {
  readonly calls: number;
  /** Calls that ended with an exception. */
  readonly threw: number;
  /** Calls that were said to fail, and to return. */
  readonly fail: number;
  readonly return: number;
  /** Why the others were left open, with how many there are. */
  readonly open: ReadonlyMap<string, number>;
  /** Calls that ended otherwise than was said, in words. */
  readonly wrong: readonly string[];
}

/** Holds what is said of each call of a recording against how it ended. */
export function examineEntries(recording: string, cwd: string, mostCalls = Infinity): EntriesHeld {
  const open = openRecording(recording, (path) => path);
  const files = new CheckedFiles({ readFile: readRegularFile, readIfPresent: readIfThere, progress: () => {} }, cwd);
  const reasons = new Map<string, number>();
  const wrong: string[] = [];
  let [calls, threw, fail, returned] = [0, 0, 0, 0];
  try {
    for (const row of open.reader.store.ofKind(Kind.call)) {
      const call = open.reader.call(row.event);
      const recorded = call === null ? null : recordedEntry(open, call);
      if (recorded === null || ++calls > mostCalls) continue;
      const [verdict = null] = fromEntry({ file: recorded.file, cwd, entries: [recorded.entry] }, files);
      const { outcome } = open.reader.ending(recorded.call) as { readonly outcome?: 'return' | 'throw' };
      if (outcome === 'throw') threw++;
      const said = verdictOf(verdict);
      if (said === 'fail') fail++;
      else if (said === 'return') returned++;
      else reasons.set(said, (reasons.get(said) ?? 0) + 1);
      if ((said === 'fail' && outcome === 'return') || (said === 'return' && outcome === 'throw'))
        wrong.push(
          `${verdict?.name ?? ''}, event ${row.event}: said to ${said}, and it did ${outcome}; ${verdict?.failure?.message ?? ''}`,
        );
    }
  } finally {
    open.close();
  }
  return { calls, threw, fail, return: returned, open: reasons, wrong };
}

function verdictOf(verdict: EntryVerdict | null): string {
  if (verdict === null) return 'no such function';
  return verdict.failure !== null ? 'fail' : (verdict.open ?? 'return');
}
