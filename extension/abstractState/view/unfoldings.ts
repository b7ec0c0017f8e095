import type { Statement, ViewRequest } from '../stateMessages.js';
import { element } from './domElements.js';

/** The copies of a function, to choose from, and how the chosen one is called. */
export function unfoldings(statement: Statement, send: (request: ViewRequest) => void): HTMLElement | null {
  const list = statement.unfoldings.length > 1 ? choices(statement, send) : null;
  const calls = statement.selected.calls.length > 0 ? callChain(statement, send) : null;
  return list === null && calls === null ? null : element('div', {}, list, calls);
}

/** Radio buttons: the arrow keys go from one to the next without any code. */
function choices({ id: statement, unfoldings: all, selected }: Statement, send: (request: ViewRequest) => void): HTMLElement {
  const options = all.map(({ id, label }) => {
    const radio = element('input', {
      type: 'radio',
      name: `unfolding-${statement}`,
      checked: id === selected.id,
      key: `${statement}/unfolding/${id}`,
      onchange: () => send({ kind: 'selectUnfolding', statement, unfolding: id }),
    });
    return element('label', {}, radio, element('span', {}, label));
  });
  const list = element('div', { class: 'choices', key: `${statement}/unfoldings` }, ...options);
  return element('fieldset', {}, element('legend', {}, `Unfoldings (${all.length})`), list);
}

function callChain({ id: statement, selected }: Statement, send: (request: ViewRequest) => void): HTMLElement {
  const calls = selected.calls.map((place, call) =>
    element(
      'li',
      {},
      element(
        'button',
        {
          class: 'link',
          key: `${statement}/call/${call}`,
          onclick: () => send({ kind: 'revealCall', statement, call }),
          'aria-label': `Go to the call at ${place}`,
        },
        place,
      ),
    ),
  );
  return element(
    'div',
    { class: 'calls' },
    element('span', {}, 'Called at'),
    element('ol', { 'aria-label': 'Calls, from the root inwards' }, ...calls),
  );
}
