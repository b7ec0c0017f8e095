import type { DebugProtocol } from '@vscode/debugprotocol';
import { existsSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { noSource } from './errors.js';
import type { Links } from './links.js';
import type { Script, SourceLocation } from './script.js';
import { isInternal, type SkipList } from './skipping.js';

/** Sources as the client knows them: by their path when they are files, else by a number under which it can ask for the text. */
export class Sources {
  private readonly references = new Map<string, number>();
  private readonly texts: { readonly name: string; read(): Promise<string> }[] = [];
  private readonly existing = new Map<string, boolean>();

  constructor(
    private readonly skipList: SkipList,
    private readonly links: Links,
  ) {}

  /** The source at a location, and where in it: the script itself where the source can be had nowhere. */
  locate(location: SourceLocation): { readonly source: DebugProtocol.Source; readonly line: number; readonly column: number } {
    return { source: this.describe(location.name, location.script), line: location.line, column: location.column };
  }

  /** Whether a source can be shown. */
  isAvailable(name: string, script: Script): boolean {
    return this.isFile(name) || name === script.name || script.map?.content(name) !== null;
  }

  describe(name: string, script: Script): DebugProtocol.Source {
    const isSkipped = this.skipList.isSkipped(name);
    const hints: Partial<DebugProtocol.Source> = isSkipped ? { presentationHint: 'deemphasize', origin: 'skipped by “skipFiles”' } : {};
    if (this.isFile(name)) return { name: basename(name), path: this.links.userPath(name), ...hints };
    const isInside = isInternal(name);
    return {
      name: isAbsolute(name) ? basename(name) : name,
      path: isInside ? `<node_internals>/${name.replace(/^node:/, '')}` : name,
      sourceReference: this.referenceOf(name, script),
      ...hints,
      ...(isInside && !isSkipped ? { origin: 'Node.js' } : {}),
    };
  }

  /** The name of a source that the client has been given, or has opened as a file. */
  nameOf({ path, sourceReference }: DebugProtocol.Source): string {
    const known = sourceReference ? this.texts[sourceReference - 1] : undefined;
    return known?.name ?? (path === undefined ? '' : this.links.resolve(path));
  }

  async text(reference: number): Promise<string> {
    const known = this.texts[reference - 1];
    if (known === undefined) throw noSource();
    return known.read();
  }

  private referenceOf(name: string, script: Script): number {
    // Two targets may have texts of the same name: what is shown is the first one's, unless it has no name of its own.
    const key = /^VM\d+$/.test(name) ? `${script.target.id}:${name}` : name;
    const known = this.references.get(key);
    if (known !== undefined) return known;
    this.texts.push({ name, read: () => readText(name, script) });
    this.references.set(key, this.texts.length);
    return this.texts.length;
  }

  private isFile(name: string): boolean {
    const known = this.existing.get(name);
    if (known !== undefined) return known;
    const isFile = isAbsolute(name) && existsSync(name);
    this.existing.set(name, isFile);
    return isFile;
  }
}

async function readText(name: string, script: Script): Promise<string> {
  const content = name === script.name ? null : (script.map?.content(name) ?? null);
  if (content !== null) return content;
  if (name !== script.name) throw noSource();
  try {
    return await script.sourceText;
  } catch {
    throw noSource();
  }
}
