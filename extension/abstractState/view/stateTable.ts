import type { Side, Standing, StateRow } from '../../../server/lsp/protocol.js';
import type { Live, Statement } from '../stateMessages.js';
import { element } from './domElements.js';

/** The values of the variables: those of the run that waits there, those that every run may have, and those that good runs have. */
export function stateTable({ selected: { isReachable, isGood, completes, rows: all }, side, live }: Statement): HTMLElement {
  // Of a run that waits what is not set yet says nothing.
  const rows = live === null ? all : all.filter(({ reachable }) => reachable !== '');
  if (!isReachable) return element('p', { class: 'note' }, 'Control never gets here.');
  const end = completes ? null : element('p', { class: 'note' }, 'Control never gets past this statement.');
  const note = isGood ? null : element('p', { class: 'note wrong' }, '✕ No good run passes here: whatever gets here fails.');
  const columns = live === null ? withoutRun : withRun;
  const table =
    rows.length === 0
      ? element('p', { class: 'note' }, 'There are no variables of which anything is known.')
      : element(
          'table',
          {},
          element('thead', {}, element('tr', {}, ...columns.map(columnHeader))),
          element('tbody', {}, ...rows.map((row) => (live === null ? tableRow(row, isGood, side) : liveRow(row, isGood, live)))),
        );
  return element('div', {}, note, end, table);
}

const withoutRun = ['Variable', 'Reachable', 'Good'] as const;
const withRun = ['Variable', 'Now', 'Reachable, and good'] as const;

/** A value below its column; where the page is narrow, it says of which. */
function valueCell(column: string, kind: string, ...content: readonly (Node | string | null)[]): HTMLElement {
  return element('td', { class: kind, 'data-column': column }, ...content);
}

function columnHeader(text: string): HTMLElement {
  return element('th', { scope: 'col' }, text);
}

function tableRow({ name, reachable, good, changed, after }: StateRow, isGood: boolean, side: Side): HTMLElement {
  const mark = changed ? label('●', side === 'before' ? 'differs after' : 'differs from before') : null;
  const isNarrower = isGood && good !== reachable;
  const goodCell = isGood
    ? valueCell(withoutRun[2], isNarrower ? 'value narrower' : 'value same', ...cell(good, isNarrower, after?.good ?? null))
    : valueCell(withoutRun[2], 'value', 'none');
  return element(
    'tr',
    { class: changed ? 'changed' : '' },
    element('th', { scope: 'row', class: 'name' }, value(name), mark),
    valueCell(withoutRun[1], 'value', ...cell(reachable, false, after?.reachable ?? null)),
    goodCell,
  );
}

/** Beside what holds now: the good values below the reachable ones, where they are fewer. What comes after is not known of this run. */
function liveRow({ name, reachable, good, standing }: StateRow, isGood: boolean, { values }: Live): HTMLElement {
  const isNarrower = isGood && good !== reachable;
  const fewer = isNarrower
    ? element('div', { class: 'after fewer narrower' }, label('⊂', 'good'), good === '' ? 'none' : value(good))
    : null;
  return element(
    'tr',
    {},
    element('th', { scope: 'row', class: 'name' }, value(name)),
    liveCell(values[name], standing),
    valueCell(withRun[2], 'value', ...cell(reachable, false, null), fewer),
  );
}

function liveCell(text: string | undefined, standing: Standing | null): HTMLElement {
  if (text === undefined) return valueCell(withRun[1], 'value', element('span', { class: 'unset' }, 'not set'));
  const isWrong = standing === 'failing' || standing === 'outside';
  const mark = isWrong ? label('✕', standing === 'failing' ? 'not good' : 'not reachable') : null;
  return valueCell(withRun[1], isWrong ? 'value live wrong' : 'value live', value(text), mark);
}

/** What holds before the statement, and under it what the statement makes of it. */
function cell(shown: string, isNarrower: boolean, after: string | null): readonly (Node | null)[] {
  const then =
    after === null
      ? null
      : element(
          'div',
          { class: 'after' },
          element('span', { 'aria-hidden': 'true' }, '→'),
          spoken('after it '),
          after === '' ? 'none' : value(after),
        );
  return [shown === '' ? element('span', { class: 'unset' }, 'not set') : value(shown), isNarrower ? label('⊂', 'narrower') : null, then];
}

function value(text: string): HTMLElement {
  return element('code', {}, text);
}

function spoken(text: string): HTMLElement {
  return element('span', { class: 'spoken' }, text);
}

/** A sign for the eye and a word for everyone. */
function label(sign: string, word: string): HTMLElement {
  return element('span', { class: 'label' }, element('span', { 'aria-hidden': 'true' }, sign), ` ${word}`);
}
