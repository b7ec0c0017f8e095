import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from 'vscode';
import type { Disposable, TreeDataProvider } from 'vscode';
import type { DiagnosisRow } from './diagnosisRows.js';

/** The command that a click on a row runs. */
export const openRow = 'whence.openDiagnosisRow';

/** The Diagnosis view: suspects in order, each with its reason and its repairs. */
export class DiagnosisView implements TreeDataProvider<DiagnosisRow>, Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private rows: readonly DiagnosisRow[] = [];
  private result: object | null = null;
  /** VS Code keeps open and closed what has the same name: rows of another result are others. */
  private results = 0;
  private names = new Map<DiagnosisRow, string>();
  private readonly view = window.createTreeView('whence.diagnosis', { treeDataProvider: this, showCollapseAll: true });

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }

  /** Shows the rows of a result, or of none. */
  show(rows: readonly DiagnosisRow[], result: object | null): void {
    if (result !== this.result) this.results++;
    this.result = result;
    this.rows = rows;
    this.names = new Map();
    this.nameAll(rows, String(this.results));
    this.changed.fire();
  }

  private nameAll(rows: readonly DiagnosisRow[], above: string): void {
    for (const [at, row] of rows.entries()) {
      const name = `${above}/${at}`;
      this.names.set(row, name);
      this.nameAll(row.children, name);
    }
  }

  /** The row that is selected, for commands that are run by a key. */
  get selection(): DiagnosisRow | undefined {
    return this.view.selection[0];
  }

  /** Opens the view at its first suspect. The focus stays: what is typed goes where it went. */
  async reveal(): Promise<void> {
    const [tests, suspect] = this.rows;
    const first = suspect ?? tests;
    if (first !== undefined) await this.view.reveal(first, { select: true, focus: false });
  }

  getChildren(row?: DiagnosisRow): DiagnosisRow[] {
    return [...(row === undefined ? this.rows : row.children)];
  }

  getParent(row: DiagnosisRow): DiagnosisRow | undefined {
    return this.rows.find(({ children }) => children.includes(row));
  }

  getTreeItem(row: DiagnosisRow): TreeItem {
    const { label, description, tooltip, icon, context, place, repair, isOpen, children } = row;
    const state = isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(label, children.length === 0 ? TreeItemCollapsibleState.None : state);
    item.id = this.names.get(row) ?? label;
    item.description = description;
    item.tooltip = tooltip;
    item.iconPath = new ThemeIcon(icon);
    item.contextValue = context;
    item.accessibilityInformation = { label: [label, description].filter((part) => part !== '').join(', ') };
    if (place !== null || repair !== null) item.command = { command: openRow, title: 'Open', arguments: [row] };
    return item;
  }
}
