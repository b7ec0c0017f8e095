import { isDeepStrictEqual } from 'node:util';
import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, window } from 'vscode';
import type { Disposable, TreeDataProvider } from 'vscode';
import type { Chain, Point } from '../../adapter/dap/querypoints/protocol.js';
import type { Row } from './rows.js';

/** The command that a click on a row runs. */
export const openPoint = 'whence.openPoint';

/** The Querypoints view: chains, their points, and what is known of each. */
export class QuerypointsView implements TreeDataProvider<Row>, Disposable {
  private readonly changed = new EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private rows: readonly Row[] = [];
  /** Rows that wait until a row has been revealed, which would be lost; null: none is being revealed. */
  private later: { rows: readonly Row[] } | null = null;
  private readonly view = window.createTreeView('whence.querypoints', { treeDataProvider: this, showCollapseAll: true });

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }

  /** The same rows are not shown anew: a row that is being revealed would be lost. */
  show(rows: readonly Row[]): void {
    if (this.later !== null) {
      this.later.rows = rows;
      return;
    }
    if (isDeepStrictEqual(rows, this.rows)) return;
    this.rows = rows;
    this.changed.fire();
  }

  /** The row that is selected, for commands that are run by a key. */
  get selection(): Row | undefined {
    return this.view.selection[0];
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  async reveal(chain: Chain, point: Point): Promise<void> {
    await this.revealWhere((row) => row.chain.id === chain.id, point.id);
  }

  /** Selects a point of the first chain for which this holds; gives the point, or null where there is none. */
  async revealWhere(holds: (row: Row) => boolean, point: string): Promise<Point | null> {
    const row = this.rows.find(holds)?.children.find((one) => one.point?.id === point);
    if (row === undefined) return null;
    await this.revealRow(row);
    return row.point;
  }

  private async revealRow(row: Row): Promise<void> {
    if (this.later !== null) return;
    const later = { rows: this.rows };
    this.later = later;
    try {
      await this.view.reveal(row, { select: true, focus: false });
    } finally {
      this.later = null;
      this.show(later.rows);
    }
  }

  getChildren(row?: Row): Row[] {
    return [...(row === undefined ? this.rows : row.children)];
  }

  getParent(row: Row): Row | undefined {
    const below = (parents: readonly Row[]): Row | undefined => {
      for (const parent of parents) {
        if (parent.children.includes(row)) return parent;
        const found = below(parent.children);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return below(this.rows);
  }

  getTreeItem(row: Row): TreeItem {
    const isOpen = row.kind === 'chain' && row === this.rows[0];
    const state = isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
    const item = new TreeItem(row.label, row.children.length === 0 ? TreeItemCollapsibleState.None : state);
    if (row.kind !== 'detail') item.id = `${row.kept ?? ''} ${row.chain.id} ${row.point?.id ?? ''} ${row.followed ?? ''}`;
    item.description = row.description;
    item.tooltip = row.tooltip;
    item.iconPath = new ThemeIcon(row.icon);
    item.contextValue = row.context;
    item.accessibilityInformation = { label: [row.label, row.description].filter((part) => part !== '').join(', ') };
    if (row.place !== null) item.command = { command: openPoint, title: 'Open', arguments: [row] };
    return item;
  }
}
