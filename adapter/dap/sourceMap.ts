import { eachMapping, originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import picomatch from 'picomatch';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readMap } from '../instrument/mapping.js';
import type { Links } from './links.js';
import type { V8Position } from './position.js';

/** A stretch of generated text that was made of one place of a source; all numbers from 0. */
export interface GeneratedRange {
  readonly start: V8Position;
  readonly end: V8Position;
  readonly sourceLine: number;
  readonly sourceColumn: number;
}

export interface OriginalPosition {
  /** A path, or a URL where the source is no file. */
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

export interface SourceMapSettings {
  readonly overrides: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly links: Links;
}

/** The source map of one script, asked both ways. */
export class SourceMap {
  /** Paths, or URLs where sources are no files. */
  readonly sources: readonly string[];
  private readonly map: TraceMap;
  private ranges: ReadonlyMap<string, ReadonlyMap<number, readonly GeneratedRange[]>> | null = null;

  /** Throws when the text is no source map. */
  constructor(link: string, scriptPath: string, settings: SourceMapSettings) {
    const isInline = link.startsWith('data:');
    const base = isInline ? pathToFileURL(scriptPath) : new URL(encodeURI(decodeURI(link)), pathToFileURL(scriptPath));
    this.map = new TraceMap(readMap(link, scriptPath));
    const root = this.map.sourceRoot ? this.map.sourceRoot.replace(/\/?$/, '/') : '';
    this.sources = this.map.sources.map((source) => sourceName(root + (source ?? ''), base, settings));
  }

  /** Where a generated position comes from; null where nothing of the user's corresponds. */
  original({ line, column }: V8Position): OriginalPosition | null {
    const found = originalPositionFor(this.map, { line: line + 1, column });
    if (found.source === null) return null;
    const source = this.sources[this.map.sources.indexOf(found.source)];
    return source === undefined ? null : { source, line: found.line - 1, column: found.column };
  }

  /** What was made of one line of a source, in the order of the generated text. */
  generated(source: string, line: number): readonly GeneratedRange[] {
    return this.bySource().get(source)?.get(line) ?? [];
  }

  /** The lines of a source of which anything was made, ascending. */
  linesOf(source: string): readonly number[] {
    return [...(this.bySource().get(source)?.keys() ?? [])].sort((a, b) => a - b);
  }

  /** The text of a source, where the map holds it. */
  content(source: string): string | null {
    const own = this.map.sources[this.sources.indexOf(source)];
    return own === null || own === undefined ? null : sourceContentFor(this.map, own);
  }

  /** All stretches, in the order of the generated text, with the index of their source; null where there is none. */
  stretches(): readonly { readonly start: V8Position; readonly source: string | null }[] {
    const all: { start: V8Position; source: string | null }[] = [];
    eachMapping(this.map, ({ generatedLine, generatedColumn, source }) => {
      const name = source === null ? null : (this.sources[this.map.sources.indexOf(source)] ?? null);
      if (all.at(-1)?.source !== name) all.push({ start: { line: generatedLine - 1, column: generatedColumn }, source: name });
    });
    return all;
  }

  private bySource(): ReadonlyMap<string, ReadonlyMap<number, readonly GeneratedRange[]>> {
    if (this.ranges !== null) return this.ranges;
    const ranges = new Map<string, Map<number, GeneratedRange[]>>();
    const indices = new Map(this.map.sources.map((source, index) => [source, this.sources[index] ?? '']));
    let open: { -readonly [key in keyof GeneratedRange]: GeneratedRange[key] } | null = null;
    eachMapping(this.map, ({ generatedLine, generatedColumn, source, originalLine, originalColumn }) => {
      const start = { line: generatedLine - 1, column: generatedColumn };
      if (open !== null) open.end = start;
      open = null;
      if (source === null) return;
      const name = indices.get(source) ?? '';
      const lines = ranges.get(name) ?? new Map<number, GeneratedRange[]>();
      ranges.set(name, lines);
      open = { start, end: { line: start.line + 1, column: 0 }, sourceLine: originalLine - 1, sourceColumn: originalColumn };
      const line = lines.get(originalLine - 1) ?? [];
      lines.set(originalLine - 1, line);
      line.push(open);
    });
    return (this.ranges = ranges);
  }
}

function sourceName(source: string, base: URL, { overrides, workspace, links }: SourceMapSettings): string {
  const replaced = overridden(source, { ...standardOverrides, ...overrides }, workspace);
  if (isAbsolute(replaced)) return links.real(resolve(replaced));
  let url: URL;
  try {
    url = new URL(
      /^[a-z][a-z0-9+.-]+:/i.test(replaced) ? replaced : encodeURI(replaced).replaceAll('#', '%23').replaceAll('?', '%3F'),
      base,
    );
  } catch {
    return source;
  }
  return url.protocol === 'file:' ? links.real(fileURLToPath(url)) : url.href;
}

/** What bundlers write for files of the workspace, as debuggers for `node` have it. */
const standardOverrides: Readonly<Record<string, string>> = {
  'webpack://?:*/*': '${workspaceFolder}/*',
  'webpack:///./~/*': '${workspaceFolder}/node_modules/*',
  'meteor://💻app/*': '${workspaceFolder}/*',
};

/** The longest pattern that matches; what its last `*` stands for is put where the replacement has one. */
function overridden(source: string, overrides: Readonly<Record<string, string>>, workspace: string): string {
  for (const pattern of Object.keys(overrides).sort((a, b) => b.length - a.length)) {
    const regex = new RegExp(
      `^${pattern
        .split(/([*?])/)
        .map(wildcard)
        .join('')}$`,
      'u',
    );
    const match = regex.exec(source);
    if (match === null) continue;
    const rest = (match.at(-1) ?? '').replace(/^\.\//, '');
    return (overrides[pattern] ?? '').replace(/\$\{(workspaceFolder|webRoot)\}/g, workspace).replace('*', rest);
  }
  return source;
}

function wildcard(part: string): string {
  if (part === '*') return '(.*)';
  if (part === '?') return '.*?';
  return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
}

/** Tells of a script's path whether its source map is used: by the globs of the configuration, else by where packages are. */
export function mapFilter(outFiles: readonly string[], locations: readonly string[] | null): (path: string) => boolean {
  const globs = locations ?? (outFiles.length > 0 ? outFiles : ['**', '!**/node_modules/**']);
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const isWanted = picomatch(wanted, { dot: true });
  const isUnwanted = unwanted.length === 0 ? () => false : picomatch(unwanted, { dot: true });
  return (path) => {
    const slashed = path.replaceAll('\\', '/');
    return isWanted(slashed) && !isUnwanted(slashed);
  };
}
