import type { Side, StateRow } from '../../../server/lsp/protocol.js';
import type { SelectedUnfolding } from '../messages.js';
import { element } from './elements.js';

/** The values of the variables: those that every run may have there, beside those that good runs have. */
export function stateTable({ isReachable, isGood, completes, rows }: SelectedUnfolding, side: Side): HTMLElement {
  if (!isReachable) return element('p', { class: 'note' }, 'Control never gets here.');
  const end = completes ? null : element('p', { class: 'note' }, 'Control never gets past this statement.');
  const note = isGood ? null : element('p', { class: 'note wrong' }, '✕ No good run passes here: whatever gets here fails.');
  const table =
    rows.length === 0
      ? element('p', { class: 'note' }, 'There are no variables of which anything is known.')
      : element(
          'table',
          {},
          element('thead', {}, element('tr', {}, columnHeader('Variable'), columnHeader('Reachable'), columnHeader('Good'))),
          element('tbody', {}, ...rows.map((row) => tableRow(row, isGood, side))),
        );
  return element('div', {}, note, end, table);
}

function columnHeader(text: string): HTMLElement {
  return element('th', { scope: 'col' }, text);
}

function tableRow({ name, reachable, good, changed, after }: StateRow, isGood: boolean, side: Side): HTMLElement {
  const mark = changed ? label('●', side === 'before' ? 'differs after' : 'differs from before') : null;
  const isNarrower = isGood && good !== reachable;
  const goodCell = isGood
    ? element('td', { class: isNarrower ? 'value narrower' : 'value same' }, ...cell(good, isNarrower, after?.good ?? null))
    : element('td', { class: 'value' }, 'none');
  return element(
    'tr',
    { class: changed ? 'changed' : '' },
    element('th', { scope: 'row', class: 'name' }, value(name), mark),
    element('td', { class: 'value' }, ...cell(reachable, false, after?.reachable ?? null)),
    goodCell,
  );
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
