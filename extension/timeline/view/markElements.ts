import type { VNode } from 'preact';
import type { Lane } from '../model/lanes.js';
import type { CandidateMark, GroupMark, Mark, SpotMark } from '../model/marks.js';
import { xOf } from '../model/viewport.js';
import type { Viewport } from '../model/viewport.js';
import { markText } from '../model/words.js';
import { element } from './preactElements.js';
import { barHeight, candidateRadius, laneFoot, laneMiddle, spotRadius } from './geometry.js';

/** A name of a mark that stays while the view moves. */
function keyOf(mark: Mark): string {
  switch (mark.kind) {
    case 'spot':
      // Of another kind it is another element: Chromium keeps the old styles of shapes whose parent changes its class.
      return `${mark.spot.kind}-${mark.spot.id}`;
    case 'candidate':
      return `c${mark.index}`;
    case 'group':
      return `g${mark.first}`;
  }
}

interface Place {
  readonly lane: Lane;
  readonly view: Viewport;
  readonly width: number;
  readonly isSelected: boolean;
  /** Of several runs: whether the program waits there. */
  readonly isCurrent: boolean;
}

/** The big marks: a circle with the point's name; other shapes say that it is none of this run, or none at all. `hasRoom`: for a text beside it. */
export function spotElement(mark: SpotMark, place: Place, hasRoom: boolean): VNode {
  const { spot } = mark;
  const label = markText(place.lane, mark);
  const attributes = {
    ...common(mark, place),
    class: ['mark', 'spot', spot.kind, place.isSelected ? 'selected' : '', place.isCurrent ? 'current' : ''].join(' ').trim(),
    role: 'button',
    'aria-label': place.isCurrent ? `${label}, paused here` : label,
    'data-vscode-context': contextOf(spot.kind),
  };
  return element('g', attributes, ...shapeOf(mark, hasRoom));
}

function shapeOf({ spot }: SpotMark, hasRoom: boolean): readonly VNode[] {
  const r = spotRadius;
  const name = element('text', { 'text-anchor': 'middle', dy: '0.35em' }, spot.label);
  const ring = element('circle', { class: 'ring', r: r + 4 });
  switch (spot.kind) {
    case 'located':
      return [ring, element('circle', { class: 'shape', r }), name];
    case 'pending':
      return [
        ring,
        element('circle', { class: 'shape', r }),
        element('path', { class: 'half', d: `M0,${-r}a${r},${r} 0 0 1 0,${2 * r}z` }),
        beside(spot.label),
      ];
    case 'other':
      return [ring, element('circle', { class: 'shape', r: r - 2 }), beside(spot.label)];
    case 'initial':
      return [ring, element('path', { class: 'shape', d: `M0,${-r}L${r},0L0,${r}L${-r},0z` }), beside(spot.label)];
    case 'missing':
      return [
        ring,
        element('circle', { class: 'shape', r }),
        element('path', { class: 'shape', d: 'M-4,-4L4,4M-4,4L4,-4' }),
        beside(spot.label),
      ];
    case 'call':
      return [ring, ...stackBars(spot.depth, hasRoom)];
    case 'finding':
      return [ring, element('circle', { class: 'shape', r: r - 2 }), element('circle', { class: 'core', r: 3 }), beside(spot.label)];
    case 'exception':
      return [ring, element('path', { class: 'shape', d: 'M0,-9L9,8L-9,8z' }), beside(spot.label)];
  }
}

function beside(label: string): VNode {
  return element('text', { class: 'beside', x: spotRadius + 6, dy: '0.35em' }, label);
}

/** One dash for each frame, the newest on top; more than a few do not fit. */
function stackBars(depth: number, hasRoom: boolean): readonly VNode[] {
  const shown = Math.min(depth, 7);
  const bars = Array.from({ length: shown }, (_, index) =>
    element('rect', {
      class: 'shape',
      x: -7 - index * 0.6,
      y: laneFoot - laneMiddle - 3 - (shown - index) * 4 + 4,
      width: 14 + index * 1.2,
      height: 2.5,
    }),
  );
  return hasRoom ? [...bars, element('text', { class: 'beside', x: 14, dy: '0.35em' }, String(depth))] : bars;
}

/** A candidate: small and hollow, with the constraint beside it where there is room. */
export function candidateElement(mark: CandidateMark, place: Place, hasRoom: boolean): VNode {
  const { failed } = mark;
  const attributes = {
    ...common(mark, place),
    class: `mark candidate failed-${failed}${place.isSelected ? ' selected' : ''}`,
    ...(place.isSelected ? { role: 'button', 'aria-label': markText(place.lane, mark) } : { 'aria-hidden': 'true' }),
    'data-vscode-context': contextOf('candidate'),
  };
  const ring = place.isSelected ? element('circle', { class: 'ring', r: candidateRadius + 4 }) : null;
  const name = hasRoom ? element('text', { class: 'beside', x: candidateRadius + 5, dy: '0.35em' }, failed) : null;
  return element('g', attributes, ring, element('circle', { class: 'shape', r: candidateRadius }), name);
}

/** The element that marks the selected group; the group's bar is on the canvas. */
export function groupElement(mark: GroupMark, place: Place): VNode {
  const { view, width, lane } = place;
  const [left, right] = [xOf(mark.from, view, width), xOf(mark.to, view, width)];
  const attributes = {
    'data-mark': keyOf(mark),
    key: keyOf(mark),
    class: 'mark group selected',
    tabindex: 0,
    role: 'button',
    'aria-label': markText(lane, mark),
    'data-vscode-context': contextOf('group'),
  };
  const frame = element('rect', {
    class: 'frame',
    x: left - 3,
    y: laneFoot - barHeight - 3,
    width: Math.max(right - left, 2) + 5,
    height: barHeight + 6,
    rx: 2,
  });
  return element('g', attributes, frame);
}

function common(mark: SpotMark | CandidateMark, { view, width, isSelected }: Place) {
  return {
    key: keyOf(mark),
    'data-mark': keyOf(mark),
    transform: `translate(${xOf(mark.event, view, width).toFixed(1)},${laneMiddle})`,
    tabindex: isSelected ? 0 : -1,
  };
}

/** What VS Code's own menu knows of what was clicked. */
function contextOf(section: string): string {
  return JSON.stringify({ webviewSection: section, preventDefaultContextMenuItems: true });
}
