import picomatch from 'picomatch';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { maxProgramBytes, readRegularFile } from '../../server/files/regularFile.js';
import { mapLinkOf } from '../instrument/mapping.js';
import { SourceMap, type SourceMapSettings } from './sourceMap.js';

/** How many generated files are looked through. */
const mostFiles = 5_000;

/** The JavaScript file, among those that `outFiles` names, that was made of a source; null when there is none. */
export function builtProgram(source: string, outFiles: readonly string[], settings: SourceMapSettings): string | null {
  const globs = outFiles.filter((glob) => !glob.startsWith('!'));
  const isWanted = picomatch([...globs], {
    dot: true,
    ignore: outFiles.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  });
  const files = globs.flatMap((glob) => filesBelow(picomatch.scan(glob).base));
  return (
    files
      .filter((file) => isWanted(file))
      .slice(0, mostFiles)
      .find((file) => isMadeOf(file, source, settings)) ?? null
  );
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return []; // nothing was built there
  }
}

function isMadeOf(file: string, source: string, settings: SourceMapSettings): boolean {
  try {
    const link = mapLinkOf(readRegularFile(file, maxProgramBytes));
    if (link === undefined) return false;
    return new SourceMap(link, file, settings).sources.includes(source);
  } catch {
    return false; // it cannot be read, or its map is not there
  }
}
