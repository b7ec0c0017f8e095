import { pathToFileURL } from 'node:url';
import type { Connection, InitializeParams, InitializeResult, WorkspaceFoldersChangeEvent } from 'vscode-languageserver';
import { CodeLensRefreshRequest, MessageType, ShowMessageNotification } from 'vscode-languageserver/node.js';
import type { FileCheck } from '../check/checkFile.js';
import type { ReadProblem } from '../check/project.js';
import type { Severity } from '../findings/result.js';
import type { WordSettings } from '../findings/sentence.js';
import { completionTriggers, tokenLegend } from './assertionComments.js';
import { clientOf, type Client } from './client.js';
import { Configuration } from './configuration.js';
import { DocumentChecks, type BegunDocument, type CheckedDocument, type CheckPlan } from './documentChecks.js';
import type { DocumentText, TextChange } from './documentText.js';
import { OpenDocuments, pathOf, type OpenDocument } from './documents.js';
import { matchesGlob } from '../files/globs.js';
import { urgency, type JobQueue } from './jobQueue.js';
import { label } from './protocol.js';
import { Publisher } from './publisher.js';
import { ThreadFailure } from './sessionThread.js';
import { RulesPrograms } from './rulesPrograms.js';
import { isRulesFile } from '../rules/rulesFile.js';
import { checkSettings } from '../check/checkSettings.js';
import { Status } from './status.js';
import type { Answer, Buffer, Request, TaskKind } from './tasks.js';
import { Workers } from './workers.js';
import { WorkspaceFolders } from './workspaceFolders.js';

/** All that the requests of one client work on. Made when the client says what it can do. */
export class LanguageServer {
  readonly client: Client;
  readonly documents = new OpenDocuments();
  readonly folders: WorkspaceFolders;
  readonly configuration: Configuration;
  readonly checks: DocumentChecks;
  readonly publisher: Publisher;
  readonly rulesPrograms: RulesPrograms;
  private readonly status: Status;
  private readonly workers: Workers;
  /** Files that have been complained about. */
  private readonly complained = new Set<string>();
  /** What was said of files that could not be read. */
  private readonly reported = new Set<string>();
  private hasFreshConfigs = true;
  private isShutDown = false;

  constructor(
    private readonly connection: Connection,
    params: InitializeParams,
  ) {
    this.client = clientOf(params);
    this.folders = new WorkspaceFolders(params);
    this.configuration = new Configuration(connection, this.client);
    this.status = new Status(connection);
    const buffers = { all: () => this.documents.all().map(bufferOf), of: (file: string) => this.bufferOfFile(file) };
    this.workers = new Workers(buffers, (isBusy) => this.status.setBusy(isBusy), {
      stale: (files) => this.recheckFiles(files),
      unreadable: (files) => this.reportUnreadable(files),
    });
    this.rulesPrograms = new RulesPrograms(this.workers, {
      folderOf: ({ file }) => this.folders.cwdOf(file),
      changed: () => this.rulesProgramKnown(),
      failed: (message) => this.log(message),
    });
    const programOf = (document: OpenDocument) => this.rulesPrograms.of(document);
    this.publisher = new Publisher(connection, this.client, this.documents, this.folders, programOf);
    this.checks = new DocumentChecks(this.workers, {
      planOf: (document) => this.planOf(document),
      isRulesFile: ({ file }) => this.isReadAsRules(file),
      checked: (result) => this.checked(result),
    });
  }

  open(uri: string, languageId: string, version: number, text: string): void {
    const earlier = this.documents.get(uri);
    const document = this.documents.open(uri, languageId, version, text);
    // Opened twice without being closed between: whoever waits for the first is told.
    if (earlier !== null) this.checks.closed(earlier);
    this.workers.changed(document.file);
    this.publisher.clearClosed(uri);
    this.checks.opened(document);
  }

  change(uri: string, version: number, changes: readonly TextChange[]): void {
    const document = this.documents.get(uri);
    if (document === null) return;
    document.change(version, changes);
    this.workers.changed(document.file);
    this.checks.changed(document);
    this.programChanged([document.file]);
  }

  close(uri: string): void {
    const document = this.documents.close(uri);
    if (document === null) return;
    this.checks.closed(document);
    this.rulesPrograms.closed(document);
    void this.filesChanged([document.file]);
    this.configuration.forget(uri);
    this.complained.delete(document.file);
    this.status.setLimit(uri, null);
    this.publisher.closed(uri);
  }

  /** The check of the newest version of an open document; null when it is not open, or closed while we wait. */
  checkedDocument(uri: string): Promise<CheckedDocument | null> {
    const document = this.documents.get(uri);
    return document === null ? Promise.resolve(null) : this.checks.current(document);
  }

  /** The newest version of an open document, as soon as its states can be asked for; null as above. */
  begunDocument(uri: string): Promise<BegunDocument | null> {
    const document = this.documents.get(uri);
    return document === null ? Promise.resolve(null) : this.checks.begun(document);
  }

  settingsChanged(settings: unknown): void {
    this.configuration.changed(settings);
    this.checks.recheck();
    this.refresh();
  }

  /** A question about the analysis of a document with this text; null also when the thread dies of it. */
  askAnalysis<Kind extends TaskKind>(kind: Kind, content: DocumentText, request: Request<Kind>): Promise<Answer<Kind> | null> {
    return this.askIn(this.workers.analysisOf(content), kind, request);
  }

  /** A question about texts and files. */
  askSyntax<Kind extends TaskKind>(kind: Kind, request: Request<Kind>): Promise<Answer<Kind> | null> {
    return this.askIn(this.workers.names, kind, request);
  }

  private async askIn<Kind extends TaskKind>(queue: JobQueue, kind: Kind, request: Request<Kind>): Promise<Answer<Kind> | null> {
    try {
      return await queue.add(kind, () => request, { urgency: () => urgency.question, isWanted: () => !this.isShutDown });
    } catch (failure) {
      if (!(failure instanceof ThreadFailure)) throw failure;
      if (!this.isShutDown) this.log(failure.message);
      return null;
    }
  }

  async shutdown(): Promise<void> {
    this.isShutDown = true;
    this.rulesPrograms.close();
    await this.workers.close();
  }

  /** How conditions are put into words. */
  async wordsOf(uri: string): Promise<WordSettings> {
    const { numbers } = await this.configuration.of(uri);
    return { integers: numbers === 'integers' };
  }

  /** How the document is to be analysed; null: not at all. */
  async planOf({ uri, file }: OpenDocument): Promise<CheckPlan | null> {
    const settings = await this.configuration.of(uri);
    // Rules are read and not run: nothing in them is a program.
    if (isRulesFile(file) || isDeclarationFile(file) || this.isExcluded(file, settings.exclude)) return null;
    return { cwd: this.folders.cwdOf(file), settings: checkSettings(settings), least: settings.severity };
  }

  private async isReadAsRules(file: string): Promise<boolean> {
    return isRulesFile(file) && !(await this.isLeftOut(file));
  }

  /** Checks a file as it is on the disk; null when nobody waits for it any more. Rejects with a `ThreadFailure`. */
  async checkClosed(file: string, isWanted: () => boolean): Promise<FileCheck | null> {
    const cwd = this.folders.cwdOf(file);
    const settings = await this.configuration.of(pathToFileURL(cwd).href);
    if (isRulesFile(file) || this.isExcluded(file, settings.exclude)) return null;
    const request = { file, cwd, settings: checkSettings(settings) };
    return this.workers.background.add('checkClosed', () => request, { urgency: () => urgency.workspace, isWanted });
  }

  /** The least severity that is shown of files that are not open. */
  async leastOf(file: string): Promise<Severity> {
    return (await this.configuration.of(pathToFileURL(this.folders.cwdOf(file)).href)).severity;
  }

  /** Something that is being worked on may not be wanted any more. */
  review(): void {
    this.workers.review();
  }

  async foldersChanged(event: WorkspaceFoldersChangeEvent): Promise<void> {
    this.folders.change(event);
    this.checks.recheck();
  }

  /** A tsconfig was written, made or deleted. */
  configsChanged(): void {
    this.hasFreshConfigs = true;
    this.checks.recheck();
    this.refresh();
  }

  /** Files that are not open have changed, or documents were closed without being saved: what imports them may be affected. */
  async filesChanged(files: readonly string[]): Promise<void> {
    for (const file of files) this.workers.changed(file);
    this.programChanged(files);
    try {
      await this.workers.update();
    } catch (failure) {
      if (!(failure instanceof ThreadFailure)) throw failure; // A thread that died knows nothing that could be stale.
    }
  }

  /** Rules files speak of classes and places of the program. */
  private programChanged(files: readonly string[]): void {
    if (this.isShutDown || files.every(isRulesFile)) return;
    this.rulesPrograms.programChanged((documents) => {
      this.checks.recheck(documents);
      this.refresh();
    });
  }

  /** What is shown of rules files is asked for again, or sent. */
  private rulesProgramKnown(): void {
    if (this.isShutDown) return;
    for (const document of this.documents.all()) {
      const last = this.checks.last(document);
      if (last !== null && last.rules !== null && last.version === document.version) this.publisher.checked(last);
    }
    this.refresh();
  }

  private recheckFiles(files: readonly string[]): void {
    const documents = files.flatMap((file) => this.documents.ofFile(file) ?? []);
    if (documents.length === 0 || this.isShutDown) return;
    this.checks.recheck(documents);
    this.refresh();
  }

  /** Has the client ask again for what it has of texts that did not change. */
  private refresh(): void {
    const { client, connection } = this;
    if (client.pullsDiagnostics && client.refreshesDiagnostics) connection.languages.diagnostics.refresh();
    if (client.refreshesCodeLenses) void connection.sendRequest(CodeLensRefreshRequest.type);
    if (client.refreshesInlayHints) void connection.languages.inlayHint.refresh();
  }

  /** For the client's output channel. */
  log(message: string): void {
    this.connection.console.warn(message);
  }

  /** Whether the settings of its folder exclude a file or folder. */
  async isLeftOut(file: string): Promise<boolean> {
    const { exclude } = await this.configuration.of(pathToFileURL(this.folders.cwdOf(file)).href);
    return this.isExcluded(file, exclude);
  }

  private isExcluded(file: string, globs: readonly string[]): boolean {
    const path = this.folders.pathInFolder(file);
    return matchesGlob(path ?? file.replaceAll('\\', '/').replace(/^\//, ''), globs);
  }

  private checked(result: CheckedDocument): void {
    if (this.isShutDown) return;
    const { document, check, failure } = result;
    const syntaxError = check.errors[0]?.message ?? null;
    if (failure !== null) this.status.setLimit(document.uri, { reason: 'failure', message: failure });
    else this.status.setLimit(document.uri, syntaxError === null ? null : { reason: 'syntax', message: syntaxError });
    if (failure === null) this.complained.delete(document.file);
    else this.complain(document.file, label(`Whence cannot analyse ${nameOf(document)}. ${failure}`));
    this.publisher.checked(result);
    // A rules file is read in a thread whose work is no sign.
    if (result.rules !== null) this.status.show();
    this.rulesPrograms.checked(result);
    void this.reportConfig(document.file);
  }

  /** A tsconfig that TypeScript cannot use is named once; TypeScript itself complains about it in the file. */
  private async reportConfig(file: string): Promise<void> {
    const isFresh = this.hasFreshConfigs;
    this.hasFreshConfigs = false;
    const problem = await this.askSyntax('configProblem', { file, isFresh });
    if (problem !== null) this.log(`${problem.file}: ${problem.message}`);
  }

  /** Files that are imported and could not be read, each named once: whatever is imported from them is unknown. */
  private reportUnreadable(files: readonly ReadProblem[]): void {
    for (const { file, message } of files) {
      const line = `${file}: ${message}`;
      if (!this.reported.has(line)) this.log(line);
      this.reported.add(line);
    }
  }

  /** Once for each file, until its analysis goes well again. */
  private complain(file: string, message: string): void {
    if (this.complained.has(file)) return;
    this.complained.add(file);
    // The connection's own method asks for an answer.
    void this.connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
  }

  private bufferOfFile(file: string): Buffer {
    const document = this.documents.ofFile(file);
    return document === null ? { file, content: null } : bufferOf(document);
  }
}

/** The abilities that the server declares to the client. */
export function abilities(client: Client): InitializeResult {
  return {
    capabilities: {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: 2 },
      hoverProvider: true,
      codeLensProvider: {},
      codeActionProvider: { codeActionKinds: ['quickfix', 'refactor.rewrite'] },
      completionProvider: { triggerCharacters: completionTriggers },
      definitionProvider: true,
      renameProvider: { prepareProvider: true },
      semanticTokensProvider: { legend: tokenLegend, full: true },
      inlayHintProvider: true,
      ...(client.pullsDiagnostics
        ? { diagnosticProvider: { identifier: 'whence', interFileDependencies: true, workspaceDiagnostics: false } }
        : {}),
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    serverInfo: { name: 'whence' },
  };
}

function bufferOf({ file, version, content }: OpenDocument): Buffer {
  return { file, content: { version, text: content.text } };
}

function nameOf({ uri, file }: OpenDocument): string {
  return (pathOf(uri) === null ? uri : file).split(/[\\/]/).at(-1) ?? uri;
}

function isDeclarationFile(file: string): boolean {
  return /\.d\.([^./\\]+\.)?[cm]?ts$/i.test(file);
}
