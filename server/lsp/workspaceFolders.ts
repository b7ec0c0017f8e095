import { dirname, relative, sep } from 'node:path';
import type { InitializeParams, WorkspaceFolder, WorkspaceFoldersChangeEvent } from 'vscode-languageserver';
import { pathOf } from './documents.js';

/** The folders that the user has open; there may be several, one inside another, or none. */
export class WorkspaceFolders {
  private readonly paths = new Map<string, string>();

  constructor({ workspaceFolders, rootUri }: InitializeParams) {
    for (const { uri } of workspaceFolders ?? []) this.add(uri);
    if ((workspaceFolders ?? []).length === 0 && typeof rootUri === 'string') this.add(rootUri);
  }

  change({ added, removed }: WorkspaceFoldersChangeEvent): void {
    for (const { uri } of removed) this.paths.delete(uri);
    for (const { uri } of added) this.add(uri);
  }

  all(): readonly string[] {
    return [...new Set(this.paths.values())];
  }

  /** The innermost folder that holds the file; null outside of all. */
  folderOf(file: string): string | null {
    const holding = this.all().filter((folder) => isBelow(folder, file));
    return holding.reduce<string | null>((best, folder) => (best === null || folder.length > best.length ? folder : best), null);
  }

  /** What reports name the file relative to. */
  cwdOf(file: string): string {
    return this.folderOf(file) ?? dirname(file);
  }

  /** Relative to its folder, with `/`; null outside of all. */
  pathInFolder(file: string): string | null {
    const folder = this.folderOf(file);
    return folder === null ? null : relative(folder, file).replaceAll(sep, '/');
  }

  private add(uri: WorkspaceFolder['uri']): void {
    const path = pathOf(uri);
    if (path !== null) this.paths.set(uri, path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path);
  }
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
