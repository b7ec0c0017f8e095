import { Range, ThemeColor, window } from 'vscode';
import type { Disposable, TextEditor } from 'vscode';
import type { Range as ProtocolRange } from '../../server/lsp/protocol.js';
import { rangeOf } from '../reveal.js';

/** Marks one place in one editor, and says at the end of its line why it matters. */
export class StepMark implements Disposable {
  private readonly place = window.createTextEditorDecorationType({
    backgroundColor: new ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px solid',
    borderColor: new ThemeColor('editor.findMatchHighlightBorder'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.findMatchForeground'),
  });
  private readonly message = window.createTextEditorDecorationType({});
  private editor: TextEditor | null = null;

  show(editor: TextEditor, range: ProtocolRange, text: string): void {
    if (editor !== this.editor) this.clear();
    this.editor = editor;
    const place = rangeOf(range);
    const { end } = editor.document.lineAt(place.start.line).range;
    editor.setDecorations(this.place, [place]);
    const after = { contentText: `  ← ${text}`, color: new ThemeColor('descriptionForeground'), fontStyle: 'italic' };
    editor.setDecorations(this.message, [{ range: new Range(end, end), renderOptions: { after } }]);
  }

  clear(): void {
    this.editor?.setDecorations(this.place, []);
    this.editor?.setDecorations(this.message, []);
    this.editor = null;
  }

  dispose(): void {
    this.place.dispose();
    this.message.dispose();
  }
}
