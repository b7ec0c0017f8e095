import { checkText, statesOf, type CheckControl, type CheckSettings, type FileCheck } from './checkFile.js';
import type { PointStates } from './findings/pointStates.js';
import { AnalysisCancelled } from './fixpoint/solve.js';

/** The check of one document through its versions. What an edit does not touch is not analysed again. */
export class DocumentSession {
  private last: { readonly text: string; readonly settings: CheckSettings } | null = null;

  constructor(
    /** As printed in reports. */
    private readonly shown: string,
  ) {}

  /** Null: cancelled. */
  check(text: string, settings: CheckSettings, control: CheckControl): FileCheck | null {
    this.last = { text, settings };
    return unlessCancelled(() => checkText(text, this.shown, settings, [], control));
  }

  /** The abstract states at a place of the text last checked, copy by copy; null when there is none, or cancelled. */
  statesAt(place: { readonly line: number; readonly column: number }, control: CheckControl): PointStates | null {
    const { last } = this;
    return last === null ? null : unlessCancelled(() => statesOf(last.text, this.shown, last.settings, place, control));
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
