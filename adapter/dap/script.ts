import type { Debugger } from 'node:inspector';
import type { Target } from './target.js';
import type { V8Position } from './position.js';
import { isFileUrl, nameOf } from './skipping.js';
import { SourceMap, type SourceMapSettings } from './sourceMap.js';

export interface ScriptSettings extends SourceMapSettings {
  readonly areMapsUsed: boolean;
  /** Whether texts of the program may hold probes: what the inspector says of them is then said of the program's own texts. */
  readonly areProbed: boolean;
  /** Whether the source map of the script at this path is used. */
  isMapWanted(path: string): boolean;
  /** The path here of a file of the debuggee, which may live elsewhere. */
  localPath(path: string): string;
  /** Told once for each source map that cannot be read. */
  mapUnreadable(path: string, reason: string): void;
}

/** A place in a source: a file of the user's, or a script that is none. Lines and columns from 0. */
export interface SourceLocation extends V8Position {
  /** A path, or a URL where the source is no file. */
  readonly name: string;
  readonly script: Script;
  /** Whether a source map has led here. */
  readonly isMapped: boolean;
}

/** A text that V8 runs, in one target. */
export class Script {
  readonly id: string;
  readonly url: string;
  /** Its path, or its URL where it is no file. */
  readonly name: string;
  readonly isModule: boolean;
  readonly contextId: number;
  private readonly mapLink: string;
  private readonly end: V8Position;
  private loadedMap: SourceMap | null | undefined;
  private text: Promise<string> | null = null;

  constructor(
    readonly target: Target,
    event: Debugger.ScriptParsedEventDataType,
    private readonly settings: ScriptSettings,
  ) {
    this.id = event.scriptId;
    this.url = event.url;
    const name = nameOf(event.url);
    this.name = isFileUrl(event.url) ? settings.localPath(name) : name || `VM${event.scriptId}`;
    this.isModule = event.isModule === true;
    this.contextId = event.executionContextId;
    this.mapLink = event.sourceMapURL ?? '';
    this.end = { line: event.endLine, column: event.endColumn };
  }

  /** Read when it is first asked for; null when there is none, or it is not to be used. */
  get map(): SourceMap | null {
    if (this.loadedMap !== undefined) return this.loadedMap;
    this.loadedMap = null;
    if (!this.hasMap) return null;
    try {
      this.loadedMap = new SourceMap(this.mapLink, this.name, this.settings);
    } catch (error) {
      this.settings.mapUnreadable(this.name, error instanceof Error ? error.message : String(error));
    }
    return this.loadedMap;
  }

  /** Whether it names a source map that is to be used. */
  get hasMap(): boolean {
    return this.settings.areMapsUsed && this.mapLink !== '' && this.settings.isMapWanted(this.name);
  }

  /** Whether probes may have been put into it: then V8's columns are others than those that are spoken of. */
  get mayHoldProbes(): boolean {
    return this.settings.areProbed && isFileUrl(this.url);
  }

  /** Whether breakpoints in it are set when it is known, and not by its URL before. */
  get isBoundByPlace(): boolean {
    return this.hasMap || this.mayHoldProbes;
  }

  /** Whether something in it was made of a source. */
  isMadeOf(source: string): boolean {
    return this.map === null ? this.name === source : this.map.sources.includes(source);
  }

  /** Whether it was made of the file of the same name (tsx): then positions in that file are not its own. */
  get replacesItself(): boolean {
    return this.hasMap && (this.map?.sources.includes(this.name) ?? false);
  }

  /** Its lines, from 0. */
  get lines(): readonly number[] {
    return Array.from({ length: this.end.line + 1 }, (_, line) => line);
  }

  /** Where a position comes from in the user's sources; null: nothing of the user's corresponds. */
  sourceOf(position: V8Position): SourceLocation | null {
    const { map } = this;
    if (map === null) return { ...position, name: this.name, script: this, isMapped: false };
    const original = map.original(position);
    return original === null ? null : { name: original.source, line: original.line, column: original.column, script: this, isMapped: true };
  }

  /** As V8 has it. */
  ownLocation(position: V8Position): SourceLocation {
    return { ...position, name: this.name, script: this, isMapped: false };
  }

  get sourceText(): Promise<string> {
    return (this.text ??= this.target.client
      .send('Debugger.getScriptSource', { scriptId: this.id })
      .then(({ scriptSource }) => scriptSource));
  }

  /**
   * Where V8 can stop for something of a line of a source, in the order of the generated text. An unmapped script has what
   * stands on the line itself.
   */
  async stopsOnLine(source: string, line: number): Promise<readonly Debugger.BreakLocation[]> {
    const { map } = this;
    if (map === null) return this.possible({ line, column: 0 }, { line: line + 1, column: 0 });
    const stretches = joined(map.generated(source, line));
    const found = await Promise.all(stretches.map(({ start, end }) => this.possible(start, end)));
    return found.flat();
  }

  /** Where V8 can stop from `start`, included, to `end`. */
  async possible(start: V8Position, end: V8Position, restrictToFunction = false): Promise<readonly Debugger.BreakLocation[]> {
    const at = ({ line, column }: V8Position) => ({ scriptId: this.id, lineNumber: line, columnNumber: column });
    const last = end.line > this.end.line ? { ...this.end, column: this.end.column + 1 } : end;
    if (start.line > this.end.line) return [];
    const { locations } = await this.target.client.send('Debugger.getPossibleBreakpoints', {
      start: at(start),
      end: at(last),
      restrictToFunction,
    });
    return locations;
  }
}

/** Neighbours become one stretch: asking costs a message each. */
function joined(ranges: readonly { readonly start: V8Position; readonly end: V8Position }[]) {
  const all: { start: V8Position; end: V8Position }[] = [];
  for (const { start, end } of ranges) {
    const last = all.at(-1);
    if (last !== undefined && last.end.line === start.line && last.end.column === start.column) last.end = end;
    else all.push({ start, end });
  }
  return all;
}

export function positionOf({ lineNumber, columnNumber }: { lineNumber: number; columnNumber?: number | undefined }): V8Position {
  return { line: lineNumber, column: columnNumber ?? 0 };
}
