import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { extname, isAbsolute, relative } from 'node:path';
import { maxProgramBytes, readIfThere, readRegularFile } from '../../server/files/regularFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { OpenRecording } from '../query/openReader.js';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';

/** A source of which a recording has texts. */
export interface RecordedSource {
  /** Where it was when it was recorded. */
  readonly path: string;
  /** Of each of its texts: as it ran, or was mapped to, and as its file held it. */
  readonly hashes: readonly string[];
}

/** The source at a path; null where a recording has no text of it. */
export function recordedSource({ reader }: OpenRecording, path: string): RecordedSource | null {
  const made = reader.store.source.texts.find((one) => one.path === path);
  const texts = [reader.texts.source(path)?.text, made?.file].filter((text) => text !== undefined);
  return texts.length === 0 ? null : { path, hashes: texts.map(hashOf) };
}

/**
 * Says which files are no longer what was recorded; empty when all are. Of files outside of the folder `within` (null: anywhere) nothing is
 * said, and none of them is read.
 */
export async function editedNotes(
  sources: readonly RecordedSource[],
  { cwd, within }: { readonly cwd: string; readonly within: string | null },
): Promise<readonly string[]> {
  const edited: string[] = [];
  for (const source of sources) if ((await holdsRecorded(source, within)) === false) edited.push(reportPath(cwd, source.path));
  return edited.length === 0 ? [] : [`${edited.join(', ')} changed since: lines and text are those of the recording.`];
}

/**
 * Whether a file still holds one of the texts that were recorded under its path, as it was read and as it ran. null where there is no such
 * file, or it is outside of the folder `within` (null: anywhere), out of which no link may lead either.
 */
export async function holdsRecorded({ path, hashes }: RecordedSource, within: string | null): Promise<boolean | null> {
  const file = isAbsolute(path) && (within === null || isInside(within, path)) ? read(path) : null;
  if (file === null) return null;
  if (hashes.includes(hashOf(file))) return true;
  // Node erases types by itself: what ran is what it makes of the file.
  if (!/^\.[cm]?ts$/.test(extname(path))) return false;
  for (const format of ['module', 'commonjs'] as const) {
    const erased = await eraseTypes(file, path, format).catch(() => null);
    if (erased !== null && hashes.includes(hashOf(erased))) return true;
  }
  return false;
}

/** Of a text without the mark of its encoding, and without what Node puts behind a text of which it has erased the types. */
export function hashOf(text: string): string {
  return createHash('sha256')
    .update(withoutTrailer(withoutMark(text)))
    .digest('base64url');
}

/** Of what a file holds; null where it cannot be read. */
export function hashOfFile(path: string): string | null {
  const text = read(path);
  return text === null ? null : hashOf(text);
}

function isInside(folder: string, path: string): boolean {
  const isBelow = (outer: string, file: string): boolean => {
    const way = relative(outer, file);
    return way !== '' && !way.startsWith('..') && !isAbsolute(way);
  };
  if (!isBelow(folder, path)) return false;
  try {
    return isBelow(realpathSync(folder), realpathSync(path));
  } catch {
    return false;
  }
}

/** Whether a file is, sign by sign, what a recording has read of the text of a path. */
export function isAsRead({ reader }: OpenRecording, path: string, file: string): boolean {
  const text = reader.store.source.texts.find((one) => one.path === path);
  const held = readIfThere(file);
  return text !== undefined && held !== undefined && withoutMark(text.file ?? text.source) === withoutMark(held);
}

function read(path: string): string | null {
  try {
    return withoutMark(readRegularFile(path, maxProgramBytes));
  } catch {
    return null;
  }
}

/** The mark of an encoding is no part of what Node runs. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

function withoutTrailer(text: string): string {
  return text.replace(/\n\n\/\/# sourceURL=.*$/, '');
}
