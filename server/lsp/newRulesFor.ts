import { isRulesFile } from '../rules/rulesFile.js';
import type { LanguageServer } from './languageServer.js';
import type { NewRulesParams, NewRulesResult } from './protocol.js';

/** A rules file to begin with: about the class at the place, else an example. */
export async function newRulesFor(server: LanguageServer, { textDocument, position }: NewRulesParams): Promise<NewRulesResult | null> {
  const document = textDocument === undefined ? null : server.documents.get(textDocument.uri);
  const isAbout = document !== null && !isRulesFile(document.file);
  const offset = isAbout && position !== undefined ? document.content.offsetAt(position) : null;
  const text = await server.askSyntax('newRules', { file: isAbout ? document.file : 'x.ts', offset });
  return text === null ? null : { text };
}
