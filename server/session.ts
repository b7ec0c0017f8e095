import {
  analyseText,
  emptyHistory,
  placesOf,
  type AnalysedFile,
  type CheckControl,
  type CheckSettings,
  type FileCheck,
} from './checkFile.js';
import { PointStateCollector, type PointStates } from './findings/pointStates.js';
import { AnalysisCancelled } from './fixpoint/solve.js';
import { fileAlone, type ProjectFile } from './project.js';

/** The check of one document through its versions. What an edit does not touch is not analysed again. */
export class DocumentSession {
  private readonly history = emptyHistory();
  private last: { readonly file: AnalysedFile; readonly settings: CheckSettings } | null = null;

  constructor(
    /** As printed in reports. */
    private readonly shown: string,
    /** Knows what the document imports. */
    private readonly document: ProjectFile = fileAlone(shown),
  ) {}

  /** The result is the same, byte for byte, as that of a session that has seen no other version. Null: cancelled. */
  check(text: string, settings: CheckSettings, control: CheckControl): FileCheck | null {
    return unlessCancelled(() => {
      const file = analyseText(text, this.shown, settings, { control, at: [], history: this.history, file: this.document });
      this.last = { file, settings };
      return file.check;
    });
  }

  /** The abstract states at a place of the text last checked, copy by copy; null when there is none, or cancelled. */
  statesAt(place: { readonly line: number; readonly column: number | null }, control: CheckControl): PointStates | null {
    const { last } = this;
    if (last === null || last.file.module === null || last.file.analysis === null) return null;
    const { module, analysis } = last.file;
    const states = new PointStateCollector(module, placesOf(module, this.shown), place);
    return unlessCancelled(() => {
      analysis.visitRoots(states.functions, last.settings.arrayIndex === 'error', (solution) => states.add(solution), control.cancelled);
      return states.result();
    });
  }
}

function unlessCancelled<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof AnalysisCancelled) return null;
    throw error;
  }
}
