import type { Connection, Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver';
import type { Client } from './client.js';
import { diagnosticsOf, ReportPlaces } from './diagnostics.js';
import { rulesDiagnostics } from './rulesDiagnostics.js';
import type { KnownProgram } from './rulesPrograms.js';
import type { CheckedDocument } from './documentChecks.js';
import type { OpenDocument, OpenDocuments } from './documents.js';
import type { WorkspaceFolders } from './workspaceFolders.js';

/** Brings diagnostics to the client: pushed with every version, or pulled where the client can do that. */
export class Publisher {
  /** Files that are not open and have diagnostics in the client. */
  private readonly shownClosed = new Set<string>();
  /** What was last answered to a pull, by document. */
  private readonly pulled = new Map<string, { readonly resultId: string; readonly text: string }>();
  private lastResultId = 0;

  constructor(
    private readonly connection: Connection,
    private readonly client: Client,
    private readonly documents: OpenDocuments,
    private readonly folders: WorkspaceFolders,
    /** What is known of the program of a rules file. */
    private readonly programOf: (document: OpenDocument) => KnownProgram,
  ) {}

  /** A version of an open document has been checked. */
  checked(result: CheckedDocument): void {
    const { document, version } = result;
    if (!this.client.pullsDiagnostics) this.send(document.uri, this.of(result), version);
  }

  of(result: CheckedDocument): Diagnostic[] {
    const { document, content, check, rules, least } = result;
    if (rules !== null) return rulesDiagnostics(result, this.programOf(document));
    return diagnosticsOf(check, new ReportPlaces(this.documents, this.folders.cwdOf(document.file), document.file, content), least);
  }

  /** The answer to a pull; the client that has these very diagnostics already is told just that. */
  report(result: CheckedDocument, previousResultId: string | undefined): DocumentDiagnosticReport {
    const { uri } = result.document;
    const items = this.of(result);
    const text = JSON.stringify(items);
    const known = this.pulled.get(uri);
    const resultId = known?.text === text ? known.resultId : String(++this.lastResultId);
    this.pulled.set(uri, { resultId, text });
    return resultId === previousResultId ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
  }

  /** A file that is not open. */
  showClosed(uri: string, diagnostics: readonly Diagnostic[]): void {
    if (diagnostics.length === 0 && !this.shownClosed.has(uri)) return;
    if (diagnostics.length === 0) this.shownClosed.delete(uri);
    else this.shownClosed.add(uri);
    this.send(uri, [...diagnostics], null);
  }

  /** Something is said of the file, which is not open. */
  isShownClosed(uri: string): boolean {
    return this.shownClosed.has(uri);
  }

  /** The document is opened, or the file is gone: what was said of it as a closed file is not said any more. */
  clearClosed(uri: string): void {
    if (this.shownClosed.delete(uri)) this.send(uri, [], null);
  }

  closed(uri: string): void {
    this.pulled.delete(uri);
    if (!this.client.pullsDiagnostics) this.send(uri, [], null);
  }

  private send(uri: string, diagnostics: Diagnostic[], version: number | null): void {
    void this.connection.sendDiagnostics(version === null ? { uri, diagnostics } : { uri, version, diagnostics });
  }
}
