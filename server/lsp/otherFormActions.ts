import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CodeAction, CreateFile, TextDocumentEdit } from 'vscode-languageserver';
import type { Insertion } from '../check/rules/ruleForms.js';
import type { CheckedDocument } from './documentChecks.js';
import { pathOf } from './documents.js';
import type { LanguageServer } from './languageServer.js';
import { label, type Range } from './protocol.js';

const kind = 'refactor.rewrite';

/** A rule as an assertion at the field that it speaks of, and an assertion as a rule: from the code of `whence rules export` and `import`. */
export async function otherFormActions(server: LanguageServer, checked: CheckedDocument, range: Range): Promise<CodeAction[]> {
  const isFile = pathOf(checked.document.uri) !== null;
  if (!isFile) return [];
  return checked.rules === null ? ruleActions(server, checked, range) : assertionActions(server, checked, range);
}

/** In a rules file: the rules as assertions. */
async function assertionActions(server: LanguageServer, { document, content }: CheckedDocument, range: Range): Promise<CodeAction[]> {
  const span = { start: content.offsetAt(range.start), end: content.offsetAt(range.end) };
  const forms = (await server.askSyntax('otherForms', { file: document.file, span })) ?? [];
  if (document.content !== content) return [];
  return forms.flatMap((form) => {
    if ('stays' in form) return disabled(server, 'Add an @invariant that says this', `${form.rule} stays a rule: ${form.stays}`);
    const title = label(`Add ${form.assertion} to ${form.of}`);
    return [{ title, kind, edit: { documentChanges: textEdits(server, [form.insertion]) } }];
  });
}

/** In a program: the assertion on the line as a rule of the rules file beside it. */
async function ruleActions(server: LanguageServer, { document, content }: CheckedDocument, { start }: Range): Promise<CodeAction[]> {
  if (!content.lineText(start.line).includes('@')) return [];
  const added = await server.askSyntax('addedRule', { file: document.file, line: content.reportPlace(start).line });
  if (added === null || document.content !== content) return [];
  if (added.kind === 'stays') return disabled(server, 'Add a rule that says this', `@${added.tag} stays an assertion: ${added.reason}`);
  if (added.isNew && !server.client.makesFiles) return [];
  const files = added.isNew ? newFiles(server, added.file, added.insertions) : textEdits(server, added.insertions);
  return [{ title: label(`Add a rule that says this to ${basename(added.file)}`), kind, edit: { documentChanges: files } }];
}

function disabled(server: LanguageServer, title: string, reason: string): CodeAction[] {
  return server.client.showsDisabledActions ? [{ title, kind, disabled: { reason: label(reason) } }] : [];
}

function textEdits(server: LanguageServer, insertions: readonly Insertion[]): TextDocumentEdit[] {
  const [first] = insertions;
  if (first === undefined) return [];
  const open = server.documents.ofFile(first.file);
  const edits = insertions.map(({ line, column, text }) => {
    const position = { line: line - 1, character: column - 1 };
    return { range: { start: position, end: position }, newText: text };
  });
  return [{ textDocument: { uri: server.documents.uriOf(first.file), version: open?.version ?? null }, edits }];
}

/** The name under which the types of `whence/rules` stand beside a rules file. */
const typesName = 'whence-rules.d.ts';

/** A rules file that is new, with the types that TypeScript needs for it. */
function newFiles(server: LanguageServer, file: string, insertions: readonly Insertion[]): (CreateFile | TextDocumentEdit)[] {
  const types = join(dirname(file), typesName);
  const referring: Insertion = { file, line: 1, column: 1, text: `/// <reference path="./${typesName}" />\n` };
  const typesText = readFileSync(new URL('./rules.d.ts', import.meta.url), 'utf8');
  const create = (path: string): CreateFile => ({ kind: 'create', uri: pathToFileURL(path).href, options: { ignoreIfExists: true } });
  const written = existsSync(types) ? [] : [create(types), ...textEdits(server, [{ file: types, line: 1, column: 1, text: typesText }])];
  return [...written, create(file), ...textEdits(server, [referring, ...insertions])];
}
