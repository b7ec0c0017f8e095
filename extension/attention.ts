import { TextEditorSelectionChangeKind, debug, window, workspace } from 'vscode';
import type { Disposable } from 'vscode';

/**
 * Whether the user has turned to something else since a question was put. What is answered late must not take the place of what the user
 * looks at by then. That a quick input was opened cannot be known: so an answer never takes the focus.
 */
export class Attention implements Disposable {
  private hasTurned = false;
  /** Sessions show where their program stops by themselves. */
  private hasStopped = false;
  private isOurs = false;
  private readonly disposables: readonly Disposable[] = [
    window.onDidChangeTextEditorSelection(({ kind }) => {
      if (kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse) this.hasTurned = true;
    }),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const isWritten = contentChanges.length > 0 && document.uri.scheme !== 'output';
      if (isWritten && document === window.activeTextEditor?.document) this.hasTurned = true;
    }),
    window.onDidChangeActiveTextEditor((editor) => {
      if (editor !== undefined && !this.hasStopped && !this.isOurs) this.hasTurned = true;
    }),
    debug.onDidChangeActiveStackItem(() => (this.hasStopped = true)),
  ];

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  get isElsewhere(): boolean {
    return this.hasTurned;
  }

  /** Shows something ourselves: that an editor opens by it is nothing that the user has done. */
  async showing<T>(show: () => Promise<T>): Promise<T> {
    this.isOurs = true;
    try {
      return await show();
    } finally {
      this.isOurs = false;
    }
  }
}
