import type { Relation } from '../../trace/relations/relation.js';
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
  isDamaged(): boolean;
  close(): void;
}

/** Recordings of many runs, opened when they are asked. */
export class RunShelf {
  private readonly opened = new Map<number, OpenRun>();
  private wasDamaged = false;

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
        this.wasDamaged ||= one.isDamaged();
        one.close();
        this.opened.delete(old);
      }
      run = this.open(index);
    } else this.opened.delete(index);
    this.opened.set(index, run);
    return run.relations;
  }

  /** Whether a part of some recording could not be read until now. */
  get isDamaged(): boolean {
    return this.wasDamaged || [...this.opened.values()].some((one) => one.isDamaged());
  }

  close(): void {
    for (const { close } of this.opened.values()) close();
    this.opened.clear();
  }

  private open(index: number): OpenRun {
    const { run, file } = this.runs[index] ?? { run: '', file: '' };
    const open = openRecording(file, this.shownPath, this.runs.length > 1 ? bytesOfEach : undefined);
    return {
      relations: recordedRelations(open.reader, run),
      isDamaged: () => open.reader.store.source.isDamaged,
      close: () => open.close(),
    };
  }
}
