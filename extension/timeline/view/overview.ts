import { Component, createRef } from 'preact';
import type { VNode } from 'preact';
import { countText } from '../../countText.js';
import type { Timeline } from '../model/lanes.js';
import { eventAt, inside, panned, spanOf, xOf } from '../model/viewport.js';
import type { Viewport } from '../model/viewport.js';
import { drawOverview } from './density.js';
import { element } from './preactElements.js';
import { overviewHeight } from './geometry.js';
import type { Store } from './store.js';

type Edge = 'from' | 'to';

/** The whole run, and a window on the part of it that the lanes show: to be moved, and to be pulled at both ends. */
export class Overview extends Component<{ readonly store: Store; readonly timeline: Timeline }> {
  private readonly canvas = createRef<HTMLCanvasElement>();
  private readonly root = createRef<HTMLDivElement>();
  private drawn: readonly unknown[] = [];
  /** What is being dragged: an end, or the window by an event that it was taken at. */
  private drag: { readonly what: Edge | 'window'; readonly event: number; readonly view: Viewport } | null = null;

  override componentDidMount(): void {
    this.draw();
  }

  override componentDidUpdate(): void {
    this.draw();
  }

  /** Only what is new is drawn: the run stays while the view moves. */
  private draw(): void {
    const { store, timeline } = this.props;
    const now = [timeline, store.width, store.theme];
    if (this.canvas.current === null || now.every((value, index) => value === this.drawn[index])) return;
    this.drawn = now;
    drawOverview(this.canvas.current, timeline.lanes, timeline.whole, store.width);
  }

  override render(): VNode {
    const { store, timeline } = this.props;
    const { view, width } = store;
    const [left, right] = [xOf(view.from, timeline.whole, width), xOf(view.to, timeline.whole, width)];
    const spots = timeline.lanes.flatMap(({ kind, spots }) => (kind === 'point' ? spots.filter((spot) => spot.kind === 'located') : []));
    return element(
      'div',
      {
        class: 'overview',
        ref: this.root,
        onPointerDown: this.pointerDown,
        onPointerMove: this.pointerMove,
        onPointerUp: () => {
          this.drag = null;
        },
        onDblClick: () => store.fit(),
      },
      element('canvas', { ref: this.canvas, 'aria-hidden': 'true' }),
      element(
        'svg',
        { width, height: overviewHeight, 'aria-hidden': 'true' },
        ...spots.map(({ label, event }) =>
          element('circle', { key: label, class: 'located', cx: xOf(event, timeline.whole, width).toFixed(1), cy: 7, r: 3.5 }),
        ),
        element('path', { class: 'shade', d: `M0,0H${left}V${overviewHeight}H0zM${right},0H${width}V${overviewHeight}H${right}z` }),
        element('rect', { class: 'window', x: left + 0.5, y: 0.5, width: Math.max(right - left - 1, 1), height: overviewHeight - 1 }),
      ),
      this.handle('from', left),
      this.handle('to', right),
    );
  }

  private handle(edge: Edge, x: number): VNode {
    const { store, timeline } = this.props;
    const event = Math.round(store.view[edge]);
    return element('div', {
      class: 'handle',
      role: 'slider',
      tabindex: 0,
      'data-edge': edge,
      'aria-label': edge === 'from' ? 'Start of what is in view' : 'End of what is in view',
      'aria-orientation': 'horizontal',
      'aria-valuemin': Math.round(timeline.whole.from),
      'aria-valuemax': Math.round(timeline.whole.to),
      'aria-valuenow': event,
      'aria-valuetext': `event ${countText(Math.max(0, event))}`,
      style: { left: `${Math.round(x) - 4}px` },
      onKeyDown: (pressed: KeyboardEvent) => this.handleKey(edge, pressed),
    });
  }

  private handleKey(edge: Edge, event: KeyboardEvent): void {
    const { store, timeline } = this.props;
    const step = spanOf(store.view) * (event.shiftKey ? 0.25 : 0.05);
    const by = event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : null;
    const to = event.key === 'Home' ? timeline.whole.from : event.key === 'End' ? timeline.whole.to : null;
    if (by === null && to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.pull(edge, to ?? store.view[edge] + (by ?? 0), store.view);
  }

  /** The other end stays. */
  private pull(edge: Edge, event: number, view: Viewport): void {
    const { store, timeline } = this.props;
    const other = view[edge === 'from' ? 'to' : 'from'];
    const [from, to] = edge === 'from' ? [Math.min(event, other - 6), other] : [other, Math.max(event, other + 6)];
    store.look(inside({ from, to }, timeline.whole));
  }

  private readonly pointerDown = (event: PointerEvent): void => {
    const { store, timeline } = this.props;
    const there = this.eventAt(event);
    const edge = event.target instanceof HTMLElement ? event.target.dataset['edge'] : undefined;
    this.root.current?.setPointerCapture(event.pointerId);
    if (edge === 'from' || edge === 'to') {
      this.drag = { what: edge, event: there, view: store.view };
      return;
    }
    const isInside = there >= store.view.from && there <= store.view.to;
    if (!isInside) store.look(panned(store.view, timeline.whole, there - (store.view.from + store.view.to) / 2));
    this.drag = { what: 'window', event: there, view: store.view };
  };

  private readonly pointerMove = (event: PointerEvent): void => {
    const { drag } = this;
    const { store, timeline } = this.props;
    if (drag === null) return;
    const there = this.eventAt(event);
    if (drag.what === 'window') store.look(panned(drag.view, timeline.whole, there - drag.event));
    else this.pull(drag.what, there, drag.view);
  };

  private eventAt(event: PointerEvent): number {
    const left = this.root.current?.getBoundingClientRect().left ?? 0;
    return eventAt(event.clientX - left, this.props.timeline.whole, this.props.store.width);
  }
}
