import { EventEmitter, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from 'vscode';
import type { Disposable, TreeDataProvider } from 'vscode';
import { requests, type CallsTold, type CallTold } from '../../adapter/dap/querypoints/protocol.js';
import type { OpenRecording, OpenRecordings } from './openRecordings.js';

/** The command that a click on a row runs. */
export const openEvent = 'whence.openEvent';

/** How many rows are shown before somebody asks for more. */
const pageSize = 100;

/** A row: a call, what asks for those that follow, or why there is nothing. */
export type CallRow =
  | { readonly kind: 'call'; readonly recording: OpenRecording; readonly call: CallTold; readonly children: CallRow[] }
  | { readonly kind: 'more'; readonly recording: OpenRecording; readonly parent: CallRow | null; readonly from: number }
  | { readonly kind: 'note'; readonly text: string };

/** The Call Tree view: calls of the recording that is shown, a level and a page at a time. */
export class CallTreeView implements TreeDataProvider<CallRow>, Disposable {
  private readonly changed = new EventEmitter<CallRow | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = window.createTreeView('whence.calls', { treeDataProvider: this, showCollapseAll: true });
  private readonly listening: Disposable;
  private roots: CallRow[] | null = null;
  private filter = '';

  constructor(private readonly recordings: OpenRecordings) {
    this.listening = recordings.onDidShow(() => this.reset());
  }

  dispose(): void {
    this.listening.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  /** Shows only calls of functions that have a text in their name, in the order of the run. */
  async askFilter(): Promise<void> {
    const text = await window.showInputBox({
      title: 'Show calls of',
      prompt: 'A part of a function’s name; nothing shows the whole tree',
      value: this.filter,
    });
    if (text === undefined) return;
    this.filter = text.trim();
    this.reset();
  }

  async getChildren(row?: CallRow): Promise<CallRow[]> {
    const recording = this.recordings.shown;
    if (row === undefined) return recording === null ? [] : (this.roots ??= await this.page(recording, null, 0));
    if (row.kind !== 'call') return [];
    if (row.children.length === 0) row.children.push(...(await this.page(row.recording, row, 0)));
    return row.children;
  }

  /** Puts the next page in the place of the row that asks for it. */
  async more(row: CallRow): Promise<void> {
    if (row.kind !== 'more') return;
    const { parent, recording, from } = row;
    const rows = parent === null ? this.roots : parent.kind === 'call' ? parent.children : null;
    const next = await this.page(recording, parent, from);
    const at = rows?.indexOf(row) ?? -1;
    if (at >= 0) rows?.splice(at, 1, ...next);
    this.changed.fire(parent ?? undefined);
  }

  getTreeItem(row: CallRow): TreeItem {
    if (row.kind === 'note') return new TreeItem(row.text);
    if (row.kind === 'more') {
      const item = new TreeItem('More calls…');
      item.command = { command: 'whence.moreCalls', title: 'Show more calls', arguments: [row] };
      item.iconPath = new ThemeIcon('ellipsis');
      return item;
    }
    const { name, given, ended, isThrown, hasCalls, event } = row.call;
    // A run that begins with one call, as most do, shows what that has called.
    const opened =
      this.roots?.length === 1 && this.roots[0] === row ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(name, hasCalls && this.filter === '' ? opened : TreeItemCollapsibleState.None);
    item.id = `${row.recording.uri.toString()} ${event}`;
    item.description = `${given}${ended === '' ? '' : ` → ${ended}`}`;
    item.tooltip = `${name}${item.description}\nevent ${event}`;
    item.iconPath = isThrown ? new ThemeIcon('error', new ThemeColor('list.errorForeground')) : new ThemeIcon('symbol-method');
    item.contextValue = 'call';
    item.accessibilityInformation = { label: `${name}, ${item.description}` };
    item.command = { command: openEvent, title: 'Show', arguments: [{ recording: row.recording, event, place: row.call.place }] };
    return item;
  }

  private reset(): void {
    this.roots = null;
    this.view.description = this.filter === '' ? '' : `“${this.filter}”`;
    this.changed.fire(undefined);
  }

  private async page(recording: OpenRecording, parent: CallRow | null, from: number): Promise<CallRow[]> {
    const of = this.filter !== '' ? { filter: this.filter } : parent?.kind === 'call' ? { parent: parent.call.event } : {};
    try {
      const { calls, next } = await recording.connection.request<CallsTold>(requests.calls, { ...of, from, count: pageSize });
      const rows = calls.map((call): CallRow => ({ kind: 'call', recording, call, children: [] }));
      if (rows.length === 0 && next === null && parent === null) return [{ kind: 'note', text: 'No such calls.' }];
      return next === null ? rows : [...rows, { kind: 'more', recording, parent, from: next }];
    } catch (error) {
      return [{ kind: 'note', text: error instanceof Error ? error.message : String(error) }];
    }
  }
}
