import { Range, Uri, WorkspaceEdit, commands, window, workspace } from 'vscode';
import type { Disposable } from 'vscode';
import { basename, join } from 'node:path';
import type { Repair, ShownSpan } from '../../adapter/diagnosis/protocol.js';
import { editedText, offsetsOf } from './editedText.js';

const scheme = 'whence-repair';

/** The texts that were diagnosed, and what repairs make of them: shown beside them, or put into the files. */
export class RepairTexts implements Disposable {
  /** By file (absolute). */
  private texts: ReadonlyMap<string, string> = new Map();
  private readonly previews = new Map<string, string>();
  private readonly registration = workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => this.previews.get(uri.toString()) ?? '',
  });
  private last = 0;

  dispose(): void {
    this.registration.dispose();
  }

  /** Reads the files of a diagnosis, and forgets those of the one before. */
  async keep(files: Iterable<string>): Promise<void> {
    const texts = new Map<string, string>();
    for (const file of new Set(files)) texts.set(file, (await workspace.openTextDocument(Uri.file(file))).getText());
    this.texts = texts;
    this.previews.clear();
  }

  has(file: string): boolean {
    return this.texts.has(file);
  }

  /** Whether an open text is not the one that was diagnosed. */
  isOld(file: string): boolean {
    const open = workspace.textDocuments.find(({ uri }) => uri.scheme === 'file' && uri.fsPath === file);
    return open !== undefined && open.getText() !== this.texts.get(file);
  }

  /** Shows the text beside what a repair makes of it. */
  async preview({ edits }: Repair, cwd: string): Promise<void> {
    const [first] = edits;
    if (first === undefined) return;
    const file = join(cwd, first.file);
    const text = editedText(
      this.texts.get(file) ?? '',
      edits.filter((edit) => edit.file === first.file),
    );
    const uri = Uri.file(file).with({ scheme, query: String(++this.last) });
    this.previews.set(uri.toString(), text);
    await commands.executeCommand('vscode.diff', Uri.file(file), uri, `${basename(file)}: with the repair`, {
      selection: rangeOf(first.span),
    });
  }

  /** Puts a repair into the files, whose editors can undo it; false where that is not possible, which is said. */
  async apply({ edits }: Repair, cwd: string): Promise<boolean> {
    const change = new WorkspaceEdit();
    for (const { file, span, text } of edits) {
      const document = await workspace.openTextDocument(Uri.file(join(cwd, file)));
      if (document.getText() !== this.texts.get(join(cwd, file))) {
        void window.showWarningMessage(`${basename(file)} was edited since: diagnose the failure again.`);
        return false;
      }
      const { start, end } = offsetsOf(document.getText(), span);
      change.replace(document.uri, new Range(document.positionAt(start), document.positionAt(end)), text);
    }
    return workspace.applyEdit(change);
  }
}

/** A span, which counts from 1, as the editor counts. */
export function rangeOf({ line, column, endLine, endColumn }: ShownSpan): Range {
  return new Range(line - 1, column - 1, endLine - 1, endColumn - 1);
}
