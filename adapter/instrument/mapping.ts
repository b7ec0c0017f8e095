import { statSync } from 'node:fs';
import Module from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LineMap } from '../../server/base/span.js';
import { maxProgramBytes, readRegularFile } from '../../server/files/regularFile.js';
import { mapLinkOf } from './mapLink.js';

/** Where a text's position comes from in the user's sources: line and column from 1. */
export interface SourcePosition {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The same, with the name that a source map says the user's source has there; null when it says none. */
export interface MappedPosition extends SourcePosition {
  readonly name: string | null;
}

/**
 * A source map, asked from the text to the source. Line and columns from 1; null where nothing of the user's corresponds. Compilers do
 * not map every sign: of what reaches up to `endColumn`, the first part that is mapped counts, not what stands before it.
 */
export type Mapping = (line: number, column: number, endColumn?: number) => MappedPosition | null;

/** What is known of the source map's file without reading it: another map is another text. */
export function mapVersion(link: string, path: string): readonly number[] | null {
  if (link.startsWith('data:')) return null;
  try {
    const { mtimeMs, size } = statSync(mapPath(link, path));
    return [mtimeMs, size];
  } catch {
    return null;
  }
}

/** Which source map of a text counts: the one that it names, in it or beside it; or the text of one that is given (null: one in the text alone). */
export type MapPlaces = 'anywhere' | { readonly given: string | null };

/** The source map of a text; null: the text is the user's source. */
export function mappingOf(text: string, path: string, places: MapPlaces = 'anywhere'): Mapping | null {
  try {
    const map = payloadOf(text, path, places);
    return map === null ? null : mappingOfMap(map, path, text);
  } catch {
    return null; // what is there is no map
  }
}

/** Null where there is none, or a link leads nowhere. */
function payloadOf(text: string, path: string, places: MapPlaces): MapPayload | null {
  const given = places === 'anywhere' ? null : places.given;
  const link = mapLinkOf(text);
  try {
    if (given !== null) return JSON.parse(given) as MapPayload;
    if (link === undefined || (places !== 'anywhere' && !link.startsWith('data:'))) return null;
    return JSON.parse(readMap(link, path)) as MapPayload;
  } catch {
    return null;
  }
}

type MapPayload = ConstructorParameters<typeof Module.SourceMap>[0];

/** The text of the source map that a script at `path` links to; throws when it cannot be read. */
export function readMap(link: string, path: string): string {
  const inline = /^data:application\/json[^,]*?(;base64)?,(.*)$/.exec(link);
  if (inline === null) return readRegularFile(mapPath(link, path), maxProgramBytes);
  const data = inline[2] ?? '';
  return inline[1] === undefined ? decodeURIComponent(data) : Buffer.from(data, 'base64').toString();
}

function mapPath(link: string, path: string): string {
  return resolve(dirname(path), decodeURIComponent(link));
}

/** Signs that no compiler maps (parentheses) are few. */
const longestUnmapped = 100;

/** The user's sources by their paths, as far as a text's source map holds them: those on disk may be others meanwhile. */
export function sourcesInMap(text: string, path: string, places: MapPlaces = 'anywhere'): ReadonlyMap<string, string> {
  try {
    const { sources, sourcesContent, sourceRoot } = (payloadOf(text, path, places) ?? {}) as Partial<MapPayload>;
    return new Map(
      (sources ?? []).flatMap((source, index) => {
        const content = sourcesContent?.[index];
        return typeof content === 'string' ? [[sourcePath(source, sourceRoot, path), content] as const] : [];
      }),
    );
  } catch {
    return new Map(); // what is there is no map
  }
}

/**
 * The text of a source map that needs no other file: with the user's sources from disk where the map that a text names has them not. Null where the
 * text names none that can be read, or holds all of it itself.
 */
export function wholeMapOf(text: string, path: string): string | null {
  const map = payloadOf(text, path, 'anywhere') as Partial<MapPayload> | null;
  if (map === null || !Array.isArray(map.sources)) return null;
  const { sources, sourcesContent, sourceRoot } = map;
  const isWhole = sources.every((_, index) => typeof sourcesContent?.[index] === 'string');
  if (isWhole && mapLinkOf(text)?.startsWith('data:') === true) return null;
  const contents = sources.map((source, index) => sourcesContent?.[index] ?? sourceOnDisk(source, sourceRoot, path));
  return JSON.stringify({ ...map, sourcesContent: contents });
}

function sourceOnDisk(source: string, sourceRoot: string | undefined, path: string): string | null {
  try {
    return readRegularFile(sourcePath(source, sourceRoot, path), maxProgramBytes);
  } catch {
    return null; // it was not delivered with the program
  }
}

/** Where a source is that a map names, which belongs to the text at `path`. */
function sourcePath(source: string, sourceRoot: string | undefined, path: string): string {
  const root = sourceRoot ? sourceRoot.replace(/\/?$/, '/') : '';
  const url = new URL(root + source, pathToFileURL(path));
  return url.protocol === 'file:' ? fileURLToPath(url) : url.href;
}

function mappingOfMap(payload: MapPayload, path: string, text: string): Mapping {
  const map = new Module.SourceMap(payload);
  let lines: LineMap | undefined;
  // Some compilers map what begins a line before its indentation.
  const isBlank = (line: number, from: number, to: number) => {
    lines ??= new LineMap(text);
    return /^\s*$/.test(text.slice(lines.offsetOf({ line, column: from }), lines.offsetOf({ line, column: to })));
  };
  // On a line of which the map says nothing, it finds what is said of a line before.
  const entryAt = (line: number, column: number) => {
    const entry = map.findEntry(line - 1, column - 1);
    return 'originalSource' in entry && entry.generatedLine === line - 1 ? entry : null;
  };
  const entryIn = (line: number, column: number, endColumn: number) => {
    for (let at = column; at < Math.min(endColumn, column + longestUnmapped); at++) {
      const entry = entryAt(line, at);
      if (entry?.generatedColumn === at - 1) return entry;
      if (at === column && entry !== null && isBlank(line, entry.generatedColumn + 1, column)) return entry;
    }
    return entryAt(line, column);
  };
  return (line, column, endColumn = column) => {
    const entry = entryIn(line, column, endColumn);
    if (entry === null) return null;
    const { name } = entry as { readonly name?: string };
    return {
      path: sourcePath(entry.originalSource, payload.sourceRoot, path),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
      name: entry.generatedColumn === column - 1 && name !== undefined && name !== '' ? name : null,
    };
  };
}
