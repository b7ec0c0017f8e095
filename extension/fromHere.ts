import { EventEmitter, ProgressLocation, Range, ThemeColor, Uri, debug, window, workspace } from 'vscode';
import type { DebugSession, Disposable, TextEditor } from 'vscode';
import { label } from '../server/lsp/protocol.js';
import { requests, type FromHereArguments, type FromHereTold } from '../adapter/dap/querypoints/protocol.js';
import { callText, marksOf, verdictOf, type Mark } from './fromHere/callRows.js';

/** Who is asked about a recording: a session, or a connection without one. */
export type AskFromHere = (args: FromHereArguments) => Thenable<FromHereTold>;

/** A call that was followed, and whose end ends what is said of it: a session's, or that of a recording that is shown without one. */
interface Followed {
  readonly owner: string;
  readonly told: FromHereTold;
}

/**
 * What certainly becomes of calls of one run: rows in Querypoints and text behind lines, never a finding. It ends with the session, or when
 * another recording is shown.
 */
export class FollowedCalls implements Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private all: readonly Followed[] = [];
  /** Files that were edited since: what is said of their lines is shown in rows alone. */
  private readonly edited = new Set<string>();
  private readonly decoration = window.createTextEditorDecorationType({});
  private readonly disposables: readonly Disposable[] = [
    this.changed,
    this.decoration,
    debug.onDidTerminateDebugSession(({ id }) => this.end(id)),
    window.onDidChangeVisibleTextEditors(() => this.decorate()),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || !this.marks().some(({ file }) => isOf(file, document.uri))) return;
      this.edited.add(document.uri.toString());
      this.decorate();
    }),
  ];

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Newest first. */
  get calls(): readonly FromHereTold[] {
    return this.all.map(({ told }) => told);
  }

  /** Follows a call, and says what becomes of it; rejects with a sentence. */
  async follow(owner: string, ask: AskFromHere, args: FromHereArguments): Promise<void> {
    const told = await window.withProgress(
      { location: ProgressLocation.Window, title: 'Whence: following the call' },
      async () => await ask(args),
    );
    this.edited.delete(Uri.file(told.place.file).toString());
    this.set([{ owner, told }, ...this.all.filter((one) => one.owner !== owner || one.told.event !== told.event)]);
    const sentence = told.failure?.message ?? `From here: ${verdictOf(told)}.`;
    void window.showInformationMessage(label(`${callText(told)}: ${sentence}`));
  }

  /** What a session said ends with it. */
  end(owner: string): void {
    if (this.all.some((one) => one.owner === owner)) this.set(this.all.filter((one) => one.owner !== owner));
  }

  private set(all: readonly Followed[]): void {
    this.all = all;
    this.decorate();
    this.changed.fire();
  }

  private marks(): readonly Mark[] {
    return this.calls.flatMap(marksOf);
  }

  private decorate(): void {
    const marks = this.marks();
    for (const editor of window.visibleTextEditors) editor.setDecorations(this.decoration, this.optionsFor(editor, marks));
  }

  private optionsFor({ document }: TextEditor, marks: readonly Mark[]) {
    if (this.edited.has(document.uri.toString())) return [];
    return marks
      .filter(({ file, line }) => isOf(file, document.uri) && line <= document.lineCount)
      .map(({ line, text }) => {
        const { end } = document.lineAt(line - 1).range;
        const after = { contentText: `✕ ${text}`, color: new ThemeColor('editorError.foreground'), margin: '0 0 0 3ch' };
        return { range: new Range(end, end), renderOptions: { after } };
      });
  }
}

/** Asks a session that shows a recording. */
export function askSession(session: DebugSession): AskFromHere {
  return (args) => session.customRequest(requests.fromHere, args) as Thenable<FromHereTold>;
}

function isOf(file: string, uri: Uri): boolean {
  return uri.scheme === 'file' && uri.fsPath === file;
}
