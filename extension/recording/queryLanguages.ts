import { readFileSync } from 'node:fs';
import { CompletionItem, CompletionItemKind, Range, languages, workspace } from 'vscode';
import type { CompletionItemProvider, Disposable, Position, TextDocument } from 'vscode';
import { schema, type Column, type RelationShape } from '../../adapter/trace/relations/schema.js';
import type { OpenRecordings } from './openRecordings.js';
import { exportsOf, looksLikeProlog, relationsNamed, wordBefore } from './queryTexts.js';

/** The language of queries whose names end in `.pl`. */
const prolog = 'prolog';

/** Completion in queries about recordings, and Prolog for files that VS Code takes for Perl. `shipped`: the path of a file beside the extension. */
export function registerQueryLanguages(recordings: OpenRecordings, shipped: (name: string) => string): readonly Disposable[] {
  for (const document of workspace.textDocuments) tellLanguage(document);
  return [
    workspace.onDidOpenTextDocument(tellLanguage),
    languages.registerCompletionItemProvider('sql', new SqlCompletion(recordings), '.'),
    languages.registerCompletionItemProvider(prolog, new PrologCompletion(shipped), '(', '['),
  ];
}

/** A file that ends in `.pl` and is written in Prolog has its colours; Perl stays Perl. */
function tellLanguage(document: TextDocument): void {
  if (document.languageId !== 'perl' || !document.uri.path.endsWith('.pl') || !looksLikeProlog(document.getText())) return;
  languages.setTextDocumentLanguage(document, prolog).then(undefined, () => {}); // it was closed meanwhile
}

/** Relations and their columns. Only while a recording is shown: SQL files are mostly about something else. */
class SqlCompletion implements CompletionItemProvider {
  constructor(private readonly recordings: OpenRecordings) {}

  provideCompletionItems(document: TextDocument, position: Position): CompletionItem[] {
    if (this.recordings.shown === null) return [];
    const before = document.lineAt(position).text.slice(0, position.character);
    const text = document.getText();
    const owner = /(\w+)\.\w*$/.exec(before)?.[1];
    if (owner !== undefined) {
      const named = relationsNamed(text).get(owner) ?? owner;
      return schema.filter(({ name }) => name === named).flatMap((shape) => shape.columns.map((column) => columnItem(shape, column)));
    }
    const mentioned = new Set(relationsNamed(text).values());
    const columns = schema
      .filter(({ name }) => mentioned.has(name))
      .flatMap((shape) => shape.columns.map((column) => columnItem(shape, column)));
    return [...schema.map((shape) => relationItem(shape, 'a')), ...columns];
  }
}

/** Predicates; within `row(…)` relations, and in its list their columns. */
class PrologCompletion implements CompletionItemProvider {
  private predicates: readonly CompletionItem[] | null = null;

  constructor(private readonly shipped: (name: string) => string) {}

  provideCompletionItems(document: TextDocument, position: Position): CompletionItem[] {
    const before = document.getText(new Range(0, 0, position.line, position.character));
    const inRow = /\brow\(\s*(?:(\w+)\s*,\s*\[([^\]]*))?\w*$/.exec(before);
    if (inRow?.[1] !== undefined) {
      const shape = schema.find(({ name }) => name === inRow[1]);
      if (shape === undefined || !/(^|,)\s*\w*$/.test(inRow[2] ?? '')) return [];
      return shape.columns.map((column) => columnItem(shape, column));
    }
    if (inRow !== null) return schema.map((shape) => relationItem(shape, 'a'));
    if (wordBefore(before) === '') return [];
    return [...(this.predicates ??= this.known())];
  }

  private known(): readonly CompletionItem[] {
    const own = [
      { name: 'row', arity: 2, meaning: 'A row of a relation: `row(call, [event = Event, function = Name])`.' },
      { name: 'event', arity: 3, meaning: 'An event in JEL, the event log of JavaTA: `event(Id, Thread, Term)`.' },
    ];
    const shipped = ['questions.pl', 'javata.pl'].flatMap((file) => exportsOf(readFileSync(this.shipped(file), 'utf8')));
    return [...own, ...shipped].map(({ name, arity, meaning }) => {
      const item = new CompletionItem({ label: name, detail: `/${arity}` }, CompletionItemKind.Function);
      if (meaning !== undefined) item.documentation = meaning;
      return item;
    });
  }
}

function relationItem({ name, meaning }: RelationShape, order: string): CompletionItem {
  const item = new CompletionItem({ label: name, description: 'relation of recordings' }, CompletionItemKind.Struct);
  item.documentation = meaning;
  item.sortText = `${order}${name}`;
  return item;
}

function columnItem(shape: RelationShape, { name, type, meaning }: Column): CompletionItem {
  const item = new CompletionItem({ label: name, description: shape.name }, CompletionItemKind.Field);
  item.detail = type;
  item.documentation = meaning;
  item.sortText = `b${name}`;
  return item;
}
