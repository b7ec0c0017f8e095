import { realpathSync } from 'node:fs';
import { extname, isAbsolute, relative } from 'node:path';
import { maxProgramBytes, readIfThere, readRegularFile } from '../../server/files/regularFile.js';
import type { OpenRecording } from '../query/openReader.js';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';

/**
 * Whether a file still holds one of the texts that were recorded under its path, as it was read and as it ran. null where there is no such
 * file, or it is outside of the folder `within` (null: anywhere), out of which no link may lead either.
 */
export async function holdsRecorded(path: string, recorded: readonly string[], within: string | null): Promise<boolean | null> {
  const file = isAbsolute(path) && (within === null || isInside(within, path)) ? read(path) : null;
  if (file === null) return null;
  const texts = recorded.map(withoutMark);
  if (texts.includes(file)) return true;
  // Node erases types by itself: what ran is what it makes of the file.
  if (!/^\.[cm]?ts$/.test(extname(path))) return false;
  for (const format of ['module', 'commonjs'] as const) {
    const erased = await eraseTypes(file, path, format).catch(() => null);
    if (erased !== null && texts.some((text) => withoutTrailer(erased) === withoutTrailer(text))) return true;
  }
  return false;
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

/** The texts of a source that a recording has under its path: as it ran, or was mapped to, and as its file held it. */
export function recordedTexts({ reader }: OpenRecording, path: string): readonly string[] {
  const made = reader.store.source.texts.find((one) => one.path === path);
  return [reader.texts.source(path)?.text, made?.file].filter((text) => text !== undefined);
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
