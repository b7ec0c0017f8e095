import type { VNode } from 'preact';
import { constraints } from '../../../adapter/dap/querypoints/protocol.js';
import type { Lane, Timeline } from '../model/lanes.js';
import { rejectionText } from '../../querypoints/rejections.js';
import { detailsPane } from './detailsPane.js';
import { component, element } from './preactElements.js';
import { Overview } from './overview.js';
import { Plot } from './plot.js';
import { ruler } from './ruler.js';
import type { Store } from './store.js';
import { Table } from './table.js';
import { toolbar } from './toolbar.js';

/** Everything on the page. */
export function app(store: Store): VNode {
  const { timeline } = store;
  if (timeline === null) return empty();
  return element(
    'div',
    { class: 'app' },
    toolbar(store, timeline),
    banner(timeline),
    element(
      'div',
      { class: 'stage' },
      store.isTable ? component(Table, { store, timeline, key: 'table' }) : chart(store, timeline),
      detailsPane(store),
    ),
  );
}

function empty(): VNode {
  return element(
    'div',
    { class: 'empty' },
    element('p', {}, 'No question has been asked in this session.'),
    element(
      'p',
      {},
      'Debug a program with Whence, stop, right-click a wrong value and choose Last Change of This Value: the chain of answers appears here. Chains of earlier sessions open from the Querypoints view.',
    ),
  );
}

/** What the user should know of the whole answer. */
function banner({ chain }: Timeline): VNode | null {
  const texts =
    chain.isDeterministic === false ? ['These runs differ: every answer was taken again from the last one.', ...chain.notes] : chain.notes;
  return texts.length === 0
    ? null
    : element(
        'div',
        { class: chain.isDeterministic === false ? 'banner warning' : 'banner', role: 'note' },
        ...texts.map((text) => element('p', {}, text)),
      );
}

function chart(store: Store, timeline: Timeline): VNode {
  return element(
    'div',
    { class: 'chart', key: 'chart' },
    element('div', { class: 'corner' }, 'Events'),
    element('div', { class: 'axis' }, component(Overview, { store, timeline }), ruler(store)),
    element(
      'div',
      { class: 'lanes' },
      element('ol', { class: 'labels', 'aria-label': 'Lanes' }, ...timeline.lanes.map((lane) => laneLabel(lane, store))),
      component(Plot, { store, timeline }),
    ),
    legend(timeline),
  );
}

function laneLabel({ id, title, subtitle, kind }: Lane, { selection }: Store): VNode {
  const [name = '', ...rest] = kind === 'point' || kind === 'asking' ? title.split(' ') : ['', title];
  return element(
    'li',
    { key: id, class: selection?.lane === id ? 'label selected' : 'label', title: `${title}\n${subtitle}` },
    element('span', { class: 'title' }, name === '' ? null : element('b', {}, `${name} `), rest.join(' ')),
    element('span', { class: 'subtitle' }, subtitle),
  );
}

/** What shapes and colours mean. */
function legend({ lanes }: Timeline): VNode {
  const failed = constraints.filter((_, index) =>
    lanes.some(({ candidates }) => (candidates?.failedIn(0, candidates.count)[index] ?? 0) > 0),
  );
  return element(
    'ul',
    { class: 'legend', 'aria-label': 'Legend' },
    element('li', {}, shape('located', 5), 'located point'),
    failed.length === 0 ? null : element('li', {}, 'candidates that are not the answer:'),
    ...failed.map((constraint) => element('li', {}, shape(`candidate failed-${constraint}`, 4), rejectionText(constraint))),
    failed.length === 0 ? null : element('li', {}, bars(), 'many candidates'),
  );
}

function shape(name: string, r: number): VNode {
  return element(
    'svg',
    { class: 'key', viewBox: '-7 -7 14 14', 'aria-hidden': 'true' },
    element('g', { class: `mark ${name}` }, element('circle', { class: 'shape', r })),
  );
}

function bars(): VNode {
  return element(
    'svg',
    { class: 'key density', viewBox: '0 0 14 14', 'aria-hidden': 'true' },
    element('path', { d: 'M1,14V8H4V14M5,14V3H8V14M9,14V6H12V14' }),
  );
}
