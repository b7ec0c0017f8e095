import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where a text's position comes from in the user's sources: line and column from 1. */
export interface SourcePosition {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A source map, asked from the text to the source. Line and column from 1; null where nothing of the user's corresponds. */
export type Mapping = (line: number, column: number) => SourcePosition | null;

/** The source map that a text names, in it or beside it; null: the text is the user's source. */
export function mappingOf(text: string, path: string): Mapping | null {
  const link = [...text.matchAll(/^\/\/[#@] sourceMappingURL=(\S+)\s*$/gm)].at(-1)?.[1];
  if (link === undefined) return null;
  try {
    return mappingOfMap(JSON.parse(readMap(link, path)) as MapPayload, path);
  } catch {
    return null; // a link that leads nowhere
  }
}

type MapPayload = ConstructorParameters<typeof Module.SourceMap>[0];

/** The text of the source map that a script at `path` links to; throws when it cannot be read. */
export function readMap(link: string, path: string): string {
  const inline = /^data:application\/json[^,]*?(;base64)?,(.*)$/.exec(link);
  if (inline === null) return readFileSync(resolve(dirname(path), decodeURIComponent(link)), 'utf8');
  const data = inline[2] ?? '';
  return inline[1] === undefined ? decodeURIComponent(data) : Buffer.from(data, 'base64').toString();
}

function mappingOfMap(payload: MapPayload, path: string): Mapping {
  const map = new Module.SourceMap(payload);
  const base = pathToFileURL(path);
  const root = payload.sourceRoot ? payload.sourceRoot.replace(/\/?$/, '/') : '';
  return (line, column) => {
    const entry = map.findEntry(line - 1, column - 1);
    if (!('originalSource' in entry)) return null;
    const url = new URL(root + entry.originalSource, base);
    return {
      path: url.protocol === 'file:' ? fileURLToPath(url) : url.href,
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    };
  };
}
