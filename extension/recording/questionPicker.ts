import { QuickPickItemKind, window, workspace } from 'vscode';
import type { QuickPickItem, Uri } from 'vscode';
import { catalogue, type QuestionKey, type QuestionShape } from '../../adapter/query/catalogue.js';

/** What is to be asked: a query of the workspace, or a text, which names a question or is a query of its own. */
export type AskedWords = { readonly file: Uri } | { readonly text: string; readonly isNamed: boolean };

/** A question of the list, or a query of the workspace. */
type Choice = QuickPickItem & { readonly question?: QuestionShape; readonly file?: Uri };

/** The last text of each question: whoever mistyped one, or asks again, goes on from it. */
const lastTexts = new Map<string, string>();

/** Lets the user choose a question or a query, and write what it needs; null when there is none. `event`: where the session is in time. */
export async function askWords(event: number | null): Promise<AskedWords | null> {
  const chosen = await window.showQuickPick(await choices(), {
    title: 'Ask the recording',
    placeHolder: 'A question, or a query of your own',
    matchOnDescription: true,
  });
  if (chosen === undefined) return null;
  if (chosen.file !== undefined) return { file: chosen.file };
  const { question } = chosen;
  const name = question?.name ?? '';
  if (question?.keys.every(({ isRequired }) => !isRequired) === true) return { text: `${name}()`, isNamed: true };
  const value = (event === null ? lastTexts.get(name) : undefined) ?? (question === undefined ? exampleQuery : template(question, event));
  const text = await window.showInputBox({
    title: question?.title ?? 'A query in SQL, or a goal in Prolog',
    prompt:
      question === undefined ? 'Relations: run, call, argument, exit, change, local, branch, exception, object, …' : hintsOf(question),
    value,
    ...(value.includes('""') ? { valueSelection: [value.indexOf('""') + 1, value.indexOf('""') + 1] } : {}),
    ignoreFocusOut: true,
  });
  if (text === undefined || text.trim() === '') return null;
  lastTexts.set(name, text);
  return { text, isNamed: question !== undefined };
}

const exampleQuery = 'select function, count(*) as calls from call group by function order by calls desc';

async function choices(): Promise<readonly Choice[]> {
  const files = workspace.isTrusted ? await workspace.findFiles('**/*.{sql,pl}', '**/node_modules/**', 100) : [];
  const queries = files
    .map((file): Choice => ({ label: `$(file-code) ${workspace.asRelativePath(file)}`, file }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  return [
    { label: 'questions', kind: QuickPickItemKind.Separator },
    ...catalogue
      .filter(({ name }) => name !== 'firstDifference')
      .map((question): Choice => ({ label: question.title, description: question.name, question })),
    { label: 'queries', kind: QuickPickItemKind.Separator },
    { label: '$(edit) Write a query…', description: 'in SQL or Prolog' },
    ...queries,
  ];
}

/** A question as one begins to write it: what must be given. */
function template({ name, keys }: QuestionShape, event: number | null): string {
  const wanted = keys.filter(({ isRequired }) => isRequired);
  const given = ({ kind }: QuestionKey) =>
    kind === 'event' ? (event === null ? '"end"' : String(event)) : kind === 'thread' ? '"main"' : kind === 'value' ? 'null' : '""';
  return `${name}(${wanted.map((key) => `${key.name}: ${given(key)}`).join(', ')})`;
}

/** How what a question needs is written. */
function hintsOf({ keys }: QuestionShape): string {
  const kinds = new Set(keys.filter(({ isRequired }) => isRequired).map(({ kind }) => kind));
  return [...kinds]
    .map((kind) => hints[kind] ?? '')
    .filter((hint) => hint !== '')
    .join(' · ');
}

const hints: Readonly<Partial<Record<QuestionKey['kind'], string>>> = {
  event: 'event: a number, or "end"',
  object: 'object: "Row#3", or "row @ 212" for what row is at event 212',
  class: 'class: its name',
  function: 'a function: "name", "Class.name" or "FILE:LINE"',
  location: 'location: "FILE:LINE"',
  value: 'value: as JSON',
};
