import { verdictOf } from '../live.js';
import type { Statement, ViewRequest } from '../stateMessages.js';
import { element } from './domElements.js';
import { stateTable } from './stateTable.js';
import { unfoldings } from './unfoldings.js';

/** One statement with its state. The heading takes the focus: Enter goes to the statement, Delete unpins it. */
export function card(statement: Statement, send: (request: ViewRequest) => void): HTMLElement {
  const { id, text, functionName, side, isOutdated } = statement;
  const isPinned = isPin(statement);
  const goThere = () => send({ kind: 'reveal', statement: id });
  const unpin = () => send({ kind: 'unpin', statement: id });
  const onkeydown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') goThere();
    else if (event.key === 'Delete' && isPinned) unpin();
    else return;
    event.preventDefault();
  };
  const heading = element(
    'h2',
    { class: 'heading', tabindex: '0', key: `${id}/heading`, onkeydown },
    element('span', { class: 'kind' }, isPinned ? 'Pinned' : id === 'stop' ? 'Paused at' : 'At the cursor'),
    ` ${placeOf(statement)}`,
  );
  const copy = button('Copy', 'Copy this state as text', `${id}/copy`, () => send({ kind: 'copy', statement: id }));
  const buttons = isPinned
    ? [
        button('Go to', `Go to ${placeOf(statement)}`, `${id}/reveal`, goThere),
        copy,
        button('Unpin', `Unpin ${placeOf(statement)}`, `${id}/unpin`, unpin),
      ]
    : [copy, button('Pin', 'Pin this state', `${id}/pin`, () => send({ kind: 'pin' }))];
  return element(
    'section',
    { class: isOutdated ? 'card outdated' : 'card', 'aria-label': spokenName(statement) },
    element('header', {}, heading, element('div', { class: 'buttons' }, ...buttons)),
    element(
      'p',
      { class: 'statement' },
      element('span', { class: 'side' }, side),
      ' ',
      element('code', {}, text),
      functionName === '' ? null : element('span', { class: 'function' }, `in ${functionName}`),
    ),
    isOutdated ? element('p', { class: 'note' }, '… Of the text before it was changed.') : null,
    verdict(statement),
    unfoldings(statement, send),
    stateTable(statement),
  );
}

function isPin({ id }: Statement): boolean {
  return id !== 'current' && id !== 'stop';
}

/** What the values of the run that waits there mean. */
function verdict(statement: Statement): HTMLElement | null {
  const found = verdictOf(statement);
  if (found !== null) return element('p', { class: 'note wrong' }, `✕ ${found.text}`);
  const reservation = statement.live?.reservation ?? null;
  return reservation === null ? null : element('p', { class: 'note' }, reservation);
}

function placeOf({ file, line }: Statement): string {
  return `${file}:${line}`;
}

/** What a screen reader says first. */
function spokenName(statement: Statement): string {
  const { id, file, line, side, functionName } = statement;
  const where = `${side} line ${line} of ${file}${functionName === '' ? '' : `, in ${functionName}`}`;
  if (isPin(statement)) return `Pinned state, ${where}`;
  return id === 'stop' ? `State where the program is paused, ${where}` : `State at the cursor, ${where}`;
}

function button(text: string, label: string, key: string, onclick: () => void): HTMLElement {
  return element('button', { key, onclick, 'aria-label': label }, text);
}
