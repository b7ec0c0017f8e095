import picomatch from 'picomatch';
import { readdirSync, statSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { maxProgramBytes, readRegularFile } from '../../server/files/regularFile.js';
import { mapLinkOf } from '../instrument/mapLink.js';
import { SourceMap, type SourceMapSettings } from './sourceMap.js';

/** How many generated files are looked through. */
const mostFiles = 5_000;
/** How many files and folders of a workspace are seen on the way to them. */
const mostEntries = 50_000;

/**
 * The JavaScript file that was made of a source, among those that `outFiles` names; without these, among those of the workspace that
 * have its name and are as new as it. null when there is none.
 */
export function builtProgram(source: string, outFiles: readonly string[], settings: SourceMapSettings): string | null {
  const files = outFiles.length > 0 ? namedFiles(outFiles) : workspaceFiles(source, settings.workspace);
  return files.slice(0, mostFiles).find((file) => isMadeOf(file, source, settings)) ?? null;
}

function namedFiles(outFiles: readonly string[]): readonly string[] {
  const globs = outFiles.filter((glob) => !glob.startsWith('!'));
  const isWanted = picomatch([...globs], {
    dot: true,
    ignore: outFiles.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  });
  return globs.flatMap((glob) => filesBelow(picomatch.scan(glob).base)).filter((file) => isWanted(file));
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && isScript(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return []; // nothing was built there
  }
}

/** Files of a source's name outside of `node_modules`. A bundle with another name holds the source, too, and may begin elsewhere. */
function workspaceFiles(source: string, workspace: string): readonly string[] {
  const isNew = (file: string): boolean => timeOf(file) >= timeOf(source);
  const name = nameOf(source);
  const namesakes: string[] = [];
  const pending = [workspace];
  let seen = 0;
  for (let folder = pending.shift(); folder !== undefined && seen < mostEntries; folder = pending.shift()) {
    const entries = entriesOf(folder);
    seen += entries.length;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') pending.push(path);
      else if (entry.isFile() && isScript(entry.name) && nameOf(path) === name) namesakes.push(path);
    }
  }
  return namesakes.filter(isNew);
}

const isScript = (name: string): boolean => /\.[cm]?js$/.test(name);
const nameOf = (path: string): string => basename(path).replace(/\.[cm]?[jt]sx?$/, '');

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // it is closed to us
  }
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
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
