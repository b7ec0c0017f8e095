import { randomBytes } from 'node:crypto';
import { Position, Range, TextEditorRevealType, Uri, commands, window } from 'vscode';
import type { Disposable, QuickPickItem, WebviewView, WebviewViewProvider } from 'vscode';
import type { Chain, Place } from '../adapter/dap/querypoints/protocol.js';
import { questionKinds } from '../adapter/querypoints/question/kinds.js';
import type { Asked, SelectionKind, TimelineCommand, TimelineMessage, TimelineRequest } from './timeline/timelineMessages.js';
import { changeAt } from './querypoints.js';
import type { ChainStore } from './querypoints/chainStore.js';
import type { Row } from './querypoints/rows.js';
import { openPoint } from './querypoints/tree.js';
import { isSameRun } from './timeline/model/lanes.js';
import { uriOf } from './placeUri.js';
import { webviewPage } from './webviewPage.js';
import { SessionChains } from './timeline/sessionChains.js';
import type { ChainChange, SessionChain } from './timeline/sessionChains.js';

const viewId = 'whence.timeline';

/** What the page does when a command asks for it. */
const pageCommands: Readonly<Record<string, TimelineCommand>> = {
  'whence.timeline.zoomIn': 'zoomIn',
  'whence.timeline.zoomOut': 'zoomOut',
  'whence.timeline.fit': 'fit',
  'whence.timeline.focusSelection': 'focusSelection',
  'whence.timeline.nextMark': 'nextMark',
  'whence.timeline.previousMark': 'previousMark',
  'whence.timeline.nextLane': 'nextLane',
  'whence.timeline.previousLane': 'previousLane',
  'whence.timeline.goTo': 'goTo',
  'whence.timeline.ask': 'ask',
  'whence.timeline.showMore': 'showMore',
  'whence.timeline.stopHere': 'stopHere',
  'whence.timeline.toggleTable': 'toggleTable',
  'whence.timeline.nextRun': 'nextRun',
};

/** What can be asked from a located point: the command behind each question. */
const questions: readonly (QuickPickItem & { readonly command: string })[] = Object.entries(questionKinds).flatMap(([kind, { entry }]) =>
  entry === null ? [] : [{ ...entry, command: `whence.${kind}` }],
);

/** The same question as of the point, with this candidate for its answer. */
const takeThis = { label: 'Take This One', description: 'the same question, answered by this change', command: changeAt };

/** A point of a chain, or a candidate of it. */
interface At {
  readonly key: string;
  readonly point: string;
  readonly candidate?: number | null;
}

/** The Timeline: the chain of answers beside all that was looked at to find them. */
export class TimelineView implements WebviewViewProvider, Disposable {
  private readonly chains = new SessionChains();
  private view: WebviewView | null = null;
  /** The key of the chain that is shown. */
  private shown: string | null = null;
  /** What the page has been sent: each chain as it was then, and the candidates of which points. */
  private readonly sent = new Map<string, { readonly chain: Chain; readonly points: Set<string> }>();
  private isReady = false;
  private readonly disposables: Disposable[] = [
    this.chains,
    this.chains.onDidChange((change) => this.changed(change)),
    window.registerWebviewViewProvider(viewId, this),
    commands.registerCommand('whence.revealChain', async (row?: Row) => {
      if (row?.kept === undefined) return;
      this.chains.show(row.kept, row.chain);
      await commands.executeCommand(`${viewId}.focus`);
    }),
    ...Object.entries(pageCommands).map(([id, command]) => commands.registerCommand(id, () => this.post({ kind: 'command', command }))),
  ];

  constructor(
    private readonly extensionUri: Uri,
    kept: ChainStore,
  ) {
    this.disposables.push(kept.onDidChange(() => this.chains.keepOnly(kept.all.map(({ id }) => id))));
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Called by VS Code when the view is about to be seen, each time anew after it was closed. */
  resolveWebviewView(view: WebviewView): void {
    this.view = view;
    this.isReady = false;
    const dist = Uri.joinPath(this.extensionUri, 'dist');
    const media = Uri.joinPath(this.extensionUri, 'media');
    view.webview.options = { enableScripts: true, localResourceRoots: [dist, media] };
    view.webview.onDidReceiveMessage((request: TimelineRequest) => this.answer(request));
    view.onDidDispose(() => {
      if (this.view !== view) return;
      this.view = null;
      this.isReady = false;
      this.tellSelection(null);
    });
    view.webview.html = webviewPage({
      title: 'Timeline',
      nonce: randomBytes(18).toString('base64url'),
      cspSource: view.webview.cspSource,
      script: view.webview.asWebviewUri(Uri.joinPath(dist, 'timeline.js')).toString(),
      style: view.webview.asWebviewUri(Uri.joinPath(media, 'timeline.css')).toString(),
    });
  }

  private async answer(request: TimelineRequest): Promise<void> {
    switch (request.kind) {
      case 'ready':
        // A page that was hidden has forgotten everything.
        this.isReady = true;
        this.sent.clear();
        this.shown = this.chains.get(request.shown)?.key ?? this.shown ?? this.chains.all.at(-1)?.key ?? null;
        return this.postShown();
      case 'show':
        this.shown = request.key;
        return this.postShown();
      case 'goTo': {
        return request.key !== null && request.point !== null
          ? this.run(openPoint, { key: request.key, point: request.point })
          : goTo(request.place);
      }
      case 'ask':
        return this.ask(request.key, request);
      case 'showMore':
      case 'stopHere':
        return this.run(`whence.${request.kind}`, request);
      case 'selected':
        return this.tellSelection(request.what);
    }
  }

  private changed({ key, isTurnedTo }: ChainChange): void {
    const chain = this.chains.get(key);
    if (chain === null) this.sent.delete(key);
    else if (isTurnedTo || this.shown === null) this.shown = key;
    if (this.shown === key && chain === null) this.shown = this.chains.all.at(-1)?.key ?? null;
    void this.postShown();
  }

  /** The chain that is shown, and of its candidates those that the page has not got. */
  private async postShown(): Promise<void> {
    if (!this.isReady) return;
    const shown = this.chains.get(this.shown);
    this.post({ kind: 'chains', chains: this.chains.titles, shown: shown?.key ?? null });
    if (shown === null) return this.tellSelection(null);
    const { key, chain, asking } = shown;
    this.post({ kind: 'chain', key, chain, asking });
    const known = this.sent.get(key);
    const sent = { chain, points: known !== undefined && isSameRun(known.chain, chain) ? known.points : new Set<string>() };
    this.sent.set(key, sent);
    const missing = chain.points.filter(({ id, kind }) => kind !== 'stop' && !sent.points.has(id)).map(({ id }) => id);
    for (const id of missing) sent.points.add(id);
    // The newest first: it is what the user looks at.
    for (const id of missing.reverse()) await this.postCandidates(shown, id);
  }

  private async postCandidates(shown: SessionChain, point: string): Promise<void> {
    const candidates = await this.chains.candidates(shown, point);
    const now = this.chains.get(shown.key)?.chain;
    const isCurrent = now !== undefined && isSameRun(shown.chain, now);
    if (candidates !== null && isCurrent) this.post({ kind: 'candidates', key: shown.key, candidates });
  }

  private async ask(key: string, { point, candidate, index }: Asked): Promise<void> {
    const chosen = await window.showQuickPick(index === null ? questions : [takeThis, ...questions], {
      title: `A new question from ${candidate === null ? point : `a candidate of ${point}`}`,
      placeHolder: 'What is to be found before it?',
    });
    if (chosen === undefined) return;
    if (chosen.command === changeAt) await this.run(changeAt, { key, point }, index);
    else await this.run(chosen.command, { key, point, candidate });
  }

  /** Runs a command of querypoints at a point, as from a row of their view. */
  private async run(command: string, { key, point: id, candidate = null }: At, ...more: readonly unknown[]): Promise<void> {
    const chain = this.chains.get(key)?.chain;
    const point = chain?.points.find((one) => one.id === id);
    const from = candidate === null ? {} : { candidate };
    if (chain !== undefined && point !== undefined)
      await commands.executeCommand(command, { chain, point, place: point.place, children: [], ...from }, ...more);
  }

  private post(message: TimelineMessage): void {
    void this.view?.webview.postMessage(message);
  }

  /** For the `when` clauses of commands; null: there is nothing to be selected. */
  private tellSelection(what: SelectionKind | null): void {
    void commands.executeCommand('setContext', 'whence.timelineSelection', what ?? undefined);
  }
}

async function goTo(place: Place): Promise<void> {
  const { line, column } = place;
  const start = new Position(line - 1, column - 1);
  try {
    const editor = await window.showTextDocument(uriOf(place), { selection: new Range(start, start) });
    editor.revealRange(new Range(start, start), TextEditorRevealType.InCenterIfOutsideViewport);
  } catch {
    void window.showInformationMessage('The file is no longer there.');
  }
}
