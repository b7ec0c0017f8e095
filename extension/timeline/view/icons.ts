import type { VNode } from 'preact';
import { element } from './preactElements.js';

/** Lines in a square of 16, drawn in the colour of the text. */
const paths = {
  zoomIn: 'M3,8H13M8,3V13',
  zoomOut: 'M3,8H13',
  fit: 'M2.5,3V13M13.5,3V13M5,8H11M7,6L5,8L7,10M9,6L11,8L9,10',
  focus: 'M8,1.5V4.5M8,11.5V14.5M1.5,8H4.5M11.5,8H14.5M8,5.5A2.5,2.5 0 1 1 7.99,5.5',
  table: 'M2,3.5H14V13.5H2zM2,6.5H14M2,10H14M6,6.5V13.5',
  picture: 'M2,4H14M2,8H14M2,12H14M5,2.5A1.5,1.5 0 1 1 4.99,2.5M11,6.5A1.5,1.5 0 1 1 10.99,6.5',
} as const;

export function icon(name: keyof typeof paths): VNode {
  return element('svg', { class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, element('path', { d: paths[name] }));
}
