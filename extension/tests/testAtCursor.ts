import { Uri, window } from 'vscode';
import type { Position } from '../../server/lsp/protocol.js';
import { isAnalysed } from '../languages.js';
import { testOf, type AskedTest } from './askedTest.js';

/** The test that a command is about: of a row of the Test Explorer, of a code lens, else at the cursor. Throws a sentence where there is none. */
export function askedTest(context: unknown, position: Position | undefined): AskedTest {
  const test = testOf(context) ?? placeOf(context, position);
  if (test === null) throw new Error('Open a file of tests, and put the cursor into a test.');
  return test;
}

function placeOf(uri: unknown, position: Position | undefined): AskedTest | null {
  if (typeof uri === 'string' && position !== undefined) return { file: Uri.parse(uri).fsPath, line: position.line + 1, name: null };
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.document.uri.scheme !== 'file' || !isAnalysed(editor.document)) return null;
  return { file: editor.document.uri.fsPath, line: editor.selection.active.line + 1, name: null };
}
