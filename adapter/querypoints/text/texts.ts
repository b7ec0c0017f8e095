import { LineMap } from '../../../server/base/span.js';
import { maxProgramBytes, readRegularFile } from '../../../server/files/regularFile.js';
import { mappingOf, sourcesInMap, type MapPlaces, type Mapping, type SourcePosition } from '../../instrument/mapping.js';
import { scopesOf, type Binding, type Scopes } from '../../instrument/scopes.js';
import type { Site } from '../../instrument/site.js';
import { countSites, type SiteCounts } from './siteCounts.js';
import { parseSource } from '../../instrument/parse.js';
import { pathTo, type AnyNode, type Program } from '../../instrument/tree.js';

/** A place of the program's text. */
export interface CodePlace {
  readonly text: LoadedText;
  readonly offset: number;
}

interface Sources {
  source(path: string): LoadedText | undefined;
}

/** One text that the program loaded, as it was before instrumentation. */
export class LoadedText {
  readonly lines: LineMap;
  private readonly mapping: Mapping | null;
  private tree: Program | undefined;
  private knownScopes: Scopes | undefined;
  private knownSources: ReadonlyMap<string, string> | undefined;
  private isScript = false;

  constructor(
    readonly path: string,
    readonly text: string,
    private readonly maps: MapPlaces = 'anywhere',
  ) {
    this.lines = new LineMap(text);
    this.mapping = mappingOf(text, path, maps);
  }

  /** Says that the program has run it as a script. */
  becomeScript(): void {
    if (this.isScript) return;
    this.isScript = true;
    this.tree = undefined;
    this.knownScopes = undefined;
  }

  /** Whether a compiler has made it of the user's source. */
  get isMapped(): boolean {
    return this.mapping !== null;
  }

  get program(): Program {
    return (this.tree ??= this.isScript ? parseAs('script', this.path, this.text) : parseEither(this.path, this.text));
  }

  /** What its source map holds of the user's sources, by path. */
  get sources(): ReadonlyMap<string, string> {
    return (this.knownSources ??= this.mapping === null ? new Map<string, string>() : sourcesInMap(this.text, this.path, this.maps));
  }

  /** Texts are parsed as modules wherever they can be. */
  private get isModule(): boolean {
    return /\.m[jt]s$/.test(this.path) || this.program.body.some(({ type }) => /^(?:Import|Export)/.test(type));
  }

  get scopes(): Scopes {
    return (this.knownScopes ??= scopesOf(this.program, null, this.isModule));
  }

  /** In the user's sources; where nothing of the user's corresponds, in the text itself. */
  sourcePosition(offset: number, end = offset): SourcePosition {
    return this.userPosition(offset, end) ?? { path: this.path, ...this.lines.positionOf(offset) };
  }

  /** Of what reaches from `offset` to `end`; null where a compiler has put in what no source of the user's says. */
  userPosition(offset: number, end = offset): SourcePosition | null {
    const { line, column } = this.lines.positionOf(offset);
    if (this.mapping === null) return { path: this.path, line, column };
    const mapped = this.mapping(line, column, column + end - offset);
    return mapped === null ? null : { path: mapped.path, line: mapped.line, column: mapped.column };
  }

  /** How a name of the user's source is called in this text at an offset: compilers rename, and use the same name for something else. */
  nameAt(name: string, offset: number, library: Sources): string {
    if (this.mapping === null) return name;
    const own = this.scopes.lookUp(name, offset);
    const known = own !== undefined && this.isCalled(own, name, library) ? own : null;
    // In the source an inner variable hides an outer one of the same name; here it may have another.
    const inner = this.scopes.bindings
      .filter(({ scope }) => isAround(scope.node, offset) && (known === null || sizeOf(scope.node) < sizeOf(known.scope.node)))
      .sort((a, b) => sizeOf(a.scope.node) - sizeOf(b.scope.node))
      .find((binding) => this.scopes.lookUp(binding.name, offset) === binding && this.isCalled(binding, name, library));
    return (inner ?? known)?.name ?? name;
  }

  /** The name that the user's source has where this text has one; null where it has none. */
  sourceNameAt(offset: number, library: Sources): string | null {
    const { line: ownLine, column: ownColumn } = this.lines.positionOf(offset);
    const mapped = this.mapping?.(ownLine, ownColumn) ?? null;
    // Where one sign stands for a key and a variable, the map leads to the key, and names the variable.
    if (mapped !== null && mapped.name !== null) return mapped.name;
    const { path, line, column } = mapped ?? { path: this.path, line: ownLine, column: ownColumn };
    const written =
      library
        .source(path)
        ?.lines.lineText(line)
        .slice(column - 1) ?? '';
    return /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(written)?.[0] ?? null;
  }

  /** The same of a private name of a class around an offset; with its `#`. */
  privateNameAt(name: string, offset: number, library: Sources): string {
    if (this.mapping === null) return name;
    for (const node of pathTo(this.program, offset).toReversed()) {
      if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') continue;
      for (const member of node.body.body)
        if ('key' in member && member.key.type === 'PrivateIdentifier' && this.sourceNameAt(member.key.start, library) === name)
          return `#${member.key.name}`;
    }
    return name;
  }

  /** Whether a variable of this text is one that the user's source calls so. */
  isCalled({ declarations, references }: Binding, name: string, library: Sources): boolean {
    // Where a key has the compiler's name for a variable, one sign stands for both: what most places say counts, and what the first says.
    const votes = new Map<string, number>();
    for (const { start } of [...declarations, ...references.map(({ node }) => node)].slice(0, 20)) {
      const told = this.sourceNameAt(start, library);
      if (told !== null) votes.set(told, (votes.get(told) ?? 0) + 1);
    }
    return votes.size > 0 && [...votes].reduce((most, vote) => (vote[1] > most[1] ? vote : most))[0] === name;
  }

  offsetAt(line: number, column: number): number {
    return this.lines.offsetOf({ line, column });
  }
}

function isAround({ start, end }: AnyNode, offset: number): boolean {
  return start <= offset && offset < end;
}

function sizeOf({ start, end }: AnyNode): number {
  return end - start;
}

function parseEither(path: string, text: string): Program {
  try {
    return parseSource(text, 'module');
  } catch {
    return parseAs('commonjs', path, text);
  }
}

function parseAs(format: 'commonjs' | 'script', path: string, text: string): Program {
  try {
    return parseSource(text, format);
  } catch (error) {
    throw new UnparsedText(`${path} is no JavaScript: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** A text that V8 cannot have run as it is: the recording that holds it is damaged, or the file has changed. One sentence. */
export class UnparsedText extends Error {
  override readonly name = 'UnparsedText';
}

/** The probes of one run, and the texts that they are in. */
export class RunTexts {
  private readonly parts: { readonly path: string; readonly firstSite: number; readonly sites: readonly Site[] }[] = [];

  constructor(private readonly library: TextLibrary) {}

  add(path: string, firstSite: number, sites: readonly Site[]): void {
    this.parts.push({ path, firstSite, sites });
    const [first] = sites;
    if (first?.kind === 'scope' && first.key === 'script') this.library.text(path)?.becomeScript();
  }

  site(number: number): { readonly path: string; readonly site: Site } | undefined {
    const part = this.parts.find(({ firstSite, sites }) => firstSite <= number && number < firstSite + sites.length);
    const site = part?.sites[number - part.firstSite];
    return part === undefined || site === undefined ? undefined : { path: part.path, site };
  }

  /** The numbers of the sites of a text that `isWanted` accepts. */
  numbers(path: string, isWanted: (site: Site) => boolean): readonly number[] {
    return this.parts
      .filter((part) => part.path === path)
      .flatMap(({ firstSite, sites }) => sites.flatMap((site, index) => (isWanted(site) ? [firstSite + index] : [])));
  }

  /** Of all texts. */
  allNumbers(isWanted: (site: Site) => boolean): readonly number[] {
    return this.parts.flatMap(({ firstSite, sites }) => sites.flatMap((site, index) => (isWanted(site) ? [firstSite + index] : [])));
  }

  get probedPaths(): readonly string[] {
    return [...new Set(this.parts.filter(({ sites }) => sites.length > 0).map(({ path }) => path))];
  }

  get counts(): SiteCounts {
    return countSites(this.parts.flatMap(({ sites }) => sites));
  }

  text(path: string): LoadedText | undefined {
    return this.library.text(path);
  }

  source(path: string): LoadedText | undefined {
    return this.library.source(path);
  }
}

/** Texts are read once, however many runs there are; user's sources behind source maps too. */
export class TextLibrary {
  private readonly texts = new Map<string, LoadedText | undefined>();
  private readonly sources = new Map<string, LoadedText | undefined>();

  /** `readsFiles`: whether a text that nobody has put is read from disk. A recording's own are all there are: it may come from a stranger. */
  constructor(private readonly readsFiles = true) {}

  text(path: string): LoadedText | undefined {
    if (!this.texts.has(path)) this.texts.set(path, this.read(path));
    return this.texts.get(path);
  }

  /** A text that is not on disk as V8 got it. `map`: the text of its source map, where it was kept beside it. */
  put(path: string, text: string, map: string | null = null): void {
    if (this.texts.get(path)?.text !== text) this.texts.set(path, this.loaded(path, text, map));
  }

  /** The user's source of a text that a tool has made of it. */
  putSource(path: string, text: string): void {
    this.sources.set(path, this.loaded(path, text));
  }

  /** The user's source, whatever V8 got for it: as the source map of a text holds it, else as it is on disk. */
  source(path: string): LoadedText | undefined {
    if (!this.sources.has(path)) {
      const mapped = [...this.texts.values()].find((text) => text?.sources.has(path))?.sources.get(path);
      this.sources.set(path, mapped === undefined ? this.unmapped(path) : this.loaded(path, mapped));
    }
    return this.sources.get(path);
  }

  private unmapped(path: string): LoadedText | undefined {
    return this.readsFiles ? this.read(path) : this.texts.get(path);
  }

  private loaded(path: string, text: string, map: string | null = null): LoadedText {
    return new LoadedText(path, text, this.readsFiles ? 'anywhere' : { given: map });
  }

  private read(path: string): LoadedText | undefined {
    if (!this.readsFiles) return undefined;
    try {
      return this.loaded(path, readRegularFile(path, maxProgramBytes));
    } catch {
      return undefined;
    }
  }
}
