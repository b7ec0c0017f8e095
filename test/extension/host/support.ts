import { Selection, Uri, languages, window, workspace } from 'vscode';
import type { Diagnostic, TextEditor, Position } from 'vscode';

export const extensionId = 'whence.whence';

/** Opens a file of the examples, which are the workspace. */
export async function openExample(name: string): Promise<TextEditor> {
  const [folder] = workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('The tests need the examples as workspace.');
  return window.showTextDocument(Uri.joinPath(folder.uri, name));
}

/** Opens a text that is saved nowhere. */
export async function openText(content: string, language = 'typescript'): Promise<TextEditor> {
  return window.showTextDocument(await workspace.openTextDocument({ language, content }));
}

/** Puts the cursor before the first occurrence of a text. */
export function putCursor(editor: TextEditor, text: string): Position {
  const offset = editor.document.getText().indexOf(text);
  if (offset < 0) throw new Error(`There is no ${text} in ${editor.document.uri.path}.`);
  const position = editor.document.positionAt(offset);
  editor.selection = new Selection(position, position);
  return position;
}

/** Replaces the first occurrence of a text. */
export async function replace(editor: TextEditor, text: string, replacement: string): Promise<void> {
  const offset = editor.document.getText().indexOf(text);
  if (offset < 0) throw new Error(`There is no ${text} in ${editor.document.uri.path}.`);
  const { document } = editor;
  const at = document.positionAt(offset);
  await editor.edit((edit) => edit.replace(new Selection(at, document.positionAt(offset + text.length)), replacement));
}

/** Our diagnostics of a document, once they are as wanted. */
export function findings(editor: TextEditor, isWanted: (found: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
  const ours = () => languages.getDiagnostics(editor.document.uri).filter(({ source }) => source === 'whence');
  return until(ours, isWanted, (found) => `the findings are ${JSON.stringify(found.map(({ message }) => message))}`);
}

/** Looks again until a value is as wanted; gives up after twenty seconds. */
export async function until<T>(look: () => T | Promise<T>, isWanted: (value: T) => boolean, say: (value: T) => string): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const value = await look();
    if (isWanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`After twenty seconds ${say(await look())}.`);
}

/** The places of squiggles, as the source text under them. */
export function underlined(editor: TextEditor, found: readonly Diagnostic[]): readonly string[] {
  return found.map(({ range }) => editor.document.getText(range)).sort();
}
