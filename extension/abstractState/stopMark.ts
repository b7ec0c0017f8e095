import { Range, ThemeColor, window } from 'vscode';
import type { Disposable, TextEditor } from 'vscode';

/** Says at the end of the line that a program waits at what its values mean. */
export class StopMark implements Disposable {
  private readonly decoration = window.createTextEditorDecorationType({});
  private shown: { readonly uri: string; readonly line: number; readonly text: string } | null = null;
  private readonly disposables = [
    this.decoration,
    window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.decorate(editor))),
  ];

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** `line` from 0; null: nothing is to be said. */
  show(shown: { readonly uri: string; readonly line: number; readonly text: string } | null): void {
    if (shown === null && this.shown === null) return;
    this.shown = shown;
    for (const editor of window.visibleTextEditors) this.decorate(editor);
  }

  private decorate(editor: TextEditor): void {
    const { shown } = this;
    const isHere = shown !== null && editor.document.uri.toString() === shown.uri && shown.line < editor.document.lineCount;
    if (!isHere) {
      editor.setDecorations(this.decoration, []);
      return;
    }
    const { end } = editor.document.lineAt(shown.line).range;
    const after = { contentText: `✕ ${shown.text}`, color: new ThemeColor('editorError.foreground'), margin: '0 0 0 3ch' };
    editor.setDecorations(this.decoration, [{ range: new Range(end, end), renderOptions: { after } }]);
  }
}
