import { join } from 'node:path';
import type { Expected } from '../aliases/abstractHeap.js';
import type { WatchedParts } from '../aliases/prunable.js';
import type { HeapForm } from '../aliases/world.js';
import { keepFile, keptFolder, nameOf } from '../files/keptFiles.js';
import { maxProgramBytes, readIfThere } from '../files/regularFile.js';

/** Which probes of rules a program needs. */
export interface RulePruningRequest {
  /** The program's file; absolute. */
  readonly file: string;
  readonly cwd: string;
  readonly watched: WatchedParts;
  /** What the analyses are that answer: another build of ours may say something else. */
  readonly buildId: string;
  readonly forms: readonly HeapForm[];
}

/** A text of the program, by its hash, and where it needs no probe: by each analysis. */
export interface PrunedPlaces {
  readonly path: string;
  readonly hash: string;
  readonly types: PlacesOfText | null;
  readonly aliases: PlacesOfText | null;
}

/** Ends and starts of places, in UTF-16 units: `start:end`. */
export interface PlacesOfText {
  readonly stores: readonly string[];
  readonly made: readonly string[];
  readonly calls: readonly string[];
}

export interface RulePruning {
  /** All texts that were looked at: others are not known. */
  readonly texts: readonly PrunedPlaces[];
  /** What they rest on, to be looked at where the program runs. */
  readonly expected: Expected;
  /** Why an analysis says nothing; one sentence each. */
  readonly notes: readonly string[];
}

/** What was said before of the program, if all texts that it rests on are what they were; null: it is to be found out. */
export function keptPruning(request: RulePruningRequest): RulePruning | null {
  const [about, kept] = placeOf(request);
  const text = kept === null ? undefined : readIfThere(kept, maxProgramBytes);
  if (text === undefined) return null;
  try {
    const known = JSON.parse(text) as Kept;
    if (known.about !== about || !known.files.every(([path, hash]) => hashOfFile(path) === hash)) return null;
    return known.result;
  } catch {
    return null;
  }
}

interface Kept {
  readonly about: string;
  /** Each with its hash. */
  readonly files: readonly (readonly [string, string])[];
  readonly result: RulePruning;
}

/** Keeps what was found out of a program. `files`: those that it rests on, each with what was read from it: it may be another text by now. */
export function keepPruning(
  request: RulePruningRequest,
  files: readonly (readonly [path: string, text: string])[],
  result: RulePruning,
): void {
  const [about, kept] = placeOf(request);
  const known: Kept = { about, files: files.map(([path, text]) => [path, hashOfText(text)]), result };
  if (kept !== null) keepFile(kept, JSON.stringify(known));
}

function placeOf(request: RulePruningRequest): readonly [about: string, file: string | null] {
  const about = JSON.stringify(request);
  const folder = keptFolder();
  return [about, folder === null ? null : join(folder, `rules-${nameOf(about)}`)];
}

const hashOfFile = (path: string): string => hashOfText(readIfThere(path, maxProgramBytes) ?? '');
const hashOfText = (text: string): string => `${nameOf(text)} ${text.length}`;
