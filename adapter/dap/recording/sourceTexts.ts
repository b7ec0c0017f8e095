import type { DebugProtocol } from '@vscode/debugprotocol';
import { basename } from 'node:path';
import type { RecordedSources } from '../../operations/recordedSources.js';
import { noSource } from '../errors.js';

/** Sources as the client knows them: a file of the workspace where that is what was recorded, else the recorded text by a number. */
export class SourceTexts {
  private readonly references = new Map<string, number>();
  private readonly paths: string[] = [];

  constructor(private readonly sources: RecordedSources) {}

  describe(path: string): DebugProtocol.Source {
    const reference = this.referenceOf(path);
    const name = basename(path.replaceAll('\\', '/'));
    return reference === null ? { name, path } : { name, path, sourceReference: reference, origin: 'as it was recorded' };
  }

  /** The number of a recorded text; null where the file is the same. */
  referenceOf(path: string): number | null {
    if (this.sources.isFile(path) || this.sources.text(path) === null) return null;
    const known = this.references.get(path);
    if (known !== undefined) return known;
    const reference = this.paths.push(path);
    this.references.set(path, reference);
    return reference;
  }

  /** The user knows files by the paths that were recorded. */
  userPath(path: string): string {
    return path;
  }

  /** The path of a source that the client names, and whether it shows the text that was recorded. */
  named({ path, sourceReference }: DebugProtocol.Source): { readonly path: string; readonly isShown: boolean } {
    const known = sourceReference ? this.paths[sourceReference - 1] : undefined;
    if (known !== undefined) return { path: known, isShown: true };
    return { path: path ?? '', isShown: this.sources.isFile(path ?? '') };
  }

  text(reference: number): string {
    const path = this.paths[reference - 1];
    const text = path === undefined ? null : this.sources.text(path);
    if (text === null) throw noSource();
    return text;
  }
}
