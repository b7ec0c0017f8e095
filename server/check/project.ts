import { UnreadableFile } from '../files/regularFile.js';
import { reportPath } from '../findings/reportPath.js';
import { withImportedTypes } from '../ir/importedTypes.js';
import type { FailingLoad } from './failingLoads.js';
import { ImportGraph } from './importGraph.js';
import { linkImports } from '../ir/linkImports.js';
import type { LinkedSource } from '../ir/moduleGraph.js';
import type { ModuleIr } from '../ir/program.js';
import { lowerModule, type LowerResult } from '../syntax/lower/lower.js';
import { ModuleResolver } from '../syntax/modules/moduleResolution.js';
import type { LoadStatement } from '../syntax/modules/loadStatements.js';
import { outlineOf, type Outline } from '../syntax/modules/outline.js';
import { ProjectConfigs, type ConfigProblem } from '../syntax/modules/projectConfig.js';
import { withMountedClasses } from './classComponents.js';
import { hooksSource, reactFile, reactSpecifier } from './reactHooks.js';
import { TextCache } from './textCache.js';

export interface ProjectHost {
  /** The text of a file (absolute); undefined when there is none. Throws an `UnreadableFile` when there is one that cannot be read. */
  readIfPresent(file: string): string | undefined;
}

/** A file (absolute) that is there and cannot be read, and why. */
export interface ReadProblem {
  readonly file: string;
  readonly message: string;
}

/** One file among those that it can import. */
export interface ProjectFile {
  lower(text: string): LowerResult;
  /** A module that `lower` has made, with what it imports from the project's own files. */
  link(module: ModuleIr): ModuleIr;
  /** The same, where hooks that are imported from 'react' are described (`reactHooks.ts`), and classes rendered (`classComponents.ts`). */
  linkWithHooks(module: ModuleIr): ModuleIr;
  /** The statements of the module that load what always fails; absent where that is not asked. */
  readonly failingLoads?: (module: ModuleIr) => readonly FailingLoad[];
}

/** A statement of a file that loads another. */
export interface ProjectLoad {
  readonly statement: LoadStatement;
  /** Absolute. */
  readonly target: string | null;
}

/** A file by itself: whatever it imports is unknown. `shown` is its name in reports. */
export function fileAlone(shown: string): ProjectFile {
  return {
    lower: (text) => lowerModule(text, { file: shown, assertions: true }),
    link: (module) => withImportedTypes({ module, resolve: () => null, required: () => null }),
    linkWithHooks: (own) => {
      const module = withMountedClasses(own);
      const hooks = hooksSource();
      const resolve = (specifier: string): LinkedSource | null => (specifier === reactSpecifier ? hooks : null);
      const typed = withImportedTypes({ module, resolve: () => null, required: () => null });
      return linkImports({ module: typed, resolve, required: resolve }, () => true, { maxPoints: maxLinkedPoints });
    },
  };
}

/** The files that the check of a file has read besides its text. */
export interface FileDependencies {
  /** Files of which something was linked: another text may change the result. */
  readonly texts: ReadonlySet<string>;
  /** Files of which only what they import and export matters, those above included. */
  readonly outlines: ReadonlySet<string>;
}

/** Control points of imported functions in one file's check. */
const maxLinkedPoints = 5_000;
/** Characters of source text whose graphs are kept; they take about forty bytes each. */
const maxLoweredCharacters = 2_500_000;
/** Files that are looked at to find import cycles. */
const maxFiles = 5_000;

/**
 * The source files that import each other. Each is parsed and lowered once for each of its texts, however many import it.
 * What was read stays until `changed` says otherwise.
 */
export class Project {
  private readonly texts = new Map<string, string | undefined>();
  /** Since they were taken last. */
  private readonly unreadable: ReadProblem[] = [];
  private readonly outlines = new TextCache<Outline>(Infinity);
  private readonly lowered = new TextCache<LowerResult>(maxLoweredCharacters);
  private readonly dependencies = new Map<string, FileDependencies>();
  private configs: ProjectConfigs;
  private resolver: ModuleResolver;
  private graph: ImportGraph;

  constructor(
    private readonly host: ProjectHost,
    /** Names of files in reports are relative to it. */
    private readonly cwd: string,
  ) {
    this.configs = new ProjectConfigs(this);
    this.resolver = new ModuleResolver(this, this.configs);
    this.graph = this.newGraph();
  }

  /** As a host for what looks for configurations and modules: every file is read once. One that cannot be read is as good as none. */
  readIfPresent(file: string): string | undefined {
    if (!this.texts.has(file)) this.texts.set(file, this.read(file));
    return this.texts.get(file);
  }

  /** The files that were looked for, are there and could not be read; each is named once for each time that it was tried. */
  takeUnreadable(): readonly ReadProblem[] {
    return this.unreadable.splice(0);
  }

  private read(file: string): string | undefined {
    try {
      return this.host.readIfPresent(file);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.unreadable.push({ file, message: error.message });
      return undefined;
    }
  }

  configProblemOf(file: string): ConfigProblem | null {
    return this.configs.problemOf(file);
  }

  /** The file (absolute), with the text that is lowered as its text. */
  file(file: string): ProjectFile {
    return {
      lower: (text) => {
        this.setText(file, text);
        return this.lower(file, text);
      },
      link: (module) => this.link(file, module),
      linkWithHooks: (module) => this.link(file, withMountedClasses(module, this.configs.fieldRuleOf(file)), true),
    };
  }

  /** The file with a text that nobody else sees, also not what it imports. */
  aside(file: string): ProjectFile {
    const fields = this.configs.fieldRuleOf(file);
    return {
      lower: (text) => lowerModule(text, { file: reportPath(this.cwd, file), assertions: true, fields }),
      link: (module) => this.link(file, module),
      linkWithHooks: (module) => this.link(file, withMountedClasses(module, fields), true),
    };
  }

  /** The statements of a file that load other files, and which; null: none of the project. */
  loadsOf(file: string): readonly ProjectLoad[] {
    const loads = this.outline(file)?.loads ?? [];
    return loads.map((statement) => ({ statement, target: this.resolver.resolve(statement.specifier, file) }));
  }

  /** Everything that loading the file may load, the file itself included. */
  closureOf(file: string): ReadonlySet<string> {
    return this.graph.closureOf(file);
  }

  /** A file by itself; null where there is none, or it has syntax errors. */
  moduleOf(file: string): ModuleIr | null {
    const text = this.readIfPresent(file);
    const lowered = text === undefined ? null : this.lower(file, text);
    return lowered?.kind === 'module' ? lowered.module : null;
  }

  /** What the last check of the file has read; null when it has not been linked. */
  dependenciesOf(file: string): FileDependencies | null {
    return this.dependencies.get(file) ?? null;
  }

  /**
   * The file was written, created or deleted: it is read again when it is needed. True when another file's imports may lead elsewhere
   * now, or it imports or exports other names: then more is affected than the files that depend on its text.
   */
  changed(file: string): boolean {
    const before = this.texts.get(file);
    const known = this.texts.delete(file);
    const after = this.readIfPresent(file);
    if (before === after && known) return false;
    if (/\.json$/.test(file) || (before === undefined) !== (after === undefined)) {
      this.configs = new ProjectConfigs(this);
      this.resolver = new ModuleResolver(this, this.configs);
      this.graph = this.newGraph();
      return true;
    }
    return this.outlineChanged(file, before, after);
  }

  private setText(file: string, text: string): void {
    const before = this.texts.get(file);
    this.texts.set(file, text);
    if (before !== undefined) this.outlineChanged(file, before, text);
  }

  private outlineChanged(file: string, before: string | undefined, after: string | undefined): boolean {
    if (before === after || before === undefined || after === undefined) return before !== after;
    const old = this.outlines.of(file, before, () => outlineOf(before, file));
    const now = this.outlines.of(file, after, () => outlineOf(after, file));
    if (sameOutline(old, now)) return false;
    this.graph = this.newGraph();
    return true;
  }

  private lower(file: string, text: string): LowerResult {
    const fields = this.configs.fieldRuleOf(file);
    // Another configuration makes another module of the same text.
    return this.lowered.of(`${fields} ${file}`, text, () =>
      lowerModule(text, { file: reportPath(this.cwd, file), assertions: true, fields }),
    );
  }

  private link(file: string, main: ModuleIr, withHooks = false): ModuleIr {
    const hooks: SourceOfProject = { ...hooksSource(), path: reactFile };
    const read = new Set<string>();
    // What is linked into one file must be one object for each of the others, also if the cache has dropped it.
    const sources = new Map<string, SourceOfProject | null>();
    const sourceOf = (path: string): SourceOfProject | null => {
      const known = sources.get(path);
      if (known !== undefined) return known;
      const text = this.readIfPresent(path);
      const lowered = text === undefined ? null : this.lower(path, text);
      if (path !== file) read.add(path);
      const source = lowered?.kind === 'module' ? makeSource(path, lowered.module) : null;
      sources.set(path, source);
      return source;
    };
    let askedForOrder = false;
    let written: ReadonlySet<string> | null = null;
    const makeSource = (path: string, module: ModuleIr): SourceOfProject => ({
      path,
      module,
      resolve: (specifier) => {
        const target = this.resolver.resolve(specifier, path);
        if (target === null) return withHooks && specifier === reactSpecifier ? hooks : null;
        return sourceOf(target);
      },
      required: (specifier) => {
        const target = this.resolver.resolve(specifier, path);
        if (target === null) return withHooks && specifier === reactSpecifier ? hooks : null;
        askedForOrder = true;
        written ??= this.writtenIn(file);
        return written.has(target) || !this.graph.isBefore(target, path) ? null : sourceOf(target);
      },
    });
    const source = makeSource(file, withImportedTypes(makeSource(file, main)));
    sources.set(file, source);
    const isSettled = (other: LinkedSource): boolean => {
      if (other === hooks) return true;
      askedForOrder = true;
      return this.graph.isBefore((other as SourceOfProject).path, file);
    };
    const linked = linkImports(source, isSettled, { maxPoints: maxLinkedPoints });
    this.dependencies.set(file, { texts: read, outlines: askedForOrder ? this.graph.closureOf(file) : read });
    return linked;
  }

  /** The files to whose exports a file may write that is loaded with this one. */
  private writtenIn(file: string): ReadonlySet<string> {
    const written = new Set<string>();
    for (const each of this.graph.closureOf(file)) {
      for (const specifier of this.outline(each)?.written ?? []) {
        const target = this.resolver.resolve(specifier, each);
        if (target !== null) written.add(target);
      }
    }
    return written;
  }

  private newGraph(): ImportGraph {
    return new ImportGraph((file) => this.importsOf(file), maxFiles);
  }

  /** The files that loading a file loads: not those of which it takes types alone. */
  private importsOf(file: string): readonly string[] {
    const outline = this.outline(file);
    if (outline === null) return [];
    const files = new Set<string>();
    for (const { specifier, names } of outline.dependencies) {
      const target = this.resolver.resolve(specifier, file);
      if (target === null) continue;
      const values = this.outline(target)?.values ?? null;
      if (names === null || values === null || names.some((name) => values.has(name))) files.add(target);
    }
    return [...files];
  }

  private outline(file: string): Outline | null {
    const text = this.readIfPresent(file);
    return text === undefined ? null : this.outlines.of(file, text, () => outlineOf(text, file));
  }
}

interface SourceOfProject extends LinkedSource {
  /** Absolute. */
  readonly path: string;
}

function sameOutline(a: Outline, b: Outline): boolean {
  const comparable = ({ dependencies, values, written }: Outline): string =>
    JSON.stringify([dependencies, values === null ? null : [...values], written]);
  return comparable(a) === comparable(b);
}
