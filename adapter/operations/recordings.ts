import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { magic } from '../trace/format/frameBytes.js';

/** A recording, and what its run is called. */
export interface NamedRecording {
  readonly run: string;
  readonly file: string;
}

/** What a path of the command line leads to, told by its content. */
export type Recorded =
  | { readonly kind: 'recording'; readonly recordings: readonly [NamedRecording] }
  | { readonly kind: 'recordings'; readonly recordings: readonly NamedRecording[] }
  | { readonly kind: 'dataSet'; readonly folder: string };

/** Folders in a folder of recordings are looked into this deeply, and so many files are looked at. */
const deepest = 8;
const mostFiles = 100_000;

/** A file is a recording; a folder holds recordings, or is a data set that was exported. Throws one sentence where it is neither. */
export function recordedAt(path: string): Recorded {
  const isFolder = leadsToFolder(path);
  if (isFolder === null) throw new Error(`There is no file ${path}.`);
  if (!isFolder) return { kind: 'recording', recordings: [{ run: basename(path), file: path }] };
  if (existsSync(join(path, 'relation=run'))) return { kind: 'dataSet', folder: path };
  const recordings = [...recordingsIn(path, '', 0)];
  if (recordings.length === 0) throw new Error(`${path} holds no recordings, and is no data set that was exported.`);
  return { kind: 'recordings', recordings: recordings.sort((a, b) => (a.run < b.run ? -1 : 1)) };
}

/** Whether a folder is at a path; null where nothing is. Throws one sentence where that cannot be told. */
export function leadsToFolder(path: string): boolean | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null;
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
  }
}

/** The recordings in a folder and those in it. Links are not followed. */
function* recordingsIn(folder: string, prefix: string, depth: number): Generator<NamedRecording> {
  let left = mostFiles;
  for (const entry of entriesOf(folder)) {
    if (left-- === 0) return;
    const file = join(folder, entry.name);
    const run = `${prefix}${entry.name}`;
    if (entry.isDirectory() && depth < deepest) yield* recordingsIn(file, `${run}/`, depth + 1);
    else if (entry.isFile() && isRecording(file)) yield { run, file };
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new Error(`${folder} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
  }
}

/** Whether a file begins as recordings do, of whichever version. */
function isRecording(file: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return false;
  }
  try {
    const begin = Buffer.alloc(magic.length - 1);
    return readSync(descriptor, begin) === begin.length && begin.equals(magic.subarray(0, begin.length));
  } finally {
    closeSync(descriptor);
  }
}
