import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EventEmitter, Range, ThemeIcon, TreeItem, TreeItemCollapsibleState, commands, debug, window, workspace } from 'vscode';
import type { DebugSession, Disposable, TreeDataProvider, Uri } from 'vscode';
import { label } from '../../server/lsp/protocol.js';
import { events, requests, type AddRulesArguments, type RulesAdded, type RulesTold } from '../../adapter/dap/querypoints/protocol.js';
import { debugType } from '../debugConfiguration.js';
import { uriOf } from '../placeUri.js';
import { afterEvent, idOfFinding, rowsOfRules, type RuledSession, type RulesRow } from './rulesViewRows.js';

/** The command that a click on a row runs. */
const openRow = 'whence.openRulePlace';

/** Rules files of the workspace. */
const rulesGlob = '**/*.rules.{ts,mts,cts}';

/** The Rules view: how the rules of a session stand, and what they have found. What a session has found stays until the next one begins. */
export class RulesView implements TreeDataProvider<RulesRow>, Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = window.createTreeView('whence.rules', { treeDataProvider: this, showCollapseAll: true });
  private readonly sessions = new Map<string, RuledSession>();
  private rows: readonly RulesRow[] = [];
  /** The sessions of which a finding was shown. */
  private readonly revealed = new Set<string>();
  private hasFiles = false;
  private readonly watcher = workspace.createFileSystemWatcher(rulesGlob, false, true, false);
  private readonly disposables: readonly Disposable[] = [
    this.changed,
    this.view,
    this.watcher,
    this.watcher.onDidCreate(() => void this.look()),
    this.watcher.onDidDelete(() => void this.look()),
    debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type === debugType && event === events.rules) void this.told(session, body as RulesTold);
    }),
    debug.onDidStartDebugSession(() => this.forgetPast()),
    debug.onDidTerminateDebugSession(({ id }) => this.ended(id)),
    debug.onDidChangeActiveDebugSession(() => this.refresh()),
    commands.registerCommand(openRow, (row: RulesRow) => open(row)),
    commands.registerCommand('whence.lastChangeOfFinding', () => commands.executeCommand('whence.lastChange', this.view.selection[0])),
    commands.registerCommand('whence.addRulesFile', () => addRulesFile()),
    workspace.onDidSaveTextDocument(({ uri }) => void this.saved(uri)),
  ];

  constructor() {
    void this.look();
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  getChildren(row?: RulesRow): RulesRow[] {
    return [...(row === undefined ? this.rows : row.children)];
  }

  getParent(row: RulesRow): RulesRow | undefined {
    const below = (parents: readonly RulesRow[]): RulesRow | undefined => {
      for (const parent of parents) {
        if (parent.children.some(({ id }) => id === row.id)) return parent;
        const found = below(parent.children);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return below(this.rows);
  }

  getTreeItem(row: RulesRow): TreeItem {
    const { id, label, description, tooltip, icon, context, place, children } = row;
    const state = row.kind === 'rule' ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(label, children.length === 0 ? TreeItemCollapsibleState.None : state);
    item.id = id;
    item.description = description;
    item.tooltip = tooltip;
    item.iconPath = new ThemeIcon(icon);
    item.contextValue = context;
    item.accessibilityInformation = { label: [label, description].filter((part) => part !== '').join(', ') };
    if (place !== null) item.command = { command: openRow, title: 'Open', arguments: [row] };
    return item;
  }

  private async told(session: DebugSession, told: RulesTold): Promise<void> {
    const before = this.sessions.get(session.id) ?? null;
    this.sessions.set(session.id, afterEvent(before, session.id, told));
    this.refresh();
    if (told.waiting !== null && told.waiting !== before?.waiting) await this.reveal(session.id, told.waiting);
  }

  /** What was found stays to be read. */
  private ended(id: string): void {
    const session = this.sessions.get(id);
    if (session === undefined) return;
    this.sessions.set(id, { ...session, waiting: null, isOver: true });
    this.refresh();
  }

  private forgetPast(): void {
    for (const [id, { isOver }] of this.sessions) if (isOver) this.sessions.delete(id);
    this.refresh();
  }

  private refresh(): void {
    const active = this.sessions.get(debug.activeDebugSession?.id ?? '');
    const shown = active ?? [...this.sessions.values()].at(-1);
    const rows = shown === undefined ? [] : rowsOfRules(shown);
    const where = this.sessions.size > 0 ? 'session' : this.hasFiles ? 'files' : undefined;
    void commands.executeCommand('setContext', 'whence.hasRules', where);
    if (isDeepStrictEqual(rows, this.rows)) return;
    this.rows = rows;
    this.changed.fire();
  }

  /**
   * Shows where the program waits; the focus stays where it is. VS Code opens its debug views at a stop and leaves ours closed: the first finding
   * of a session opens it, and who closes it then is left alone.
   */
  private async reveal(session: string, finding: number): Promise<void> {
    if (!this.view.visible && this.revealed.has(session)) return;
    this.revealed.add(session);
    const row = this.rows.flatMap(({ children }) => children).find(({ id }) => id === idOfFinding(session, finding));
    if (row !== undefined) await this.view.reveal(row, { select: true, focus: false, expand: 1 });
  }

  /** The rules of a session are those of its start. */
  private async saved(uri: Uri): Promise<void> {
    const id = debug.activeDebugSession?.id ?? '';
    const session = this.sessions.get(id);
    if (session === undefined || session.isOver || !session.rules.some(({ place }) => place.file === uri.fsPath)) return;
    const sentence = `${basename(uri.fsPath)} has changed: this session holds the rules as they were. The program is started again for the new ones.`;
    if ((await window.showInformationMessage(label(sentence), useNewRules)) === useNewRules && debug.activeDebugSession?.id === id)
      await commands.executeCommand(restart);
  }

  private async look(): Promise<void> {
    this.hasFiles = (await workspace.findFiles(rulesGlob, '**/node_modules/**', 1)).length > 0;
    this.refresh();
  }
}

async function open({ place }: RulesRow): Promise<void> {
  if (place === null) return;
  const { line, column } = place;
  await window.showTextDocument(uriOf(place), { selection: new Range(line - 1, column - 1, line - 1, column - 1) });
}

const useNewRules = 'Use the New Rules';
const restart = 'workbench.action.debug.restart';

/** Has a rules file of the workspace held against the program that is debugged. */
async function addRulesFile(): Promise<void> {
  const session = debug.activeDebugSession;
  if (session?.type !== debugType) {
    void window.showInformationMessage('Start the program with Whence first.');
    return;
  }
  try {
    const file = await chosenFile();
    if (file === null) return;
    const { sentence } = (await session.customRequest(requests.addRules, { file: file.fsPath } satisfies AddRulesArguments)) as RulesAdded;
    const choice = await window.showInformationMessage(label(sentence), 'Start Again');
    if (choice === 'Start Again' && debug.activeDebugSession?.id === session.id) await commands.executeCommand(restart);
  } catch (error) {
    void window.showErrorMessage(label(error instanceof Error ? error.message : String(error)));
  }
}

/** One of the workspace's rules files, that of the editor in front first; null: none was chosen. */
async function chosenFile(): Promise<Uri | null> {
  const front = window.activeTextEditor?.document.uri;
  const files = await workspace.findFiles(rulesGlob, '**/node_modules/**', mostFiles);
  if (files.length === 0) throw new Error('The workspace has no rules file: its name ends with .rules.ts.');
  const isFront = (uri: Uri): boolean => uri.toString() === front?.toString();
  const sorted = [...files].sort((a, b) => Number(isFront(b)) - Number(isFront(a)) || a.fsPath.localeCompare(b.fsPath));
  const items = sorted.map((uri) => ({ label: basename(uri.fsPath), description: workspace.asRelativePath(uri), uri }));
  const chosen = await window.showQuickPick(items, { title: 'Add Rules File to This Session', matchOnDescription: true });
  return chosen?.uri ?? null;
}

/** So many files are listed. */
const mostFiles = 200;
