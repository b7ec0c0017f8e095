import { extname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DocumentText, type TextChange } from './documentText.js';

/** A document that the editor has open: its buffer, saved or not. */
export class OpenDocument {
  constructor(
    readonly uri: string,
    /** Absolute. Of a document that is no file it is a name of ours, whose extension says which language the text is in. */
    readonly file: string,
    public version: number,
    public content: DocumentText,
  ) {}

  change(version: number, changes: readonly TextChange[]): void {
    this.version = version;
    this.content = this.content.changed(changes);
  }
}

export class OpenDocuments {
  private readonly byUri = new Map<string, OpenDocument>();
  private readonly byFile = new Map<string, OpenDocument>();

  open(uri: string, languageId: string, version: number, text: string): OpenDocument {
    const document = new OpenDocument(uri, fileOf(uri, languageId), version, new DocumentText(text));
    this.byUri.set(uri, document);
    this.byFile.set(document.file, document);
    return document;
  }

  close(uri: string): OpenDocument | null {
    const document = this.byUri.get(uri) ?? null;
    if (document === null) return null;
    this.byUri.delete(uri);
    if (this.byFile.get(document.file) === document) this.byFile.delete(document.file);
    return document;
  }

  get(uri: string): OpenDocument | null {
    return this.byUri.get(uri) ?? null;
  }

  ofFile(file: string): OpenDocument | null {
    return this.byFile.get(file) ?? null;
  }

  all(): readonly OpenDocument[] {
    return [...this.byUri.values()];
  }

  /** As the client names the file. */
  uriOf(file: string): string {
    return this.byFile.get(file)?.uri ?? pathToFileURL(file).href;
  }
}

/** The path of a `file:` URI; null for other schemes. */
export function pathOf(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null; // A host name, or an escaped separator: no file of ours.
  }
}

const extensions: Readonly<Record<string, string>> = {
  typescript: '.ts',
  typescriptreact: '.tsx',
  javascript: '.js',
  javascriptreact: '.jsx',
};

const known = /\.[cm]?[jt]sx?$/i;

/** Where the language server keeps what is no file: a folder that cannot exist, so that nothing is found around it. */
const nowhere = join(sep, '\0whence');

function fileOf(uri: string, languageId: string): string {
  const path = pathOf(uri) ?? join(nowhere, encodeURIComponent(uri));
  const extension = extensions[languageId];
  if (extension === undefined || known.test(path)) return path;
  return path + (extname(path).toLowerCase() === extension ? '' : extension);
}
