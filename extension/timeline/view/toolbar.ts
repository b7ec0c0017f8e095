import type { VNode } from 'preact';
import { differs, lastRun } from '../model/lanes.js';
import { countText } from '../../countText.js';
import type { Timeline } from '../model/lanes.js';
import { element } from './preactElements.js';
import { icon } from './icons.js';
import { actions } from './keys.js';
import type { Store } from './store.js';

/** The toolbar with the choices: a chain, a run, how it is shown and how much of it. */
export function toolbar(store: Store, timeline: Timeline): VNode {
  return element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'Timeline' },
    chainChoice(store),
    runChoice(store, timeline),
    element('span', { class: 'space' }),
    element('span', { class: 'extent' }, extentText(store)),
    button('Zoom out (-)', 'zoomOut', () => actions.zoomOut(store)),
    button('Zoom in (+)', 'zoomIn', () => actions.zoomIn(store)),
    button('Show the whole run (0)', 'fit', () => actions.fit(store)),
    button('Focus on the selection (f)', 'focus', () => actions.focusSelection(store)),
    element(
      'button',
      {
        class: 'iconButton',
        'aria-pressed': store.isTable ? 'true' : 'false',
        'aria-label': 'Show as a table (t)',
        title: store.isTable ? 'Show as a picture (t)' : 'Show as a table (t)',
        onClick: () => actions.toggleTable(store),
      },
      icon(store.isTable ? 'picture' : 'table'),
    ),
  );
}

function button(label: string, name: Parameters<typeof icon>[0], onClick: () => void): VNode {
  return element('button', { class: 'iconButton', 'aria-label': label, title: label, onClick }, icon(name));
}

function extentText({ view, isWhole }: Store): string {
  if (isWhole) return '';
  return `${countText(Math.max(0, Math.round(view.from)))} – ${countText(Math.round(view.to))}`;
}

function chainChoice(store: Store): VNode | null {
  const [only, ...others] = store.chains;
  if (only === undefined) return null;
  if (others.length === 0) return element('span', { class: 'chain' }, only.title);
  return element(
    'select',
    {
      'aria-label': 'Chain',
      value: store.shown ?? '',
      onChange: (event: Event) => {
        if (event.target instanceof HTMLSelectElement) store.showChain(event.target.value);
      },
    },
    ...store.chains.map(({ key, title }) => element('option', { key, value: key, selected: key === store.shown }, title)),
  );
}

/** Only where runs differ: each of them, and whether it answered something else than the last. */
function runChoice(store: Store, { chain }: Timeline): VNode | null {
  if (chain.runs.length < 2) return null;
  return element(
    'span',
    { class: 'runs', role: 'radiogroup', 'aria-label': 'Run (r)' },
    ...chain.runs.map((_, run) => {
      const isOther = chain.points.some((point) => differs(chain, run, point));
      const name = `Run ${run + 1}${run === lastRun(chain) ? ', the last' : ''}${isOther ? ', differs' : ''}`;
      return element(
        'button',
        {
          key: String(run),
          role: 'radio',
          'aria-checked': run === store.run ? 'true' : 'false',
          'aria-label': name,
          title: name,
          onClick: () => store.selectRun(run),
        },
        `#${run + 1}`,
        isOther ? element('span', { class: 'differs' }, ' differs') : null,
      );
    }),
  );
}
