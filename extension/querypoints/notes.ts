import { Range, ThemeColor, window, workspace } from 'vscode';
import type { Disposable, TextEditor, Uri } from 'vscode';
import type { Place, Point } from '../../adapter/dap/querypoints/protocol.js';
import { uriOf } from '../placeUri.js';
import { lineAfter, noteOf, type LineChange } from './model.js';

/** Opens the line of a point, and writes behind it what happened there. */
export class Notes implements Disposable {
  private readonly decoration = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new ThemeColor('charts.blue'),
    after: { margin: '0 0 0 3ch', color: new ThemeColor('descriptionForeground') },
  });
  private shown: { readonly point: Point; readonly place: Place } | null = null;
  private readonly disposables = [
    this.decoration,
    window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.decorate(editor))),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.edited(document.uri, contentChanges)),
  ];

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** `options.isOpened`: the line is opened; else the note is written where the line is in sight already. */
  async show(point: Point, place: Place | null, options: { readonly isOpened: boolean; readonly preserveFocus: boolean }): Promise<void> {
    if (place === null) return;
    this.shown = { point, place };
    if (options.isOpened) await openPlace(place, options.preserveFocus);
    for (const editor of window.visibleTextEditors) this.decorate(editor);
  }

  /** More is known of the point that is shown; where the user looks now stays. */
  renew(point: Point): void {
    if (this.shown?.point.id !== point.id) return;
    this.shown = { point, place: this.shown.place };
    for (const editor of window.visibleTextEditors) this.decorate(editor);
  }

  /** A line that was edited is no longer the one that the note is about. */
  private edited(uri: Uri, changes: readonly LineChange[]): void {
    if (this.shown === null || changes.length === 0 || uri.toString() !== uriOf(this.shown.place).toString()) return;
    const line = lineAfter(this.shown.place.line - 1, changes);
    if (line === null) return this.clear();
    this.shown = { point: this.shown.point, place: { ...this.shown.place, line: line + 1 } };
  }

  clear(): void {
    this.shown = null;
    for (const editor of window.visibleTextEditors) editor.setDecorations(this.decoration, []);
  }

  private decorate(editor: TextEditor): void {
    const { shown } = this;
    if (shown === null || editor.document.uri.path !== uriOf(shown.place).path) {
      editor.setDecorations(this.decoration, []);
      return;
    }
    const line = shown.place.line - 1;
    const note = noteOf(shown.point);
    const contentText = `◀ ${shown.point.id}${note === '' ? '' : `: ${note}`}`;
    editor.setDecorations(this.decoration, [{ range: new Range(line, 0, line, 0), renderOptions: { after: { contentText } } }]);
  }
}

export async function openPlace(place: Place, preserveFocus: boolean): Promise<void> {
  const { line, column } = place;
  const start = new Range(line - 1, column - 1, line - 1, column - 1);
  await window.showTextDocument(uriOf(place), { selection: start, preserveFocus });
}
