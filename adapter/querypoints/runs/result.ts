import type { PointAnswer } from '../question/point.js';
import type { Listing } from '../seen/listing.js';
import type { SiteCounts } from '../text/siteCounts.js';
import type { TextLibrary } from '../text/texts.js';

/** The chain of points that runs have decided. */
export interface InvestigationResult {
  readonly points: readonly PointAnswer[];
  readonly executions: number;
  /** Whether the runs agreed; null after one. */
  readonly isDeterministic: boolean | null;
  readonly texts: TextLibrary;
  /** What each run answered by itself, oldest first. */
  readonly runs: readonly (readonly PointAnswer[])[];
  /** What the user should know of what cannot be seen. */
  readonly notes: readonly string[];
  /** Of the last run; null when none got to the stop. */
  readonly probes: ProbeCounts | null;
  /** Of the last run, as far as they were asked for: the candidates of each point, by its name. */
  readonly listings: ReadonlyMap<string, Listing>;
  /** Of each point in an activation that has passed what is counted: the how-many-th passage it is in. */
  readonly passages: ReadonlyMap<string, number>;
  /** Where the stop was not reached: whether another thread or process may have come there. */
  readonly isElsewhere?: boolean;
}

/** How much a run has probed. */
export interface ProbeCounts {
  readonly sites: SiteCounts;
  /** Texts that hold a probe, by path. */
  readonly texts: readonly string[];
  readonly loadedTexts: number;
  readonly proven: ProvenCounts;
}

/** Stores that had a probe in an earlier run, until it was proven that they need none: by their keys, and as no run enters their functions. */
export interface ProvenCounts {
  readonly keys: number;
  readonly functions: number;
}

/** A fault of the environment, as one sentence. */
export class InvestigationError extends Error {}
