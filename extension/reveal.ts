import { Range, TextEditorRevealType, Uri, window } from 'vscode';
import type { TextEditor } from 'vscode';
import type { Location, Position, Range as ProtocolRange } from '../server/lsp/protocol.js';

export function rangeOf({ start, end }: ProtocolRange): Range {
  return new Range(start.line, start.character, end.line, end.character);
}

/** The cursor's place in an editor, or its active editor's. */
export function placeOfCursor(editor: TextEditor): { readonly textDocument: { readonly uri: string }; readonly position: Position } {
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}

/** Shows a place in an editor, the cursor at its beginning. */
export async function reveal({ uri, range }: Location, options: { readonly preserveFocus?: boolean } = {}): Promise<TextEditor> {
  const { start } = rangeOf(range);
  const editor = await window.showTextDocument(Uri.parse(uri), { ...options, selection: new Range(start, start) });
  editor.revealRange(rangeOf(range), TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
