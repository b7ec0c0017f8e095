import type { StateRow } from '../../../server/lsp/protocol.js';
import type { SelectedUnfolding } from '../messages.js';
import { element } from './elements.js';

/** The values of the variables: those that every run may have there, beside those that good runs have. */
export function stateTable({ isReachable, isGood, rows }: SelectedUnfolding): HTMLElement {
  if (!isReachable) return element('p', { class: 'note' }, 'Control never gets here.');
  const note = isGood ? null : element('p', { class: 'note wrong' }, '✕ No good run passes here: whatever gets here fails.');
  const table =
    rows.length === 0
      ? element('p', { class: 'note' }, 'There are no variables of which anything is known.')
      : element(
          'table',
          {},
          element('thead', {}, element('tr', {}, columnHeader('Variable'), columnHeader('Reachable'), columnHeader('Good'))),
          element('tbody', {}, ...rows.map((row) => tableRow(row, isGood))),
        );
  return element('div', {}, note, table);
}

function columnHeader(text: string): HTMLElement {
  return element('th', { scope: 'col' }, text);
}

function tableRow({ name, reachable, good, changed }: StateRow, isGood: boolean): HTMLElement {
  const mark = changed ? label('●', 'changed') : null;
  const isNarrower = isGood && good !== reachable;
  const goodCell = isGood
    ? element('td', { class: isNarrower ? 'value narrower' : 'value same' }, value(good), isNarrower ? label('⊂', 'narrower') : null)
    : element('td', { class: 'value' }, 'none');
  return element(
    'tr',
    { class: changed ? 'changed' : '' },
    element('th', { scope: 'row', class: 'name' }, value(name), mark),
    element('td', { class: 'value' }, value(reachable)),
    goodCell,
  );
}

function value(text: string): HTMLElement {
  return element('code', {}, text);
}

/** A sign for the eye and a word for everyone. */
function label(sign: string, word: string): HTMLElement {
  return element('span', { class: 'label' }, element('span', { 'aria-hidden': 'true' }, sign), ` ${word}`);
}
