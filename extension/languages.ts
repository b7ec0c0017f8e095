import type { TextDocument } from 'vscode';

/** The languages that are analysed, as VS Code names them. */
export const languageIds: readonly string[] = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];

/** Where their documents may live: on disk, not yet saved, in a virtual workspace. Not the old versions and outputs that VS Code shows. */
const schemes: readonly string[] = ['file', 'untitled', 'vscode-vfs'];

export const documentSelector = schemes.flatMap((scheme) => languageIds.map((language) => ({ scheme, language })));

/** Whether a document is analysed, as far as its language and place tell. */
export function isAnalysed(document: Pick<TextDocument, 'languageId' | 'uri'>): boolean {
  return languageIds.includes(document.languageId) && schemes.includes(document.uri.scheme);
}
