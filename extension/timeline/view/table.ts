import { Component, createRef } from 'preact';
import type { VNode } from 'preact';
import { countText } from '../../countText.js';
import type { Timeline } from '../model/lanes.js';
import { rowsOf } from '../model/tableRows.js';
import type { Row } from '../model/tableRows.js';
import type { Selection } from '../model/selection.js';
import { element } from './preactElements.js';
import type { Store } from './store.js';

/** The table with the points of the picture, row by row; candidates of one point, a page of them at a time. */
export class Table extends Component<{ readonly store: Store; readonly timeline: Timeline }> {
  private readonly body = createRef<HTMLTableSectionElement>();

  override componentDidMount(): void {
    this.selectedRow()?.focus();
  }

  override componentDidUpdate(): void {
    const { activeElement } = document;
    if (activeElement instanceof HTMLTableRowElement) this.selectedRow()?.focus();
  }

  private selectedRow(): HTMLElement | null {
    return this.body.current?.querySelector<HTMLElement>('tr[aria-selected="true"]') ?? null;
  }

  override render(): VNode {
    const { rows, selected } = this.now();
    const headers = ['Point', 'Question', 'From', 'Status', 'Event', 'Line', 'Answer', 'Candidates'];
    return element(
      'div',
      { class: 'tableBox' },
      element(
        'table',
        { role: 'grid', 'aria-label': 'Points and candidates', onKeyDown: (event: KeyboardEvent) => this.key(event) },
        element('thead', {}, element('tr', {}, ...headers.map((header) => element('th', { scope: 'col' }, header)))),
        element('tbody', { ref: this.body }, ...rows.map((row) => this.row(row, row === selected))),
      ),
    );
  }

  /** Keys may come faster than pictures: what is selected is the store's, not the picture's. */
  private now(): { readonly rows: readonly Row[]; readonly selected: Row | undefined } {
    const { store, timeline } = this.props;
    const rows = rowsOf(timeline, store.run, store.page);
    return { rows, selected: rows.find(({ selection }) => isSame(selection, store.selection)) ?? rows[0] };
  }

  private row(row: Row, isSelected: boolean): VNode {
    const { store } = this.props;
    const { place } = row;
    const cells = [row.question, row.from, row.status, row.event, row.where, row.result];
    return element(
      'tr',
      {
        key: row.key,
        class: row.isCandidate ? 'candidateRow' : row.differs ? 'pointRow differing' : 'pointRow',
        'aria-selected': isSelected ? 'true' : 'false',
        tabindex: isSelected ? 0 : -1,
        onClick: () => store.select(row.selection),
        onDblClick: () => (place === null ? undefined : store.reveal(place)),
      },
      element('th', { scope: 'row' }, row.name),
      ...cells.map((cell, index) => element('td', { class: index === 5 ? 'answer' : '' }, cell)),
      element('td', {}, this.listing(row)),
    );
  }

  /** Opens, closes and turns the pages of candidates. */
  private listing(row: Row): VNode | null {
    const { store, timeline } = this.props;
    const lane = timeline.lanes.find(({ id }) => id === row.selection.lane);
    const count = lane?.candidates?.count ?? 0;
    if (row.isCandidate || count < 2) return null;
    const { page } = store;
    const { lane: id } = row.selection;
    if (page?.lane !== id)
      return link(`Show ${countText(count)}`, `Show ${countText(count)} candidates of ${id}`, () =>
        store.list(id, lane?.candidates?.located ?? 0),
      );
    const turn = (label: string, name: string, index: number, isThere: boolean) =>
      isThere ? link(label, `${name} candidates of ${id}`, () => store.list(id, index)) : null;
    return element(
      'span',
      { class: 'pages' },
      turn('‹', 'Earlier', page.first - 1, page.first > 0),
      ` ${countText(page.first + 1)}–${countText(page.end)} of ${countText(page.count)} `,
      turn('›', 'Later', page.end, page.end < page.count),
      link('Hide', `Hide the candidates of ${id}`, () => store.list(null)),
    );
  }

  private key(event: KeyboardEvent): void {
    const { store } = this.props;
    const { rows, selected } = this.now();
    if (!(event.target instanceof HTMLTableRowElement) || selected === undefined) return;
    const at = rows.indexOf(selected);
    const targets: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
    const target = targets[event.key];
    if (event.key === 'Enter') store.goTo();
    else if (target === undefined || rows[target] === undefined) return;
    else store.select(rows[target].selection);
    event.preventDefault();
  }
}

function link(text: string, label: string, onClick: () => void): VNode {
  return element('button', { class: 'link', 'aria-label': label, onClick }, text);
}

function isSame(a: Selection, b: Selection | null): boolean {
  return b !== null && a.lane === b.lane && JSON.stringify(a.what) === JSON.stringify(b.what);
}
