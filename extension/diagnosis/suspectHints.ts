import { Range, ThemeColor, window } from 'vscode';
import type { Disposable, TextEditor } from 'vscode';
import type { DiagnosisRow } from './diagnosisRows.js';

/** So many suspects are told behind their lines. */
const most = 5;

/** Writes behind the lines of the first suspects why each could be wrong. */
export class SuspectHints implements Disposable {
  private readonly decoration = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new ThemeColor('charts.orange'),
    after: { margin: '0 0 0 3ch', color: new ThemeColor('descriptionForeground') },
  });
  private suspects: readonly DiagnosisRow[] = [];
  private readonly disposables: readonly Disposable[] = [
    this.decoration,
    window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.decorate(editor))),
  ];

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Of these rows those that are suspects in texts as they were diagnosed; all hints before are gone. */
  show(rows: readonly DiagnosisRow[]): void {
    this.suspects = rows.filter(({ context }) => / suspect (?!.* old )/.test(context)).slice(0, most);
    for (const editor of window.visibleTextEditors) this.decorate(editor);
  }

  private decorate(editor: TextEditor): void {
    const { uri } = editor.document;
    const told = new Map<number, string>();
    for (const { place, tooltip } of this.suspects)
      if (place !== null && uri.scheme === 'file' && uri.fsPath === place.file && !told.has(place.span.line))
        told.set(place.span.line, tooltip);
    const hints = [...told].map(([line, reason]) => ({
      range: new Range(line - 1, 0, line - 1, 0),
      renderOptions: { after: { contentText: `◀ could be wrong: ${reason}` } },
    }));
    editor.setDecorations(this.decoration, hints);
  }
}
