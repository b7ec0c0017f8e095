import type { VNode } from 'preact';
import { placeText } from '../../querypoints/model.js';
import type { Details, Fact, PlaceLine } from '../model/details.js';
import { element } from './preactElements.js';
import { actions } from './keys.js';
import type { Store } from './store.js';

/** The pane with the details of the selection, and its actions. */
export function detailsPane(store: Store): VNode {
  const { details } = store;
  const content =
    details === null ? [element('p', { class: 'note' }, 'Select a circle to see what is known of it.')] : contentOf(details, store);
  return element('section', { class: 'details', 'aria-label': 'Details', tabindex: 0 }, ...content);
}

function contentOf(details: Details, store: Store): readonly (VNode | null)[] {
  const { heading, facts, places, placesTitle, place } = details;
  return [
    element('h2', {}, heading),
    place === null
      ? null
      : element(
          'p',
          { class: 'place' },
          element('button', { class: 'link', onClick: () => store.reveal(place, details.actions.located) }, placeText(place)),
        ),
    buttons(details, store),
    facts.length === 0 ? null : element('dl', {}, ...facts.flatMap((fact) => factElements(fact, store))),
    placesTitle === '' ? null : element('h3', {}, placesTitle),
    places.length === 0 || placesTitle === ''
      ? null
      : element('ol', { class: 'stack' }, ...places.map((line) => placeElement(line, store))),
  ];
}

function buttons({ actions: { ask, located } }: Details, store: Store): VNode | null {
  if (ask === null && located === null) return null;
  return element(
    'div',
    { class: 'buttons' },
    ask === null ? null : element('button', { title: 'A new question from here (Shift+F10)', onClick: () => actions.ask(store) }, 'Ask…'),
    located === null
      ? null
      : element('button', { title: 'Read more here in the next run (m)', onClick: () => actions.showMore(store) }, 'More Data…'),
    located === null
      ? null
      : element('button', { title: 'Run again and pause here (p)', onClick: () => actions.stopHere(store) }, 'Stop Here'),
  );
}

function factElements({ name, value, isCode, leadsTo }: Fact, store: Store): readonly VNode[] {
  const shown = isCode ? element('code', {}, value) : value;
  const link = leadsTo === undefined ? shown : element('button', { class: 'link', onClick: () => store.reveal(leadsTo) }, shown);
  return [element('dt', {}, name), element('dd', {}, link)];
}

function placeElement({ text, place }: PlaceLine, store: Store): VNode {
  return element(
    'li',
    {},
    element('button', { class: 'link', onClick: () => store.reveal(place), 'aria-label': `${text}, ${placeText(place)}` }, text),
    element('span', { class: 'where' }, placeText(place)),
  );
}
