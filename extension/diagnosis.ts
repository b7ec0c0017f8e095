import { CodeAction, CodeActionKind, ProgressLocation, Range, Uri, WorkspaceEdit, commands, languages, window, workspace } from 'vscode';
import type { CancellationToken, CodeActionProvider, Disposable, ExtensionContext, Progress, QuickPickItem, TextDocument } from 'vscode';
import { basename, dirname, join } from 'node:path';
import { commands as serverCommands, label } from '../server/lsp/protocol.js';
import type { Position } from '../server/lsp/protocol.js';
import type { DiagnosisRequest, DiagnosisResult, Repair } from '../adapter/diagnosis/protocol.js';
import { Attention } from './attention.js';
import { withRunner } from './tests/chosenRunner.js';
import { askedTest } from './tests/testAtCursor.js';
import { answerAsTest, runDiagnosis } from './tests/testsProcess.js';
import { changedLines, rowsOfDiagnosis, whyNotLine, type DiagnosisRow, type Shown } from './diagnosis/diagnosisRows.js';
import { DiagnosisView, openRow } from './diagnosis/diagnosisView.js';
import { PassageSessions } from './diagnosis/goThere.js';
import { RepairTexts, rangeOf } from './diagnosis/repairTexts.js';
import { SuspectHints } from './diagnosis/suspectHints.js';
import { languageIds } from './languages.js';

/** How a search is shown and cancelled. */
interface Running {
  readonly progress: Progress<{ message: string }>;
  readonly token: CancellationToken;
  readonly attention: Attention;
}

/** What the user is told once in each workspace. */
const notice =
  'To diagnose a failure, Whence runs the tests of its file many times, also with changed copies of your code. While they run they can write only below a temporary folder, start no process and use no network.';

const noticeKey = 'whence.diagnosisAllowed';

/** As on the command line. */
const timeoutMs = 60_000;

/** Diagnoses of failing tests: asked for at a test, shown in the Diagnosis view, with repairs that can be looked at and applied. */
export class Diagnoses implements Disposable, CodeActionProvider {
  private readonly view = new DiagnosisView();
  private readonly texts = new RepairTexts();
  private readonly hints = new SuspectHints();
  private readonly passages: PassageSessions;
  private shown: { readonly request: DiagnosisRequest; readonly result: DiagnosisResult } | null = null;
  private isRunning = false;
  /** What is shown is what is suspected so far. */
  private isSearching = false;
  private readonly disposables: readonly Disposable[] = [
    this.view,
    this.texts,
    this.hints,
    workspace.onDidChangeTextDocument(({ document }) => {
      if (this.texts.has(document.uri.fsPath)) this.refresh();
    }),
    languages.registerCodeActionsProvider(
      languageIds.map((language) => ({ scheme: 'file', language })),
      this,
      { providedCodeActionKinds: [CodeActionKind.QuickFix] },
    ),
    commands.registerCommand(serverCommands.diagnose, (context?: unknown, position?: Position) =>
      reporting(() => this.diagnoseAt(context, position)),
    ),
    commands.registerCommand(openRow, (row: DiagnosisRow) => reporting(() => this.open(row))),
    commands.registerCommand('whence.previewRepair', (row?: DiagnosisRow) => reporting(() => this.preview(row ?? this.view.selection))),
    commands.registerCommand('whence.applyRepair', (row?: DiagnosisRow) => reporting(() => this.apply(row ?? this.view.selection))),
    commands.registerCommand('whence.applyRepairAndTest', (row?: DiagnosisRow) =>
      reporting(() => this.applyAndTest(row ?? this.view.selection)),
    ),
    commands.registerCommand('whence.diagnoseAgain', () => reporting(() => this.diagnoseAgain())),
    commands.registerCommand('whence.answerDifference', (row?: DiagnosisRow) => reporting(() => this.answer(row ?? this.view.selection))),
    commands.registerCommand('whence.goThereInRun', (row?: DiagnosisRow) => reporting(() => this.goThere(row ?? this.view.selection))),
    commands.registerCommand('whence.whyNotLine', () => reporting(() => this.whyNot())),
  ];

  constructor(private readonly context: ExtensionContext) {
    this.passages = new PassageSessions(context.asAbsolutePath('dist/testsProcess.js'));
  }

  dispose(): void {
    for (const disposable of [this.passages, ...this.disposables]) disposable.dispose();
  }

  /** Repairs at a place, as quick fixes. */
  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    const { shown } = this;
    if (shown === null || this.texts.isOld(document.uri.fsPath)) return [];
    const { cwd } = shown.request;
    const isHere = ({ edits }: Repair): boolean =>
      edits.some(({ file, span }) => join(cwd, file) === document.uri.fsPath && rangeOf(span).intersection(range) !== undefined);
    return this.repairRows()
      .filter(({ repair }) => repair !== null && isHere(repair))
      .map((row) => {
        const { added, removed } = changedLines(row.repair ?? { diff: '' });
        const action = new CodeAction(label(`Whence: ${added === '' ? `leave out ${removed}` : added}`), CodeActionKind.QuickFix);
        action.command = { command: 'whence.applyRepair', title: 'Apply', arguments: [row] };
        return action;
      });
  }

  private async diagnoseAt(context: unknown, position?: Position): Promise<void> {
    const test = askedTest(context, position);
    const folder = workspace.getWorkspaceFolder(Uri.file(test.file));
    await this.run({
      cwd: folder?.uri.fsPath ?? dirname(test.file),
      files: [],
      tests: [{ file: test.file, line: test.line }],
      test: test.line === null ? test.name : null,
      runner: 'auto',
      command: [],
      cardinality: 1,
      repairs: true,
      timeoutMs,
    });
  }

  private async diagnoseAgain(): Promise<void> {
    if (this.shown !== null) await this.run(this.shown.request);
  }

  private async run(request: DiagnosisRequest): Promise<void> {
    if (!(await this.isAllowed())) return;
    if (this.isRunning) throw new Error('A diagnosis is running: wait for it, or cancel it.');
    await workspace.saveAll(false);
    this.isRunning = true;
    this.isSearching = true;
    const attention = new Attention();
    try {
      const title = `Diagnosing ${basename(request.tests[0]?.file ?? '')}`;
      const options = { location: ProgressLocation.Notification, title, cancellable: true };
      const result = await window.withProgress(options, (progress, token) => this.runShown(request, { progress, token, attention }));
      await this.show(request, result, attention);
    } finally {
      attention.dispose();
      // What was suspected before the search failed is no result.
      if (this.isSearching && this.shown?.request === request) this.forget();
      this.isRunning = false;
      this.isSearching = false;
    }
  }

  private runShown(request: DiagnosisRequest, { progress, token, attention }: Running): Promise<DiagnosisResult> {
    const cancelling = new AbortController();
    token.onCancellationRequested(() => cancelling.abort());
    const diagnosing = {
      program: this.context.asAbsolutePath('dist/testsProcess.js'),
      signal: cancelling.signal,
      onProgress: (message: string) => progress.report({ message }),
      onSuspects: (early: DiagnosisResult) => void this.showEarly(request, early, attention),
    };
    return withRunner((runner) => runDiagnosis(runner === null ? request : { ...request, runner }, diagnosing));
  }

  /** What is suspected so far stands in the view until there is more; nothing is opened. */
  private async showEarly(request: DiagnosisRequest, early: DiagnosisResult, attention: Attention): Promise<void> {
    await this.keepTexts(request, early);
    if (!this.isSearching) return;
    this.shown = { request, result: early };
    await commands.executeCommand('setContext', 'whence.hasDiagnosis', true);
    this.refresh();
    if (!attention.isElsewhere && this.isSearching) await this.view.reveal();
  }

  private async show(request: DiagnosisRequest, result: DiagnosisResult, attention: Attention): Promise<void> {
    this.isSearching = false;
    await this.keepTexts(request, result);
    this.shown = { request, result };
    await commands.executeCommand('setContext', 'whence.hasDiagnosis', true);
    this.refresh();
    if (attention.isElsewhere) void this.offer();
    else await this.reveal();
  }

  private async keepTexts({ cwd }: DiagnosisRequest, result: DiagnosisResult): Promise<void> {
    const files = result.diagnoses.flatMap(({ components, repairs }) => [
      ...components.map(({ file }) => join(cwd, file)),
      ...repairs.flatMap(({ edits }) => edits.map(({ file }) => join(cwd, file))),
    ]);
    await this.texts.keep(files);
  }

  private async reveal(): Promise<void> {
    const first = this.view.getChildren().find(({ place }) => place !== null);
    if (first !== undefined) await this.open(first);
    await this.view.reveal();
  }

  /** Who has turned to something else since is told that there is a result. */
  private async offer(): Promise<void> {
    const show = 'Show';
    if ((await window.showInformationMessage('The failure is diagnosed.', show)) === show) await this.reveal();
  }

  private refresh(): void {
    const facts = this.facts();
    if (facts === null) return;
    const rows = rowsOfDiagnosis(facts);
    this.view.show(rows, this.shown?.result ?? null);
    this.hints.show(rows);
  }

  private forget(): void {
    this.shown = null;
    this.view.show([], null);
    this.hints.show([]);
  }

  private facts(): Shown | null {
    if (this.shown === null) return null;
    const { request, result } = this.shown;
    return { cwd: request.cwd, result, isSearching: this.isSearching, isOld: (file) => this.texts.isOld(file) };
  }

  private async goThere(row: DiagnosisRow | undefined): Promise<void> {
    if (row?.passage && this.shown !== null) await this.passages.go(row.passage, this.shown.request.cwd);
  }

  /** Tells of the line at the cursor whether it could be wrong, and if not, why. */
  private async whyNot(): Promise<void> {
    const [editor, facts] = [window.activeTextEditor, this.facts()];
    if (facts === null) throw new Error('Diagnose a failing test first.');
    if (editor === undefined) throw new Error('Put the cursor on the line that you ask about.');
    const { fsPath } = editor.document.uri;
    if (facts.isOld(fsPath)) throw new Error('The file was edited since the diagnosis: diagnose again.');
    await window.showInformationMessage(label(whyNotLine(facts, fsPath, editor.selection.active.line + 1)));
  }

  private repairRows(): readonly DiagnosisRow[] {
    const rows = this.view.getChildren();
    return rows.flatMap(({ children }) => children.filter(({ repair }) => repair !== null));
  }

  private async open(row: DiagnosisRow): Promise<void> {
    if (row.repair !== null) return this.preview(row);
    if (row.place === null) return;
    const { file, span } = row.place;
    await window.showTextDocument(Uri.file(file), { selection: rangeOf(span), preserveFocus: true });
  }

  private async preview(row: DiagnosisRow | undefined): Promise<void> {
    if (row?.repair && this.shown !== null) await this.texts.preview(row.repair, this.shown.request.cwd);
  }

  private async apply(row: DiagnosisRow | undefined): Promise<boolean> {
    if (!row?.repair || this.shown === null) return false;
    if (!(await this.texts.apply(row.repair, this.shown.request.cwd))) return false;
    if (row.place !== null) await window.showTextDocument(Uri.file(row.place.file), { selection: rangeOf(row.place.span) });
    return true;
  }

  private async applyAndTest(row: DiagnosisRow | undefined): Promise<void> {
    if (await this.apply(row)) await this.diagnoseAgain();
  }

  /** Of a call that tells two repairs apart the user says what it gives: a test says it from then on. */
  private async answer(row: DiagnosisRow | undefined): Promise<void> {
    const [difference, shown] = [row?.repair?.differsFrom ?? null, this.shown];
    const test = shown?.result.tests.failing[0];
    if (difference === null || shown === null || test === undefined) return;
    const { call, gives, first } = difference;
    const value = await askedValue(call, [
      { label: first, description: 'as with the best repair' },
      { label: gives, description: 'as with this repair' },
    ]);
    if (value === undefined) return;
    const { cwd } = shown.request;
    const document = await workspace.openTextDocument(Uri.file(join(cwd, test.file)));
    const answered = { file: document.uri.fsPath, text: document.getText(), line: test.line, call, value };
    const insertion = await answerAsTest(answered, cwd, this.context.asAbsolutePath('dist/testsProcess.js'));
    if (insertion === null) throw new Error('How a test says this is not known here: write it by hand.');
    const change = new WorkspaceEdit();
    change.insert(document.uri, document.positionAt(insertion.offset), insertion.text);
    if (!(await workspace.applyEdit(change))) return;
    const [start, end] = [insertion.offset, insertion.offset + insertion.text.length].map((offset) => document.positionAt(offset));
    if (start !== undefined && end !== undefined) await window.showTextDocument(document, { selection: new Range(end, end) });
    await this.diagnoseAgain();
  }

  /** Says once in each workspace that tests run many times. */
  private async isAllowed(): Promise<boolean> {
    if (!workspace.isTrusted) throw new Error('Whence runs tests only in workspaces that you trust.');
    const { workspaceState } = this.context;
    if (workspaceState.get<boolean>(noticeKey) === true) return true;
    const choice = await window.showWarningMessage(notice, { modal: true }, 'Diagnose');
    if (choice !== 'Diagnose') return false;
    await workspaceState.update(noticeKey, true);
    return true;
  }
}

/** The value that a call is to give, as the user says; undefined: nothing is said. */
async function askedValue(call: string, values: readonly QuickPickItem[]): Promise<string | undefined> {
  const other = 'Another value…';
  const choice = await window.showQuickPick([...values, { label: other }], { title: `${call}: which value is right?` });
  if (choice?.label !== other) return choice?.label;
  return window.showInputBox({ title: `${call}: which value is right?`, prompt: 'An expression, as a test would write it.' });
}

/** What cannot be done is said; what was cancelled is not. */
async function reporting(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    if (!/^cancell?ed\.?$/i.test(sentence)) void window.showErrorMessage(label(sentence));
  }
}
