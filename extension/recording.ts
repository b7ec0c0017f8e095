import { DebugStackFrame, Position, Range, TextEditorRevealType, Uri, commands, debug, window, workspace } from 'vscode';
import type { DebugConfiguration, DebugSession, Disposable, ExtensionContext, OutputChannel, TextEditor } from 'vscode';
import { events, requests, type HistoryTold, type MomentTold, type Place, type PositionTold } from '../adapter/dap/querypoints/protocol.js';
import { debugType, launchFile } from './debugConfiguration.js';
import { askSession, type FollowedCalls } from './fromHere.js';
import { isAnalysed } from './languages.js';
import { frameIdOf, isRow } from './querypoints/questions.js';
import { AnswersView } from './recording/answersView.js';
import { rowsOfHistory } from './recording/answerRows.js';
import { CallTreeView, openEvent, type CallRow } from './recording/callTree.js';
import { HeldAgainst } from './recording/heldAgainst.js';
import { OpenRecordings, type OpenRecording } from './recording/openRecordings.js';
import { registerQueryLanguages } from './recording/queryLanguages.js';
import { pickRecording } from './recording/recordingPicker.js';
import { debugRecording, RecordingEditor } from './recording/recordingEditor.js';
import { RecordingQueries } from './recording/recordingQueries.js';

/** At most so many changes of a place are listed. */
const mostChanges = 1000;

/** What a row leads to. */
interface Leads {
  readonly recording: OpenRecording;
  readonly event: number | null;
  readonly place: Place | null;
}

/** Recordings: their editor, a debug session on each, the Call Tree, and what is asked of them. */
export function registerRecordings(context: ExtensionContext, followed: FollowedCalls, output: OutputChannel): readonly Disposable[] {
  const recordings = new OpenRecordings(context.asAbsolutePath('dist/adapter.cjs'));
  const answers = new AnswersView();
  const calls = new CallTreeView(recordings);
  const held = new HeldAgainst(context.asAbsolutePath('dist/whence.js'), output);
  const queries = new RecordingQueries(context.asAbsolutePath('dist/whence.js'), answers);
  const ofShown = (run: (recording: OpenRecording) => Promise<void>) => () => reporting(async () => run(await shown(recordings)));
  return [
    recordings,
    answers,
    calls,
    queries,
    new RecordingEditor(context.extensionUri, recordings),
    recordings.onDidShow((recording) => void commands.executeCommand('setContext', 'whence.hasRecording', recording !== null)),
    recordings.onDidShow(() => followed.end(withoutSession)),
    held,
    debug.onDidStartDebugSession((session) => showSession(recordings, held, session)),
    debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type !== debugType || event !== events.recorded) return;
      const { file, isAtMoment } = body as { readonly file: string; readonly isAtMoment: boolean };
      recordedBy.set(session.id, file);
      const before = waiting.get(String(session.configuration['__waiting']));
      if (isAtMoment && before !== undefined) void debug.stopDebugging(before);
      showSession(recordings, held, session);
    }),
    debug.onDidTerminateDebugSession(({ id }) => {
      waiting.delete(id);
      recordedBy.delete(id);
      sessions.delete(id);
      held.end(id);
    }),
    ...registerQueryLanguages(recordings, (name) => context.asAbsolutePath(`dist/${name}`)),
    commands.registerCommand(
      'whence.debugRecording',
      ofShown(({ uri }) => debugRecording(uri)),
    ),
    commands.registerCommand('whence.openRecording', () => reporting(openRecording)),
    commands.registerCommand('whence.recordAndDebug', () => reporting(recordAndDebug)),
    commands.registerCommand('whence.recordFromNowOn', () => reporting(recordFromNowOn)),
    commands.registerCommand(
      'whence.askRecording',
      ofShown(async (recording) => queries.choose(recording, await eventOf(recording))),
    ),
    commands.registerCommand(
      'whence.runQuery',
      ofShown((recording) => runQuery(queries, recording)),
    ),
    commands.registerCommand(
      'whence.compareRecordings',
      ofShown((recording) => compare(queries, recordings, recording)),
    ),
    commands.registerCommand('whence.analyseFromHere', (context?: unknown) => reporting(() => analyseFromHere(followed, context))),
    commands.registerCommand('whence.filterCalls', () => calls.askFilter()),
    commands.registerCommand('whence.moreCalls', (row: CallRow) => calls.more(row)),
    commands.registerCommand(openEvent, (leads: Leads) => reporting(() => show(recordings, leads))),
    commands.registerCommand('whence.history', (row?: unknown) => reporting(() => history(recordings, answers, row))),
    commands.registerCommand('whence.stepBackInto', () => reporting(() => stepBack('in'))),
    commands.registerCommand('whence.stepBackOut', () => reporting(() => stepBack('out'))),
    commands.registerCommand('whence.goToEvent', () => reporting(goToEvent)),
  ];
}

/** Sessions that show a recording, by their ids. */
const sessions = new Map<string, DebugSession>();

/** Sessions that wait until a recording is shown from there, by their ids. */
const waiting = new Map<string, DebugSession>();

/** What sessions have recorded, by their ids. */
const recordedBy = new Map<string, string>();

/** The file of the recording that a session shows; null when it shows none. */
function fileOf(session: DebugSession | undefined): string | null {
  const file: unknown = session?.configuration['recording'] ?? recordedBy.get(session?.id ?? '');
  return session?.type === debugType && typeof file === 'string' ? file : null;
}

/** The recording that is shown; throws a sentence when none is. */
async function shown(recordings: OpenRecordings): Promise<OpenRecording> {
  const file = fileOf(debug.activeDebugSession);
  if (recordings.shown !== null) return recordings.shown;
  if (file !== null) return recordings.open(Uri.file(file));
  throw new Error('No recording is open: open one, or record a program.');
}

/** The views show the recording of a session that has started. */
function showSession(recordings: OpenRecordings, held: HeldAgainst, session: DebugSession): void {
  const file = fileOf(session);
  if (file === null) return;
  sessions.set(session.id, session);
  recordings.open(Uri.file(file)).then(
    async (recording) => {
      recordings.show(recording);
      await held.begin(session, recording).catch(() => {}); // the recording is closed
    },
    () => {}, // the session says what is wrong
  );
}

/** The session that shows a recording: the one in front, if it does. */
function sessionOf({ uri }: OpenRecording): DebugSession | undefined {
  const all = [debug.activeDebugSession, ...sessions.values()];
  return all.find((session) => session !== undefined && fileOf(session) === uri.fsPath);
}

/** Where the session of a recording is in time; null when there is none. */
async function eventOf(recording: OpenRecording): Promise<number | null> {
  const told = sessionOf(recording)?.customRequest(requests.position) as Promise<PositionTold> | undefined;
  return (
    told?.then(
      ({ event }) => event,
      () => null, // the session is about to end
    ) ?? null
  );
}

async function openRecording(): Promise<void> {
  const uri = await pickRecording('Open a recording', null);
  if (uri !== undefined) await commands.executeCommand('vscode.openWith', uri, 'whence.recording');
}

/** Runs the program of the session in front, else the file in front, and records it; then its recording is opened. */
async function recordAndDebug(): Promise<void> {
  const session = debug.activeDebugSession;
  const document = window.activeTextEditor?.document;
  const folder = session?.workspaceFolder ?? (document === undefined ? undefined : workspace.getWorkspaceFolder(document.uri));
  const isLaunched = session?.type === debugType && session.configuration.request === 'launch';
  if (!isLaunched && (document === undefined || document.uri.scheme !== 'file' || !isAnalysed(document)))
    throw new Error('Open a JavaScript or TypeScript file to record it.');
  const configuration = isLaunched ? session.configuration : launchFile(document?.uri.fsPath ?? '');
  const name = String(configuration['name']).replace(/^Run /, '');
  await debug.startDebugging(folder, { ...configuration, name: `Record ${name}`, record: true } as unknown as DebugConfiguration);
}

/** The same of a session that waits: its recording is shown from there, and takes its place. */
async function recordFromNowOn(): Promise<void> {
  const session = debug.activeDebugSession;
  if (session?.type !== debugType || session.configuration.request !== 'launch' || fileOf(session) !== null)
    throw new Error('Only a program that Whence has started can be recorded: stop it where the recording is to begin.');
  const item = debug.activeStackItem;
  const thread = item === undefined ? {} : { threadId: item.threadId };
  const moment = (await session.customRequest(requests.moment, thread)) as MomentTold;
  const { configuration, workspaceFolder } = session;
  const name = `Record ${String(configuration['name']).replace(/^Run /, '')}`;
  waiting.set(session.id, session);
  const own = { name, record: true, __moment: moment, __waiting: session.id };
  await debug.startDebugging(workspaceFolder, { ...configuration, ...own } as unknown as DebugConfiguration);
}

async function runQuery(queries: RecordingQueries, recording: OpenRecording): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document === undefined || !/\.(sql|pl)$/.test(document.uri.path))
    throw new Error('Open a query first: a file that ends in .sql or .pl.');
  await queries.runFile(recording, document.uri);
}

async function compare(queries: RecordingQueries, recordings: OpenRecordings, recording: OpenRecording): Promise<void> {
  const other = await pickRecording('Compare with another recording', recording.uri);
  if (other !== undefined) await queries.compare(recording, await recordings.open(other));
}

/** The row that was chosen last. */
let chosen: Leads | null = null;

/**
 * Opens the place of a row, and brings the session of the recording to its event. VS Code then puts the cursor where the stopped statement
 * begins, which may be lines before the place: it is brought back.
 */
async function show(recordings: OpenRecordings, leads: Leads): Promise<void> {
  const { recording, event, place } = leads;
  chosen = leads;
  const editor = place === null ? null : await showPlace(recordings.uriOf(recording, place), place);
  const session = sessionOf(recording);
  if (event === null || session === undefined) return;
  const moved = changedStackItem();
  await session.customRequest(requests.goTo, { event });
  if (place === null || editor === null || !(await moved)) return;
  const isOther = window.activeTextEditor?.document !== editor.document || window.activeTextEditor.selection.active.line !== place.line - 1;
  if (chosen === leads && isOther) await showPlace(editor.document.uri, place);
}

async function showPlace(uri: Uri, { line, column }: NonNullable<Leads['place']>): Promise<TextEditor> {
  const start = new Position(line - 1, column - 1);
  const document = await workspace.openTextDocument(uri);
  const editor = await window.showTextDocument(document, { selection: new Range(start, start), preview: true });
  editor.revealRange(new Range(start, start), TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

/** How long VS Code may take to show a stop. */
const mostStopMs = 3_000;

/** Resolves to whether VS Code has shown another frame, once it has. */
function changedStackItem(): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isChanged: boolean): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve(isChanged);
    };
    const listening = debug.onDidChangeActiveStackItem((item) => {
      if (item instanceof DebugStackFrame) end(true);
    });
    const timer = setTimeout(end, mostStopMs, false);
  });
}

/** Every change of the place in a row of the Variables view. */
async function history(recordings: OpenRecordings, answers: AnswersView, row: unknown): Promise<void> {
  const session = debug.activeDebugSession;
  const { container, variable } = (row ?? {}) as {
    readonly container?: { readonly variablesReference?: number };
    readonly variable?: { readonly name?: string };
  };
  if (session === undefined || container?.variablesReference === undefined || variable?.name === undefined)
    throw new Error('Right-click a variable of a recording to see its history.');
  const args = { variablesReference: container.variablesReference, name: variable.name, count: mostChanges };
  const told = (await session.customRequest(requests.history, args)) as HistoryTold;
  const recording = await shown(recordings);
  await answers.show({ question: `history of ${told.title}`, recording, rows: rowsOfHistory(told), total: told.total, notes: [] });
}

/** What was followed in a recording that no session shows. */
const withoutSession = 'without a session';

/** Follows a call: of the Call Tree, the one that a located point happens in, or that of a frame. `context`: a row, else the frame in front. */
async function analyseFromHere(followed: FollowedCalls, context: unknown): Promise<void> {
  if (isCall(context)) {
    const { recording, call } = context;
    const session = sessionOf(recording);
    const owner = session?.id ?? withoutSession;
    return followed.follow(owner, (args) => recording.connection.request(requests.fromHere, args), { event: call.event });
  }
  const session = debug.activeDebugSession;
  if (session === undefined || fileOf(session) === null)
    throw new Error('A call is followed in a recording: record the program first (Record and Debug), and ask there.');
  if (isRow(context)) {
    const { event = null } = context.point ?? {};
    if (event === null) throw new Error('This point has no event in the recording.');
    return followed.follow(session.id, askSession(session), { event });
  }
  const frameId = await frameIdOf(session, context);
  if (frameId === null) throw new Error('Select a frame in the Call Stack first.');
  return followed.follow(session.id, askSession(session), { frameId });
}

function isCall(context: unknown): context is Extract<CallRow, { readonly kind: 'call' }> {
  return typeof context === 'object' && context !== null && 'call' in context && 'recording' in context;
}

async function stepBack(kind: 'in' | 'out'): Promise<void> {
  const session = recordingSession();
  const item = debug.activeStackItem;
  const threadId = item instanceof DebugStackFrame ? item.threadId : 1;
  await session.customRequest(requests.step, { threadId, direction: 'back', kind });
}

async function goToEvent(): Promise<void> {
  const session = recordingSession();
  const text = await window.showInputBox({
    title: 'Go to an event',
    prompt: 'The number of an event of the recording, from 0',
    validateInput: (given) => (/^\d{1,10}$/.test(given.trim()) ? null : 'A whole number'),
  });
  if (text !== undefined) await session.customRequest(requests.goTo, { event: Number(text) });
}

function recordingSession(): DebugSession {
  const session = debug.activeDebugSession;
  if (session?.type !== debugType) throw new Error('No recording is debugged: open one.');
  return session;
}

/** What cannot be done is said. */
async function reporting(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    void window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}
