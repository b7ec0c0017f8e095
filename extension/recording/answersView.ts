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
  /** What is below it. */
  readonly children?: readonly AnswerRow[];
  /** A codicon. */
  readonly icon?: string;
  /** The recording that it leads into, where that is another than the one that was asked. */
  readonly recording?: OpenRecording;
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
  /** What its rows are, one and several of them. */
  readonly counted?: readonly [one: string, many: string];
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
    if (item.kind === 'row') {
      const { answer, row } = item;
      const below = (row.children ?? []).map((one): Item => ({ kind: 'row', answer, row: one }));
      return [...below, ...row.columns.map(([name, value]): Item => ({ kind: 'column', name, value }))];
    }
    if (item.kind !== 'answer') return [];
    const { answer } = item;
    const { rows, total, notes, counted: [, many] = rowWords } = answer;
    const known = rows.reduce((sum, { children }) => sum + (answer.counted === undefined ? 1 : (children ?? []).length), 0);
    const rest = total > known ? [`and ${(total - known).toLocaleString('en')} more ${many}`] : [];
    return [
      ...notes.map((text): Item => ({ kind: 'note', text })),
      ...rows.map((row): Item => ({ kind: 'row', answer, row })),
      ...[...(total === 0 && notes.length === 0 ? [`No ${many}.`] : []), ...rest].map((text): Item => ({ kind: 'note', text })),
    ];
  }

  getTreeItem(item: Item): TreeItem {
    if (item.kind === 'answer') {
      const { question, total, counted: [one, many] = rowWords } = item.answer;
      const shown = new TreeItem(question, TreeItemCollapsibleState.Expanded);
      shown.description = `${total.toLocaleString('en')} ${total === 1 ? one : many}`;
      shown.iconPath = new ThemeIcon(item.answer.counted === undefined ? 'question' : 'diff');
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
    const isLeaf = row.columns.length === 0 && (row.children ?? []).length === 0;
    const shown = new TreeItem(row.label, isLeaf ? TreeItemCollapsibleState.None : stateOf(row));
    shown.description = row.description;
    shown.tooltip = [row.label, row.description].filter((part) => part !== '').join('\n');
    shown.iconPath = new ThemeIcon(row.icon ?? 'circle-filled');
    shown.accessibilityInformation = { label: [row.label, row.description].filter((part) => part !== '').join(', ') };
    const { event, place } = row;
    if (event !== null || place !== null)
      shown.command = { command: openEvent, title: 'Show', arguments: [{ recording: row.recording ?? answer.recording, event, place }] };
    return shown;
  }
}

const rowWords = ['row', 'rows'] as const;

/** A group is open; what a row is in full is shown when somebody asks. */
function stateOf({ children = [], event, place }: AnswerRow): TreeItemCollapsibleState {
  return children.length > 0 && event === null && place === null ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}
