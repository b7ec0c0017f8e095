import type { TimelineCommand } from '../timelineMessages.js';
import { panned, spanOf } from '../model/viewport.js';
import type { Store } from './store.js';

/** The actions behind commands of VS Code, keys and buttons. */
export const actions: Readonly<Record<TimelineCommand, (store: Store) => void>> = {
  zoomIn: (store) => store.zoom(1 / 2),
  zoomOut: (store) => store.zoom(2),
  fit: (store) => store.fit(),
  focusSelection: (store) => store.focusSelection(),
  nextMark: (store) => store.move('next'),
  previousMark: (store) => store.move('previous'),
  nextLane: (store) => store.move('laneBelow'),
  previousLane: (store) => store.move('laneAbove'),
  goTo: (store) => store.goTo(),
  ask: (store) => store.ask(),
  showMore: (store) => store.showMore(),
  stopHere: (store) => store.stopHere(),
  toggleTable: (store) => store.toggleTable(),
  nextRun: (store) => store.nextRun(),
};

/** In the picture. */
const chartKeys: Readonly<Record<string, (store: Store) => void>> = {
  ArrowLeft: actions.previousMark,
  ArrowRight: actions.nextMark,
  ArrowUp: actions.previousLane,
  ArrowDown: actions.nextLane,
  Home: (store) => store.move('first'),
  End: (store) => store.move('last'),
  Enter: actions.goTo,
  PageUp: (store) => pan(store, -0.8),
  PageDown: (store) => pan(store, 0.8),
  '+': actions.zoomIn,
  '=': actions.zoomIn,
  '-': actions.zoomOut,
  '0': actions.fit,
  f: actions.focusSelection,
  w: actions.zoomIn,
  s: actions.zoomOut,
  a: (store) => pan(store, -0.2),
  d: (store) => pan(store, 0.2),
  Escape: actions.fit,
};

/** Everywhere on the page. */
const pageKeys: Readonly<Record<string, (store: Store) => void>> = {
  t: actions.toggleTable,
  ContextMenu: actions.ask,
  m: actions.showMore,
  p: actions.stopHere,
  r: actions.nextRun,
};

/** VS Code waits this long for the second of two keys. */
const chordMs = 5000;

/** Does what keys stand for, on the page or in its picture. */
export class Keys {
  /** Until when the next key is the second of two that are for VS Code. */
  private chordEnds = 0;

  constructor(private readonly store: Store) {}

  press(event: KeyboardEvent, isInChart: boolean): void {
    if (/^(Shift|Control|Alt|Meta)$/.test(event.key)) return;
    const isSecond = event.timeStamp < this.chordEnds;
    this.chordEnds = !isSecond && beginsChord(event) ? event.timeStamp + chordMs : 0;
    if (isSecond || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.shiftKey && event.key === 'F10' ? 'ContextMenu' : event.key;
    const action = (isInChart ? chartKeys[key] : undefined) ?? pageKeys[key];
    if (action === undefined) return;
    event.preventDefault();
    action(this.store);
  }
}

/** VS Code's own first key of two, and ours. */
function beginsChord({ ctrlKey, metaKey, shiftKey, altKey, code }: KeyboardEvent): boolean {
  return ((ctrlKey || metaKey) && code === 'KeyK') || (shiftKey && altKey && code === 'KeyW');
}

/** By a share of what is in view. */
export function pan(store: Store, share: number): void {
  if (store.timeline !== null) store.look(panned(store.view, store.timeline.whole, share * spanOf(store.view)));
}
