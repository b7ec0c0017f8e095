import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, commands, window } from 'vscode';
import type { Disposable, TreeDataProvider } from 'vscode';
import type { Place } from '../../adapter/dap/querypoints/protocol.js';
import { openEvent } from './callTree.js';
import type { OpenRecording } from './openRecordings.js';

/** One row of an answer: what it says in short, all of it, and where it leads. */
export interface AnswerRow {
  readonly label: string;
  readonly description: string;
  readonly columns: readonly (readonly [name: string, value: string])[];
  readonly event: number | null;
  readonly place: Place | null;
}

/** What was asked of a recording, and the rows of the answer. */
export interface ShownAnswer {
  readonly question: string;
  readonly recording: OpenRecording;
  readonly rows: readonly AnswerRow[];
  /** How many there are in all. */
  readonly total: number;
  /** What is to be known of it, as sentences. */
  readonly notes: readonly string[];
}

type Item =
  | { readonly kind: 'answer'; readonly answer: ShownAnswer }
  | { readonly kind: 'row'; readonly answer: ShownAnswer; readonly row: AnswerRow }
  | { readonly kind: 'column'; readonly name: string; readonly value: string }
  | { readonly kind: 'note'; readonly text: string };

/** So many answers stay. */
const mostAnswers = 20;

/** The Answers view: what was asked of recordings, the newest first. */
export class AnswersView implements TreeDataProvider<Item>, Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = window.createTreeView('whence.answers', { treeDataProvider: this, showCollapseAll: true });
  private items: readonly Item[] = [];

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }

  async show(answer: ShownAnswer): Promise<void> {
    const item: Item = { kind: 'answer', answer };
    const others = this.items.filter((one) => one.kind !== 'answer' || one.answer.question !== answer.question);
    this.items = [item, ...others].slice(0, mostAnswers);
    await commands.executeCommand('setContext', 'whence.hasAnswers', true);
    this.changed.fire();
    await this.view.reveal(item, { select: true, focus: false, expand: true });
  }

  getParent(): null {
    return null;
  }

  getChildren(item?: Item): Item[] {
    if (item === undefined) return [...this.items];
    if (item.kind === 'row') return item.row.columns.map(([name, value]) => ({ kind: 'column', name, value }));
    if (item.kind !== 'answer') return [];
    const { answer } = item;
    const { rows, total, notes } = answer;
    const rest = total > rows.length ? [`and ${total - rows.length} more rows`] : [];
    return [
      ...notes.map((text): Item => ({ kind: 'note', text })),
      ...rows.map((row): Item => ({ kind: 'row', answer, row })),
      ...[...(total === 0 ? ['No rows.'] : []), ...rest].map((text): Item => ({ kind: 'note', text })),
    ];
  }

  getTreeItem(item: Item): TreeItem {
    if (item.kind === 'answer') {
      const { question, total } = item.answer;
      const shown = new TreeItem(question, TreeItemCollapsibleState.Expanded);
      shown.description = `${total.toLocaleString('en')} ${total === 1 ? 'row' : 'rows'}`;
      shown.iconPath = new ThemeIcon('question');
      return shown;
    }
    if (item.kind === 'note') {
      const shown = new TreeItem(item.text);
      shown.iconPath = new ThemeIcon('info');
      return shown;
    }
    if (item.kind === 'column') {
      const shown = new TreeItem(item.name);
      shown.description = item.value;
      shown.tooltip = item.value;
      return shown;
    }
    const { answer, row } = item;
    const shown = new TreeItem(row.label, row.columns.length === 0 ? TreeItemCollapsibleState.None : TreeItemCollapsibleState.Collapsed);
    shown.description = row.description;
    shown.tooltip = row.description;
    shown.iconPath = new ThemeIcon('circle-filled');
    shown.accessibilityInformation = { label: [row.label, row.description].filter((part) => part !== '').join(', ') };
    const { event, place } = row;
    if (event !== null || place !== null)
      shown.command = { command: openEvent, title: 'Show', arguments: [{ recording: answer.recording, event, place }] };
    return shown;
  }
}
