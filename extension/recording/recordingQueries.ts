import { spawn } from 'node:child_process';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { DiagnosticSeverity, Diagnostic, ProgressLocation, Range, languages, window, workspace } from 'vscode';
import type { Disposable, QuickPickItem, Uri } from 'vscode';
import { catalogue, type QuestionShape } from '../../adapter/query/catalogue.js';
import type { Place } from '../../adapter/dap/querypoints/protocol.js';
import { notesOf, rowsOfAnswer, type PrintedAnswer } from './answerRows.js';
import type { AnswersView, ShownAnswer } from './answersView.js';
import type { OpenRecording } from './openRecordings.js';

/** At most so many rows are shown. */
const mostRows = 1000;

/** A question of the list, or a query of the workspace. */
type Choice = QuickPickItem & { readonly question?: QuestionShape; readonly file?: Uri; readonly isTyped?: true };

/** Questions and queries about the recording that is shown. Each is answered by our command line, in a process of its own. */
export class RecordingQueries implements Disposable {
  private readonly faults = languages.createDiagnosticCollection('whence queries');

  constructor(
    private readonly command: string,
    private readonly answers: AnswersView,
  ) {}

  dispose(): void {
    this.faults.dispose();
  }

  /** Asks which question is to be put, and puts it. */
  async choose(recording: OpenRecording): Promise<void> {
    const chosen = await window.showQuickPick(await this.choices(), {
      title: 'Ask the recording',
      placeHolder: 'A question, or a query of your own',
    });
    if (chosen?.file !== undefined) return this.runFile(recording, chosen.file);
    if (chosen === undefined) return;
    const value = chosen.question === undefined ? 'select function, count(*) from call group by function' : template(chosen.question);
    const text = await window.showInputBox({
      title: chosen.question === undefined ? 'A query in SQL, or a goal in Prolog' : keysText(chosen.question),
      value,
      ...(value.includes('"') ? { valueSelection: [value.indexOf('"') + 1, value.indexOf('"', value.indexOf('"') + 1)] } : {}),
    });
    if (text === undefined || text.trim() === '') return;
    await this.run(recording, chosen.question === undefined ? [text] : ['--ask', text], text);
  }

  /** Runs a query that is a file. What is wrong with it is said at its place. */
  async runFile(recording: OpenRecording, file: Uri): Promise<void> {
    this.faults.delete(file);
    await workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.toString() === file.toString())?.save();
    await this.run(recording, [file.fsPath], workspace.asRelativePath(file), file);
  }

  /** Holds the recording against another one. */
  async compare(recording: OpenRecording, other: Uri): Promise<void> {
    const { uri } = recording;
    await this.run(
      recording,
      ['--against', other.fsPath, '--ask', 'firstDifference()'],
      `${workspace.asRelativePath(uri)} against ${workspace.asRelativePath(other)}`,
    );
  }

  private async choices(): Promise<readonly Choice[]> {
    const files = workspace.isTrusted ? await workspace.findFiles('**/*.{sql,pl}', '**/node_modules/**', 100) : [];
    const asked = catalogue.filter(({ name }) => name !== 'firstDifference');
    return [
      ...files.map((file): Choice => ({
        label: `$(file-code) ${workspace.asRelativePath(file)}`,
        description: 'query of the workspace',
        file,
      })),
      ...asked.map((question): Choice => ({ label: question.name, description: keysText(question), question })),
      { label: '$(edit) Write a query…', description: 'in SQL or Prolog', isTyped: true },
    ];
  }

  private async run(recording: OpenRecording, args: readonly string[], question: string, file?: Uri): Promise<void> {
    const cwd = workspace.getWorkspaceFolder(recording.uri)?.uri.fsPath ?? dirname(recording.uri.fsPath);
    try {
      const printed = await window.withProgress(
        { location: ProgressLocation.Notification, title: `Whence: ${question}`, cancellable: true },
        (_, token) => this.printed(recording, args, cwd, (end) => token.onCancellationRequested(end)),
      );
      if (printed === null) return;
      const placeOf = await placesIn(recording, cwd);
      const answer: ShownAnswer = {
        question,
        recording,
        rows: rowsOfAnswer(printed, placeOf),
        total: printed.total,
        notes: notesOf(printed),
      };
      await this.answers.show(answer);
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), file);
    }
  }

  /** What the command line prints; null when it was cancelled. */
  private printed(
    { uri }: OpenRecording,
    args: readonly string[],
    cwd: string,
    onCancel: (end: () => void) => void,
  ): Promise<PrintedAnswer | null> {
    const words = [this.command, 'query', uri.fsPath, ...args, '--json', '--limit', String(mostRows)];
    const child = spawn(process.execPath, words, { cwd, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
    let isCancelled = false;
    onCancel(() => {
      isCancelled = true;
      child.kill();
    });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    return new Promise((done, failed) => {
      child.on('error', failed);
      child.on('close', (code) => {
        if (isCancelled) done(null);
        else if (code === 2 || out === '') failed(new Error(err.trim().replace(/^whence: /, '') || 'The recording cannot be asked.'));
        else done(JSON.parse(out) as PrintedAnswer);
      });
    });
  }

  private say(sentence: string, file: Uri | undefined): void {
    const [, line, column, message] = /^line (\d+), column (\d+): ([^]*)$/.exec(sentence) ?? [];
    if (file !== undefined && message !== undefined) {
      const [row, start] = [Number(line) - 1, Number(column) - 1];
      this.faults.set(file, [new Diagnostic(new Range(row, start, row, start + 1), message, DiagnosticSeverity.Error)]);
    }
    void window.showErrorMessage(sentence.replaceAll('[', '(').replaceAll(']', ')'));
  }
}

/** Where files of an answer are shown: as the recording has them, or on disk where that is the same. */
async function placesIn({ connection }: OpenRecording, cwd: string): Promise<(file: string, line: number, column: number) => Place> {
  const { sources } = await connection.request<{
    readonly sources: readonly { readonly path?: string; readonly sourceReference?: number }[];
  }>('loadedSources', {});
  const references = new Map(sources.map(({ path = '', sourceReference }) => [path, sourceReference] as const));
  return (file, line, column) => {
    const path = isAbsolute(file) ? file : resolve(cwd, file);
    const known = [...references.keys()].find((one) => one === path || relative(one, path) === '');
    const reference = references.get(known ?? path);
    return { file: known ?? path, line, column, ...(reference === undefined ? {} : { reference }) };
  };
}

function keysText({ name, keys }: QuestionShape): string {
  return `${name}(${keys.map(({ name: key, isRequired }) => (isRequired ? key : `${key}?`)).join(', ')})`;
}

/** A question as one begins to write it: what must be given. */
function template({ name, keys }: QuestionShape): string {
  const wanted = keys.filter(({ isRequired }) => isRequired).map(({ name: key, kind }) => `${key}: ${kind === 'event' ? '"end"' : '""'}`);
  return `${name}(${wanted.join(', ')})`;
}
