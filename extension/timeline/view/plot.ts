import { Component, createRef } from 'preact';
import type { VNode } from 'preact';
import { arrowsOf } from '../../querypoints/model.js';
import type { Lane, Timeline } from '../model/lanes.js';
import { marksOf } from '../model/marks.js';
import type { CandidateMark, Mark } from '../model/marks.js';
import { isSelected, nearest, selectionOf } from '../model/selection.js';
import type { Selection } from '../model/selection.js';
import { eventAt, panned, spanOf, xOf } from '../model/viewport.js';
import type { Viewport } from '../model/viewport.js';
import { countText } from '../../countText.js';
import { markText } from '../model/words.js';
import { drawDensity } from './density.js';
import { element } from './preactElements.js';
import { laneHeight, laneMiddle, reach, spotRadius } from './geometry.js';
import { pan } from './keys.js';
import { candidateElement, groupElement, spotElement } from './markElements.js';
import type { Store } from './store.js';

/** Where the pointer is: on the mark that is nearest, or between marks. */
interface Pointed {
  readonly lane: Lane;
  readonly mark: Mark | null;
  readonly event: number;
}

/** The lanes: bars on a canvas, circles and arrows in front of it. */
export class Plot extends Component<{ readonly store: Store; readonly timeline: Timeline }, { readonly pointed: Pointed | null }> {
  override state: { readonly pointed: Pointed | null } = { pointed: null };
  private readonly canvas = createRef<HTMLCanvasElement>();
  private readonly root = createRef<HTMLDivElement>();
  private readonly resized = new ResizeObserver(([entry]) => {
    if (entry !== undefined) this.props.store.resize(Math.floor(entry.contentRect.width));
  });
  private marks: readonly (readonly Mark[])[] = [];
  private readonly svg = createRef<SVGSVGElement>();
  /** Before what had it is taken away. */
  private hadFocus = false;
  private seen: Selection | null = null;
  private drag: { readonly x: number; readonly view: Viewport; isMoved: boolean } | null = null;

  override componentDidMount(): void {
    if (this.root.current !== null) {
      this.resized.observe(this.root.current);
      // Preact's own listeners are passive where browsers want them to be: then the page would scroll.
      this.root.current.addEventListener('wheel', this.wheel, { passive: false });
    }
    this.draw();
  }

  override componentDidUpdate(): void {
    this.draw();
    this.keepFocus();
    this.keepLaneInView();
  }

  override componentWillUnmount(): void {
    this.resized.disconnect();
  }

  private draw(): void {
    const { store } = this.props;
    if (this.canvas.current !== null) drawDensity(this.canvas.current, this.marks, store.view, store.width);
  }

  /** The focus is on the selected mark, whichever element that is now. */
  private keepFocus(): void {
    const svg = this.svg.current;
    if (svg === null || !this.hadFocus) return;
    const selected = svg.querySelector<SVGElement>('.mark.selected') ?? svg;
    if (selected !== document.activeElement) selected.focus();
  }

  /** Where there is no room for all lanes, the selected one is among those that are seen. */
  private keepLaneInView(): void {
    const { selection } = this.props.store;
    if (selection === this.seen) return;
    this.seen = selection;
    this.root.current?.parentElement?.querySelector('.label.selected')?.scrollIntoView({ block: 'nearest' });
  }

  override render(): VNode {
    const { store, timeline } = this.props;
    const { lanes } = timeline;
    const { view, width, stretch, selection } = store;
    this.marks = lanes.map((lane) => marksOf(lane, view, stretch));
    this.hadFocus = this.svg.current?.contains(document.activeElement) === true;
    const height = lanes.length * laneHeight;
    const isIdle = selection === null || !this.isInView(lanes);
    return element(
      'div',
      {
        class: 'plot',
        ref: this.root,
        onPointerDown: this.pointerDown,
        onPointerMove: this.pointerMove,
        onPointerUp: this.pointerUp,
        onPointerLeave: () => this.setState({ pointed: null }),
        onDblClick: this.doubleClick,
        style: { height: `${height}px` },
      },
      element('canvas', { ref: this.canvas, 'aria-hidden': 'true' }),
      element(
        'svg',
        {
          width,
          height,
          ref: this.svg,
          role: 'application',
          'aria-label': 'Timeline of the run. Left and right: marks of a lane. Up and down: lanes. Enter: go to the source.',
          tabindex: isIdle ? 0 : -1,
        },
        element('defs', {}, arrowHead),
        ...lanes.map((lane, at) => this.laneElement(lane, this.marks[at] ?? [], at)),
        element('g', { class: 'arrows', 'aria-hidden': 'true' }, ...this.arrows(timeline)),
        ...lanes.map((lane, at) => this.spots(lane, this.marks[at] ?? [], at)),
        this.crosshair(height),
      ),
      this.tip(),
    );
  }

  private isInView(lanes: readonly Lane[]): boolean {
    const { selection } = this.props.store;
    const at = lanes.findIndex(({ id }) => id === selection?.lane);
    return selection !== null && (this.marks[at] ?? []).some((mark) => isSelected(selection, mark));
  }

  private laneElement(lane: Lane, marks: readonly Mark[], at: number): VNode {
    const { view, width } = this.props.store;
    const selected = this.selectedOf(lane, marks);
    const small = marks.filter((mark) => mark.kind !== 'spot');
    const elements = small.flatMap((mark, index) => {
      if (mark.kind === 'group') return mark === selected ? [groupElement(mark, this.placeOf(lane, true))] : [];
      return [candidateElement(mark, this.placeOf(lane, mark === selected), hasRoom(mark, small[index + 1], marks, view, width))];
    });
    const line = element('path', { class: 'line', d: `M0,${laneHeight - 0.5}H${width}`, 'aria-hidden': 'true' });
    return element('g', { key: lane.id, 'data-lane': lane.id, transform: `translate(0,${at * laneHeight})` }, line, ...elements);
  }

  /** In front of everything else. */
  private spots(lane: Lane, marks: readonly Mark[], at: number): VNode {
    const selected = this.selectedOf(lane, marks);
    const { current } = this.props.timeline.chain;
    const { view, width } = this.props.store;
    const big = marks.filter((mark) => mark.kind === 'spot');
    const elements = big.map((mark, index) => {
      const isCurrent = mark.spot.kind === 'located' && mark.spot.label === current;
      const next = big[index + 1];
      const isAlone = next === undefined || xOf(next.event, view, width) - xOf(mark.event, view, width) > 40;
      return spotElement(mark, { ...this.placeOf(lane, mark === selected), isCurrent }, isAlone);
    });
    return element('g', { key: `spots-${lane.id}`, 'data-lane': lane.id, transform: `translate(0,${at * laneHeight})` }, ...elements);
  }

  private placeOf(lane: Lane, isChosen: boolean) {
    const { view, width } = this.props.store;
    return { lane, view, width, isSelected: isChosen, isCurrent: false };
  }

  /** What is selected may have become several marks: then the first. */
  private selectedOf(lane: Lane, marks: readonly Mark[]): Mark | undefined {
    const { selection } = this.props.store;
    return selection?.lane === lane.id ? marks.find((mark) => isSelected(selection, mark)) : undefined;
  }

  /** From each effect down to its cause. */
  private arrows({ chain, lanes }: Timeline): readonly VNode[] {
    const { view, width } = this.props.store;
    return arrowsOf(chain).flatMap(({ from, to }) => {
      const [effect, cause] = [from, to].map((id) => {
        const at = lanes.findIndex((lane) => lane.id === id);
        const event = lanes[at]?.spots.find(({ kind }) => kind === 'located')?.event;
        return event === undefined ? null : { x: xOf(event, view, width), y: at * laneHeight + laneMiddle };
      });
      if (!effect || !cause) return [];
      const [start, end] = [effect.y + spotRadius, cause.y - spotRadius - 3];
      const middle = (start + end) / 2;
      const path = `M${effect.x.toFixed(1)},${start}C${effect.x.toFixed(1)},${middle + 8} ${cause.x.toFixed(1)},${middle - 8} ${cause.x.toFixed(1)},${end}`;
      return [element('path', { key: `${from}-${to}`, d: path, 'marker-end': 'url(#arrowHead)' })];
    });
  }

  private crosshair(height: number): VNode | null {
    const { pointed } = this.state;
    if (pointed === null) return null;
    const { view, width } = this.props.store;
    const event = pointed.mark?.event ?? Math.round(pointed.event);
    const x = Math.round(xOf(event, view, width)) + 0.5;
    const text = `${pointed.mark === null ? '' : '◆ '}${countText(Math.max(0, Math.round(event)))}`;
    const isLate = x > width - 90;
    return element(
      'g',
      { class: 'crosshair', 'aria-hidden': 'true' },
      element('path', { d: `M${x},0V${height}` }),
      element('text', { x: isLate ? x - 5 : x + 5, y: 11, 'text-anchor': isLate ? 'end' : 'start' }, text),
    );
  }

  /** What the mark under the pointer is. */
  private tip(): VNode | null {
    const { pointed } = this.state;
    if (pointed === null || pointed.mark === null) return null;
    const { timeline, store } = this.props;
    const at = timeline.lanes.findIndex(({ id }) => id === pointed.lane.id);
    const x = Math.round(xOf(pointed.mark.event, store.view, store.width));
    const isLate = x > store.width / 2;
    // Above the lowest lanes, below the others: it must not be cut off, nor lie under the pointer.
    const isLow = at > 0 && at >= timeline.lanes.length - 2;
    const across = isLate ? { right: `${store.width - x + 8}px` } : { left: `${x + 8}px` };
    const along = isLow ? { bottom: `${(timeline.lanes.length - at) * laneHeight + 2}px` } : { top: `${(at + 1) * laneHeight + 2}px` };
    return element('div', { class: 'tip', 'aria-hidden': 'true', style: { ...across, ...along } }, markText(pointed.lane, pointed.mark));
  }

  private pointedAt(event: MouseEvent): Pointed | null {
    const { store, timeline } = this.props;
    const box = this.svg.current?.getBoundingClientRect();
    if (box === undefined) return null;
    const at = Math.floor((event.clientY - box.top) / laneHeight);
    const lane = timeline.lanes[at];
    if (lane === undefined) return null;
    const there = eventAt(event.clientX - box.left, store.view, store.width);
    const mark = nearest(this.marks[at] ?? [], there);
    const distance = mark === null ? Infinity : Math.abs(xOf(mark.event, store.view, store.width) - (event.clientX - box.left));
    const isNear = mark !== null && (distance <= reach || (mark.kind === 'group' && there >= mark.from && there < mark.to));
    return { lane, mark: isNear ? mark : null, event: there };
  }

  private readonly wheel = (event: WheelEvent): void => {
    const { store } = this.props;
    const box = this.svg.current?.getBoundingClientRect();
    if (box === undefined) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) pan(store, (sideways * unit) / Math.max(store.width, 1));
    else store.zoom(2 ** ((event.deltaY * unit) / 300), eventAt(event.clientX - box.left, store.view, store.width));
  };

  private readonly pointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) {
      this.click(event);
      return;
    }
    this.drag = { x: event.clientX, view: this.props.store.view, isMoved: false };
    this.root.current?.setPointerCapture(event.pointerId);
  };

  private readonly pointerMove = (event: PointerEvent): void => {
    const { store, timeline } = this.props;
    const { drag } = this;
    if (drag === null) {
      this.setState({ pointed: this.pointedAt(event) });
      return;
    }
    const pixels = event.clientX - drag.x;
    drag.isMoved ||= Math.abs(pixels) > 3;
    if (!drag.isMoved) return;
    this.setState({ pointed: null });
    store.look(panned(drag.view, timeline.whole, (-pixels / Math.max(store.width, 1)) * spanOf(drag.view)));
  };

  private readonly pointerUp = (event: PointerEvent): void => {
    const { drag } = this;
    this.drag = null;
    if (drag?.isMoved === false) this.click(event);
  };

  private click(event: PointerEvent): void {
    const pointed = this.pointedAt(event);
    if (pointed === null || pointed.mark === null) return;
    this.svg.current?.focus({ preventScroll: true });
    this.props.store.select(selectionOf(pointed.lane.id, pointed.mark));
  }

  private readonly doubleClick = (event: MouseEvent): void => {
    if ((this.pointedAt(event)?.mark ?? null) !== null) this.props.store.goTo();
  };
}

const arrowHead = element(
  'marker',
  { id: 'arrowHead', viewBox: '0 0 8 8', refX: 6, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
  element('path', { d: 'M0,0.5L8,4L0,7.5z' }),
);

/** A constraint's name needs about this many pixels. */
const nameWidth = 78;

function hasRoom(mark: CandidateMark, next: Mark | undefined, all: readonly Mark[], view: Viewport, width: number): boolean {
  const x = xOf(mark.event, view, width);
  const isFree = (other: Mark) => other === mark || xOf(other.event, view, width) < x || xOf(other.event, view, width) > x + nameWidth;
  return x + nameWidth < width && (next === undefined || isFree(next)) && all.every((other) => other.kind !== 'spot' || isFree(other));
}
