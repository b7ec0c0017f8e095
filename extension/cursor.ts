import { window } from 'vscode';
import type { Disposable, TextEditor } from 'vscode';
import type { PlaceParams } from '../server/lsp/protocol.js';
import { isAnalysed } from './languages.js';
import { placeOfCursor } from './reveal.js';

/** The editor that people work in, when what it shows is analysed. */
export function analysedEditor(): TextEditor | null {
  const editor = window.activeTextEditor;
  return editor !== undefined && isAnalysed(editor.document) ? editor : null;
}

/** The last place of the cursor: a question that is asked from a page of the walkthrough is about the file behind it. */
export class Cursor implements Disposable {
  private last: PlaceParams | null = null;
  private readonly disposables = [
    window.onDidChangeActiveTextEditor(() => this.remember()),
    window.onDidChangeTextEditorSelection(() => this.remember()),
  ];

  constructor() {
    this.remember();
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Null, and a hint, where nothing of ours is being edited. */
  place(): PlaceParams | null {
    this.remember();
    const isElsewhere = window.activeTextEditor !== undefined && analysedEditor() === null;
    if (this.last !== null && !isElsewhere) return this.last;
    void window.showInformationMessage('Open a TypeScript or JavaScript file and put the cursor on what you ask about.');
    return null;
  }

  private remember(): void {
    const editor = analysedEditor();
    if (editor !== null) this.last = placeOfCursor(editor);
  }
}
