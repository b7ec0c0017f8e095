import { spawn, type ChildProcess } from 'node:child_process';
import {
  CodeAction,
  CodeActionKind,
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Location,
  Range,
  Uri,
  languages,
  workspace,
} from 'vscode';
import type { CodeActionProvider, DebugSession, Disposable, OutputChannel, TextDocument } from 'vscode';
import { label } from '../../server/lsp/protocol.js';
import { documentSelector } from '../languages.js';
import { openEvent } from './callTree.js';
import { analysedFiles, heldOf, type BrokenAssumption, type SourceTold } from './heldFindings.js';
import type { OpenRecording } from './openRecordings.js';

const title = 'Go There in the Run';

/** What one session said is wrong with what the analysis assumed. */
interface Held {
  readonly child: ChildProcess;
  readonly shown: Map<Diagnostic, { readonly uri: Uri; readonly broken: BrokenAssumption }>;
  readonly recording: OpenRecording;
}

/**
 * Holds the recording of a debug session against the analysis, in a process of its own: declared types that the run did not keep are in
 * Problems until the session ends, values that nothing explains in the output.
 */
export class HeldAgainst implements CodeActionProvider, Disposable {
  private readonly sessions = new Map<string, Held>();
  private readonly collection = languages.createDiagnosticCollection('whence recording');
  private readonly disposables: readonly Disposable[] = [
    this.collection,
    languages.registerCodeActionsProvider([...documentSelector], this, { providedCodeActionKinds: [CodeActionKind.QuickFix] }),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.edited(document.uri);
    }),
  ];

  constructor(
    private readonly command: string,
    private readonly output: Pick<OutputChannel, 'appendLine'>,
  ) {}

  dispose(): void {
    for (const id of [...this.sessions.keys()]) this.end(id);
    for (const disposable of this.disposables) disposable.dispose();
  }

  async begin({ id, workspaceFolder }: DebugSession, recording: OpenRecording): Promise<void> {
    const folder = workspaceFolder ?? workspace.getWorkspaceFolder(recording.uri) ?? workspace.workspaceFolders?.[0];
    if (!workspace.isTrusted || folder === undefined || this.sessions.has(id)) return;
    const cwd = folder.uri.fsPath;
    const { sources } = await recording.connection.request<{ readonly sources: readonly SourceTold[] }>('loadedSources', {});
    const files = analysedFiles(sources, cwd);
    if (files.length === 0 || this.sessions.has(id)) return;
    const words = [this.command, 'check', '--json', '--against', recording.uri.fsPath, ...files];
    const child = spawn(process.execPath, words, { cwd, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
    const held: Held = { child, shown: new Map(), recording };
    this.sessions.set(id, held);
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.on('error', () => {});
    child.on('close', () => {
      if (this.sessions.get(id) === held) this.show(held, out, cwd);
    });
  }

  /** The session is over: what it said is, too. */
  end(id: string): void {
    const held = this.sessions.get(id);
    this.sessions.delete(id);
    held?.child.kill();
    if (held !== undefined && held.shown.size > 0) this.publish();
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    return [...this.sessions.values()].flatMap(({ shown, recording }) =>
      [...shown].flatMap(([diagnostic, { uri, broken }]) => {
        if (uri.toString() !== document.uri.toString() || diagnostic.range.intersection(range) === undefined || broken.event === null)
          return [];
        const action = new CodeAction(title, CodeActionKind.QuickFix);
        action.diagnostics = [diagnostic];
        const place = {
          file: broken.point?.file ?? broken.file,
          line: broken.point?.line ?? broken.line,
          column: broken.point?.column ?? broken.column,
        };
        action.command = { command: openEvent, title, arguments: [{ recording, event: broken.event, place }] };
        return [action];
      }),
    );
  }

  private show({ shown }: Held, printed: string, cwd: string): void {
    const { broken, contradictions } = heldOf(printed, cwd);
    for (const one of broken) {
      const range = new Range(one.line - 1, one.column - 1, one.endLine - 1, one.endColumn - 1);
      const diagnostic = new Diagnostic(range, label(one.message), DiagnosticSeverity.Warning);
      diagnostic.source = 'whence';
      diagnostic.code = 'assumption-broken';
      const { point } = one;
      if (point !== null) {
        const at = new Range(point.line - 1, point.column - 1, point.line - 1, point.column - 1);
        diagnostic.relatedInformation = [new DiagnosticRelatedInformation(new Location(Uri.file(point.file), at), label(point.message))];
      }
      shown.set(diagnostic, { uri: Uri.file(one.file), broken: one });
    }
    for (const sentence of contradictions) this.output.appendLine(sentence);
    if (broken.length > 0) this.publish();
  }

  /** What was said of a text is not said of another one. */
  private edited(edited: Uri): void {
    for (const { shown } of this.sessions.values())
      for (const [diagnostic, { uri }] of [...shown]) if (uri.toString() === edited.toString()) shown.delete(diagnostic);
    this.collection.delete(edited);
  }

  private publish(): void {
    const byFile = new Map<string, [Uri, Diagnostic[]]>();
    for (const { shown } of this.sessions.values())
      for (const [diagnostic, { uri }] of shown) {
        const [, list] = byFile.get(uri.toString()) ?? [uri, []];
        byFile.set(uri.toString(), [uri, [...list, diagnostic]]);
      }
    this.collection.clear();
    this.collection.set([...byFile.values()]);
  }
}
