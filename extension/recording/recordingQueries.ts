import { spawn } from 'node:child_process';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { DiagnosticSeverity, Diagnostic, ProgressLocation, Range, languages, window, workspace } from 'vscode';
import type { Disposable, Uri } from 'vscode';
import type { Place } from '../../adapter/dap/querypoints/protocol.js';
import { notesOf, rowsOfAnswer, type PrintedAnswer } from './answerRows.js';
import type { AnswersView, ShownAnswer } from './answersView.js';
import { rowsOfComparison, type ComparedRecording, type PrintedComparison } from './differenceRows.js';
import type { OpenRecording } from './openRecordings.js';
import { askWords } from './questionPicker.js';

/** At most so many rows are shown. */
const mostRows = 1000;

/** Questions and queries about the recording that is shown. Each is answered by our command line, in a process of its own. */
export class RecordingQueries implements Disposable {
  private readonly faults = languages.createDiagnosticCollection('whence queries');
  private readonly listening = workspace.onDidChangeTextDocument(({ document }) => this.faults.delete(document.uri));

  constructor(
    private readonly command: string,
    private readonly answers: AnswersView,
  ) {}

  dispose(): void {
    this.listening.dispose();
    this.faults.dispose();
  }

  /** Asks which question is to be put, and puts it. `event`: where the session of the recording is. */
  async choose(recording: OpenRecording, event: number | null): Promise<void> {
    const asked = await askWords(event);
    if (asked === null) return;
    if ('file' in asked) return this.runFile(recording, asked.file);
    await this.run(recording, [...(asked.isNamed ? ['--ask'] : []), asked.text], asked.text);
  }

  /** Runs a query that is a file. What is wrong with it is said at its place. */
  async runFile(recording: OpenRecording, file: Uri): Promise<void> {
    this.faults.delete(file);
    await workspace.textDocuments.find(({ uri, isDirty }) => isDirty && uri.toString() === file.toString())?.save();
    await this.run(recording, [file.fsPath], workspace.asRelativePath(file), file);
  }

  /** Holds two recordings against each other. */
  async compare(one: OpenRecording, other: OpenRecording): Promise<void> {
    const names = [one, other].map(({ uri }) => (workspace.getWorkspaceFolder(uri) ? workspace.asRelativePath(uri) : basename(uri.fsPath)));
    const question = names.join(' against ');
    const cwd = folderOf(one);
    const printed = await this.printed<PrintedComparison>(one, ['--against', other.uri.fsPath], question);
    if (printed === null) return;
    const both = await Promise.all([compared(one, names[0] ?? '', cwd), compared(other, names[1] ?? '', cwd)]);
    await this.answers.show({
      question,
      recording: one,
      rows: rowsOfComparison(printed, both),
      total: printed.total,
      notes:
        printed.total > 0
          ? []
          : [printed.equal === true ? 'The runs do not differ.' : 'The runs do not differ in what both recordings hold.'],
      counted: ['difference', 'differences'],
    });
  }

  private async run(recording: OpenRecording, args: readonly string[], question: string, file?: Uri): Promise<void> {
    const printed = await this.printed<PrintedAnswer>(recording, args, question, file);
    if (printed === null) return;
    const placeOf = await placesIn(recording, folderOf(recording));
    const answer: ShownAnswer = {
      question,
      recording,
      rows: rowsOfAnswer(printed, placeOf),
      total: printed.total,
      notes: notesOf(printed),
    };
    await this.answers.show(answer);
  }

  /** What the command line prints, while its progress is shown; null when it was cancelled, or when it was said why there is nothing. */
  private async printed<T>(recording: OpenRecording, args: readonly string[], question: string, file?: Uri): Promise<T | null> {
    try {
      const title = `Whence: ${question.length > longestTitle ? `${question.slice(0, longestTitle)}…` : question}`;
      return await window.withProgress({ location: ProgressLocation.Notification, title, cancellable: true }, (_, token) =>
        this.answered<T>(recording, args, (end) => token.onCancellationRequested(end)),
      );
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), file);
      return null;
    }
  }

  private answered<T>(recording: OpenRecording, args: readonly string[], onCancel: (end: () => void) => void): Promise<T | null> {
    const words = [this.command, 'query', recording.uri.fsPath, ...args, '--json', '--limit', String(mostRows)];
    const child = spawn(process.execPath, words, { cwd: folderOf(recording), env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } });
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
        else done(JSON.parse(out) as T);
      });
    });
  }

  private say(sentence: string, file: Uri | undefined): void {
    const [, line, column, message] = /^line (\d+), column (\d+): ([^]*)$/.exec(sentence) ?? [];
    if (file !== undefined && message !== undefined) {
      const at = workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
      const [row, start] = [Number(line) - 1, Number(column) - 1];
      const word = at?.getWordRangeAtPosition(new Range(row, start, row, start).start);
      const range = word ?? new Range(row, start, row, start + 1);
      const fault = new Diagnostic(range, message, DiagnosticSeverity.Error);
      fault.source = 'Whence';
      this.faults.set(file, [fault]);
    }
    void window.showErrorMessage(sentence.replaceAll('[', '(').replaceAll(']', ')'));
  }
}

/** A progress names so much of what is asked. */
const longestTitle = 80;

/** What paths in answers are relative to. */
function folderOf({ uri }: OpenRecording): string {
  return workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? workspace.workspaceFolders?.[0]?.uri.fsPath ?? dirname(uri.fsPath);
}

async function compared(recording: OpenRecording, name: string, cwd: string): Promise<ComparedRecording> {
  return { recording, name, placeOf: await placesIn(recording, cwd) };
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
