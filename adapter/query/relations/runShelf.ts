import { NoTrace } from '../../trace/format/traceFile.js';
import type { Relation } from '../../trace/relations/relation.js';
import { missingOf, missingOfMany, type LackingRun } from '../missing.js';
import { openRecording } from '../openReader.js';
import { recordedRelations } from './recordedRelations.js';

/** The recording of a run, by its file. */
export interface RunFile {
  readonly run: string;
  readonly file: string;
}

/** So many recordings are open at once, and so many bytes of each are in memory: those that were asked longest ago are closed. */
const mostOpen = 16;
const bytesOfEach = 15e6;

interface OpenRun {
  readonly relations: readonly Relation[];
  lacking(): LackingRun;
  close(): void;
}

/** Recordings of many runs, opened when they are asked. */
export class RunShelf {
  private readonly opened = new Map<number, OpenRun>();
  /** Runs that are closed again, or never were open, as far as rows of them are missing. */
  private readonly lackingRuns = new Map<number, LackingRun>();

  constructor(
    readonly runs: readonly RunFile[],
    private readonly shownPath: (path: string) => string,
    private readonly mostRuns = mostOpen,
  ) {}

  /** The relations of a run. They are others when it was closed meanwhile. */
  relationsOf(index: number): readonly Relation[] {
    let run = this.opened.get(index);
    if (run === undefined) {
      for (const [old, one] of this.opened) {
        if (this.opened.size < this.mostRuns) break;
        this.note(old, one);
        one.close();
        this.opened.delete(old);
      }
      run = this.open(index);
    } else this.opened.delete(index);
    this.opened.set(index, run);
    return run.relations;
  }

  /** Of which runs rows may be missing, of those that were asked until now. Throws `NoTrace` where all of them are no recordings. */
  lacking(): readonly LackingRun[] {
    for (const [index, one] of this.opened) this.note(index, one);
    const lacking = [...this.lackingRuns].sort(([a], [b]) => a - b).map(([, one]) => one);
    const reasons = lacking.flatMap(({ error }) => error ?? []);
    if (reasons[0] !== undefined && reasons.length === this.runs.length) throw new NoTrace(reasons[0]);
    return lacking;
  }

  close(): void {
    for (const { close } of this.opened.values()) close();
    this.opened.clear();
  }

  private note(index: number, one: OpenRun): void {
    const lacking = one.lacking();
    if (lacking.error !== null || lacking.missing.length > 0) this.lackingRuns.set(index, lacking);
  }

  /** A file among many that is no recording, or a newer one, has no rows; alone it throws `NoTrace`. */
  private open(index: number): OpenRun {
    const { run, file } = this.runs[index] ?? { run: '', file: '' };
    const isOne = this.runs.length === 1;
    try {
      const open = openRecording(file, this.shownPath, isOne ? undefined : bytesOfEach);
      return {
        relations: recordedRelations(open.reader, run),
        lacking: () => ({ run, error: null, missing: isOne ? missingOf(open.reader) : missingOfMany(open.reader) }),
        close: () => open.close(),
      };
    } catch (error) {
      if (isOne || !(error instanceof NoTrace)) throw error;
      return { relations: [], lacking: () => ({ run, error: error.message, missing: [] }), close: () => {} };
    }
  }
}
