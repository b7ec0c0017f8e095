import { randomBytes } from 'node:crypto';
import { Uri, commands, env, window, workspace } from 'vscode';
import type { Disposable, Memento, OutputChannel, Webview, WebviewView, WebviewViewProvider } from 'vscode';
import { label } from '../server/lsp/protocol.js';
import type { Location, Position } from '../server/lsp/protocol.js';
import type { Live, Notice, Statement, ViewContent, ViewRequest } from './abstractState/stateMessages.js';
import { webviewPage } from './webviewPage.js';
import { Pins, placeOf } from './abstractState/pins.js';
import { StateReader } from './abstractState/reader.js';
import type { Reading, Wanted } from './abstractState/reader.js';
import { Stop } from './abstractState/stop.js';
import { StopMark } from './abstractState/stopMark.js';
import { verdictOf } from './abstractState/live.js';
import { stateText } from './abstractState/stateText.js';
import { statementOf, unfoldingOf } from './abstractState/statement.js';
import { analysedEditor } from './cursor.js';
import { placeOfCursor, reveal } from './reveal.js';
import type { Server } from './languageServer.js';

/** A cursor that moves on within this time is not followed. */
const followDelayMs = 100;

const viewId = 'whence.abstractState';
const currentId = 'current';
const stopId = 'stop';
const memoryKey = 'whence.pins';

/** A statement of a file, and what was last read of it. */
interface Shown extends Reading {
  readonly uri: string;
  /** Of the stop. */
  readonly live?: Live;
}

/** The view of abstract states: the one where a program waits, the one at the cursor, and those that are pinned. */
export class AbstractStateView implements WebviewViewProvider, Disposable {
  private readonly pins: Pins;
  private readonly reader: StateReader;
  private readonly stop: Stop;
  private readonly stopMark = new StopMark();
  private readonly disposables: Disposable[];
  private view: WebviewView | null = null;
  /** By the statement's id. */
  private readonly shown = new Map<string, Shown>();
  /** The unfolding that was selected, by the statement's id. */
  private readonly selected = new Map<string, string>();
  /** The text at the cursor has a syntax error. */
  private isUnreadable = false;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly server: Server,
    private readonly extensionUri: Uri,
    /** Keeps the pins while the window is closed. */
    private readonly memory: Memento,
    private readonly output: Pick<OutputChannel, 'appendLine'>,
  ) {
    this.pins = new Pins(memory.get(memoryKey));
    this.reader = new StateReader(server);
    this.stop = new Stop(this.reader);
    this.disposables = [
      this.reader,
      this.stop,
      this.stopMark,
      this.stop.onDidChange(() => {
        this.selected.delete(stopId);
        this.follow();
      }),
      window.registerWebviewViewProvider(viewId, this),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) this.follow();
      }),
      window.onDidChangeActiveTextEditor(() => this.follow()),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // The edits come sorted from the end of the text, so that none moves the places of the next.
        const haveMoved = this.pins.edit(document.uri.toString(), contentChanges);
        if (haveMoved) this.keepPins();
        if (haveMoved || document === window.activeTextEditor?.document) this.follow();
      }),
      server.onDidChangeStatus(({ state }) => {
        if (state !== 'busy') this.follow();
      }),
      commands.registerCommand('whence.pinState', () => this.pinAtCursor()),
      commands.registerCommand('whence.unpinStates', () => this.unpinAll()),
    ];
    this.tellWhetherPinned();
  }

  dispose(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Called by VS Code when the view is about to be seen for the first time. */
  resolveWebviewView(view: WebviewView): void {
    this.view = view;
    const dist = Uri.joinPath(this.extensionUri, 'dist');
    const media = Uri.joinPath(this.extensionUri, 'media');
    view.webview.options = { enableScripts: true, localResourceRoots: [dist, media] };
    view.webview.onDidReceiveMessage((request: ViewRequest) => this.answer(request));
    view.onDidChangeVisibility(() => this.follow());
    view.onDidDispose(() => {
      if (this.view === view) this.view = null;
    });
    view.webview.html = this.html(view.webview, dist, media);
  }

  private html(webview: Webview, dist: Uri, media: Uri): string {
    return webviewPage({
      title: 'Abstract State',
      nonce: randomBytes(18).toString('base64url'),
      cspSource: webview.cspSource,
      script: webview.asWebviewUri(Uri.joinPath(dist, 'abstractState.js')).toString(),
      style: webview.asWebviewUri(Uri.joinPath(media, 'abstractState.css')).toString(),
    });
  }

  private async answer(request: ViewRequest): Promise<void> {
    switch (request.kind) {
      case 'ready':
        this.post();
        return this.readAll();
      case 'pin':
        return this.pinAtCursor();
      case 'unpin':
        return this.unpin(request.statement);
      case 'copy':
        return this.copy(request.statement);
      case 'selectUnfolding':
        this.selected.set(request.statement, request.unfolding);
        return this.post();
      case 'reveal':
        return this.revealStatement(request.statement);
      case 'revealCall':
        return this.revealCall(request.statement, request.call);
      case 'restart':
        return this.server.restart();
    }
  }

  /** Reads again, once the cursor and the text have come to rest. Nothing is asked for a view that nobody sees. */
  private follow(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.view?.visible === true) void this.readAll();
      else void this.readStop(); // its line may say something
    }, followDelayMs);
  }

  private async readAll(): Promise<void> {
    const pinned = this.pins.all.map((pin) => this.read(pin.id, Uri.parse(pin.uri), placeOf(pin), { side: pin.side }));
    await Promise.all([this.readStop(), this.readCurrent(), ...pinned]);
  }

  private async readCurrent(): Promise<void> {
    const editor = analysedEditor();
    if (editor === null) {
      this.reader.withdraw(currentId);
      this.shown.delete(currentId);
      this.post();
      return;
    }
    await this.read(currentId, editor.document.uri, placeOfCursor(editor).position);
  }

  private async readStop(): Promise<void> {
    const found = await this.stop.read(stopId);
    if (found === 'withdrawn') return;
    if (found === null) this.shown.delete(stopId);
    else this.shown.set(stopId, { ...found.reading, uri: found.uri, live: found.live });
    this.tellVerdict();
    this.post();
  }

  /** In the editor; what should not be is for whoever looks into the analysis, too. */
  private tellVerdict(): void {
    const uri = this.shown.get(stopId)?.uri;
    const statement = this.statement(stopId);
    const verdict = statement === null ? null : verdictOf(statement);
    if (statement === null || verdict === null || uri === undefined) return this.stopMark.show(null);
    this.stopMark.show({ uri, line: statement.line - 1, text: verdict.text });
    if (verdict.standing === 'outside') this.output.appendLine(`${statement.file}:${statement.line}: ${verdict.text}`);
  }

  private async read(id: string, uri: Uri, position: Position, wanted: Wanted = {}): Promise<void> {
    const reading = await this.reader.read(id, uri, position, wanted);
    if (reading === 'withdrawn') return;
    this.isUnreadable = id === currentId ? reading === 'unreadable' : this.isUnreadable;
    // What is pinned stays, marked as old, while nothing newer is known; and everything while someone is in the middle of a word.
    const isKept = id !== currentId || (reading === 'unreadable' && this.shown.get(id)?.uri === uri.toString());
    if (reading !== null && reading !== 'unreadable') this.shown.set(id, { ...reading, uri: uri.toString() });
    else if (isKept) this.markOutdated(id);
    else this.shown.delete(id);
    this.post();
  }

  private markOutdated(id: string): void {
    const shown = this.shown.get(id);
    if (shown !== undefined) this.shown.set(id, { ...shown, isOutdated: true });
  }

  private async pinAtCursor(): Promise<void> {
    const editor = analysedEditor();
    if (editor === null) return;
    const { position } = placeOfCursor(editor);
    const reading = await this.reader.read('pinning', editor.document.uri, position);
    if (reading === 'withdrawn') return;
    if (reading === null || reading === 'unreadable') {
      const why = reading === null ? '' : ' The text has a syntax error.';
      void window.showInformationMessage(`There is no abstract state to pin at the cursor.${label(why)}`);
      return;
    }
    const uri = editor.document.uri.toString();
    const pin = this.pins.add(uri, reading.answer, position);
    if (pin !== null) {
      this.shown.set(pin.id, { ...reading, uri });
      const unfolding = this.selected.get(currentId);
      if (unfolding !== undefined) this.selected.set(pin.id, unfolding);
    }
    this.pinsChanged();
    await commands.executeCommand(`${viewId}.focus`, { preserveFocus: true });
  }

  private async copy(id: string): Promise<void> {
    const statement = this.statement(id);
    if (statement === null) return;
    await env.clipboard.writeText(stateText(statement));
    window.setStatusBarMessage('Copied the abstract state', 4000);
  }

  private unpin(id: string): void {
    this.reader.withdraw(id);
    this.pins.remove(id);
    this.shown.delete(id);
    this.selected.delete(id);
    this.pinsChanged();
  }

  private unpinAll(): void {
    for (const { id } of this.pins.all) this.unpin(id);
  }

  private pinsChanged(): void {
    this.keepPins();
    this.tellWhetherPinned();
    this.post();
  }

  private keepPins(): void {
    void this.memory.update(memoryKey, this.pins.toKeep());
  }

  /** For the `when` clauses of commands. */
  private tellWhetherPinned(): void {
    void commands.executeCommand('setContext', 'whence.hasPins', this.pins.all.length > 0);
  }

  private async revealStatement(id: string): Promise<void> {
    const shown = this.shown.get(id);
    if (shown === undefined) return;
    const pin = this.pins.all.find((candidate) => candidate.id === id);
    const range = pin === undefined ? shown.answer.span : { start: pin.start, end: pin.start };
    await revealOrSay({ uri: shown.uri, range });
  }

  private async revealCall(id: string, call: number): Promise<void> {
    const shown = this.shown.get(id);
    if (shown === undefined) return;
    const location = unfoldingOf(shown.answer, this.selected.get(id) ?? null)?.calls[call];
    if (location !== undefined) await revealOrSay(location);
  }

  private post(): void {
    const current = this.statement(currentId);
    const stop = this.statement(stopId);
    const isSame = stop !== null && this.shown.get(currentId)?.uri === this.shown.get(stopId)?.uri && isSameState(current, stop);
    const content: ViewContent = {
      notice: current === null && stop === null ? this.notice() : null,
      stop,
      current: isSame ? null : current,
      pins: this.pins.all.map(({ id }) => this.statement(id)).filter((statement) => statement !== null),
    };
    void this.view?.webview.postMessage(content);
  }

  private statement(id: string): Statement | null {
    const shown = this.shown.get(id);
    if (shown === undefined) return null;
    const { answer, uri, isOutdated, live } = shown;
    return statementOf(answer, { id, uri, isOutdated, unfolding: this.selected.get(id) ?? null, live: live ?? null });
  }

  private notice(): Notice {
    switch (this.server.status.state) {
      case 'stopped':
        return { text: 'The language server does not run.', canRestart: true };
      case 'starting':
      case 'restarting':
        return { text: 'The language server is starting…', canRestart: false };
      default:
        break;
    }
    const text =
      analysedEditor() === null
        ? 'Open a TypeScript or JavaScript file and put the cursor on a statement.'
        : this.isUnreadable
          ? 'The text has a syntax error: nothing is known of it.'
          : 'Nothing is known here. Put the cursor on a statement of a function that is analysed.';
    return { text, canRestart: false };
  }
}

/** Of statements of one file. */
function isSameState(a: Statement | null, b: Statement): boolean {
  return a !== null && a.line === b.line && a.text === b.text && a.side === b.side;
}

async function revealOrSay(location: Location): Promise<void> {
  try {
    await reveal(location);
  } catch {
    void window.showInformationMessage('The file is no longer there.');
  }
}
