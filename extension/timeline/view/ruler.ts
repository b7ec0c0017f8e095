import { scaleLinear } from 'd3-scale';
import type { VNode } from 'preact';
import { countText } from '../../countText.js';
import { element } from './preactElements.js';
import type { Store } from './store.js';

/** Event numbers above the lanes. */
export function ruler({ view, width }: Store): VNode {
  const scale = scaleLinear([view.from, view.to], [0, width]);
  const ticks = scale.ticks(Math.max(2, Math.floor(width / 110))).filter((tick) => Number.isInteger(tick) && tick >= 0);
  return element(
    'svg',
    { class: 'ruler', width, height: 20, 'aria-hidden': 'true' },
    ...ticks.map((tick) =>
      element(
        'g',
        { key: String(tick), transform: `translate(${scale(tick).toFixed(1)},0)` },
        element('path', { d: 'M0,15V20' }),
        element('text', { y: 11, 'text-anchor': scale(tick) > width - 20 ? 'end' : 'middle' }, countText(tick)),
      ),
    ),
  );
}
