import { CompletionItemKind, ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node.js';
import type { CompletionItem, PrepareRenameResult, SemanticTokens, WorkspaceEdit } from 'vscode-languageserver';
import type { AssertionCompletion } from '../syntax/editor/completions.js';
import { tokenTypes } from '../syntax/editor/tokens.js';
import type { OpenDocument } from './documents.js';
import type { LanguageServer } from './languageServer.js';
import type { Location, Position } from './protocol.js';

const completionKinds: Readonly<Record<AssertionCompletion['kind'], CompletionItemKind>> = {
  tag: CompletionItemKind.Keyword,
  parameter: CompletionItemKind.Variable,
  variable: CompletionItemKind.Variable,
  constant: CompletionItemKind.Constant,
  function: CompletionItemKind.Function,
  property: CompletionItemKind.Property,
  method: CompletionItemKind.Method,
  keyword: CompletionItemKind.Keyword,
  object: CompletionItemKind.Module,
};

/** Behind these a tag or a member is offered. */
const ownTriggers: readonly string[] = ['@', '.'];

/** Behind these a name may follow. They are typed everywhere, and nearly always outside of assertions. */
const nameTriggers: readonly string[] = [' ', '(', '[', '!', '<', '>', '=', '&', '|', '+', '-', '*', '/', '%', '?', ':', ','];

export const completionTriggers = [...ownTriggers, ...nameTriggers];

const tagBefore = /@(?:always|sometime|requires|ensures|invariant)(?![\w$])/;

/** The completions in an assertion comment; `trigger`: the character that was typed, when nobody has asked. */
export async function completions(
  server: LanguageServer,
  uri: string,
  position: Position,
  trigger: string | null,
): Promise<CompletionItem[] | null> {
  const document = server.documents.get(uri);
  if (document === null) return null;
  const { content, file } = document;
  const isTyping = trigger !== null && nameTriggers.includes(trigger);
  // Where the line alone tells, the text is not parsed at every blank.
  if (isTyping && !tagBefore.test(content.lineText(position.line).slice(0, position.character))) return null;
  const found = await server.askSyntax('completions', { file, offset: content.offsetAt(position), isTyping });
  if (found === null || document.content !== content) return null;
  return found.map(({ label, kind, detail, span }, index) => ({
    label,
    kind: completionKinds[kind],
    ...(detail === '' ? {} : { detail }),
    sortText: String(index).padStart(4, '0'),
    filterText: label,
    textEdit: { range: content.rangeAt(span), newText: label },
  }));
}

/** The declaration of the name in an assertion comment; in code TypeScript answers. */
export async function definition(server: LanguageServer, uri: string, position: Position): Promise<Location | null> {
  const document = server.documents.get(uri);
  if (document === null) return null;
  const { content, file } = document;
  const name = await server.askSyntax('name', { file, offset: content.offsetAt(position) });
  if (name === null || !name.isInAssertion || name.declaration === null || document.content !== content) return null;
  return { uri, range: content.rangeAt(name.declaration) };
}

export async function prepareRename(server: LanguageServer, uri: string, position: Position): Promise<PrepareRenameResult | null> {
  const document = server.documents.get(uri);
  if (document === null) return null;
  const { content, file } = document;
  const found = await server.askSyntax('renamable', { file, offset: content.offsetAt(position) });
  if (found === null) return null;
  if (found.kind === 'refused') throw refusal(found.message);
  return { range: content.rangeAt(found.span), placeholder: found.name };
}

/** Renames a variable in comments and code, from a comment. */
export async function rename(server: LanguageServer, uri: string, position: Position, newName: string): Promise<WorkspaceEdit | null> {
  const document = server.documents.get(uri);
  if (document === null) return null;
  const { content, file } = document;
  const found = await server.askSyntax('rename', { file, offset: content.offsetAt(position), newName });
  if (found === null || document.content !== content) return null;
  if ('refusal' in found) throw refusal(found.refusal);
  return { changes: { [uri]: found.map(({ span, text }) => ({ range: content.rangeAt(span), newText: text })) } };
}

function refusal(message: string): ResponseError<undefined> {
  return new ResponseError(ErrorCodes.InvalidRequest, message);
}

export const tokenLegend = { tokenTypes: [...tokenTypes], tokenModifiers: ['readonly'] };

/** The colours of assertion comments. */
export async function semanticTokens(server: LanguageServer, document: OpenDocument): Promise<SemanticTokens | null> {
  const { content, file } = document;
  const tokens = content.text.includes('@') ? await server.askSyntax('tokens', { file }) : [];
  if (document.content !== content) throw new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed.'); // The client asks again.
  if (tokens === null) return null;
  const data: number[] = [];
  let previous: Position = { line: 0, character: 0 };
  for (const { span, type, isReadonly } of tokens) {
    const start = content.positionAt(span.start);
    const lines = start.line - previous.line;
    const characters = lines === 0 ? start.character - previous.character : start.character;
    data.push(lines, characters, span.end - span.start, tokenTypes.indexOf(type), isReadonly ? 1 : 0);
    previous = start;
  }
  return { data };
}
