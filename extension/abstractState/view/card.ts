import type { Statement, ViewRequest } from '../messages.js';
import { element } from './elements.js';
import { stateTable } from './stateTable.js';
import { unfoldings } from './unfoldings.js';

/** One statement with its state. The heading takes the focus: Enter goes to the statement, Delete unpins it. */
export function card(statement: Statement, send: (request: ViewRequest) => void): HTMLElement {
  const { id, text, functionName, isOutdated } = statement;
  const isPinned = id !== 'current';
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
    element('span', { class: 'kind' }, isPinned ? 'Pinned' : 'At the cursor'),
    ` ${placeOf(statement)}`,
  );
  const buttons = isPinned
    ? [
        button('Go to', `Go to ${placeOf(statement)}`, `${id}/reveal`, goThere),
        button('Unpin', `Unpin ${placeOf(statement)}`, `${id}/unpin`, unpin),
      ]
    : [button('Pin', 'Pin this state', `${id}/pin`, () => send({ kind: 'pin' }))];
  return element(
    'section',
    { class: isOutdated ? 'card outdated' : 'card', 'aria-label': spokenName(statement) },
    element('header', {}, heading, element('div', { class: 'buttons' }, ...buttons)),
    element(
      'p',
      { class: 'statement' },
      element('code', {}, text),
      functionName === '' ? null : element('span', { class: 'function' }, `in ${functionName}`),
    ),
    isOutdated ? element('p', { class: 'note' }, '… The text has changed; this is being computed again.') : null,
    unfoldings(statement, send),
    stateTable(statement.selected),
  );
}

export function placeOf({ file, line }: Statement): string {
  return `${file}:${line}`;
}

/** What a screen reader says first. */
export function spokenName(statement: Statement): string {
  const { id, file, line, functionName } = statement;
  const where = `line ${line} of ${file}${functionName === '' ? '' : `, in ${functionName}`}`;
  return id === 'current' ? `State at the cursor, ${where}` : `Pinned state, ${where}`;
}

function button(text: string, label: string, key: string, onclick: () => void): HTMLElement {
  return element('button', { key, onclick, 'aria-label': label }, text);
}
