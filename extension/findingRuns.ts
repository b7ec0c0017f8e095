import {
  CodeAction,
  CodeActionKind,
  DiagnosticRelatedInformation,
  EventEmitter,
  Location,
  Position,
  commands,
  languages,
  window,
} from 'vscode';
import type { CodeActionProvider, Diagnostic, DebugSession, Disposable, TextDocument, Uri } from 'vscode';
import { vsdiag } from 'vscode-languageclient/node.js';
import { label } from '../server/lsp/protocol.js';
import type { DiagnosticData } from '../server/lsp/protocol.js';
import type { Chain } from '../adapter/dap/querypoints/protocol.js';
import { meetingsOf, meetingsWith, seenText, withMeetings, type FindingName, type Meeting } from './findingRuns/meetings.js';
import { documentSelector } from './languages.js';
import { uriOf } from './placeUri.js';
import { idOf } from './querypoints/chainStore.js';
import type { Questions } from './querypoints/questions.js';

const goThere = 'whence.goToRunOfFinding';
const title = 'Go There in the Run';
const { full } = vsdiag.DocumentDiagnosticReportKind;

/** The diagnostics of a file, as the server reports them. */
interface Told {
  readonly resultId: string;
  readonly items: readonly Diagnostic[];
  /** What the server said is related to each. */
  readonly related: ReadonlyMap<Diagnostic, readonly DiagnosticRelatedInformation[]>;
}

/** The runs that met findings: related information in Problems, and the way there. Kept until the window is closed, or the finding goes. */
export class FindingRuns implements CodeActionProvider, Disposable {
  private readonly changed = new EventEmitter<void>();
  /** Diagnostics are to be asked for once more. */
  readonly onDidChange = this.changed.event;
  private meetings: readonly Meeting[] = [];
  private readonly told = new Map<string, Told>();

  dispose(): void {
    this.changed.dispose();
  }

  /** A chain of a session is new, or has changed. */
  met(session: DebugSession, chain: Chain): void {
    const added = meetingsOf(session.id, idOf(session, chain), chain);
    if (added.length === 0) return;
    this.keep(withMeetings(this.meetings, added));
    this.changed.fire();
  }

  /** A report of the server, with the runs that met its findings. */
  completed(uri: Uri, report: vsdiag.DocumentDiagnosticReport | null | undefined): vsdiag.DocumentDiagnosticReport | null | undefined {
    const key = uri.toString();
    if (report?.kind === full) {
      const { items, resultId = '' } = report;
      this.told.set(key, { resultId, items, related: new Map(items.map((item) => [item, item.relatedInformation ?? []])) });
      this.forget(uri.fsPath, items);
    }
    const told = this.told.get(key);
    if (told === undefined || (report?.kind !== full && report?.resultId !== told.resultId)) return report;
    const isOther = told.items.map((item) => this.complete(uri, item, told)).includes(true);
    return report.kind === full || !isOther ? report : { kind: full, resultId: told.resultId, items: [...told.items] };
  }

  provideCodeActions(
    document: TextDocument,
    _range: unknown,
    { diagnostics }: { readonly diagnostics: readonly Diagnostic[] },
  ): CodeAction[] {
    return diagnostics.flatMap((diagnostic) => {
      const last = this.meetingsOf(document.uri, diagnostic).at(-1);
      if (last === undefined) return [];
      const action = new CodeAction(title, CodeActionKind.QuickFix);
      action.diagnostics = [diagnostic];
      action.command = { command: goThere, title, arguments: [last] };
      return [action];
    });
  }

  /** The last meeting with a finding on the line of the cursor. */
  atCursor(): Meeting | null {
    const editor = window.activeTextEditor;
    if (editor === undefined) return null;
    const { document, selection } = editor;
    const found = languages
      .getDiagnostics(document.uri)
      .filter(({ range }) => range.start.line <= selection.active.line && selection.active.line <= range.end.line)
      .flatMap((diagnostic) => this.meetingsOf(document.uri, diagnostic));
    return found.at(-1) ?? null;
  }

  /** Says of a diagnostic which runs met it; true: something else than before. */
  private complete(uri: Uri, diagnostic: Diagnostic, { related }: Told): boolean {
    const meetings = this.meetingsOf(uri, diagnostic);
    const last = meetings.at(-1);
    const before = diagnostic.relatedInformation ?? [];
    const own = related.get(diagnostic) ?? [];
    const at = last && new Position(last.place.line - 1, last.place.column - 1);
    const seen = last && at ? [new DiagnosticRelatedInformation(new Location(uriOf(last.place), at), label(seenText(meetings)))] : [];
    diagnostic.relatedInformation = [...own, ...seen];
    return before.length !== own.length + seen.length || before.at(-1)?.message !== diagnostic.relatedInformation.at(-1)?.message;
  }

  private meetingsOf(uri: Uri, diagnostic: Diagnostic): readonly Meeting[] {
    const finding = nameOf(uri.fsPath, diagnostic);
    const ofFile = (this.told.get(uri.toString())?.items ?? []).flatMap((one) => nameOf(uri.fsPath, one) ?? []);
    return finding === null ? [] : meetingsWith(this.meetings, finding, ofFile);
  }

  /** Of findings that are gone, the runs are, too. */
  private forget(file: string, items: readonly Diagnostic[]): void {
    const ofFile = items.flatMap((one) => nameOf(file, one) ?? []);
    const found = new Set(ofFile.flatMap((finding) => meetingsWith(this.meetings, finding, ofFile)));
    this.keep(this.meetings.filter((one) => one.finding.file !== file || found.has(one)));
  }

  private keep(meetings: readonly Meeting[]): void {
    this.meetings = meetings;
    void commands.executeCommand('setContext', 'whence.hasFindingRuns', meetings.length > 0);
  }
}

/** Null: the diagnostic is none of a finding with a condition. */
function nameOf(file: string, diagnostic: Diagnostic): FindingName | null {
  const { condition = null } = ((diagnostic as { readonly data?: unknown }).data ?? {}) as Partial<DiagnosticData>;
  const { code, source, range } = diagnostic;
  if (condition === null || typeof code !== 'string' || source !== 'whence') return null;
  return { file, code, condition, line: range.start.line + 1 };
}

/** The quick fix and the command that lead from a finding to where a run met it. */
export function registerFindingRuns(runs: FindingRuns, questions: Questions): readonly Disposable[] {
  return [
    runs,
    languages.registerCodeActionsProvider([...documentSelector], runs, { providedCodeActionKinds: [CodeActionKind.QuickFix] }),
    commands.registerCommand(goThere, async (meeting?: Meeting | Uri) => {
      const met = meeting !== undefined && 'point' in meeting ? meeting : runs.atCursor();
      if (met === null) void window.showInformationMessage('No run that you asked about met a finding on this line.');
      else await questions.goTo(met);
    }),
  ];
}
